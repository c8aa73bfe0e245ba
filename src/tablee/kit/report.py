"""What a check found: one report for each law, one breach for each table that broke it."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.kernel.game import Options

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Breach:
    """One law broken at one table, or by the game as a whole (then there is no table)."""

    law: int
    seed: str
    sentence: str
    table: int | None = None
    options: Options | None = None
    seats: int | None = None
    step: int | None = None
    """The entry of the record after which it showed, counted from 0, the setup."""

    def __str__(self) -> str:
        if self.table is None:
            return self.sentence
        return f"table {self.table}, step {self.step} ({self.seats} seats, {self.options}): {self.sentence}"


@dataclass(frozen=True, slots=True)
class LawReport:
    number: int
    title: str
    cases: int
    breaches: tuple[Breach, ...]
    note: str = ""
    """Why there were no cases, if that needs a word."""

    @property
    def ok(self) -> bool:
        return not self.breaches

    def render(self) -> str:
        verdict = "ok" if self.ok else f"BROKEN at {len(self.breaches)} table(s)" if self._has_table else "BROKEN"
        note = f" ({self.note})" if self.note and self.ok else ""
        lines = [f"{self.number:>3}  {self.title:<52} {self.cases:>10,} cases  {verdict}{note}"]
        lines += [f"       {breach}" for breach in self.breaches[:_SHOWN]]
        if len(self.breaches) > _SHOWN:
            lines.append(f"       … and {len(self.breaches) - _SHOWN} more")
        return "\n".join(lines)

    @property
    def _has_table(self) -> bool:
        return any(breach.table is not None for breach in self.breaches)


class Breached(AssertionError):
    """A game breaks a law. The message is the whole report."""

    def __init__(self, report: Report) -> None:
        super().__init__("\n" + report.render())
        self.report = report


@dataclass(frozen=True, slots=True)
class Report:
    game: str
    version: int
    seed: str
    tables: int
    inputs: int
    covered: int
    """How many combinations of options and seats were played."""
    combinations: int
    """How many there are."""
    laws: tuple[LawReport, ...]

    @property
    def ok(self) -> bool:
        return all(law.ok for law in self.laws)

    @property
    def breaches(self) -> tuple[Breach, ...]:
        return tuple(breach for law in self.laws for breach in law.breaches)

    @property
    def broken(self) -> frozenset[int]:
        """The numbers of the laws that were broken."""
        return frozenset(law.number for law in self.laws if not law.ok)

    def law(self, number: int) -> LawReport:
        return next(law for law in self.laws if law.number == number)

    def raise_if_breached(self) -> None:
        if not self.ok:
            raise Breached(self)

    def render(self) -> str:
        """One line for each law, and the first breaches of each."""
        lines = [
            f"{self.game}, version {self.version}: {self.tables:,} tables, {self.inputs:,} inputs, "
            f"{self.covered:,} of {self.combinations:,} combinations of options and seats, seed {self.seed!r}",
            *(law.render() for law in self.laws),
        ]
        again = next((breach for breach in self.breaches if breach.table is not None), None)
        if again is not None:
            lines.append(f"To see a table again: check_game(…, seed={self.seed!r}, only={again.table})")
        return "\n".join(lines)
