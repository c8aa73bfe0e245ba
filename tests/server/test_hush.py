"""De Fil en Aiguille: who must be silent is told so by the house, in their own language, and nobody hears it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.venue import Client, Refused, Venue, play_out, start_table
from tests.server.yarn import phase_of, play_until

from tablee.games.fil import GAME
from tablee.games.fil.options import FilOptions
from tablee.kernel.codec import Json
from tablee.kernel.wire import Wire

SENTENCES = {"fr": "En ce moment, on se tait.", "en": "This is a moment of silence."}
ANA_IS_THE_CAT: Json = Wire(GAME).options.to_json(FilOptions(first=0))


@pytest.fixture(autouse=True)
def house_with_fil(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.server.venue.GAMES", ("fil",))


async def play_to(phase: str, venue: Venue, people: list[Client]) -> None:
    """Free chat is open: what closes here is the game's doing."""
    await people[0].do("words", open=True)
    await play_until(venue, people, lambda frame: phase_of(frame) == phase, lambda *_: 0)


async def refused_in(client: Client, code: str, seat: int, language: str, **said: str) -> str:
    await client.do("hello", table=code, keys=client.keys, language=language)
    with pytest.raises(Refused) as refused:
        await client.do("say", seat=seat, channel="table", **said)
    assert refused.value.code == "silence"
    return str(refused.value.refusal["text"])


@pytest.mark.parametrize("language", SENTENCES)
def test_braincat_chatting_during_a_debate(tmp_path: Path, language: str) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, people = await start_table(venue, "fil", "Ana", "Bob", options=ANA_IS_THE_CAT)
            ana, bob = people
            await play_to("debate", venue, people)
            for said in ({"text": "C’est la bleue !"}, {"emote": "bravo"}):
                assert await refused_in(ana, code, 0, language, **said) == SENTENCES[language]
            # Bob debates, and all he ever hears is himself.
            await bob.do("say", seat=1, channel="table", text="La bleue ?")
            await bob.until(lambda: bob.heard[-1]["tell"] == "said")
            assert [told["text"] for told in bob.heard if told["tell"] == "said"] == ["La bleue ?"]

    play_out(test)


@pytest.mark.parametrize("language", SENTENCES)
def test_anybody_chatting_while_braincat_thinks(tmp_path: Path, language: str) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, people = await start_table(venue, "fil", "Ana", "Bob", options=ANA_IS_THE_CAT)
            await play_to("paw", venue, people)
            for seat, client in enumerate(people):
                assert await refused_in(client, code, seat, language, text="Euh…") == SENTENCES[language]

    play_out(test)
