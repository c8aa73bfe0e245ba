"""A long run that was stopped goes on where it was, and what it counted carries its commit."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench.longrun import Breach, Counts, LongRun, Piece
from bench.rows import Rows


def pieces(done: list[int], at_third: Callable[[], None] = lambda: None) -> list[Piece]:
    """Five; in the middle of the third something happens."""

    def work(number: int) -> Counts:
        if number == 3:
            at_third()
        done.append(number)
        return {"tries": 10, "longest": number}

    return [Piece("morpion", f"seed.{number}", lambda number=number: work(number)) for number in range(1, 6)]  # type: ignore[misc]


def run_in(folder: Path, at: str | None = None) -> LongRun:
    return LongRun("some", Namespace(rows=folder, at=at), ("tries", "longest"), most=("longest",))


def stop() -> None:
    raise KeyboardInterrupt


def break_it() -> None:
    raise Breach("seat 1 saw the card")


def test_a_run_that_was_stopped_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    done: list[int] = []
    assert not run_in(tmp_path).make(pieces(done, stop))
    assert done == [1, 2]
    again = run_in(tmp_path)
    assert again.make(pieces(done))
    assert done == [1, 2, 3, 4, 5]
    assert again.totals == {"morpion": {"tries": 50, "longest": 5}}


def test_when_all_is_there_it_only_adds_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done: list[int] = []
    run_in(tmp_path).make(pieces(done))
    capsys.readouterr()
    assert run_in(tmp_path).make(pieces(done))
    assert len(done) == 5
    assert capsys.readouterr().out.split()[-6:] == ["morpion", "50", "5", "0", "no", "breach"]


def test_a_breach_stops_it_and_is_told_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done: list[int] = []
    for _ in range(2):
        run = run_in(tmp_path)
        assert not run.make(pieces(done, break_it))
        assert run.breaches == ["morpion, seed.3: seat 1 saw the card"]
        assert "seat 1 saw the card" in capsys.readouterr().out


def test_what_another_commit_did_counts_for_nothing(tmp_path: Path) -> None:
    done: list[int] = []
    run_in(tmp_path).make(pieces(done))
    rows = Rows(tmp_path / "some.jsonl")
    kept = [{**row, "commit": "0ther00"} for row in rows]
    rows.path.unlink()
    for row in kept:
        rows.add(row)
    run_in(tmp_path).make(pieces(done))
    assert len(done) == 10
    old = run_in(tmp_path, at="0ther00")
    assert old.make(pieces(done))
    assert old.all() == {"tries": 50, "longest": 5}
    assert len(done) == 10
