"""Whatever is wrong with the data base: a sentence in the person's language, and nothing is changed or lost."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import asyncpg
import pytest
from tests.cluster.encrypted import CERTIFICATES, encrypted
from tests.cluster.postgres import Postgres
from tests.cluster.site import OneNode, nodes
from tests.server.keeping import ask, entries, entries_of, game, gathered, keep, record
from tests.server.venue import Refused, play_out, play_whole, start_table

from tablee.cli import main
from tablee.cli.tongue import VARIABLES, say
from tablee.kernel.game import Ms
from tablee.server.outside import LoopWall, Timer
from tablee.server.store.interface import Finish, NewTable, PastOf, SaveSummary, SaveTable, Unplayed
from tablee.server.store.postgres.lives import Node
from tablee.server.store.postgres.store import open_store

HOUR = 3_600_000
"""Milliseconds."""
FORTY_DAYS = 40 * 24 * HOUR
Serve: TypeAlias = Callable[..., str]


@pytest.fixture
def serve(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Serve]:
    """`tablee serve` on a data base with which it cannot be: what it says, which it can say in French too."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    turn = sys.getswitchinterval()

    def run(address: str, node: str = "north") -> str:
        capsys.readouterr()
        place = ("--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
        status = main(["serve", *place, "--store", address, "--node", node])
        out, err = capsys.readouterr()
        assert (status, out) == (2, "")
        sentence = err.strip().splitlines()[-1].removeprefix("tablee: ")
        assert say(sentence, "fr") != sentence
        return sentence

    yield run
    sys.setswitchinterval(turn)


def content(address: str) -> tuple[object, ...]:
    """All that is in the data base: columns, indexes, and every row of the house's own tables."""

    async def read() -> tuple[object, ...]:
        connection = await asyncpg.connect(address)
        columns = await connection.fetch(
            "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns "
            "WHERE table_schema = 'public' ORDER BY table_name, column_name"
        )
        indexes = await connection.fetch("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1")
        names = dict.fromkeys(row["table_name"] for row in columns)
        rows = {name: await connection.fetch(f'SELECT * FROM "{name}" AS one ORDER BY one::text') for name in names}
        await connection.close()
        return tuple(map(tuple, columns)), tuple(map(tuple, indexes)), {n: [*map(tuple, r)] for n, r in rows.items()}

    return asyncio.run(read())


async def do(address: str, *statements: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


def name_of(database: str) -> str:
    return database.partition("@/")[2].partition("?")[0]


async def make(address: str, name: str = "first") -> None:
    """A house with a table."""
    store = await open_store(address, Node(name), asyncio.get_running_loop())
    await keep(store, "ABCD", SaveTable("{}"))
    await store.close()


# The address.


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("postgres:/tablee@127.0.0.1:{port}/house", "is no address of a data base: --store wants postgresql://"),
        ("postgress://tablee:word@127.0.0.1:{port}/house", "is no address of a data base: --store wants postgresql://"),
        ("postgresql://tablee@nowhere.invalid/house", "The data base at nowhere.invalid/house cannot be reached ("),
        ("postgresql://tablee:word@127.0.0.1:{closed}/house", "at 127.0.0.1:{closed}/house cannot be reached ("),
        ("postgresql://tablee@/house?host=/nowhere", "The data base at its socket/house cannot be reached ("),
        ("postgresql://tablee@127.0.0.1:{port}/hose", "Make it: createdb hose"),
        ("postgresql://nobody@127.0.0.1:{port}/postgres", "does not let this user in"),
        ("postgresql://tablee@127.0.0.1:no/house", "The address of the data base is not right ("),
        ("postgresql://tablee@127.0.0.1:{port}/postgres?frobnicate=1", "The address of the data base is not right ("),
        (
            "postgresql://tablee@127.0.0.1:{port}/postgres?sslmode=perhaps",
            "The address of the data base is not right (",
        ),
    ],
)
def test_a_wrong_address(serve: Serve, shared_postgres: Postgres, closed_port: int, address: str, words: str) -> None:
    facts = {"port": shared_postgres.port, "closed": closed_port}
    said = serve(address.format(**facts))
    assert words.format(**facts) in said
    assert "word" not in said.replace("password", "")


