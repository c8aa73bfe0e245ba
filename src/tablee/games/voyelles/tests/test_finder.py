"""Finding words agrees with looking at every word, one by one."""

from __future__ import annotations

from functools import cache

import pytest

from tablee.games.voyelles.finder import finder
from tablee.games.voyelles.having import FILE, count, pack, unpack
from tablee.games.voyelles.letters import CONSONANTS, VOWELS, fold, vowel_counts
from tablee.games.voyelles.lexicon import lexicon, read
from tablee.kernel.luck import ScriptedLuck

FULL = (12, 12, 12, 12, 12)


@cache
def every_form() -> tuple[tuple[str, str], ...]:
    return tuple((form, fold(form)) for form in lexicon())


def slowly(shown: str, every_double: bool) -> set[str]:
    wanted = {letter: shown.count(letter) if every_double else 1 for letter in shown}
    found = every_form()
    for letter, times in wanted.items():
        found = tuple((form, key) for form, key in found if key.count(letter) >= times)
    return {form for form, _ in found}


@pytest.mark.parametrize(
    ("shown", "every_double"),
    [("dtn", True), ("wyz", True), ("ttn", True), ("sss", True), ("bbb", False), ("qjj", True), ("wwq", True)],
)
def test_all_words_for_a_draw(shown: str, every_double: bool) -> None:
    bits = finder().fitting(shown, every_double)
    found = slowly(shown, every_double)
    assert bits.bit_count() == len(found)
    assert set(finder().forms(bits)) == found
    assert list(finder().first(bits, 3)) == [form for form in lexicon() if form in found][:3]


@pytest.mark.parametrize(
    ("shown", "room"),
    [
        ("dtn", FULL),
        ("lhm", (0, 0, 2, 5, 9)),
        ("rst", (0, 0, 0, 0, 1)),
        ("wyz", FULL),
        ("pcq", (3, 1, 12, 2, 12)),
        ("fgh", (1, 2, 3, 4, 5)),
        ("sss", (0, 1, 0, 0, 0)),
    ],
)
def test_the_best_words_for_a_draw_and_some_pawns(shown: str, room: tuple[int, ...]) -> None:
    bits = finder().moving(finder().fitting(shown, True), room)
    values = {}
    for form in slowly(shown, True):
        steps = tuple(map(min, vowel_counts(fold(form)), room))
        if any(steps):
            values[form] = sum(steps)
    assert bits.bit_count() == len(values)
    most, best = finder().best(bits, room)
    assert most == max(values.values(), default=0)
    assert set(finder().forms(best)) == {form for form, value in values.items() if value == most}


def test_nothing_is_found_where_there_is_nothing() -> None:
    bits = finder().fitting("wwq", True)
    assert bits == 0
    assert finder().best(bits, FULL) == (0, 0)
    assert finder().forms(bits) == list(finder().first(bits, 3)) == []
    assert finder().moving(finder().fitting("dtn", True), (0, 0, 0, 0, 0)) == 0


def test_no_form_has_a_vowel_more_often_than_is_counted() -> None:
    assert max(key.count(vowel) for _, key in every_form() for vowel in VOWELS) <= 8


def test_what_is_stored_is_what_the_lexicon_has() -> None:
    counted = count(lexicon().text())
    assert unpack(read(FILE)) == counted == unpack(pack(counted, len(lexicon())))
    for letter in VOWELS + CONSONANTS:
        sets = [finder().having(letter, times) for times in range(1, len(counted[letter]) + 1)]
        assert tuple(sets) == counted[letter]
        assert finder().having(letter, len(sets) + 1) == 0


def test_some_forms_are_those_that_come_next() -> None:
    size = len(lexicon())
    for shown in ("wyz", "mmp", "rst"):
        bits = finder().fitting(shown, True)
        forms = [number for number, digit in enumerate(f"{bits:0{size}b}") if digit == "1"]
        draws = [0, forms[0], forms[0] + 1, size // 2, forms[-1] - 6_000, forms[-1] - 1, forms[-1], size - 1]
        following = [next((number for number in forms if number >= draw), forms[0]) for draw in draws]
        luck = ScriptedLuck(draws)
        assert finder().some(bits, len(draws), luck) == [lexicon().form(number) for number in following]
        luck.finish()
    assert finder().some(0, 3, ScriptedLuck([])) == []


def test_no_consonant_shown_fits_every_form() -> None:
    assert finder().fitting("", True).bit_count() == len(lexicon())


def test_forms_can_be_taken_out() -> None:
    bits = finder().fitting("qzj", True)
    words = finder().forms(bits)
    left = finder().without(bits, [fold(words[0]), "maison", "schmurtz"])
    assert set(finder().forms(left)) == {word for word in words if fold(word) != fold(words[0])}
