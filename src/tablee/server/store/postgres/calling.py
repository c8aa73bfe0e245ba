"""A line to the data base, of which there may be several: a primary and its replicas."""

from __future__ import annotations

import asyncio
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg

READS_ONLY: Final = asyncpg.TargetServerAttributeNotMatched
"""Whoever answered takes no writes."""


async def call(dsn: str | None = None, **options: Any) -> asyncpg.Connection:
    """Of several machines whichever takes writes. All are called at once: one that was switched off does not answer,
    and whoever waited for it would never come to the next."""
    machines = addresses(dsn or "")
    calling: set[asyncio.Future[asyncpg.Connection]] = {
        asyncio.ensure_future(asyncpg.connect(one, **options)) for one in machines
    }
    errors: list[BaseException] = []
    try:
        while calling:
            answered, calling = await asyncio.wait(calling, return_when=asyncio.FIRST_COMPLETED)
            for one in answered:
                error = one.exception()
                if error is None:
                    calling |= answered - {one}
                    return one.result()
                errors.append(error)
    finally:
        for one in calling:
            one.cancel()
            one.add_done_callback(_hang_up)
    # That a replica only reads is the least of what is wrong.
    raise next((error for error in errors if not isinstance(error, READS_ONLY)), errors[0])


def _hang_up(called: asyncio.Future[asyncpg.Connection]) -> None:
    """Another machine has answered first."""
    if not called.cancelled() and called.exception() is None:
        called.result().terminate()


def addresses(address: str) -> list[str]:
    """`postgresql://user@one:5432,two:5432/house` has one for each machine, at which it must be possible to write."""
    parts = urlsplit(address)
    user, at, machines = parts.netloc.rpartition("@")
    if "," not in machines:
        return [address]
    wanted = "target_session_attrs=read-write"
    query = parts.query if "target_session_attrs=" in parts.query else "&".join(filter(None, (parts.query, wanted)))
    found = filter(None, machines.split(","))
    return [parts._replace(netloc=f"{user}{at}{machine}", query=query).geturl() for machine in found]
