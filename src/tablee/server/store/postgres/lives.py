"""Lives: which nodes run, and that who was taken for dead writes nothing any more.

A life is one run of a node, and a row. Every commit renews that row first, so whoever deletes it waits for the commit
that is on its way, and after that there is none. Time is told by the data base's clock alone."""

from __future__ import annotations

from typing import Final, NamedTuple

from tablee import __version__
from tablee.server.store.interface import StoreError
from tablee.server.store.postgres.schema import Connection

SILENCE: Final = "interval '2 seconds'"
"""Who has not been heard for so long is taken for dead."""
GAP: Final = "interval '1.5 seconds'"
"""Between two beats of one who was cut off. Who was, lets as long a silence pass before taking others for dead: it may
have been the data base itself that was away."""
BEAT: Final = 0.5
"""Seconds."""

_BEATS: Final = (
    "beat = clock_timestamp(), "
    f"unbroken = CASE WHEN beat < clock_timestamp() - {GAP} THEN clock_timestamp() ELSE unbroken END"
)
RENEW: Final = f"UPDATE lives SET kept = $3, {_BEATS} WHERE life = $1 AND line = $2"
# While the house is moved, or brought to another version, nobody begins to live there.
_BEGIN: Final = (
    "WITH still AS (SELECT 1 FROM house FOR SHARE) "
    "INSERT INTO lives (life, node, inside, program, beat, unbroken, kept, line) "
    "SELECT $1, $2, $3, $4, clock_timestamp(), clock_timestamp(), 0, 1 FROM still ON CONFLICT (node) DO NOTHING"
)
_BURY_NAMESAKE: Final = f"DELETE FROM lives WHERE node = $1 AND beat < clock_timestamp() - {SILENCE}"
_BURY: Final = (
    f"DELETE FROM lives WHERE life = $1 AND beat < clock_timestamp() - {SILENCE} AND EXISTS "
    f"(SELECT 1 FROM lives AS own WHERE own.life = $2 AND own.unbroken < clock_timestamp() - {SILENCE})"
)
_GO_ON: Final = f"UPDATE lives SET line = line + 1, {_BEATS} WHERE life = $1 RETURNING kept, line"
_LIVING: Final = (
    f"SELECT life FROM lives WHERE beat >= clock_timestamp() - {SILENCE} OR EXISTS "
    f"(SELECT 1 FROM lives AS own WHERE own.life = $1 AND own.unbroken >= clock_timestamp() - {SILENCE})"
)


class Node(NamedTuple):
    """Who this process is among those that share the data base."""

    name: str
    inside: str = ""
    """Where the others reach it; empty: nowhere."""


class Life(NamedTuple):
    """One run of a node, over one line to the data base: what hangs on an earlier line comes too late."""

    id: str
    line: int


class LifeOver(Exception):
    """Others have taken this one for dead; all its tables are theirs, or will be."""


async def begin(connection: Connection, node: Node, id_: str) -> Life:
    """StoreError: somebody of that name lives."""
    values = (id_, node.name, node.inside, __version__)
    if done(await connection.execute(_BEGIN, *values)):
        return Life(id_, 1)
    await connection.execute(_BURY_NAMESAKE, node.name)
    if done(await connection.execute(_BEGIN, *values)):
        return Life(id_, 1)
    raise StoreError(f"Another node of the name {node.name} is running. Give this one another name with --node.")


async def go_on(connection: Connection, life: Life) -> tuple[Life, int]:
    """Over a new line; which batch was kept last."""
    row = await connection.fetchrow(_GO_ON, life.id)
    if row is None:
        raise LifeOver
    return Life(life.id, row["line"]), row["kept"]


async def beat(connection: Connection, life: Life, kept: int) -> None:
    if not done(await connection.execute(RENEW, *life, kept)):
        raise LifeOver


async def bury(connection: Connection, life: str, own: str) -> bool:
    """Is it over? It was silent for long enough, and this one was not cut off itself."""
    return done(await connection.execute(_BURY, life, own)) > 0


async def living(connection: Connection, own: str) -> frozenset[str]:
    """All that have been heard of lately; all of them, while this one was cut off itself a moment ago."""
    return frozenset(row["life"] for row in await connection.fetch(_LIVING, own))


async def end(connection: Connection, life: Life) -> None:
    """All its tables are free."""
    await connection.execute("DELETE FROM lives WHERE life = $1", life.id)


def done(status: str) -> int:
    """How many rows a statement wrote."""
    return int(status.rpartition(" ")[2])
