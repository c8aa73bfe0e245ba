"""Frames of a game that nobody plays: of one that is over, or of one that is only shown.

They are the frames of a running table, by the same hand; but one is given all of them, and time stands still."""

from __future__ import annotations

from typing import Final

import msgspec

from tablee.kernel.game import Seat, Viewer
from tablee.server.show.news import News
from tablee.server.show.tools import AnyView, GameTools
from tablee.server.show.views import Shown, Views, write_frame
from tablee.server.wire import tells as t
from tablee.words import Words

_read: Final = msgspec.json.Decoder(t.Frame).decode


class _Looks(Views):
    """For those who only look: nothing is offered to them."""

    __slots__ = ()

    def _write_moves(self, viewer: Viewer, view: AnyView) -> bytes:
        return b""


class Scenes:
    """One viewer's frames, in one language."""

    def __init__(
        self, tools: GameTools, table: Shown, viewer: Viewer, words: Words, *, learner: Seat | None = None
    ) -> None:
        """`learner`: who plays along, one frame after the other. None: somebody looks, at any frame first."""
        self._table = table
        self._viewer = viewer
        self._words = words
        self._learner = learner
        self._views = (_Looks if learner is None else Views)(tools, table, (), {})
        self._last = b""
        self._number = 0

    def news(self) -> t.Frame | None:
        """What the last input has changed or told; None: nothing, for this viewer."""
        view, told = self._look(), self._told()
        return None if view == self._last and not told else self._frame(view, told)

    def frame(self, *, is_told: bool = True) -> t.Frame:
        """The table as it is now. `is_told`: with what the last input had to say."""
        return self._frame(self._look(), self._told() if is_told else ())

    def _look(self) -> bytes:
        self._views.changed()
        return self._views.view(self._viewer)

    def _told(self) -> tuple[bytes, ...]:
        return News(self._table.captions, self._words).told(self._viewer.seat, self._learner)

    def _frame(self, view: bytes, told: tuple[bytes, ...]) -> t.Frame:
        self._last = view
        self._number += 1
        time = b'"now":%d,"speed":0' % self._table.now
        return _read(write_frame(self._viewer.seat, self._number, self._learner is None, told, time, view))
