"""Is this data base fit for a house? One finding for each thing that can be wrong with it. Nothing is changed."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Callable
from ipaddress import ip_address
from typing import Final, NamedTuple

import asyncpg

from tablee.server.store.interface import StoreError
from tablee.server.store.postgres.lives import SILENCE
from tablee.server.store.postgres.schema import FAILURES, MIGRATIONS, connect, newer, sentence, shown, version_of

OLDEST: Final = 15
"""Version of PostgreSQL with which Tablée is tested."""
LINES: Final = 5
"""That a node takes: one to write, the others to read."""
FAR: Final = 1.0
"""Seconds by which two clocks differ that nobody has set right."""
TABLES: Final = ("house", "lives", "tables", "games", "log", "clocks")
RIGHTS: Final = ("SELECT", "INSERT", "UPDATE", "DELETE")
_FREE: Final = """
    SELECT current_setting('max_connections')::integer AS most,
        current_setting('superuser_reserved_connections')::integer
        + coalesce(current_setting('reserved_connections', true), '0')::integer AS reserved,
        (SELECT count(*) - 1 FROM pg_stat_activity WHERE backend_type = 'client backend') AS taken,
        (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS of_base,
        (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS of_role
"""
_NODES: Final = (
    "SELECT node, extract(epoch FROM clock_timestamp() - beat)::float8 AS ago, "
    f"beat < clock_timestamp() - {SILENCE} AS is_silent, count(code) AS number "
    "FROM lives LEFT JOIN tables USING (life) GROUP BY life, node, beat ORDER BY node"
)
_ORPHANS: Final = (
    "SELECT count(*) FROM tables WHERE life IS NOT NULL AND NOT EXISTS "
    "(SELECT 1 FROM lives WHERE lives.life = tables.life)"
)


class Finding(NamedTuple):
    name: str
    is_fine: bool
    what: str


async def examine(address: str, clock: Callable[[], float] = time.time) -> AsyncIterator[Finding]:
    """Where it cannot be reached there is nothing more to look at."""
    try:
        began = time.perf_counter()
        connection = await connect(address)
        try:
            await connection.fetchval("SELECT 1")
            yield Finding(
                "base",
                True,
                f"The data base at {shown(address)} answers, after {1000 * (time.perf_counter() - began):.0f} ms.",
            )
            async for finding in _examine(connection, address, clock):
                yield finding
        finally:
            connection.terminate()
    except (StoreError, *FAILURES) as error:
        yield Finding("base", False, str(sentence(error, address)))


async def _examine(connection: asyncpg.Connection, address: str, clock: Callable[[], float]) -> AsyncIterator[Finding]:
    yield await _program(connection)
    yield await _keeping(connection)
    yield await _clock(connection, clock)
    yield await _room(connection)
    yield await _line(connection, address)
    try:
        version = await version_of(connection, address)
        if version > len(MIGRATIONS):
            raise newer(version, len(MIGRATIONS))
    except StoreError as error:
        yield Finding("tables", False, str(error))
        return
    yield _tables(version)
    yield await _rights(connection, bool(version))
    if version:
        async for finding in _house(connection):
            yield finding


async def _program(connection: asyncpg.Connection) -> Finding:
    number = str(await connection.fetchval("SELECT current_setting('server_version')")).split()[0]
    if connection.get_server_version().major >= OLDEST:
        return Finding("program", True, f"It is PostgreSQL {number}.")
    return Finding("program", False, f"It is PostgreSQL {number}, and {OLDEST} is the oldest we test: renew it.")


async def _keeping(connection: asyncpg.Connection) -> Finding:
    """What the nodes ask for themselves is so on every line of theirs."""
    wanted = ("fsync", "full_page_writes", "synchronous_commit")
    off = [name for name in wanted if await connection.fetchval("SELECT current_setting($1)", name) == "off"]
    if off:
        return Finding(
            "keeping", False, f"A power cut may lose what was acknowledged there: set {', '.join(off)} to on."
        )
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        return Finding("keeping", False, "It is a replica, and only reads: name its primary with --store.")
    if await connection.fetchval("SELECT current_setting('data_checksums')") == "off":
        return Finding(
            "keeping",
            True,
            "What it has acknowledged outlives a power cut. It would notice a failing disk sooner with pg_checksums.",
        )
    return Finding("keeping", True, "What it has acknowledged outlives a power cut, and its pages have sums.")


async def _clock(connection: asyncpg.Connection, clock: Callable[[], float]) -> Finding:
    before, began = clock(), time.perf_counter()
    there = await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())::float8")
    took = time.perf_counter() - began
    # It was told at some moment in between.
    difference = max(0.0, before - there, there - before - took)
    if difference < FAR:
        return Finding("clock", True, f"Its clock and this machine's differ by {difference:.2f} s.")
    return Finding(
        "clock",
        False,
        f"Its clock and this machine's differ by {difference:.0f} s. No game depends on it, but logs do: set both.",
    )


async def _room(connection: asyncpg.Connection) -> Finding:
    row = await connection.fetchrow(_FREE)
    assert row is not None
    most, reserved, taken, *limits = row
    most = min([most - reserved, *(limit for limit in limits if limit >= 0)])
    free = max(0, most - taken)
    if free < LINES:
        return Finding(
            "room", False, f"{free} of {most} connections are free, and a node takes {LINES}: raise max_connections."
        )
    return Finding(
        "room", True, f"{free} of {most} connections are free: enough for {free // LINES} more nodes of {LINES} each."
    )


async def _line(connection: asyncpg.Connection, address: str) -> Finding:
    version = await connection.fetchval("SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl")
    if version is not None:
        if "sslmode=verify-full" in address or os.environ.get("PGSSLMODE") == "verify-full":
            return Finding("line", True, f"The line is encrypted ({version}), and the certificate is looked at.")
        return Finding(
            "line",
            False,
            f"The line is encrypted ({version}), but anybody could be at its other end: add sslmode=verify-full.",
        )
    place = await connection.fetchval("SELECT host(inet_server_addr())")
    if place is None or ip_address(place).is_loopback:
        return Finding("line", True, "The line is not encrypted, and does not leave this machine.")
    return Finding(
        "line", False, "The line is not encrypted: whoever is on the way reads all cards. Add sslmode=verify-full."
    )


def _tables(version: int) -> Finding:
    known = len(MIGRATIONS)
    if not version:
        return Finding("tables", True, "Nothing of Tablée is in it yet: the first node makes what it needs.")
    if version < known:
        return Finding("tables", True, f"Its tables are of version {version}: the first node brings them to {known}.")
    return Finding("tables", True, f"Its tables are of version {version}, as they should be.")


async def _rights(connection: asyncpg.Connection, is_made: bool) -> Finding:
    role = await connection.fetchval("SELECT current_user")
    missing = []
    query = "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)"
    if not await connection.fetchval(query):
        missing.append("CREATE")
    for right in RIGHTS if is_made else ():
        query = "SELECT bool_and(has_table_privilege(name, $1)) FROM unnest($2::text[]) AS name"
        if not await connection.fetchval(query, right, list(TABLES)):
            missing.append(right)
    if missing:
        return Finding(
            "rights",
            False,
            f"The role {role} may not {', '.join(missing)} there. Make it the owner of the data base: "
            "ALTER DATABASE … OWNER TO …",
        )
    if await connection.fetchval("SELECT rolsuper FROM pg_roles WHERE rolname = current_user"):
        return Finding(
            "rights", True, f"The role {role} may do everything, more than Tablée needs: one of its own is safer."
        )
    return Finding("rights", True, f"The role {role} may do what nodes do.")


async def _house(connection: asyncpg.Connection) -> AsyncIterator[Finding]:
    nodes = await connection.fetch(_NODES)
    if not nodes:
        yield Finding("node", True, "No node runs.")
    for node, ago, is_silent, number in nodes:
        if is_silent:
            yield Finding(
                "node",
                True,
                f"{node} has been silent for {ago:.0f} s. Its tables: {number}; whoever is asked for one takes it.",
            )
        else:
            yield Finding("node", True, f"{node} runs, and was heard {ago:.1f} s ago. Its tables: {number}.")
    orphans = await connection.fetchval(_ORPHANS)
    if orphans:
        yield Finding(
            "node", True, f"Tables left by nodes that are gone: {orphans}. Whoever is asked for one takes it."
        )
    size = await connection.fetchval("SELECT pg_database_size(current_database())")
    tables = await connection.fetchval("SELECT count(*) FROM tables")
    games = await connection.fetchval("SELECT count(*) FROM games")
    yield Finding("size", True, f"It takes {size / 1e6:.0f} MB. Tables: {tables}; games: {games}.")
