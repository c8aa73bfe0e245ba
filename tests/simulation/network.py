"""Lines between the processes of the world: what is said arrives in order, some time later, or late, or never.

A route is cut as a real one is (tests/cluster/lines.py): `silent`, what is said waits until the route is mended, though
who said it gave up meanwhile; `answers`, the same, but only what is said back; `reset`, all lines break, and there
are no new ones; `forgotten`, lines that are there carry nothing any more and nobody is told, new ones do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Final, Literal, TypeAlias

from tests.simulation.world import VirtualLoop, World

from tablee.server.net.calls import PROBED_EACH, UNHEARD

Cut: TypeAlias = Literal["silent", "answers", "reset", "forgotten"]
CUTS: Final[tuple[Cut, ...]] = ("silent", "answers", "reset", "forgotten")
Deliver: TypeAlias = Callable[[], None]


class Way:
    """One direction of one line."""

    def __init__(self, route: Route, *, is_back: bool) -> None:
        self.route = route
        self._is_back = is_back
        self._last = 0.0
        self._held: list[Deliver] = []
        self._waits = False
        """Who says it does not know yet that the route is mended: it tries anew after a while, and later each time."""
        self.is_dead = False
        """What is on its way arrives nowhere."""

    def say(self, deliver: Deliver) -> None:
        world = self.route.world
        when = max(self._last, world.now + self.route.delay())
        self._last = when
        world.after(when - world.now, lambda: self._arrive(deliver))

    def _arrive(self, deliver: Deliver) -> None:
        if self.is_dead:
            return
        if self._waits or self.route.holds(self._is_back):
            self._held.append(deliver)
        else:
            deliver()

    def go_on(self) -> None:
        if self._held and not self._waits:
            self._waits = True
            self.route.world.after(self.route.backs_off(), self._try_anew)

    def _try_anew(self) -> None:
        self._waits = False
        held, self._held = self._held, []
        for deliver in held:
            self._arrive(deliver)


class Line:
    """Two ways. `broke`: told on either side, at once, that the route broke."""

    def __init__(self, route: Route, broke: Callable[[], None]) -> None:
        self.route = route
        self.there, self.back = Way(route, is_back=False), Way(route, is_back=True)
        self.broke = broke
        route.lines[self] = None

    def close(self) -> None:
        """Nobody is at either end any more; what was said before still arrives."""
        self.route.lines.pop(self, None)

    def kill(self) -> None:
        """Nothing of it arrives from now on."""
        self.close()
        self.there.is_dead = self.back.is_dead = True


class Route:
    """Between two processes; all their lines go this way."""

    def __init__(self, world: World, dice: Callable[[], Random]) -> None:
        """`dice`: those of the step that is made."""
        self.world = world
        self.lines: dict[Line, None] = {}
        self.cut_how: Cut | None = None
        self.slow = 0.0
        """Seconds that everything may take longer."""
        self._old: list[Line] = []
        self._dice = dice

    def delay(self) -> float:
        dice = self._dice()
        return dice.uniform(0.0002, 0.003) + dice.random() * self.slow

    def backs_off(self) -> float:
        return self._dice().choice((0.0, 0.3, 3.0)) * self._dice().random()

    def holds(self, is_back: bool) -> bool:
        return self.cut_how == "silent" or (self.cut_how == "answers" and is_back)

    @property
    def is_refused(self) -> bool:
        return self.cut_how == "reset"

    def cut(self, how: Cut) -> None:
        self.mend()
        if how == "reset":
            self.tear()
        if how == "forgotten":
            for line in list(self.lines):
                line.kill()
        else:
            self.cut_how = how

    def mend(self) -> None:
        if self.cut_how is not None:
            self.cut_how = None
            for line in list(self.lines):
                line.there.go_on()
                line.back.go_on()

    def tear(self) -> None:
        """All lines break, and what was on its way is lost."""
        for line in list(self.lines):
            line.kill()
            line.broke()


class _End(asyncio.Transport):
    """One end of a line between two loops."""

    def __init__(self, loop: VirtualLoop, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self.loop = loop
        self.protocol = protocol
        self.other: _End | None = None
        self.line: Line | None = None
        self.way: Way | None = None
        self._is_closing = self._is_lost = self._is_paused = False
        self._unread: list[bytes] = []

    # What a protocol asks of its transport.

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert self.way is not None
        assert self.other is not None
        if not self._is_closing:
            text, other = bytes(data), self.other
            self._say(lambda: other.call(lambda: other.read(text)))

    def close(self) -> None:
        """What was written before still goes."""
        self._leave(None)

    def abort(self) -> None:
        self._leave(None)

    def is_closing(self) -> bool:
        return self._is_closing

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """There is no buffer; `pause_reading` at the other end pauses who writes here."""

    def pause_reading(self) -> None:
        self._is_paused = True

    def resume_reading(self) -> None:
        self._is_paused = False
        unread, self._unread = self._unread, []
        if unread:
            for text in unread:
                self.call(lambda text=text: self.read(text))  # type: ignore[misc]
            if self.other is not None:
                self.other.call(self.other.protocol.resume_writing)

    # What the system does for it.

    def _say(self, deliver: Callable[[], None]) -> None:
        """TCP_USER_TIMEOUT: whether it has arrived, not whether anybody has read it."""
        assert self.way is not None
        assert self.other is not None
        other, arrived = self.other, list[None]()

        def arrive() -> None:
            arrived.append(None)
            if other.is_gone:
                other.say_so()
            deliver()

        self.way.say(arrive)
        self.way.route.world.after(UNHEARD / 1000, lambda: None if arrived else self.call(self._give_up))

    def probe(self) -> None:
        """SO_KEEPALIVE: is the other end still there?"""
        if self.way is not None and not (self._is_closing or self.is_gone):
            self._say(lambda: None)
            self.way.route.world.after(PROBED_EACH, self.probe)

    # What happens to it.

    def call(self, do: Callable[[], None]) -> None:
        if not self.loop.is_closed() and not self._is_lost:
            self.loop.call_soon(do)

    def read(self, text: bytes) -> None:
        if self._is_closing:
            return
        if self._is_paused:
            if not self._unread and self.other is not None:
                self.other.call(self.other.protocol.pause_writing)
            self._unread.append(text)
        else:
            self.protocol.data_received(text)

    @property
    def is_gone(self) -> bool:
        return self._is_lost or self.loop.is_closed()

    def say_so(self) -> None:
        """Whoever talks to it still is told that nobody is here."""
        other = self.other
        if self.way is not None and other is not None:
            self.way.say(lambda: other.call(lambda: other.hear_end(ConnectionResetError())))

    def _give_up(self) -> None:
        self.hear_end(TimeoutError())

    def _leave(self, error: Exception | None) -> None:
        if self._is_closing:
            return
        self._is_closing = True
        self.call(lambda: self._lose(error))
        if self.way is not None and self.other is not None:
            other = self.other
            self.way.say(lambda: other.call(lambda: other.hear_end(None)))

    def hear_end(self, error: Exception | None) -> None:
        """The other end is gone, or the line is."""
        if not self._is_closing:
            self._is_closing = True
            self._lose(error)

    def _lose(self, error: Exception | None) -> None:
        if self._is_lost:
            return
        self._is_lost = True
        self.protocol.connection_lost(error)
        if self.line is not None and self.other is not None and self.other._is_lost:
            self.line.close()


class Listener:
    """An address at which a process is reached. It stands in for a socket that listens."""

    def __init__(self, network: Network, host: str) -> None:
        self.network = network
        self.host = host
        self.loop: VirtualLoop
        self.accept: Callable[[], asyncio.Protocol]
        self._is_open = False

    @property
    def is_open(self) -> bool:
        return self._is_open and not self.loop.is_closed()

    def open(self, loop: VirtualLoop, accept: Callable[[], asyncio.Protocol]) -> None:
        self.loop, self.accept, self._is_open = loop, accept, True

    def close(self) -> None:
        self._is_open = False


class Network:
    """The routes between processes, and who listens where."""

    def __init__(self, world: World, dice: Callable[[], Random]) -> None:
        self.world = world
        self._dice = dice
        self._listeners: dict[str, Listener] = {}
        self._routes: dict[frozenset[str], Route] = {}
        self._ends: dict[str, list[_End]] = {}

    def route(self, one: str, other: str) -> Route:
        pair = frozenset((one, other))
        if pair not in self._routes:
            self._routes[pair] = Route(self.world, self._dice)
        return self._routes[pair]

    def listener(self, host: str) -> Listener:
        self._listeners[host] = Listener(self, host)
        return self._listeners[host]

    def _listening(self, host: str) -> Listener:
        listener = self._listeners.get(host)
        if listener is None or not listener.is_open:
            raise ConnectionRefusedError(f"nobody listens at {host}")
        return listener

    async def connect(
        self, here: str, loop: VirtualLoop, make: Callable[[], asyncio.Protocol], host: str
    ) -> tuple[asyncio.Transport, asyncio.Protocol]:
        route = self.route(here, host)
        knock, knocked = Way(route, is_back=False), loop.create_future()
        probe = Line(route, lambda: _refuse(loop, knocked))
        probe.there = knock
        if route.is_refused:
            probe.close()
            raise ConnectionRefusedError("the route is cut")
        knock.say(lambda: None if knocked.done() or loop.is_closed() else knocked.set_result(None))
        try:
            await knocked
        finally:
            probe.close()
        protocol, far = make(), self._listening(host).accept()
        near_end, far_end = _End(loop, protocol), _End(self._listening(host).loop, far)
        self._join(route, near_end, far_end)
        self._ends.setdefault(here, []).append(near_end)
        self._ends.setdefault(host, []).append(far_end)
        protocol.connection_made(near_end)
        far_end.call(lambda: far.connection_made(far_end))
        return near_end, protocol

    def _join(self, route: Route, near: _End, far: _End) -> None:
        def broke() -> None:
            for end in (near, far):
                end.call(lambda end=end: end.hear_end(ConnectionResetError()))  # type: ignore[misc]

        line = Line(route, broke)
        near.line = far.line = line
        near.way, far.way = line.there, line.back
        near.other, far.other = far, near
        near.probe()
        far.probe()

    def die(self, host: str) -> None:
        """This process has died: who talks to it hears so."""
        for end in self._ends.pop(host, ()):
            if end.way is not None and end.other is not None and not end._is_closing:
                end._is_closing = end._is_lost = True
                other = end.other
                end.way.say(lambda other=other: other.call(lambda: other.hear_end(ConnectionResetError())))  # type: ignore[misc]


class Process(VirtualLoop):
    """A loop that can be reached by others of its kind, and reach them."""

    def __init__(self, world: World, network: Network, host: str) -> None:
        super().__init__(world)
        self.network = network
        self.host = host

    async def create_server(self, make: Any, *_: Any, sock: Any = None, **__: Any) -> Any:  # type: ignore[override]
        sock.open(self, make)
        return sock


def _refuse(loop: VirtualLoop, knocked: asyncio.Future[None]) -> None:
    if not knocked.done() and not loop.is_closed():
        knocked.set_exception(ConnectionRefusedError("the route broke"))
