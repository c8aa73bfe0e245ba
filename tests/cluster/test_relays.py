"""Who comes to a table by way of another node is let in, counted, slowed down and told good-bye as anybody else, and
costs neither node more."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import asyncpg
import pytest
from tests.cluster.byway import ByWay
from tests.cluster.site import OneNode, nodes
from tests.cluster.stranger import Impostor
from tests.server import test_races
from tests.server.venue import Client, HandWall, Refused, open_table, play_out, play_whole, start_table
from websockets.asyncio.client import connect

from tablee.server.house.connection import Connection
from tablee.server.keys import hashed
from tablee.server.limits import LIMITS, Limits
from tablee.server.net import calls
from tablee.server.net.socket import Session
from tablee.server.store.interface import HasTable, Query

Scene: TypeAlias = Callable[[list[OneNode]], Awaitable[None]]
AT_SCHOOL = {"X-Forwarded-For": "203.0.113.7"}


@pytest.fixture
def on(tmp_path: Path, database: str) -> Callable[..., None]:
    """Plays a scene on two nodes. `hand`: time is turned by the test."""

    def play(scene: Scene, limits: Limits = LIMITS, hand: HandWall | None = None) -> None:
        async def test() -> None:
            async with nodes(tmp_path, database, 2, limits, hand) as site:
                await scene(site)

        play_out(test)

    return play


async def until(is_so: Callable[[], object]) -> None:
    while not is_so():
        await asyncio.sleep(0)


async def come(node: OneNode, code: str | None = None, *keys: str, **line: Any) -> Client:
    """With such headers, or over such a socket."""
    client = Client(await connect(f"ws://127.0.0.1:{node.port}/ws", max_size=None, compression=None, **line), node)
    node._clients.append(client)
    if code is not None:
        await client.do("hello", table=code, keys=list(keys), language="en")
    return client


# Who does not read.


async def a_slow_phone(node: OneNode, code: str, *keys: str) -> Client:
    """It takes its first messages, and then nothing until it is asked to."""
    some = socket.socket()
    some.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    some.setblocking(False)
    await asyncio.get_running_loop().sock_connect(some, ("127.0.0.1", node.port))
    phone = await come(node, code, *keys, sock=some, max_queue=1)
    for session in node.server.server_state.connections:
        if isinstance(session, Session):
            session.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return phone


def test_a_slow_phone_costs_no_memory_and_holds_nobody_up(on: Callable[..., None]) -> None:
    """On the same table, by way of the same node: what waits is bounded at both, others are told everything at once."""

    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, (ada, bob) = await start_table(one, "morpion", "Ada", "Bob")
        await ada.do("words", open=True)
        await bob.close()
        slow = await a_slow_phone(two, code, *bob.keys)
        (line,) = two.inside.out
        (guest,) = one.inside.guests
        here, there = line._connection, guest._connection
        assert there is not None
        eve = await two.client(code)
        said, most = 0, {"messages": 0, "bytes": 0}
        while not there.is_closing:
            text = f"{said} ".ljust(LIMITS.talk, "x")
            said += 1
            await ada.do("say", seat=0, channel="table", text=text)
            await eve.until(lambda text=text: eve.heard and eve.heard[-1].get("text") == text)  # type: ignore[misc]
            waiting = [item for item in here._queue.values() if isinstance(item, bytes)]
            most["messages"] = max(most["messages"], len(waiting))
            most["bytes"] = max(most["bytes"], sum(map(len, waiting)) + len(line._heard))
            assert len(there._queue) <= LIMITS.waiting + 1
        assert most["messages"] == calls.MOST_WAITING
        assert most["bytes"] < calls.MOST_WAITING * 1_000 + 4 * 65_536
        # Once it reads again it is told everything up to where it was too slow, in order, and that.
        await slow.until_closed()
        texts = [message["text"].strip("x ") for message in slow.heard if message["tell"] == "said"]
        assert texts == [str(number) for number in range(len(texts))]
        assert slow.bye is not None
        assert slow.bye["code"] == "too_slow"
        await play_whole([ada, await come_back(two, code, bob)])

    on(scene, replace(LIMITS, rate=10_000, burst=100_000))


async def come_back(node: OneNode, code: str, client: Client) -> Client:
    back = await node.client(code, *client.keys)
    await back.until_shown()
    return back


# Who asks too much.


def test_who_floods_is_stopped_at_the_node_it_came_to(on: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, _ = await start_table(one, "morpion", "Ada", "Bob")
        received: list[bytes | str] = []
        receive = one.house.receive
        flooder = await two.client(code)

        def counted(connection: Connection, text: bytes | str) -> None:
            received.append(text)
            receive(connection, text)

        monkeypatch.setattr(one.house, "receive", counted)
        for number in range(LIMITS.burst + 60):
            await flooder.send({"id": f"p{number}", "do": "ping", "sent": number})
        await flooder.until_closed()
        assert flooder.bye is not None
        assert flooder.bye["code"] == "too_fast"
        assert 0 < len(received) <= LIMITS.burst
        await until(lambda: not two.inside.out and not one.inside.guests)

    on(scene, hand=HandWall())


def test_who_comes_is_known_by_the_same_address_everywhere(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, _ = await open_table(one, "morpion", "Ada", "Bob")
        forged = {"X-Forwarded-For": '127.0.0.1", "203.0.113.7'}
        for headers, address in ((AT_SCHOOL, "203.0.113.7"), (forged, '"203.0.113.7')):
            pupil = await come(two, code, additional_headers=headers)
            await pupil.until(lambda pupil=pupil: pupil.lobby)  # type: ignore[misc]
            (guest,) = one.inside.guests
            assert guest._connection is not None
            assert guest._connection.address == address
            await pupil.close()
            await until(lambda: not one.inside.guests)

    on(scene)


def test_who_holds_a_key_does_not_wait_for_a_guesser_behind_the_same_address(on: Callable[..., None]) -> None:
    """Also where the table stands elsewhere. Time is turned by hand here: who has to wait would wait for ever."""
    hand = HandWall()

    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, (_, bob) = await start_table(one, "morpion", "Ada", "Bob")
        for node in site:
            node.pulse()
            guesser = await come(node, additional_headers=AT_SCHOOL)
            while not node.house._guesses.are_slowed("203.0.113.7"):
                with pytest.raises(Refused, match="table"):
                    await guesser.do("hello", table="ZZZZ", keys=["guessed"], language="en")
        pupil = await come(two, code, *bob.keys, additional_headers=AT_SCHOOL)
        await pupil.until_shown()
        assert pupil.you["places"] == [1]
        # And who has a wrong one waits once, not once more at the other node.
        other = await come(two, additional_headers=AT_SCHOOL)
        await other.send({"id": "hello", "do": "hello", "table": code, "keys": ["guessed"], "language": "en"})
        await until(lambda: two.house._guesses._waiting)
        assert "hello" not in other.answers
        hand.advance(LIMITS.guess_waits)
        await other.until(lambda: other.lobby)
        assert other.you == {"places": [], "host": False}

    on(scene, replace(LIMITS, burst=1_000), hand)


def test_so_many_tables_and_no_more_wherever_they_are_opened(on: Callable[..., None]) -> None:
    hand = HandWall()

    async def scene(site: list[OneNode]) -> None:
        hosts = [await node.client() for node in site]
        codes = set()
        for number in range(6):
            codes.add((await hosts[number % 2].do("open", game="morpion", name="Ada", emblem=None))["table"])
        assert len(codes) == 6
        hand.advance(LIMITS.tidy_full)
        for node, host in zip(site, hosts, strict=True):
            node.house._register.tidy(hand.now())
            await until(lambda node=node: node.house.number_of_tables == 6)  # type: ignore[misc]
            with pytest.raises(Refused, match="full"):
                await host.do("open", game="morpion", name="Ada", emblem=None)

    on(scene, replace(LIMITS, tables=6), hand)


# What becomes of what was said while nobody was there to hear it.


def test_every_command_is_answered_once_though_the_node_of_the_table_has_just_died(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, (ada, bob) = await start_table(one, "morpion", "Ada", "Bob")
        await ada.play(0)
        await one.crash()
        far = await come(two)
        await far.send({"id": "hello", "do": "hello", "table": code, "keys": bob.keys, "language": "en"})
        for number in range(5):
            await far.send({"id": f"ready-{number}", "do": "ready", "place": 1, "ready": True})
        await far.until(lambda: len(far.answers) == 6)
        assert far.answers["hello"]["ok"]
        assert not any(answer["ok"] for name, answer in far.answers.items() if name != "hello")
        await far.until_asked(1)
        assert code in two.house.tables

    on(scene)


def test_what_was_said_to_a_node_that_never_proved_who_it_is_is_refused(on: Callable[..., None]) -> None:
    """And it has heard nothing of it."""

    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, (_, bob) = await start_table(one, "morpion", "Ada", "Bob")
        one.inside.close()
        async with Impostor([], port=one.place.port) as silent:
            far = await come(two)
            await far.send({"id": "hello", "do": "hello", "table": code, "keys": bob.keys, "language": "en"})
            await until(lambda: two.inside.out)
            for number in range(5):
                await far.send({"id": f"ready-{number}", "do": "ready", "place": 1, "ready": True})
            await far.until(lambda: len(far.answers) == 5)
            assert {answer["refusal"]["code"] for answer in far.answers.values()} == {"not_read"}
            assert silent.heard == []

    on(scene)


def test_a_node_that_lives_but_cannot_be_reached_is_not_tried_for_ever(on: Callable[..., None]) -> None:
    hand = HandWall()

    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, people = await start_table(one, "morpion", "Ada", "Bob")
        one.inside.close()
        far = await come(two)
        await far.send({"id": "hello", "do": "hello", "table": code, "keys": [], "language": "en"})

        async def turn() -> None:
            while "hello" not in far.answers:
                hand.advance(200)
                await asyncio.sleep(0)

        turning = asyncio.ensure_future(turn())
        await far.until(lambda: "hello" in far.answers)
        await turning
        assert far.answers["hello"]["refusal"]["code"] == "not_read"
        await people[0].do("say", seat=0, channel="table", emote="bravo")

    on(scene, hand=hand)


# What nobody learns.


def test_a_relay_passes_on_what_its_own_device_is_told_and_hears_nothing_else(
    on: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    passed: list[bytes] = []
    pass_on = Connection.pass_on

    def overheard(connection: Connection, text: bytes) -> int:
        passed.append(text)
        return pass_on(connection, text)

    monkeypatch.setattr(Connection, "pass_on", overheard)

    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, (ada, bob) = await start_table(one, "pierres", "Ada", "Bob")
        far = await two.client(code, *bob.keys)
        await bob.close()
        await far.until_shown()
        ask = await ada.until_asked(0)
        await ada.do("play", seat=0, ask=ask["id"], action=ada.frames[0]["moves"][0])
        await ada.do("say", seat=0, channel="table", emote="bravo")
        await far.until(lambda: far.heard[-1]["tell"] == "said")
        assert passed
        assert passed == [text for text in far.bytes if text in passed]
        assert all(json.loads(text).get("seat") in (1, None) for text in passed if b'"tell":"frame"' in text)
        assert not any(key.encode() in text for key in ada.keys for text in passed)

    on(scene)


def draw_code(node: OneNode, code: str) -> None:
    """The next table there is to have this code, which another one has taken since somebody looked."""
    draw, read, drawn = node.house._chance.code, node.house.store.read, [code]

    def look(query: Query[Any], done: Callable[[Any], None]) -> None:
        if isinstance(query, HasTable):
            done(False)
        else:
            read(query, done)

    node.house._chance.code = lambda taken: drawn.pop() if drawn else draw(taken)  # type: ignore[method-assign]
    node.house.store.read = look  # type: ignore[method-assign]


def test_logs_and_figures_of_nodes_hold_no_secret(tmp_path: Path, database: str) -> None:
    async def test() -> None:
        address = database.replace("tablee@", "tablee:hunter2@")
        async with nodes(tmp_path, address, 3) as site:
            one, two, _ = site
            code, people = await start_table(one, "morpion", "Clothilde", "Barnabé")
            far = [await node.client(code, *people[1].keys) for node in site]
            await people[0].play(0)
            for node in site:
                node.pulse()
            # Two tables of one code, a commit that fails, a node that dies.
            draw_code(two, code)
            await (await two.client()).do("open", game="morpion", name="Eve", emblem=None)
            connection = await asyncpg.connect(database)
            await connection.execute("INSERT INTO log VALUES ($1, 1, 2, '', NULL)", code)
            await connection.close()
            with pytest.raises(Refused):
                await people[1].play(1)
            pages = [(await node.get(path))[2] for node in site for path in ("/metrics", "/healthz")]
            await one.crash()
            await until(lambda: '"not_kept"' in one.log.getvalue() and '"not_kept"' in two.log.getvalue())
            told = b"".join(pages).decode() + "".join(node.log.getvalue() for node in site)
            keys = [key for person in people for key in person.keys]
            secrets = (site[0].shared.secret, code, "hunter2", "Clothilde", "Barnab", "Eve", *keys, *map(hashed, keys))
            assert [secret for secret in secrets if secret in told] == []
            assert far

    play_out(test)


# Races.


class _Mixed(ByWay):
    """Who opens the table comes to it straight, all others by way of the other node."""

    async def client(self, table: str | None = None, *keys: str, path: str = "/ws", **hello: Any) -> Client:
        if table is None:
            return await self.owner.client(path=path, **hello)
        return await super().client(table, *keys, path=path, **hello)


def test_the_finger_decides_a_race_and_not_the_node(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One straight, the other behind a line that is longer by ten times: the quicker one wins, by what both devices
    and the pings of the table's own node say."""
    monkeypatch.setattr(test_races, "Venue", partial(_Mixed, database=database))
    test_races.test_the_quicker_finger_wins_behind_the_longer_line(tmp_path)
