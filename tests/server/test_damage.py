"""Torn or corrupt storage is noticed: all that was acknowledged is there, or the store is refused with a sentence.
(bench/damage.py tries every byte.)"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from pathlib import Path

import pytest
from tests.server.damaging import FILES, Content, Workshop, fill, reopen, some_bits
from tests.server.keeping import keep
from tests.server.venue import Venue, play_out, play_whole, start_table

from tablee.server.store import file, schema
from tablee.server.store.audit import MARK
from tablee.server.store.interface import SaveTable, StoreError
from tablee.server.store.schema import FILE
from tablee.server.store.sqlite import SqliteStore

WAL = FILES[1]
FRAME = 4096 + 24
FLIPS = 120


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("workshop"))


def test_a_store_that_nobody_damaged_is_whole(workshop: Workshop) -> None:
    for state in ("crashed", "closed"):
        assert workshop.damage(state, FILE, "nothing", lambda content: content) == "whole"


def test_a_log_cut_anywhere_in_its_last_records_is_refused(workshop: Workshop) -> None:
    size = workshop.size("crashed", WAL)
    lengths = {size - FRAME * records + cut for records in (1, 2, 3) for cut in (-1, 0, 1, 23, 24, 25, 4095)}
    for length in sorted(lengths.union(range(size - 2 * FRAME, size, 97))):
        if length < size:
            assert workshop.truncate("crashed", WAL, length) == "refused"


@pytest.mark.parametrize(("state", "name"), [("crashed", FILE), ("crashed", WAL), ("closed", FILE)])
def test_a_flipped_bit_is_harmless_or_refused(workshop: Workshop, state: str, name: str) -> None:
    fates = {workshop.flip(state, name, bit) for bit in some_bits(workshop.size(state, name), FLIPS, name)}
    assert "refused" in fates or (state, name) == ("crashed", FILE)


def test_a_flipped_bit_in_an_index_is_refused(workshop: Workshop) -> None:
    """SQLite's quick check does not compare indexes with their tables: a record was there and could not be found."""
    content = workshop.read("closed", FILE)
    for text in (b"record-BBBB", b"made by CCCC"):
        places = [match.start() for match in re.finditer(re.escape(text), content)]
        assert len(places) > 1, "in its row, and in its index"
        for place in places:
            assert workshop.flip("closed", FILE, 8 * (place + len(text) - 1)) == "refused"


def test_a_flipped_bit_in_the_plan_of_the_file_is_harmless_or_refused(workshop: Workshop) -> None:
    """What is no text any more is no text that Python can read."""
    start = workshop.read("closed", FILE).index(b"CREATE TABLE")
    assert "refused" in {workshop.flip("closed", FILE, 8 * place + 7) for place in range(start, start + 1_000, 13)}


def test_a_store_that_is_refused_leaves_nothing_open(workshop: Workshop) -> None:
    """After twenty thousand of them nothing could be opened any more, and every damage looked as if it was noticed."""
    handles = Path("/proc/self/fd")
    before = len(list(handles.iterdir()))
    for length in range(100, 140):
        assert workshop.truncate("closed", FILE, length) == "refused"
    assert len(list(handles.iterdir())) <= before


@pytest.mark.parametrize(("state", "name"), [("crashed", WAL), ("closed", FILE)])
def test_a_block_that_is_gone_is_harmless_or_refused(workshop: Workshop, state: str, name: str) -> None:
    fates = {workshop.blank(state, name, at, 512) for at in range(0, workshop.size(state, name), 4608)}
    assert "refused" in fates


def test_a_closed_file_cut_anywhere_is_refused(workshop: Workshop) -> None:
    size = workshop.size("closed", FILE)
    for length in (0, 1, 99, 100, 4095, 4096, 8191, 8192, size - 4097, size - 4096, size - 512, size - 1):
        assert workshop.truncate("closed", FILE, length) == "refused"


def test_a_file_that_is_missing_is_refused_and_a_missing_or_damaged_mark_proves_nothing(workshop: Workshop) -> None:
    for state, name in (("crashed", FILE), ("crashed", WAL), ("closed", FILE)):
        assert workshop.remove(state, name) == "refused"
    for state in ("crashed", "closed"):
        assert workshop.remove(state, MARK) == "whole"
        for bit in range(0, 24 * 8, 5):
            assert workshop.flip(state, MARK, bit) == "whole"
        for length in range(24):
            assert workshop.truncate(state, MARK, length) == "whole"


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE log SET entry = entry || ' ' WHERE id = 9", "row 9 of the log is not as it was written"),
        ("DELETE FROM log WHERE id = 9", "row 10 of the log is not as it was written"),
        ("DELETE FROM log WHERE id < 9", "row 9 of the log is not as it was written"),
        ("DELETE FROM log WHERE id > 9", "is older than what people were told"),
        ("UPDATE tables SET doc = '{}' WHERE code = 'CCCC'", "the row of a table is not as it was written"),
        ("DELETE FROM tables WHERE code = 'CCCC'", "the row of a table is missing"),
        ("UPDATE games SET seed = '0' WHERE game = 3", "the row of game 3 is not as it was written"),
        ("DELETE FROM games WHERE game = 2", "the row of game 2 is missing"),
        ("UPDATE games SET entries = '[]' WHERE game = 3", "the row of game 3 is not as it was written"),
        ("UPDATE games SET entries = NULL WHERE game = 2", ""),
    ],
)
def test_what_somebody_changed_behind_our_back_is_noticed(tmp_path: Path, statement: str, words: str) -> None:
    fill(tmp_path)
    with sqlite3.connect(tmp_path / "closed" / FILE) as connection:
        connection.execute(statement)
    connection.close()
    found = reopen(tmp_path / "closed")
    if words:
        assert isinstance(found, StoreError)
        assert words in str(found)
    else:
        assert isinstance(found, Content), "a game that runs again has all its moves in the log"


