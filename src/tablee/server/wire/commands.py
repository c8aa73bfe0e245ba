"""The messages a client may send, as docs/wire.md has them. Anything else is refused with a sentence."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, TypeAlias

import msgspec

from tablee.server.limits import LIMITS
from tablee.server.wire.tells import Pace, Seat

LONGEST_ID: Final = 40
ID: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_ID}}}")
MOST_KEYS: Final = LIMITS.keys


class Command(msgspec.Struct, tag_field="do", kw_only=True, gc=False):
    id: str


class OfSeat(Command):
    """It is about a seat of the game that runs."""

    seat: Seat


class OfPlace(Command):
    """It is about a place at the table."""

    place: int


class Hello(Command, tag="hello"):
    table: str | None = None
    keys: list[str] = []
    screen: bool = False
    language: str = "fr"


class Open(Command, tag="open"):
    game: str
    name: str | None = None
    emblem: str | None = None
    club: bool = False
    """No record of this table will keep a name."""


class Sit(Command, tag="sit"):
    name: str
    place: int | None = None
    emblem: str | None = None


class Stand(OfPlace, tag="stand"):
    pass


class Rename(OfPlace, tag="rename"):
    name: str
    emblem: str | None = None


class SeatBot(Command, tag="bot"):
    level: str
    place: int | None = None


class Remove(OfPlace, tag="remove"):
    pass


class Move(Command, tag="move"):
    from_: int = msgspec.field(name="from")
    to: int


class SetOptions(Command, tag="options"):
    options: Annotated[dict[str, Any], msgspec.Meta(title="Options")] | None = None
    preset: str | None = None


class SetPace(Command, tag="pace"):
    pace: Pace


class Comfort(OfPlace, tag="comfort"):
    percent: int


class Mute(OfPlace, tag="mute"):
    muted: bool


class Words(Command, tag="words"):
    open: bool


class HandDesk(OfPlace, tag="desk"):
    """Somebody else is the host from now on."""


class Ready(OfPlace, tag="ready"):
    ready: bool


class Start(Command, tag="start"):
    pass


class Pause(Command, tag="pause"):
    pass


class Resume(Command, tag="resume"):
    pass


class HandOver(OfPlace, tag="hand_over"):
    level: str | None = None


class TakeBack(OfPlace, tag="take_back"):
    pass


class Again(Command, tag="again"):
    lobby: bool = False


class Reclaim(OfPlace, tag="reclaim"):
    pass


class Admit(OfPlace, tag="admit"):
    number: int
    yes: bool


class End(Command, tag="end"):
    """The game stops here, without a winner and without a record."""


class Close(Command, tag="close"):
    """The table is cleared away, with all that the house knows of it."""


class Play(OfSeat, tag="play"):
    ask: str
    action: Annotated[msgspec.Raw, msgspec.Meta(title="Action")]
    """An action of the game, which reads it."""
    reaction: float | None = None
    """Milliseconds from when this device showed the ask to the finger. Counts in races, as far as it is believed."""


class Hold(OfSeat, tag="hold"):
    held: bool


class Say(OfSeat, tag="say"):
    channel: str
    text: str | None = None
    emote: str | None = None


class AskReceipt(OfSeat, tag="receipt"):
    ask: str


class Ping(Command, tag="ping"):
    sent: int | float


class Pong(Command, tag="pong"):
    number: int


LobbyCommand: TypeAlias = (
    Sit
    | Stand
    | Rename
    | SeatBot
    | Remove
    | Move
    | SetOptions
    | SetPace
    | Comfort
    | Mute
    | Words
    | HandDesk
    | Ready
    | HandOver
    | TakeBack
)
TableCommand: TypeAlias = (
    LobbyCommand | Reclaim | Admit | Start | Pause | Resume | Again | End | Close | Play | Hold | Say | AskReceipt
)
AnyCommand: TypeAlias = TableCommand | Hello | Open | Ping | Pong

_decoder: Final = msgspec.json.Decoder(AnyCommand)
_anything: Final = msgspec.json.Decoder()


class BadMessage(Exception):
    """This is no message of ours. `id` is that of the command, if one could be read."""

    def __init__(self, what: str, id: str | None) -> None:  # noqa: A002
        super().__init__(what)
        self.what = what
        self.id = id


def read(text: bytes | str) -> AnyCommand:
    try:
        command: AnyCommand = _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError) as error:
        raise BadMessage(str(error)[:120], _id_of(text)) from None
    number = command.id
    # Most have no sign that is none of letters and digits.
    if not (number.isalnum() and number.isascii() and len(number) <= LONGEST_ID) and not is_id(number):
        raise BadMessage("an id is 1 to 40 of A-Z a-z 0-9 _ -", None)
    return command


def is_id(text: str) -> bool:
    return ID.fullmatch(text) is not None


def _id_of(text: bytes | str) -> str | None:
    try:
        value = _anything.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, ValueError):
        return None
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str) and is_id(found) else None
