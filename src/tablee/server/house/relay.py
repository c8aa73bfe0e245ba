"""Tables that stand in another house which shares the store: what a connection says is passed on to there, unread, and
what is told there is passed back. Its device notices nothing.

The other house may be dead, though nobody knows yet, or have given the table away meanwhile. So there are some tries:
each asks the store anew, and the store gives a dead house's table to whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
GIVES_UP: Final = 5_000
"""Milliseconds after which no other try is made: longer than anybody is silent before he is taken for dead."""
Ended: TypeAlias = Callable[["Line", bool, Sequence[bytes]], None]
"""This line is gone. Was it begun, so that nobody knows what was done at its end? And what was never said by it, though
it should have been, the first words aside."""
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
        """It goes to that table. `again`: look where the table is now; or tell it so, where it went elsewhere."""
        connection.visits(None)
        if connection.strays is not None:  # whoever sent it here asks anew: nobody is passed on twice
            connection.strays()
            return
        connection.brought_by = connection.errand

        def ended(line: Line, is_begun: bool, unsaid: Sequence[bytes]) -> None:
            if connection.line is not line:
                return
            connection.line = None
            if is_begun:
                connection.bye("closing")
                return
            for text in unsaid:
                connection.refuse(m.read(text).id, Refusal("not_read"))
            now = self._wall.now()
            if now - connection.set_out_at >= GIVES_UP:
                connection.refuse(command.id, Refusal("not_read"))
            else:
                self._wall.at(now + AGAIN, again)

        assert self._dial is not None, "a house that has its store for itself knows no other one"
        connection.line = self._dial(there, code, connection, encode(command), ended)
