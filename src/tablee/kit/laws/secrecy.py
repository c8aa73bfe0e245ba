"""Laws 9 and 10: noninterference over traces. Two tables that differ only in what a viewer may not know, or must have
forgotten, fed the same inputs, send that viewer the same frames until the rules reveal the difference."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Final

from tablee.kernel.game import ALL, Ask, Caption, State, Viewer
from tablee.kit.laws.law import Broken, Law, Run, Subject, rerun, who
from tablee.kit.loose import AnyEntry
from tablee.kit.pairs import Pair
from tablee.kit.snapshot import facts_of
from tablee.kit.witness import never_fades, no_secrets

_PAIR_RARITY = 10
_MOST_PAIRS = 6
"""At one table at once."""
_AT_SETUP = 3
_STALE_RARITY = 4
_FAIR = 5
"""So many tables are enough for a scramble or a fade to change something."""
_STALE: Final = Caption("told with the input before", {}, ALL)


class Twins(Law):
    """What both laws share: pairs that start at random steps and run beside the table."""

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        self.tables = 0
        self.tried = 0
        self.differed = 0

    def begin(self, run: Run) -> None:
        self.tables += 1
        self._pairs: list[Pair] = []

    def another(self, run: Run, viewer: Viewer) -> State | None:
        """The state of this viewer's twin, None if there is none."""
        raise NotImplementedError

    def watch(self, run: Run, *, with_captions: bool) -> None:
        """Perhaps start a pair or several."""
        if run.step == 0:
            wanted = _AT_SETUP
        elif len(self._pairs) < _MOST_PAIRS and self.luck.chance(1, _PAIR_RARITY):
            wanted = 1
        else:
            return
        for _ in range(wanted):
            self._start(run, self.luck.pick(run.viewers), with_captions)

    def _start(self, run: Run, viewer: Viewer, with_captions: bool) -> None:
        facts = facts_of(run.state)
        twin = self.another(run, viewer)
        if facts_of(run.state) != facts:
            raise Broken("the witness changed the state it was given: it must change a copy")
        if twin is None:
            return
        self.tried += 1
        if facts_of(twin) == facts:
            return
        self.differed += 1
        self.cases += 1
        pair = Pair(run.table, twin, viewer, self.subject.witness, self.luck)
        pair.start(with_captions)
        self._pairs.append(pair)

    def follow(self, entry: AnyEntry, ask: Ask) -> None:
        still: list[Pair] = []
        for pair in self._pairs:
            if pair.follow(entry, ask):
                self.cases += 1
                still.append(pair)
        self._pairs = still


class Secrecy(Twins):
    number = 9
    title = "nobody can see what they may not know"

    def rest(self, run: Run) -> None:
        if self.subject.witness.scramble is None:
            return
        if self.subject.witness.scramble is no_secrets:
            self._nothing_hidden(run)
            return
        self.watch(run, with_captions=True)

    def moved(self, run: Run, entry: AnyEntry, ask: Ask, before: State) -> None:
        self.follow(entry, ask)

    def another(self, run: Run, viewer: Viewer) -> State | None:
        scramble = self.subject.witness.scramble
        return None if scramble is None else scramble(run.state, viewer, self.luck)

    def close(self) -> Iterable[str]:
        scramble = self.subject.witness.scramble
        if scramble is None:
            yield "no scramble supplied: write a Witness from the rules page's Hidden section, or pass NOTHING_HIDDEN"
        elif scramble is not no_secrets and self.tables >= _FAIR and not self.differed:
            yield f"scramble changed nothing in {self.tried} tries, so nothing is proved"

    def _nothing_hidden(self, run: Run) -> None:
        """Whoever says that nothing is hidden must not speak to some only."""
        self.cases += 1
        for ask in run.table.asks:
            if ask.to != ALL or ask.awaited_to != ALL:
                raise Broken(f"nothing is hidden, it was said, but not everybody sees all of {ask.id}")
        for caption in run.table.captions:
            if caption.to != ALL:
                raise Broken(f"nothing is hidden, it was said, but {caption.code} is told to {caption.to} only")
        for seat in range(run.table.seats):
            if run.table.view(Viewer(seat)) != run.table.view(Viewer(seat, held=True)):
                raise Broken(f"nothing is hidden, it was said, but {who(Viewer(seat))} sees more while holding")


class Forgetting(Twins):
    number = 10
    title = "what was told once or glanced at is gone"

    def rest(self, run: Run) -> None:
        if self.subject.witness.fade is not never_fades:
            self.watch(run, with_captions=False)

    def moved(self, run: Run, entry: AnyEntry, ask: Ask, before: State) -> None:
        self.follow(entry, ask)
        if self.luck.chance(1, _STALE_RARITY):
            self._no_stale_captions(entry, ask, before)

    def another(self, run: Run, viewer: Viewer) -> State | None:
        return self.subject.witness.fade(run.state, viewer, self.luck)

    def close(self) -> Iterable[str]:
        if self.subject.witness.fade is not never_fades and self.tables >= _FAIR and not self.differed:
            yield f"fade changed nothing in {self.tried} tries, so nothing is proved"

    def _no_stale_captions(self, entry: AnyEntry, ask: Ask, before: State) -> None:
        """A caption planted on the state before must not be told again after."""
        self.cases += 1
        planted = copy(before)
        planted.captions = [_STALE]
        if any(caption is _STALE for caption in rerun(self.game, planted, entry, ask).captions):
            raise Broken("captions of the input before are told again: step and expire must begin with none")
