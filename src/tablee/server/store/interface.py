"""What a store must do. Small, so that another data base can follow SQLite."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from tablee.kernel.game import Ms


class StoreError(Exception):
    """The store cannot be opened, or something could not be kept. The message is a sentence."""


class SaveTable(NamedTuple):
    """How a table stands outside its game: people, bots, options. Replaces what was there."""

    code: str
    doc: str


class NewGame(NamedTuple):
    """A game begins. The seed stays secret until the end; `people` is who sat where, for the record."""

    game: int
    record: str
    code: str
    header: str
    seed: str
    people: str


class Append(NamedTuple):
    """One entry of a game's record, and the id of the command that made it. (game, seq) is unique."""

    game: int
    seq: int
    entry: str
    command: str | None


class Finish(NamedTuple):
    """This game is over: from now on its record may be read. All its entries and their commands, as one text."""

    game: int
    entries: str


class SaveEnding(NamedTuple):
    """The last line of a finished record, once somebody asked for it."""

    game: int
    ending: str


class Shelve(NamedTuple):
    """What is remembered of a finished game besides its record. `finished`: in seconds; 0 unknown, None now."""

    game: int
    digest: str
    finished: int | None = None


class ClearTable(NamedTuple):
    """Nothing of this table is to be kept. A game that runs there has to be forgotten in the same breath."""

    code: str


class Forget(NamedTuple):
    """Nothing of this finished game is to be kept."""

    game: int


Write: TypeAlias = SaveTable | NewGame | Append | Finish | SaveEnding | Shelve | Forget | ClearTable
Done: TypeAlias = Callable[[StoreError | None], None]


@dataclass(frozen=True, slots=True)
class StoredGame:
    game: int
    record: str
    code: str
    header: str
    seed: str
    people: str
    is_over: bool
    ending: str | None
    entries: tuple[str, ...]
    commands: tuple[str | None, ...]


class Shelved(NamedTuple):
    """A finished game, without its record. No `finished`, no `digest`: it was played under an earlier version."""

    game: int
    record: str
    code: str
    name: str
    """The id of the game that was played."""
    people: str
    finished: int | None
    digest: str | None


class StoredTable(NamedTuple):
    code: str
    doc: str


class Store(Protocol):
    def write(self, batch: Sequence[Write], done: Done) -> None:
        """Keep all of this or nothing. `done` is called on the loop once it is durable, or with what went wrong."""

    def tables(self) -> Sequence[StoredTable]:
        """Every table that is not long forgotten."""

    def running(self) -> Sequence[StoredGame]:
        """The games that are not over."""

    def find_record(self, record: str) -> StoredGame | None:
        """A game that is over, by the id of its record."""

    def shelf(self, records: Sequence[str] | None) -> Sequence[Shelved]:
        """The games that are over, or those of these records; the newest first."""

    def commands(self, code: str) -> Sequence[tuple[str, str]]:
        """Of all games that are over at this table: the entries that commands made, each with its command, in order."""

    def last_game(self) -> int:
        """The highest number a game has; 0 if there is none."""

    def note_clocks(self, clocks: Mapping[int, Ms]) -> None:
        """How late it is in each game that runs. Nothing is lost where this is: clocks then begin anew."""

    def clocks(self) -> Mapping[int, Ms]:
        """What was noted last, before this house was opened."""

    def close(self) -> None:
        """Finish what was asked for, then let go."""
