"""The rulebook of Anges & Démons. P-n are printed rules, R-n our rulings; docs/rulings.md has their reasons."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.anges import telling
from tablee.games.anges.actions import AngesAction, Announce, Challenge, Keep, Share, Take
from tablee.games.anges.cards import FACE_OF, NAMES, deck, is_triple, names, readings
from tablee.games.anges.clocks import (
    ANNOUNCING,
    DECIDING,
    KEEPING,
    SHARING,
    announce_for,
    decide_for,
    keep_for,
    share_for,
)
from tablee.games.anges.imagining import imagined
from tablee.games.anges.legality import refuse
from tablee.games.anges.meta import META
from tablee.games.anges.moves import moves_of
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.showing import board_of, hand_of
from tablee.games.anges.state import HAND, LAID_DOWN, LAID_UP, AngesState, Exchange, Laid, Reason, score
from tablee.games.anges.view import AngesBoard, AngesHand
from tablee.kernel import ALL, Ask, Caption, Game, Luck, Ms, Outcome, Refusal, Seat, View
from tablee.kernel.game import Fact


class Anges(Game[AngesOptions, AngesState, AngesAction, AngesBoard, AngesHand]):
    meta = META

    def setup(
        self, options: AngesOptions, teams: tuple[str | None, ...], now: Ms, luck: Luck, rules: int
    ) -> AngesState:
        first = luck.below(len(teams)) if options.first == "random" else options.first
        state = AngesState(rules, options, len(teams), first)
        # P-2: shuffle; a face-down draw pile.
        state.draw = deck(options.deck)
        luck.shuffle(state.draw)
        if state.seats == 2:
            _prepare_two(state)
        _draw_three(state, first, now)
        return state

    def asks(self, state: AngesState) -> tuple[Ask, ...]:
        if state.phase == "over":
            return ()
        phase, seats = state.phase, (_asked(state),)
        return (Ask(f"{state.turn}.{phase}", phase, seats, seats, state.until),)

    def check(self, state: AngesState, seat: Seat, action: AngesAction) -> Refusal | None:
        return refuse(state, seat, action)

    def step(self, state: AngesState, seat: Seat, action: AngesAction, now: Ms, luck: Luck) -> AngesState:
        new = state.copy()
        _do(new, action, now)
        return new

    def expire(self, state: AngesState, ask: Ask, luck: Luck) -> AngesState:
        assert ask.until is not None
        new = state.copy()
        _tell(new, "clock", seat=_asked(state))
        # the clock does it for them.
        if ask.kind == "announce":
            action: AngesAction = announce_for(state.hand)
        elif ask.kind == "decide":
            assert state.claim is not None
            action = decide_for(state.claim)
        elif ask.kind == "keep":
            action = keep_for(state.hand, state.seats)
        else:
            action = share_for(state.hand)
        _do(new, action, ask.until)
        return new

    def outcome(self, state: AngesState) -> Outcome | None:
        if state.phase != "over":
            return None
        # P-16: most points, then the smaller pile, then shared.
        standing = [(score(pile), -len(pile)) for pile in state.piles]
        ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
        return Outcome(ranks, tuple(points for points, _ in standing))

    def board(self, state: AngesState) -> AngesBoard:
        return board_of(state)

    def hand(self, state: AngesState, seat: Seat, held: bool) -> AngesHand:
        return hand_of(state, seat, held)

    def moves(self, view: View[AngesBoard, AngesHand], luck: Luck) -> Sequence[AngesAction]:
        return moves_of(view, luck)

    def imagine(self, view: View[AngesBoard, AngesHand], luck: Luck) -> AngesState:
        return imagined(view, luck, self.meta.version)


def _tell(state: AngesState, code: str, /, **facts: Fact) -> None:
    state.captions.append(Caption(code, facts, ALL))


def _whisper(state: AngesState, code: str, whom: Seat, /, **facts: Fact) -> None:
    """Told once, to one seat alone."""
    state.captions.append(Caption(code, facts, (whom,)))


def _asked(state: AngesState) -> Seat:
    """Whose answer is awaited."""
    if state.phase == "announce":
        return state.announcer
    if state.phase == "share":
        assert state.winner is not None
        return state.winner
    return state.listener


def _prepare_two(state: AngesState) -> None:
    """P-17: two cards each, seen once and laid face down; R-8: one card opens each discard pile."""
    for seat in (0, 1):
        dealt = sorted(state.draw.pop() for _ in range(2))
        state.lay(seat, [LAID_DOWN[face] for face in dealt])
        _whisper(state, "peeked", seat, cards=names(dealt))
    state.discard.append(state.draw.pop())
    state.open_discard.append(state.draw.pop())
    _tell(state, "two_piles", card=NAMES[state.open_discard[-1]])


def _draw_three(state: AngesState, seat: Seat, now: Ms) -> None:
    """P-2, P-11: three new cards."""
    state.hand = sorted([state.draw.pop() for _ in range(HAND)])
    state.captions.append(telling.drew(seat))
    _await_claim(state, seat, now)


def _await_claim(state: AngesState, seat: Seat, now: Ms) -> None:
    state.announcer = seat
    state.turn += 1
    state.claim = None
    state.answer = None
    state.drawn = 0
    state.phase = "announce"
    state.until = now + ANNOUNCING


def _do(state: AngesState, action: AngesAction, now: Ms) -> None:
    if isinstance(action, Announce):
        _announce(state, action, now)
    elif isinstance(action, Take):
        _take(state, now)
    elif isinstance(action, Challenge):
        _challenge(state, action.truth, now)
    elif isinstance(action, Keep):
        _keep(state, action, now)
    else:
        _share(state, action, now)


def _announce(state: AngesState, action: Announce, now: Ms) -> None:
    """P-3: the three cards go face down to the left neighbour, and three values are said of them."""
    state.claim = action.values
    state.phase = "decide"
    state.until = now + DECIDING
    _tell(state, "announced", seat=state.announcer, to=state.listener, values=action.values)
    if is_triple(action.values):
        state.captions.append(telling.forced(state.listener))


def _take(state: AngesState, now: Ms) -> None:
    assert state.claim is not None
    seat, passed = state.listener, tuple(state.hand)
    state.answer = "take"
    state.story.append(Exchange(state.announcer, seat, state.claim, passed, "take", None, (0, 0)))
    if len(state.draw) < state.draws:
        # P-13, R-9: who cannot draw discards what was taken, and the game ends.
        _tell(state, "took_last", seat=seat)
        state.discard += state.hand
        _end(state, "take")
        return
    # P-7, P-18: look, draw.
    _tell(state, "took", seat=seat, by=state.announcer, count=state.draws)
    _whisper(state, "received", seat, by=state.announcer, cards=names(passed))
    state.hand += sorted([state.draw.pop() for _ in range(state.draws)])
    state.drawn = state.draws
    state.phase = "keep"
    state.until = now + KEEPING


def _keep(state: AngesState, action: Keep, now: Ms) -> None:
    """P-7: discard one, lay another, keep three; P-18: of two players, one more goes to the open discard pile."""
    seat = state.listener
    discarded, laid = FACE_OF[action.discard], FACE_OF[action.lay]
    state.hand.remove(discarded)
    state.hand.remove(laid)
    # P-8: nobody looks at a discard again.
    state.discard.append(discarded)
    state.captions.append(telling.discarded(seat))
    _whisper(state, "discarded_own", seat, card=action.discard)
    if action.open_discard is not None:
        state.hand.remove(FACE_OF[action.open_discard])
        state.open_discard.append(FACE_OF[action.open_discard])
        _tell(state, "discarded_open", seat=seat, card=action.open_discard)
    # face up or face down.
    state.lay(seat, [(LAID_UP if action.up else LAID_DOWN)[laid]])
    if action.up:
        state.captions.append(telling.laid_up(seat, action.lay))
    else:
        state.captions.append(telling.laid_down(seat))
        _whisper(state, "laid_down_own", seat, card=action.lay)
    # What is kept is passed on next: sorted, so that its place tells nothing.
    state.hand.sort()
    _await_claim(state, seat, now)


def _challenge(state: AngesState, truth: bool, now: Ms) -> None:
    """P-4, P-9: true or false; the three cards are shown."""
    assert state.claim is not None
    state.answer = "true" if truth else "false"
    state.phase = "share"
    state.until = now + SHARING
    _tell(state, "challenged", seat=state.listener, by=state.announcer, truth=truth)
    was_true = state.claim in readings(state.hand)
    if was_true:
        _tell(state, "was_true", seat=state.announcer, cards=names(state.hand))
    else:
        _tell(state, "was_false", seat=state.announcer, cards=names(state.hand))
    if truth == was_true:
        state.captions.append(telling.right(state.listener))
    else:
        _tell(state, "wrong", seat=state.listener, winner=state.announcer)


def _share(state: AngesState, action: Share, now: Ms) -> None:
    """P-10, R-6: between these two, each card up or down, in the winner's order."""
    winner, claim, answer = state.winner, state.claim, state.answer
    assert winner is not None
    assert claim is not None
    assert answer is not None
    announcer, listener = state.announcer, state.listener
    other = listener if winner == announcer else announcer
    mine: list[Laid] = []
    theirs: list[Laid] = []
    for name, place in zip(action.cards, action.places, strict=True):
        up = place.endswith("up")
        laid = (LAID_UP if up else LAID_DOWN)[FACE_OF[name]]
        if place.startswith("mine"):
            mine.append(laid)
            state.captions.append(telling.kept(winner, name, up))
        else:
            theirs.append(laid)
            state.captions.append(telling.given(winner, other, name, up))
    gained, given = state.lay(winner, mine), state.lay(other, theirs)
    gains = (gained, given) if winner == announcer else (given, gained)
    state.story.append(Exchange(announcer, listener, claim, tuple(state.hand), answer, winner, gains))
    if len(state.draw) < HAND:
        # P-14, R-7: what is left is not drawn.
        _tell(state, "pile_short", seat=listener)
        _end(state, "challenge")
    else:
        _draw_three(state, listener, now)


def _end(state: AngesState, reason: Reason) -> None:
    state.hand = []
    state.claim = None
    state.answer = None
    state.phase = "over"
    state.reason = reason
    _tell(state, "over")
