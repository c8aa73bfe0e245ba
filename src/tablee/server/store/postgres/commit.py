"""One commit of a node: first its life is renewed, then everything is written, and only as the owner of each table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tablee.server.store.interface import Lost, Owner, Taken
from tablee.server.store.postgres.lives import RENEW, Life, beat, done
from tablee.server.store.postgres.plan import LOST, Plan, Row
from tablee.server.store.postgres.schema import NOW, Connection

_OWNED: Final = (
    "SELECT count(*) FROM unnest($1::text[], $2::bigint[]) AS one (code, epoch) JOIN tables USING (code, epoch) "
    "WHERE life = $3"
)
_LOG: Final = (
    "INSERT INTO log (code, ordinal, seq, entry, command) "
    "SELECT * FROM unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::text[])"
)
# Life, line, number; then the rows; then how many there are. All of it or nothing, in one message.
_LOG_AT_ONCE: Final = f"""
    WITH one AS (
        SELECT * FROM unnest($4::text[], $5::bigint[], $6::integer[], $7::integer[], $8::text[], $9::text[])
        AS one (code, epoch, ordinal, seq, entry, command)
    ), owned AS (
        SELECT count(*) AS number FROM one JOIN tables USING (code, epoch) WHERE tables.life = $1
    ), renewed AS (
        {RENEW} AND (SELECT number FROM owned) = $10 RETURNING 1
    )
    INSERT INTO log (code, ordinal, seq, entry, command)
    SELECT code, ordinal, seq, entry, command FROM one WHERE EXISTS (SELECT 1 FROM renewed)
