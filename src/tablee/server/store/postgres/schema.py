"""The data base: what is in it, how an older one becomes a newer one, and a sentence for everything that can be wrong.

Only what engines that speak PostgreSQL's language and spread over many machines take too: no advisory locks, no
sequences, no functions of one's own."""

from __future__ import annotations

import os
import ssl
from collections.abc import Sequence
from secrets import token_hex
from typing import TYPE_CHECKING, Final, TypeAlias

import asyncpg

from tablee.server.store.interface import Away, StoreError
from tablee.server.store.postgres.calling import READS_ONLY, call

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]"
"""A line of its own, or one that is lent."""
ANSWERS_IN: Final = 3.0
"""Seconds within which the data base answers, or its line is begun anew."""
SETTINGS: Final = {
    "application_name": "tablee",
    "jit": "off",
    # A node that stands still in the midst of a commit must not hold up whoever takes its tables.
    "idle_in_transaction_session_timeout": "1000",
    "synchronous_commit": "on",
}
WRITING: Final = SETTINGS | {"enable_seqscan": "off", "enable_hashjoin": "off", "enable_mergejoin": "off"}
"""A commit touches single rows, whatever the planner thinks of tables that it has not counted yet."""
SOCKET: Final = "its socket"
"""How a data base is called that is reached by one."""
NOW: Final = "floor(extract(epoch FROM clock_timestamp()))::bigint"
"""Seconds, by the data base's own clock: nothing depends on those of nodes."""
MAKING_WAITS: Final = 10_000
"""Milliseconds for another node to make the data base or to bring it to a newer version."""
MADE_MEANWHILE: Final = (asyncpg.UniqueViolationError, asyncpg.DuplicateObjectError, asyncpg.DuplicateTableError)
MIGRATIONS: Final = (
    """
    CREATE TABLE lives (
        life text PRIMARY KEY, node text NOT NULL UNIQUE, inside text NOT NULL, program text NOT NULL,
        beat timestamptz NOT NULL, unbroken timestamptz NOT NULL, kept bigint NOT NULL, line bigint NOT NULL
    );
    CREATE TABLE tables (
        code text PRIMARY KEY, doc text NOT NULL, made_by text, touched bigint NOT NULL,
        life text, epoch bigint NOT NULL
    );
    CREATE UNIQUE INDEX opened_by ON tables (made_by);
    CREATE TABLE games (
        record text PRIMARY KEY, code text NOT NULL, ordinal integer NOT NULL, header text NOT NULL, seed text NOT NULL,
        people text NOT NULL, begun timestamptz NOT NULL, entries text, ending text, finished bigint, summary text
    );
    CREATE INDEX at_table ON games (code);
    CREATE UNIQUE INDEX running ON games (code) WHERE entries IS NULL;
    CREATE TABLE log (
        code text NOT NULL, ordinal integer NOT NULL, seq integer NOT NULL, entry text NOT NULL, command text,
        PRIMARY KEY (code, ordinal, seq)
    );
    CREATE TABLE clocks (code text PRIMARY KEY, shown bigint NOT NULL);
    """,
)
"""Each brings the data base from the version of its number to the next. Only ever add to the end, and nothing that the
program of the version before cannot live with: nodes are renewed one after the other."""


_WAIT_NO_LONGER: Final = "SELECT set_config('lock_timeout', $1, true) WHERE current_setting('lock_timeout') = '0'"


async def connect(address: str, settings: dict[str, str] = SETTINGS) -> asyncpg.Connection:
    """One line to the data base; StoreError says why there is none."""
    try:
        return await call(address, timeout=ANSWERS_IN, server_settings=settings)
    except (asyncpg.ClientConfigurationError, asyncpg.UndefinedObjectError, OverflowError, ValueError) as error:
        if "certificate" in str(error):
            raise _refused(address, error) from error
        raise StoreError(
            f"The address of the data base is not right ({_said(error)}). One looks like this: "
            "postgresql://user@host/name"
        ) from error
    except FileNotFoundError as error:
        if not shown(address).startswith(SOCKET):
            raise _refused(address, error) from error
        raise sentence(error, address) from error
    except FAILURES as error:
        raise sentence(error, address) from error


async def prepare(connection: asyncpg.Connection, address: str, migrations: Sequence[str] = MIGRATIONS) -> str:
    """Make what is not there yet; the secret by which the nodes of this house know each other."""
    try:
        # Several nodes may come to an empty data base at once: one of them makes it, whoever was late looks again.
        try:
            return await _prepare(connection, address, migrations)
        except MADE_MEANWHILE:
            return await _prepare(connection, address, migrations)
    except (asyncpg.DuplicateTableError, asyncpg.DuplicateObjectError) as error:
        raise strange(address) from error
    except FAILURES as error:
        raise sentence(error, address) from error


async def _prepare(connection: asyncpg.Connection, address: str, migrations: Sequence[str]) -> str:
    async with connection.transaction():
        await connection.execute(_WAIT_NO_LONGER, str(MAKING_WAITS))
        version = await version_of(connection, address)
        if not version:
            await connection.execute(
                "CREATE TABLE house (one integer PRIMARY KEY, version integer NOT NULL, secret text NOT NULL)"
            )
            await connection.execute("INSERT INTO house VALUES (1, 0, $1)", token_hex(32))
        # Whoever brings it to another version, or moves it, holds this row; who comes second finds it done.
        holding = "UPDATE" if version < len(migrations) else "SHARE"
        (version, secret), *_ = await connection.fetch(f"SELECT version, secret FROM house FOR {holding}")
        if version > len(migrations):
            raise newer(version, len(migrations))
        for migration in migrations[version:]:
            await connection.execute(migration)
        if version < len(migrations):
            await connection.execute("UPDATE house SET version = $1", len(migrations))
        return str(secret)


