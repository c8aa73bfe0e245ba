"""Starting the house: store, bots, HTTP and sockets, until somebody stops it."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool

from tablee.games import Found
from tablee.kernel.game import Ms
from tablee.server.bots.workers import ProcessThinker, Thinker
from tablee.server.house.house import House
from tablee.server.limits import LIMITS, Limits
from tablee.server.net.guard import HERE, Proxies
from tablee.server.net.http import make_app
from tablee.server.net.inside import Inside, NotInside, Place, listen_inside, read_place
from tablee.server.net.socket import Door, protocol_for
from tablee.server.outside import Chance, Log, LoopWall, Wall
from tablee.server.show.catalog import warm_up
from tablee.server.store.interface import Store
from tablee.server.store.sqlite import SqliteStore

GOOD_BYES: Final = 0.1
"""Seconds for the last words to go out."""
WARM_UP: Final = 1
"""Seconds after opening at which the bots' workers start."""
PULSE: Final = 1
"""Seconds: how far clocks may fall back when the house is killed."""
TURN: Final = 0.0005
"""Seconds until a thread lets another one run: what is read, drawn or packed beside the loop must not hold it up."""


NO_CLUSTER: Final = "A data base for many nodes wants one package more. Install it: pip install 'tablee[cluster]'"


class CannotStart(Exception):
    """The message is a sentence."""


@dataclass(frozen=True, slots=True)
class Settings:
    games: Sequence[Found]
    data: Path
    host: str = "0.0.0.0"
    port: int = 8000
    limits: Limits = LIMITS
    has_metrics: bool = False
    is_behind_proxy: bool = False
    """Does everybody come through a proxy, so that nobody is this machine's own user?"""
    proxies: Proxies = HERE
    """Who is believed when it says for whom it speaks."""
    drain: float = 0
    """Seconds from the signal to stop until the door closes: so long balancers are told that this house leaves."""
    origins: frozenset[str] = frozenset()
    longest_thought: Ms | None = None
    """After how long bots answer at the latest; None: as long as a person would take."""
    has_open_evenings: bool = False
    """May everybody who reaches the house see all its finished games?"""
    has_ratings: bool = False
    """Does the house say who is how strong?"""
    store: str | None = None
    """The address of a data base that other houses use too; None: a file in that folder."""
    node: str = ""
    """How this house is called among those."""
    inside: str = "127.0.0.1"
    """Where the others reach it."""
    log: Log = field(default_factory=Log)
    chance: Chance = field(default_factory=Chance)
    """A house for tests may load the dice."""
    make_wall: Callable[[asyncio.AbstractEventLoop], Wall] = LoopWall
    """The clock; in a house for tests it can be turned."""
    make_thinker: Callable[[asyncio.AbstractEventLoop], Thinker] | None = None
    """Where bots think; None: in processes of their own, and no longer than `longest_thought`."""


def data_folder() -> Path:
    """`$TABLEE_DATA`, or where this system keeps a person's data."""
    own = os.environ.get("TABLEE_DATA")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "tablee"


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens, or CannotStart."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        if error.errno in (98, 48):
            raise CannotStart(
                f"Port {port} is already in use, perhaps by another Tablée. Stop that one, or choose another port with "
                f"--port {port + 1}."
            ) from None
        raise CannotStart(f"Nothing can listen at {host}, port {port}: {error.strerror}.") from None
    return listener