"""
_OPEN: Final = (
    "INSERT INTO tables (code, doc, made_by, touched, life, epoch) "
    f"SELECT code, '', nullif(made_by, ''), {NOW}, $4, epoch "
    "FROM unnest($1::text[], $2::text[], $3::bigint[]) AS one (code, made_by, epoch) ON CONFLICT DO NOTHING"
)
_SAVE: Final = (
    f"INSERT INTO tables AS it (code, doc, touched, life, epoch) SELECT code, doc, {NOW}, $4, epoch "
    "FROM unnest($1::text[], $2::text[], $3::bigint[]) AS one (code, doc, epoch) ON CONFLICT (code) DO UPDATE "
    "SET doc = excluded.doc, touched = excluded.touched WHERE it.life = excluded.life AND it.epoch = excluded.epoch"
)
_BEGIN: Final = (
    "INSERT INTO games (record, code, ordinal, header, seed, people, entries, begun) SELECT *, clock_timestamp() "
    "FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[])"
)
_FINISH: Final = (
    "UPDATE games SET entries = one.entries FROM unnest($1::text[], $2::integer[], $3::text[]) "
    "AS one (code, ordinal, entries) "
    "WHERE games.code = one.code AND games.ordinal = one.ordinal AND games.entries IS NULL"
)
_UNLOG: Final = (
    "DELETE FROM log USING unnest($1::text[], $2::integer[]) AS one (code, ordinal) "
    "WHERE log.code = one.code AND log.ordinal = one.ordinal"
)
_END: Final = (
    "UPDATE games SET ending = one.ending FROM unnest($1::text[], $2::text[]) AS one (record, ending) "
    "WHERE games.record = one.record"
)
_SUM_UP: Final = (
    f"UPDATE games SET summary = one.summary, finished = coalesce(one.finished, {NOW}) "
    "FROM unnest($1::text[], $2::text[], $3::bigint[]) AS one (record, summary, finished) "
    "WHERE games.record = one.record"
)
_FORGET: Final = "DELETE FROM games WHERE record = ANY($1::text[]) AND entries IS NOT NULL"
_CLEAR: Final = (
    "DELETE FROM tables USING unnest($1::text[], $2::bigint[]) AS one (code, epoch) "
    "WHERE tables.code = one.code AND tables.epoch = one.epoch AND life = $3"
)
_RELEASE: Final = (
    "UPDATE tables SET life = NULL FROM unnest($1::text[], $2::bigint[]) AS one (code, epoch) "
    "WHERE tables.code = one.code AND tables.epoch = one.epoch AND life = $3"
)
_NOTE: Final = (
    "INSERT INTO clocks (code, shown) SELECT code, one.shown FROM unnest($1::text[], $2::bigint[]) "
    "AS one (code, shown) JOIN tables USING (code) WHERE life = $3 "
    "ON CONFLICT (code) DO UPDATE SET shown = excluded.shown"
)
_UNNOTE: Final = (
    "DELETE FROM clocks WHERE code = ANY($1::text[]) "
    "AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = clocks.code)"
)


async def commit(connection: Connection, life: Life, number: int, plan: Plan) -> None:
    """This batch or these, of which the last has this number. LifeOver, Taken, Lost: nothing is written."""
    if plan.is_log_only and plan.log and await _log_at_once(connection, life, number, plan.log):
        return
    async with connection.transaction():
        await beat(connection, life, number)
        await _write_all(connection, life.id, plan)


async def _log_at_once(connection: Connection, life: Life, number: int, log: Sequence[Row]) -> bool:
    codes, epochs = [owner.code for owner, _ in log], [owner.epoch for owner, _ in log]
    status = await connection.execute(_LOG_AT_ONCE, *life, number, codes, epochs, *_columns(log), len(log))
    return done(status) == len(log)


def _columns(log: Iterable[Row]) -> tuple[list[int], list[int], list[str], list[str | None]]:
    rows = [row for _, row in log]
    ordinals, numbers = [row.ordinal for row in rows], [row.seq for row in rows]
    return ordinals, numbers, [row.entry for row in rows], [row.command for row in rows]


async def _write_all(connection: Connection, life: str, plan: Plan) -> None:
    await _write_tables(connection, life, plan)
    over = {(code, one.ordinal): one.entries for code, one in plan.finished}
    if over:
        await _finish(connection, over)
    if plan.begun:
        rows = [
            (one.record, code, one.ordinal, one.header, one.seed, one.people, over.get((code, one.ordinal)))
            for code, one in plan.begun
        ]
        await connection.execute(_BEGIN, *map(list, zip(*rows, strict=True)))
    log = plan.rows()
    if log:
        await connection.execute(_LOG, [owner.code for owner, _ in log], *_columns(log))
    if plan.endings:
        await connection.execute(_END, [one.record for one in plan.endings], [one.ending for one in plan.endings])
    if plan.summaries:
        rows_of = [(one.record, one.summary, one.finished) for one in plan.summaries]
        await connection.execute(_SUM_UP, *map(list, zip(*rows_of, strict=True)))
    if plan.forgotten:
        await connection.execute(_FORGET, plan.forgotten)
    await _clear(connection, life, plan)


async def _finish(connection: Connection, over: Mapping[tuple[str, int], str]) -> None:
    """Games that began in this very commit are not there yet: they are written as games that are over."""
    codes, ordinals = [code for code, _ in over], [ordinal for _, ordinal in over]
    await connection.execute(_FINISH, codes, ordinals, list(over.values()))
    await connection.execute(_UNLOG, codes, ordinals)
    await connection.execute("DELETE FROM clocks WHERE code = ANY($1::text[])", codes)


async def _write_tables(connection: Connection, life: str, plan: Plan) -> None:
    """And prove that they are ours."""
    if plan.opened:
        epochs = [owner.epoch for owner in plan.docs if owner.code in plan.opened]
        codes = [owner.code for owner in plan.docs if owner.code in plan.opened]
        made_by = [plan.opened[code].made_by for code in codes]
        if done(await connection.execute(_OPEN, codes, made_by, epochs, life)) != len(codes):
            raise Taken("There is a table of this code already, or one that the same command has opened.")
    if plan.docs:
        codes, epochs = [owner.code for owner in plan.docs], [owner.epoch for owner in plan.docs]
        if done(await connection.execute(_SAVE, codes, list(plan.docs.values()), epochs, life)) != len(codes):
            raise Lost(LOST)
    if plan.owners:
        codes, epochs = [owner.code for owner in plan.owners], [owner.epoch for owner in plan.owners]
        if await connection.fetchval(_OWNED, codes, epochs, life) != len(codes):
            raise Lost(LOST)


async def _clear(connection: Connection, life: str, plan: Plan) -> None:
    if plan.cleared:
        codes, epochs = [owner.code for owner in plan.cleared], [owner.epoch for owner in plan.cleared]
        await connection.execute(_CLEAR, codes, epochs, life)
        await connection.execute("DELETE FROM clocks WHERE code = ANY($1::text[])", codes)


async def release(connection: Connection, life: Life, owners: Sequence[Owner]) -> None:
    """Whoever asks for these may have them."""
    await connection.execute(_RELEASE, [one.code for one in owners], [one.epoch for one in owners], life.id)


async def note_clocks(connection: Connection, life: Life, clocks: dict[str, int], cleared: Sequence[str] = ()) -> None:
    """Not waiting for the disk: should they be lost, clocks begin anew. `cleared`: tables that were cleared away since
    the last time, perhaps while it was noted how late it was there."""
    async with connection.transaction():
        await connection.execute("SET LOCAL synchronous_commit = off")
        await connection.execute(_NOTE, list(clocks), list(clocks.values()), life.id)
        if cleared:
            await connection.execute(_UNNOTE, cleared)
