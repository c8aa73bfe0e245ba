"""The rulebook of Pierres. P-n are printed rules, R-n our rulings; docs/rulings.md has their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.pierres.actions import Draw, PierresAction, Remove
from tablee.games.pierres.clocks import ANNOUNCING, CLEARING, DRAWING, REMOVING
from tablee.games.pierres.geometry import SQUARES
from tablee.games.pierres.grids import FIXED, random_grid
from tablee.games.pierres.imagining import imagined
from tablee.games.pierres.legality import refuse
from tablee.games.pierres.meta import META
from tablee.games.pierres.moves import ANNOUNCES, DRAW, REMOVES, moves_of
from tablee.games.pierres.options import KEPT_AT_MOST, PierresOptions
from tablee.games.pierres.showing import board_of, hand_of
from tablee.games.pierres.state import MOST_SEATS, PierresState, changed, clearable
from tablee.games.pierres.telling import ANNOUNCED, DRAWN, TURN, ZERO
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import ALL, Ask, Caption, Game, Hand, Luck, Ms, Outcome, Refusal, Seat, View
from tablee.kernel.game import Fact
from tablee.kernel.parts.scores import most_wins

OPENING_STONES: Final = 9
_ALONE: Final = tuple((seat,) for seat in range(MOST_SEATS))


class Pierres(Game[PierresOptions, PierresState, PierresAction, PierresBoard, Hand]):
    meta = META

    def setup(
        self, options: PierresOptions, teams: tuple[str | None, ...], now: Ms, luck: Luck, rules: int
    ) -> PierresState:
        # P-2, R-3: a grid nobody has seen, or one of the forty.
        grid = random_grid(luck) if options.grid == "random" else FIXED[options.grid - 1]
        first = luck.below(len(teams)) if options.first == "random" else options.first
        state = PierresState(rules, options, len(teams), grid, first)
        if options.opening == "quick":
            for square in SQUARES:
                state.uncover(luck.pick(square))
            _tell(state, "quick_start")
            _begin_turn(state, first, now)
        else:
            state.until = now + CLEARING
        return state

    def asks(self, state: PierresState) -> tuple[Ask, ...]:
        if state.phase == "over":
            return ()
        phase, seats = state.phase, _ALONE[state.active]
        ask = Ask(f"{state.turn}.{state.kept}.{phase}", phase, seats, seats, state.until)
        allowance = state.allowance
        if allowance is None or allowance.running is None:
            return (ask,)
        # the allowance is a clock of its own, and it comes first where both run out together. It asks nothing of
        # the active seat, but names it, so that a seat that needs more time gets it here too.
        return (Ask(f"{state.turn}.time", "time", seats, (), allowance.until), ask)

    def check(self, state: PierresState, seat: Seat, action: PierresAction) -> Refusal | None:
        return refuse(state, seat, action)

    def step(self, state: PierresState, seat: Seat, action: PierresAction, now: Ms, luck: Luck) -> PierresState:
        new = state.copy()
        _do(new, action, now, luck)
        return new

    def expire(self, state: PierresState, ask: Ask, luck: Luck) -> PierresState:
        assert ask.until is not None
        new = state.copy()
        if ask.kind == "time":
            _end_turn(new, ask.until)
            return new
        # the clock does it for them.
        _tell(new, "clock", seat=state.active)
        if ask.kind == "clear":
            action: PierresAction = REMOVES[luck.pick(clearable(state.digits))]
        elif ask.kind == "remove":
            action = REMOVES[luck.pick(state.covered())]
        elif ask.kind == "announce":
            action = ANNOUNCES[min(digit for digit in range(1, 10) if state.left[digit])]
        else:
            action = DRAW[0]
        _do(new, action, ask.until, luck)
        return new

    def outcome(self, state: PierresState) -> Outcome | None:
        # P-10: most stones wins, ties share.
        return most_wins(state.stones) if state.phase == "over" else None

    def board(self, state: PierresState) -> PierresBoard:
        return board_of(state)

    def hand(self, state: PierresState, seat: Seat, held: bool) -> Hand:
        return hand_of(state, seat, held)

    def moves(self, view: View[PierresBoard, Hand], luck: Luck) -> Sequence[PierresAction]:
        return moves_of(view, luck)

    def imagine(self, view: View[PierresBoard, Hand], luck: Luck) -> PierresState:
        return imagined(view, luck, self.meta.version)


def _tell(state: PierresState, code: str, **facts: Fact) -> None:
    state.captions.append(Caption(code, facts, ALL))


def _do(state: PierresState, action: PierresAction, now: Ms, luck: Luck) -> None:
    if isinstance(action, Remove):
        if state.phase == "clear":
            _clear(state, action.cell, now)
        else:
            _remove(state, action.cell, now)
    elif isinstance(action, Draw):
        _draw(state, now, luck)
    else:
        state.number = action.digit
        state.captions.append(ANNOUNCED[state.active][action.digit])
        _await_stone(state, now)


def _clear(state: PierresState, cell: int, now: Ms) -> None:
    """P-3: one stone of each square leaves the game; it belongs to nobody."""
    digit = state.uncover(cell)
    _tell(state, "cleared", seat=state.active, cell=cell, digit=digit)
    state.kept += 1
    if state.kept == OPENING_STONES:
        # who began the removals also takes the first turn.
        _begin_turn(state, state.first, now)
    else:
        state.active = state.left_of(state.active)
        state.until = now + CLEARING


def _begin_turn(state: PierresState, seat: Seat, now: Ms) -> None:
    state.active = seat
    state.turn += 1
    state.kept = 0
    state.matched = ()
    state.captions.append(TURN[seat])
    if state.allowance is not None:
        state.allowance.start(seat, now)
    _await_number(state, now)


def _await_number(state: PierresState, now: Ms) -> None:
    """P-4: draw a number; P-12: or announce a digit."""
    state.number = None
    if state.options.annonce:
        state.phase = "announce"
        state.until = now + ANNOUNCING
    else:
        state.phase = "draw"
        state.until = now + DRAWING


def _await_stone(state: PierresState, now: Ms) -> None:
    state.phase = "remove"
    state.until = now + REMOVING


def _draw(state: PierresState, now: Ms, luck: Luck) -> None:
    number = luck.pick(state.bag())
    state.captions.append(DRAWN[state.active][number])
    if number == 0:
        # P-8: a 0 ends the turn at once; stones won are kept.
        state.captions.append(ZERO[state.active])
        _end_turn(state, now)
        return
    state.number = number
    _await_stone(state, now)


def _remove(state: PierresState, cell: int, now: Ms) -> None:
    """P-5, P-6: the stone is kept if the digit is the one looked for, else it goes to the left neighbour."""
    seat, wanted = state.active, state.number
    assert wanted is not None
    digit = state.uncover(cell)
    is_match = digit == wanted
    owner = seat if is_match else state.left_of(seat)
    state.stones = changed(state.stones, owner, state.stones[owner] + 1)
    if is_match:
        told = Caption("kept", {"seat": seat, "cell": cell, "digit": digit}, ALL)
    else:
        told = Caption("given", {"seat": seat, "to": owner, "cell": cell, "digit": digit, "wanted": wanted}, ALL)
    state.captions.append(told)
    # P-9: all nine uncovered, whoever did it: the number leaves the bag for good.
    if not state.left[digit]:
        _tell(state, "complete", digit=digit)
    # P-10, R-6: the game ends the moment the last stone has been given.
    if len(state.gone) == 9:
        _end_game(state, now)
    elif is_match:
        _go_on(state, wanted, now)
    else:
        _end_turn(state, now)


def _go_on(state: PierresState, wanted: int, now: Ms) -> None:
    """A match: who goes on, and how, is where the variants differ."""
    seat, options = state.active, state.options
    state.kept += 1
    if options.annonce:
        # P-12, R-8: the third stone kept ends the turn.
        if state.kept == KEPT_AT_MOST:
            _tell(state, "third", seat=seat)
            _end_turn(state, now)
        else:
            _await_number(state, now)
    elif options.meme_chiffre:
        # P-11: the same digit again, without drawing; its ninth ends the turn.
        if state.left[wanted]:
            _await_stone(state, now)
        else:
            _tell(state, "ninth", seat=seat, digit=wanted)
            _end_turn(state, now)
    else:
        # P-5: the number stays out. R-5: a number that is complete is neither in the bag nor in hand.
        if state.left[wanted]:
            state.matched += (wanted,)
        state.number = None
        # P-7, R-4: when the 0 alone is left, the turn ends without drawing it.
        if state.bag() == (0,):
            _tell(state, "bag_empty", seat=seat)
            _end_turn(state, now)
        else:
            _await_number(state, now)


def _end_turn(state: PierresState, now: Ms) -> None:
    """The next player begins; the numbers go back by themselves, as `bag` is what is not out."""
    allowance = state.allowance
    if allowance is None:
        _begin_turn(state, state.left_of(state.active), now)
        return
    # who has no time left has no further turns.
    allowance.stop(now)
    if not allowance.left[state.active]:
        _tell(state, "out_of_time", seat=state.active)
    seats = len(state.stones)
    order = [(state.active + step) % seats for step in range(1, seats + 1)]
    order = [seat for seat in order if allowance.left[seat]]
    if order:
        _begin_turn(state, order[0], now)
    else:
        _tell(state, "everyone_out")
        _end_game(state, now)


def _end_game(state: PierresState, now: Ms) -> None:
    if state.allowance is not None:
        state.allowance.stop(now)
    state.phase = "over"
    state.number = None
    state.matched = ()
    _tell(state, "over")
