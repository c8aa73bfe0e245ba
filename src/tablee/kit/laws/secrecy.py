"""Laws 9 and 10: noninterference over traces. Two tables that differ only in what a viewer may not know, or must have
forgotten, fed the same inputs, send that viewer the same frames until the rules reveal the difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from typing import Final, TypeAlias

from tablee.kernel.game import ALL, Ask, Caption, State, Viewer, is_told
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.kit.laws.law import Broken, Law, Run, Subject, rerun, who
from tablee.kit.loose import AnyEntry
from tablee.kit.pairs import Pair
from tablee.kit.play import SideTable
from tablee.kit.snapshot import Snapshot, facts_of
from tablee.kit.witness import never_fades, no_secrets

_PAIR_RARITY = 16
_MOST_PAIRS = 6
"""At one table at once."""
_AT_SETUP = 3
_CLOSER = 2
"""So many viewers' pairs are compared at an input in which something seldom happens, of so many that are tried."""
_CLOSER_TRIES = 8
_SURE = 8
"""What was compared so often is left to the pairs that begin by chance; so is what was tried so often."""
_VAIN = 32
_STALE_RARITY = 4
_FAIR = 5
"""So many tables are enough for a scramble or a fade to change something."""
_STALE: Final = Caption("told with the input before", {}, ALL)

Happening: TypeAlias = tuple[str, bool]
"""Something done or told, and whether the viewer is the one who did or heard it."""


class Twins(Law):
    """What both laws share: pairs that start at random steps and run beside the table."""

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        self.tables = 0
        self.tried = 0
        self.differed = 0
        self._comparisons: Counter[Happening] = Counter()
        self._tries: Counter[Happening] = Counter()
        self._settled: set[Happening] = set()
        """What was compared often enough, or cannot be."""

    def begin(self, run: Run) -> None:
        self.tables += 1
        self._pairs: list[Pair] = []

    def another(self, state: State, viewer: Viewer, luck: Luck) -> State | None:
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
        twin = self.another(run.state, viewer, self.luck)
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

    def look_closer(self, run: Run, entry: AnyEntry, ask: Ask, before: State, *, with_captions: bool) -> None:
        """What was seldom compared is compared at once, from the state before it: of what happens at one table in
        twenty, a pair that begins by chance sees nothing. Its luck is that of the step, so a table played again shows
        it again."""
        made = f"{ask.kind} {'time' if entry.action is None else type(entry.action).__name__}"
        told = run.table.captions
        seats = (None, *range(run.table.seats))
        seen = {
            seat: [(made, entry.seat == seat), *[(caption.code, is_told(caption.to, seat)) for caption in told]]
            for seat in seats
        }
        viewers = [viewer for viewer in run.viewers if not self._settled.issuperset(seen[viewer.seat])]
        if not viewers:
            return
        luck = SeededLuck(seed_from("closer", self.number, run.seed.hex(), run.step))
        luck.shuffle(viewers)
        facts, found = facts_of(before), 0
        for viewer in viewers[:_CLOSER_TRIES]:
            was_compared = self._compare_once(run, entry, ask, before, facts, viewer, luck, with_captions)
            self._count(seen[viewer.seat], was_compared)
            found += was_compared
            if found == _CLOSER:
                return

    def _compare_once(
        self,
        run: Run,
        entry: AnyEntry,
        ask: Ask,
        before: State,
        facts: Snapshot,
        viewer: Viewer,
        luck: Luck,
        with_captions: bool,
    ) -> bool:
        """This input at a pair that begins just before it. False: there is no such pair, or the rules reveal it."""
        twin = self.another(before, viewer, luck)
        if twin is None:
            return False
        self.tried += 1
        if facts_of(twin) == facts:
            return False
        self.differed += 1
        real = SideTable(run.table, before, luck)
        pair = Pair(real, twin, viewer, self.subject.witness, luck)
        pair.start(with_captions)
        real.catch_up(run.table)
        was_compared = pair.follow(entry, ask)
        self.cases += was_compared
        return was_compared

    def _count(self, happened: Iterable[Happening], was_compared: bool) -> None:
        for what in happened:
            self._tries[what] += 1
            self._comparisons[what] += was_compared
            if self._comparisons[what] >= _SURE or self._tries[what] >= _VAIN:
                self._settled.add(what)


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
        if self.subject.witness.scramble not in (None, no_secrets):
            self.look_closer(run, entry, ask, before, with_captions=True)

    def another(self, state: State, viewer: Viewer, luck: Luck) -> State | None:
        scramble = self.subject.witness.scramble
        return None if scramble is None else scramble(state, viewer, luck)

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
        if self.subject.witness.fade is not never_fades:
            self.look_closer(run, entry, ask, before, with_captions=False)
        if self.luck.chance(1, _STALE_RARITY):
            self._no_stale_captions(entry, ask, before)

    def another(self, state: State, viewer: Viewer, luck: Luck) -> State | None:
        return self.subject.witness.fade(state, viewer, luck)

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
