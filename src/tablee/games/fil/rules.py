"""De Fil en Aiguille. P-n are printed rules, R-n our rulings, M-n our moods; docs/rulings.md has their reasons.

The rulebook itself is in the files beside this one, a phase each: how a round begins (`rounds`, `dealing`), clues and
paws (`paws`, `chain`), the co-operative vote (`debate`), two families (`families`, `teams`, `duel`, `skip`), everybody
alone (`alone`), and how it ends (`recap`)."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.fil.actions import FilAction
from tablee.games.fil.imagining import imagined
from tablee.games.fil.legality import refuse
from tablee.games.fil.meta import META
from tablee.games.fil.moves import moves_of
from tablee.games.fil.options import FilOptions
from tablee.games.fil.phase import Then
from tablee.games.fil.recap import outcome_of
from tablee.games.fil.rulebook import RULEBOOK
from tablee.games.fil.showing import TOLD, board_of, hand_of
from tablee.games.fil.state import FilState
from tablee.games.fil.view import FilBoard, FilHand, FilView
from tablee.kernel import Ask, Caption, Game, Luck, Ms, Outcome, Refusal, Seat


class Fil(Game[FilOptions, FilState, FilAction, FilBoard, FilHand]):
    meta = META

    def setup(self, options: FilOptions, teams: tuple[str | None, ...], now: Ms, luck: Luck, rules: int) -> FilState:
        first = luck.below(len(teams)) if options.first == "random" else options.first
        state = FilState(rules, options, teams, first)
        _run(state, "round", now, luck)
        return state

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        return RULEBOOK[state.phase].asks(state)

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        return refuse(state, seat, action)

    def step(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> FilState:
        new = state.copy()
        _run(new, RULEBOOK[new.phase].play(new, seat, action, now, luck), now, luck)
        return new

    def expire(self, state: FilState, ask: Ask, luck: Luck) -> FilState:
        assert ask.until is not None
        new = state.copy()
        _run(new, RULEBOOK[new.phase].expire(new, ask, ask.until, luck), ask.until, luck)
        return new

    def outcome(self, state: FilState) -> Outcome | None:
        return outcome_of(state) if state.phase == "over" else None

    def board(self, state: FilState) -> FilBoard:
        return board_of(state)

    def hand(self, state: FilState, seat: Seat, held: bool) -> FilHand:
        return hand_of(state, seat, held)

    def moves(self, view: FilView, luck: Luck) -> Sequence[FilAction]:
        return moves_of(view, luck)

    def imagine(self, view: FilView, luck: Luck) -> FilState:
        return imagined(view, luck, self.meta.version)

    def brief(self, state: FilState, seat: Seat) -> tuple[Caption, ...]:
        # whoever takes over Braincat's seat is shown the Mystery card once.
        if seat != state.braincat or state.mystery is None or state.phase in TOLD:
            return ()
        card = state.pack().cards[state.mystery]
        return (Caption("mystery_told", {"number": card.number, "card": card.quoted}, (seat,)),)


def _run(state: FilState, then: Then, now: Ms, luck: Luck) -> None:
    """Go on until somebody is asked something."""
    while then is not None:
        match then:
            case "round" | "mood" | "deal" | "turn_end" | "verdict":
                pass
            case _:
                state.phase = then
        then = RULEBOOK[then].enter(state, now, luck)
