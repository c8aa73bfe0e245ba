"""Reconnection is invisible: whoever was cut off, at any moment, ends up with just what a never-cut twin shows."""

from __future__ import annotations

import pytest
from tests.server.cutting import Different, cut_again_and_again, games

from tablee.games import Found
from tablee.server.table.actor import Actor
from tablee.server.table.answers import Answers

CUTS = 100


@pytest.mark.parametrize("found", list(games()), ids=lambda found: found.game.meta.id)
def test_a_device_that_was_cut_shows_what_its_twin_shows(found: Found) -> None:
    tally = cut_again_and_again(found, CUTS, "test")
    assert tally.cuts >= CUTS
    assert tally.repeated > 0, "some cuts must come between a command and its answer"
    assert tally.compared > tally.inputs


def pierres() -> Found:
    return next(found for found in games() if found.game.meta.id == "pierres")


def test_a_house_that_shows_nothing_to_who_comes_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Actor, "show_snapshots", lambda *_: None)
    with pytest.raises(Different):
        cut_again_and_again(pierres(), CUTS, "test")


def test_a_house_that_forgets_what_it_answered_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Answers, "find", lambda *_: None)
    monkeypatch.setattr(
        "tablee.server.play.live.LiveGame.played", property(lambda _: {}, lambda *_: None), raising=False
    )
    with pytest.raises(Different):
        cut_again_and_again(pierres(), CUTS, "test")
