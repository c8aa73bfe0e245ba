"""What a store must do: keep batches, answer queries. Small, for there are three: a file, a data base that many houses
share, and memory.

Calls with a callback: a move needs no coroutine. A batch belongs to one table and can reach no other's rows. A game
that runs is known by its ordinal, counted from the first one at its table; a game that is over, by its record's id."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from tablee.kernel.game import Ms

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class StoreError(Exception):
    """The store cannot be opened, or something could not be kept or read. The message is a sentence."""


class Taken(StoreError):
    """There is a table of this code already, or the same command has opened one elsewhere."""


class Lost(StoreError):
    """The table has another owner by now. Nobody was told anything that is not kept: the actor is to be let go of, and
    whoever is asked for the table next finds it in the store. It may be that this very batch was kept, just before: who
    waits for it is told nothing, and asks again where the table is then."""


# What is written. It goes to a process of its own, and there is much of it: structs are light, and travel as lists.


class _Row(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """One thing to be kept."""


class Owner(NamedTuple):
    """Who writes: the table of this code, in the epoch in which it was woken here. Where one house has the store for
    itself nobody looks at the epoch."""

    code: str
    epoch: int = 0


NOBODY: Final = Owner("")
"""What is written of games that are over belongs to no table."""


class NewTable(_Row, frozen=True):
    """There is a new table. `made_by`: SHA-256 of the id of the command that opened it."""

    doc: str
    made_by: str


class SaveTable(_Row, frozen=True):
    """How the table stands outside its game: people, bots, options. Replaces what was there."""

    doc: str


class NewGame(_Row, frozen=True):
    """A game begins. The seed stays secret until the end; `people` is who sat where, for the record."""

    ordinal: int
    record: str
    header: str
    seed: str
    people: str


class Append(_Row, frozen=True):
    """One entry of a game's record, and the id of the command that made it. (ordinal, seq) is unique at a table."""

    ordinal: int
    seq: int
    entry: str
    command: str | None


class Finish(_Row, frozen=True):
    """This game is over: from now on its record may be read. All its entries and their commands, as one text."""

    ordinal: int
    entries: str


class ClearTable(_Row, frozen=True):
    """Nothing of the table is to be kept. A game that runs there has to be forgotten in the same breath."""


class SaveEnding(_Row, frozen=True):
    """The last line of a finished record, once somebody asked for it."""

    record: str
    ending: str


class SaveSummary(_Row, frozen=True):
    """What is remembered of a finished game besides its record. `finished`: in seconds; 0 unknown, None now."""

    record: str
    summary: str
    finished: int | None = None


class Forget(_Row, frozen=True):
    """Nothing of this finished game is to be kept."""

    record: str


Write: TypeAlias = NewTable | SaveTable | NewGame | Append | Finish | ClearTable | SaveEnding | SaveSummary | Forget
Done: TypeAlias = Callable[[StoreError | None], None]


class Batch(Struct, frozen=True, array_like=True, gc=False):
    """All of it or nothing."""

    owner: Owner
    writes: Sequence[Write]


# What is read.


@dataclass(frozen=True, slots=True)
class StoredGame:
    code: str
    ordinal: int
    record: str
    header: str
    seed: str
    people: str
    is_over: bool
    ending: str | None
    entries: tuple[str, ...]
    commands: tuple[str | None, ...]


class StoredTable(NamedTuple):
    code: str
    doc: str
    running: StoredGame | None
    shown: Ms
    """How late it was there when that was noted last; 0: nobody knows."""
    epoch: int = 0
    """In which it belongs to whoever asked."""


class Elsewhere(NamedTuple):
    """The table stands in another process that uses the same store."""

    node: str
    """The life of it: it is another one after each start."""
    inside: str
    """Where it is reached from here: host and port."""


class PastGame(NamedTuple):
    """A finished game, without its record. No `finished`, no `summary`: it was played under an earlier version."""

    record: str
    code: str
    name: str
    """The id of the game that was played."""
    people: str
    finished: int | None
    summary: str | None


class Query(Generic[T_co]):
    """Whose answer is a `T_co`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TableOf(Query[StoredTable | Elsewhere | None]):
    """A table, with the game that runs there: from now on it belongs to whoever asked, or else stands elsewhere."""

    code: str


@dataclass(frozen=True, slots=True)
class LobbyOf(Query[str | None]):
    """How a table stands outside its game, whoever it belongs to."""

    code: str


@dataclass(frozen=True, slots=True)
class HasTable(Query[bool]):
    """Is there a table of this code?"""

    code: str


@dataclass(frozen=True, slots=True)
class OpenedBy(Query[str | None]):
    """The code of the table that this command opened."""

    made_by: str


@dataclass(frozen=True, slots=True)
class TableCount(Query[int]):
    """How many there are."""


@dataclass(frozen=True, slots=True)
class Unplayed(Query[Sequence[str]]):
    """The codes of tables at which no game runs or has ended, and that nobody has touched for so many seconds."""

    seconds: int


@dataclass(frozen=True, slots=True)
class RecordOf(Query[StoredGame | None]):
    """A game that is over, by the id of its record."""

    record: str


@dataclass(frozen=True, slots=True)
class PastOf(Query[Sequence[PastGame]]):
    """The games that are over, or those of these records; the newest first."""

    records: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Codes(Query[Sequence[str]]):
    """Those of all tables."""


AnyQuery: TypeAlias = TableOf | LobbyOf | Codes | HasTable | OpenedBy | TableCount | Unplayed | RecordOf | PastOf


class Store(Protocol):
    @property
    def neighbours(self) -> frozenset[str] | None:
        """The lives of all processes that use this store, this one's too, as was seen last; None: this house has it
        for itself."""

    def write(self, batch: Batch, done: Done) -> None:
        """Keep this. `done` is called on the loop, after `write` has returned or before, once it is durable, or with
        what went wrong."""

    def read(self, query: Query[T], done: Callable[[T | StoreError], None]) -> None:
        """Look this up. `done` is called on the loop, before `read` returns or later: what is small may be at hand."""

    def note_clocks(self, clocks: Mapping[str, Ms]) -> None:
        """How late it is in the games that run at these tables. Nothing is lost where this is: clocks then begin
        anew."""

    def release(self, owner: Owner) -> None:
        """This table sleeps: whoever asks for it next may have it. Nothing of it is on its way to the store."""

    def when_lost(self, tell: Callable[[], None]) -> None:
        """To be called on the loop when all tables of this house belong to others by now."""
