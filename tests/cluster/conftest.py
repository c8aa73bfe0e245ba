"""A PostgreSQL for these tests: one for all that leave it alone, and one of its own for who stops it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest
from tests.cluster.postgres import NoPostgres, Postgres, binaries, is_needed, make_template, open_folder

_names = count(1)


def look_for_binaries() -> None:
    """Where there is no PostgreSQL tests are skipped, but never in CI."""
    try:
        binaries()
    except NoPostgres as missing:
        if is_needed():
            raise
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def template() -> Iterator[Path]:
    look_for_binaries()
    with open_folder() as folder:
        yield make_template(folder)


@pytest.fixture(scope="session")
def shared_postgres(template: Path) -> Iterator[Postgres]:
    with open_folder() as folder:
        server = Postgres(folder, template)
        try:
            server.start()
            yield server
        finally:
            server.close()


@pytest.fixture(scope="session")
def emptied() -> list[str]:
    """Data bases in which nothing is any more: to make one takes longer than most tests."""
    return []


@pytest.fixture
def database(shared_postgres: Postgres, emptied: list[str]) -> Iterator[str]:
    """The address of an empty data base."""
    address = emptied.pop() if emptied else shared_postgres.make_database(f"house_{next(_names)}")
    yield address
    asyncio.run(_empty(address))
    emptied.append(address)


async def _empty(address: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC")
    await connection.close()


@pytest.fixture
def own_postgres(template: Path) -> Iterator[Postgres]:
    """It may be stopped and started again."""
    with open_folder() as folder:
        server = Postgres(folder, template)
        try:
            server.start()
            yield server
        finally:
            server.close()


@pytest.fixture
def closed_port() -> Iterator[int]:
    """Nobody listens there, and nobody else can."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])


async def waits(database: str, words: str) -> None:
    """Until a statement with these words waits for somebody else's."""
    connection = await asyncpg.connect(database)
    query = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' "
        "AND query LIKE '%' || $1 || '%'"
    )
    try:
        while not await connection.fetchval(query, words):
            pass
    finally:
        await connection.close()
