"""A PostgreSQL for these tests: one for all that leave it alone, and one of its own for who stops it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest
from tests.cluster.postgres import NoPostgres, Postgres, binaries, is_needed, make_template, open_folder

_names = count(1)


@pytest.fixture(scope="session")
def template() -> Iterator[Path]:
    """Skipped where there is no PostgreSQL, but never in CI."""
    try:
        binaries()
    except NoPostgres as missing:
        if is_needed():
            raise
        pytest.skip(str(missing))
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


@pytest.fixture
def database(shared_postgres: Postgres) -> str:
    """The address of an empty data base."""
    return shared_postgres.make_database(f"house_{next(_names)}")


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
