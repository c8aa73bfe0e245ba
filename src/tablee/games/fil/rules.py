"""De Fil en Aiguille. P-n are printed rules, R-n our rulings, M-n our moods; docs/rulings.md has their reasons.

The rulebook itself is in the files beside this one, a phase each: how a round begins (`rounds`, `dealing`), clues and
paws (`paws`, `chain`), the co-operative vote (`debate`), two families (`families`, `teams`, `duel`, `skip`), everybody
alone (`alone`), and how it ends (`recap`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tablee.games.fil.actions import FilAction
from tablee.games.fil.alone import Choosing
from tablee.games.fil.dealing import Deal, Look
from tablee.games.fil.debate import Debate
from tablee.games.fil.duel import Duelling
from tablee.games.fil.imagining import FilView, imagine
from tablee.games.fil.meta import META
from tablee.games.fil.options import FilOptions
from tablee.games.fil.paws import Paws
from tablee.games.fil.phase import Rulebook, Station, Then
from tablee.games.fil.recap import GrandSlam, Over, Recap, outcome_of
from tablee.games.fil.rounds import MoodCard, Round, Theme, Volunteers, Wish
from tablee.games.fil.showing import TOLD, board_of, hand_of
from tablee.games.fil.skip import Exposing, Pointing, Verdict
from tablee.games.fil.state import FilState
from tablee.games.fil.teams import Step, TurnEnd
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Ask, Caption, Game, Luck, Ms, Outcome, Refusal, Seat

RULEBOOK: Final[Mapping[Station, Rulebook]] = {
    "round": Round(),
    "volunteer": Volunteers(),
    "theme": Theme(),
    "mood": MoodCard(),
    "wish": Wish(),
    "deal": Deal(),
    "look": Look(),
    "paw": Paws(),
    "debate": Debate(),
    "step": Step(),
    "duel": Duelling(),
    "turn_end": TurnEnd(),
    "verdict": Verdict(),
    "expose": Exposing(),
    "point": Pointing(),
    "choose": Choosing(),
    "recap": Recap(),
    "slam": GrandSlam(),
    "over": Over(),
}


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
        return RULEBOOK[state.phase].check(state, seat, action)

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
        return hand_of(state, seat)

    def moves(self, view: FilView, luck: Luck) -> Sequence[FilAction]:
        return () if view.hand is None else RULEBOOK[view.board.phase].moves(view.board, view.hand)

    def imagine(self, view: FilView, luck: Luck) -> FilState:
        return imagine(view, luck, self.meta.version)

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
