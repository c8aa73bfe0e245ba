"""What bench/beside.py says of what it has measured."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench import beside, measures
from bench.crowd import plays, prefix
from bench.figures import Figures, table
from bench.measures import Wish, in_turn
from bench.processes import Broken, tree
from bench.rows import Rows

MOVES: Figures = {
    "before.cpu": [200, 100, 400],
    "now.cpu": [100, 60, 120],
    "before.rate": [5_000, 10_000, 2_500],
    "now.rate": [10_000, 20_000, 10_000],
    "colyseus.rate": [10_000, 10_000, 20_000],
    "before.p99": [9, 9, 9],
    "now.p99": [2, 1, 30],
    "colyseus.p99": [4, 4, 4],
    "before.idle": [20],
    "now.idle": [16],
    "colyseus.idle": [64],
}


def cells(label: str, *runs: Figures, measure: str = "moves") -> list[str]:
    line = next(line for line in table({measure: runs}) if line.startswith(f"| {label}"))
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


def test_ratios_are_of_the_same_round() -> None:
    assert cells("CPU a move, endless", MOVES) == [
        "200 µs",
        "100 µs",
        "**0.50** (0.30 to 0.60; 0.50)",
        "≤ 0.55 ×",
        "≤ 0.45 ×",
    ]


def test_with_a_peer_both_houses_are_compared_with_it() -> None:
    before, now, ratio, *_ = cells("durable moves", MOVES)
    assert (before, now, ratio) == ("5,000 = 0.50 ×", "10,000", "**1.00** (0.50 to 2.00; 1.00)")


def test_one_hiccup_does_not_decide_about_p99() -> None:
    assert cells("p99", MOVES)[2] == "**0.50** (0.50 to 0.50; 0.50)"
    assert cells("the same, best", MOVES)[1:3] == ["1.00 ms", "**0.25** (0.25 to 0.25; 0.25)"]


def test_memory_has_a_floor_of_its_own() -> None:
    assert cells("memory", MOVES)[3:] == ["≤ 18 KiB", "≤ 14 KiB"]
    fat = {**MOVES, "now.idle": [19]}
    assert table({"moves": [MOVES]})[-1] == "Every floor is reached."
    assert table({"moves": [fat]})[-1] == "The floor is not reached by: memory for an idle seat / Colyseus."


def test_each_run_is_told() -> None:
    slower = {**MOVES, "now.cpu": [200, 100, 400]}
    assert cells("CPU a move, endless", MOVES, slower)[2] == "**0.80** (0.30 to 1.00; 0.50, 1.00)"


def test_where_the_house_of_before_was_not_measured_nothing_is_compared() -> None:
    assert cells("longest", {"now.longest": [4.2]}, measure="held")[:3] == ["–", "4.20 ms", "–"]
    assert table({}) == ["Nothing has been measured."]


def test_where_a_peer_was_not_measured_nothing_is_compared_with_it() -> None:
    kernel: Figures = {"before.steps": [200], "now.steps": [400], "openspiel.steps": [1_000]}
    assert cells("kernel", kernel, measure="kernel")[:3] == ["200 = 0.20 ×", "400", "**0.40** (0.40 to 0.40; 0.40)"]
    assert cells("the same, each mover", kernel, measure="kernel")[:3] == ["–", "400", "–"]


def test_the_order_is_another_one_every_other_round() -> None:
    assert list(in_turn(3, "ab")) == ["a", "b", "b", "a", "a", "b"]


def test_later_games_of_a_table_call_their_asks_otherwise() -> None:
    first, second = (b'{"tell":"frame","asks":[{"id":"%b","kind":"mark"}]}' % ask for ask in (b"0.mark", b"2:0.mark"))
    assert (prefix(first), prefix(second), prefix(b'{"tell":"frame"}')) == (b"", b"2:", b"")
    assert b'"ask":"2:3.mark"' in plays(b"2:")[3]


def test_children_are_counted_and_theirs() -> None:
    grandchild = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"
    here = set(tree(os.getpid()))
    with subprocess.Popen([sys.executable, "-c", grandchild], stdin=subprocess.PIPE) as child:
        while len(family := tree(child.pid)) < 2:
            assert child.poll() is None
        assert set(family) <= set(tree(os.getpid())) - here
        child.communicate(b"\n")
    assert not set(family) & set(tree(os.getpid()))


class Fixed:
    """A measure that says what it was told to say, and how often it was asked."""

    def __init__(self, *failures: Exception) -> None:
        self.failures, self.asked = list(failures), 0

    async def __call__(self, _: Wish) -> Figures:
        self.asked += 1
        if self.failures:
            raise self.failures.pop()
        return {"before.cpu": [2.0], "now.cpu": [1.0]}


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, measure: Fixed, *words: str, at: str = "abc1234") -> int:
    monkeypatch.setitem(measures.MEASURES, "stone", measure)
    monkeypatch.setattr(beside, "commit", lambda: at)
    monkeypatch.setattr(sys, "argv", ["beside", "--only", "stone", "--runs", "2", "--rows", str(folder), *words])
    return beside.main()


def test_what_a_commit_has_is_not_measured_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    measure = Fixed()
    assert [run(monkeypatch, tmp_path, measure), measure.asked] == [0, 2]
    assert [run(monkeypatch, tmp_path, measure), measure.asked] == [0, 2]
    assert [run(monkeypatch, tmp_path, measure, "--rounds", "9"), measure.asked] == [0, 4]
    assert [run(monkeypatch, tmp_path, measure, "--again"), measure.asked] == [0, 6]
    assert len(list(Rows(tmp_path / "beside.jsonl"))) == 6


def test_what_is_not_committed_is_always_measured_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    measure = Fixed()
    for _ in range(2):
        assert run(monkeypatch, tmp_path, measure, at="abc1234+") == 0
    assert measure.asked == 4


def test_a_crowded_machine_may_break_a_measurement_twice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, tmp_path, Fixed(Broken("too busy"), OSError("no more sockets"))) == 0
    assert run(monkeypatch, tmp_path, Fixed(*[Broken("too busy")] * 3), "--again") == 1
    assert capsys.readouterr().out.count("too busy") == 4
