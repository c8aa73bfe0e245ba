"""Morpion, the smallest whole game: its rules, and that it keeps the laws in fewer than 100 lines."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from examples.morpion import GAME, THINKING, WITNESS, Grid, Mark, Position, look

from examples import morpion
from tablee.bots.bot import RandomBot
from tablee.kernel import SCREEN, Hand, Options, Outcome, Refusal, Viewer
from tablee.kernel.luck import ScriptedLuck, SeededLuck, seed_from
from tablee.kernel.record import Header
from tablee.kernel.table import Table
from tablee.kit import check_game

NO_LUCK = ScriptedLuck(())


def a_table(*draws: int) -> Table[Options, Position, Mark, Grid, Hand]:
    return Table(GAME, Header("morpion", 2, {}, Options(), (None, None), ""), ScriptedLuck(draws))


def play(table: Table[Options, Position, Mark, Grid, Hand], *cells: int) -> Refusal | None:
    """The seats mark these cells in turn."""
    for cell in cells:
        refusal = table.play(table.asks[0].seats[0], table.asks[0].id, Mark(cell), table.now)
        if refusal is not None:
            return refusal
    return None


def test_the_seats_take_turns() -> None:
    table = a_table()
    for turn in range(5):
        (ask,) = table.asks
        assert ask.seats == ask.awaited == (turn % 2,)
        play(table, turn)


@pytest.mark.parametrize(
    "line", [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
)
def test_three_in_a_line_win_at_once(line: tuple[int, int, int]) -> None:
    first, second, third = line
    others = [cell for cell in range(9) if cell not in line]
    table = a_table()
    play(table, first, others[0], second, others[1])
    outcomes = [table.outcome]
    play(table, third)
    outcomes.append(table.outcome)
    assert outcomes == [None, Outcome((1, 2), (1, 0))]
    assert table.asks == ()


def test_the_second_seat_can_win_too() -> None:
    table = a_table()
    play(table, 0, 3, 1, 4, 8, 5)
    assert table.outcome == Outcome((2, 1), (0, 1))


def test_a_full_board_without_a_line_is_shared() -> None:
    table = a_table()
    play(table, 0, 1, 2, 4, 3, 5, 7, 6, 8)
    assert table.outcome == Outcome((1, 1), (0, 0))


def test_a_line_with_the_last_cell_wins() -> None:
    table = a_table()
    play(table, 0, 1, 2, 3, 4, 5, 7, 6, 8)
    assert table.outcome == Outcome((1, 2), (1, 0))


def test_a_taken_cell_is_refused_whoever_took_it() -> None:
    table = a_table()
    play(table, 4)
    assert play(table, 4) == Refusal("taken", {"cell": 4})
    play(table, 0)
    assert play(table, 4) == play(table, 4) == Refusal("taken", {"cell": 4})
    assert play(table, 0) == Refusal("taken", {"cell": 0})


def test_who_thinks_too_long_has_a_free_cell_marked_by_luck() -> None:
    table = a_table(3)
    play(table, 0)
    (ask,) = table.asks
    assert ask.until == THINKING
    table.expire(ask)
    # The free cells are 1 to 8; the fourth of them is 4.
    assert table.state.known.grid.cells == ("X", "", "", "", "O", "", "", "", "")
    assert table.asks[0].until == 2 * THINKING


def test_moves_are_the_free_cells_of_the_seat_whose_turn_it_is() -> None:
    table = a_table()
    play(table, 4, 0)
    assert [move.cell for move in GAME.moves(table.view(Viewer(0)), NO_LUCK)] == [1, 2, 3, 5, 6, 7, 8]
    assert GAME.moves(table.view(Viewer(1)), NO_LUCK) == ()
    assert GAME.moves(table.view(SCREEN), NO_LUCK) == ()


def test_there_are_as_many_games_and_positions_as_everybody_counts() -> None:
    @cache
    def games(cells: tuple[str, ...]) -> int:
        state = Position(2, look(cells), 0)
        seat = state.known.turn % 2
        moves = GAME.moves(GAME.view(state, Viewer(seat)), NO_LUCK)
        return sum(games(GAME.step(state, seat, move, 0, NO_LUCK).known.grid.cells) for move in moves) or 1

    assert games(("",) * 9) == 255_168
    assert games.cache_info().currsize == 5_478


def test_bots_play_it_to_the_end() -> None:
    luck = SeededLuck(seed_from("bots"))
    bot = RandomBot(GAME)
    for _ in range(20):
        table = a_table()
        while table.asks:
            (ask,) = table.asks
            answer = bot.act(table.view(Viewer(ask.seats[0], held=True)), ask, luck)
            assert answer is not None
            assert table.play(ask.seats[0], ask.id, answer, table.now) is None
        assert table.outcome is not None


def test_it_keeps_the_laws() -> None:
    check_game(GAME, WITNESS, tables=60).raise_if_breached()


def test_it_stays_under_a_hundred_lines() -> None:
    assert len(Path(morpion.__file__).read_text(encoding="utf-8").splitlines()) < 100
