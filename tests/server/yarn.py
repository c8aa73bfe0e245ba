"""People at a table of De Fil en Aiguille, over the real socket: whoever is waited for does something."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from tests.server.venue import Client, Message, Venue

VOLUNTEERING = 21_000
"""Milliseconds after which nobody will raise a paw any more."""
Choice: TypeAlias = Callable[[Client, int], int]
"""Which of a seat's moves."""


def phase_of(frame: Message) -> str:
    return str(frame["board"]["phase"])


async def play_until(venue: Venue, people: list[Client], is_so: Callable[[Message], bool], choose: Choice) -> None:
    """Until everybody sees this. Nobody volunteers, so the first in line is Braincat; all else is answered at once."""

    async def play(client: Client, seat: int) -> None:
        done: object = None
        while not is_so(client.frames[seat]):
            ask = client.asked(seat)
            offer = ask and (ask["id"], client.frames[seat]["moves"])
            if phase_of(client.frames[seat]) == "volunteer":
                if seat == 0:
                    venue.wall.advance(VOLUNTEERING)
                await client.until(lambda: phase_of(client.frames[seat]) != "volunteer")
            elif offer is None or offer == done:
                await client.hear()
            else:
                done = offer
                await client.play(seat, choose(client, seat))

    await asyncio.gather(*(play(client, seat) for seat, client in enumerate(people)))
