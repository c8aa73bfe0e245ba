"""Bots for Copieur !. They get what their seat gets, and differ in how fast they forget.

Weaker levels err as people do: places get mixed up, an exchange is overlooked, a result is gone. All of them copy where
they think the slate most likely is; all keep one and the same pace until their role is public (R-10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tablee.bots.bot import Bot
from tablee.bots.pace import fraction, reflex, thinking
from tablee.games.copieur.actions import (
    Claim,
    CopieurAction,
    Declare,
    Deny,
    Exchange,
    ExchangeCentre,
    Hint,
    HintCentre,
    Point,
    PointCentre,
    Ready,
    Roll,
    Slap,
    TellCentre,
    TellMine,
)
from tablee.games.copieur.memory import Memory, Retention
from tablee.games.copieur.operations import GREATEST, SLATES, result_of
from tablee.games.copieur.state import Place
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import Ask, Luck, Ms, Seat, View
from tablee.kernel.frames import Frame

CopieurView = View[CopieurBoard, CopieurHand]

SURE: Final = 0.85
"""So sure of a place, one exchanges without pointing first."""
QUIET: Final = 0.03
"""How often a holder is still silent when the window is nearly over."""


@dataclass(frozen=True, slots=True)
class Persona:
    retention: Retention
    bets: float
    """How sure of a Teacher one must be to slap before the question."""
    accuses: float
    """How sure of a slate in the centre one must be to tell."""
    honest: float
    """How often a claim depends on what is true. Else it carries no information."""
    talks: float
    """How often one answers when one's slate is eyed."""
    chats: float
    """How often one has something to say otherwise."""
    slips: float
    """How often an answer is wrong by a slip."""
    reacts: Ms
    """The mean of a reflex, without what there is to work out."""
    reckons: Ms
    """The median time to work out an operation."""


class CopieurBot(Bot[CopieurAction, CopieurBoard, CopieurHand]):
    def __init__(self, seat: Seat, persona: Persona) -> None:
        self.memory = Memory(seat, persona.retention)
        self._persona = persona
        self._answered: set[tuple[int, Place | None]] = set()
        """What one has decided whether to comment on: the die of a turn, a pointing in it."""

    def see(self, frame: Frame[CopieurBoard, CopieurHand]) -> None:
        self.memory.keep(frame)

    def act(self, view: CopieurView, ask: Ask, luck: Luck) -> CopieurAction | None:
        self.memory.catch_up(luck)
        hand = view.hand
        assert hand is not None
        if ask.kind == "look":
            return Ready() if hand.seat in ask.awaited else None
        if ask.kind == "roll":
            return Roll()
        if ask.kind == "play":
            return self._play(view.board, hand, luck)
        if ask.kind == "claim":
            return self._talk(view.board, hand, luck)
        if ask.kind == "tell":
            return self._tell(view.board, hand)
        return self._slap(view.board, hand, luck)

    def think(self, view: CopieurView, ask: Ask, luck: Luck) -> Ms:
        """Before the role is public nothing here depends on one's slate."""
        self.memory.catch_up(luck)
        board, hand, persona = view.board, view.hand, self._persona
        assert hand is not None
        if ask.kind == "look":
            return thinking(luck, 6_000)
        if ask.kind == "roll":
            return thinking(luck, 1_200)
        if ask.kind == "play":
            return thinking(luck, 2_600 if board.role is None else 3_200, longest=25_000)
        if ask.kind == "claim":
            return thinking(luck, 1_400)
        if ask.kind == "early":
            return reflex(luck, persona.reacts + 400, 120, 250)
        if ask.kind == "tell":
            if hand.slate is not None and hand.slate.number == board.die:
                return reflex(luck, persona.reacts + 700, 200, 500)
            # Who has it not waits whether somebody has.
            return board.options.telling * 1_000 * (70 + luck.below(21)) // 100
        is_known = board.die is not None and board.die in self.memory.results
        reckoning = thinking(luck, 250 if is_known else persona.reckons, longest=9_000)
        return reflex(luck, persona.reacts, 80, 150) + reckoning

    def _play(self, board: CopieurBoard, hand: CopieurHand, luck: Luck) -> CopieurAction:
        die = board.die
        assert die is not None
        if hand.slate is not None and hand.slate.number == die:
            return Declare()
        chances = self.memory.belief.places(die)
        chances[hand.seat] = -1
        best = _best(range(SLATES), chances, luck)
        seats = len(board.points)
        if board.pointed is None and chances[best] < SURE:
            # Point first, and see what is said.
            return Point(best) if best < seats else PointCentre(best - seats + 1)
        return Exchange(best) if best < seats else ExchangeCentre(best - seats + 1)

    def _talk(self, board: CopieurBoard, hand: CopieurHand, luck: Luck) -> CopieurAction | None:
        """P-6. Whoever plays keeps quiet: what they said would depend on a role that is not public."""
        occasion = (board.turn, board.pointed)
        is_mine = board.pointed == hand.seat
        if hand.seat == board.active or not board.claims_left[hand.seat] or occasion in self._answered:
            return None
        self._answered.add(occasion)
        persona = self._persona
        if fraction(luck) > (persona.talks if is_mine else persona.chats):
            return None
        return self._say(board, hand, is_mine, luck)

    def _say(self, board: CopieurBoard, hand: CopieurHand, is_mine: bool, luck: Luck) -> CopieurAction:
        die, seats = board.die, len(board.points)
        is_honest = fraction(luck) <= self._persona.honest
        has_it = hand.slate is not None and hand.slate.number == die
        if is_mine:
            # “It is not me”: said by who has it not; by everybody else alike.
            if is_honest and has_it and die is not None:
                return Claim(die)
            if is_honest or luck.chance(2, 3):
                return Deny()
            return Claim(1 + luck.below(SLATES))
        others = [place for place in range(SLATES) if place not in (hand.seat, board.active)]
        place = luck.pick(others)
        if is_honest and die is not None and not has_it:
            place = _best(others, [self.memory.belief.chance(other, die) for other in others], luck)
        return Hint(place) if place < seats else HintCentre(place - seats + 1)

    def _tell(self, board: CopieurBoard, hand: CopieurHand) -> CopieurAction | None:
        die, seats = board.die, len(board.points)
        assert die is not None
        if hand.slate is not None and hand.slate.number == die:
            return TellMine()
        if self.memory.copied == hand.seat or seats == SLATES:
            # The Copied would be punished with the Copier.
            return None
        chances = self.memory.belief.places(die)
        for seat in range(seats):
            if seat != board.active:
                chances[seat] *= QUIET
        best = max(range(seats, SLATES), key=chances.__getitem__)
        return TellCentre(best - seats + 1) if chances[best] > self._persona.accuses * sum(chances) else None

    def _slap(self, board: CopieurBoard, hand: CopieurHand, luck: Luck) -> CopieurAction | None:
        if hand.answer is not None or board.die is None:
            return None
        result = self.memory.results.get(board.die)
        if board.question is not None:
            result = result_of(board.question)
        elif result is None or self.memory.belief.chance(board.active, board.die) < self._persona.bets:
            # P-14: before the question one bets on one's memory.
            return None
        if fraction(luck) <= self._persona.slips:
            result = luck.pick([answer for answer in board.pad or range(GREATEST + 1) if answer != result])
        return Slap(result)


