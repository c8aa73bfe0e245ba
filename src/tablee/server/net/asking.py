"""Pages await what tables are told by a callback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from tablee.kernel.game import Refusal
from tablee.server.house.house import House
from tablee.server.keys import clean_code
from tablee.server.lobby import Lobby
from tablee.server.store.interface import NOBODY, Batch, Elsewhere, LobbyOf, Query, StoreError, Write
from tablee.server.table.actor import Actor
from tablee.server.table.saved import game_of_lobby, read_lobby

T = TypeVar("T")


async def _told(ask: Callable[[Callable[[T], None]], None]) -> T:
    at_once: list[T] = []
    later: asyncio.Future[T] | None = None

    def tell(answer: T) -> None:
        if later is None:
            at_once.append(answer)
        elif not later.cancelled():
            later.set_result(answer)

    ask(tell)
    if at_once:
        return at_once[0]
    later = asyncio.get_running_loop().create_future()
    return await later


async def look_up(house: House, query: Query[T]) -> T:
    """What the store answers. StoreError says why it does not."""
    found: T | StoreError = await _told(partial(house.store.read, query))
    if isinstance(found, StoreError):
        raise found
    return found


async def keep(house: House, write: Write) -> StoreError | None:
    """Until it is durable, or could not be kept."""
    return await _told(lambda done: house.store.write(Batch(NOBODY, [write]), done))


async def lobby_of(house: House, code: str, address: str | None = None) -> Lobby | Refusal:
    """How the table of this code stands, or why nobody knows. It is woken if need be, unless it is awake in another
    house. `address`: of whoever may be guessing."""
    found: Actor | Elsewhere | Refusal = await _told(
        lambda done: house.wake(code, done) if address is None else house.find(address, code, done)
    )
    if not isinstance(found, Elsewhere):
        return found.lobby if isinstance(found, Actor) else found
    try:
        doc = await look_up(house, LobbyOf(clean_code(code)))
    except StoreError:
        return Refusal("not_read")
    tools = None if doc is None else house.all_tools.get(game_of_lobby(doc))
    return Refusal("no_such_table") if doc is None or tools is None else read_lobby(tools, doc)[0]
