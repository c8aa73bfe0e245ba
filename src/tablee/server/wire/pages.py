"""What the house answers over HTTP, as docs/wire.md has it. The page's own types are made from these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias, TypedDict

from msgspec import Meta

from tablee.server.lobby import Phase
from tablee.server.wire.tells import Action, Facts, Frame, Options, OptionValue, Outcome, Seat

Hand: TypeAlias = Annotated[dict[str, Any], Meta(title="Hand")]


class Sorry(TypedDict):
    """Why there is nothing to answer; `text` is in the language that was asked for."""

    code: str
    text: str


# What games there are, and what they say.


class OptionChoice(TypedDict):
    value: str | bool
    label: str


class Numbers(TypedDict):
    low: int
    high: int


class OptionField(TypedDict):
    name: str
    label: str
    help: str
    values: list[OptionChoice]
    """The named ones."""
    numbers: Numbers | None
    is_seat: bool
    is_pack: bool
    """The text of a pack of the players' own; empty: none."""
    default: OptionValue
    number_label: str | None
    """How a number reads, e.g. `{number} {number:minute|minutes}`."""


class Preset(TypedDict):
    id: str
    label: str
    help: str
    options: Options


class BotLevel(TypedDict):
    level: str
    name: str
    label: str
    help: str


class AskKind(TypedDict):
    """How an ask of one kind is answered."""

    race: bool
    """Who comes first matters: no marking, no confirming."""
    optional: bool
    actions: list[str]


class GameInfo(TypedDict):
    """A game of this house."""

    id: str
    title: str
    tagline: str
    minutes: int
    age: int
    low: int
    """The fewest seats."""
    high: int
    one_device: bool
    """May two seats share a device that is passed round?"""
    presets: list[Preset]
    options: list[OptionField]
    bots: list[BotLevel]
    has_lesson: bool
    kinds: dict[str, AskKind]


class Section(TypedDict):
    title: str
    text: list[str]


class Rules(TypedDict):
    title: str
    short: list[str]
    full: list[Section]


class WordBook(TypedDict):
    """Every template a player of a game may read, by its code."""

    labels: dict[str, str]
    captions: dict[str, str]
    refusals: dict[str, str]
    rules: Rules | None


# A game that is shown.


class LessonStep(TypedDict):
    frame: Frame
    note: str
    """What the coach says."""
    expected: list[Action]
    """What the learner has to do, any of these; none: only to listen."""


class Lesson(TypedDict):
    """A short game from a script."""

    game: str
    title: str
    options: Options
    people: list[str]
    seat: Seat
    """The learner's."""
    steps: list[LessonStep]


class Player(TypedDict):
    name: str
    emblem: str | None
    level: str | None
    """Of a bot."""


class Moment(TypedDict):
    """One frame of a finished game. With everything open its board lies open, its captions are everybody's, and its
    asks say who is waited for."""

    frame: Frame
    hands: list[Hand | None] | None
    """With everything open: what each seat holds."""


class Theatre(TypedDict):
    """A finished game, as one viewer saw it or with everything open."""

    game: str
    title: str
    rules: int
    """The version of the game's rules."""
    options: Options
    people: list[Player]
    commitment: str
    """The SHA-256 of the seed."""
    seed: str
    outcome: Outcome | None
    seat: Seat | None
    """Whose eyes; null: the shared screen's, or everything is open."""
    open: bool
    moments: list[Moment]


class StoryLine(TypedDict):
    """What is worth telling of a finished game."""

    code: str
    facts: Facts
    text: str
    at: int
    """The moment, from 0, of the theatre with everything open."""


# Tables and evenings.


class Whereabouts(TypedDict):
    """Is there a table of this code?"""

    exists: bool
    game: str | None
    phase: Phase | None
    address: str | None
    """Where other devices reach this house; null: they cannot."""


class Guest(TypedDict):
    name: str
    emblem: str | None
    bot: bool
    won: bool
    score: int


class Evening(TypedDict):
    """A finished game."""

    record: str
    game: str
    title: str
    finished: int | None
    """In seconds; null: nobody noted it."""
    minutes: int
    together: bool
    """Won or lost by all."""
    deletable: bool
    """From here it may be deleted without a key."""
    people: list[Guest]


class GameTitle(TypedDict):
    id: str
    title: str


class Evenings(TypedDict):
    """One page of the finished games that were asked for, the newest first."""

    all: bool
    """Everything this house has is shown, not only what this device knows."""
    count: int
    page: int
    pages: int
    games: list[GameTitle]
    evenings: list[Evening]


class BestScore(TypedDict):
    score: int
    name: str


class GameFigures(TypedDict):
    game: str
    title: str
    played: int
    minutes: int
    best: BestScore | None


class PartFigures(TypedDict):
    """Of one person in one game."""

    game: str
    title: str
    played: int
    won: int
    lines: list[str]


class PersonFigures(TypedDict):
    name: str
    emblem: str | None
    played: int
    won: int
    games: list[PartFigures]


class Rung(TypedDict):
    name: str
    bot: bool
    points: int
    played: int


class Ladder(TypedDict):
    game: str
    title: str
    people: list[Rung]


class Figures(TypedDict):
    """What can be counted in the games that were asked for."""

    games: list[GameFigures]
    people: list[PersonFigures]
    ladders: list[Ladder]
    """Where the house tells how strong people are."""


class Deleted(TypedDict):
    deleted: Literal[True]


Page: TypeAlias = (
    list[GameInfo] | WordBook | Lesson | Whereabouts | Theatre | list[StoryLine] | Evenings | Figures | Deleted | Sorry
)

PAGES: Final[Mapping[str, Any]] = {
    "GET /api/games": list[GameInfo],
    "GET /api/words/{game}": WordBook,
    "GET /api/lessons/{game}": Lesson,
    "GET /api/tables/{code}": Whereabouts,
    "GET /api/records/{record}": Theatre,
    "GET /api/records/{record}/story": list[StoryLine],
    "DELETE /api/records/{record}": Deleted,
    "POST /api/evenings": Evenings,
    "POST /api/evenings/figures": Figures,
}
"""Which answer is where. Anything else that is asked for gets a `Sorry`, or is no JSON."""