def _best(items: Sequence[int], chances: Sequence[float], luck: Luck) -> int:
    """The item with the highest chance, any of them if several have it."""
    highest = max(chances)
    return luck.pick([item for item, chance in zip(items, chances, strict=True) if chance > highest - 1e-9])


PERSONAS: Final[Mapping[str, Persona]] = {
    "easy": Persona(
        Retention(forgets=0.5, rattled=2.0, misses=0.04, loses=0.05, trusts=1.5, follows=8),
        bets=0.6, accuses=0.65, honest=0.7, talks=0.8, chats=0.45, slips=0.08, reacts=480, reckons=2_200,
    ),
    "medium": Persona(
        Retention(forgets=0.22, rattled=1.0, misses=0.03, loses=0.04, trusts=1.3, follows=8),
        bets=0.6, accuses=0.65, honest=0.4, talks=0.6, chats=0.15, slips=0.06, reacts=450, reckons=2_000,
    ),
    "hard": Persona(
        Retention(forgets=0.16, rattled=0.6, misses=0.01, loses=0.03, trusts=1.15, follows=8),
        bets=0.6, accuses=0.65, honest=0.2, talks=0.3, chats=0.03, slips=0.04, reacts=430, reckons=1_900,
    ),
    "expert": Persona(
        Retention(forgets=0.10, rattled=0.3, misses=0.0, loses=0.02, trusts=1.0, follows=8),
        bets=0.6, accuses=0.65, honest=0.0, talks=0.1, chats=0.003, slips=0.02, reacts=410, reckons=1_800,
    ),
}  # fmt: skip


def _maker(persona: Persona) -> Callable[[Seat], CopieurBot]:
    return lambda seat: CopieurBot(seat, persona)


BOTS: Final[Mapping[str, Callable[[Seat], CopieurBot]]] = {name: _maker(who) for name, who in PERSONAS.items()}
