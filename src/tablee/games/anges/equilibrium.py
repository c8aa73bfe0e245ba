"""The solved stage games, read from `content/equilibrium.txt`, which tools/solve_anges.py writes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from tablee.games.anges.cards import CLAIMS, Claim, sorted_claim
from tablee.games.anges.stage import HANDS, X_SYMBOL, Answers, Hand, Stage

Origin: TypeAlias = Literal["fresh", "kept"]
"""Was the announcer's hand drawn, or chosen after a take?"""
ORIGINS: Final[tuple[Origin, ...]] = get_args(Origin)

SCALE: Final = 10_000
"""Numbers are written in parts of this."""
FINE: Final = 1_000_000
"""Weights of hands, some of which are rare, in parts of this."""


class Key(NamedTuple):
    deck: str
    draws: int
    """How many cards a taker draws: three at a table of two, else two."""
    origin: Origin


@cache
def solved() -> Mapping[Key, Stage]:
    """All of them. Read once, when the first bot needs one."""
    return stages_in((files(__package__) / "content" / "equilibrium.txt").read_text(encoding="utf-8"))


def stages_in(text: str) -> dict[Key, Stage]:
    stages: dict[Key, Stage] = {}
    for part in text.split("\nstage ")[1:]:
        first, *lines = part.splitlines()
        deck, draws, origin = first.split()
        key = Key(deck, int(draws), next(known for known in ORIGINS if known == origin))
        stages[key] = _stage(lines)
    return stages


def _stage(lines: list[str]) -> Stage:
    weights: dict[Hand, float] = {}
    takes: dict[Hand, float] = {}
    truthful: dict[Hand, dict[Claim, float]] = {}
    bluffs: dict[Hand, float] = {}
    lies: dict[Claim, float] = {}
    answers: dict[Claim, Answers] = {}
    for line in lines:
        kind, name, *numbers = line.split()
        if kind == "hand":
            hand = _hand(name)
            weights[hand], takes[hand] = int(numbers[0]) / FINE, int(numbers[1]) / SCALE
            bluffs[hand] = int(numbers[2]) / SCALE
            told = (part.split(":") for part in numbers[3:])
            truthful[hand] = {_claim(said): int(often) / SCALE for said, often in told}
        else:
            share, take, true, false = (int(number) / SCALE for number in numbers)
            lies[_claim(name)], answers[_claim(name)] = share, Answers(take, true, false)
    return Stage(weights, takes, truthful, bluffs, lies, answers)


def write_stage(key: Key, stage: Stage) -> str:
    lines = [f"stage {key.deck} {key.draws} {key.origin}"]
    for hand in HANDS:
        told = " ".join(f"{_values(claim)}:{_part(share)}" for claim, share in stage.truthful[hand].items())
        weight, take, bluff = round(stage.weights[hand] * FINE), _part(stage.takes[hand]), _part(stage.bluffs[hand])
        lines.append(f"hand {_symbols(hand)} {weight} {take} {bluff} {told}")
    for claim in CLAIMS:
        numbers = " ".join(str(_part(share)) for share in (stage.lies[claim], *stage.answers[claim]))
        lines.append(f"claim {_values(claim)} {numbers}")
    return "\n".join(lines) + "\n"


def _part(share: float) -> int:
    return round(share * SCALE)


def _symbols(hand: Hand) -> str:
    return "".join("X" if symbol == X_SYMBOL else str(symbol) for symbol in hand)


def _hand(text: str) -> Hand:
    low, middle, high = (X_SYMBOL if symbol == "X" else int(symbol) for symbol in text)
    return low, middle, high


def _values(claim: Claim) -> str:
    return "".join(map(str, claim))


def _claim(text: str) -> Claim:
    return sorted_claim(int(value) for value in text)
