"""What the statements of `tablee.server.store.postgres` do, told once more for the data base of the simulator.

`tests/cluster/test_owners.py` holds the two against each other. What is new there has to be told here too."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final, TypeAlias

import asyncpg
from tests.simulation.database import Result, Row, Session, Statement, begin, commit, like, roll_back

from tablee.server.store.postgres import commit as writing
from tablee.server.store.postgres import erasing, lives, reading, schema
from tablee.server.store.postgres.schema import MIGRATIONS

Run: TypeAlias = Callable[..., Statement | Result]
SILENCE: Final = 2.0
GAP: Final = 1.5
SECRET: Final = "known-to-the-houses"

# Lives.


def _now(session: Session) -> float:
    return session.database.world.now


def _beaten(session: Session, row: Row) -> Row:
    now = _now(session)
    return like(row, beat=now, unbroken=now if row["beat"] < now - GAP else row["unbroken"])


def _is_silent(session: Session, row: Row) -> bool:
    return bool(row["beat"] < _now(session) - SILENCE)


def _begin_life(session: Session, life: str, node: str, inside: str, _: str) -> Statement:
    yield from session.lock("lives", f"the node {node}")
    if any(row["node"] == node for row in session.all("lives").values()):
        return Result(0)
    now = _now(session)
    row = {"life": life, "node": node, "inside": inside, "beat": now, "unbroken": now, "kept": 0, "line": 1}
    yield from session.lock("lives", life)
    session.put("lives", life, row)
    return Result(1)


def _renew(session: Session, life: str, line: int, kept: int) -> Statement:
    row = yield from session.lock("lives", life)
    if row is None or row["line"] != line:
        return Result(0)
    session.put("lives", life, like(_beaten(session, row), kept=kept))
    return Result(1)


def _go_on(session: Session, life: str) -> Statement:
    row = yield from session.lock("lives", life)
    if row is None:
        return Result(0)
    row = like(_beaten(session, row), line=row["line"] + 1)
    session.put("lives", life, row)
    return Result(1, [{"kept": row["kept"], "line": row["line"]}])


def _bury(session: Session, life: str, own: str) -> Statement:
    mine = session.get("lives", own)
    row = yield from session.lock("lives", life)
    if row is None or not _is_silent(session, row) or mine is None or mine["unbroken"] >= _now(session) - SILENCE:
        return Result(0)
    session.put("lives", life, None)
    return Result(1)


def _bury_namesake(session: Session, node: str) -> Statement:
    number = 0
    for life, row in session.all("lives").items():
        if row["node"] == node:
            row_now = yield from session.lock("lives", life)
            if row_now is not None and _is_silent(session, row_now):
                session.put("lives", life, None)
                number += 1
    return Result(number)


def _living(session: Session, own: str) -> Result:
    rows, mine = session.all("lives").values(), session.get("lives", own)
    is_new = mine is not None and mine["unbroken"] >= _now(session) - SILENCE
    return Result(0, [{"life": row["life"]} for row in rows if is_new or not _is_silent(session, row)])


def _end_life(session: Session, life: str) -> Statement:
    row = yield from session.lock("lives", life)
    if row is not None:
        session.put("lives", life, None)
    return Result(int(row is not None))


# A commit.


def _owned(session: Session, codes: Sequence[str], epochs: Sequence[int], life: str) -> Result:
    return Result(1, [{"count": _count_owned(session, codes, epochs, life)}])


def _count_owned(session: Session, codes: Sequence[str], epochs: Sequence[int], life: str) -> int:
    rows = [session.get("tables", code) for code in codes]
    return sum(
        row is not None and row["epoch"] == epoch and row["life"] == life
        for row, epoch in zip(rows, epochs, strict=True)
    )


def _log(session: Session, *columns: Sequence[Any]) -> Statement:
    for code, ordinal, seq, entry, command in zip(*columns, strict=True):
        key = (code, ordinal, seq)
        if (yield from session.lock("log", key)) is not None:
            raise asyncpg.UniqueViolationError("this entry is there already")
        row = {"code": code, "ordinal": ordinal, "seq": seq, "entry": entry, "command": command}
        session.put("log", key, row)
    return Result(len(columns[0]))


def _log_at_once(
    session: Session,
    life: str,
    line: int,
    kept: int,
    codes: Sequence[str],
    epochs: Sequence[int],
    *rest: Any,
) -> Statement:
    *columns, number = rest
    if _count_owned(session, codes, epochs, life) != number:
        return Result(0)
    renewed = yield from _renew(session, life, line, kept)
    if not renewed.number:
        return Result(0)
    return (yield from _log(session, codes, *columns))


def _open(
    session: Session, codes: Sequence[str], made_by: Sequence[str], epochs: Sequence[int], life: str
) -> Statement:
    number = 0
    for code, maker, epoch in zip(codes, made_by, epochs, strict=True):
        if maker:
            yield from session.lock("tables", f"made by {maker}")
        there = yield from session.lock("tables", code)
        if there is None and not (maker and any(row["made_by"] == maker for row in session.all("tables").values())):
            row = {
                "code": code,
                "doc": "",
                "made_by": maker or None,
                "touched": int(_now(session)),
                "life": life,
                "epoch": epoch,
            }
            session.put("tables", code, row)
            number += 1
    return Result(number)


def _save(session: Session, codes: Sequence[str], docs: Sequence[str], epochs: Sequence[int], life: str) -> Statement:
    number = 0
    for code, doc, epoch in zip(codes, docs, epochs, strict=True):
        row = yield from session.lock("tables", code)
        if row is None:
            row = {"code": code, "made_by": None, "life": life, "epoch": epoch}
        elif (row["life"], row["epoch"]) != (life, epoch):
            continue
        session.put("tables", code, like(row, doc=doc, touched=int(_now(session))))
        number += 1
    return Result(number)


def _begin_game(session: Session, *columns: Sequence[Any]) -> Statement:
    names = ("record", "code", "ordinal", "header", "seed", "people", "entries")
    for values in zip(*columns, strict=True):
        row = dict(zip(names, values, strict=True))
        if row["entries"] is None:
            yield from session.lock("games", f"running at {row['code']}")
            if _running_game(session, row["code"]) is not None:
                raise asyncpg.UniqueViolationError("another game runs at this table")
        if (yield from session.lock("games", row["record"])) is not None:
            raise asyncpg.UniqueViolationError("there is such a record")
        session.put("games", row["record"], row | {"ending": None, "finished": None, "summary": None})
    return Result(len(columns[0]))


def _running_game(session: Session, code: str) -> Row | None:
    games = session.all("games").values()
    return next((row for row in games if row["code"] == code and row["entries"] is None), None)


def _finish(session: Session, codes: Sequence[str], ordinals: Sequence[int], texts: Sequence[str]) -> Statement:
    number = 0
    for code, ordinal, entries in zip(codes, ordinals, texts, strict=True):
        game = _running_game(session, code)
        if game is not None and game["ordinal"] == ordinal:
            number += yield from _change(session, "games", game["record"], entries=entries)
    return Result(number)


def _change(session: Session, table: str, key: object, **changes: Any) -> Generator[None, None, int]:
    row = yield from session.lock(table, key)
    if row is not None:
        session.put(table, key, like(row, **changes))
    return int(row is not None)


def _unlog(session: Session, codes: Sequence[str], ordinals: Sequence[int]) -> Statement:
    over = set(zip(codes, ordinals, strict=True))
    keys = [key for key in session.all("log") if key[:2] in over]
    for key in keys:
        yield from session.lock("log", key)
        session.put("log", key, None)
    return Result(len(keys))


def _end(session: Session, records: Sequence[str], endings: Sequence[str]) -> Statement:
    number = 0
    for record, ending in zip(records, endings, strict=True):
        number += yield from _change(session, "games", record, ending=ending)
    return Result(number)


def _sum_up(
    session: Session, records: Sequence[str], summaries: Sequence[str], finished: Sequence[int | None]
) -> Statement:
    number = 0
    for record, summary, when in zip(records, summaries, finished, strict=True):
        number += yield from _change(
            session, "games", record, summary=summary, finished=int(_now(session)) if when is None else when
        )
    return Result(number)


def _forget(session: Session, records: Sequence[str]) -> Statement:
    number = 0
    for record in records:
        row = yield from session.lock("games", record)
        if row is not None and row["entries"] is not None:
            session.put("games", record, None)
            number += 1
    return Result(number)


def _clear(session: Session, codes: Sequence[str], epochs: Sequence[int], life: str) -> Statement:
    return (yield from _give_away(session, codes, epochs, life, lambda _: None))


def _release(session: Session, codes: Sequence[str], epochs: Sequence[int], life: str) -> Statement:
    return (yield from _give_away(session, codes, epochs, life, lambda row: like(row, life=None)))


def _give_away(
    session: Session, codes: Sequence[str], epochs: Sequence[int], life: str, change: Callable[[Row], Row | None]
) -> Statement:
    number = 0
    for code, epoch in zip(codes, epochs, strict=True):
        row = yield from session.lock("tables", code)
        if row is not None and (row["life"], row["epoch"]) == (life, epoch):
            session.put("tables", code, change(row))
            number += 1
    return Result(number)


def _note(session: Session, codes: Sequence[str], clocks: Sequence[int], life: str) -> Statement:
    for code, shown in zip(codes, clocks, strict=True):
        table = session.get("tables", code)
        if table is not None and table["life"] == life:
            yield from session.lock("clocks", code)
            session.put("clocks", code, {"shown": shown})
    return Result(len(codes))


def _unnote(session: Session, codes: Sequence[str]) -> Statement:
    return (yield from _forget_clocks(session, [code for code in codes if session.get("tables", code) is None]))


def _forget_clocks(session: Session, codes: Sequence[str]) -> Statement:
    for code in codes:
        yield from session.lock("clocks", code)
        session.put("clocks", code, None)
    return Result(len(codes))


# What is read.


def _standing(session: Session, code: str) -> Result:
    row = session.get("tables", code)
    if row is None:
        return Result(0)
    life = session.get("lives", row["life"]) or {"node": None, "inside": None, "beat": _now(session)}
    is_silent = _is_silent(session, life)
    found = {"life": row["life"], "epoch": row["epoch"], "node": life["node"], "inside": life["inside"]}
    return Result(1, [found | {"is_silent": is_silent}])


def _take(session: Session, own: str, code: str, epoch: int, life: str | None) -> Statement:
    row = yield from session.lock("tables", code)
    if row is None or (row["epoch"], row["life"]) != (epoch, life):
        return Result(0)
    session.put("tables", code, like(row, life=own, epoch=epoch + 1))
    return Result(1, [{"one": 1}])


def _doc(session: Session, code: str) -> Result:
    row = session.get("tables", code)
    if row is None:
        return Result(0)
    shown = (session.get("clocks", code) or {"shown": None})["shown"]
    return Result(1, [{"doc": row["doc"], "epoch": row["epoch"], "shown": shown}])


def _running(session: Session, code: str) -> Result:
    row = _running_game(session, code)
    names = ("ordinal", "record", "header", "seed", "people")
    return Result(1, [] if row is None else [{name: row[name] for name in names}])


def _log_of(session: Session, code: str, ordinal: int) -> Result:
    rows = [row for key, row in session.all("log").items() if key[:2] == (code, ordinal)]
    return Result(len(rows), sorted(rows, key=lambda row: int(row["seq"])))


def _record(session: Session, record: str) -> Result:
    row = session.get("games", record)
    return Result(1, [] if row is None or row["entries"] is None else [row])


def _unplayed(session: Session, seconds: int) -> Result:
    since = int(_now(session)) - seconds
    played = {row["code"] for row in session.all("games").values()}
    rows = session.all("tables").values()
    return Result(0, [{"code": row["code"]} for row in rows if row["touched"] <= since and row["code"] not in played])


def _stale(session: Session, seconds: int) -> Result:
    since = int(_now(session)) - seconds
    running = {row["code"] for row in session.all("games").values() if row["entries"] is None}
    living = {life for life, row in session.all("lives").items() if not _is_silent(session, row)}
    rows = [row for row in session.all("tables").values() if row["touched"] < since and row["code"] not in running]
    return Result(0, [{"code": row["code"], "life": row["life"]} for row in rows if row["life"] not in living])


def _of_table(session: Session, code: str, *, column: str) -> Result:
    row = session.get("tables", code)
    return Result(0, [] if row is None else [{column: row.get(column, 1)}])


def _opened_by(session: Session, maker: str) -> Result:
    rows = session.all("tables").values()
    return Result(0, [{"code": row["code"]} for row in rows if row["made_by"] == maker])


def _always(value: object) -> Run:
    return lambda *_: Result(1, [{"value": value}])


def _house(_: Session) -> Result:
    return Result(1, [{"one": 1, "version": len(MIGRATIONS), "secret": SECRET}])


def _house_shared(_: Session) -> Result:
    return Result(1, [{"version": len(MIGRATIONS), "secret": SECRET}])


def _count(session: Session) -> Result:
    return Result(1, [{"count": len(session.all("tables"))}])


STATEMENTS: Final[dict[str, Run]] = {
    "BEGIN": begin,
    "COMMIT": commit,
    "ROLLBACK": roll_back,
    "SET LOCAL synchronous_commit = off": _always(None),
    "SELECT to_regclass('house')": _always("house"),
    schema._WAIT_NO_LONGER: _always(None),
    "SELECT one, version, secret FROM house": _house,
    "SELECT version, secret FROM house FOR SHARE": _house_shared,
    lives._BEGIN: _begin_life,
    lives.RENEW: _renew,
    lives._GO_ON: _go_on,
    lives._BURY: _bury,
    lives._BURY_NAMESAKE: _bury_namesake,
    lives._LIVING: _living,
    "DELETE FROM lives WHERE life = $1": _end_life,
    writing._OWNED: _owned,
    writing._LOG: _log,
    writing._LOG_AT_ONCE: _log_at_once,
    writing._OPEN: _open,
    writing._SAVE: _save,
    writing._BEGIN: _begin_game,
    writing._FINISH: _finish,
    writing._UNLOG: _unlog,
    writing._END: _end,
    writing._SUM_UP: _sum_up,
    writing._FORGET: _forget,
    writing._CLEAR: _clear,
    writing._RELEASE: _release,
    writing._NOTE: _note,
    writing._UNNOTE: _unnote,
    "DELETE FROM clocks WHERE code = ANY($1::text[])": _forget_clocks,
    reading._STANDING: _standing,
    reading._TAKE: _take,
    reading._DOC: _doc,
    reading._RUNNING: _running,
    reading._LOG: _log_of,
    reading._RECORD: _record,
    reading._UNPLAYED: _unplayed,
    erasing._STALE: _stale,
    "SELECT doc FROM tables WHERE code = $1": lambda session, code: _of_table(session, code, column="doc"),
    "SELECT 1 FROM tables WHERE code = $1": lambda session, code: _of_table(session, code, column="one"),
    "SELECT code FROM tables WHERE made_by = $1": _opened_by,
    "SELECT count(*) FROM tables": _count,
}
