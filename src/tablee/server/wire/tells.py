"""What the server tells, as docs/wire.md has it. The page's own types are made from these and from commands.py.

All of it is plain dicts on the way out, so nothing here costs time; frames and clocks are put together from bytes that
were encoded before (show/views.py, table/visit.py), and tests hold those against what stands here. A `title` is the
name that something goes by in TypeScript; where its inside says nothing, the kernel's codec knows what it is."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict

import msgspec
from msgspec import Meta

from tablee.server.lobby import PaceName, Phase

Seat: TypeAlias = Annotated[int, Meta(title="Seat")]
Ms: TypeAlias = Annotated[int, Meta(title="Ms")]
Pace: TypeAlias = Annotated[PaceName, Meta(title="Pace")]
OptionValue: TypeAlias = Annotated[str | int | bool, Meta(title="OptionValue")]
Options: TypeAlias = Annotated[dict[str, OptionValue], Meta(title="Options")]
Packs: TypeAlias = Annotated[dict[str, str], Meta(title="Packs")]
"""Those of the players' own, whole, by the names of their options."""
Action: TypeAlias = Annotated[dict[str, Any], Meta(title="Action")]
Facts: TypeAlias = Annotated[Any, Meta(title="Facts")]
Outcome: TypeAlias = Annotated[Any, Meta(title="Outcome")]

Reason: TypeAlias = Literal["reported", "limited", "distrusted", "estimated", "impossible", "sub_human", "house"]
"""Why a reaction was credited. `reported`: taken as the device told it. `limited`: as little as the line allows, the
device told less. `distrusted`: our own estimate, the device has claimed too much of late. `estimated`: our own, it told
nothing. `impossible`, `sub_human`: it told what cannot be, and gets the longest reaction that our measurement leaves.
`house`: a bot, there is no line."""
ByeCode: TypeAlias = Annotated[
    Literal["too_slow", "too_fast", "too_big", "too_many", "moved", "removed", "closing", "cleared"],
    Meta(title="ByeCode"),
]


class Refusal(TypedDict):
    """Why something was not done; `text` is in the language of this connection."""

    code: str
    facts: Facts
    text: str


class Caption(TypedDict):
    """What just happened, told once."""

    code: str
    facts: Facts
    text: str


class Ask(TypedDict):
    """Who may do what, until when. No seats: a timed moment."""

    id: str
    kind: str
    seats: list[Seat]
    awaited: list[Seat]
    until: Ms | None
    to: Literal["all"]
    awaited_to: Literal["all"]
    race: bool
    """Who answers first counts."""


class ReceiptLine(TypedDict):
    """One answer to a race that is over, as the house weighed it. Times in milliseconds."""

    seat: Seat
    rank: int | None
    """Null: it came when the race was over."""
    reported: int | None
    """What the device said."""
    credited: int
    """What was believed of it."""
    counted: int
    """What was compared: the reaction credited, by the seat's comfort."""
    percent: int
    margin: int
    """By how much it may be wrong."""
    reason: Reason
    photo: bool
    """Too close to tell from the one before or after: the game's own rule decided."""


class Promised(TypedDict):
    """What the answer to some commands brings along."""

    table: NotRequired[str]
    """`hello`, `open`: the code of the table."""
    place: NotRequired[int]
    """`sit`: the place taken."""
    key: NotRequired[str]
    """`open`, `sit`: what the place, or the host, is known by from now on."""
    number: NotRequired[int]
    """`reclaim`: two digits to show, so that the host knows which device asks."""
    lines: NotRequired[list[ReceiptLine]]
    """`receipt`: how the race was decided."""


class Done(Promised):
    """An answer: it was done."""

    tell: Literal["answer"]
    id: str
    ok: Literal[True]


class Refused(TypedDict):
    """An answer: it was not done. No id: the message was none."""

    tell: Literal["answer"]
    id: str | None
    ok: Literal[False]
    refusal: Refusal


class Place(TypedDict):
    place: int
    kind: Literal["free", "person", "bot"]
    name: str
    emblem: str | None
    level: str | None
    """Of a bot."""
    ready: bool
    here: bool
    host: bool
    stand_in: str | None
    """The level of the bot that plays for this person meanwhile."""
    percent: int
    """How much time this seat gets, 100 being normal."""
    muted: bool
    """Nobody hears what they say."""
    claim: int | None
    """Two digits that a device shows which asks for this place back."""


class Table(TypedDict):
    code: str
    game: str
    title: str
    phase: Phase
    options: Options
    """All but the packs."""
    preset: str | None
    pace: Pace
    places: list[Place]
    low: int
    """The fewest seats."""
    high: int
    paused: bool
    commitment: str | None
    """The SHA-256 of the seed."""
    seed: str | None
    """Once the game is over."""
    record: str | None
    """Once the game is over: the id of its record."""
    spectators: int
    words: bool
    """May people write to each other, or only touch phrases?"""
    nameless: bool
    """No record will keep a name."""


class You(TypedDict):
    places: list[int]
    host: bool


class Lobby(TypedDict):
    """The table outside its game."""

    tell: Literal["lobby"]
    table: Table
    you: You
    packs: Packs | None
    """Null: as this visit was told before."""


class Frame(TypedDict):
    """What one viewer sees. `seat` null: the shared screen, or somebody who only watches."""

    tell: Literal["frame"]
    seat: Seat | None
    number: int
    snapshot: bool
    board: Annotated[dict[str, Any], Meta(title="B")]
    hand: Annotated[dict[str, Any], Meta(title="H")] | None
    asks: list[Ask]
    captions: list[Annotated[Caption, Meta(title="C")]]
    moves: list[Annotated[Action, Meta(title="A")]]
    now: Ms
    speed: int
    """Table milliseconds in a second of the wall; 0: it stands still."""
    outcome: Outcome | None


class Clock(TypedDict):
    """Table time changed its speed."""

    tell: Literal["clock"]
    now: Ms
    speed: int


class Said(TypedDict):
    """Somebody talks, in words or with an emote."""

    tell: Literal["said"]
    channel: str
    seat: Seat
    name: str
    text: NotRequired[str]
    emote: NotRequired[str]


class Pong(TypedDict):
    tell: Literal["pong"]
    sent: int | float
    now: Ms | None
    """Null where no game is on."""


class Ping(TypedDict):
    """The house measures this line: to be sent back with the next picture."""

    tell: Literal["ping"]
    number: int


class Bye(TypedDict):
    """The server closes, and why."""

    tell: Literal["bye"]
    code: ByeCode
    text: str


Tell: TypeAlias = Done | Refused | Lobby | Frame | Clock | Said | Pong | Ping | Bye

_encode: Final = msgspec.json.Encoder().encode


def encode(tell: Tell) -> bytes:
    return _encode(tell)
