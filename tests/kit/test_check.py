"""How a check is run: what it covers, how it is repeated, how it speaks."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from tests.kit import planted_leaks as leaks
from tests.kit import planted_rules as rules
from tests.kit.vigil import GAME, Vigil
from tests.kit.vigil_witness import WITNESS

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
