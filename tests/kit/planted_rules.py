"""Vigil with one broken rule in each: what the kit must notice by laws 1 to 8 and 12."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from tests.kit.vigil import SKIP, Peek, Swap, Vigil, VigilAction, VigilBoard, VigilHand, VigilOptions, VigilState, Vote

from tablee.kernel import Ask, Luck, Ms, Outcome, Refusal, Seat, State, View

# ── Law 1: what is imagined contradicts the view ─────────────────────────────────────────────────────────────────────


class ForgetsTokens(Vigil):
    def imagine(self, view: View[VigilBoard, VigilHand], luck: Luck) -> VigilState:
        state = super().imagine(view, luck)
        state.tokens = [2] * len(state.tokens)
        return state


class ForgetsOwnCards(Vigil):
    def imagine(self, view: View[VigilBoard, VigilHand], luck: Luck) -> VigilState:
        blind = None if view.hand is None else replace(view.hand, cards=(None, None))
        return super().imagine(view._replace(hand=blind), luck)


class ImaginesTheUnplayable(Vigil):
    def imagine(self, view: View[VigilBoard, VigilHand], luck: Luck) -> VigilState:
        state = super().imagine(view, luck)
        state.deck = []
        state.cards = [[cards[0]] for cards in state.cards] if state.phase == "peek" else state.cards
        return state


# ── Law 2: rules that are no functions ───────────────────────────────────────────────────────────────────────────────


class CountsForItself(Vigil):
    steps = count()

    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = super().step(state, seat, action, now, luck)
        new.bank += next(self.steps) % 2
        return new


class ChangesItsInput(Vigil):
    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        if isinstance(action, Vote):
            state.votes[seat] = action.choice
        return super().step(state, seat, action, now, luck)


class ChangesWhatItChecks(Vigil):
    def check(self, state: VigilState, seat: Seat, action: VigilAction) -> Refusal | None:
        state.seen = None
        return super().check(state, seat, action)


class SharesAList(Vigil):
    """The new state's tokens are the old one's too, and only the clock takes one away."""

    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = super().step(state, seat, action, now, luck)
        new.tokens = state.tokens
        return new

    def expire(self, state: VigilState, ask: Ask, luck: Luck) -> VigilState:
        new = super().expire(state, ask, luck)
        if state.phase == "vote":
            # The old list is brought up to date as well, long after its state was left behind.
            state.tokens[:] = new.tokens
            new.tokens = state.tokens
        return new


# ── Law 3: a record that does not replay ─────────────────────────────────────────────────────────────────────────────


class KnowsItsOwnSkip(Vigil):
    """Tells one Skip from another that is equal: read back from the record, it is not the same object."""

    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = super().step(state, seat, action, now, luck)
        if action is SKIP:
            new.until += 1000
        return new


# ── Law 4: moves ─────────────────────────────────────────────────────────────────────────────────────────────────────


class OffersAVoteForOneself(Vigil):
    def moves(self, view: View[VigilBoard, VigilHand], luck: Luck) -> Sequence[VigilAction]:
        moves = super().moves(view, luck)
        return [*moves, Vote(view.hand.seat)] if view.hand and view.board.phase == "vote" else moves


class OffersTheDead(Vigil):
    """Offers a move to seats that are not asked."""

    def moves(self, view: View[VigilBoard, VigilHand], luck: Luck) -> Sequence[VigilAction]:
        return super().moves(view, luck) or ([SKIP] if view.hand else [])


class OffersNothing(Vigil):
    def moves(self, view: View[VigilBoard, VigilHand], luck: Luck) -> Sequence[VigilAction]:
        return [] if view.board.phase == "peek" else super().moves(view, luck)


# ── Law 5: clocks that hang, ends that are none ──────────────────────────────────────────────────────────────────────


class ClockThatDoesNothing(Vigil):
    def expire(self, state: VigilState, ask: Ask, luck: Luck) -> VigilState:
        return state.copy() if state.turn == 1 else super().expire(state, ask, luck)


class ClockThatTicksOnTheSpot(Vigil):
    """A new turn at the same instant, for ever."""

    def expire(self, state: VigilState, ask: Ask, luck: Luck) -> VigilState:
        new = super().expire(state, ask, luck)
        if new.turn > 0:
            new.turn, new.phase, new.until = state.turn + len(state.tokens), "peek", state.until
        return new


class ClockThatGoesOn(Vigil):
    """Time passes, and the last turn never comes."""

    def expire(self, state: VigilState, ask: Ask, luck: Luck) -> VigilState:
        new = super().expire(state, ask, luck)
        new.phase = "peek" if new.phase == "over" else new.phase
        return new


class EndsTooSoon(Vigil):
    def outcome(self, state: VigilState) -> Outcome | None:
        return super().outcome(state) or (Outcome((1, 1), (0, 0)) if state.bank > 1 else None)


class EndsWithoutOutcome(Vigil):
    def outcome(self, state: VigilState) -> Outcome | None:
        return None


class Crashes(Vigil):
    def expire(self, state: VigilState, ask: Ask, luck: Luck) -> VigilState:
        if state.turn > 0:
            raise KeyError("nothing")
        return super().expire(state, ask, luck)


class CrashesAtBirth(Vigil):
    def setup(
        self, options: VigilOptions, teams: tuple[str | None, ...], now: Ms, luck: Luck, rules: int
    ) -> VigilState:
        raise LookupError("no cards in the box")


# ── Law 6: strange input ─────────────────────────────────────────────────────────────────────────────────────────────


class RaisesOnStrangeInput(Vigil):
    def check(self, state: VigilState, seat: Seat, action: VigilAction) -> Refusal | None:
        if isinstance(action, Peek) and state.up[action.target][action.card]:
            return Refusal("face_up")
        return super().check(state, seat, action)


class RefusesWithAWord(Vigil):
    def check(self, state: VigilState, seat: Seat, action: VigilAction) -> Refusal | None:
        refusal = super().check(state, seat, action)
        return None if refusal is None else refusal.code  # type: ignore[return-value]


class TakesAnything(Vigil):
    """Whatever is well typed goes, and the step bears it."""

    def check(self, state: VigilState, seat: Seat, action: VigilAction) -> Refusal | None:
        return None if isinstance(action, Vote) else super().check(state, seat, action)


# ── Law 7: asks ──────────────────────────────────────────────────────────────────────────────────────────────────────


class ReusesAnId(Vigil):
    def asks(self, state: VigilState) -> tuple[Ask, ...]:
        return tuple(ask._replace(id=ask.kind) for ask in super().asks(state))


class AsksInThePast(Vigil):
    def asks(self, state: VigilState) -> tuple[Ask, ...]:
        late = 3 * 10_000 if state.turn == 1 else 0
        return tuple(ask._replace(until=state.until - late) for ask in super().asks(state))


class AsksWithoutAClock(Vigil):
    def asks(self, state: VigilState) -> tuple[Ask, ...]:
        asks = super().asks(state)
        return asks if state.turn else tuple(ask._replace(until=None) for ask in asks)


class AwaitsAStranger(Vigil):
    def asks(self, state: VigilState) -> tuple[Ask, ...]:
        return tuple(
            ask._replace(awaited=(*ask.awaited, 1)) if ask.seats == (0,) else ask for ask in super().asks(state)
        )


class AsksBehindABack(Vigil):
    """Asks everybody, and only seat 0 can see it."""

    def asks(self, state: VigilState) -> tuple[Ask, ...]:
        return tuple(ask._replace(to=(0,)) for ask in super().asks(state))


class AsksTwice(Vigil):
    """Two open asks that the same action answers."""

    def asks(self, state: VigilState) -> tuple[Ask, ...]:
        asks = super().asks(state)
        return (*asks, asks[0]._replace(id=f"{asks[0].id}.again")) if asks else ()


class AsksTheUnknown(Vigil):
    def asks(self, state: VigilState) -> tuple[Ask, ...]:
        return tuple(ask._replace(kind="dance") if state.turn == 1 else ask for ask in super().asks(state))


# ── Law 8: what may not cross the border ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class BoardWithState(VigilBoard):
    secret: VigilState | None = None


class ShowsItsState(Vigil):
    meta = replace(Vigil.meta, board=BoardWithState)

    def board(self, state: VigilState) -> VigilBoard:
        honest = super().board(state)
        return BoardWithState(**{name: getattr(honest, name) for name in VigilBoard.__slots__}, secret=state)


class SmugglesItsState(Vigil):
    """The type says a number."""

    def board(self, state: VigilState) -> VigilBoard:
        smuggled: State = state
        return replace(super().board(state), deck=smuggled)  # type: ignore[arg-type]


class TellsAList(Vigil):
    """A list comes back from JSON as a tuple."""

    def board(self, state: VigilState) -> VigilBoard:
        return replace(super().board(state), tokens=state.tokens)  # type: ignore[arg-type]


class TellsAListOnce(TellsAList):
    """At one moment of a game only: what a house writes without looking at it is looked at wherever it stops."""

    def board(self, state: VigilState) -> VigilBoard:
        is_now = state.phase == "peek" and state.turn == 1
        return super().board(state) if is_now else Vigil.board(self, state)


class OffersATruth(Vigil):
    """True is 1 for Python, and the second card for whoever checks."""

    def moves(self, view: View[VigilBoard, VigilHand], luck: Luck) -> Sequence[VigilAction]:
        return [
            replace(move, card=bool(move.card)) if isinstance(move, Peek) else move
            for move in super().moves(view, luck)
        ]


# ── Law 12: pieces ───────────────────────────────────────────────────────────────────────────────────────────────────


class LosesACard(Vigil):
    """The card swapped away does not come back into the deck."""

    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = super().step(state, seat, action, now, luck)
        if isinstance(action, Swap):
            new.deck[-1] = new.deck[0]
        return new


class MintsAToken(Vigil):
    def punish(self, new: VigilState, loser: Seat) -> None:
        super().punish(new, loser)
        new.bank += new.bank == 2