def own_address() -> str:
    """The address other machines of the local network know this one by. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def base_address(host: str, port: int) -> str:
    shown = own_address() if host in ("0.0.0.0", "::", "") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def run_house(settings: Settings, listener: socket.socket, ready: Callable[[str], None]) -> None:
    """Until a signal comes. `ready` is told the address once people can come in."""
    import uvloop

    sys.setswitchinterval(TURN)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(settings, listener, ready))


async def _serve(settings: Settings, listener: socket.socket, ready: Callable[[str], None]) -> None:
    loop = asyncio.get_running_loop()
    async with _open_store(settings) as (store, inside):
        make_thinker = settings.make_thinker or (lambda loop: ProcessThinker(loop, longest=settings.longest_thought))
        thinker = make_thinker(loop)
        house = House(
            settings.games,
            store,
            settings.make_wall(loop),
            thinker,
            limits=settings.limits,
            log=settings.log,
            chance=settings.chance,
            dial=inside.dial,
        )
        # By way of Starlette, which loads at its first use what files and long answers take.
        await run_in_threadpool(warm_up, house.all_tools.values())
        address = base_address(settings.host, listener.getsockname()[1])
        app = make_app(
            house,
            address=address,
            has_metrics=settings.has_metrics,
            origins=settings.origins,
            has_open_evenings=settings.has_open_evenings,
            has_ratings=settings.has_ratings,
            is_behind_proxy=settings.is_behind_proxy,
            inside=inside,
            proxies=settings.proxies,
        )
        door: Door = app.state.door
        await inside.open(door)
        server = _Server(make_config(app), door, inside.leave, settings.drain)
        starting = asyncio.ensure_future(server.serve(sockets=[listener]))
        while not server.started and not starting.done():
            await asyncio.sleep(0.005)
        if server.started:
            settle()
            settings.log("open")
            ready(address)
            loop.call_later(WARM_UP, thinker.warm_up)
        pulse = asyncio.ensure_future(_note_clocks(house, inside))
        await starting
        pulse.cancel()


@asynccontextmanager
async def _open_store(settings: Settings) -> AsyncIterator[tuple[Store, Inside]]:
    """And what there is to know of other houses that use it."""
    loop = asyncio.get_running_loop()
    if settings.store is None:
        own = SqliteStore(settings.data, loop)
        try:
            yield own, Inside()
        finally:
            own.close()
        return
    try:
        from tablee.server.store.postgres.lives import Node
        from tablee.server.store.postgres.store import open_store
    except ModuleNotFoundError as error:
        raise CannotStart(NO_CLUSTER) from error
    try:
        listener = listen_inside(read_place(settings.inside))
    except NotInside as error:
        raise CannotStart(str(error)) from error
    with listener:
        place = Place(*listener.getsockname()[:2])
        shared = await open_store(settings.store, Node(settings.node, str(place)), loop)
        try:
            yield shared, Inside(listener, shared)
        finally:
            await shared.close()


async def _note_clocks(house: House, inside: Inside) -> None:
    loop = asyncio.get_running_loop()

    async def pause() -> None:
        due = loop.time() + PULSE / 2
        await asyncio.sleep(PULSE / 2)
        inside.late += max(0.0, loop.time() - due)

    while True:
        await pause()
        house.note_clocks()
        await pause()  # meanwhile the store is told who lives
        inside.look_round()


def settle() -> None:
    """What is here now stays, and most of what comes lives as long as its table: to look for circles among all that,
    time and again, would cost a seventh of a move and make everybody wait now and then. What is new is looked at in
    small pieces, while it is still at hand: twenty times as much at once held the loop for 50 ms."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 3, 1_300)


def make_config(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="none",
        http=protocol_for(app.state.door),
        ws="none",  # picows has the sockets
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=2,
    )


class _Server(uvicorn.Server):
    """Says good-bye before it closes."""

    def __init__(
        self, config: uvicorn.Config, door: Door, leave: Callable[[], Awaitable[None]], drain: float = 0
    ) -> None:
        super().__init__(config)
        self._door = door
        self._leave = leave
        self._drain = drain
        self._loop = asyncio.get_running_loop()
        self._hurry = asyncio.Event()

    def handle_exit(self, sig: int, frame: object) -> None:
        """To be stopped is nothing unusual: it is not passed on. Who says it twice does not want to wait."""
        if self.should_exit:
            self._loop.call_soon_threadsafe(self._hurry.set)
        super().handle_exit(sig, None)
        self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._door.is_leaving = True
        with suppress(TimeoutError):
            async with asyncio.timeout(self._drain):
                await self._hurry.wait()
        for server in self.servers:
            server.close()  # whoever is told to come back comes to another house
        self._door.house.close()
        await self._leave()
        await asyncio.sleep(GOOD_BYES)
        await super().shutdown(sockets)
