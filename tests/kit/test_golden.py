"""Golden playthroughs: written, compared, and law 11."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.kit.vigil import GAME, Vigil, VigilOptions, VigilState
from tests.kit.vigil_witness import WITNESS

from tablee.bots.bot import RandomBot
from tablee.kernel import Ask, Luck
from tablee.kit import check_game, compare_playthroughs, playthroughs_of, render_playthrough, write_playthroughs
from tablee.kit.playthrough import Title, read_title


class Slower(Vigil):
    """Its clocks run a little longer."""

    def expire(self, state: VigilState, ask: Ask, luck: Luck) -> VigilState:
        new = super().expire(state, ask, luck)
        new.until += 1000
        return new


class SlowerAndNewer(Slower):
    meta = replace(Vigil.meta, version=2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_playthroughs(GAME, tmp_path)
    return tmp_path


def law_11(game: Vigil, folder: Path) -> list[str]:
    report = check_game(game, WITNESS, tables=1, playthroughs=folder)
    assert report.broken <= {11}
    return [breach.sentence for breach in report.law(11).breaches]


def test_every_preset_has_its_file(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == ["long.txt", "short.txt"]
    report = check_game(GAME, WITNESS, tables=1, playthroughs=folder)
    assert report.ok
    assert report.law(11).cases == 2


def test_a_missing_playthrough_is_a_breach(folder: Path) -> None:
    (folder / "long.txt").unlink()
    assert law_11(GAME, folder) == [
        "preset long has no playthrough long.txt: regenerate with tablee playthrough --write"
    ]


def test_changed_behaviour_needs_a_new_version(folder: Path) -> None:
    sentences = law_11(Slower(), folder)
    assert len(sentences) == 2
    assert all("behaviour changed: raise meta.version and regenerate" in sentence for sentence in sentences)
    assert all("line" in sentence for sentence in sentences)


def test_a_new_version_needs_new_playthroughs(folder: Path) -> None:
    sentences = law_11(SlowerAndNewer(), folder)
    assert len(sentences) == 2
    assert all("regenerate with tablee playthrough --write" in sentence for sentence in sentences)
    write_playthroughs(SlowerAndNewer(), folder)
    assert law_11(SlowerAndNewer(), folder) == []


def test_a_file_of_no_preset_is_a_breach(folder: Path) -> None:
    (folder / "medium.txt").write_text("once upon a time\n", encoding="utf-8")
    assert law_11(GAME, folder) == ["medium.txt is the playthrough of no preset: remove it"]


def test_a_file_that_is_no_playthrough_is_a_breach(folder: Path) -> None:
    (folder / "long.txt").write_text("once upon a time\n", encoding="utf-8")
    assert "first line" in law_11(GAME, folder)[0]


def test_a_rewritten_playthrough_keeps_its_seats_and_its_seed(tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_text(render_playthrough(GAME, "short", 2, "a seed with words"), encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    write_playthroughs(GAME, tmp_path)
    assert path.read_text(encoding="utf-8") == before
    assert read_title(before) == Title("vigil", 1, "short", 2, "a seed with words")
    assert list(compare_playthroughs(GAME, tmp_path)) == [("short", None), ("long", None)]


def test_the_folder_stands_beside_the_code() -> None:
    assert playthroughs_of(GAME) == Path(__file__).parent / "playthroughs"


def test_a_playthrough_tells_everything_to_the_end() -> None:
    text = render_playthrough(GAME, "short", 3)
    lines = text.splitlines()
    assert lines[0] == "Tablée playthrough: vigil, version 1, preset short, 3 seats, seed golden"
    assert lines[1] == "options: VigilOptions(rounds=1, lots=yes)"
    assert lines[2].startswith("commitment: ")
    assert lines[-1].startswith("outcome: Outcome(ranks=")
    assert "[0] 0.000 s  set-up  draws " in text
    assert " runs out" in text
    assert render_playthrough(GAME, "short", 3) == text
    assert render_playthrough(GAME, "short", 3, "other") != text


def test_a_playthrough_says_who_learns_what() -> None:
    text = render_playthrough(GAME, "short", 3)
    setup = text.split("\n\n")[1]
    assert "    all             “dealt”" in setup
    assert "    0+1+2 unheld    hand.cards: (–, –)" in setup
    assert "    1 held          hand.cards: (" in setup
    peek = next(part for part in text.split("\n\n") if "Peek(" in part)
    assert "“peeks” target=" in peek
    seat = peek.split("seat ")[1][0]
    assert f"\n    {seat:<16}“peeked” value=" in peek


def test_bots_can_play_it_too() -> None:
    text = render_playthrough(GAME, VigilOptions(rounds=2), 2, bots=lambda _: RandomBot(GAME))
    assert text.startswith("Tablée playthrough: vigil, version 1, preset custom, 2 seats")
    assert "outcome:" in text


def test_options_that_cannot_open_are_an_error() -> None:
    with pytest.raises(ValueError, match="cannot open"):
        render_playthrough(GAME, "short", 9)
