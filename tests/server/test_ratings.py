"""Ratings: reckoned from the house's games, and told only where a club wants them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.server.test_past_pages import ask, play_a_game
from tests.server.venue import Venue, play_out

from tablee.games import find
from tablee.server.net.http import make_app
from tablee.server.past.ratings import START, ladder
from tablee.server.past.search import PlayedGame
from tablee.server.past.summary import Summary
from tablee.server.show.tools import tools_of
from tablee.server.store.interface import PastGame

KIT = tools_of(find("pierres"))


def played(*people: str, ranks: tuple[int, ...] | None = None, won: bool | None = None) -> PlayedGame:
    """A game that ended in this order; a name like `hard?` is a bot of this level."""
    rows: list[dict[str, Any]] = [
        {"names": {"fr": name, "en": name}, "emblem": None, "level": name[:-1] if name.endswith("?") else None}
        for name in people
    ]
    ranks = ranks or tuple(range(1, len(people) + 1))
    summary = Summary(ranks, (0,) * len(people), won, 60_000)
    return PlayedGame(PastGame("r", "ABCD", "pierres", json.dumps(rows), 1, None), KIT, summary, rows)


def order(games: list[PlayedGame]) -> list[str]:
    return [one["name"] for one in ladder(games, "fr")]


def points(games: list[PlayedGame]) -> dict[str, int]:
    return {one["name"]: one["points"] for one in ladder(games, "fr")}


def test_who_wins_more_stands_higher() -> None:
    games = [played("Zoé", "Luc", "Ana")] * 4 + [played("Luc", "Ana", "Zoé")]
    assert order(games) == ["Zoé", "Luc", "Ana"]
    assert points(games)["Zoé"] > START


def test_a_surprise_moves_more_than_what_was_expected() -> None:
    history = [played("Zoé", "Luc")] * 6
    before = points(history)["Luc"]
    surprise = points([played("Luc", "Zoé"), *history])["Luc"] - before
    expected = points([played("Zoé", "Luc"), *history])["Zoé"] - points(history)["Zoé"]
    assert surprise > expected


def test_equal_ranks_are_equal_and_names_are_folded() -> None:
    tied = points([played("Zoé", "Luc", ranks=(1, 1))])
    assert tied["Zoé"] == tied["Luc"]
    assert order([played("zoe", "Luc"), played("Zoé", "Luc")]) == ["zoe", "Luc"], "by the name of the newest game"


def test_bots_stand_on_the_ladder_by_their_level() -> None:
    people = ladder([played("hard?", "Zoé"), played("hard?", "Luc")], "fr")
    assert [(one["bot"], one["played"]) for one in people if one["name"] == "hard?"] == [(True, 2)]
    assert ladder([played("hard?", "hard?", "Zoé")], "fr") == [], "which of the two is better than itself?"


def test_games_won_together_and_games_without_names_rate_nobody() -> None:
    assert ladder([played("Zoé", "Luc", won=True)], "fr") == []
    assert ladder([played("hard?", "Joueur 2")], "fr") == []


def test_the_house_tells_nobody_unless_a_club_wants_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            for _ in range(2):
                await play_a_game(venue, "morpion", "Ana", "Bob")
            assert (await ask(venue, "/figures"))[1]["ladders"] == []
            venue.server.config.loaded_app.app = make_app(venue.house, has_ratings=True)
            (ladder_,) = (await ask(venue, "/figures"))[1]["ladders"]
            assert ladder_["game"] == "morpion"
            assert [(one["name"], one["played"]) for one in ladder_["people"]] == [("Ana", 2), ("Bob", 2)]

    play_out(test)
