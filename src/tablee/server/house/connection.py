"""One connection: what waits to be sent to it, and how much it may ask. What it may see is its visit's matter.

What waits is bounded: of each viewer only the newest view, all captions in order; when those are too many the
connection is told to come back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Final

from tablee.kernel.game import Ms, Refusal
from tablee.server.house.relay import Line
from tablee.server.limits import Bucket, Limits
from tablee.server.outside import Wall
from tablee.server.play.link import Link
from tablee.server.show.voice import house_words, refusal_json
from tablee.server.table.visit import Notice, Visit, Watch
from tablee.server.wire import tells as t
from tablee.words import Words

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor

_numbers: Final = count(1)
_OF_A_VISIT: Final = ("lobby", "clock", "ping")


class Connection:
    """`wake` is called when there is something to send; the socket then takes it with `take`. What is told when nothing
    waits may go to the socket at once (`send`)."""

    __slots__ = (
        *("__weakref__", "_bucket", "_errands", "_limits", "_numbers", "_queue", "_shared", "_waiting", "_wake"),
        *("_wall", "address", "brought_by", "errand", "is_closing", "is_gone", "language", "line", "number"),
        *("parting", "send", "set_out_at", "strays", "visit"),
    )

    def __init__(
        self, address: str, limits: Limits, wake: Callable[[], None], wall: Wall, shared: Bucket | None = None
    ) -> None:
        """`shared`: what all connections of its address may ask together."""
        self.number = next(_numbers)
        self.address = address
        self.language = "fr"
        self.visit: Visit | None = None
        """At which table it is."""
        self.is_closing = False
        """It has been told good-bye: nothing more is read from it or queued for it."""
        self.is_gone = False
        self.parting: t.ByeCode | None = None
        """Why it was told good-bye, if it was."""
        self.errand = 0
        """It sets out for a table, and then perhaps for another: only the last one counts."""
        self.brought_by = 0
        """The errand that brought it to another house."""
        self.set_out_at: Ms = 0
        """When that was."""
        self.line: Line | None = None
        """To the house at whose table it is, where that is another one."""
        self.strays: Callable[[], None] | None = None
        """It came by way of another house: to be called where what it looks for is not here."""
        self.send: Callable[[list[bytes]], None] | None = None
        """Writes at once; None: the socket takes nothing now, or is another house's."""
        self._limits = limits
        self._wake = wake
        self._wall = wall
        self._queue: dict[object, bytes | Watch | Link | Notice] = {}
        self._errands = self._numbers = 0
        self._waiting = 0
        self._bucket = Bucket(limits.burst, wall.now())
        self._shared = shared

    def set_out(self) -> int:
        self._errands += 1
        self.errand = self._errands
        self.set_out_at = self._wall.now()
        return self.errand

    def talks_by(self, line: Line | None) -> None:
        """What it says from now on goes there."""
        if self.line is not None:
            self.line.hang_up()
        self.line = line

    def visits(self, actor: Actor | None, keys: frozenset[str] = frozenset()) -> Visit | None:
        """It goes to this table, or to none; where it was before it is no longer."""
        if self.visit is not None:
            self.visit.end()
        if self.line is not None:
            self.talks_by(None)
        self.visit = None if actor is None or self.is_gone else Visit(self, actor, keys)
        return self.visit

    def part(self, visit: Visit) -> None:
        """This visit is over: nothing of it is sent any more."""
        if self.visit is visit:
            self.visit = None
        if self._queue:
            for key in _OF_A_VISIT:
                self._queue.pop(key, None)
            for watch in visit._watches.values():
                self.drop(watch)

    def drop(self, watch: Watch) -> None:
        """What this one was about to see is not its business any more."""
        if self._queue.pop(watch, None) is not None:
            self._waiting -= len(watch.captions)

    def leave(self) -> None:
        """The device hung up."""
        self.is_gone = True
        if self.line is not None:
            self.talks_by(None)
        if self.visit is not None:
            self.visit.end()

    def may_ask(self, now: Ms, cost: int = 1) -> bool:
        """One more message, or one that costs as much as several: is that within its rate?"""
        limits, shared = self._limits, self._shared
        if shared is not None and not shared.take(now, limits.all_at_once, limits.all_rate, cost):
            return False
        return self._bucket.take(now, limits.burst, limits.rate, cost)

    def may_send(self) -> bool:
        """One more frame that is no message. Where it is one too many it is told good-bye."""
        if self.is_closing or self.may_ask(self._wall.now()):
            return not self.is_closing
        self.bye("too_fast")
        return False

    def words(self) -> Words:
        return house_words(self.language)

    def answer(self, command: str, body: t.Promised) -> None:
        self.tell(t.encode({"tell": "answer", "id": command, "ok": True, **body}))

    def refuse(self, command: str | None, refusal: Refusal, words: Words | None = None) -> bytes:
        shown = refusal_json(refusal, words or self.words())
        text = t.encode({"tell": "answer", "id": command, "ok": False, "refusal": shown})
        self.tell(text)
        return text

    def is_free(self) -> bool:
        """Nothing waits, and the socket takes what it is given: `send` may be called."""
        return self.send is not None and not (self._queue or self.is_closing)

    def tell(self, text: bytes) -> None:
        self._numbers += 1
        self.put(self._numbers, text)

    def bye(self, code: t.ByeCode) -> None:
        """Tell why, and close."""
        if self.is_closing:
            return
        text = self.words().refusal(Refusal(code))
        if code == "too_slow":
            self._queue.clear()
        self._queue["bye"] = t.encode({"tell": "bye", "code": code, "text": text})
        self.is_closing = True
        self.parting = code
        self._wake()

    def pass_on(self, text: bytes) -> int:
        """What was told to it elsewhere, where it was bounded; how much waits."""
        if not self.is_closing:
            if not self._queue:
                self._wake()
            self._numbers += 1
            self._queue[self._numbers] = text
        return len(self._queue)

    def pass_bye(self, text: bytes) -> None:
        """It was told good-bye elsewhere."""
        if not self.is_closing:
            self._queue["bye"] = text
            self.is_closing = True
            self._wake()

    def take(self) -> list[bytes]:
        """All that waits, in order; it counts as delivered."""
        if not self._queue:
            return []
        wall = self._wall
        taken = [item if type(item) is bytes else item.write(wall) for item in self._queue.values()]  # type: ignore[union-attr]
        self._queue.clear()
        self._waiting = 0
        if self.line is not None:
            self.line.go_on()
        return taken

    def put(self, key: object, item: bytes | Watch | Link | Notice, captions: int = 0) -> None:
        if self.is_closing:
            return
        queue = self._queue
        if not queue:
            self._wake()
        queue[key] = item
        self._waiting += captions
        if len(queue) + self._waiting > self._limits.waiting:
            self.bye("too_slow")
