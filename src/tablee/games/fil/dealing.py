"""The Mystery card and its false leads: dealt, shown to Braincat, shuffled away."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.fil.actions import FilAction, Next, Nominate
from tablee.games.fil.clocks import LEAD, MYSTERY
from tablee.games.fil.families import nominate, nomination_asks, nomination_moves, refuse_nomination
from tablee.games.fil.phase import Rulebook, Then
from tablee.games.fil.rounds import count_themes
from tablee.games.fil.state import FilState
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Ask, Luck, Ms, Refusal, Seat


class Deal(Rulebook):
    """P-4, P-26, P-35: the Mystery card, its false leads, and the rest as the clue pile."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        assert state.theme is not None
        assert state.clue_theme is not None
        count_themes(state)
        cards = _shuffled(state, state.theme, luck)
        pack, wanted = state.pack(), state.terms().masters
        state.mystery = cards.pop()
        # P-19: false leads are of the Mystery card's sex. Where there is none, all are alike.
        sex = pack.cards[state.mystery].sex
        state.leads = [card for card in reversed(cards) if pack.cards[card].sex == sex][: wanted - 1]
        left = [card for card in cards if card not in state.leads]
        state.pile = left if state.clue_theme == state.theme else _shuffled(state, state.clue_theme, luck)
        spaces = {"equipes": 3, "chacun": 4}.get(state.options.mode, 2)
        state.spaces = [None] * spaces
        state.tell("dealt", seat=state.cat, cards=wanted)
        if state.options.mode == "chacun":
            # P-36: Braincat holds all four until the blue paw lies.
            return "paw"
        return "look"


def _shuffled(state: FilState, theme: int, luck: Luck) -> list[int]:
    """R-6: a pack without the Mystery cards of earlier rounds, shuffled."""
    gone = state.gone(theme)
    cards = [card for card in range(len(state.themes[theme].cards)) if card not in gone]
    luck.shuffle(cards)
    return cards


def shuffle_masters(state: FilState, luck: Luck) -> None:
    """P-4, P-26, P-36: shuffled, so that nobody knows which is which any more."""
    assert state.mystery is not None
    state.hidden = [state.mystery, *state.leads]
    state.leads.clear()
    luck.shuffle(state.hidden)


class Look(Rulebook):
    """P-4: Braincat memorises the Mystery card and glances at each false lead. R-20: five seconds each."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        state.until = now + MYSTERY
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        seats = (state.cat,)
        return (Ask(f"{state.round}.{state.looked}.look", "look", seats, seats, state.until), *nomination_asks(state))

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        return refuse_nomination(state, seat, action) if isinstance(action, Nominate) else None

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        return nominate(state, seat, action) if isinstance(action, Nominate) else _turn_on(state, now, luck)

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        return _turn_on(state, now, luck)

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        return (Next(),) if hand.seat == board.braincat else nomination_moves(board, hand)


def _turn_on(state: FilState, now: Ms, luck: Luck) -> Then:
    if state.looked < len(state.leads):
        state.looked += 1
        state.until = now + LEAD
        return None
    # P-4: from here on Braincat cannot consult them again.
    shuffle_masters(state, luck)
    state.tell("shuffled", cards=len(state.hidden))
    return "paw"
