"""Two tables side by side that one viewer must not be able to tell apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tablee.kernel.frames import Watcher, heard
from tablee.kernel.game import Action, Ask, Seat, State, Viewer, is_told
from tablee.kernel.luck import Luck, OutOfLuck, ScriptedLuck
from tablee.kit.changes import show_caption, view_changes
from tablee.kit.fuzz import action_types, some_action
from tablee.kit.laws.law import Broken, who
from tablee.kit.loose import AnyEntry, AnyFrame, AnyTable
from tablee.kit.play import SideTable
from tablee.kit.witness import Witness

_ATTEMPT_RARITY = 3


class FirstScript(ScriptedLuck):
    """The draws of a script as long as they fit, then any others: for an input that was disguised."""

    def __init__(self, script: tuple[int, ...], then: Luck) -> None:
        super().__init__(script)
        self._then = then

    def below(self, n: int) -> int:
        try:
            return super().below(n)
        except OutOfLuck:
            return self._then.below(n)


class Fed(NamedTuple):
    """What the twin made of an input: nothing, or a frame or none."""

    frame: AnyFrame | None


class Pair:
    """A real table and its twin, which differs in what one viewer may not know (or must have forgotten)."""

    def __init__(self, real: AnyTable, twin: State, viewer: Viewer, witness: Witness[State], luck: Luck) -> None:
        self.viewer = viewer
        self._real = real
        self._witness = witness
        self._luck = luck
        self._twin = SideTable(real, twin, luck)
        self._real_watcher = Watcher(real, viewer)
        self._twin_watcher = Watcher(self._twin, viewer)
        self._actions = action_types(real.game)

    def start(self, with_captions: bool) -> None:
        """They must look the same already. Captions are compared only where the twin was given its own."""
        real, twin = self._real_watcher.frame(), self._twin_watcher.frame()
        assert real is not None
        assert twin is not None
        skip = not with_captions or not self._twin.captions
        self._compare(real._replace(captions=()) if skip else real, twin._replace(captions=()) if skip else twin)
        seat = self.viewer.seat
        if with_captions and seat is not None:
            briefs = [heard(list(self._real.game.brief(table.state, seat)), self.viewer) for table in self._both]
            if briefs[0] != briefs[1]:
                raise Broken(f"{who(self.viewer)} can tell: whoever takes over the seat is told something else")
        self._try_answers()

    @property
    def _both(self) -> tuple[AnyTable, AnyTable]:
        return self._real, self._twin

    def follow(self, entry: AnyEntry, ask: Ask) -> bool:
        """The real table has just got this input; give it to the twin too. False: by the rules the pair is over."""
        if self._witness.reveals(self._real.state, self._twin.state, self.viewer):
            return False
        self._let_hidden_clocks_run(entry.now)
        real, fed = self._real_watcher.frame(), self._feed(entry, ask)
        self._compare(real, fed.frame)
        if self._luck.chance(1, _ATTEMPT_RARITY):
            self._try_answers()
        return True

    def _let_hidden_clocks_run(self, now: int) -> None:
        """The twin may have clocks of its own that this viewer knows nothing of. They must pass unnoticed."""
        while (due := self._twin.due(now)) is not None:
            self._expire_unnoticed(due)

    def _expire_unnoticed(self, due: Ask) -> None:
        if is_told(due.to, self.viewer.seat):
            raise Broken(f"{who(self.viewer)} can tell: at the twin {due.id} runs out at {due.until}")
        self._twin.draw_from(self._luck)
        self._twin.expire(due)
        if self._twin_watcher.frame() is not None:
            raise Broken(f"{who(self.viewer)} can tell: at the twin it hears of {due.id}, which it cannot see")

    def _feed(self, entry: AnyEntry, ask: Ask) -> Fed:
        twin, script = self._twin, ScriptedLuck(entry.draws)
        twin.draw_from(script)
        if entry.kind == "expire":
            same = next((other for other in twin.asks if other.id == ask.id and other.until == ask.until), None)
            if same is None:
                # An expiry that this viewer cannot see need not happen at the twin.
                return Fed(None)
            # Of equal deadlines one that the viewer cannot see may come first at the twin.
            while (first := twin.next_due) is not None and first != same:
                self._expire_unnoticed(first)
                twin.draw_from(script)
            self._run(lambda: twin.expire(same), script)
            return Fed(self._twin_watcher.frame())
        action = self._disguised(entry, ask)
        if action is None:
            return Fed(None)
        if action != entry.action:
            twin.draw_from(FirstScript(entry.draws, self._luck))
            script = ScriptedLuck(())
        self._run(lambda: self._play(entry, action), script)
        return Fed(self._twin_watcher.frame())

    def _disguised(self, entry: AnyEntry, ask: Ask) -> Action | None:
        assert entry.action is not None
        action: Action = entry.action
        if entry.seat == self.viewer.seat or entry.seat is None:
            return action
        return self._witness.disguise(self._twin.state, self.viewer, entry.seat, ask, action, self._luck)

    def _play(self, entry: AnyEntry, action: Action) -> None:
        assert entry.seat is not None
        refusal = self._twin.play(entry.seat, entry.ask, action, entry.now)
        if refusal is not None:
            raise Broken(
                f"{who(self.viewer)} could tell: the twin refuses {action} of seat {entry.seat} ({refusal.code}), "
                "and nothing was revealed"
            )

    def _run(self, play: Callable[[], None], script: ScriptedLuck) -> None:
        try:
            play()
            script.finish()
        except OutOfLuck as error:
            raise Broken(
                f"luck depends on what {who(self.viewer)} may not know: the twin draws otherwise ({error})"
            ) from error

    def _compare(self, real: AnyFrame | None, twin: AnyFrame | None) -> None:
        if real == twin:
            return
        raise Broken(f"{who(self.viewer)} can tell: {_difference(real, twin)}")

    def _try_answers(self) -> None:
        """What this viewer's seat would be told if it tried something, legal or not."""
        seat = self.viewer.seat
        if seat is None:
            return
        asks = [ask.id for ask in self._real.view(self.viewer).asks]
        action = some_action(self._luck.pick(self._actions), self._luck)
        self._try(seat, self._luck.pick([*asks, "nothing"]), action)
        kinds = self._real.game.meta.kinds
        for ask in self._real.asks:
            # Law 7 has something to say about an unknown kind.
            if seat in ask.seats and ask.kind in kinds:
                for cls in kinds[ask.kind].actions:
                    self._try(seat, ask.id, some_action(cls, self._luck))
        moves = self._real.game.moves(self._real.view(Viewer(seat, held=True)), self._luck)
        if moves and asks:
            self._try(seat, self._luck.pick(asks), self._luck.pick(moves))

    def _try(self, seat: int, ask: str, action: Action) -> None:
        real, twin = (_answer(table, seat, ask, action) for table in self._both)
        if real != twin:
            raise Broken(f"{who(self.viewer)} can tell by trying {action} in {ask}: {real} here, {twin} there")


def _answer(table: AnyTable, seat: Seat, ask: str, action: Action) -> str:
    try:
        refusal = table.refusal(seat, ask, action)
    except Exception as error:  # Law 6 has something to say about this.
        return f"raised {type(error).__name__}"
    return "allowed" if refusal is None else f"refused {refusal!r}"


def _difference(real: AnyFrame | None, twin: AnyFrame | None) -> str:
    if real is None or twin is None:
        return f"it gets a frame {'at the twin only' if real is None else 'here, none at the twin'}"
    if real.captions != twin.captions:
        told = [" ".join(map(show_caption, frame.captions)) or "nothing" for frame in (real, twin)]
        return f"it is told {told[0]} here, {told[1]} at the twin"
    if real.view == twin.view:
        return f"this is its frame {real.number} here, {twin.number} at the twin"
    differences = list(view_changes(real.view, twin.view))[:2]
    return f"(here → at the twin) {'; '.join(differences)}" if differences else "the types of what it sees"
