"""Solve the stage games of Anges & Démons by CFR+ and write their equilibria: `python tools/solve_anges.py`.

Needs numpy, which nothing else here does. Always writes the same file. docs/anges-bots.md explains the model."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablee.games.anges.cards import ANGELS, CLAIMS, COPIES, FACES, Claim, Face, X, is_triple
from tablee.games.anges.equilibrium import FINE, SCALE, Key, stages_in, write_stage
from tablee.games.anges.stage import (
    HANDS,
    STAKES,
    Answers,
    Hand,
    Stage,
    best_announcing,
    exploitability,
    hand_class,
    payoff,
    truths,
)

PATH = Path(__file__).parent.parent / "src/tablee/games/anges/content/equilibrium.txt"
HEADER = """\
# Equilibria of the stage games of Anges & Démons, computed by tools/solve_anges.py (CFR+), in parts of 10,000.
# By the Tablée authors, from the rules alone and no play of others. MIT, like all of Tablée.
# stage <deck> <cards drawn by a taker> <origin of the hand>
# hand <symbols> <weight, in parts of 1,000,000> <worth of a take> <triples bluffed> <truth>:<how often it is told>…
# claim <values> <share of the lies of its kind> <take> <true> <false>
"""

Floats = NDArray[np.float64]

ROUNDS: Final = 1000
SETTLING: Final = 8

INDEX: Final = {hand: place for place, hand in enumerate(HANDS)}
STAKE: Final = np.array([STAKES[hand] for hand in HANDS], dtype=np.float64)
TRUE: Final = np.array([[claim in truths(hand) for claim in CLAIMS] for hand in HANDS])
TRIPLE: Final = np.array([is_triple(claim) for claim in CLAIMS])
BELIEVED: Final = np.where(TRUE, -1.0, 1.0) * STAKE[:, None]
"""What the announcer gets if the listener says true."""
OPEN: Final = np.where(np.column_stack([TRIPLE, np.zeros((220, 2), dtype=bool)]), 0.0, 1.0)
"""The answers a claim allows."""


class Solved(NamedTuple):
    said: Floats
    """For each hand how often each claim."""
    answers: Floats
    """For each claim how often take, true, false."""


def cfr_plus(weights: Floats, takes: Floats) -> Solved:
    """Regret matching plus, alternating, with linear averages."""
    regret_said, regret_answers = np.zeros((286, 220)), np.zeros((220, 3))
    sum_said, sum_answers = np.zeros((286, 220)), np.zeros((220, 3))
    answers = OPEN / OPEN.sum(1, keepdims=True)
    for step in range(1, ROUNDS + 1):
        said = _matched(regret_said, np.ones((286, 220)))
        played = weights[:, None] * said
        true = -(BELIEVED * played).sum(0)
        worth = np.column_stack([(takes[:, None] * played).sum(0), true, -true])
        regret_answers = np.maximum(regret_answers + worth - (worth * answers).sum(1, keepdims=True), 0) * OPEN
        answers = _matched(regret_answers, OPEN)
        value = _values(answers, takes)
        regret_said = np.maximum(regret_said + value - (value * said).sum(1, keepdims=True), 0)
        sum_said += step * said
        sum_answers += step * answers
    return Solved(_matched(sum_said, np.ones((286, 220))), _matched(sum_answers, OPEN))


def _matched(regret: Floats, allowed: Floats) -> Floats:
    """In proportion to regret; evenly where there is none."""
    whole = regret.sum(1, keepdims=True)
    even = allowed / allowed.sum(1, keepdims=True)
    made: Floats = np.where(whole > 0, regret / np.where(whole > 0, whole, 1), even)
    return made


def _values(answers: Floats, takes: Floats) -> Floats:
    """What each claim is worth to each hand against these answers."""
    made: Floats = BELIEVED * (answers[:, 1] - answers[:, 2])[None, :] - takes[:, None] * answers[:, 0][None, :]
    return made


# --- What a take is worth ----------------------------------------------------------------------------------------


def fresh_weights(copies: Sequence[int]) -> Floats:
    """Three cards from the whole deck."""
    weights = np.zeros(286)
    for faces, ways in dealt(copies, 3):
        weights[INDEX[hand_class(faces)]] += ways
    made: Floats = weights / weights.sum()
    return made


def dealt(copies: Sequence[int], count: int) -> Iterator[tuple[tuple[Face, ...], int]]:
    """Every set of so many cards, and in how many ways it is dealt."""
    for faces in combinations_with_replacement(FACES, count):
        ways = 1
        for face, number in Counter(faces).items():
            ways *= comb(copies[face], number)
        if ways:
            yield faces, ways


class Taking(NamedTuple):
    takes: Floats
    """For each hand, what its taker may expect."""
    kept: Floats
    """How likely the taker keeps each hand."""


def taking(copies: Sequence[int], draws: int, worth: Floats) -> Taking:
    """A taker lays a card (an Angel for 2, any other face down for 1) and keeps the three that are worth most."""
    best = {faces: _best_keep(faces, worth) for faces, _ in dealt(copies, 3 + draws)}
    takes, weights, kept = np.zeros(286), np.zeros(286), np.zeros(286)
    for passed, passed_ways in dealt(copies, 3):
        hand = INDEX[hand_class(passed)]
        left = [number - passed.count(face) for face, number in enumerate(copies)]
        whole = comb(sum(left), draws)
        for drawn, ways in dealt(left, draws):
            value, keeps = best[tuple(sorted(passed + drawn))]
            chance = passed_ways * ways / whole
            takes[hand] += chance * value
            kept[keeps] += chance
        weights[hand] += passed_ways
    return Taking(np.where(weights > 0, takes / np.where(weights > 0, weights, 1), 0), kept / kept.sum())


def _best_keep(faces: tuple[Face, ...], worth: Floats) -> tuple[float, int]:
    best, keeps = -np.inf, 0
    angels = sum(face in ANGELS for face in faces)
    for kept in sorted(set(combinations(faces, 3))):
        hand = INDEX[hand_class(kept)]
        laid = 2 if angels > sum(face in ANGELS for face in kept) else 1
        if laid + worth[hand] > best + 1e-9:
            best, keeps = laid + worth[hand], hand
    return float(best), keeps


# --- From solutions to tables ------------------------------------------------------------------------------------
#
# What CFR+ finds has always the same shape, and the shape has the better numbers: whoever holds a triple says so; those
# whose cards are worth most to a taker bluff with triples, until half of the triples (weighted by stake) are bluffs;
# all others tell the truth as often as not. The listener takes whatever can be taken, and doubts triples just so often
# that the last bluffer does not care. Of the many equilibria this is the one in the middle.


def shaped(weights: Floats, takes: Floats) -> Stage:
    mass = weights * STAKE
    holds = (TRUE & TRIPLE[None, :]).any(1)
    wanted = float(mass[holds].sum())
    bluffs, eagerness = np.zeros(286), 0.0
    for place in sorted(np.flatnonzero(~holds & (mass > 0)), key=lambda place: -takes[place] / STAKE[place]):
        bluffs[place] = min(1.0, wanted / mass[place])
        wanted -= bluffs[place] * mass[place]
        if bluffs[place] > 0:
            eagerness = float(takes[place] / STAKE[place])
    assert wanted < 1e-9, "there are more triples than hands to bluff with"
    told = np.where(TRUE & (TRIPLE[None, :] == holds[:, None]), 1.0, 0.0)
    told *= np.where(holds, 1.0, (1 - bluffs) / 2)[:, None] / told.sum(1, keepdims=True)
    lies = _balanced(mass, told, bluffs)
    doubt = _rounded(np.array([0, (1 - eagerness) / 2, (1 + eagerness) / 2]), SCALE)
    return Stage(
        dict(zip(HANDS, _rounded(weights, FINE), strict=True)),
        dict(zip(HANDS, (round(float(take) * SCALE) / SCALE for take in takes), strict=True)),
        {hand: _truthful(hand, told[place]) for place, hand in enumerate(HANDS)},
        dict(zip(HANDS, (round(float(bluff) * SCALE) / SCALE for bluff in bluffs), strict=True)),
        dict(zip(CLAIMS, lies, strict=True)),
        {claim: Answers(*doubt) if is_triple(claim) else Answers(1, 0, 0) for claim in CLAIMS},
    )


def _balanced(mass: Floats, told: Floats, bluffs: Floats) -> list[float]:
    """The shares of lies that make every claim as often a lie as the truth, weighted by stake."""
    true = (mass[:, None] * told).sum(0)
    lies = np.where(TRIPLE, true / true[TRIPLE].sum(), true / true[~TRIPLE].sum())
    often = np.where(TRIPLE[None, :], bluffs[:, None], (1 - bluffs - told.sum(1))[:, None])
    for _ in range(200):
        allowed = np.where(TRUE, 0, lies[None, :])
        whole = np.where(TRIPLE, allowed[:, TRIPLE].sum(1, keepdims=True), allowed[:, ~TRIPLE].sum(1, keepdims=True))
        false = (mass[:, None] * often * allowed / np.where(whole > 0, whole, 1)).sum(0)
        lies *= np.where(false > 0, true / np.where(false > 0, false, 1), 0)
        lies = np.where(TRIPLE, lies / lies[TRIPLE].sum(), lies / lies[~TRIPLE].sum())
    made = np.zeros(220)
    for kind in (TRIPLE, ~TRIPLE):
        made[kind] = _rounded(lies[kind], SCALE)
    return [float(share) for share in made]


def _truthful(hand: Hand, row: Floats) -> dict[Claim, float]:
    return {claim: round(float(row[CLAIMS.index(claim)]) * SCALE) / SCALE for claim in truths(hand)}


def _rounded(shares: Floats, scale: int) -> list[float]:
    """To parts of `scale` that make up the whole."""
    parts = [int(share * scale) for share in shares]
    missing = round(float(sum(shares)) * scale) - sum(parts)
    by_rest = sorted(range(len(parts)), key=lambda place: parts[place] - float(shares[place]) * scale)
    for place in by_rest[:missing]:
        parts[place] += 1
    return [part / scale for part in parts]


def games() -> Iterator[tuple[Key, Floats, Floats]]:
    """The stage games: how likely each hand is, and what taking it is worth."""
    for deck in ("60", "54"):
        copies = [number if deck == "60" or face != X else 0 for face, number in enumerate(COPIES)]
        fresh = fresh_weights(copies)
        # Without what comes after, a take is worth the card laid.
        laid = taking(copies, 2, np.zeros(286)).takes
        worth = _values(cfr_plus(fresh, laid).answers, laid).max(1)
        for draws in (2, 3):
            # One exchange further: a hand that was chosen, instead of one that was dealt.
            chosen = taking(copies, draws, worth)
            takes = np.where(fresh > 0, chosen.takes - float((fresh * worth).sum()), 0)
            yield Key(deck, draws, "fresh"), fresh, takes
            yield Key(deck, draws, "kept"), _kept(copies, draws, takes, chosen.kept), takes


def _kept(copies: Sequence[int], draws: int, takes: Floats, kept: Floats) -> Floats:
    """The hands that takers keep who know what their hands are worth, which depends on what takers keep: what they
    would keep is mixed in, less and less, until it settles."""
    for step in range(2, SETTLING + 2):
        stage = shaped(kept, takes)
        worth = np.array([max(payoff(stage, hand, claim) for claim in CLAIMS) for hand in HANDS])
        kept = kept + (taking(copies, draws, worth).kept - kept) / step
    return kept


def value(weights: Floats, takes: Floats, solved: Solved) -> tuple[float, float]:
    """What the announcer can be sure of, and what the listener cannot prevent."""
    played = weights[:, None] * solved.said
    true = (BELIEVED * played).sum(0)
    taken = np.where(TRIPLE, np.inf, -(takes[:, None] * played).sum(0))
    sure = np.minimum(np.minimum(true, -true), taken).sum()
    return float(sure), float((weights * _values(solved.answers, takes).max(1)).sum())


def main() -> None:
    parts = [HEADER]
    for key, weights, takes in games():
        stage = shaped(weights, takes)
        low, high = value(weights, takes, cfr_plus(weights, takes))
        print(
            f"{key.deck} {key.draws} {key.origin:5}  exploitability {exploitability(stage):.5f}, an exchange is worth "
            f"{best_announcing(stage):.4f}; by CFR+ {low:.4f} to {high:.4f}",
            file=sys.stderr,
            flush=True,
        )
        parts.append(write_stage(key, stage))
    text = "".join(parts)
    assert stages_in(text)
    PATH.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
