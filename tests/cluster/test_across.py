"""Whatever people do around a table works wherever it stands and by whichever node they come: three nodes, the table at
the first, people at all of them."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Awaitable, Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

import asyncpg
import pytest
from tests.cluster.site import OneNode, nodes
from tests.server.venue import Client, Message, Refused, open_table, play_out, play_whole, start_table

from tablee.server.keys import hashed

Scene: TypeAlias = Callable[[list[OneNode]], Awaitable[None]]
AWAY = {"x-forwarded-for": "203.0.113.9"}
"""As a proxy passes somebody on."""


@pytest.fixture
def on(tmp_path: Path, database: str) -> Callable[[Scene], None]:
    """Plays a scene on three nodes."""

    def play(scene: Scene) -> None:
        async def test() -> None:
            async with nodes(tmp_path, database, 3) as site:
                await scene(site)

        play_out(test)

    return play


async def come(node: OneNode, code: str, client: Client) -> Client:
    """The same person by way of this node; the line before is gone."""
    back = await node.client(code, *client.keys)
    await back.until(lambda: back.lobby)
    await client.close()
    return back


def is_paused(client: Client) -> bool:
    return bool(client.lobby["paused"])


def is_host(client: Client) -> bool:
    return bool(client.you.get("host"))


def has_heard(client: Client, tell: str) -> bool:
    return bool(client.heard[-1]["tell"] == tell)


async def until_away(client: Client, place: int) -> None:
    await client.until(lambda: client.lobby and not client.lobby["places"][place]["here"])


async def everything(database: str) -> str:
    """All that stands in all tables of the data base."""
    connection = await asyncpg.connect(database)
    try:
        tables = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        rows = [await connection.fetch(f"SELECT one::text FROM {table[0]} AS one") for table in tables]
        return "\n".join(row[0] for some in rows for row in some)
    finally:
        await connection.close()


async def a_game(site: list[OneNode], at: int, *names: str) -> tuple[str, str, list[Client]]:
    """Played at this node, the second person by way of the next: table, record, people."""
    code, (host, guest) = await start_table(site[at], "morpion", *names)
    guest = await come(site[(at + 1) % 3], code, guest)
    await guest.until_shown()
    await play_whole([host, guest])
    await host.until_phase("over")
    return code, host.lobby["record"], [host, guest]


# The desk.


def test_a_club_s_desk_leads_tables_wherever_they_are(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        tables: list[tuple[str, list[str], Client]] = []
        for node in site:  # a balancer sends who opens them anywhere
            host = await node.client()
            answer = await host.do("open", game="morpion", name=None, emblem=None, club=True)
            tables.append((answer["table"], host.keys, await come(site[1], answer["table"], host)))
        assert len({code for code, _, _ in tables}) == 3
        for place, (code, _, desk) in enumerate(tables):
            people = [await site[(place + one) % 3].client(code) for one in (1, 2)]
            for number, person in enumerate(people):
                await person.do("sit", place=number, name=f"Child {number}", emblem=None)
                await person.do("ready", place=number, ready=True)
            await desk.do("start")
            for person in people:
                await person.until_shown()
        for _, _, desk in tables:
            await desk.do("pause")
            await desk.until(partial(is_paused, desk))
            await desk.do("resume")
            await desk.do("end")
            await desk.until_phase("lobby")
            await desk.do("move", **{"from": 0, "to": 1})
            await desk.do("remove", place=1)
        # Another device of the same desk, by way of yet another node.
        for code, keys, _ in tables:
            again = await site[2].client(code, *keys)
            await again.until(partial(is_host, again))
            await again.do("close")
            with pytest.raises(Refused, match="table"):
                await site[0].client(code)
        assert sum(len(node.house.tables) for node in site) == 0

    on(scene)


def test_desk_and_seat_are_handed_over_between_nodes(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        code, (ada, bob) = await start_table(site[0], "morpion", "Ada", "Bob")
        ada, bob = await come(site[1], code, ada), await come(site[2], code, bob)
        await ada.do("desk", place=1)
        await bob.until(lambda: bob.you.get("host"))
        assert bob.lobby["places"][1]["host"]
        with pytest.raises(Refused):
            await ada.do("end")
        await ada.play(0)  # her bot will not be asked
        await bob.do("hand_over", place=0, level=None)
        await ada.until(lambda: ada.lobby["places"][0]["stand_in"])
        await ada.do("take_back", place=0)
        await bob.until(lambda: bob.lobby["places"][0]["stand_in"] is None)
        await play_whole([ada, bob])

    on(scene)


def test_a_seat_is_claimed_from_another_node_than_it_was_taken_and_admitted_by_a_third(
    on: Callable[[Scene], None],
) -> None:
    async def scene(site: list[OneNode]) -> None:
        code, (ada, bob) = await start_table(site[0], "morpion", "Ada", "Bob")
        ada, bob = await come(site[2], code, ada), await come(site[1], code, bob)
        await bob.until_shown()
        stranger = await site[0].client(code)
        with pytest.raises(Refused):
            await stranger.do("reclaim", place=1)
        await bob.close()
        await until_away(ada, 1)
        phone = await site[1].client(code)
        asked = await phone.do("reclaim", place=1)
        await ada.until(lambda: ada.lobby["places"][1]["claim"] == asked["number"])
        await ada.do("admit", place=1, number=asked["number"], yes=True)
        phone = await come(site[0], code, phone)
        await phone.until(lambda: phone.you["places"] == [1])
        await phone.until_shown()
        old = await site[1].client(code, *bob.keys)
        await old.until(lambda: old.you)
        assert old.you["places"] == []
        await ada.until_shown()
        await play_whole([ada, phone])

    on(scene)


def test_a_shared_screen_and_those_who_look_on_come_by_any_node(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        code, people = await start_table(site[0], "pierres", "Ada", "Bob")
        screens = [await node.client(code, screen=True) for node in site]
        watchers = [await node.client(code) for node in site]
        for one in (*screens, *watchers):
            await one.until_shown()
            assert one.frames.keys() == {None}
            assert one.frames[None]["hand"] is None
        assert len({json.dumps(one.frames[None]["board"], sort_keys=True) for one in (*screens, *watchers)}) == 1
        await people[0].do("say", seat=0, channel="table", emote="bravo")
        for one in (*screens, *watchers):
            await one.until(partial(has_heard, one, "said"))

    on(scene)


# What is kept of finished games.


async def asked(node: OneNode, path: str, question: Message, headers: dict[str, str]) -> bytes:
    status, _, body = await node.send("POST", f"/api/evenings{path}?lang=en", question, **headers)
    assert status == 200
    return body


def test_past_games_are_the_same_at_every_node(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        records = [(await a_game(site, at, "Ada", f"Bob {at}"))[1] for at in range(3)]
        named = {"records": records, "seats": {record: [0] for record in records}}
        for question, headers in (({}, {}), (named, AWAY), ({**named, "text": "bob 1"}, AWAY)):
            lists = [await asked(node, "", question, headers) for node in site]
            assert lists[0] == lists[1] == lists[2]
            figures = [await asked(node, "/figures", question, headers) for node in site]
            assert figures[0] == figures[1] == figures[2]
        assert [one["record"] for one in json.loads(await asked(site[1], "", {}, {}))["evenings"]] == records[::-1]
        assert json.loads(await asked(site[2], "/figures", named, AWAY))["people"][0]["played"] == 3
        for path in ("", "?open=1", "?seat=1", "/story", "/file"):
            answers = [await node.get(f"/api/records/{records[1]}{path}") for node in site]
            assert {status for status, _, _ in answers} == {200}
            assert len({body for _, _, body in answers}) == 1
        packed = [zipfile.ZipFile(BytesIO(await asked(node, "/file", named, AWAY))) for node in site]
        assert packed[0].namelist() == packed[1].namelist() == packed[2].namelist()
        lessons = [(await node.get("/api/lessons/pierres?lang=fr"))[2] for node in site]
        assert len(set(lessons)) == 1

    on(scene)


def test_a_game_is_deleted_at_any_node_by_who_was_there_and_by_nobody_else(
    on: Callable[[Scene], None], database: str
) -> None:
    async def scene(site: list[OneNode]) -> None:
        code, record, (ada, bob) = await a_game(site, 0, "Clothilde", "Barnabé")
        for node in site:  # also those who have seen it played again
            assert (await node.get(f"/api/records/{record}?open=1"))[0] == 200
            assert (await node.send("DELETE", f"/api/records/{record}", {"keys": ["guessed"]}, **AWAY))[0] == 403
        assert (await site[2].send("DELETE", f"/api/records/{record}", {"keys": bob.keys}, **AWAY))[0] == 200
        for node in site:
            for path in ("", "?open=1", "/story", "/file"):
                assert (await node.get(f"/api/records/{record}{path}"))[0] == 404
            assert json.loads(await asked(node, "", {"records": [record]}, AWAY))["count"] == 0
        # People sit there still; once their table is cleared away, by way of another node, nothing is left of them.
        host = await come(site[1], code, ada)
        await host.do("close")
        left = await everything(database)
        for trace in ("Clothilde", "Barnab", code, record, *map(hashed, (*ada.keys, *bob.keys)), *ada.keys, *bob.keys):
            assert trace not in left

    on(scene)


@pytest.mark.parametrize("is_playing", [False, True])
def test_of_a_table_that_is_cleared_away_from_elsewhere_no_byte_is_left(
    on: Callable[[Scene], None], database: str, is_playing: bool
) -> None:
    async def scene(site: list[OneNode]) -> None:
        people: list[Client]
        if is_playing:
            code, people = await start_table(site[0], "morpion", "Clothilde", "Barnabé")
            await people[0].play(0)
        else:
            code, people = await open_table(site[0], "morpion", "Clothilde", "Barnabé")
        site[0].pulse()  # how late it is there
        host, guest = await come(site[1], code, people[0]), await come(site[2], code, people[1])
        await host.do("close")
        await guest.until_closed()
        assert guest.bye is not None
        assert guest.bye["code"] == "cleared"
        traces = ("Clothilde", "Barnab", code, *(hashed(key) for one in people for key in one.keys))
        left = await everything(database)
        assert not any(trace in left for trace in traces if trace != code)
        while code in left:  # it was noted in the very moment how late it was there: until that is noted again
            site[0].pulse()
            left = await everything(database)
        for node in site:
            assert not json.loads((await node.get(f"/api/tables/{code}"))[2])["exists"]

    on(scene)
