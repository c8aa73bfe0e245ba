"""A long run is many pieces of work, one after another. Each is a row in build/ as soon as it is done, with its commit:
so the run can be stopped at any moment and goes on where it was, and made again when all is there it only adds up."""

from __future__ import annotations

import signal
import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from bench.rows import FOLDER, Rows, commit
from tqdm import tqdm

Counts: TypeAlias = Mapping[str, int]
Totals: TypeAlias = dict[str, dict[str, int]]
"""What was counted, by part."""


class Breach(Exception):
    """A promise is broken. The message says how."""


class Piece(NamedTuple):
    """Some seconds of work, always the same for the same part and name."""

    part: str
    """A line of the summary: a game, a kind of observer."""
    name: str
    """All on which it depends: the seed, how much of what."""
    do: Callable[[], Counts]
    """Breach, if a promise is broken."""


def make_parser(doc: str | None) -> ArgumentParser:
    parser = ArgumentParser(description=doc, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=Path, default=FOLDER, help="the folder of the rows")
    parser.add_argument("--at", metavar="COMMIT", help="only add up what was done on this commit")
    return parser


def shares(total: int, each: int) -> Iterator[tuple[int, int]]:
    """So much in all, in pieces of this size: the number of each and how much it is."""
    for number, done in enumerate(range(0, total, each)):
        yield number, min(each, total - done)


class LongRun:
    """`columns`: the counts of the summary, in this order. Of those in `most` the greatest is kept, the others are
    added up."""

    def __init__(self, name: str, wish: Namespace, columns: Sequence[str], most: Sequence[str] = ()) -> None:
        self._rows = Rows(wish.rows / f"{name}.jsonl")
        self._columns, self._most = columns, most
        self._is_over: bool = wish.at is not None
        self._commit: str = wish.at or commit()
        self._done = {(row["part"], row["piece"]): row for row in self._rows if row["commit"].startswith(self._commit)}
        self._made: list[dict[str, Any]] = []
        self.totals: Totals = {}
        self.seconds: dict[str, float] = {}
        self.breaches: list[str] = []

    def make(self, pieces: Iterable[Piece]) -> bool:
        """Whatever is not done yet, until a promise is broken or somebody stops it; then the summary. True: all is
        done, and every promise was kept."""
        every = list(pieces)
        is_whole = self._work(every)
        for piece in every:
            row = self._done.get((piece.part, piece.name))
            if row is not None:
                self._add(row)
        self._print()
        return is_whole and not self.breaches

    def _work(self, pieces: Sequence[Piece]) -> bool:
        missing = [piece for piece in pieces if (piece.part, piece.name) not in self._done]
        if not missing or self._is_over:
            return not missing
        handlers = {one: signal.signal(one, signal.default_int_handler) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            for piece in tqdm(missing, unit=" pieces", mininterval=5, initial=len(pieces) - len(missing)):
                if not self._do(piece):
                    return False
        except KeyboardInterrupt:
            print(f"\nStopped; the same command goes on from here. {self._rows.path}")
            return False
        finally:
            for one, handler in handlers.items():
                signal.signal(one, handler)
        return True

    def _do(self, piece: Piece) -> bool:
        began, breach, counts = time.monotonic(), None, dict[str, int]()
        try:
            counts |= piece.do()
        except Breach as broken:
            breach = str(broken)
        row = {
            "commit": self._commit,
            "part": piece.part,
            "piece": piece.name,
            "counts": counts,
            "seconds": round(time.monotonic() - began, 2),
            "breach": breach,
        }
        self._rows.add(row)
        self._done[piece.part, piece.name] = row
        return breach is None

    def _add(self, row: dict[str, Any]) -> None:
        part = row["part"]
        self._made.append(row)
        self._count(self.totals.setdefault(part, {}), row["counts"])
        self.seconds[part] = self.seconds.get(part, 0.0) + row["seconds"]
        if row["breach"] is not None:
            self.breaches.append(f"{part}, {row['piece']}: {row['breach']}")

    def all(self) -> dict[str, int]:
        """The counts of all parts together."""
        return self.sum(self.totals.values())

    def sum(self, every: Iterable[Counts]) -> dict[str, int]:
        total: dict[str, int] = {}
        for counts in every:
            self._count(total, counts)
        return total

    def _count(self, total: dict[str, int], counts: Counts) -> None:
        for name, number in counts.items():
            before = total.get(name, 0)
            total[name] = max(before, number) if name in self._most else before + number

    def rows_with(self, count: str, number: int) -> list[str]:
        """The pieces of the summary in which so many were counted."""
        return [f"{row['part']}, {row['piece']}" for row in self._made if row["counts"].get(count, 0) == number]

    def _print(self) -> None:
        lines = {**self.totals, "all": self.all()} if len(self.totals) > 1 else self.totals
        seconds = {**self.seconds, "all": sum(self.seconds.values())}
        wide = max(map(len, ("at commit", *lines)))
        spans = [max(len(name), 12) for name in self._columns]
        print(f"\n{f'at {self._commit}':<{wide}} " + self._row(self._columns, spans) + f" {'seconds':>8}")
        for part, counts in lines.items():
            numbers = [f"{counts.get(name, 0):,}" for name in self._columns]
            print(f"{part:<{wide}} {self._row(numbers, spans)} {seconds[part]:>8,.0f}")
        print("no breach" if not self.breaches else f"BROKEN: {len(self.breaches)}", flush=True)
        for breach in self.breaches[:5]:
            print(f"  {breach[:3000]}")

    @staticmethod
    def _row(cells: Sequence[str], spans: Sequence[int]) -> str:
        return " ".join(f"{cell:>{span}}" for cell, span in zip(cells, spans, strict=True))
