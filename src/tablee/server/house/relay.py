"""Tables that stand in another house which shares the store: what a connection says is passed on to there, unread, and
what is told there is passed back. Its device notices nothing.

The other house may be dead, though nobody knows yet, or have given the table away meanwhile. So there are some tries:
each asks the store anew, and the store gives a dead house's table to whoever asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import msgspec

from tablee.kernel.game import Refusal
from tablee.server.outside import Wall
from tablee.server.store.interface import Elsewhere
from tablee.server.wire import commands as m

if TYPE_CHECKING:
    from tablee.server.house.connection import Connection

AGAIN: Final = 200
"""Milliseconds between two tries."""
TRIES: Final = 20
"""Longer than anybody is silent before he is taken for dead."""
Ended: TypeAlias = Callable[["Line", bool], None]
"""This line is gone. Had anything been told by it?"""
encode: Final = msgspec.json.Encoder().encode


class Line(Protocol):
    """To one table of another house, for one connection."""

    code: str
    """Of that table."""

    def say(self, text: bytes) -> None: ...

    def go_on(self) -> None:
        """What was passed back has been sent: there may be more."""

    def hang_up(self) -> None:
        """`ended` is not called any more."""


class Dial(Protocol):
    def __call__(self, there: Elsewhere, code: str, connection: Connection, first: bytes, ended: Ended) -> Line:
        """A line, as whose first words these are said."""


class Relay:
    def __init__(self, dial: Dial | None, wall: Wall) -> None:
        self._dial = dial
        self._wall = wall

    def bring(
        self, connection: Connection, command: m.Hello | m.Open, code: str, there: Elsewhere, again: Callable[[], None]
    ) -> None:
        """It goes to that table. `again`: look where the table is now."""
        connection.visits(None)
        if connection.strays is not None:  # whoever sent it here asks anew: nobody is passed on twice
            connection.strays()
            return
        errand = connection.errand

        def ended(line: Line, was_heard: bool) -> None:
            if connection.line is not line:
                return
            connection.line = None
            if was_heard:
                connection.bye("closing")
                return
            connection.tries += 1
            if connection.tries >= TRIES:
                connection.refuse(command.id, Refusal("not_read"))
            else:
                self._wall.at(self._wall.now() + AGAIN, look_again)

        def look_again() -> None:
            if connection.errand == errand:
                again()

        assert self._dial is not None, "a house that has its store for itself knows no other one"
        connection.line = self._dial(there, code, connection, encode(command), ended)
