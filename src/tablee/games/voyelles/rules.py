"""The rulebook of Voyelles. P-n are printed rules, R-n our rulings; docs/rulings.md has their reasons.

A round is in rounds.py, what makes a word valid in judging.py, the vote in jury.py."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.voyelles import jury, rounds
from tablee.games.voyelles.actions import Agree, Dispute, Grab, Pass, Say, TurnCard, Vote, VoyellesAction
from tablee.games.voyelles.cards import deal
from tablee.games.voyelles.imagining import imagined
from tablee.games.voyelles.legality import refuse
from tablee.games.voyelles.meta import META
from tablee.games.voyelles.moves import moves_of
from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.showing import board_of, hand_of
from tablee.games.voyelles.state import VoyellesState, tell
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Ask, Game, Hand, Luck, Ms, Outcome, Refusal, Seat, View
from tablee.kernel.parts.scores import most_wins


class Voyelles(Game[VoyellesOptions, VoyellesState, VoyellesAction, VoyellesBoard, Hand]):
    meta = META

    def setup(
        self, options: VoyellesOptions, teams: tuple[str | None, ...], now: Ms, luck: Luck, rules: int
    ) -> VoyellesState:
        # P-3: three piles, three cards turned, first player by lot.
        cards = deal(luck)
        first = luck.below(len(teams)) if options.first == "random" else options.first
        state = VoyellesState(rules, options, len(teams), cards, first)
        tell(state, "dealt", letters=tuple(letter.upper() for letter in cards.shown))
        rounds.begin_round(state, first, now)
        return state

    def asks(self, state: VoyellesState) -> tuple[Ask, ...]:
        phase = state.phase
        if phase == "over":
            return ()
        if phase == "turn":
            turner = (state.turner,)
            return (Ask(f"{state.round}.turn", "turn", turner, turner, state.until),)
        seats: tuple[Seat, ...]
        if phase == "mic":
            # in the order of a photo finish, which is the order after the active player.
            seats = awaited = state.may_speak()
        elif phase == "dispute":
            # a chance to object, which nobody waits for.
            seats, awaited = tuple(seat for seat in state.judges() if seat not in state.agreed), ()
        elif phase == "jury":
            seats = awaited = tuple(seat for seat in state.judges() if state.votes[seat] is None)
        else:
            assert state.speaker is not None
            seats = awaited = (state.speaker,)
        return (Ask(f"{state.round}.{state.grabs}.{phase}", phase, seats, awaited, state.until),)

    def check(self, state: VoyellesState, seat: Seat, action: VoyellesAction) -> Refusal | None:
        return refuse(state, seat, action)

    def step(self, state: VoyellesState, seat: Seat, action: VoyellesAction, now: Ms, luck: Luck) -> VoyellesState:
        new = state.copy()
        if isinstance(action, TurnCard):
            rounds.turn_card(new, action.pile, now, luck)
        elif isinstance(action, Grab):
            rounds.grab(new, seat, now)
        elif isinstance(action, Pass):
            rounds.pass_round(new, seat, now, luck)
        elif isinstance(action, Say):
            rounds.say(new, seat, action.word, now, luck)
        else:
            _judge(new, seat, action, now, luck)
        return new

    def expire(self, state: VoyellesState, ask: Ask, luck: Luck) -> VoyellesState:
        assert ask.until is not None
        new, now = state.copy(), ask.until
        if ask.kind == "turn":
            # the clock turns the fullest pile.
            tell(new, "clock", seat=state.turner)
            rounds.turn_card(new, state.cards.fullest(), now, luck)
        elif ask.kind == "mic":
            # the round's time is up.
            tell(new, "time_up")
            rounds.end_round(new, now, luck, is_won=False)
        elif ask.kind in ("speak", "again"):
            rounds.silence(new, now, luck)
        elif ask.kind == "dispute":
            rounds.valid(new, now, luck)
        else:
            _count(new, now, luck)
        return new

    def outcome(self, state: VoyellesState) -> Outcome | None:
        # P-13: all five arrived are 60 steps, which nobody else can have. R-14: else most steps, ties share.
        scores = [state.steps(seat) for seat in range(state.seats)]
        return most_wins(scores) if state.phase == "over" else None

    def board(self, state: VoyellesState) -> VoyellesBoard:
        return board_of(state)

    def hand(self, state: VoyellesState, seat: Seat, held: bool) -> Hand:
        return hand_of(state, seat, held)

    def next_options(self, state: VoyellesState, options: VoyellesOptions) -> VoyellesOptions:
        # what this table has accepted stays a word at this table.
        return options.handing_down(state.ours)

    def moves(self, view: View[VoyellesBoard, Hand], luck: Luck) -> Sequence[VoyellesAction]:
        return moves_of(view, luck)

    def imagine(self, view: View[VoyellesBoard, Hand], luck: Luck) -> VoyellesState:
        return imagined(view, luck, self.meta.version)


def _judge(state: VoyellesState, seat: Seat, action: Dispute | Agree | Vote, now: Ms, luck: Luck) -> None:
    """R-10: the others have a say."""
    if isinstance(action, Agree):
        if jury.agree(state, seat):
            rounds.valid(state, now, luck)
        return
    if isinstance(action, Dispute):
        jury.dispute(state, seat, now)
    else:
        jury.vote(state, seat, action.accepts)
    if jury.have_all_voted(state):
        _count(state, now, luck)


def _count(state: VoyellesState, now: Ms, luck: Luck) -> None:
    if jury.is_accepted(state):
        rounds.valid(state, now, luck)
    else:
        rounds.invalid(state, "voted_down", now, luck)
