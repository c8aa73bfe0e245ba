"""`tablee replay`: a recorded game, move by move, in words."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from tablee.cli.complaint import Complaint
from tablee.cli.records import AnyRecord, AnyTable, read_record
from tablee.cli.screen import Screen, say_outcome
from tablee.cli.shared import words_of
from tablee.kernel.frames import Watcher
from tablee.kernel.game import ALL, SCREEN, Action, Board, Caption, Hand, Options, State, Viewer
from tablee.kernel.record import Entry
from tablee.kernel.replay import Unplayable, replay
from tablee.words import Words


def run(arguments: argparse.Namespace) -> int:
    file, record = read_record(arguments.file, arguments.game)
    words = words_of(file.found, arguments.lang)
    seats = record.header.seats
    if arguments.seat is not None and arguments.seat >= seats:
        raise Complaint(f"There is no seat {arguments.seat} at this table: they go from 0 to {seats - 1}.")
    if arguments.start >= max(1, len(record.entries)):
        raise Complaint(f"The record ends before entry {arguments.start}: its last is {len(record.entries) - 1}.")
    title = words.title() or record.header.game
    teller = _Teller(arguments, words, Screen(file.found, words))
    print(words.label("replay_title", game=title, rules=record.header.rules, seats=seats))
    try:
        table = _tell_all(record, replay(file.found.game, record), teller, arguments.start)
    except Unplayable as error:
        raise Complaint(f"{arguments.file} does not replay: {error}.") from None
    if table is None or table.outcome is None:
        print(words.label("replay_unfinished"))
    else:
        print("\n".join(say_outcome(table.outcome, words)))
    return 0


def _tell_all(record: AnyRecord, tables: Iterator[AnyTable], teller: _Teller, start: int) -> AnyTable | None:
    table: AnyTable | None = None
    for number, table in enumerate(tables):
        lines = teller.tell(table, record.entries[number], number)
        if number >= start and lines:
            print("\n".join(lines))
    return table


class _Teller:
    """Says what each entry brought, for one pair of eyes."""

    def __init__(self, arguments: argparse.Namespace, words: Words, screen: Screen) -> None:
        self._is_open: bool = arguments.open
        self._has_boards: bool = arguments.boards
        self._viewer = SCREEN if arguments.seat is None else Viewer(arguments.seat, held=True)
        self._words = words
        self._screen = screen
        self._watcher: Watcher[Options, State, Action, Board, Hand] | None = None

    def tell(self, table: AnyTable, entry: Entry[Action], number: int) -> list[str]:
        """Nothing, where these eyes saw nothing new."""
        if self._watcher is None:
            self._watcher = Watcher(table, self._viewer)
        frame = self._watcher.frame()
        if self._is_open:
            said = [self._entry(entry), *(self._open_caption(caption) for caption in table.captions)]
        elif frame is not None:
            said = [self._words.caption(caption) for caption in frame.captions]
        else:
            return []
        if frame is not None and (self._has_boards or not said):
            view = frame.view
            if self._is_open:
                view = view._replace(board=table.game.open_board(table.state))
            said += self._screen.draw(view).splitlines()
        minutes, milliseconds = divmod(entry.now, 60_000)
        head = f"{number:>4}  {minutes:02}:{milliseconds // 1000:02}  " if self._is_open else f"{number:>4}  "
        return [(head if not place else " " * len(head)) + line for place, line in enumerate(said)]

    def _entry(self, entry: Entry[Action]) -> str:
        words = self._words
        if entry.kind == "setup":
            what = words.label("replay_setup")
        elif entry.seat is None or entry.action is None:
            what = f"{words.label('replay_clock')} ({entry.ask})"
        else:
            what = f"{words.name(entry.seat)} > {self._screen.describe(entry.action)}"
        return what if not entry.draws else f"{what}  [{words.label('replay_draws', draws=entry.draws)}]"

    def _open_caption(self, caption: Caption) -> str:
        said = self._words.caption(caption)
        if caption.to == ALL:
            return said
        return f"{said} ({self._words.label('only_for', seats=caption.to)})"
