"""`tablee simulate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.helpers import BELL, MORPION, Cli

from tablee.cli.arguments import make_parser


def test_the_same_seed_gives_the_same_json_with_one_worker_and_with_two(cli: Cli) -> None:
    words = ("simulate", "pierres", "--games", 6, "--bots", "random", "--seed", "x", "--options", "rapide", "--json")
    alone, shared = cli(*words, "--workers", 1), cli(*words, "--workers", 2)
    assert alone.status == 0
    assert alone == shared
    report = json.loads(alone.out)
    assert (report["game"], report["games"], report["deals"], report["seed"]) == ("pierres", 6, 6, "x")
    assert report["options"]["opening"] == "quick"
    assert "timings" not in report
    assert cli(*words[:-2], "annonce", "--json", "--workers", 1).out != alone.out


def test_other_seeds_give_other_games(cli: Cli) -> None:
    words = ("simulate", MORPION, "--games", 30, "--workers", 1, "--json", "--seed")
    assert cli(*words, "a").out == cli(*words, "a").out != cli(*words, "b").out


def test_bots_that_differ_play_every_deal_from_every_seat(cli: Cli) -> None:
    said = cli("simulate", BELL, "--games", 7, "--bots", "quick,slow,mute", "--workers", 1, "--json")
    assert "7 games are rounded up to 9: 3 whole deals." in said.err
    quick, slow, mute = json.loads(said.out)["bots"]
    assert (quick["name"], quick["wins"], quick["win_share"]["mean"]) == ("quick", 9.0, 1.0)
    assert (slow["wins"], mute["wins"], mute["fair_share"]) == (0.0, 0.0, 0.333333)


def test_the_report_can_be_read(cli: Cli) -> None:
    said = cli("simulate", BELL, "--games", 4, "--bots", "quick,slow", "--workers", 1, "--options", "short,loud=yes")
    assert said.status == 0
    assert said.err == ""
    assert "bell (rules 2), 2 seats, seed 0: 4 games, 2 deals" in said.out
    assert "quick             4.0  100.0% (34.2% to 100.0%)" in said.out
    assert "who acts first wins 100.0%" in said.out
    assert "a game takes 2.0 inputs" in said.out
    assert "quick: 8 decisions, CPU median" in said.out


def test_what_a_game_counts_is_reported(cli: Cli) -> None:
    words = ("simulate", "anges", "--games", 3, "--bots", "random", "--seats", 3, "--workers", 1)
    said = cli(*words)
    assert "announcements a game: " in said.out
    assert "lies among announcements: " in said.out
    report = json.loads(cli(*words, "--json").out)
    assert report["figures"]["lies_among_announcements"]["mean"] > 0.8
    assert json.loads(cli("simulate", MORPION, "--games", 2, "--workers", 1, "--json").out)["figures"] == {}


def test_timings_are_in_the_json_only_when_asked_for(cli: Cli) -> None:
    said = cli("simulate", MORPION, "--games", 2, "--workers", 1, "--json", "--timings")
    (timing,) = json.loads(said.out)["timings"]
    assert timing["name"] == "random"
    assert timing["decisions"] >= 10


def test_records_are_written_and_proved(cli: Cli, tmp_path: Path) -> None:
    cli("simulate", BELL, "--games", 4, "--bots", "quick,slow", "--workers", 1, "--records", tmp_path / "deep" / "er")
    records = sorted((tmp_path / "deep" / "er").iterdir())
    assert [path.name for path in records] == [f"bell-0000{deal}-{turn}.jsonl" for deal in (0, 1) for turn in (0, 1)]
    said = cli("verify", *records, "--game", BELL)
    assert said.status == 0
    assert said.out.count("is proved.") == 4


def test_a_bots_defect_is_a_sentence(cli: Cli) -> None:
    said = cli.complains("simulate", BELL, "--games", 2, "--bots", "cheat,mute", "--workers", 1)
    assert "Deal 0 with cheat, mute (seed 0): Cheat at seat 0 answered 0.say" in said


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--games", "0"), "expected a whole number from 1 on, not '0'"),
        (("--games", "many"), "expected a whole number from 1 on, not 'many'"),
        ((), "the following arguments are required: --games"),
        (("--games", "2", "--workers", "0"), "expected a whole number from 1 on"),
        (("--games", "2", "--bots", "alphazero"), "no bot “alphazero”. The bots are: random"),
        (("--games", "2", "--bots", ","), "No bot is named. The bots of pierres are: random"),
        (("--games", "2", "--bots", "random,random,random", "--seats", "2"), "3 bots are named for 2 seats"),
        (("--games", "2", "--seats", "9"), "9 players? This game is for 2 to 6."),
        (("--games", "2", "--preset", "fun"), "no preset “fun”. The presets are: classique, rapide"),
        (("--games", "2", "--options", "fun"), "no preset “fun”. The presets are: classique, rapide"),
        (("--games", "2", "--options", "rapide", "--preset", "annonce"), "Two presets are given"),
        (("--games", "2", "--options", "fun=1"), "no option “fun”. The options are: opening (by-hand or quick); grid"),
        (("--games", "2", "--options", "rapide,fun"), "no option “fun”"),
        (("--games", "2", "--options", "opening=slow"), "“opening” cannot be “slow”: it is by-hand or quick."),
        (("--games", "2", "--options", "annonce=maybe"), "“annonce” cannot be “maybe”: it is false or true."),
        (("--games", "2", "--options", "grid=41"), "goes from 1 to 40; 41 is not possible."),
        (("--games", "2", "--options", "grid=4.5"), "“grid” cannot be “4.5”: it is random or 1 to 40."),
        (("--games", "2", "--options", "grid=99999999999999999999"), "“grid” cannot be"),
        (("--games", "2", "--options", "minutes=61"), "goes from 1 to 60; 61 is not possible."),
        (("--games", "2", "--options", "grid=1,grid=2"), "“grid” is given twice"),
        (("--games", "2", "--options", "first=2"), "names a seat that does not exist: there are only 2."),
        (("--games", "2", "--options", "first=-1"), "names a seat that does not exist"),
        (("--games", "2", "--options", "annonce,meme-chiffre=yes"), "do not go together"),
        (("--games", "2", "--records", "/dev/null/x"), "No records can be written to /dev/null/x"),
    ],
)
def test_what_cannot_be_simulated(cli: Cli, words: tuple[str, ...], complaint: str) -> None:
    assert complaint in cli.complains("simulate", "pierres", *words).replace("\n", " ")


def test_options_are_understood(cli: Cli) -> None:
    words = ("simulate", "pierres", "--games", 1, "--workers", 1, "--json", "--options")
    said = cli(*words, "tournoi, first=1, grid=7, minutes=2, annonce=oui,meme-chiffre=off")
    assert json.loads(said.out)["options"] == {
        "opening": "quick",
        "grid": 7,
        "first": 1,
        "meme_chiffre": False,
        "annonce": True,
        "tournoi": True,
        "minutes": 2,
    }


def test_an_option_of_a_game_without_options(cli: Cli) -> None:
    assert "morpion has no option “x”. It has no options." in cli.complains(
        "simulate", MORPION, "--games", 1, "--options", "x=1"
    )


def test_the_default_is_one_worker_for_each_core() -> None:
    assert make_parser().parse_args(["simulate", "pierres", "--games", "1"]).workers is None
