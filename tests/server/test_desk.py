"""The host's desk: names, silence, free talk, handing the desk over, stopping a game, clearing a table away."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest
from tests.server.hall import Hall, Visitor, start_people
from tests.server.keeping import ask, entries_of
from tests.server.venue import Refused, Venue, open_table, play_out, play_whole, start_table

from tablee.server.store.interface import PastOf
from tablee.server.table.names import is_rude
from tablee.server.table.turns import ring


def refused(visitor: Visitor, do: str, **fields: object) -> str:
    with pytest.raises(Refused) as refusal:
        visitor.do(do, **fields)
    return refusal.value.code


@pytest.fixture
def table() -> tuple[Hall, str, Visitor, Visitor]:
    hall = Hall()
    code, (host, guest) = start_people(hall, "morpion", 2)
    return hall, code, host, guest


Table = tuple[Hall, str, Visitor, Visitor]


def test_the_host_renames_people_and_leaves_them_their_emblem(table: Table) -> None:
    _, _, host, guest = table
    guest.do("rename", place=1, name="Poison", emblem="poire")
    host.do("rename", place=1, name="Bob", emblem=None)
    guest.read()
    assert (guest.lobby["places"][1]["name"], guest.lobby["places"][1]["emblem"]) == ("Bob", "poire")
    assert refused(guest, "rename", place=0, name="Roi") == "not_your_place"
    assert refused(host, "rename", place=7, name="X") == "no_such_place"


def test_who_is_muted_is_heard_by_nobody_until_the_host_relents(table: Table) -> None:
    _, _, host, guest = table
    host.do("mute", place=1, muted=True)
    assert refused(guest, "say", seat=1, channel="table", emote="bravo") == "muted"
    assert refused(guest, "mute", place=1, muted=False) == "host_only"
    host.do("mute", place=1, muted=False)
    guest.do("say", seat=1, channel="table", emote="bravo")
    host.read()
    assert host.heard[-1]["emote"] == "bravo"


def test_people_touch_phrases_and_write_once_the_host_lets_them(table: Table) -> None:
    _, _, host, guest = table
    assert refused(guest, "say", seat=1, channel="table", text="Salut") == "phrases_only"
    assert refused(guest, "words", open=True) == "host_only"
    host.do("words", open=True)
    guest.read()
    assert guest.lobby["words"] is True
    guest.do("say", seat=1, channel="table", text="Salut")
    host.do("words", open=False)
    assert refused(host, "say", seat=0, channel="table", text="Salut") == "phrases_only"


def test_the_desk_goes_to_somebody_else(table: Table) -> None:
    hall, code, host, guest = table
    assert refused(guest, "desk", place=1) == "host_only"
    assert refused(host, "desk", place=5) == "no_such_place"
    host.do("desk", place=1)
    guest.read()
    assert (host.you["host"], guest.you["host"]) == (False, True)
    assert [place["host"] for place in guest.lobby["places"]] == [False, True]
    assert refused(host, "words", open=True) == "host_only"
    guest.do("words", open=True)
    assert hall.visit(code, *guest.keys).do("hello", table=code, keys=guest.keys)["ok"]


def test_a_game_that_is_stopped_leaves_no_trace_and_another_can_begin(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, guest) = await start_table(venue, "morpion", "Ana", "Bob")
            await host.play(0)
            await host.do("pause")
            with pytest.raises(Exception, match="Only whoever opened"):
                await guest.do("end")
            await host.do("end")
            await guest.until(lambda: guest.lobby["phase"] == "lobby")
            assert guest.lobby["paused"] is False
            with pytest.raises(Exception, match="No game is on"):
                await host.do("end")
            assert await entries_of(venue.store, code) is None
            assert list(await ask(venue.store, PastOf(None))) == []
        async with Venue(tmp_path) as venue:
            host = await venue.client(code, *host.keys)
            guest = await venue.client(code, *guest.keys)
            await guest.do("ready", place=1, ready=True)
            await host.do("start")
            for person in (host, guest):
                await person.until_shown()
            await play_whole([host, guest])
            assert len(await ask(venue.store, PastOf(None))) == 1

    play_out(test)


@pytest.mark.parametrize("is_playing", [False, True])
def test_a_table_that_is_cleared_away_is_gone_from_the_disk_too(tmp_path: Path, is_playing: bool) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            setting = start_table if is_playing else open_table
            code, (host, guest) = await setting(venue, "morpion", "Anastasia", "Barnabe")
            other, _ = await start_table(venue, "morpion", "Cleo", "Dora")
            with pytest.raises(Exception, match="Only whoever opened"):
                await guest.do("close")
            await host.do("close")
            await guest.until_closed()
            assert guest.bye is not None
            assert guest.bye["code"] == "cleared"
            with pytest.raises(Exception, match="There is no table"):
                await venue.client(code)
        for file in tmp_path.iterdir():
            assert b"Anastasia" not in file.read_bytes(), file.name
        async with Venue(tmp_path) as venue:
            with pytest.raises(Exception, match="There is no table"):
                await venue.client(code)
            await venue.client(other)

    play_out(test)


def test_what_comes_for_a_table_while_it_is_cleared_away_finds_nothing(tmp_path: Path) -> None:
    """Somebody knocks and a clock rings while the disk is written: neither brings the table back."""

    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, _) = await start_table(venue, "morpion", "Anastasia", "Barnabe")
            actor = venue.house.tables[code]
            late = await venue.client()
            # Both wait in the mailbox until the table is gone.
            await host.send({"id": "clear-it-away", "do": "close"})
            while not actor._is_busy:
                await asyncio.sleep(0)
            actor.post(partial(ring, actor))
            with pytest.raises(Refused) as refusal:
                await late.do("hello", table=code, keys=host.keys)
            assert refusal.value.code == "no_such_table"
            assert (actor.running, actor.timer, list(actor.visits)) == (None, None, [])
        async with Venue(tmp_path) as venue:
            with pytest.raises(Exception, match="There is no table"):
                await venue.client(code)

    play_out(test)


def test_the_record_of_a_clubs_table_keeps_no_name(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            host = await venue.client()
            code = (await host.do("open", game="morpion", name=None, emblem=None, club=True))["table"]
            people = []
            for place, name in enumerate(("Anastasia", "Barnabe")):
                person = await venue.client(code)
                await person.do("sit", place=place, name=name, emblem=None)
                await person.do("ready", place=place, ready=True)
                people.append(person)
            await host.do("start")
            for person in people:
                await person.until_shown()
            assert people[0].lobby["places"][1]["name"] == "Barnabe", "at the table everybody has their name"
            await play_whole(people)
            (row,) = await ask(venue.store, PastOf(None))
            assert [person["names"]["fr"] for person in json.loads(row.people)] == ["Joueur 1", "Joueur 2"]
            await host.do("close")
            await people[0].until_closed()
            assert len(await ask(venue.store, PastOf(None))) == 1, "what was played can be seen again"
        for file in tmp_path.iterdir():
            assert b"Anastasia" not in file.read_bytes(), file.name

    play_out(test)


RUDE = ("Connard", "PUTAIN", "p u t e", "m3rd3", "Con", "Énculé", "fuuuuck", "sh1t", "Gros con", "N1que", "s@lope")
FINE = (
    "Connor Monique Nazim Cassandra Conchita Hitomi Scunthorpe Yoshito Dick Bitencourt Pascale Assia Culliver Penelope "
    "Chattanooga Computer Élodie 李雷 Ömer J-P 007 Papi"
)


@pytest.mark.parametrize("name", RUDE)
def test_a_rude_name_is_refused_with_a_sentence(table: Table, name: str) -> None:
    assert refused(table[3], "rename", place=1, name=name) == "rude_name"


@pytest.mark.parametrize("name", FINE.split())
def test_no_real_name_is_taken_for_a_rude_one(name: str) -> None:
    assert not is_rude(name)
