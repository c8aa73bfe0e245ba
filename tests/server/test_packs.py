"""A theme pack of the players' own goes through the lobby like any other option."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.server.venue import Refused, Venue, open_table, play_out

from tablee.games.fil import GAME
from tablee.games.fil.options import FilOptions
from tablee.games.fil.packs import MOST_BYTES
from tablee.games.fil.tests.own_packs import SEASONS
from tablee.kernel.wire import Wire


@pytest.fixture(autouse=True)
def house_with_fil(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.server.venue.GAMES", ("fil",))


ROOM = MOST_BYTES - len(SEASONS.encode())


def options(pack: str) -> object:
    return Wire(GAME).options.to_json(FilOptions(pack=pack))


def test_a_pack_reaches_the_table_and_stands_on_its_shelf(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (ana, _) = await open_table(venue, "fil", "Ana", "Bob", options=options(SEASONS))
            await ana.do("start")
            await ana.until_shown()
            board = ana.frames[0]["board"]
            assert [theme["title"] for theme in board["themes"] if theme["own"]] == ["Saisons"]
            # Its text stays in the record: no frame carries it.
            assert "Saison \\" not in json.dumps(ana.frames[0])

    play_out(test)


def test_the_largest_pack_there_may_be_fits_a_message(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (ana, _) = await open_table(venue, "fil", "Ana", "Bob")
            await ana.do("options", options=options(SEASONS + "#" * ROOM))
            with pytest.raises(Refused) as refused:
                await ana.do("options", options=options(SEASONS + "#" * (ROOM + 1)))
            assert refused.value.refusal["code"] == "pack_big"
            with pytest.raises(Refused) as refused:
                await ana.do("options", options=options(SEASONS.replace("cards = [", "cards = oops")))
            assert refused.value.refusal["facts"] == {"line": 6}

    play_out(test)
