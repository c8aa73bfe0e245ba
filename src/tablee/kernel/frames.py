"""What is sent to one viewer: a frame only when its view changed or it has captions, numbered for this viewer alone.

The table's own count of inputs appears nowhere, or private votes could be counted."""

from __future__ import annotations

from typing import Generic, NamedTuple

from tablee.kernel.game import ALL, A, B, Caption, H, O, S, View, Viewer, is_told
from tablee.kernel.table import Table


class Frame(NamedTuple, Generic[B, H]):
    number: int
    view: View[B, H]
    captions: tuple[Caption, ...]


class Watcher(Generic[O, S, A, B, H]):
    """Follows a table with one viewer's eyes. Ask it for a frame after every input."""

    def __init__(self, table: Table[O, S, A, B, H], viewer: Viewer, *, is_late: bool = False) -> None:
        """`is_late`: it comes after the last input, so what was told then is not for its ears."""
        self._table = table
        self._viewer = viewer
        self._number = 0
        self._view: View[B, H] | None = None
        self._told: S | None = table.state if is_late else None

    def frame(self) -> Frame[B, H] | None:
        """The news of the last input for this viewer, None if it has none."""
        view = self._table.view(self._viewer)
        state = self._table.state
        # Captions are told once, also when somebody asks twice.
        captions = () if state is self._told else heard(self._table.captions, self._viewer)
        self._told = state
        if view == self._view and not captions:
            return None
        self._view = view
        self._number += 1
        return Frame(self._number, view, captions)


def heard(captions: list[Caption], viewer: Viewer) -> tuple[Caption, ...]:
    """The captions this viewer is told. Their audience is left out: whom else they reach is nobody's business."""
    seat = viewer.seat
    return tuple(caption._replace(to=ALL) for caption in captions if is_told(caption.to, seat))
