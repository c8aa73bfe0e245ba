"""A house is moved as a whole or not at all, and plays on where it arrives."""

from __future__ import annotations

import asyncio
import gzip
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import NamedTuple

import asyncpg
import pytest
from tests.cluster.conftest import waits
from tests.cluster.postgres import Postgres
from tests.cluster.site import OneNode
from tests.server.damaging import fill
from tests.server.keeping import ask, entries, game, gathered, keep, record
from tests.server.venue import EXAMPLES, Client, Venue, play_out, play_whole, start_table

from tablee.cli import main
from tablee.cli.tongue import VARIABLES, say
from tablee.kernel.game import Ms
from tablee.server.store.interface import Codes, Finish, PastOf, SaveSummary, SaveTable, StoreError
from tablee.server.store.moving.house import GameRow, HouseRow, Source
from tablee.server.store.moving.move import move as move_rows
from tablee.server.store.moving.postgres import base_source, base_target
from tablee.server.store.moving.sqlite import FileSource
from tablee.server.store.postgres.lives import Life, Node, beat
from tablee.server.store.postgres.store import open_store
from tablee.server.store.schema import FILE
from tablee.server.store.sqlite import SqliteStore

OLD_HOUSE = Path(__file__).parents[1] / "server" / "houses" / "1aad8dc.db.gz"
GAMES = ("--game", str(EXAMPLES / "morpion.py"), "--game", str(EXAMPLES / "buzzer.py"))


