"""One connection: what it has attached to, what waits to be sent to it, and how much it may ask.

What waits is bounded: of each viewer only the newest view, all captions in order; when those are too many the
connection is told to come back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Final

from tablee.kernel.game import Ms, Refusal, Seat, Viewer
from tablee.server import tells as t
from tablee.server.limits import Limits
from tablee.server.link import Link
from tablee.server.outside import Wall
from tablee.server.voice import house_words, refusal_json
from tablee.words import Words

if TYPE_CHECKING:
    from tablee.server.actor import Actor

_numbers: Final = count(1)
_LOBBY: Final = "lobby"
_CLOCK: Final = "clock"
_PING: Final = "ping"


class Watch:
    """One viewer's frames on one connection."""

    __slots__ = ("captions", "number", "snapshot", "time", "view", "viewer")

    def __init__(self, seat: Seat | None) -> None:
        self.viewer = Viewer(seat)
        self.number = 0
        self.view: bytes | None = None
        """The newest view that was queued."""
        self.captions: tuple[bytes, ...] = ()
        """Those not yet delivered."""
        self.snapshot = False
        self.time = b""

    def hold(self, is_held: bool) -> None:
        self.viewer = Viewer(self.viewer.seat, is_held)


class Connection:
    """`wake` is called when there is something to send; the socket then takes it with `take`."""

    __slots__ = (
        *("__weakref__", "_counted", "_limits", "_numbers", "_queue", "_tokens", "_waiting", "_wake", "_wall", "actor"),
        *("address", "is_closing", "is_spectator", "keys", "language", "link", "number", "shown", "wants_screen"),
        "watches",
    )

    def __init__(self, address: str, limits: Limits, wake: Callable[[], None], wall: Wall) -> None:
        self.number = next(_numbers)
        self.address = address
        self.language = "fr"
        self.actor: Actor | None = None
        self.keys: frozenset[str] = frozenset()
        self.wants_screen = False
        """It shows the board beside its seats."""
        self.is_spectator = False
        self.watches: dict[Seat | None, Watch] = {}
        self.link: Link | None = None
        """What was measured of its line, where it holds a seat at a table that has races."""
        self.shown: Callable[[Seat], None] | None = None
        """Called when a frame of this seat is really written."""
        self.is_closing = False
        """It has been told good-bye: nothing more is read from it or queued for it."""
        self._limits = limits
        self._wake = wake
        self._wall = wall
        self._queue: dict[object, bytes | Watch | Link] = {}
        self._numbers = 0
        self._waiting = 0
        self._tokens = limits.burst * 1000
        self._counted = wall.now()

    def leave(self) -> None:
        """It is at no table for the moment, and watches nothing."""
        self.actor = None
        self.watches = {}
        self.link = self.shown = None

    def watch(self, seats: tuple[Seat, ...]) -> None:
        """From now on it watches these seats; who has none watches as the shared screen does."""
        old = self.watches
        viewers: tuple[Seat | None, ...] = (*seats, None) if self.wants_screen or not seats else seats
        self.watches = {viewer: old.get(viewer) or Watch(viewer) for viewer in viewers}

    def may_ask(self, now: Ms) -> bool:
        """One more message: is that within its rate?"""
        limits = self._limits
        self._tokens = min(limits.burst * 1000, self._tokens + (now - self._counted) * limits.rate)
        self._counted = now
        if self._tokens < 1000:
            return False
        self._tokens -= 1000
        return True

    def words(self) -> Words:
        return house_words(self.language)

    def answer(self, command: str, body: t.Promised) -> None:
        self.tell(t.encode({"tell": "answer", "id": command, "ok": True, **body}))

    def refuse(self, command: str | None, refusal: Refusal, words: Words | None = None) -> bytes:
        shown = refusal_json(refusal, words or self.words())
        text = t.encode({"tell": "answer", "id": command, "ok": False, "refusal": shown})
        self.tell(text)
        return text

    def tell(self, text: bytes) -> None:
        self._numbers += 1
        self._put(self._numbers, text)

    def tell_lobby(self, text: bytes) -> None:
        """Only the newest counts."""
        self._put(_LOBBY, text)

    def tell_clock(self, text: bytes) -> None:
        self._put(_CLOCK, text)

    def ping(self) -> None:
        """Measure its line."""
        if self.link is not None:
            self._put(_PING, self.link)

    def show(self, seat: Seat | None, view: bytes, captions: tuple[bytes, ...], time: bytes, snapshot: bool) -> bool:
        """Queue a frame, unless this viewer has no news."""
        watch = self.watches[seat]
        if view == watch.view and not captions and not snapshot:
            return False
        watch.view = view
        watch.time = time
        watch.snapshot |= snapshot
        watch.captions += captions
        self._waiting += len(captions)
        self._put(watch, watch)
        return True

    def bye(self, code: t.ByeCode) -> None:
        """Tell why, and close."""
        if self.is_closing:
            return
        text = self.words().refusal(Refusal(code))
        if code == "too_slow":
            self._queue.clear()
        self._queue["bye"] = t.encode({"tell": "bye", "code": code, "text": text})
        self.is_closing = True
        self._wake()

    def take(self) -> list[bytes]:
        """All that waits, in order; it counts as delivered."""
        if not self._queue:
            return []
        taken = [item if isinstance(item, bytes) else self._write(item) for item in self._queue.values()]
        self._queue.clear()
        self._waiting = 0
        return taken

    def _write(self, item: Watch | Link) -> bytes:
        """What depends on the moment at which it leaves the house."""
        if isinstance(item, Link):
            return b'{"tell":"ping","number":%d}' % item.ping(self._wall.now())
        seat = item.viewer.seat
        if self.shown is not None and seat is not None:
            self.shown(seat)
        return _frame(item)

    def _put(self, key: object, item: bytes | Watch | Link) -> None:
        if self.is_closing:
            return
        queue = self._queue
        if not queue:
            self._wake()
        queue[key] = item
        if len(queue) + self._waiting > self._limits.waiting:
            self.bye("too_slow")


def _frame(watch: Watch) -> bytes:
    watch.number += 1
    seat = watch.viewer.seat
    text = b'{"tell":"frame","seat":%b,"number":%d,"snapshot":%b,"captions":[%b],%b,%b}' % (
        b"null" if seat is None else b"%d" % seat,
        watch.number,
        b"true" if watch.snapshot else b"false",
        b",".join(watch.captions),
        watch.time,
        watch.view or b"",
    )
    watch.captions = ()
    watch.snapshot = False
    return text
