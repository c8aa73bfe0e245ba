"""The house in the simulator: nothing that must be true is ever broken, and what would break it is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.server.cutting import games
from tests.simulation.simulation import Outcome, run, shortened

from tablee.kernel.game import Ms, Refusal
from tablee.server.bots.cast import Cast
from tablee.server.house.connection import Connection
from tablee.server.house.register import Register
from tablee.server.store.interface import StoreError
from tablee.server.table import presence, turns
from tablee.server.table.actor import Actor
from tablee.server.table.decision import Enter, Stepped
from tablee.server.table.visit import Visit

GAMES = list(games())
EACH = 1_000
SEEDS = 20


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_happens_what_must_be_true_is_true(seed: int) -> None:
    outcome = run(seed, range(EACH), GAMES)
    assert outcome.breach is None, f"seed {seed}, step {outcome.steps}: {outcome.breach}"


def test_games_are_played_meanwhile() -> None:
    assert sum(run(seed, range(EACH), GAMES).moves for seed in range(3)) > 60


def test_the_same_seed_sends_the_same_bytes() -> None:
    assert run(3, range(EACH), GAMES).digest == run(3, range(EACH), GAMES).digest


# What was wrong with the house before it had visits, planted again.


def find(kind: str, *, seeds: int = 40) -> Outcome:
    for seed in range(seeds):
        outcome = run(seed, range(EACH), GAMES)
        if outcome.breach is not None and outcome.breach.kind == kind:
            return outcome
    raise AssertionError(f"nobody noticed: {kind}")


def test_a_seat_that_is_shown_by_what_was_true_before_the_commit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A visit that goes on watching what it watched."""
    look_again = Visit._look_again

    def remember(self: Visit, places: Any) -> None:
        if not self._watches:
            look_again(self, places)

    monkeypatch.setattr(Visit, "_look_again", remember)
    find("secret")


def test_a_device_that_was_let_in_after_it_had_left_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    let_in = Actor._carry_out

    def let_in_anyway(self: Actor, decision: Any, *rest: Any) -> None:
        let_in(self, decision, *rest)
        if isinstance(decision.effect, Enter):
            self.visits[decision.effect.visit] = None

    monkeypatch.setattr(Actor, "_carry_out", let_in_anyway)
    find("ghost")


def test_a_clock_that_is_not_wound_up_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be kept is forgotten, and the clock with it."""
    arm: Callable[..., None] = turns.arm

    def arm_once(actor: Actor, not_before: Ms = 0) -> None:
        if not_before == 0:
            arm(actor)
        elif actor.timer is not None:
            actor.timer.cancel()
            actor.timer = None

    monkeypatch.setattr(turns, "arm", arm_once)
    find("stuck")


def test_a_table_that_is_ahead_of_the_store_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = Actor.settle

    def adopt_first(self: Actor, verdict: Any, *rest: Any) -> None:
        effect = getattr(verdict, "effect", None)
        if isinstance(effect, Stepped):
            effect.running.table.adopt(effect.step)
        settle(self, verdict, *rest)

    monkeypatch.setattr(Actor, "settle", adopt_first)
    find("durable")


def test_a_hello_that_nobody_answers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    welcome = presence.welcome

    def ignore(actor: Actor, visit: Visit, command: Any) -> None:
        if not visit.is_over:
            welcome(actor, visit, command)

    monkeypatch.setattr(presence, "welcome", ignore)
    find("answer")


def test_a_table_that_falls_asleep_while_somebody_comes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that does not look whether anything is on its way: who waits to be let in is let in to nowhere."""

    def fall_asleep(self: Actor) -> None:
        if not self.visits and self.gone is None:
            self.leave_memory("asleep", "closing")
            self.gone = None

    monkeypatch.setattr(Actor, "fall_asleep", fall_asleep)
    find("twins")


def test_somebody_who_waits_for_a_table_that_is_being_read_and_is_forgotten_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def tell_one(self: Register, code: str, found: Actor | Refusal) -> None:
        for then in self._waking.pop(code, [])[:1]:
            then(found)

    monkeypatch.setattr(Register, "_tell", tell_one)
    find("answer")


def test_a_table_that_is_lost_and_plays_on_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was lost belongs to somebody else from then on, and is read from the store again."""
    not_kept = Actor._not_kept

    def stay(self: Actor, decision: Any, visit: Any, command: Any, error: StoreError) -> None:
        not_kept(self, decision, visit, command, StoreError(str(error)))

    monkeypatch.setattr(Actor, "_not_kept", stay)
    find("lost")


def test_a_frame_that_waits_for_somebody_who_went_elsewhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def part(self: Connection, visit: Visit) -> None:
        if self.visit is visit:
            self.visit = None

    monkeypatch.setattr(Connection, "part", part)
    find("secret")


def test_a_story_is_told_with_as_few_steps_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    def let_in_anyway(self: Actor, decision: Any, *rest: Any) -> None:
        carry_out(self, decision, *rest)
        if isinstance(decision.effect, Enter):
            self.visits[decision.effect.visit] = None

    carry_out = Actor._carry_out
    monkeypatch.setattr(Actor, "_carry_out", let_in_anyway)
    seed = next(seed for seed in range(40) if run(seed, range(EACH), GAMES).breach is not None)
    steps = shortened(seed, range(EACH), GAMES, "ghost")
    assert len(steps) < 60
    again = run(seed, steps, GAMES)
    assert again.breach is not None
    assert again.breach.kind == "ghost"


def test_bots_that_keep_the_house_awake_while_they_think_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An appointment that is over and cannot be kept yet: a timer that rings for ever at one moment."""
    arm = Cast._arm

    def restless(self: Cast) -> None:
        arm(self)
        if self._timer is None and any(
            plan.at is not None for bot in self._bots.values() for plan in bot.plans.values()
        ):
            self._timer = self._wall.at(self._wall.now(), self._keep_appointments)

    monkeypatch.setattr(Cast, "_arm", restless)
    find("restless")
