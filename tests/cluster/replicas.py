"""A primary and its replica, made with the commands of docs/operations/postgresql.md."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import asyncpg
from tests.cluster import postgres
from tests.cluster.postgres import QUICK, ROLE, Postgres, binaries

NAME = "two"
"""How the replica is called where it is to be waited for."""


def run(*words: str | Path) -> None:
    done = postgres.run([binaries() / words[0], *words[1:]])
    assert done.returncode == 0, done.stderr


def base_backup(server: Postgres, folder: Path, *words: str) -> Path:
    """A copy of the whole server while it runs."""
    line = f"host={server.folder} port={server.port} user={ROLE} application_name={NAME}"
    run("pg_basebackup", "-d", line, "-D", folder, "-X", "stream", "-c", "fast", "--no-sync", *words)
    return folder


@contextmanager
def replica_of(primary: Postgres, settings: Sequence[str] = QUICK) -> Iterator[Postgres]:
    """It follows the primary until it is promoted."""
    copy = base_backup(primary, primary.folder / "copy", "-R")
    replica = Postgres(primary.folder, copy, settings)
    try:
        replica.start()
        yield replica
    finally:
        replica.close()


async def say(address: str, *statements: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


async def wait_for_it(address: str) -> None:
    """From now on a commit is acknowledged once the replica has it on disk."""
    await say(address, f"ALTER SYSTEM SET synchronous_standby_names = '{NAME}'", "SELECT pg_reload_conf()")
    connection = await asyncpg.connect(address)
    try:
        question = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        while not await connection.fetchval(question):
            await asyncio.sleep(0.01)
    finally:
        await connection.close()


def kill(server: Postgres) -> None:
    """As if its machine had lost its power: all of its processes, without a word."""
    first = server.process
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    for process in (first, *map(int, children)):
        os.kill(process, signal.SIGKILL)
