"""The writer: a process of its own that has the file open and does what the house says, in order.

The house's loop never waits for the disk, nor for a thread that wants the interpreter. All that has come when the
writer looks is one commit. It leaves at once when the house has gone: what was not answered was told to nobody."""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tablee.server.store.file import Doubt, SqliteFile
from tablee.server.store.interface import Batch, StoreError, Taken
from tablee.server.store.pipe import (
    Doubtful,
    Found,
    Keep,
    Kept,
    Leave,
    Limit,
    Look,
    Note,
    NotKept,
    NotOpened,
    Open,
    Opened,
    Order,
    Report,
    ear_of_writer,
    written,
)

MOST_AT_ONCE: Final = 1000
MANY: Final = 4
PAUSE: Final = 0.001
"""Where this many shared a commit there will be more: the next waits for so many seconds, and more will share it."""
BETWEEN_WIPES: Final = 1.0
"""Seconds: however often something is to be forgotten, the write-ahead log is emptied no more often than this."""
PIECE: Final = 1 << 18


class Gone(Exception):
    """The house is no more."""


class Writer:
    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._ear = ear_of_writer()
        self._orders: list[Order] = []
        self._commits = 0
        self._wiped_at = 0.0

    def run(self) -> None:
        order = self._next(None)
        assert isinstance(order, Open)
        try:
            file = SqliteFile(
                Path(order.folder),
                order.now,
                house=order.house,
                is_again=order.is_again,
                lock_waits=order.lock_waits,
                most_pages=order.most_pages,
            )
        except StoreError as error:
            self._say(NotOpened(str(error)))
            return
        self._say(Opened(file.kept))
        self._obey(file)
        file.close()

    def _obey(self, file: SqliteFile) -> None:
        while True:
            order = self._next(file)
            match order:
                case Keep():
                    self._keep_all(file, order)
                case Look(code):
                    try:
                        self._say(Found(file.table(code), None))
                    except StoreError as error:
                        self._say(Found(None, str(error)))
                case Note(clocks):
                    file.note_clocks(clocks)
                case Limit(most):
                    file.limit_pages(most)
                case Leave():
                    return

    # Hearing and saying.

    def _next(self, file: SqliteFile | None) -> Order:
        """Whatever comes next; where it takes long, or not too often, traces are wiped away meanwhile."""
        while not self._orders:
            if file is not None and file.has_traces:
                left = self._wiped_at + BETWEEN_WIPES - time.monotonic()
                if left <= 0 or not self._listen(left):
                    self._wiped_at = time.monotonic()
                    file.wipe()
            else:
                self._listen(None)
        return self._orders.pop(0)

    def _listen(self, seconds: float | None) -> bool:
        """Until something has come, or for so long."""
        # Flags and `select`: to give a socket another time limit is a call to the system, each time.
        if seconds and not select.select([self._line], [], [], seconds)[0]:
            return False
        try:
            more = self._line.recv(PIECE, 0 if seconds is None else socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        if not more:
            raise Gone
        self._orders += self._ear.hear(more)
        return True

    def _say(self, report: Report) -> None:
        self._line.sendall(written(report))

    # Keeping.

    def _keep_all(self, file: SqliteFile, order: Keep) -> None:
        """This, and all that has come meanwhile."""
        batches, now = list(order.batches), order.now
        while len(batches) < MOST_AT_ONCE:
            if not self._orders and not self._listen(0):
                break
            if not self._orders:
                continue
            following = self._orders[0]
            if not isinstance(following, Keep):
                break
            batches += following.batches
            now = following.now
            del self._orders[0]
        self._keep(file, batches, order.first, now)
        if len(batches) >= MANY:
            time.sleep(PAUSE)

    def _keep(self, file: SqliteFile, batches: Sequence[Batch], first: int, now: int) -> None:
        """One transaction for all; where that fails, one for each, so that a bad one harms nobody else. Each of those
        is answered before the next is tried: should this writer end, what it said is true, and of the rest either all
        is in the file or nothing."""
        last = first + len(batches) - 1
        try:
            file.keep(batches, last, now)
        except StoreError as error:
            # Whoever else holds the file holds it for all of them.
            if len(batches) == 1 or _is_held(error):
                for number in range(first, last + 1):
                    self._say(NotKept(number, str(error), isinstance(error, Taken)))
                return
            for number, batch in enumerate(batches, first):
                self._keep(file, [batch], number, now)
        else:
            if file.has_traces and time.monotonic() >= self._wiped_at + BETWEEN_WIPES:
                self._wiped_at = time.monotonic()
                file.wipe()
            self._commits += 1
            self._say(Kept(last, self._commits))


def _is_held(error: StoreError) -> bool:
    return getattr(error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def main() -> None:
    """The number of the house's socket is the last word of the command."""
    # Whoever stops the house stops its writer by that: it is not to go first.
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, signal.SIG_IGN)
    # What is decoded and written has no circles in it.
    gc.set_threshold(100_000)
    writer = Writer(socket.socket(fileno=int(sys.argv[-1])))
    try:
        writer.run()
    except Doubt as error:
        writer._say(Doubtful(str(error)))
        os._exit(1)
    except (Gone, ConnectionError):
        os._exit(0)


if __name__ == "__main__":
    main()
