"""What only a game's own tests can say of it: what is hidden, what is forgotten, what its pieces are.

Write a witness from the rules page, never from the code it is to judge."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from tablee.kernel.game import Action, Ask, Seat, State, Viewer
from tablee.kernel.luck import Luck

S = TypeVar("S", bound=State)


def no_secrets(state: Any, viewer: Viewer, luck: Luck) -> Any:
    """The `scramble` of a game in which nothing is hidden."""
    return state


def never_reveals(after: Any, twin: Any, viewer: Viewer) -> bool:
    return False


def no_disguise(state: Any, viewer: Viewer, seat: Seat, ask: Ask, action: Any, luck: Luck) -> Action | None:
    made: Action = action
    return made


def never_fades(state: Any, viewer: Viewer, luck: Luck) -> None:
    return None


def no_pieces(state: Any) -> Iterable[Hashable]:
    return ()


NO_PIECES: Final = no_pieces
"""The `pieces` of a game that has none to lose: marks on paper, words, points."""


@dataclass(frozen=True)
class Witness(Generic[S]):
    """Callables that know the rules page. Whatever they are given they leave alone: they change a copy."""

    scramble: Callable[[S, Viewer, Luck], S] | None = None
    """Another state that differs only in what this viewer may not know. From the rules page's Hidden section."""

    reveals: Callable[[S, S, Viewer], bool] = never_reveals
    """`(after, twin, viewer)`: the real table has just arrived in `after`; `twin` is the twin's state before the same
    input. Does this input show the viewer, by the rules, something in which the twin differs? Then the pair is over."""

    disguise: Callable[[S, Viewer, Seat, Ask, Any, Luck], Action | None] = no_disguise
    """`(twin, viewer, seat, ask, action, luck)`: another seat's input that this viewer may not know: what to feed the
    twin instead, or None to feed it nothing."""

    fade: Callable[[S, Viewer, Luck], S | None] = never_fades
    """Another state that differs only in what this viewer was told once or, if it does not hold its hand, glances at
    while holding. None: there is nothing of the kind in this state."""

    pieces: Callable[[S], Iterable[Hashable]] | None = None
    """Every piece of the game, wherever it is."""


NOTHING_HIDDEN: Final[Witness[Any]] = Witness(scramble=no_secrets, pieces=NO_PIECES)
"""The witness of an open game without pieces. With pieces: `replace(NOTHING_HIDDEN, pieces=…)`."""
