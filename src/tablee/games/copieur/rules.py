"""The rulebook of Copieur !. P-n are printed rules, R-n our rulings; docs/rulings.md has their reasons.

What happens is told in `turn`, `exchange`, `telling` and `teaching`; here is who may do what when."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tablee.games.copieur.actions import (
    EXCHANGING,
    POINTING,
    SAYING,
    CopieurAction,
    Declare,
    Ready,
    Roll,
    Slap,
    TellMine,
)
from tablee.games.copieur.clocks import LEARNING
from tablee.games.copieur.exchange import be_copier, exchange, exchange_at_random, place_of, point, say
from tablee.games.copieur.imagining import imagined
from tablee.games.copieur.legality import refuse
from tablee.games.copieur.meta import META
from tablee.games.copieur.moves import moves_of
from tablee.games.copieur.operations import SLATES, make_operations
from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.showing import board_of, hand_of, open_board_of
from tablee.games.copieur.state import CopieurState, Tile, others_of
from tablee.games.copieur.teaching import declare, finish_showing, rank, slap
from tablee.games.copieur.telling import close_window, tell_centre, tell_mine
from tablee.games.copieur.turn import begin_turn, roll
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import Ask, Game, Luck, Ms, Outcome, Refusal, Seat, View
from tablee.kernel.parts.scores import ranking


class Copieur(Game[CopieurOptions, CopieurState, CopieurAction, CopieurBoard, CopieurHand]):
    meta = META

    def setup(
        self, options: CopieurOptions, teams: tuple[str | None, ...], now: Ms, luck: Luck, rules: int
    ) -> CopieurState:
        seats = len(teams)
        first = luck.below(seats) if options.first == "random" else options.first
        state = CopieurState(rules, options, seats, make_operations(options.level, luck), first)
        # P-1: slate 1 for the first player, and so on clockwise. P-2: those left over lie in the centre.
        state.slates[:seats] = [1 + (seat - first) % seats for seat in range(seats)]
        # all lie face up for a while. P-4: then they are turned down.
        state.shown = tuple(range(SLATES))
        state.until = now + (LEARNING if options.learning == "ready" else options.learning * 1000)
        state.tell("learn")
        return state

    def asks(self, state: CopieurState) -> tuple[Ask, ...]:
        turn, phase, until, active = state.turn, state.phase, state.until, state.active
        if phase == "over":
            return ()
        if phase == "play":
            # until the role is public, the asks are those of both roles.
            suspense = state.suspense if state.role is None else None
            return _play_asks(turn, active, len(state.points), until, suspense, state.tile)
        if phase == "look":
            everybody = tuple(range(state.seats))
            return (Ask("0.look", "look", everybody, tuple(s for s in everybody if not state.is_ready[s]), until),)
        if phase == "roll":
            return (Ask(f"{turn}.roll", "roll", (active,), (active,), until),)
        if phase == "tell":
            # it looks the same wherever the right slate is; whoever it awaited would be its holder.
            return (Ask(f"{turn}.tell", "tell", state.others(), (), until),)
        if phase == "question":
            silent = tuple(seat for seat in state.others() if not state.has_slapped(seat))
            return (Ask(f"{turn}.question", "question", state.others(), silent, until),)
        return (Ask(f"{turn}.shown", "shown", (), (), until),)

    def check(self, state: CopieurState, seat: Seat, action: CopieurAction) -> Refusal | None:
        return refuse(state, seat, action)

    def step(self, state: CopieurState, seat: Seat, action: CopieurAction, now: Ms, luck: Luck) -> CopieurState:
        new = state.copy()
        if isinstance(action, SAYING):
            say(new, seat, action)
        elif isinstance(action, Roll):
            roll(new, now, luck)
        elif isinstance(action, Slap):
            slap(new, seat, action.answer, now)
        elif isinstance(action, EXCHANGING):
            exchange(new, place_of(new, action), now)
        elif isinstance(action, POINTING):
            point(new, place_of(new, action))
        elif isinstance(action, Declare):
            declare(new, now)
        elif isinstance(action, Ready):
            new.is_ready = (*new.is_ready[:seat], True, *new.is_ready[seat + 1 :])
            if all(new.is_ready):
                _turn_down(new, now)
        elif isinstance(action, TellMine):
            tell_mine(new, seat, now)
        else:
            tell_centre(new, seat, action.centre, now)
        return new

    def expire(self, state: CopieurState, ask: Ask, luck: Luck) -> CopieurState:
        assert ask.until is not None
        new, now = state.copy(), ask.until
        if ask.kind == "look":
            _turn_down(new, now)
        elif ask.kind == "roll":
            # rolled for them.
            roll(new, now, luck)
        elif ask.kind == "suspense":
            # a Teacher is declared now; for a Copier nothing happens, and that tells it.
            if new.is_teacher():
                declare(new, now)
            else:
                be_copier(new)
        elif ask.kind == "play":
            exchange_at_random(new, now, luck)
        elif ask.kind == "tell":
            close_window(new, now)
        elif ask.kind == "question":
            rank(new, now)
        else:
            finish_showing(new, now)
        return new

    def outcome(self, state: CopieurState) -> Outcome | None:
        # P-15: fewest bad points wins; ties share.
        if state.phase != "over":
            return None
        return Outcome(ranking([-points for points in state.points]), state.points)

    def board(self, state: CopieurState) -> CopieurBoard:
        return board_of(state)

    def open_board(self, state: CopieurState) -> CopieurBoard:
        return open_board_of(state)

    def hand(self, state: CopieurState, seat: Seat, held: bool) -> CopieurHand:
        return hand_of(state, seat, held)

    def moves(self, view: View[CopieurBoard, CopieurHand], luck: Luck) -> Sequence[CopieurAction]:
        return moves_of(view, luck)

    def imagine(self, view: View[CopieurBoard, CopieurHand], luck: Luck) -> CopieurState:
        return imagined(view, luck, self.meta.version)

    def precedence(self, state: CopieurState, ask: Ask) -> tuple[Seat, ...]:
        # shouts, the holder first; all else in seat order after the active player, as asks name their seats.
        holder = state.holder() if ask.kind == "tell" else None
        return ask.seats if holder is None else (holder, *(seat for seat in ask.seats if seat != holder))


@lru_cache(maxsize=512)
def _play_asks(turn: int, active: Seat, seats: int, until: Ms, wait: Ms | None, tile: Tile) -> tuple[Ask, ...]:
    """`wait`: when the suspense is over; None: the role is public. Until one of them changes, all see the same asks."""
    play = Ask(f"{turn}.play", "play", (active,), (active,), until)
    claim = Ask(f"{turn}.claim", "claim", tuple(range(seats)), (), until)
    if wait is None:
        return (play, claim)
    # The suspense comes first: it ends together with the pad for early slaps, and ends it.
    suspense = Ask(f"{turn}.suspense", "suspense", (), (), wait)
    if tile == "correction":
        return (suspense, play, claim)
    # from the moment the die lies still.
    early = Ask(f"{turn}.early", "early", others_of(active, seats), (), wait)
    return (suspense, early, play, claim)


def _turn_down(state: CopieurState, now: Ms) -> None:
    """P-4."""
    state.tell("turned_down")
    begin_turn(state, state.first, now)
