"""How a check is run: what it covers, how it is repeated, how it speaks."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from tests.kit import planted_leaks as leaks
from tests.kit import planted_rules as rules
from tests.kit.vigil import GAME, Vigil, VigilBoard, VigilState
from tests.kit.vigil_witness import WITNESS

from tablee.kernel import Ask, Luck, State
from tablee.kit import NOTHING_HIDDEN, Breached, check_game
from tablee.kit.loose import AnyGame

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def morpion() -> AnyGame:
    spec = spec_from_file_location("morpion_for_the_kit", EXAMPLES / "morpion.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    game: AnyGame = module.GAME
    return game


def test_morpion_hides_nothing_and_passes(morpion: AnyGame) -> None:
    check_game(morpion, NOTHING_HIDDEN, tables=30).raise_if_breached()


def test_the_same_seed_finds_the_same() -> None:
    first, second = (check_game(leaks.LeaksInACaption(), WITNESS, tables=6, seed="twice") for _ in range(2))
    assert first == second
    assert first != check_game(leaks.LeaksInACaption(), WITNESS, tables=6, seed="another")


def test_one_table_can_be_played_again() -> None:
    whole = check_game(rules.LosesACard(), WITNESS, tables=24)
    breach = whole.law(12).breaches[-1]
    again = check_game(rules.LosesACard(), WITNESS, only=breach.table)
    assert again.tables == 1
    assert again.law(12).breaches == (breach,)


def test_a_leak_that_was_looked_for_is_found_again_at_its_table() -> None:
    # Alone, a table has seen nothing before: it looks closer no less often than among the others.
    breach = check_game(leaks.LeaksWhenSomebodyIsBroke(), WITNESS, tables=40).law(9).breaches[-1]
    again = check_game(leaks.LeaksWhenSomebodyIsBroke(), WITNESS, only=breach.table)
    assert [found.table for found in again.law(9).breaches] == [breach.table]


def test_a_breach_says_where_it_was() -> None:
    breach = check_game(rules.LosesACard(), WITNESS, tables=24).law(12).breaches[0]
    assert (breach.law, breach.seed) == (12, "tablee")
    assert breach.table is not None
    assert breach.seats in (2, 3)
    assert breach.step
    assert f"table {breach.table}, step {breach.step} ({breach.seats} seats, VigilOptions(" in str(breach)


def test_every_combination_of_options_and_seats_is_played() -> None:
    report = check_game(GAME, WITNESS, tables=4)
    assert (report.covered, report.combinations) == (4, 6)
    assert "4 of 6 combinations of options and seats" in report.render()
    assert check_game(GAME, WITNESS, tables=6).covered == 6


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    check_game(GAME, WITNESS, tables=3, on_progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_a_report_has_one_line_for_each_law_of_an_honest_game() -> None:
    report = check_game(GAME, WITNESS, tables=2)
    assert [law.number for law in report.laws] == list(range(1, 13))
    lines = report.render().splitlines()
    assert len(lines) == 13
    assert lines[0].startswith("vigil, version 1: 2 tables,")
    assert all("ok" in line and "cases" in line for line in lines[1:])
    assert "not tested: no folder of playthroughs given" in lines[11]


def test_a_breached_report_raises_itself() -> None:
    report = check_game(leaks.LeaksOnTheBoard(), WITNESS, tables=5)
    with pytest.raises(Breached, match="nobody can see what they may not know") as raised:
        report.raise_if_breached()
    assert raised.value.report is report
    assert "only=0" in str(raised.value)
    assert "… and 2 more" in str(raised.value)


def test_a_game_that_crashes_everywhere_is_soon_left_alone() -> None:
    report = check_game(rules.CrashesAtBirth(), WITNESS, tables=1000)
    assert report.tables == 3


class NeverOpens(Vigil):
    meta = replace(Vigil.meta, seats=lambda _: range(0))


def test_a_game_that_opens_with_no_options_is_told_so() -> None:
    report = check_game(NeverOpens(), WITNESS, tables=10)
    assert report.broken == {5}
    assert report.combinations == 0


def with_asks(game: AnyGame, change: Callable[[Ask], Ask]) -> AnyGame:
    class Changed(type(game)):  # type: ignore[misc]
        def asks(self, state: State) -> tuple[Ask, ...]:
            return tuple(change(ask) for ask in super().asks(state))

    changed: AnyGame = Changed()
    return changed


def test_the_next_turn_is_not_asked_under_the_id_of_the_last(morpion: AnyGame) -> None:
    """The ask never closes in between: the same name suddenly means somebody else."""
    report = check_game(with_asks(morpion, lambda ask: ask._replace(id="mark")), NOTHING_HIDDEN, tables=3)
    assert report.broken == {7}
    assert "mark asked the seats (0,) and now asks (1,) under the same id" in report.law(7).breaches[0].sentence


def test_an_ask_that_stays_open_keeps_its_deadline(morpion: AnyGame) -> None:
    both = with_asks(morpion, lambda ask: ask._replace(id="mark", seats=(0, 1)))
    sentence = check_game(both, NOTHING_HIDDEN, tables=3).law(7).breaches[0].sentence
    assert "mark ran until" in sentence
    assert "under the same id" in sentence


class GoesOn(Vigil):
    """There is always another round."""

    def expire(self, state: VigilState, ask: Ask, luck: Luck) -> VigilState:
        new = super().expire(state, ask, luck)
        if new.phase == "over":
            new.phase = "peek"
        return new


def test_a_game_that_never_ends_is_left_alone_after_one_table() -> None:
    told: list[int] = []
    report = check_game(GoesOn(), WITNESS, tables=50, longest=200, on_inputs=told.append)
    assert report.tables == 1
    assert report.inputs <= 200
    assert "the table is not over" in report.law(5).breaches[0].sentence
    assert told == [inputs for inputs in (50, 100, 150, 200) if inputs <= report.inputs]


class Weighs(Vigil):
    def board(self, state: VigilState) -> VigilBoard:
        return replace(super().board(state), tokens=(*state.tokens[1:], 0.5))  # type: ignore[arg-type]


def test_what_cannot_be_told_is_named_with_its_place() -> None:
    sentence = check_game(Weighs(), WITNESS, tables=1).law(8).breaches[0].sentence
    assert re.search(r"has no strict JSON: board\.tokens\[\d\] is a float: 0\.5 is not a whole number", sentence)


def test_what_is_shown_for_a_moment_only_is_looked_at_at_every_table() -> None:
    breaches = check_game(rules.TellsAListOnce(), WITNESS, tables=12).law(8).breaches
    assert {breach.table for breach in breaches} == set(range(12))
