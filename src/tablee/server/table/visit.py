"""One device at one table, from its hello until it leaves.

A table tells whatever it has to tell to visits, never to connections. A visit begins and ends once; when it has ended,
because its device went to another table, was sent away or hung up, it takes nothing in any more. So what was begun
before a commit cannot reach anybody who is elsewhere after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from tablee.kernel.game import Refusal, Seat, Viewer
from tablee.server.lobby import Lobby, Place
from tablee.server.outside import Wall
from tablee.server.play.link import Link
from tablee.server.show.lobby_text import lobby_message
from tablee.server.show.views import HEADS, write_frame
from tablee.server.wire import tells as t
from tablee.words import Words

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor


class Device(Protocol):
    """Where a visit comes from. `house.connection` is the real one."""

    number: int
    language: str
    is_closing: bool
    send: Callable[[list[bytes]], None] | None
    """These texts, at once. Only while it is free."""

    def is_free(self) -> bool:
        """Does nothing wait, and does the socket take what it is given?"""

    def part(self, visit: Visit) -> None:
        """This visit is over: nothing of it is sent any more."""

    def drop(self, watch: Watch) -> None:
        """What this one was about to see is not its business any more."""

    def tell(self, text: bytes) -> None: ...

    def put(self, key: object, item: bytes | Watch | Link | Notice, captions: int = 0) -> None:
        """What waits under the same key is not sent any more."""

    def refuse(self, command: str | None, refusal: Refusal, words: Words | None = None) -> bytes: ...

    def bye(self, code: t.ByeCode) -> None: ...


class Notice:
    """How the table stands, to be told to one visit: only the newest waits. Packs are added when it leaves the house,
    unless they left it before: one that was overtaken in the queue has told nothing."""

    __slots__ = ("_told", "packs", "text")

    def __init__(self) -> None:
        self.text = self.packs = b""
        self._told: bytes | None = None

    def write(self, _: Wall) -> bytes:
        text, packs, told = self.text, self.packs, self._told
        self.text, self.packs, self._told = b"", b"", packs  # what is told is not kept
        return lobby_message(text, None if packs == told else packs)


class Watch:
    """One viewer's frames on one visit: of its views only the newest waits, and all captions in order."""

    __slots__ = ("captions", "head", "number", "snapshot", "time", "view", "viewer", "visit")

    def __init__(self, visit: Visit, seat: Seat | None) -> None:
        self.visit = visit
        self.viewer = Viewer(seat)
        self.head = HEADS[seat]
        self.number = 0
        self.view: bytes | None = None
        """The newest view that was queued."""
        self.captions: tuple[bytes, ...] = ()
        """Those not yet delivered."""
        self.snapshot = False
        self.time = b""

    def hold(self, is_held: bool) -> None:
        self.viewer = Viewer(self.viewer.seat, is_held)

    def begin(self) -> None:
        """Another game: nothing of the last one was seen."""
        self.viewer = Viewer(self.viewer.seat)
        self.view = None

    def write(self, wall: Wall) -> bytes:
        """The frame, at the moment at which it leaves the house."""
        seat = self.viewer.seat
        if self.visit.link is not None and seat is not None:
            self.visit.actor.shown(seat, wall.now())
        self.number = number = self.number + 1
        text = write_frame(seat, number, self.snapshot, self.captions, self.time, self.view or b"")
        self.captions, self.snapshot = (), False
        return text


class Visit:
    """`keys`: those that this table knows. What they open is looked up in the lobby as it is now."""

    __slots__ = ("_notice", "_places", "_watches", "actor", "connection", "is_over", "keys", "link", "wants_screen")

    def __init__(self, connection: Device, actor: Actor, keys: frozenset[str] = frozenset()) -> None:
        self.connection = connection
        self.actor = actor
        self.keys = keys
        self.wants_screen = False
        """It shows the board beside its seats."""
        self.link: Link | None = None
        """What was measured of its line, where it holds a seat at a table that has races."""
        self.is_over = False
        self._notice = Notice()
        self._places: tuple[Place, ...] | None = None
        self._watches: dict[Seat | None, Watch] = {}

    def end(self) -> None:
        """It has gone: from this very moment it is told nothing more."""
        if self.is_over:
            return
        self.is_over = True
        self.connection.part(self)
        self.actor.part(self)
        self._watches = {}

    @property
    def language(self) -> str:
        return self.connection.language

    # What it may see.

    def hold_key(self, key: str) -> None:
        self.keys |= {key}
        self._places = None

    def watches(self, places: tuple[Place, ...]) -> dict[Seat | None, Watch]:
        """What it watches while these places are what they are: the seats it holds a key of. Who has none watches as
        the shared screen does."""
        if places is not self._places:
            self._look_again(places)
        return self._watches

    def _look_again(self, places: tuple[Place, ...]) -> None:
        self._places, old = places, self._watches
        keys = self.keys
        viewers: list[Seat | None] = [n for n, place in enumerate(places) if not keys.isdisjoint(place.keys)]
        if self.wants_screen or not viewers:
            viewers.append(None)
        if self.is_over or old.keys() == set(viewers):
            return
        self._watches = {viewer: old[viewer] if viewer in old else Watch(self, viewer) for viewer in viewers}
        for viewer in old.keys() - self._watches.keys():
            self.connection.drop(old[viewer])

    def is_spectator(self, lobby: Lobby) -> bool:
        return not self.wants_screen and self.keys.isdisjoint(lobby.hosts) and None in self.watches(lobby.places)

    # What it is told. Answers belong to the command, so they go back wherever their device is by now.

    def answer(self, text: bytes) -> None:
        self.connection.tell(text)

    def refuse(self, command: str | None, refusal: Refusal, words: Words | None = None) -> bytes:
        return self.connection.refuse(command, refusal, words)

    def tell(self, text: bytes) -> None:
        if not self.is_over:
            self.connection.tell(text)

    def tell_lobby(self, text: bytes, packs: bytes) -> None:
        """Only the newest counts. `packs` go along where this visit has not got them."""
        if not self.is_over:
            self._notice.text, self._notice.packs = text, packs
            self.connection.put("lobby", self._notice)

    def tell_clock(self, text: bytes) -> None:
        if not self.is_over:
            self.connection.put("clock", text)

    def ping(self) -> None:
        """Measure its line."""
        if self.link is not None and not self.is_over:
            self.connection.put("ping", self.link)

    def show(self, watch: Watch, view: bytes, captions: tuple[bytes, ...], time: bytes, snapshot: bool) -> bool:
        """Queue a frame, unless this viewer has no news."""
        if view == watch.view and not captions and not snapshot:
            return False
        if self.is_over:
            return False
        watch.view = view
        watch.time = time
        if snapshot:
            watch.snapshot = True
        if captions:
            watch.captions += captions
        self.connection.put(watch, watch, len(captions))
        return True

    def bye(self, code: t.ByeCode) -> None:
        """Nothing that was still on its way to it, but its answers, and why."""
        if not self.is_over:
            self.end()
            self.connection.bye(code)
