"""Several houses on one data base, in the simulator: whatever befalls them they are one house, and what would make them
two is found."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.server.cutting import games
from tests.simulation import statements
from tests.simulation.cluster import STILL, Weather, run
from tests.simulation.database import Result, Session, Statement, like
from tests.simulation.simulation import Outcome
from tests.simulation.statements import STATEMENTS

from tablee.server.house.connection import Connection
from tablee.server.net.inside import Inside
from tablee.server.store.interface import Batch, Done, StoreError
from tablee.server.store.postgres import commit as writing
from tablee.server.store.postgres import lives, reading, store, writer
from tablee.server.store.postgres.schema import ANSWERS_IN
from tablee.server.table.actor import Actor

GAMES = list(games())
EACH = 1_000
SEEDS = 24


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_befalls_the_nodes_they_are_one_house(seed: int) -> None:
    outcome = run(seed, range(EACH), GAMES)
    assert outcome.breach is None, f"seed {seed}, step {outcome.steps}: {outcome.breach}"


def test_games_are_played_meanwhile() -> None:
    assert sum(run(seed, range(EACH), GAMES).moves for seed in range(4)) > 60


def test_the_same_seed_sends_the_same_bytes() -> None:
    assert run(3, range(EACH), GAMES).digest == run(3, range(EACH), GAMES).digest


# What would make them two houses, planted.


LATE = Weather(1.5, (2.5, 3.5, 5.0), 0.5, {"line": 1}, ("silent",))
"""What is sent arrives when it was given up."""
FORGETFUL = Weather(0.4, (8.0, 12.0), 2.0, {"line": 1}, ("forgotten",))
"""Lines that are there carry nothing any more, and nobody is told."""
UNANSWERED = Weather(1.5, (3.5, 5.0), 0.5, {"line": 1}, ("answers",))


def find(*kinds: str, weather: Weather | None = None, nodes: int = 3, seeds: int = 100) -> Outcome:
    for seed in range(seeds):
        outcome = run(seed, range(EACH), GAMES, nodes=nodes, weather=weather)
        if outcome.breach is not None and outcome.breach.kind in kinds:
            return outcome
    raise AssertionError(f"nobody noticed: {kinds}")


def all_are_ours(_: Session, codes: list[str], *_rest: object) -> Result:
    return Result(1, [{"count": len(codes)}])


def test_a_commit_that_does_not_prove_that_its_node_lives_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole fence is gone: who was buried writes on."""

    def renew(session: Session, life: str, _: int, kept: int) -> Statement:
        row = yield from session.lock("lives", life)
        if row is not None:
            session.put("lives", life, like(statements._beaten(session, row), kept=kept))
        return Result(1)

    def log_at_once(session: Session, life: str, line: int, kept: int, codes: Any, _: Any, *rest: Any) -> Statement:
        yield from renew(session, life, line, kept)
        return (yield from statements._log(session, codes, *rest[:-1]))

    monkeypatch.setitem(STATEMENTS, lives.RENEW, renew)
    monkeypatch.setitem(STATEMENTS, writing._LOG_AT_ONCE, log_at_once)
    monkeypatch.setitem(STATEMENTS, writing._OWNED, all_are_ours)
    find("behind", "lost", "durable", "told")


def test_a_commit_that_comes_by_an_earlier_line_and_counts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sent long ago, it arrives when those who waited for it have been told that it was not kept."""
    renew = statements._renew

    def by_any_line(session: Session, life: str, line: int, kept: int) -> Statement:
        row = session.get("lives", life)
        return (yield from renew(session, life, line if row is None else row["line"], kept))

    monkeypatch.setattr(statements, "_renew", by_any_line)
    monkeypatch.setitem(STATEMENTS, lives.RENEW, by_any_line)
    find("refused", "behind", "durable", "lost", weather=LATE, nodes=1)


def test_an_epoch_that_is_not_raised_by_a_claim_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def take(session: Session, own: str, code: str, epoch: int, life: str | None) -> Statement:
        row = yield from session.lock("tables", code)
        if row is None or (row["epoch"], row["life"]) != (epoch, life):
            return Result(0)
        session.put("tables", code, like(row, life=own))
        return Result(1, [{"one": 1}])

    monkeypatch.setitem(STATEMENTS, reading._TAKE, take)
    find("owners")


def test_whoever_is_silent_for_a_moment_and_tells_before_it_is_kept_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buried too early, by others; and what it tells meanwhile is not kept."""

    def begin_writing(self: Actor, batch: Batch, done: Done) -> None:
        self._is_busy = True
        self.services.store.write(batch, lambda _: None)
        done(None)

    monkeypatch.setattr(statements, "SILENCE", 0.6)
    monkeypatch.setattr(Actor, "begin_writing", begin_writing)
    find("durable", "told")


@pytest.mark.parametrize("was_kept", [False, True])
def test_a_doubt_that_is_answered_without_looking_is_found(monkeypatch: pytest.MonkeyPatch, was_kept: bool) -> None:
    async def go_on(self: writer.Writer, line: Any) -> None:
        self.life, _ = await lives.go_on(line, self.life)
        self._answer_doubt(None if was_kept else StoreError("planted"))

    monkeypatch.setattr(writer.Writer, "_go_on", go_on)
    kinds = ("durable", "lost") if was_kept else ("refused", "behind")
    find(*kinds, weather=LATE if was_kept else UNANSWERED, nodes=1)


def test_commands_that_are_forgotten_by_a_claim_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    resume = Actor.resume

    def forget(self: Actor, *rest: Any) -> None:
        resume(self, *rest)
        if self.running is not None:
            self.running.played.clear()

    monkeypatch.setattr(Actor, "resume", forget)
    find("forgotten", "twice")


def test_a_line_that_is_held_on_to_though_nothing_comes_by_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stops waiting, and waits until that is heard of."""

    @asynccontextmanager
    async def in_time(*_: object) -> AsyncIterator[None]:
        async with asyncio.timeout(ANSWERS_IN):
            yield

    for module in (store, writer):
        monkeypatch.setattr(module, "in_time", in_time)
    find("ownerless", weather=FORGETFUL)


def test_a_line_to_a_node_that_stands_still_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Inside, "look_round", lambda _: None)
    find("ownerless", weather=STILL)


def test_who_goes_elsewhere_and_still_hears_of_the_table_before_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def keep(self: Connection, line: Any) -> None:
        self.line = line

    monkeypatch.setattr(Connection, "talks_by", keep)
    find("told", "secret", "answer")
