"""Who plays, and where."""

from pathlib import Path

from tablee.arena.entrants import find_bots, line_up, rotations, seat_teams
from tablee.games import find
from tablee.kernel import Options

BELL = str(Path(__file__).parent / "bell.py")


def test_every_game_has_a_random_bot_and_its_own() -> None:
    assert list(find_bots(find(BELL))) == ["random", "quick", "slow", "mute", "cheat"]
    assert "random" in find_bots(find("pierres"))


def test_bots_are_repeated_round_the_table() -> None:
    assert line_up(["a", "b"], 5) == ("a", "b", "a", "b", "a")


def test_rotations_bring_every_bot_to_every_seat() -> None:
    assert rotations(("a", "b", "c")) == (("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a"))
    assert rotations(("a", "b", "a", "b")) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    assert rotations(("a", "a")) == (("a", "a"),)


def test_a_game_without_teams_has_none() -> None:
    game = find("pierres").game
    assert seat_teams(game, game.meta.options(), 3) == (None, None, None)
    assert isinstance(game.meta.options(), Options)
