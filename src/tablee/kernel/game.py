"""The contract between rules, tables, bots and screens.

A game is a fold: `setup` makes a state, `step` and `expire` turn it into the next. Luck and time are arguments. A seat
sees a View and nothing else. The table asks; seats answer an ask. Who came first is decided by the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar, final

from tablee.kernel.luck import Luck

Seat: TypeAlias = int
"""Seats are numbered from 0, clockwise: the left neighbour is the next number."""

Ms: TypeAlias = int
"""Milliseconds of table time, or a length of it."""

Fact: TypeAlias = bool | int | str | tuple[int, ...] | tuple[str, ...] | None
Facts: TypeAlias = Mapping[str, Fact]
NO_FACTS: Final[Facts] = MappingProxyType({})

ALL: Final = "all"
Audience: TypeAlias = Literal["all"] | tuple[Seat, ...]
"""Everybody, spectators and the shared screen included, or just these seats."""


def is_told(to: Audience, seat: Seat | None) -> bool:
    """Does this audience include that seat (None: the shared screen)?"""
    return to == ALL or (seat is not None and seat in to)


class Refusal(NamedTuple):
    """Why something was not done. A value, never an exception; the person reads the sentence of this code."""

    code: str
    facts: Facts = NO_FACTS


class Caption(NamedTuple):
    """What just happened, told once to its audience: for sounds, animation, narration and bots' memory."""

    code: str
    facts: Facts
    to: Audience


class Ask(NamedTuple):
    """Who may do what, until when.

    `seats` may answer; `awaited`, some of them, are waited for. No seats: a timed moment. `to` sees the ask, everybody
    else has no sign of it; `awaited_to` sees who is awaited. An ask is shown whole or not at all."""

    id: str
    kind: str
    seats: tuple[Seat, ...]
    awaited: tuple[Seat, ...]
    until: Ms | None
    to: Audience = ALL
    awaited_to: Audience = ALL


class Channel(NamedTuple):
    """What a seat may do on one channel of talk, judged when something is said. Talk never touches the state."""

    name: str
    may_read: bool
    may_write: Literal["text", "emote", "none"]
    lines: int | None = None
    """How many of the last lines stay on screen, where forgetting what was said is part of the game. None: all."""


Talk: TypeAlias = tuple[Channel, ...]
OPEN_TALK: Final[Talk] = (Channel("table", True, "text"),)


@dataclass(frozen=True, slots=True)
class Options:
    """What the host may set. Fields are Literals, bools, ints annotated with Between, ASeat or APack."""

    def refusal(self) -> Refusal | None:
        """Do these options contradict each other?"""
        return None


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat does in answer to an ask. One subclass for each verb."""


@dataclass(frozen=True, slots=True)
class Board:
    """What everybody sees. One object for everybody, so it cannot depend on who looks."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat sees beside the board."""

    seat: Seat
    talk: Talk = field(default=OPEN_TALK, kw_only=True)


class State:
    """Everything that is true at a table: ints, tuples and lists in slots. Never leaves the rules and the table.

    `rules` is the behaviour version the table was born with; `captions` are those of the last input."""

    __slots__ = ("captions", "rules")

    def __init__(self, rules: int) -> None:
        self.rules = rules
        self.captions: list[Caption] = []


# The five types of a game, in the order in which generic classes name them everywhere.
O = TypeVar("O", bound=Options)  # noqa: E741
S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
B = TypeVar("B", bound=Board)
H = TypeVar("H", bound=Hand)


class View(NamedTuple, Generic[B, H]):
    """All that one viewer knows: the board, the hand (None for a screen), and the asks this viewer may see."""

    board: B
    hand: H | None
    asks: tuple[Ask, ...]


tuple_of: Final = tuple.__new__
"""`tuple_of(View, (board, hand, asks))` is `View(board, hand, asks)` in half the time, for what every input makes."""


class Viewer(NamedTuple):
    """Who looks. A seat that holds its secret up to the eye sees its glance fields too."""

    seat: Seat | None
    held: bool = False


SCREEN: Final = Viewer(None)


class Kind(NamedTuple):
    """What an ask of this kind accepts, and how its clock and its order are kept.

    `race`: who came first matters, the referee orders the answers. `firm`: a printed limit that no pace changes.
    `enumerable`: `moves` lists every answer (free text is not). `optional`: an act nobody waits for, such as a claim;
    whom it is open to does not set the pace."""

    actions: tuple[type[Action], ...]
    race: bool = False
    firm: bool = False
    enumerable: bool = True
    optional: bool = False


class Teams(NamedTuple):
    names: tuple[str, ...]
    least: int
    """The fewest seats each team needs."""


