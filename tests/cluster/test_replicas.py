"""PostgreSQL with a replica, and its backups: what was acknowledged outlives the primary, and a copy plays on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.cluster.lines import Line
from tests.cluster.postgres import ROLE, Postgres
from tests.cluster.replicas import base_backup, kill, replica_of, run, say, wait_for_it
from tests.cluster.site import OneNode, nodes
from tests.server.venue import Client, Refused, Venue, play_out, play_whole, start_table
from websockets.exceptions import ConnectionClosed

from tablee.server.store.interface import StoreError
from tablee.server.store.postgres.calling import addresses
from tablee.server.store.postgres.schema import connect, shown


async def come_back(node: Venue, code: str, client: Client) -> Client:
    back = await node.client(code, *client.keys)
    await back.until_shown()
    return back


class Player:
    """Plays whenever somebody is asked, and remembers what was acknowledged."""

    def __init__(self, node: OneNode, code: str, people: list[Client], strike: Callable[[], None]) -> None:
        """`strike` is called while the fourth move is on its way."""
        self.node, self.code, self.people, self.strike = node, code, people, strike
        self.is_struck = False
        self.acknowledged: list[tuple[int, object]] = []

    async def play_on(self) -> None:
        """Until the game is over, whatever is refused and whatever breaks."""
        while True:
            for seat in (0, 1):
                frame = self.people[seat].frames[seat]
                if frame["outcome"] is not None:
                    return
                ask = self.people[seat].asked(seat)
                if ask is not None:
                    await self._move(seat, ask["id"], frame["moves"][0])
                    break
            else:
                await self.people[0].hear()

    async def _move(self, seat: int, ask: str, action: object) -> None:
        command = f"move-of-{seat}-at-{ask}".replace(".", "-").replace(":", "-")
        if len(self.acknowledged) == 3 and not self.is_struck:
            self.is_struck = True
            asyncio.get_running_loop().call_soon(self.strike)
        while True:
            try:
                await self.people[seat].do("play", id=command, seat=seat, ask=ask, action=action)
                break
            except Refused as refused:
                if refused.code not in ("not_kept", "not_read"):
                    raise
                await asyncio.sleep(0.02)  # people do not ask again at once either
            except ConnectionClosed:
                self.people = [await come_back(self.node, self.code, one) for one in self.people]
        self.acknowledged.append((seat, action))
        for one, own in enumerate(self.people):
            await own.until(partial(self._has_seen, own, one, ask))

    @staticmethod
    def _has_seen(client: Client, seat: int, ask: str) -> bool:
        """That it is answered."""
        return all(one["id"] != ask for one in client.frames[seat]["asks"])


async def steps_of(node: Venue, record: str) -> list[tuple[int, object]]:
    """Of a finished game, by the node that is asked; it may not have found the other data base yet."""
    while (answer := await node.get(f"/api/records/{record}/file"))[0] == 503:
        await asyncio.sleep(0.05)
    status, _, body = answer
    assert status == 200
    lines = [json.loads(line) for line in body.splitlines()]
    return [(line["seat"], line["action"]) for line in lines if line.get("seat") is not None and "action" in line]


def test_what_was_acknowledged_outlives_the_primary_where_commits_wait_for_the_replica(
    tmp_path: Path, own_postgres: Postgres
) -> None:
    primary = own_postgres
    primary.make_database("house")

    async def scene(replica: Postgres) -> None:
        await wait_for_it(primary.address("house"))
        with pytest.raises(StoreError, match=r"only read\. Promote one"):
            await connect(f"postgresql://{ROLE}@127.0.0.1:{replica.port},localhost:{replica.port}/house")
        both = f"postgresql://{ROLE}@127.0.0.1:{primary.port},127.0.0.1:{replica.port}/house"
        async with nodes(tmp_path, both, 2) as (one, two):
            code, (ada, bob) = await start_table(one, "morpion", "Ada", "Bob")
            people = [await come_back(two, code, ada), await come_back(two, code, bob)]
            player = Player(two, code, people, lambda: kill(primary))
            playing = asyncio.ensure_future(player.play_on())
            while not (one.shared.is_refusing and two.shared.is_refusing) and not playing.done():
                await asyncio.sleep(0.01)
            await say(replica.address("house"), "SELECT pg_promote()")
            await playing
            await player.people[0].until_phase("over")
            record = player.people[0].lobby["record"]
            for node in (one, two):
                assert await steps_of(node, record) == player.acknowledged

    with replica_of(primary) as replica:
        play_out(lambda: scene(replica))


def test_a_machine_that_was_switched_off_does_not_hide_the_other(shared_postgres: Postgres, database: str) -> None:
    name = database.partition("/house")[2].partition("?")[0]

    async def test() -> None:
        line = Line(shared_postgres.port)
        await line.open()
        line.cut("silent")
        try:
            both = f"postgresql://{ROLE}@127.0.0.1:{line.port},127.0.0.1:{shared_postgres.port}/house{name}"
            connection = await connect(both)
            assert await connection.fetchval("SELECT inet_server_port()") == shared_postgres.port
            await connection.close()
        finally:
            await line.close()

    play_out(test)


def test_an_address_may_name_several_machines() -> None:
    one = "postgresql://u:p%40ss@db-1:5432/house?sslmode=verify-full"
    assert addresses(one) == [one]
    assert addresses("postgresql://u:p%40ss@db-1:5432,db-2/house?sslmode=require") == [
        "postgresql://u:p%40ss@db-1:5432/house?sslmode=require&target_session_attrs=read-write",
        "postgresql://u:p%40ss@db-2/house?sslmode=require&target_session_attrs=read-write",
    ]
    assert addresses("postgresql://a,b/house?target_session_attrs=any")[1] == (
        "postgresql://b/house?target_session_attrs=any"
    )
    assert shown("postgresql://u:secret@db-1:5432,db-2:5433/house?x=y") == "db-1:5432,db-2:5433/house"
    assert shown("postgresql://u@/house?host=/run") == "its socket/house"


async def leave_in_the_midst(node: OneNode) -> tuple[str, list[Client], object]:
    """A game of which some moves are kept, and how its board stood."""
    code, (ada, bob) = await start_table(node, "morpion", "Ada", "Bob")
    await ada.play(0)
    await bob.play(1)
    await ada.until(lambda: sum(map(bool, ada.frames[0]["board"]["cells"])) == 2)
    return code, [ada, bob], ada.frames[0]["board"]


async def play_to_the_end(node: OneNode, code: str, people: list[Client], board: object) -> None:
    back = [await come_back(node, code, one) for one in people]
    await back[0].until_asked(0)
    assert back[0].frames[0]["board"] == board
    await play_whole(back)


def test_a_data_base_restored_from_a_dump_plays_on(tmp_path: Path, own_postgres: Postgres) -> None:
    address = own_postgres.make_database("house")
    line = ("-h", own_postgres.folder, "-p", str(own_postgres.port), "-U", ROLE)

    async def test() -> None:
        async with nodes(tmp_path, address, 1) as (node,):
            code, people, board = await leave_in_the_midst(node)
            dump = own_postgres.folder / "house.dump"
            await asyncio.to_thread(run, "pg_dump", *line, "-Fc", "-f", dump, "house")
            await people[0].play(0)  # after the dump: it is not in it
            await node.crash()
            await asyncio.to_thread(run, "createdb", *line, "restored")
            await asyncio.to_thread(
                run,
                "pg_restore",
                *line,
                "--exit-on-error",
                "--no-owner",
                "--single-transaction",
                "-d",
                "restored",
                dump,
            )
            async with nodes(tmp_path, own_postgres.address("restored"), 1) as (other,):
                await play_to_the_end(other, code, people, board)

    play_out(test)


def test_a_copy_of_the_whole_server_plays_on(tmp_path: Path, own_postgres: Postgres) -> None:
    address = own_postgres.make_database("house")

    async def test() -> None:
        async with nodes(tmp_path, address, 1) as (node,):
            code, people, board = await leave_in_the_midst(node)
            copy = await asyncio.to_thread(base_backup, own_postgres, own_postgres.folder / "copy")
            await node.crash()
        await asyncio.to_thread(own_postgres.stop, "immediate")
        restored = Postgres(own_postgres.folder, copy)
        try:
            await asyncio.to_thread(restored.start)
            async with nodes(tmp_path, restored.address("house"), 1) as (other,):
                await play_to_the_end(other, code, people, board)
        finally:
            restored.close()

    play_out(test)
