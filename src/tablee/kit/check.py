"""`check_game`: random tables under every combination of options and seats, watched by the twelve laws."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tablee.kernel.game import Refusal
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.table import open_table
from tablee.kernel.wire import Wire
from tablee.kit.laws.asking import Asking
from tablee.kit.laws.conserving import Conserving
from tablee.kit.laws.encoding import Encoding
from tablee.kit.laws.ending import Ending
from tablee.kit.laws.golden import Golden
from tablee.kit.laws.imagining import Imagining
from tablee.kit.laws.law import REMEMBERED, STANDSTILL, Broken, Endless, Law, Run, Subject, describe
from tablee.kit.laws.moving import Moving
from tablee.kit.laws.purity import Purity
from tablee.kit.laws.refusing import Refusing
from tablee.kit.laws.replaying import Replaying
from tablee.kit.laws.secrecy import Forgetting, Secrecy
from tablee.kit.loose import AnyGame, AnyWire
from tablee.kit.play import Answer, Opening, RandomPeople, openings, some_teams
from tablee.kit.report import Breach, LawReport, Report
from tablee.kit.snapshot import snapshot
from tablee.kit.witness import Witness

LONGEST = 5_000
"""Inputs of a table that should have been over long ago: those of a long evening are some hundreds."""
_SILENCES = (5, 10, 10, 20, 50)
"""In how many of a hundred cases the people of a table let a clock run out."""
_ENOUGH = 20
"""A law broken at so many tables is not tested any further."""
_HOPELESS = 3
"""A game that crashed or hung at so many tables is left alone; one that never ends, after the first."""
_TOLD = 50
"""After so many inputs at one table somebody is told."""


def check_game(
    game: AnyGame,
    witness: Witness[Any] | None = None,
    *,
    tables: int = 100,
    seed: str = "tablee",
    playthroughs: Path | None = None,
    only: int | None = None,
    longest: int = LONGEST,
    on_progress: Callable[[int, int], object] | None = None,
    on_inputs: Callable[[int], object] = lambda _: None,
) -> Report:
    """Prove the laws on so many random tables. `only` plays just that table of them again; more than `longest` inputs
    at one table mean that it never ends. `on_progress` is told how many tables are done and how many there are,
    `on_inputs` how far the table has come that is being played."""
    check = _Check(game, witness or Witness(), seed, longest, playthroughs, on_inputs)
    numbers = range(tables) if only is None else range(only, only + 1)
    for done, number in enumerate(numbers, 1):
        check.play(number)
        if on_progress is not None:
            on_progress(done, len(numbers))
        if check.is_hopeless:
            break
    if only is None:
        check.close()
    return check.report()


class _Check:
    def __init__(
        self,
        game: AnyGame,
        witness: Witness[Any],
        seed: str,
        longest: int,
        playthroughs: Path | None,
        on_inputs: Callable[[int], object],
    ) -> None:
        self._on_inputs = on_inputs
        self._game = game
        self._seed = seed
        wire, problem = _try_wire(game)
        subject = Subject(game, witness, wire, longest, playthroughs)
        self._longest = longest
        plain = (Imagining, Purity, Replaying, Moving, Ending, Refusing, Asking)
        self._laws: list[Law] = [law(subject) for law in plain]
        self._laws += [Encoding(subject, problem), Secrecy(subject), Forgetting(subject), Golden(subject)]
        self._laws.append(Conserving(subject))
        self._breaches: dict[int, list[Breach]] = {law.number: [] for law in self._laws}
        self._openings = self._find_openings()
        self._played: set[int] = set()
        self._tables = 0
        self._inputs = 0
        self.stopped = 0
        """How many tables could not be played to their end."""
        self._is_endless = False

    @property
    def is_hopeless(self) -> bool:
        return self._is_endless or self.stopped >= _HOPELESS

    def _find_openings(self) -> list[Opening]:
        problem = "no options and no number of seats open a table"
        try:
            found = openings(self._game.meta)
        except Exception as error:
            found, problem = [], f"the options cannot be tried out: {describe(error)}"
        if not found:
            self._breaches[5].append(Breach(5, self._seed, problem))
        SeededLuck(seed_from("openings", self._game.meta.id, self._seed)).shuffle(found)
        return found

    def play(self, number: int) -> None:
        """One table."""
        if not self._openings:
            self.stopped += 1
            return
        self._tables += 1
        self._silent: set[int] = {law for law, breaches in self._breaches.items() if len(breaches) >= _ENOUGH}
        index = number % len(self._openings)
        self._played.add(index)
        opening = self._openings[index]
        words = (self._game.meta.id, self._seed, number)
        for law in self._laws:
            law.luck = SeededLuck(seed_from("law", law.number, *words))
        luck = SeededLuck(seed_from("people", *words))
        run = self._open(number, opening, luck)
        if run is None:
            self.stopped += 1
            return
        people = RandomPeople(run.table, luck, luck.pick(_SILENCES))
        self._hear(run, lambda law: law.begin(run))
        while run.table.asks:
            self._hear(run, lambda law: law.rest(run))
            if self._is_endless or not self._move(run, people):
                self.stopped += 1
                return
            if run.step % _TOLD == 0:
                self._on_inputs(run.step)
        self._hear(run, lambda law: law.end(run))

    def close(self) -> None:
        for law in self._laws:
            for sentence in law.close():
                self._breaches[law.number].append(Breach(law.number, self._seed, sentence))

    def report(self) -> Report:
        laws = [
            LawReport(law.number, law.title, law.cases, tuple(self._breaches[law.number]), law.note)
            for law in self._laws
        ]
        return Report(
            self._game.meta.id,
            self._game.meta.version,
            self._seed,
            self._tables,
            self._inputs,
            len(self._played),
            len(self._openings),
            tuple(laws),
        )

    def _open(self, number: int, opening: Opening, luck: SeededLuck) -> Run | None:
        seed = seed_from("table", self._game.meta.id, self._seed, number)
        try:
            teams = some_teams(self._game.meta, opening.options, opening.seats, luck)
            table = open_table(self._game, opening.options, teams, seed)
        except Exception as error:
            self._breach(5, describe(error), number, opening, 0)
            return None
        if isinstance(table, Refusal):
            self._breach(5, f"a table cannot be opened: {table.code} {dict(table.facts)}", number, opening, 0)
            return None
        run = Run(number, seed, table)
        self._remember(run)
        return run

    def _move(self, run: Run, people: RandomPeople) -> bool:
        """The next input. False: this table cannot go on."""
        if run.step >= self._longest:
            self._is_endless = True
            self._stop(run, 5, f"after {run.step:,} inputs the table is not over")
            return False
        try:
            answer = people.next_input()
        except Exception as error:
            self._stop(run, 4, describe(error))
            return False
        if answer is None:
            self._stop(run, 5, "nobody can answer and no clock runs")
            return False
        before, since = run.table.state, run.table.now
        try:
            refusal = _give(run, answer)
        except Exception as error:
            self._stop(run, 5, f"{answer.action or 'an expiry'} in {answer.ask.id}: {describe(error)}")
            return False
        if refusal is not None:
            self._stop(run, 4, f"seat {answer.seat} is offered {answer.action}, which is refused ({refusal.code})")
            return False
        self._inputs += 1
        run.standing = run.standing + 1 if run.table.now == since else 0
        if run.standing >= STANDSTILL:
            self._stop(
                run, 5, f"a clock hangs: {run.standing} inputs at {run.table.now} ms, the last to {answer.ask.id}"
            )
            return False
        self._remember(run)
        entry = run.table.record.entries[-1]
        self._hear(run, lambda law: law.moved(run, entry, answer.ask, before))
        return True

    def _remember(self, run: Run) -> None:
        if len(run.states) < REMEMBERED:
            run.states.append(run.table.state)
            run.shots.append(snapshot(run.table.state))

    def _hear(self, run: Run, hook: Callable[[Law], None]) -> None:
        for law in self._laws:
            if law.number in self._silent:
                continue
            try:
                hook(law)
            except Broken as broken:
                self._is_endless |= isinstance(broken, Endless)
                self._stop(run, law.number, str(broken))
            except Exception as error:
                self._stop(run, law.number, describe(error))

    def _stop(self, run: Run, law: int, sentence: str) -> None:
        """This law is broken at this table, and silent for the rest of it."""
        if law not in self._silent:
            opening = Opening(run.table.record.header.options, run.table.seats)
            self._breach(law, sentence, run.number, opening, run.step)

    def _breach(self, law: int, sentence: str, number: int, opening: Opening, step: int) -> None:
        self._silent.add(law)
        self._breaches[law].append(Breach(law, self._seed, sentence, number, opening.options, opening.seats, step))


def _give(run: Run, answer: Answer) -> Refusal | None:
    if answer.seat is None:
        run.table.expire(answer.ask)
        return None
    return run.table.play(answer.seat, answer.ask.id, answer.action, answer.now)


def _try_wire(game: AnyGame) -> tuple[AnyWire | None, Exception | None]:
    try:
        return Wire(game), None
    except Exception as error:
        return None, error
