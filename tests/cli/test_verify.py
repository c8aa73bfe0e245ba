"""`tablee verify`: an honest record is proved, a forged one is exposed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.helpers import Cli

from tablee.arena.match import play_match
from tablee.bots.bot import RandomBot
from tablee.games.pierres import GAME
from tablee.games.pierres.actions import PierresAction, Remove
from tablee.games.pierres.options import PierresOptions
from tablee.kernel.luck import commitment, seed_from
from tablee.kernel.record import Ending, Record
from tablee.kernel.replay import watch_trail
from tablee.kernel.wire import Wire

WIRE = Wire(GAME)
OPTIONS = PierresOptions(opening="quick", grid=3)
TEXT = WIRE.write_record(
    play_match(GAME, OPTIONS, (None, None), [RandomBot(GAME), RandomBot(GAME)], "v", sealed=True).record
)
LINES = TEXT.splitlines(keepends=True)

PierresRecord = Record[PierresOptions, PierresAction]


def honest() -> PierresRecord:
    return WIRE.read_record(TEXT)


def ending_of(record: PierresRecord) -> Ending:
    assert record.ending is not None
    return record.ending


def first(record: PierresRecord, wanted: Callable[[PierresAction | None], bool], start: int = 0) -> int:
    """The number of the first entry with such an action."""
    return next(n for n, entry in enumerate(record.entries) if n >= start and wanted(entry.action))


class Desk:
    """Where records are forged: changed, sealed anew, and put before `tablee verify`."""

    def __init__(self, cli: Cli, folder: Path) -> None:
        self._cli = cli
        self._path = folder / "game.jsonl"

    def exposes(self, forged: PierresRecord | str) -> str:
        """The last line of what verify says, which names what is wrong."""
        self._path.write_text(forged if isinstance(forged, str) else WIRE.write_record(forged))
        said = self._cli("verify", self._path)
        assert said.status == 1, said
        assert said.err == ""
        assert "FAIL" in said.out
        last = said.out.splitlines()[-1]
        assert last.startswith(f"{self._path} is not proved: ")
        return last.partition(" is not proved: ")[2]

    def refuses(self, text: str) -> str:
        self._path.write_text(text)
        return self._cli.complains("verify", self._path)

    def proves(self, text: str, *words: str) -> str:
        self._path.write_text(text)
        said = self._cli("verify", self._path, *words)
        assert said.status == 0, said
        return said.out


@pytest.fixture
def desk(cli: Cli, tmp_path: Path) -> Desk:
    return Desk(cli, tmp_path)


def test_an_honest_record_is_proved_line_by_line(desk: Desk) -> None:
    lines = desk.proves(TEXT).splitlines()
    assert [line.split()[:2] for line in lines[:-1]] == [
        ["ok", name] for name in ("file", "commitment", "draws", "entries", "trail", "outcome")
    ]
    assert lines[-1].endswith("is proved.")


def test_the_commitment_one_noted(desk: Desk, cli: Cli, tmp_path: Path) -> None:
    noted = honest().header.commitment
    assert "ok    promise" in desk.proves(TEXT, "--commitment", noted.upper())
    path = tmp_path / "game.jsonl"
    said = cli("verify", path, "--commitment", "ab" * 32)
    assert said.status == 1
    assert f"promise: the header has {noted}, not the commitment you noted." in said.out
    assert "one by one" in cli.complains("verify", path, path, "--commitment", noted)


def test_a_changed_action(desk: Desk) -> None:
    record = honest()
    number = first(record, lambda action: isinstance(action, Remove))
    later = first(record, lambda action: isinstance(action, Remove), number + 1)
    record.entries[later] = record.entries[later]._replace(action=record.entries[number].action)
    assert f"entries: entry {later} (line {later + 2}): the rules refuse this action (no_stone)" in desk.exposes(record)


def test_a_changed_order_of_stones(desk: Desk) -> None:
    """Two removals swapped are both legal, but what follows is not what happened."""
    record = honest()
    number = first(record, lambda action: isinstance(action, Remove))
    later = first(record, lambda action: isinstance(action, Remove), number + 1)
    one, other = record.entries[number], record.entries[later]
    record.entries[number], record.entries[later] = one._replace(action=other.action), other._replace(action=one.action)
    assert desk.exposes(record).startswith(("entries: entry", "draws: entry", "trail: "))


def test_a_changed_draw(desk: Desk) -> None:
    record = honest()
    number = next(n for n, entry in enumerate(record.entries) if n and entry.draws)
    (drawn,) = record.entries[number].draws
    record.entries[number] = record.entries[number]._replace(draws=((drawn + 1) % 10,))
    assert f"draws: entry {number} (line {number + 2}): other integers are drawn" in desk.exposes(record)


def test_an_added_or_removed_draw(desk: Desk) -> None:
    for change in (lambda draws: (*draws, 0), lambda draws: draws[:-1]):
        record = honest()
        record.entries[0] = record.entries[0]._replace(draws=change(record.entries[0].draws))
        assert "entry 0 (line 2)" in desk.exposes(record)


def test_a_changed_seed(desk: Desk) -> None:
    record = honest()
    record.ending = replace(ending_of(record), seed=seed_from("another").hex())
    assert "commitment: SHA-256 of the seed in the last line is not the commitment" in desk.exposes(record)


@pytest.mark.parametrize("seed", ["", "xyz", "00", "é" * 64])
def test_a_seed_that_is_none(desk: Desk, seed: str) -> None:
    record = honest()
    record.ending = replace(ending_of(record), seed=seed)
    assert "commitment: the seed in the last line is not 32 bytes in hexadecimal" in desk.exposes(record)


def test_a_seed_chosen_afterwards_with_its_own_commitment(desk: Desk) -> None:
    """Whoever invents a seed and a commitment to fit still has not drawn these integers from it."""
    record = honest()
    seed = seed_from("another")
    record.header = replace(record.header, commitment=commitment(seed))
    record.ending = replace(ending_of(record), seed=seed.hex())
    assert "draws: entry 0 (line 2): other integers are drawn" in desk.exposes(record)


def test_a_whole_game_invented_afterwards_fails_the_commitment_one_noted(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    bots = [RandomBot(GAME), RandomBot(GAME)]
    path.write_text(WIRE.write_record(play_match(GAME, OPTIONS, (None, None), bots, "w", sealed=True).record))
    assert cli("verify", path).status == 0
    assert cli("verify", path, "--commitment", honest().header.commitment).status == 1


def test_a_changed_commitment(desk: Desk) -> None:
    record = honest()
    record.header = replace(record.header, commitment="0" * 64)
    assert desk.exposes(record).startswith("commitment: ")


def test_a_changed_outcome(desk: Desk) -> None:
    record = honest()
    ending = ending_of(record)
    record.ending = replace(ending, outcome=replace(ending.outcome, scores=(70, 2)))
    assert desk.exposes(record).startswith("outcome: the last line says (70, 2), ranks")


def test_a_changed_trail(desk: Desk) -> None:
    record = honest()
    record.ending = replace(ending_of(record), trail="0" * 64)
    assert desk.exposes(record).startswith("trail: ")


def test_a_game_that_ends_too_early(desk: Desk) -> None:
    record = honest()
    del record.entries[-2:]
    record.ending = replace(ending_of(record), trail=watch_trail(GAME, record)[1])
    assert desk.exposes(record).startswith("outcome: ")
    assert "the game is not over" in desk.exposes(record)


def test_an_entry_of_another_seat_at_another_time_or_in_another_ask(desk: Desk) -> None:
    number = first(honest(), lambda action: isinstance(action, Remove))
    entry = honest().entries[number]
    assert entry.seat is not None
    changes = [
        (entry._replace(seat=1 - entry.seat), "the rules refuse this action (not_yours)"),
        (entry._replace(seat=99), "the rules refuse this action (not_yours)"),
        (entry._replace(ask="9.9.remove"), "the rules refuse this action (too_late)"),
        (entry._replace(now=entry.now + 60_001), "does not fit the clocks"),
        (entry._replace(now=-1), "does not fit the clocks"),
        (entry._replace(action=None), "lacks its seat or action"),
        (entry._replace(kind="setup"), "a setup stands in the middle"),
        (entry._replace(kind="expire"), f"nothing called {entry.ask} runs out"),
    ]
    for changed, why in changes:
        record = honest()
        record.entries[number] = changed
        said = desk.exposes(record)
        assert f"entry {number} (line {number + 2})" in said
        assert why in said


def test_a_setup_that_says_too_much(desk: Desk) -> None:
    record = honest()
    record.entries[0] = record.entries[0]._replace(seat=1)
    assert "entry 0 (line 2)" in desk.exposes(record)


def test_a_record_cut_anywhere(desk: Desk) -> None:
    for kept in range(1, len(LINES)):
        assert "file: it stops after line" in desk.exposes("".join(LINES[:kept])), kept


def test_a_record_cut_inside_a_line(desk: Desk) -> None:
    for missing in (1, 2, 40, len(LINES[-1]) - 1):
        assert f"file: line {len(LINES)}: the line is cut short" in desk.exposes(TEXT[:-missing]), missing


def test_lines_swapped_doubled_removed_or_added(desk: Desk) -> None:
    for forged in (
        [*LINES[:4], LINES[5], LINES[4], *LINES[6:]],
        [*LINES[:4], LINES[4], *LINES[4:]],
        [*LINES[:4], *LINES[5:]],
        [*LINES, LINES[5]],
        [*LINES, "\n"],
    ):
        said = desk.exposes("".join(forged))
        assert said.startswith("file: line ")


def test_one_character_changed_anywhere_breaks_the_seal(desk: Desk) -> None:
    for number in (1, len(LINES) // 2, len(LINES) - 1):
        lines = list(LINES)
        lines[number] = lines[number].replace(":1", ":2", 1) if ":1" in lines[number] else lines[number] + " \n"
        assert desk.exposes("".join(lines)).startswith("file: line ")


def test_other_line_endings_are_noticed(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "windows.jsonl"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert cli("verify", path).status == 1


def forged_header(**changes: object) -> str:
    header = json.loads(LINES[0])
    header["header"] |= changes
    return json.dumps(header) + "\n" + "".join(LINES[1:])


def resealed(record: PierresRecord, **changes: object) -> str:
    record.header = replace(record.header, **changes)  # type: ignore[arg-type]
    return WIRE.write_record(record)


def test_a_record_of_another_version(desk: Desk) -> None:
    newer = GAME.meta.version + 1
    assert f"played with version {newer} of the rules, newer than ours" in desk.refuses(resealed(honest(), rules=newer))
    assert "version 0 of the rules is too old" in desk.refuses(resealed(honest(), rules=0))
    assert "other content files" in desk.refuses(resealed(honest(), contents={"grids.txt": "0"}))


def test_a_record_of_a_table_that_cannot_be(desk: Desk) -> None:
    for changes in (
        {"teams": (None,)},
        {"teams": (None,) * 7},
        {"teams": ("red", "blue")},
        {"options": replace(OPTIONS, annonce=True, meme_chiffre=True)},
        {"options": replace(OPTIONS, first=6)},
    ):
        assert "cannot be verified here: no table can be opened like this" in desk.refuses(
            resealed(honest(), **changes)
        )


def test_a_record_of_another_game(desk: Desk) -> None:
    assert "is a record of “chess”, a game that is not among ours" in desk.refuses(forged_header(game="chess"))


def test_a_header_with_too_much_or_the_wrong_thing(desk: Desk) -> None:
    assert "file: line 1: .wish: nobody asked for this" in desk.exposes(forged_header(wish=1))
    assert "file: line 1: .rules: expected a whole number" in desk.exposes(forged_header(rules="1"))


@pytest.mark.parametrize(
    "text",
    ["", "\n", "hello\n", "{}\n", "[]\n", "1e5\n", '{"tablee":2,"header":{}}\n', '{"tablee":1,"header":{}}\n',
     '{"tablee":1,"header":3}\n', "[" * 100_000, '{"tablee":1,"tablee":1}\n'],
    ids=range(11),
)  # fmt: skip
def test_what_is_no_record(desk: Desk, text: str) -> None:
    assert "is no record of Tablée: line 1: " in desk.refuses(text)


def test_a_file_that_cannot_be_read(cli: Cli, tmp_path: Path) -> None:
    assert "cannot be read: No such file" in cli.complains("verify", tmp_path / "no.jsonl")
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    assert "is no record of Tablée: it is not text" in cli.complains("verify", tmp_path / "noise")


def test_several_records_one_line_each(cli: Cli, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text(TEXT)
    bad.write_text("".join(LINES[:-1]))
    said = cli("verify", good, bad, good)
    assert said.status == 1
    assert [line.rpartition("/")[2].split(" ")[0] for line in said.out.splitlines()] == [
        "good.jsonl",
        "bad.jsonl",
        "good.jsonl",
    ]
