"""Many games between bots in several processes. The same plan gives the same games, however many work on it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from tablee.arena.entrants import find_bots, rotations, seat_teams
from tablee.arena.figures import find_figures
from tablee.arena.match import Match, MatchError, open_match, seal, table_seed
from tablee.games import AnyGame, find
from tablee.kernel.game import Action, Board, Hand, Options, Outcome, Seat, State
from tablee.kernel.wire import Wire

MOST_DEALS_A_CHUNK: Final = 50
CHUNKS_A_WORKER: Final = 16


class Plan(NamedTuple):
    """What is to be played. Plain texts only, so that any process can read it."""

    game: str
    """As `tablee.games.find` takes it."""
    options: str
    """As JSON."""
    lineup: tuple[str, ...]
    """A bot for each seat."""
    deals: int
    """Each is played once for every rotation of the bots over the seats."""
    seed: str
    records: str | None = None
    """A folder for the records."""

    @property
    def games(self) -> int:
        return self.deals * len(rotations(self.lineup))


class Played(NamedTuple):
    """What is kept of one game."""

    deal: int
    lineup: tuple[str, ...]
    wins: tuple[float, ...]
    """For each seat its part of the win: ties share it."""
    scores: tuple[int, ...]
    won: bool | None
    first: Seat | None
    """Who answered first of all."""
    inputs: int
    length: int
    """Milliseconds of table time."""
    cpu: tuple[tuple[int, ...], ...]
    """For each seat the nanoseconds of each decision. All else here depends on the plan alone."""
    figures: tuple[tuple[str, float], ...] = ()
    """What the game itself counts: see `find_figures`."""


def simulate(plan: Plan, workers: int = 1) -> Iterator[list[Played]]:
    """The games of the plan, deal by deal, in order."""
    if plan.records is not None:
        Path(plan.records).mkdir(parents=True, exist_ok=True)
    if workers == 1:
        for deal in range(plan.deals):
            yield play_deal(plan, deal)
        return
    size = max(1, min(MOST_DEALS_A_CHUNK, plan.deals // (workers * CHUNKS_A_WORKER)))
    pool = ProcessPoolExecutor(workers, get_context("spawn"))
    try:
        with _interrupts_held_back():
            chunks = [pool.submit(_play_chunk, plan, start, start + size) for start in range(0, plan.deals, size)]
        for chunk in chunks:
            yield from chunk.result()
    except BaseException:
        # Nobody wants the rest any more: do not wait for games that are being played.
        for worker in list((pool._processes or {}).values()):
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Workers born in here leave Ctrl-C to their parent, who hears of it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _play_chunk(plan: Plan, start: int, stop: int) -> list[list[Played]]:
    return [play_deal(plan, deal) for deal in range(start, min(stop, plan.deals))]


@cache
def _game(name: str) -> tuple[AnyGame, Wire[Options, State, Action, Board, Hand]]:
    game = find(name).game
    return game, Wire(game)


def play_deal(plan: Plan, deal: int) -> list[Played]:
    """One deal, once for every rotation of the bots."""
    game, wire = _game(plan.game)
    bots, figures = find_bots(find(plan.game)), find_figures(find(plan.game))
    options = wire.options.loads(plan.options)
    teams = seat_teams(game, options, len(plan.lineup))
    seed = f"{plan.seed}/{deal}"
    played: list[Played] = []
    for turn, lineup in enumerate(rotations(plan.lineup)):
        players = [bots[name](seat) for seat, name in enumerate(lineup)]
        try:
            match = open_match(game, options, teams, players, seed)
            match.run()
        except MatchError as error:
            raise MatchError(f"Deal {deal} with {', '.join(lineup)} (seed {plan.seed}): {error}") from error
        if plan.records is not None:
            text = wire.write_record(seal(match.table, table_seed(seed)))
            name = f"{game.meta.id}-{deal:05}-{turn}.jsonl"
            (Path(plan.records) / name).write_bytes(text.encode())
        played.append(_summary(match, deal, lineup)._replace(figures=figures(match.table)))
    return played


def _summary(match: Match[Options, State, Action, Board, Hand], deal: int, lineup: tuple[str, ...]) -> Played:
    table = match.table
    outcome = table.outcome
    if outcome is None:
        raise MatchError(f"Deal {deal}: nothing is asked any more, but the game has no outcome.")
    entries = table.record.entries
    first = next((entry.seat for entry in entries if entry.seat is not None), None)
    cpu = tuple(tuple(match.cpu[seat]) for seat in range(table.seats))
    wins = win_parts(outcome)
    return Played(deal, lineup, wins, outcome.scores, outcome.won, first, len(entries) - 1, table.now, cpu)


def win_parts(outcome: Outcome) -> tuple[float, ...]:
    """For each seat its part of the one win there is. Who plays together wins or loses together."""
    if outcome.won is not None:
        return tuple(outcome.won / len(outcome.ranks) for _ in outcome.ranks)
    winners = outcome.ranks.count(1)
    return tuple(1 / winners if rank == 1 else 0.0 for rank in outcome.ranks)