def test_a_backup_put_back_on_purpose_is_welcome_once_the_mark_is_gone(tmp_path: Path) -> None:
    truth, _ = fill(tmp_path)

    async def play_on() -> None:
        store = SqliteStore(tmp_path / "live", asyncio.get_running_loop())
        await keep(store, "ZZZZ", SaveTable("{}"))
        store.close()

    asyncio.run(play_on())
    (tmp_path / "live" / FILE).write_bytes((tmp_path / "closed" / FILE).read_bytes())
    refusal = reopen(tmp_path / "live")
    assert isinstance(refusal, StoreError)
    assert f"delete {MARK}" in str(refusal)
    (tmp_path / "live" / MARK).unlink()
    assert reopen(tmp_path / "live") == truth


def test_what_nobody_needs_is_forgotten_and_the_chain_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    truth, _ = fill(tmp_path)
    monkeypatch.setattr(file, "MOST_DEAD", 1)
    for _ in range(3):
        assert reopen(tmp_path / "closed") == truth
    with sqlite3.connect(tmp_path / "closed" / FILE) as connection:
        games = {game for (game,) in connection.execute("SELECT game FROM log")}
    connection.close()
    assert games == {1, 3, 4}
    # A mark from before the cleaning is older, and no harm.
    (tmp_path / "closed" / MARK).write_bytes((tmp_path / "crashed" / MARK).read_bytes())
    assert reopen(tmp_path / "closed") == truth


def test_a_damaged_record_is_not_shown_and_its_table_still_opens(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, people = await start_table(venue, "morpion", "Ana", "Bob")
            await play_whole(people)
            await people[0].until_phase("over")
            record = people[0].lobby["record"]
            await venue.crash()
            with sqlite3.connect(tmp_path / FILE) as connection:
                connection.execute("UPDATE games SET entries = replace(entries, 'Mark', 'Nark')")
                # As after a cleaning: the log no longer names the game.
                connection.execute("DELETE FROM log")
            connection.close()
            (tmp_path / MARK).unlink()
            await venue.start()
            for path in (f"/api/records/{record}?lang=en", f"/api/records/{record}/file?lang=en"):
                status, _, body = await venue.get(path)
                assert status == 503
                assert json.loads(body)["text"] == "The record of this game is damaged. Restore it from a backup."
            again = await venue.client(code, *people[0].keys)
            await again.until(lambda: again.lobby)
            assert again.lobby["phase"] == "over"
            assert "is damaged" in venue.log.getvalue()
            assert '"event": "defect"' not in venue.log.getvalue()

    play_out(test)


def test_a_store_of_the_first_version_goes_on(tmp_path: Path) -> None:
    """Made by the statements of that version; see MIGRATIONS."""
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.executescript(schema.MIGRATIONS[0])
        connection.execute("PRAGMA user_version = 1")
        connection.execute("""INSERT INTO tables VALUES ('AAAA', '{"asked": "made by AAAA"}', 1000000)""")
        for game, entries in ((1, None), (2, '[["entry 0",null]]')):
            new = (game, "record-1" if entries is None else "record-BBBB", "AAAA", "header", "seed", "[]")
            connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, NULL)", (*new, entries))
        # Games that were over had left gaps in the log.
        for number, row in ((3, (1, 0, "entry 0", None)), (7, (1, 1, "entry 1", "c1"))):
            connection.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?)", (number, *row))
    connection.close()
    for _ in range(2):
        found = reopen(tmp_path)
        assert isinstance(found, Content), found
        assert found.tables == (("AAAA", '{"asked": "made by AAAA"}'),)
        assert found.opened[0] == ("AAAA", "AAAA")
        assert found.running == (("AAAA", 1, ("entry 0", "entry 1"), (None, "c1"), "header", "seed"),)
        assert found.record is not None
    (tmp_path / FILE).write_bytes((tmp_path / FILE).read_bytes().replace(b"entry 1", b"entry 9"))
    assert isinstance(reopen(tmp_path), StoreError)
