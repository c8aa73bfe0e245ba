"""One connection: what it has attached to, what waits to be sent to it, and how much it may ask.

What waits is bounded: of each viewer only the newest view, all captions in order; when those are too many the
connection is told to come back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Final

import msgspec

from tablee.kernel.codec import Json
from tablee.kernel.game import Ms, Refusal, Seat
from tablee.server.limits import Limits
from tablee.server.voice import house_words, refusal_json
from tablee.words import Words

if TYPE_CHECKING:
    from tablee.server.actor import Actor

_encode: Final = msgspec.json.Encoder().encode
_numbers: Final = count(1)
_LOBBY: Final = "lobby"
_CLOCK: Final = "clock"


class Watch:
    """One viewer's frames on one connection."""

    __slots__ = ("captions", "held", "number", "snapshot", "time", "view")

    def __init__(self) -> None:
        self.number = 0
        self.held = False
        self.view: bytes | None = None
        """The newest view that was queued."""
        self.captions: list[bytes] = []
        """Those not yet delivered."""
        self.snapshot = False
        self.time = b""


class Connection:
    """`wake` is called when there is something to send; the socket then takes it with `take`."""

    def __init__(self, address: str, limits: Limits, wake: Callable[[], None], now: Ms) -> None:
        self.number = next(_numbers)
        self.address = address
        self.language = "fr"
        self.actor: Actor | None = None
        self.keys: frozenset[str] = frozenset()
        self.wants_screen = False
        """It shows the board beside its seats."""
        self.is_spectator = False
        self.watches: dict[Seat | None, Watch] = {}
        self.is_closing = False
        """It has been told good-bye: nothing more is read from it or queued for it."""
        self._limits = limits
        self._wake = wake
        self._queue: dict[object, bytes | Watch] = {}
        self._numbers = 0
        self._waiting = 0
        self._tokens = limits.burst * 1000
        self._counted = now

    def watch(self, seats: tuple[Seat, ...]) -> None:
        """From now on it watches these seats; who has none watches as the shared screen does."""
        old = self.watches
        viewers: tuple[Seat | None, ...] = (*seats, None) if self.wants_screen or not seats else seats
        self.watches = {viewer: old.get(viewer) or Watch() for viewer in viewers}

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

    def answer(self, command: str, body: dict[str, Json]) -> None:
        self.tell(_encode({"tell": "answer", "id": command, "ok": True, **body}))

    def refuse(self, command: str | None, refusal: Refusal, words: Words | None = None) -> bytes:
        shown = refusal_json(refusal, words or self.words())
        text = _encode({"tell": "answer", "id": command, "ok": False, "refusal": shown})
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
        self._put((seat,), watch)
        return True

    def bye(self, code: str) -> None:
        """Tell why, and close."""
        if self.is_closing:
            return
        text = self.words().refusal(Refusal(code))
        if code == "too_slow":
            self._queue.clear()
        self._queue["bye"] = _encode({"tell": "bye", "code": code, "text": text})
        self.is_closing = True
        self._wake()

    def take(self) -> list[bytes]:
        """All that waits, in order; it counts as delivered."""
        if not self._queue:
            return []
        taken = [item if type(item) is bytes else _frame(key, item) for key, item in self._queue.items()]
        self._queue.clear()
        self._waiting = 0
        return taken

    def _put(self, key: object, item: bytes | Watch) -> None:
        if self.is_closing:
            return
        self._queue[key] = item
        if len(self._queue) + self._waiting > self._limits.waiting:
            self.bye("too_slow")
            return
        self._wake()


def _frame(key: object, watch: bytes | Watch) -> bytes:
    assert isinstance(watch, Watch)
    assert isinstance(key, tuple)
    watch.number += 1
    seat = key[0]
    text = b'{"tell":"frame","seat":%b,"number":%d,"snapshot":%b,"captions":[%b],%b,%b}' % (
        b"null" if seat is None else b"%d" % seat,
        watch.number,
        b"true" if watch.snapshot else b"false",
        b",".join(watch.captions),
        watch.time,
        watch.view or b"",
    )
    watch.captions.clear()
    watch.snapshot = False
    return text