@pytest.mark.usefixtures("serve")
def test_it_is_said_in_french(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, closed_port: int
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert main(["serve", "--port", "0", "--store", f"postgresql://tablee@127.0.0.1:{closed_port}/house"]) == 2
    assert "est injoignable (personne n’y écoute)." in capsys.readouterr().err


RULES = ("host all keeper 127.0.0.1/32 scram-sha-256", "host all all 127.0.0.1/32 trust", "local all all trust")


def test_a_wrong_password(serve: Serve, shared_postgres: Postgres, database: str) -> None:
    async def guard() -> None:
        connection = await asyncpg.connect(database)
        path = await connection.fetchval("SELECT current_setting('hba_file')")
        await connection.execute("CREATE ROLE keeper LOGIN PASSWORD 'right'")
        await connection.execute(f"COPY (SELECT unnest(ARRAY{list(RULES)})) TO '{path}'")
        await connection.execute("SELECT pg_reload_conf()")
        await connection.close()
        while await is_let_in():  # until the server has read it
            pass

    async def is_let_in() -> bool:
        try:
            await (await asyncpg.connect(address)).close()
        except asyncpg.InvalidPasswordError:
            return False
        return True

    address = f"postgresql://keeper:wrong@127.0.0.1:{shared_postgres.port}/{name_of(database)}"
    asyncio.run(guard())
    said = serve(address)
    assert "does not let this user in" in said
    assert "wrong" not in said


GREETINGS = {
    "a page": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "another data base": b"J\0\0\0\x0a8.0.36\0",
    "a shell": b"SSH-2.0-OpenSSH_9.2\r\n",
    "nothing": b"",
}


@pytest.mark.parametrize("what", GREETINGS)
def test_what_answers_is_no_postgresql(serve: Serve, what: str) -> None:
    said: list[str] = []

    async def scene() -> None:
        async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(GREETINGS[what])
            await asyncio.sleep(0)
            writer.close()

        server = await asyncio.start_server(greet, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        said.append(await asyncio.to_thread(serve, f"postgresql://tablee@127.0.0.1:{port}/house"))
        server.close()

    play_out(scene)
    assert "is no PostgreSQL" in said[0] or "hung up" in said[0] or "cannot be reached" in said[0]


def test_what_is_there_says_nothing(serve: Serve) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        said = serve(f"postgresql://tablee@127.0.0.1:{mute.getsockname()[1]}/house")
    assert "does not answer." in said


def test_a_program_without_the_package_for_it_says_which_one_it_wants(
    serve: Serve, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("tablee.server.store.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert "pip install 'tablee[cluster]'" in serve(database)


# Certificates.


@pytest.mark.parametrize(
    ("shown", "options", "why"),
    [
        ("here", "sslmode=verify-full&sslrootcert={authority}", None),
        ("elsewhere", "sslmode=verify-ca&sslrootcert={authority}", None),
        ("elsewhere", "sslmode=verify-full&sslrootcert={authority}", "IP address mismatch"),
        ("expired", "sslmode=verify-full&sslrootcert={authority}", "certificate has expired"),
        ("here", "sslmode=verify-full&sslrootcert={other}", "unable to get local issuer certificate"),
        ("here", "sslmode=verify-full&sslrootcert={nothing}", "No such file or directory"),
    ],
)
def test_a_certificate_is_looked_at(
    serve: Serve, shared_postgres: Postgres, database: str, shown: str, options: str, why: str | None
) -> None:
    name = name_of(database)
    files = {"authority": "authority.pem", "other": "other-authority.pem", "nothing": "nothing.pem"}
    options = options.format(**{one: CERTIFICATES / file for one, file in files.items()})

    async def scene() -> None:
        async with encrypted(shared_postgres.port, shown) as port:
            address = f"postgresql://tablee@127.0.0.1:{port}/{name}?{options}"
            if why is None:
                await make(address)
            else:
                said = await asyncio.to_thread(serve, address)
                assert f"The certificate of the data base at 127.0.0.1:{port}/{name} is refused (" in said
                assert why in said

    play_out(scene)
    assert bool(content(database)[0]) is (why is None)


def test_whoever_wants_tls_and_gets_none_is_told(serve: Serve, shared_postgres: Postgres, database: str) -> None:
    said = serve(f"{shared_postgres.address(name_of(database), shared_postgres.port)}?sslmode=require")
    assert "has no TLS (" in said


# What is in it.


def test_a_data_base_of_a_newer_program(serve: Serve, database: str) -> None:
    asyncio.run(make(database))
    asyncio.run(do(database, "UPDATE house SET version = 99"))
    before = content(database)
    assert "was written by a newer Tablée (store version 99, this one knows" in serve(database)
    assert content(database) == before


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE house (street text, number integer)",
        "CREATE TABLE house (one integer, version text, secret text); INSERT INTO house VALUES (1, 'v1', 'x')",
        "CREATE TABLE house (one integer, version integer, secret text)",
        "CREATE TABLE games (title text)",
        "CREATE TABLE clocks (code text PRIMARY KEY, shown bigint NOT NULL)",
        "CREATE VIEW house AS SELECT 1 AS one",
    ],
)
def test_a_data_base_of_another_program(serve: Serve, database: str, statement: str) -> None:
    asyncio.run(do(database, statement))
    before = content(database)
    assert "belongs to another program" in serve(database)
    assert content(database) == before


def test_a_role_that_may_do_too_little(serve: Serve, database: str) -> None:
    role = f"guest_of_{name_of(database)}"
    asyncio.run(do(database, f"CREATE ROLE {role} LOGIN", "REVOKE CREATE ON SCHEMA public FROM PUBLIC"))
    guest = database.replace("tablee@", f"{role}@")
    assert "This user may not do that" in serve(guest)
    asyncio.run(make(database))
    before = content(database)
    assert "This user may not do that" in serve(guest)
    assert content(database) == before


def test_a_replica(serve: Serve, database: str) -> None:
    """Or any other that only reads."""
    reading = f"{database}&default_transaction_read_only=on"
    assert "only reads: it is a replica. Name its primary with --store." in serve(reading)
    assert content(database) == ((), (), {})
    asyncio.run(make(database))
    assert "only reads: it is a replica. Name its primary with --store." in serve(reading)


# Two nodes of one name.


async def fetch(address: str, query: str) -> object:
    connection = await asyncpg.connect(address)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


def test_a_second_node_of_one_name_is_refused_while_the_first_lives(serve: Serve, database: str) -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        first = await open_store(database, Node("north"), loop)
        await keep(first, "ABCD", SaveTable("{}"), game(1), *entries(1, 0))
        said = await asyncio.to_thread(serve, database, "north")
        assert said == "Another node of the name north is running. Give this one another name with --node."
        await keep(first, "ABCD", *entries(1, 1))
        await first.close()

    play_out(scene)


def test_after_a_clean_stop_its_name_is_free_at_once(database: str) -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        first = await open_store(database, Node("north"), loop)
        await first.close()
        assert await fetch(database, "SELECT count(*) FROM lives") == 0
        second = await open_store(database, Node("north"), loop)
        await second.close()

    play_out(scene)


def test_after_a_crash_its_name_is_free_as_soon_as_it_is_taken_for_dead(database: str) -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        first = await open_store(database, Node("north"), loop)
        await keep(first, "ABCD", SaveTable("{}"), game(1), *entries(1, 0))
        dead = first.life
        first.abort()
        second = await open_store(database, Node("north"), loop)
        assert second.life != dead
        assert await entries_of(second, "ABCD") == ("entry 0",)
        await second.close()

    play_out(scene)


# Clocks that differ.


def test_nothing_depends_on_a_node_s_own_clock(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One node's is forty days ahead, the next one's forty behind, the third one's right."""
    right, day = time.time, 24 * 3600

    async def scene() -> None:
        loop = asyncio.get_running_loop()
        stores = {}
        for number, (name, days) in enumerate([("ahead", 40), ("behind", -40), ("right", 0)], 1):
            monkeypatch.setattr(time, "time", lambda days=days: right() + days * day)
            store = stores[name] = await open_store(database, Node(name), loop)
            await keep(store, f"NEW{number}", NewTable("{}", name))
            code = f"OLD{number}"
            over = (Finish(1, gathered(0)), SaveSummary(record(1, code), "{}"))
            await keep(store, code, SaveTable("{}"), game(1, code), *entries(1, 0), *over)
            for one in stores.values():
                assert list(await ask(one, Unplayed(day))) == [], "all were opened a moment ago"
                assert len(await ask(one, Unplayed(0))) == number
        past = await ask(stores["behind"], PastOf(None))
        assert [one.code for one in past] == ["OLD3", "OLD2", "OLD1"]
        assert all(abs((one.finished or 0) - right()) < day for one in past)
        assert await fetch(database, "SELECT count(*) FROM lives WHERE beat > now() - interval '10 seconds'") == 3
        for store in stores.values():
            await store.close()

    play_out(scene)


class WallAhead(LoopWall):
    def now(self) -> Ms:
        return super().now() + FORTY_DAYS

    def at(self, when: Ms, do: Callable[[], None]) -> Timer:
        return super().at(when - FORTY_DAYS, do)


class Ahead(OneNode):
    """Its machine has been running for forty days longer than the others, and so has its clock."""

    make_wall = WallAhead


def test_the_clocks_of_a_game_go_on_where_it_goes_on(tmp_path: Path, database: str) -> None:
    """However late each node believes it is."""

    async def hand_over(first: OneNode, second: OneNode) -> None:
        async with first, second:
            code, (ada, bob) = await start_table(first, "pierres", "Ada", "Bob")
            first.pulse()
            before = ada.frames[0]["now"]
            await first.leave()
            for seat, held in enumerate((ada.keys, bob.keys)):
                back = await second.client(code, *held)
                await back.until_shown()
                assert 0 <= back.frames[seat]["now"] - before < HOUR

    async def scene() -> None:
        await hand_over(OneNode(tmp_path, database, "one"), Ahead(tmp_path, database, "two"))
        await hand_over(Ahead(tmp_path, database, "three"), OneNode(tmp_path, database, "four"))

    play_out(scene)


# A disk that is full.

FULL = (
    "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
    "'could not extend file \"base/16384/16402\": No space left on device' USING ERRCODE = 'disk_full'; END $$",
    "CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk()",
    "CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON tables EXECUTE FUNCTION full_disk()",
)
ROOM = ("DROP FUNCTION full_disk CASCADE",)


def test_a_full_disk_stops_play_with_a_sentence_and_play_goes_on_when_there_is_room(
    tmp_path: Path, database: str
) -> None:
    async def scene() -> None:
        async with nodes(tmp_path, database, 1) as (node,):
            code, (ada, bob) = await start_table(node, "morpion", "Ada", "Bob")
            await ada.play(0)
            await bob.until_asked(1)
            board = bob.frames[1]["board"]
            await do(database, *FULL)
            for _ in range(2):
                with pytest.raises(Refused) as refused:
                    await bob.play(1)
                assert refused.value.code == "not_kept"
                assert refused.value.refusal["text"].endswith(".")
            host = await node.client()
            with pytest.raises(Refused):
                await host.do("open", game="morpion", name="Zoé", emblem=None)
            assert "The disk of the data base at its socket/" in node.log.getvalue()
            assert bob.frames[1]["board"] == board, "nobody was told of a move that was not kept"
            looking = await node.client(code)
            await looking.until_shown()
            assert looking.frames[None]["board"] == board
            await do(database, *ROOM)
            await host.do("open", game="morpion", name="Zoé", emblem=None)
            await ada.until(lambda: ada.asked(0) is None)
            await play_whole([ada, bob])

    play_out(scene)


def test_what_was_acknowledged_before_the_disk_was_full_is_found_by_the_next_node(
    tmp_path: Path, database: str
) -> None:
    async def scene() -> None:
        async with nodes(tmp_path, database, 2) as (one, two):
            code, (ada, bob) = await start_table(one, "morpion", "Ada", "Bob")
            await ada.play(0)
            await bob.until_asked(1)
            board = bob.frames[1]["board"]
            await do(database, *FULL[:2])
            with pytest.raises(Refused):
                await bob.play(1)
            await one.leave()
            back = await two.client(code, *bob.keys)
            await back.until_asked(1)
            assert back.frames[1]["board"] == board
            with pytest.raises(Refused):
                await back.play(1)
            await do(database, *ROOM)
            other = await two.client(code, *ada.keys)
            await other.until_shown()
            await play_whole([other, back])

    play_out(scene)
