"""`tablee verify`: prove that a game was played by the rules, with the luck that was promised."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from tablee.cli.complaint import Complaint
from tablee.cli.records import AnyRecord, AnyTable, RecordFile, open_record
from tablee.games import AnyGame
from tablee.kernel.luck import SEED_BYTES, SeededLuck, commitment
from tablee.kernel.record import Ending
from tablee.kernel.replay import Unplayable, refuse_strangers, replay, watch_trail
from tablee.kernel.wire import BadRecord


class Finding(NamedTuple):
    """One check: what it is called, what it found, and whether all is well."""

    name: str
    holds: bool
    what: str


def run(arguments: argparse.Namespace) -> int:
    files: list[str] = arguments.files
    if len(files) > 1 and arguments.commitment is not None:
        raise Complaint("A commitment belongs to one record: verify them one by one.")
    are_all_proved = True
    for path in files:
        file = open_record(path, arguments.game)
        findings = list(verify(file, arguments.commitment))
        broken = [finding for finding in findings if not finding.holds]
        are_all_proved = are_all_proved and not broken
        if len(files) == 1:
            for finding in findings:
                print(f"{'ok  ' if finding.holds else 'FAIL'}  {finding.name:<11} {finding.what}")
        if broken:
            print(f"{path} is not proved: {broken[0].name}: {broken[0].what}")
        else:
            print(f"{path} is proved.")
    return 0 if are_all_proved else 1


def verify(file: RecordFile, noted: str | None = None) -> Iterator[Finding]:
    """Every check that can be made. `noted` is the commitment somebody remembers."""
    game = file.found.game
    try:
        record = file.read()
    except BadRecord as error:
        yield Finding("file", False, f"{error}.")
        return
    lines = file.text.count("\n")
    if record.ending is None:
        yield Finding("file", False, f"it stops after line {lines} without an ending: unfinished, or cut short.")
        return
    try:
        refuse_strangers(game, record)
    except Unplayable as error:
        raise Complaint(f"{file.path} cannot be verified here: {error.why}.") from None
    yield Finding("file", True, f"{lines} lines, sealed as they were written.")
    yield from _prove(game, record, record.ending, noted)


def _prove(game: AnyGame, record: AnyRecord, ending: Ending, noted: str | None) -> Iterator[Finding]:
    if noted is not None:
        is_same = noted.strip().lower() == record.header.commitment.lower()
        yield Finding("promise", is_same, _either(is_same, "the header has the commitment you noted.",
                      f"the header has {record.header.commitment}, not the commitment you noted."))  # fmt: skip
    seed = _seed(ending.seed)
    yield _kept(record, seed)
    shown, refused = _watch(game, record)
    wrong = None if seed is None else _draw_again(game, record, seed)
    # Draws that were changed make legal answers look illegal later on: what comes first is what is wrong.
    if wrong is not None and (refused is None or wrong.entry < refused.entry):
        yield Finding("draws", False, _where(wrong))
    elif wrong is None and seed is not None:
        drawn = sum(len(entry.draws) for entry in record.entries)
        yield Finding("draws", True, f"{drawn} integers, all as the seed gives them.")
    if refused is not None:
        yield Finding("entries", False, _where(refused))
    elif shown is not None:
        yield Finding("entries", True, f"{len(record.entries)}, every one legal and in time.")
        yield from _compare_end(ending, *shown)


def _kept(record: AnyRecord, seed: bytes | None) -> Finding:
    if seed is None:
        return Finding("commitment", False, f"the seed in the last line is not {SEED_BYTES} bytes in hexadecimal.")
    is_kept = commitment(seed) == record.header.commitment
    return Finding("commitment", is_kept, _either(is_kept, "SHA-256 of the seed is the commitment of the header.",
                   "SHA-256 of the seed in the last line is not the commitment in the first."))  # fmt: skip


def _watch(game: AnyGame, record: AnyRecord) -> tuple[tuple[AnyTable, str] | None, Unplayable | None]:
    """The table at the end and the trail of what was shown; or the entry that does not play."""
    try:
        return watch_trail(game, record), None
    except Unplayable as error:
        return None, error


def _compare_end(ending: Ending, table: AnyTable, trail: str) -> Iterator[Finding]:
    is_same = trail == ending.trail
    yield Finding("trail", is_same, _either(is_same, "everybody was shown what the rules show, at every step.",
                  "the fingerprint of all that was shown is not the one in the last line."))  # fmt: skip
    outcome = table.outcome
    is_same = outcome == ending.outcome
    said = f"the last line says {ending.outcome.scores}, ranks {ending.outcome.ranks}"
    found = "the game is not over" if outcome is None else f"the rules say {outcome.scores}, ranks {outcome.ranks}"
    yield Finding("outcome", is_same, f"scores {ending.outcome.scores}." if is_same else f"{said}; {found}.")


def _draw_again(game: AnyGame, record: AnyRecord, seed: bytes) -> Unplayable | None:
    """The first entry that is not what the integers of the seed make it."""
    try:
        for _ in replay(game, record, SeededLuck(seed)):
            pass
    except Unplayable as error:
        return error
    return None


def _where(error: Unplayable) -> str:
    # The header is line 1, entry 0 is the setup.
    return f"entry {error.entry} (line {error.entry + 2}): {error.why}."


def _seed(text: str) -> bytes | None:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        return None
    return seed if len(seed) == SEED_BYTES else None


def _either(holds: bool, yes: str, no: str) -> str:
    return yes if holds else no
