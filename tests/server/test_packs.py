"""A theme pack of the players' own goes through the lobby like any other option."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.server.hall import Hall, Visitor, seat_people
from tests.server.venue import Client, Refused, Venue, open_table, play_out, start_table
from tests.server.yarn import play_until

from tablee.games import find
from tablee.games.fil import GAME
from tablee.games.fil.options import FilOptions
from tablee.games.fil.packs import MOST_BYTES
from tablee.games.fil.tests.own_packs import SEASONS
from tablee.kernel.wire import Wire


@pytest.fixture(autouse=True)
def house_with_fil(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.server.venue.GAMES", ("fil",))


ROOM = MOST_BYTES - len(SEASONS.encode())


def cards_of(pack: str, count: int) -> str:
    """The first so many cards of a pack."""
    head, cards = pack.split("cards = [\n")
    return head + "cards = [\n" + "\n".join(cards.splitlines()[:count]) + "\n]\n"


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


def test_a_pack_stays_when_another_preset_is_chosen_and_when_the_house_is_killed(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (ana, _) = await open_table(venue, "fil", "Ana", "Bob")
            await ana.do("options", options=options(SEASONS))
            await ana.until(lambda: ana.lobby.get("options", {}).get("pack") == SEASONS)
            assert ana.lobby["preset"] == "decouverte"
            await ana.do("options", preset="humeurs")
            await ana.until(lambda: ana.lobby["preset"] == "humeurs")
            assert ana.lobby["options"]["pack"] == SEASONS
            await venue.crash()
            await venue.start()
            again = await venue.client(code, *ana.keys)
            await again.until(lambda: again.lobby.get("options", {}).get("pack") == SEASONS)
            await again.do("options", options=options(""))
            await again.until(lambda: again.lobby["options"]["pack"] == "")

    play_out(test)


def test_only_the_host_brings_a_pack(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (_, bob) = await open_table(venue, "fil", "Ana", "Bob")
            with pytest.raises(Refused) as refused:
                await bob.do("options", options=options(SEASONS))
            assert refused.value.refusal["code"] == "host_only"

    play_out(test)


@pytest.mark.parametrize(
    ("pack", "code", "words"),
    [
        (cards_of(SEASONS, 4), "pack_count", "4 cards"),
        (SEASONS.replace('text = "Saison \\"7\\""', 'text = ""'), "pack_field", "Line 13"),
        (SEASONS.replace("number = 8,", "number = 9,"), "pack_twice", "number 9"),
        ("\x00\x01", "pack_broken", "Line 1"),
    ],
)
def test_a_bad_pack_is_refused_with_its_line_and_reason(tmp_path: Path, pack: str, code: str, words: str) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (ana, _) = await open_table(venue, "fil", "Ana", "Bob")
            with pytest.raises(Refused) as refused:
                await ana.do("options", options=options(pack))
            assert refused.value.refusal["code"] == code
            assert words in refused.value.refusal["text"]
            # The table stands where it stood.
            assert ana.lobby["options"]["pack"] == ""

    play_out(test)


def a_table(pack: str = SEASONS) -> tuple[Hall, str, Visitor]:
    hall = Hall([find("fil")])
    code, (host, _) = seat_people(hall, "fil", 2)
    host.do("options", options=options(pack))
    host.read()
    return hall, code, host


def packs_told(guest: Visitor) -> list[object]:
    return [message["packs"] for message in guest.read() if message["tell"] == "lobby"]


def test_a_pack_goes_to_each_once_and_again_when_it_has_changed() -> None:
    hall, code, host = a_table()
    late = hall.visit(code)
    assert late.heard[-1]["packs"] == {"pack": SEASONS}
    assert "pack" not in late.heard[-1]["table"]["options"]
    host.do("pace", pace="fast")
    host.do("options", preset="humeurs")
    assert packs_told(late) == [None]
    assert late.lobby["options"]["pack"] == SEASONS
    host.do("options", options=options(""))
    assert packs_told(late) == [{"pack": ""}]


def test_a_pack_is_not_lost_with_the_message_that_was_overtaken() -> None:
    hall, code, host = a_table("")
    slow = hall.visit(code)
    host.do("options", options=options(SEASONS))
    host.do("pace", pace="fast")
    assert packs_told(slow) == [{"pack": SEASONS}]
    host.do("options", options=options(""))
    host.do("options", options=options(SEASONS))
    assert packs_told(slow) == [None], "it was told of this one, and of no other since"


def test_who_comes_back_is_given_the_pack_again() -> None:
    hall, code, _ = a_table()
    guest = hall.visit(code)
    guest.do("hello", table=code, keys=[], screen=False, language="fr")
    packs = [message["packs"] for message in guest.heard if message["tell"] == "lobby"]
    assert packs == [{"pack": SEASONS}] * 2


def test_a_pack_that_is_not_mentioned_stays() -> None:
    _, _, host = a_table()
    rules = {name: value for name, value in host.lobby["options"].items() if name != "pack"}
    host.do("options", options={**rules, "target": "15"})
    host.read()
    assert (host.lobby["options"]["target"], host.lobby["options"]["pack"]) == ("15", SEASONS)


def take_own(client: Client, seat: int) -> int:
    """Which move: the theme of the players' own, wherever a theme is to be chosen; else the first there is."""
    frame = client.frames[seat]
    own = [number for number, theme in enumerate(frame["board"]["themes"]) if theme["own"]]
    return next((place for place, move in enumerate(frame["moves"]) if move.get("theme") in own), 0)


def test_a_game_with_a_pack_of_one_s_own_is_seen_again_after_the_house_was_killed(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            seasons = Wire(GAME).options.to_json(FilOptions(mode="chacun", pack=SEASONS))
            _, people = await start_table(venue, "fil", "Ana", "Bob", "Cléo", options=seasons)
            ana = people[0]
            await play_until(venue, people, lambda frame: frame["outcome"] is not None, take_own)
            await ana.until_phase("over")
            address = f"/api/records/{ana.lobby['record']}?open=1&lang=fr"
            before = await venue.get(address)
            await venue.crash()
            await venue.start()
            assert (await venue.get(address))[2] == before[2]
            shown = json.loads(before[2])
            end = shown["moments"][-1]["frame"]["board"]
            assert {end["themes"][past["theme"]]["title"] for past in end["past"]} == {"Saisons"}
            assert all(past["mystery"]["text"].startswith("Saison") for past in end["past"])
            assert shown["outcome"] is not None
            # The record brings its pack along: it is all anybody needs to check the game elsewhere.
            file = (await venue.get(f"/api/records/{ana.lobby['record']}/file"))[2].decode()
            assert json.loads(file.splitlines()[0])["header"]["options"]["pack"] == SEASONS

    play_out(test)
