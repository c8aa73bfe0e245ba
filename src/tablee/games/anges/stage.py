"""One exchange as a small game of its own, which can be solved: docs/anges-bots.md says why it looks like this.

The announcer holds one of 286 *classes* of hands, for only values and X matter to what is true; says one of 220 claims;
the listener answers one of three things. Payoffs are the points of the announcer minus those of the listener.
- A challenge moves the *stake*: two points for a numbered card, one for an X, to whoever is right. (An Angel is kept
  for +2, a Demon given for −2; an X kept face down for +1.)
- A take gives the listener what a take is worth (`take`): the card laid, and a hand chosen from more cards than three.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Final, NamedTuple, TypeAlias

from tablee.games.anges.cards import CLAIMS, FACES, Claim, Face, X, is_triple, readings, value_of

Hand: TypeAlias = tuple[int, int, int]
"""A class of hands: three symbols in ascending order, 0–9 for a value and 10 for an X."""

X_SYMBOL: Final = 10
HANDS: Final[tuple[Hand, ...]] = tuple(
    (low, middle, high) for low, middle, high in combinations_with_replacement(range(11), 3)
)
"""All 286 of them."""


def hand_class(faces: Sequence[Face]) -> Hand:
    low, middle, high = sorted(symbol_of(face) for face in faces)
    return low, middle, high


def symbol_of(face: Face) -> int:
    value = value_of(face)
    return X_SYMBOL if value is None else value


@cache
def truths(hand: Hand) -> tuple[Claim, ...]:
    return readings([X if symbol == X_SYMBOL else symbol for symbol in hand])


TRUTHFUL: Final[Mapping[Claim, tuple[Hand, ...]]] = {
    claim: tuple(hand for hand in HANDS if claim in truths(hand)) for claim in CLAIMS
}
"""The hands of which a claim is true."""

STAKES: Final[Mapping[Hand, int]] = {hand: 6 - hand.count(X_SYMBOL) for hand in HANDS}
"""What a challenge of this hand moves from one to the other."""


def symbol_counts(faces: Sequence[int]) -> tuple[int, ...]:
    """From so many of each face to so many of each symbol."""
    counts = [0] * 11
    for face in FACES:
        counts[symbol_of(face)] += faces[face]
    return tuple(counts)


def ways(hand: Hand, counts: Sequence[int]) -> int:
    """In how many ways three cards out of these make this hand."""
    made = 1
    for symbol in set(hand):
        made *= comb(counts[symbol], hand.count(symbol))
    return made


class Answers(NamedTuple):
    """How often the listener answers a claim in each way; together 1."""

    take: float
    true: float
    false: float


class Stage(NamedTuple):
    """A stage game and how it is played."""

    weights: Mapping[Hand, float]
    """How likely the announcer holds each hand; together 1."""
    takes: Mapping[Hand, float]
    """What taking this hand is worth to the listener."""
    truthful: Mapping[Hand, Mapping[Claim, float]]
    """How often each truth is told of a hand."""
    bluffs: Mapping[Hand, float]
    """How often a triple is claimed of a hand that is none; what is still missing to 1 are other lies."""
    lies: Mapping[Claim, float]
    """Which lies are told: the shares of the triples make up 1, and so do those of all others."""
    answers: Mapping[Claim, Answers]


def announcing(stage: Stage, hand: Hand) -> dict[Claim, float]:
    """How often each claim is made with this hand."""
    said = dict(stage.truthful[hand])
    bluff = stage.bluffs[hand]
    for is_bluff, often in ((True, bluff), (False, 1 - bluff - sum(said.values()))):
        false = {
            claim: share
            for claim, share in stage.lies.items()
            if share and is_triple(claim) == is_bluff and claim not in stage.truthful[hand]
        }
        whole = sum(false.values())
        for claim, share in false.items():
            said[claim] = often * share / whole
    return said


def exploitability(stage: Stage) -> float:
    """What both could win together by answering the other's play perfectly: 0 in an equilibrium."""
    return best_announcing(stage) + best_answering(stage)


def best_announcing(stage: Stage) -> float:
    """The best an announcer can get against these answers."""
    best = 0.0
    for hand, weight in stage.weights.items():
        if weight:
            best += weight * max(payoff(stage, hand, claim) for claim in CLAIMS)
    return best


def payoff(stage: Stage, hand: Hand, claim: Claim) -> float:
    answers = stage.answers[claim]
    # Whoever is right gets the stake: the truth wins when it is doubted, a lie when it is believed.
    swing = answers.false - answers.true if claim in truths(hand) else answers.true - answers.false
    return STAKES[hand] * swing - stage.takes[hand] * answers.take


def best_answering(stage: Stage) -> float:
    """The best a listener can get against these announcements."""
    taken, believed = dict.fromkeys(CLAIMS, 0.0), dict.fromkeys(CLAIMS, 0.0)
    for hand, weight in stage.weights.items():
        if not weight:
            continue
        for claim, share in announcing(stage, hand).items():
            stake = weight * share * STAKES[hand]
            believed[claim] += stake if claim in truths(hand) else -stake
            taken[claim] += weight * share * stage.takes[hand]
    # P-5: three equal values cannot be taken.
    return sum(
        abs(believed[claim]) if is_triple(claim) else max(abs(believed[claim]), taken[claim]) for claim in CLAIMS
    )