class Said(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def move(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """The command, as somebody types it. What it complains of has its French."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)

    def run(source: str | Path, target: str | Path) -> Said:
        capsys.readouterr()
        status = main(["move-store", str(source), str(target), *GAMES])
        said = Said(status, *capsys.readouterr())
        if status:
            assert (status, said.out) == (2, "")
            sentence = said.err.removeprefix("tablee: ").strip()
            assert say(sentence, "fr") != sentence
        return said

    return run


class House(NamedTuple):
    """All there is."""

    rows: list[HouseRow]
    clocks: Mapping[str, Ms]


@asynccontextmanager
async def source_of(place: str | Path) -> AsyncIterator[Source]:
    if isinstance(place, Path):
        with FileSource(place) as file:
            yield file
    else:
        async with base_source(place) as base:
            yield base


def content(place: str | Path) -> House:
    async def read() -> House:
        async with source_of(place) as source:
            return House([row async for row in source.rows()], await source.clocks())

    return asyncio.run(read())


@pytest.fixture(scope="module")
def old_house(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, House]:
    """One of each game, mode and kind of moment, with finished games, as an earlier version wrote it."""
    folder = tmp_path_factory.mktemp("old")
    with gzip.open(OLD_HOUSE) as packed, (folder / FILE).open("wb") as file:
        shutil.copyfileobj(packed, file)

    async def open_once() -> None:
        store = SqliteStore(folder, asyncio.get_running_loop())
        codes = await ask(store, Codes())
        store.note_clocks({code: 1_000 + number for number, code in enumerate(codes)})
        store.close()

    asyncio.run(open_once())
    house = content(folder)
    assert len(house.rows) > 200
    assert len(house.clocks) > 100
    return folder, house


@pytest.fixture
def here(old_house: tuple[Path, House], tmp_path: Path) -> Path:
    """Its folder."""
    return Path(shutil.copytree(old_house[0], tmp_path / "here"))


@pytest.fixture
def house(old_house: tuple[Path, House]) -> House:
    return old_house[1]


def is_empty(place: str | Path) -> bool:
    return (isinstance(place, Path) and not (place / FILE).exists()) or content(place) == House([], {})


async def do(database: str, *statements: str) -> None:
    connection = await asyncpg.connect(database)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


def test_there_and_back_it_is_the_same_house(
    move: Callable[..., Said], tmp_path: Path, database: str, here: Path, house: House
) -> None:
    there = move(here, database)
    assert content(database) == house
    assert "Moved. Tables: 139; finished games: 23; games that run: 111, with 1127 entries." in there.out
    back = move(database, tmp_path / "back")
    assert content(tmp_path / "back") == house
    assert back.out.splitlines()[:-1] == there.out.splitlines()[:-1], "with the same sum"
    again = move(tmp_path / "back", tmp_path / "again" / FILE)
    assert content(tmp_path / "again") == house
    assert again.out.splitlines()[:-1] == there.out.splitlines()[:-1]
    assert content(here) == house, "where it was it still is"
    assert content(database) == house


def test_what_is_said_is_said_in_french_too(
    move: Callable[..., Said], monkeypatch: pytest.MonkeyPatch, database: str, here: Path
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    said = move(here, database)
    assert "parties en cours\u00a0: 111, avec 1127 coups notés." in said.out
    assert not [line for line in said.out.splitlines() if say(line, "fr") != line]


def plain_house(folder: Path) -> None:
    """Games that nobody has played, in another order than that of their tables."""

    async def play() -> None:
        store = SqliteStore(folder, asyncio.get_running_loop(), clock=lambda: 5.0)
        for code in ("BBBB", "AAAA", "CCCC"):
            over = (Finish(1, gathered(0)), SaveSummary(record(1, code), '{"of": 1}'))
            await keep(store, code, SaveTable("{}"), game(1, code), *entries(1, 0), *over)
        await keep(store, "AAAA", game(2, "AAAA"), *entries(2, 0))
        store.close()

    asyncio.run(play())


def test_the_same_finished_games_are_listed_in_the_same_order(tmp_path: Path, database: str) -> None:
    plain_house(tmp_path)

    async def scene() -> list[str]:
        with FileSource(tmp_path) as source:
            async with base_target(database) as target:
                await move_rows(source, target, lambda _: None)
        store = await open_store(database, Node("one"), asyncio.get_running_loop())
        listed = [past.code for past in await ask(store, PastOf(None))]
        await store.close()
        return listed

    assert asyncio.run(scene()) == ["CCCC", "AAAA", "BBBB"]


def test_people_play_on_where_the_house_arrived(move: Callable[..., Said], tmp_path: Path, database: str) -> None:
    here, back = tmp_path / "here", tmp_path / "back"
    keys: list[list[str]] = []
    codes: list[str] = []

    async def begin() -> None:
        async with Venue(here) as venue:
            code, people = await start_table(venue, "morpion", "Ana", "Bob")
            await people[0].play(0)
            await people[1].until_asked(1)
            done, others = await start_table(venue, "morpion", "Zoé", "Max")
            await play_whole(others)
            codes.extend((code, done))
            keys.extend(person.keys for person in people)

    async def two_more(venue: Venue) -> None:
        people = [await venue.client(codes[0], *held) for held in keys]
        for person in people:
            await person.until_shown()
        await people[1].play(1)
        await people[0].play(0)
        await people[1].until_asked(1)
        looking = await venue.client(codes[1])
        await looking.until_shown()
        assert looking.frames[None]["outcome"] is not None
        for person in (*people, looking):
            await person.close()

    async def go_on() -> None:
        node = OneNode(tmp_path / "node", database, "one")
        await node.start()
        await two_more(node)
        await node.leave()
        await node.crash()

    async def finish() -> None:
        async with Venue(back) as venue:
            await two_more(venue)
            people: list[Client] = [await venue.client(codes[0], *held) for held in keys]
            for person in people:
                await person.until_shown()
            await play_whole(people)

    play_out(begin)
    assert move(here, database).status == 0
    play_out(go_on)
    assert move(database, back).status == 0
    play_out(finish)


def test_no_house_is_moved_while_it_is_open(
    move: Callable[..., Said], tmp_path: Path, database: str, here: Path
) -> None:
    with FileSource(here):
        assert "already uses the folder" in move(here, database).err
    assert move(here, database).status == 0

    async def while_open() -> str:
        store = await open_store(database, Node("north"), asyncio.get_running_loop())
        said = await asyncio.to_thread(move, database, tmp_path / "there")
        await store.close()
        return str(said.err)

    assert "is open (north). Stop it first." in asyncio.run(while_open())
    assert is_empty(tmp_path / "there")
    assert move(database, tmp_path / "there").status == 0


def test_it_is_moved_only_to_where_nothing_is(
    move: Callable[..., Said], tmp_path: Path, database: str, here: Path, house: House
) -> None:
    fill(tmp_path)
    assert "is not empty" in move(here, tmp_path / "closed").err
    asyncio.run(do_with_house(database))
    assert "is not empty" in move(here, database).err
    assert len(content(database).rows) == 1
    assert content(here) == house


async def do_with_house(database: str) -> None:
    store = await open_store(database, Node("one"), asyncio.get_running_loop())
    await keep(store, "ABCD", SaveTable("{}"))
    await store.close()


def test_no_node_begins_to_live_where_a_house_is_being_moved(database: str) -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        first = await open_store(database, Node("one"), loop)
        await first.close()
        async with base_source(database):
            coming = asyncio.ensure_future(open_store(database, Node("two"), loop))
            await waits(database, "SHARE")
            assert not coming.done()
        store = await coming
        await store.close()

    play_out(scene)


@pytest.mark.parametrize("direction", ["there", "back"])
def test_a_move_that_is_killed_has_moved_nothing_and_may_be_begun_again(
    move: Callable[..., Said], tmp_path: Path, database: str, direction: str, here: Path, house: House
) -> None:
    source: str | Path = here
    target: str | Path = database
    if direction == "back":
        assert move(source, database).status == 0
        source, target = database, tmp_path / "back"
    else:
        asyncio.run(prepared(database))

    async def scene() -> None:
        holder = await asyncpg.connect(database)
        async with holder.transaction():
            # Tables are moved, and it wants to go on with games.
            await holder.execute("LOCK TABLE games IN ACCESS EXCLUSIVE MODE")
            words = [sys.executable, "-m", "tablee.cli", "move-store", str(source), str(target)]
            mover = await asyncio.create_subprocess_exec(*words, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
            await waits(database, "games")
            mover.send_signal(signal.SIGKILL)
            out, err = await mover.communicate()
            assert (out, err, mover.returncode) == (b"", b"", -signal.SIGKILL)
        await holder.close()

    play_out(scene)
    assert content(source) == house
    assert is_empty(target)
    assert move(source, target).status == 0
    assert content(target) == house


async def prepared(database: str) -> None:
    store = await open_store(database, Node("one"), asyncio.get_running_loop())
    await store.close()


DAMAGES = {
    "entries that are no text": "UPDATE games SET entries = left(entries, 40) WHERE record = $1",
    "a draw more": r"""UPDATE games SET entries = replace(entries, 'draws\":[', 'draws\":[1,') WHERE record = $1""",
    "another header": "UPDATE games SET header = replace(header, 'commitment', 'commitmens') WHERE record = $1",
    "another seed": "UPDATE games SET seed = reverse(seed) WHERE record = $1",
    "no end": "UPDATE games SET entries = '[' || split_part(ltrim(entries, '['), '],[', 1) || ']]' WHERE record = $1",
    "a game that runs without its first entry": "DELETE FROM log WHERE seq = 0 AND code = $1",
    "a game that runs without its last but one": (
        "DELETE FROM log WHERE code = $1 AND seq = (SELECT max(seq) - 1 FROM log AS other WHERE other.code = $1)"
    ),
}


def test_a_damaged_game_is_named(
    move: Callable[..., Said], tmp_path: Path, here: Path, house: House, database: str
) -> None:
    """A data base keeps no sums, but every game in it is read and played again."""
    assert move(here, database).status == 0
    games = [row for row in house.rows if isinstance(row, GameRow)]
    finished = next(row for row in games if row.entries is not None)
    running = max((row for row in games if row.entries is None), key=lambda row: len(row.log))

    async def damage(statement: str, name: str) -> None:
        connection = await asyncpg.connect(database)
        for table in ("games", "log"):
            await connection.execute(f"CREATE TABLE IF NOT EXISTS whole_{table} AS SELECT * FROM {table}")
            await connection.execute(f"DELETE FROM {table}")
            await connection.execute(f"INSERT INTO {table} SELECT * FROM whole_{table}")
        assert await connection.execute(statement, name) in ("UPDATE 1", "DELETE 1"), statement
        await connection.close()

    for what, statement in DAMAGES.items():
        game_of, name = (running, running.code) if "runs" in what else (finished, finished.record)
        asyncio.run(damage(statement, name))
        said = move(database, tmp_path / "back")
        assert f"The record {game_of.record} in its socket" in said.err, what
        assert is_empty(tmp_path / "back")


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE shelf SET digest = '{}' WHERE game = 2", "The record record-AAAA-1 in"),
        ("UPDATE games SET people = '[1]' WHERE game = 2", "the row of game 2 is not as it was written"),
        ("UPDATE tables SET doc = '[]' WHERE code = 'CCCC'", "the row of a table is not as it was written"),
        ("UPDATE tables SET made_by = 'x' WHERE code = 'CCCC'", "the row of a table is not as it was written"),
        ("UPDATE log SET entry = 'x'", "of the log is not as it was written"),
    ],
)
def test_a_row_that_is_not_as_it_was_written_is_not_copied(
    move: Callable[..., Said], tmp_path: Path, database: str, statement: str, words: str
) -> None:
    plain_house(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as file:
        assert file.execute(statement).rowcount
        file.commit()

    async def scene() -> None:
        async with base_target(database) as target:
            with pytest.raises(StoreError, match=words), FileSource(tmp_path) as source:
                await move_rows(source, target, lambda _: None)

    asyncio.run(scene())
    assert is_empty(database)
    assert move(tmp_path, database).status == 2


def test_games_that_this_program_does_not_have_are_compared_and_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def play() -> None:
        async with Venue(tmp_path / "here") as venue:
            _, people = await start_table(venue, "morpion", "Ana", "Bob")
            await play_whole(people)

    play_out(play)
    words = ["move-store", str(tmp_path / "here")]
    for language, said in (
        ("en", "Compared, but not played again: 1 (games of morpion: "),
        ("fr", "parties de morpion"),
    ):
        monkeypatch.setenv("LC_ALL", language)
        assert main([*words, str(tmp_path / language)]) == 0
        assert said in capsys.readouterr().out
    assert main([*words, str(tmp_path / "there"), *GAMES]) == 0
    assert "rejouées" not in capsys.readouterr().out


def test_a_folder_without_room_gets_nothing(
    move: Callable[..., Said], tmp_path: Path, here: Path, house: House
) -> None:
    words = [sys.executable, "-m", "tablee.cli", "move-store", str(here), str(tmp_path / "there")]
    # No file may grow beyond 300 KiB.
    said = subprocess.run(["bash", "-c", 'ulimit -f 300; exec "$@"', "-", *words], capture_output=True, check=False)
    assert (said.returncode, said.stdout) == (2, b"")
    assert b"The disk reports an error" in said.stderr or b"The disk is full" in said.stderr
    assert is_empty(tmp_path / "there")
    assert content(here) == house
    assert move(here, tmp_path / "there").status == 0
    assert content(tmp_path / "there") == house


TRIGGER = "CREATE TRIGGER spoil BEFORE INSERT ON games FOR EACH ROW EXECUTE FUNCTION spoil()"
FUNCTION = "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {} RETURN NEW; END $$"


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ("NEW.people := replace(NEW.people, 'a', 'b');", "did not arrive in its socket"),
        ("IF NEW.entries IS NULL THEN RETURN NULL; END IF;", "did not arrive in its socket"),
        ("RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full';", "is full (No space left on device)"),
    ],
)
def test_a_data_base_that_does_not_keep_what_it_is_given_is_noticed(
    move: Callable[..., Said], database: str, here: Path, house: House, trouble: str, words: str
) -> None:
    asyncio.run(prepared(database))
    asyncio.run(do(database, FUNCTION.format(trouble), TRIGGER))
    assert words in move(here, database).err
    assert is_empty(database)
    assert content(here) == house
    asyncio.run(do(database, "DROP FUNCTION spoil CASCADE"))
    assert move(here, database).status == 0
    assert content(database) == house


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        ("here", "postgresq://u:word@h/d", "postgresq://u@h/d is neither a folder nor the address of a data base"),
        ("nothing", "there", "There is no house in"),
        ("here", "here", "The house is there already"),
        ("here", "here/tablee.db", "The house is there already"),
    ],
)
def test_what_cannot_be_moved_is_refused_with_a_sentence(
    move: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, target: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    fill(tmp_path)
    (tmp_path / "closed").rename("here")
    assert words in move(source, target).err


def test_from_one_data_base_to_another(
    move: Callable[..., Said], shared_postgres: Postgres, database: str, here: Path, house: House
) -> None:
    assert move(here, database).status == 0
    other = shared_postgres.make_database("other_house")
    assert move(database, other).status == 0
    assert content(other) == house
    assert "Another Tablée is moving the house at" in move(database, database + "&application_name=again").err


def test_a_node_that_was_taken_for_dead_writes_nothing_while_its_house_is_moved(database: str) -> None:
    async def scene() -> None:
        await prepared(database)
        await do(
            database,
            "INSERT INTO lives SELECT 'old', 'north', '', '', at, at, 0, 1 "
            "FROM (SELECT now() - interval '1 hour' AS at) AS long",
        )
        zombie = await asyncpg.connect(database)
        async with base_source(database):
            writing = asyncio.ensure_future(beat(zombie, Life("old", 1), 1))
            await waits(database, "UPDATE lives")
            assert not writing.done()
        await writing
        await zombie.close()

    play_out(scene)


def test_a_data_base_without_a_house_has_nothing_to_move(
    move: Callable[..., Said], tmp_path: Path, database: str
) -> None:
    assert "There is no house in the data base at" in move(database, tmp_path / "there").err
