"""Replaying a record exactly, and the fingerprint of all that was shown on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256

from tablee.kernel.codec import Codec, codec_for
from tablee.kernel.frames import Frame, Watcher
from tablee.kernel.game import SCREEN, A, B, Game, H, O, S, Viewer
from tablee.kernel.luck import Luck, OutOfLuck, ScriptedLuck
from tablee.kernel.options import refuse_table
from tablee.kernel.record import Entry, Record
from tablee.kernel.table import Table


class Unplayable(Exception):
    """This record does not replay. `entry` counts from 0, the setup."""

    def __init__(self, entry: int, why: str) -> None:
        super().__init__(f"entry {entry}: {why}")
        self.entry = entry
        self.why = why


def replay(game: Game[O, S, A, B, H], record: Record[O, A], luck: Luck | None = None) -> Iterator[Table[O, S, A, B, H]]:
    """The table after each entry of the record, every entry checked as if it came from a stranger.

    With the recorded integers by default; with `luck` (the table's own seed, to go on or to verify) the integers drawn
    must be the recorded ones."""
    refuse_strangers(game, record)
    table: Table[O, S, A, B, H] | None = None
    script = luck or ScriptedLuck(draw for entry in record.entries for draw in entry.draws)
    for number, entry in enumerate(record.entries):
        try:
            if table is None:
                if entry.kind != "setup":
                    raise Unplayable(0, "a record begins with its setup")
                table = Table(game, record.header, script, entry.now)
            else:
                _play(table, entry, number)
        except OutOfLuck as error:
            raise Unplayable(number, f"the draws do not fit: {error}") from error
        replayed = table.record.entries[-1]
        if replayed.draws != entry.draws:
            raise Unplayable(number, "other integers are drawn here than the record says")
        if replayed != entry:
            raise Unplayable(number, "it says more than happened")
        yield table


def _play(table: Table[O, S, A, B, H], entry: Entry[A], number: int) -> None:
    if entry.kind == "expire":
        due = table.next_due
        if due is None or due.id != entry.ask or due.until != entry.now:
            raise Unplayable(number, f"nothing called {entry.ask} runs out at {entry.now}")
        table.expire(due)
        return
    if entry.kind != "step" or entry.seat is None or entry.action is None:
        raise Unplayable(number, "a setup stands in the middle, or a step lacks its seat or action")
    if entry.now < table.now or (table.deadline is not None and table.deadline < entry.now):
        raise Unplayable(number, f"an answer at {entry.now} does not fit the clocks")
    refusal = table.play(entry.seat, entry.ask, entry.action, entry.now)
    if refusal is not None:
        raise Unplayable(number, f"the rules refuse this action ({refusal.code})")


def refuse_strangers(game: Game[O, S, A, B, H], record: Record[O, A]) -> None:
    """Raise Unplayable unless this record's header is one of a table that these rules could have opened."""
    header, meta = record.header, game.meta
    if header.game != meta.id:
        raise Unplayable(0, f"this is a record of {header.game}, not of {meta.id}")
    if header.rules > meta.version:
        raise Unplayable(0, f"it was played with version {header.rules} of the rules, newer than ours ({meta.version})")
    if header.rules < meta.oldest:
        raise Unplayable(0, f"version {header.rules} of the rules is too old: {meta.oldest} is the oldest that replays")
    if header.rules == meta.version and dict(header.contents) != dict(meta.contents):
        raise Unplayable(0, "it was played with other content files than ours")
    refusal = refuse_table(meta, header.options, header.teams)
    if refusal is not None:
        raise Unplayable(0, f"no table can be opened like this ({refusal.code})")


def watch_trail(
    game: Game[O, S, A, B, H], record: Record[O, A], write: Callable[[Frame[B, H]], bytes] | None = None
) -> tuple[Table[O, S, A, B, H], str]:
    """Replay it all; the table at the end, and SHA-256 over every frame that every viewer got on the way.

    `write`: what gives the codec's text of a frame, where there is something faster than the codec."""
    # Made once for a game, not for each of its records.
    codec: Codec[Frame[B, H]] = codec_for(Frame[game.meta.board, game.meta.hand])  # type: ignore[name-defined]
    digest = sha256()
    watchers: list[Watcher[O, S, A, B, H]] = []
    table: Table[O, S, A, B, H] | None = None
    for table in replay(game, record):
        if not watchers:
            viewers = [SCREEN, *(Viewer(seat, held) for seat in range(table.seats) for held in (False, True))]
            watchers = [Watcher(table, viewer) for viewer in viewers]
        for number, watcher in enumerate(watchers):
            frame = watcher.frame()
            if frame is not None:
                digest.update(f"{number}:{frame.number}:".encode())
                digest.update(codec.dumps(frame).encode() if write is None else write(frame))
    if table is None:
        raise Unplayable(0, "the record is empty")
    return table, digest.hexdigest()