async def version_of(connection: Connection, address: str) -> int:
    """0: nothing of Tablée is in it. StoreError: a house is, but none of Tablée's."""
    if await connection.fetchval("SELECT to_regclass('house')") is None:
        return 0
    try:
        rows = await connection.fetch("SELECT one, version, secret FROM house")
    except asyncpg.UndefinedColumnError as error:
        raise strange(address) from error
    if [tuple(map(type, row)) for row in rows] != [(int, int, str)]:
        raise strange(address)
    return int(rows[0]["version"])


async def check_version(connection: Connection, address: str) -> None:
    """StoreError: there is no house of this version."""
    version = await version_of(connection, address)
    if not version:
        raise StoreError(f"There is no house in the data base at {shown(address)}.")
    if version > len(MIGRATIONS):
        raise newer(version, len(MIGRATIONS))
    if version < len(MIGRATIONS):
        raise StoreError(f"{shown(address)} is of an earlier version. Open that house once, close it, then move it.")


def newer(version: int, known: int) -> StoreError:
    return StoreError(
        f"The data base was written by a newer Tablée (store version {version}, this one knows {known}). "
        "Install the newer version, or choose another data base with --store."
    )


def strange(address: str) -> StoreError:
    return StoreError(
        f"The data base at {shown(address)} belongs to another program: it has tables of the names that Tablée uses. "
        "Give Tablée a data base of its own."
    )


# What can be wrong.

FAILURES: Final = (
    *(OSError, TimeoutError, ValueError, READS_ONLY),
    *(asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError),
)
"""What asyncpg may raise; its own errors of use are ValueErrors, as are texts that are none."""
LINE_FAILURES: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.OperatorInterventionError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)
"""The line is gone, or nobody knows what became of what was sent."""


def is_line_failure(error: BaseException) -> bool:
    """Does nobody know what became of what was sent?"""
    return isinstance(error, LINE_FAILURES) and not isinstance(error, ValueError | asyncpg.QueryCanceledError)


def shown(address: str) -> str:
    """The address without its password, whatever else may be wrong with it."""
    place = address.partition("://")[2].partition("?")[0].rpartition("@")[2]
    return place if place and not place.startswith("/") else f"{SOCKET}{place}"


def _said(error: BaseException) -> str:
    """In one line: details are rows of tables, and no log may have them."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return str(error.verify_message)
    number = error.errno if isinstance(error, OSError) and not isinstance(error, ssl.SSLError) else None
    if number is not None and number > 0:
        return os.strerror(number)
    text = (isinstance(error, OSError) and error.strerror) or str(error).partition("\n")[0] or type(error).__name__
    return text.strip().rstrip(".")


def _refused(address: str, error: BaseException) -> StoreError:
    return StoreError(
        f"The certificate of the data base at {shown(address)} is refused ({_said(error)}). Look at sslmode and "
        "sslrootcert."
    )


def sentence(error: BaseException, address: str) -> StoreError:
    where, text = shown(address), _said(error)
    if isinstance(error, StoreError):
        return error
    if isinstance(error, ssl.SSLCertVerificationError):
        return _refused(address, error)
    if isinstance(error, ssl.SSLError) or (isinstance(error, ConnectionError) and "SSL" in text):
        return StoreError(
            f"What answers at {where} is no PostgreSQL, or has no TLS ({text}). Look at the address and at sslmode."
        )
    if isinstance(error, asyncpg.InvalidPasswordError | asyncpg.InvalidAuthorizationSpecificationError):
        return StoreError(
            f"The data base at {where} does not let this user in ({text}). Look at --store and pg_hba.conf."
        )
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        return StoreError(
            f"There is no such data base at {where} ({text}). Make it: createdb {where.rpartition('/')[2]}"
        )
    if isinstance(error, asyncpg.InsufficientPrivilegeError | asyncpg.InvalidSchemaNameError):
        return StoreError(f"This user may not do that in the data base at {where} ({text}).")
    if isinstance(error, asyncpg.LockNotAvailableError):
        return StoreError(
            f"Another Tablée is moving the house at {where}, or renewing its tables. Wait until that is done."
        )
    if isinstance(error, asyncpg.DiskFullError):
        return StoreError(f"The disk of the data base at {where} is full ({text}). Make room, then play on.")
    if isinstance(error, asyncpg.TooManyConnectionsError):
        return StoreError(f"The data base at {where} has no room for more connections ({text}). Raise max_connections.")
    if isinstance(error, READS_ONLY):
        return StoreError(f"All data bases at {where} only read. Promote one of them: SELECT pg_promote().")
    if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        return StoreError(f"The data base at {where} only reads: it is a replica. Name its primary with --store.")
    if isinstance(error, TimeoutError):
        return Away(f"The data base at {where} does not answer.")
    if is_line_failure(error) and not isinstance(error, OSError):
        return Away(f"The data base at {where} hung up ({text}).")
    if isinstance(error, OSError):
        return Away(f"The data base at {where} cannot be reached ({text}).")
    return StoreError(f"The data base at {where} could not keep or find something ({text}).")
