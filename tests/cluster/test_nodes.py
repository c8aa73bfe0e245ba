"""Several houses on one data base are one house to whoever plays there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest
from tests.cluster.site import OneNode, nodes
from tests.server.venue import Client, Refused, open_table, play_out, play_whole, start_table

Scene: TypeAlias = Callable[[list[OneNode]], Awaitable[None]]


@pytest.fixture
def on(tmp_path: Path, database: str) -> Callable[[Scene], None]:
    """Plays a scene on two nodes."""

    def play(scene: Scene) -> None:
        async def test() -> None:
            async with nodes(tmp_path, database) as site:
                await scene(site)

        play_out(test)

    return play


async def come_back(node: OneNode, code: str, client: Client) -> Client:
    back = await node.client(code, *client.keys)
    await back.until_shown()
    return back


def is_at(client: Client, code: str) -> bool:
    return client.lobby.get("code") == code


def test_a_table_is_played_by_way_of_any_node(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, (ada, bob) = await start_table(one, "morpion", "Ada", "Bob")
        far = await come_back(two, code, bob)
        await bob.close()
        assert code in one.house.tables
        assert code not in two.house.tables
        await play_whole([ada, far])
        assert ada.frames[0]["outcome"] == far.frames[1]["outcome"]
        assert far.frames[1]["board"] == ada.frames[0]["board"]

    on(scene)


def test_who_came_by_another_node_sees_no_byte_that_others_do_not(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, (ada, bob) = await start_table(one, "morpion", "Ada", "Bob")
        near = await one.client(code)
        far = await two.client(code)
        await near.until_shown()
        await far.until_shown()
        await ada.play(0)
        await bob.until_asked(1)
        await near.until(lambda: near.frames[None]["asks"][0]["awaited"] == [1])
        await far.until(lambda: far.frames[None]["asks"][0]["awaited"] == [1])
        assert near.frames[None]["board"] == far.frames[None]["board"]
        assert far.frames.keys() == {None}

    on(scene)


def test_a_table_of_a_node_that_left_is_found_at_another_where_it_stood(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, (ada, bob) = await start_table(one, "morpion", "Ada", "Bob")
        await ada.play(0)
        far = await come_back(two, code, bob)
        board = far.frames[1]["board"]
        await one.leave()
        await far.until_closed()
        assert far.bye is not None
        assert far.bye["code"] == "closing"
        ada, bob = await come_back(two, code, ada), await come_back(two, code, bob)
        await bob.until_asked(1)
        assert bob.frames[1]["board"] == board
        assert code in two.house.tables
        await play_whole([ada, bob])

    on(scene)


def test_a_table_of_a_node_that_died_is_taken_by_whoever_is_asked_for_it(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, (ada, bob) = await start_table(one, "morpion", "Ada", "Bob")
        await ada.play(0)
        await bob.until_asked(1)
        await one.crash()
        began = asyncio.get_running_loop().time()
        back = await come_back(two, code, bob)
        await back.until_asked(1)
        assert asyncio.get_running_loop().time() - began < 4
        assert code in two.house.tables
        await play_whole([await come_back(two, code, ada), back])

    on(scene)


def test_one_socket_goes_from_table_to_table_wherever_they_are(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        there, _ = await start_table(one, "morpion", "Ada", "Bob")
        here, _ = await start_table(two, "morpion", "Eve", "Dan")
        guest = await two.client()
        for code in (there, here, there, there, here):
            await guest.do("hello", table=code, keys=[], language="en")
            await guest.until(partial(is_at, guest, code))
        assert not two.inside.out
        with pytest.raises(Refused, match="table"):
            await guest.do("hello", table="ZZZZ", keys=[], language="en")
        await guest.send({"id": "p", "do": "ping", "sent": 1})
        await guest.until(lambda: guest.heard[-1]["tell"] == "pong")

    on(scene)


def test_the_same_opening_command_opens_one_table_wherever_it_comes(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        ada, again = await one.client(), await two.client()
        opening = {"id": "an-id-that-nobody-guesses", "game": "morpion", "name": "Ada", "emblem": None}
        answers = await asyncio.gather(ada.do("open", **opening), again.do("open", **opening))
        assert answers[0]["table"] == answers[1]["table"]
        assert answers[0]["key"] != answers[1]["key"]
        assert sum(len(node.house.tables) for node in site) == 1

    on(scene)


def test_pages_of_a_table_are_the_same_at_every_node(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, _ = await open_table(one, "morpion", "Ada", "Bob")
        pages = [json.loads((await node.get(f"/api/tables/{code}"))[2]) for node in site]
        assert pages[0]["exists"]
        assert pages[0]["game"] == pages[1]["game"]
        assert pages[0]["phase"] == pages[1]["phase"]
        assert (await two.get(f"/qr/{code}.svg"))[0] == 200
        assert not json.loads((await two.get("/api/tables/ZZZZ"))[2])["exists"]

    on(scene)


def test_the_path_of_a_socket_may_name_its_table(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, _ = site
        code, _ = await open_table(one, "morpion", "Ada", "Bob")
        guest = await one.client(code, path=f"/ws/{code}")
        await guest.until(lambda: guest.lobby)
        assert guest.lobby["code"] == code

    on(scene)


def test_a_table_at_which_nobody_is_yet_goes_to_the_node_by_which_its_people_come(on: Callable[[Scene], None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        opener = await one.client()
        code = (await opener.do("open", game="morpion", name="Ada", emblem=None))["table"]
        await opener.close()
        while one.house.tables[code].visits:
            await asyncio.sleep(0)
        ada, bob = await two.client(code, *opener.keys), await one.client(code)
        await bob.do("sit", place=1, name="Bob", emblem=None)
        await bob.do("ready", place=1, ready=True)
        assert code in two.house.tables
        assert code not in one.house.tables
        await ada.do("start")
        for client in (ada, bob):
            await client.until_shown()
        await ada.close()
        await bob.close()
        while two.house.tables[code].visits:
            await asyncio.sleep(0)
        await come_back(one, code, bob)
        assert code in two.house.tables, "once a game has begun it stays"

    on(scene)
