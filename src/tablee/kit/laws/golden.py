"""Law 11: every preset has a playthrough, and it changes only with the version."""

from __future__ import annotations

from collections.abc import Iterable

from tablee.kit.golden import compare_playthroughs
from tablee.kit.laws.law import Law, Subject, describe


class Golden(Law):
    number = 11
    title = "every preset has its playthrough"

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        if subject.playthroughs is None:
            self.note = "not tested: no folder of playthroughs given"

    def close(self) -> Iterable[str]:
        folder = self.subject.playthroughs
        if folder is None:
            return
        if not self.game.meta.presets:
            yield "the game has no preset: a table needs at least one to choose"
        try:
            for _, problem in compare_playthroughs(self.game, folder):
                self.cases += 1
                if problem is not None:
                    yield problem
        except Exception as error:
            yield describe(error)
