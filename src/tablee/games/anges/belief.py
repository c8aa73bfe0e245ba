"""What is probably true of an announcement, and which lie would be believed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from tablee.games.anges.cards import CLAIMS, Claim, Face, is_triple
from tablee.games.anges.equilibrium import Key, solved
from tablee.games.anges.stage import (
    HANDS,
    STAKES,
    TRUTHFUL,
    Hand,
    Stage,
    hand_class,
    payoff,
    symbol_counts,
    truths,
    ways,
)
from tablee.kernel import Luck


class Belief(NamedTuple):
    true: float
    """How likely the claim is true."""
    stake_true: float
    """What a challenge moves if it is."""
    stake_false: float
    take: float
    """What a take is worth."""


@cache
def full_ways(key: Key) -> Mapping[Hand, int]:
    """In how many ways the whole deck deals each hand."""
    counts = symbol_counts([*(3,) * 10, *(6,) * 4, 6 if key.deck == "60" else 0])
    return {hand: ways(hand, counts) for hand in HANDS}


@cache
def worth(key: Key) -> Mapping[Hand, float]:
    """What a hand is worth to an announcer against the answers of the table."""
    stage = solved()[key]
    return {hand: max(payoff(stage, hand, claim) for claim in CLAIMS) for hand in HANDS}


def weights(key: Key, unseen: Sequence[int]) -> dict[Hand, float]:
    """How likely each hand is, when so many of each face are unseen."""
    counts = symbol_counts(unseen)
    dealt = {hand: ways(hand, counts) for hand in HANDS}
    if key.origin == "fresh":
        return {hand: float(count) for hand, count in dealt.items()}
    # A chosen hand: as the table says, in proportion to what is left of its cards.
    whole, stage = full_ways(key), solved()[key]
    return {hand: stage.weights[hand] * count / whole[hand] if whole[hand] else 0.0 for hand, count in dealt.items()}


def kept_weights(
    key: Key, passed: Sequence[Face], bared: Sequence[Face], unseen: Sequence[int], luck: Luck, samples: int
) -> dict[Hand, float]:
    """How likely each hand is of somebody who took my own cards, drew as many as the table says, bared some and kept
    the best three. Empty: nothing fits, I must have misremembered."""
    pool = [face for face, count in enumerate(unseen) for _ in range(count)]
    found: dict[Hand, float] = {}
    if len(pool) < key.draws:
        return found
    values = worth(key)
    for _ in range(samples):
        held = [*passed, *_drawn(pool, key.draws, luck)]
        for face in bared:
            if face not in held:
                break
            held.remove(face)
        else:
            best = max(_choices(tuple(sorted(held))), key=lambda hand: values[hand])
            found[best] = found.get(best, 0.0) + 1
    return found


def _drawn(pool: Sequence[Face], count: int, luck: Luck) -> list[Face]:
    places: list[int] = []
    while len(places) < count:
        place = luck.below(len(pool))
        if place not in places:
            places.append(place)
    return [pool[place] for place in places]


@cache
def _choices(held: tuple[Face, ...]) -> tuple[Hand, ...]:
    """The classes of hands that can be kept out of these cards."""
    size = len(held)
    return tuple(
        {
            hand_class((held[one], held[two], held[three])): None
            for one in range(size)
            for two in range(one + 1, size)
            for three in range(two + 1, size)
        }
    )


def judge(
    claim: Claim, stage: Stage, likely: Mapping[Hand, float], plausible: Mapping[Claim, float], suspicion: float
) -> Belief:
    """The listener's sum. `plausible` are the shares of lies as the announcer would spread them; `suspicion` is how
    many times as often as the table this announcer lies."""
    triple = is_triple(claim)
    share = plausible.get(claim, 0.0)
    true = false = stake_true = stake_false = taken = whole = 0.0
    for hand, weight in likely.items():
        if not weight:
            continue
        told = stage.truthful[hand].get(claim)
        if told is not None:
            said = weight * told
            true += said
            stake_true += said * STAKES[hand]
        else:
            bluff = stage.bluffs[hand]
            lying = bluff if triple else 1 - bluff - sum(stage.truthful[hand].values())
            said = weight * lying * share * suspicion
            false += said
            stake_false += said * STAKES[hand]
        taken += said * stage.takes[hand]
        whole += said
    if not whole:
        # Nothing that I can remember fits: it is a lie.
        return Belief(0.0, 6.0, 6.0, 2.0)
    return Belief(
        true / whole,
        stake_true / true if true else 6.0,
        stake_false / false if false else 6.0,
        taken / whole,
    )


def plausible_lies(key: Key, unseen: Sequence[int]) -> dict[Claim, float]:
    """The lies of the table, each in proportion to what could still be true."""
    stage, whole, counts = solved()[key], full_ways(key), symbol_counts(unseen)
    shares: dict[Claim, float] = {}
    sums = {True: 0.0, False: 0.0}
    for claim in CLAIMS:
        possible = sum(whole[hand] for hand in TRUTHFUL[claim])
        left = sum(ways(hand, counts) for hand in TRUTHFUL[claim])
        share = stage.lies[claim] * left / possible if possible else 0.0
        shares[claim] = share
        sums[is_triple(claim)] += share
    return {
        claim: share / whole_share if (whole_share := sums[is_triple(claim)]) else stage.lies[claim]
        for claim, share in shares.items()
    }


def some_lie(hand: Hand, triple: bool, shares: Mapping[Claim, float], luck: Luck) -> Claim:
    """A lie of this kind, drawn in proportion to these shares."""
    false = [claim for claim in CLAIMS if is_triple(claim) == triple and claim not in truths(hand)]
    drawn = luck.below(1 << 30) / (1 << 30) * sum(shares[claim] for claim in false)
    for claim in false:
        drawn -= shares[claim]
        if drawn < 0:
            return claim
    return luck.pick(false)