def no_teams(_: Options) -> Teams | None:
    return None


def any_device(_: Options) -> bool:
    return True


@dataclass(frozen=True)
class Meta(Generic[O, B, H]):
    """What lobby, documents, codec and kit read of a game."""

    id: str
    version: int
    """Rises when behaviour changes, never on refactoring."""
    minutes: int
    age: int
    options: type[O]
    presets: Mapping[str, O]
    kinds: Mapping[str, Kind]
    board: type[B]
    hand: type[H]
    seats: Callable[[O], range]
    teams: Callable[[O], Teams | None] = no_teams
    one_device: Callable[[O], bool] = any_device
    """May two seats share a device that is passed round?"""
    oldest: int = 1
    """The oldest behaviour version whose records still replay."""
    contents: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of each content file that rules depend on, by name."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended, seat by seat. Rank 1 has won; equal ranks share."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    teams: tuple[str | None, ...] = ()
    won: bool | None = None
    """In a co-operative game: did the players win?"""


class Game(ABC, Generic[O, S, A, B, H]):
    """One game. Every method is a pure function; none of them keeps anything."""

    meta: Meta[O, B, H]

    @abstractmethod
    def setup(self, options: O, teams: tuple[str | None, ...], now: Ms, luck: Luck, rules: int) -> S:
        """The only birth of a state. One entry of `teams` for each seat; `rules` is the behaviour version wanted."""

    @abstractmethod
    def asks(self, state: S) -> tuple[Ask, ...]:
        """Who may do what now. None left means that the game is over."""

    @abstractmethod
    def check(self, state: S, seat: Seat, action: A) -> Refusal | None:
        """Is this legal, beyond what the table checks itself (ask open, seat asked, action of the ask's kind)?"""

    @abstractmethod
    def step(self, state: S, seat: Seat, action: A, now: Ms, luck: Luck) -> S:
        """The rulebook. Assumes that `check` passed, leaves its input alone."""

    @abstractmethod
    def expire(self, state: S, ask: Ask, luck: Luck) -> S:
        """Time ran out on this ask; now is `ask.until`."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None: ...

    @abstractmethod
    def board(self, state: S) -> B:
        """What everybody sees: an allow-list, built of other types than the state's."""

    def open_board(self, state: S) -> B:
        """The board of a game that is over, shown again with all cards open. Never shown while a table runs."""
        return self.board(state)

    @abstractmethod
    def hand(self, state: S, seat: Seat, held: bool) -> H:
        """What this seat sees beside the board; `held`: while it holds its secret up to the eye."""

    @abstractmethod
    def moves(self, view: View[B, H], luck: Luck) -> Sequence[A]:
        """What this seat may do now, from its view alone: all when at most 512, else a sample."""

    @abstractmethod
    def imagine(self, view: View[B, H], luck: Luck) -> S:
        """Some state in which this viewer would see this very view."""

    @final
    def view(self, state: S, viewer: Viewer) -> View[B, H]:
        """The single door out."""
        return self.look(state, viewer, self.board(state), self.asks(state))

    @final
    def look(self, state: S, viewer: Viewer, board: B, asks: tuple[Ask, ...]) -> View[B, H]:
        """`view`, for a table that has the board and the asks of this state at hand."""
        seat, held = viewer
        hand = None if seat is None else self.hand(state, seat, held)
        for ask in asks:
            if ask.to != ALL or ask.awaited_to != ALL:
                asks = asks_seen(asks, seat)
                break
        # This is the hottest line of the house.
        return tuple_of(View, (board, hand, asks))

    def precedence(self, state: S, ask: Ask) -> tuple[Seat, ...]:
        """Photo finish: who comes first inside the referee's margin. By default the order in which the ask names its
        seats, so a game lists them after the active seat."""
        return ask.seats

    def next_options(self, state: S, options: O) -> O:
        """After a game with these options: those that the next one at the same table begins with. A game may hand down
        what its table has settled; the host can change it in the lobby."""
        return options

    def brief(self, state: S, seat: Seat) -> tuple[Caption, ...]:
        """What somebody is told who takes over this seat."""
        return ()


def asks_seen(asks: tuple[Ask, ...], seat: Seat | None) -> tuple[Ask, ...]:
    """The asks this seat (None: the shared screen) may see, without their audiences, which are nobody's business.
    The same object where nothing is kept from anybody."""
    for ask in asks:
        if ask.to != ALL or ask.awaited_to != ALL:
            break
    else:
        return asks
    return tuple(
        ask._replace(awaited=ask.awaited if is_told(ask.awaited_to, seat) else (), to=ALL, awaited_to=ALL)
        for ask in asks
        if is_told(ask.to, seat)
    )
