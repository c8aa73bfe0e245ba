"""What is no cell, no digit and no option: refused, and nothing happens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.games.pierres import GAME
from tablee.games.pierres.actions import Announce, Remove
from tablee.games.pierres.options import PierresOptions
from tablee.games.pierres.tests.scene import Scene
from tablee.kernel import Refusal
from tablee.kernel.codec import Malformed
from tablee.kernel.luck import seed_from
from tablee.kernel.table import Table, open_table
from tablee.kernel.wire import Wire


def test_a_cell_is_one_of_eighty_one() -> None:
    scene = Scene(quick=False)
    assert scene.refusal(Remove(-1)) == Refusal("no_such_cell")
    assert scene.refusal(Remove(81)) == Refusal("no_such_cell")
    assert scene.refusal(Remove(0)) is None
    assert scene.refusal(Remove(80)) is None


def test_a_digit_is_one_of_nine() -> None:
    scene = Scene(annonce=True)
    assert [digit for digit in range(-1, 12) if scene.refusal(Announce(digit)) is None] == list(range(1, 10))
    assert scene.refusal(Announce(10)) == Refusal("no_such_digit")


@pytest.mark.parametrize(("option", "low", "high"), [("grid", 1, 40), ("minutes", 1, 60)])
def test_the_host_may_set_numbers_within_their_limits(option: str, low: int, high: int) -> None:
    def opened(number: int) -> object:
        options = replace(PierresOptions(), **{option: number})  # type: ignore[arg-type]
        return open_table(GAME, options, (None, None), seed_from("limits"))

    assert isinstance(opened(low), Table)
    assert isinstance(opened(high), Table)
    for number in (low - 1, high + 1):
        assert opened(number) == Refusal("option_range", {"option": option, "value": number, "low": low, "high": high})


@pytest.mark.parametrize(("action", "field", "low", "high"), [("Remove", "cell", 0, 80), ("Announce", "digit", 1, 9)])
def test_what_is_sent_has_the_same_limits(action: str, field: str, low: int, high: int) -> None:
    for number in (low, high):
        said = Wire(GAME).action.loads(f'{{"type":"{action}","{field}":{number}}}')
        assert getattr(said, field) == number
    for number in (low - 1, high + 1):
        with pytest.raises(Malformed):
            Wire(GAME).action.loads(f'{{"type":"{action}","{field}":{number}}}')
