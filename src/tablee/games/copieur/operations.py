"""What stands on a slate beside its number: an operation in the school's own signs, the same in every language.

R-1: the printed rules do not list the operations, so each table makes its own, by school level."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from tablee.kernel import Luck

Level: TypeAlias = Literal["cp", "ce", "cm", "adulte"]

SLATES: Final = 6
GREATEST: Final = 99
"""No result is greater, so that two keys are enough."""

_SIGN: Final = re.compile(r"[()+−×=?]|\d+")


def _cp() -> Iterator[str]:
    """Sums to 10."""
    return (f"{a} + {b}" for a in range(1, 10) for b in range(1, 10) if 3 <= a + b <= 10)


def _ce() -> Iterator[str]:
    """Sums and differences to 20."""
    yield from (f"{a} + {b}" for a in range(2, 19) for b in range(2, 19) if 5 <= a + b <= 20)
    yield from (f"{a} − {b}" for a in range(5, 21) for b in range(2, a - 1))


def _cm() -> Iterator[str]:
    """Tables and missing terms."""
    yield from (f"{a} × {b}" for a in range(2, 10) for b in range(2, 10))
    yield from (f"{a} × ? = {a * b}" for a in range(3, 10) for b in range(2, 10))
    yield from (f"{a} + ? = {a + b}" for a in range(11, 40) for b in range(5, 30))


def _adulte() -> Iterator[str]:
    """Two steps."""
    small, digits = range(3, 10), range(2, 10)
    yield from (f"{a} × {b} + {c}" for a in small for b in small for c in digits)
    yield from (f"{a} × {b} − {c}" for a in small for b in small for c in digits if a * b - c >= 5)
    yield from (f"({a} + {b}) × {c}" for a in digits for b in digits for c in digits if (a + b) * c <= GREATEST)


_MAKERS: Final = {"cp": _cp, "ce": _ce, "cm": _cm, "adulte": _adulte}


def result_of(operation: str) -> int:
    """What is to be said aloud: the value, or the term that is missing."""
    known = _RESULTS.get(operation)
    return solve(operation) if known is None else known


@lru_cache(maxsize=1024)
def results_of(operations: tuple[str, ...]) -> tuple[int, ...]:
    """In ascending order. A table keeps its operations, and is asked for their results again and again."""
    return tuple(sorted(map(result_of, operations)))


def solve(operation: str) -> int:
    """The same, worked out. ValueError where it is no operation of ours."""
    signs = _SIGN.findall(operation)
    if "?" not in signs:
        return _sum(signs)
    left, right = signs[: signs.index("=")], signs[signs.index("=") + 1 :]
    for missing in range(GREATEST + 1):
        if _sum([str(missing) if sign == "?" else sign for sign in left]) == int(right[0]):
            return missing
    raise ValueError(f"nothing fits {operation}")


def _sum(signs: list[str]) -> int:
    """Reads the signs from the left and leaves those it has not read."""
    signs = list(signs)
    total = _product(signs)
    while signs and signs[0] in "+−":
        is_plus = signs.pop(0) == "+"
        term = _product(signs)
        total += term if is_plus else -term
    if signs:
        raise ValueError(f"{signs[0]} was not expected")
    return total


def _product(signs: list[str]) -> int:
    total = _term(signs)
    while signs and signs[0] == "×":
        signs.pop(0)
        total *= _term(signs)
    return total


def _term(signs: list[str]) -> int:
    sign = signs.pop(0)
    if sign != "(":
        return int(sign)
    end = signs.index(")")
    inside = _sum(signs[:end])
    del signs[: end + 1]
    return inside


@cache
def bank(level: Level) -> Mapping[int, Sequence[str]]:
    """Every operation of this level, by result."""
    found: dict[int, list[str]] = {}
    for operation in _MAKERS[level]():
        found.setdefault(solve(operation), []).append(operation)
    return {result: tuple(found[result]) for result in sorted(found)}


_RESULTS: Final = {text: result for level in _MAKERS for result, texts in bank(level).items() for text in texts}


def make_operations(level: Level, luck: Luck) -> tuple[str, ...]:
    """R-1: one for each slate, results all different and never the slate's own number."""
    return complete(level, {}, (), luck)


def complete(level: Level, known: Mapping[int, str], results: Sequence[int], luck: Luck) -> tuple[str, ...]:
    """Operations for slates 1 to 6, of which some are known; where `results` are given, those are the six results."""
    taken = {result_of(text) for text in known.values()}
    missing = [number for number in range(1, SLATES + 1) if number not in known]
    pool = [result for result in results or bank(level) if result not in taken]
    found = None
    while found is None:
        found = _hand_out(pool, missing, luck)
    texts = {number: luck.pick(bank(level)[result]) for number, result in found.items()}
    return tuple(known.get(number) or texts[number] for number in range(1, SLATES + 1))


def _hand_out(pool: Sequence[int], numbers: Sequence[int], luck: Luck) -> dict[int, int] | None:
    """A result of the pool for each of these slates; None if the last one finds only its own number left."""
    left = list(pool)
    found: dict[int, int] = {}
    for number in numbers:
        fitting = left.copy()
        if number in fitting:
            fitting.remove(number)
        if not fitting:
            return None
        found[number] = luck.pick(fitting)
        left.remove(found[number])
    return found
