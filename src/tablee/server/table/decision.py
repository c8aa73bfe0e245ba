"""What a table decides, as a value. Whoever decides changes nothing; the actor makes the writes durable and only then
carries the rest out, in one order and in one place (`Actor.settle`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from msgspec import Struct

from tablee.kernel.codec import Json
from tablee.kernel.game import Ms, Refusal, Seat
from tablee.server.lobby import Lobby
from tablee.server.store.interface import Write
from tablee.server.table.visit import Visit
from tablee.server.wire import commands as m
from tablee.server.wire import tells as t

if TYPE_CHECKING:
    from tablee.server.play.live import LiveGame
    from tablee.server.play.races import SeatInput
    from tablee.server.show.tools import AnyStep


C = TypeVar("C", bound=m.Command)


class Message(Struct, Generic[C], frozen=True):
    """What somebody at the table asks for, and when it arrived."""

    visit: Visit
    command: C
    at: Ms


class Enter(Struct, frozen=True):
    """A visit begins."""

    visit: Visit
    is_screen: bool = False
    is_new: bool = False
    """So does its table."""


class Give(Struct, frozen=True):
    """This visit holds a further key."""

    visit: Visit
    key: str


class Begin(Struct, frozen=True):
    """Another game runs from now on."""

    running: LiveGame


class Stepped(Struct, frozen=True):
    """The game that runs took an input; a clock that ran out has no answer."""

    running: LiveGame
    step: AnyStep
    given: SeatInput | None
    missed: dict[Seat, int]


class Changed(Struct, frozen=True):
    """The lobby, and nothing else; where it says that no game runs, none does. `is_removal`: who lost their place by it
    is seen off."""

    is_removal: bool = False


class Uncover(Struct, frozen=True):
    """Whoever holds this seat now sees it whole."""

    seat: Seat


class Held(Struct, frozen=True):
    """This visit holds its secret up to the eye, or puts it down."""

    visit: Visit
    seat: Seat
    is_held: bool


class Said(Struct, frozen=True):
    """Somebody said something."""

    command: m.Say


class Vanish(Struct, frozen=True):
    """The table is no more."""


Effect: TypeAlias = Enter | Give | Begin | Stepped | Changed | Uncover | Held | Said | Vanish


class Decision(Struct, frozen=True):
    writes: Sequence[Write] = ()
    """All of them or nothing."""
    lobby: Lobby | None = None
    """How the table stands then; None: as before."""
    kept: dict[str, Json] | None = None
    """Which answers outlive a restart then."""
    answer: t.Promised | None = None
    """What the answer to the command brings along; None: the effect answers, or nobody asked."""
    effect: Effect | None = None


Verdict: TypeAlias = Decision | Refusal | None
"""None: it is answered later, or has been."""
DONE = Decision(answer={})
