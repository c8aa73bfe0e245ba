"""What is not kept for ever: a table that nobody has touched for long goes, with the names of those who sat there."""

from __future__ import annotations

from typing import Final

from tablee.server.store.interface import ERASED
from tablee.server.store.postgres.lives import SILENCE
from tablee.server.store.postgres.schema import NOW, Connection

_STALE: Final = (
    f"SELECT code, life FROM tables WHERE touched < {NOW} - $1::bigint "
    "AND NOT EXISTS (SELECT 1 FROM games WHERE games.code = tables.code AND entries IS NULL) "
    f"AND NOT EXISTS (SELECT 1 FROM lives WHERE lives.life = tables.life AND beat >= clock_timestamp() - {SILENCE})"
)
# Whoever was asked for one meanwhile has put another life there.
_ERASE: Final = (
    "DELETE FROM tables USING unnest($1::text[], $2::text[]) AS one (code, life) "
    "WHERE tables.code = one.code AND tables.life IS NOT DISTINCT FROM one.life"
)
_UNNOTE: Final = (
    "DELETE FROM clocks WHERE code = ANY($1::text[]) "
    "AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = clocks.code)"
)


async def erase_stale(connection: Connection) -> None:
    """But for one at which a game still runs, or that stands in a house that lives."""
    rows = await connection.fetch(_STALE, ERASED)
    if rows:
        codes = [row["code"] for row in rows]
        async with connection.transaction():
            await connection.execute(_ERASE, codes, [row["life"] for row in rows])
            await connection.execute(_UNNOTE, codes)
