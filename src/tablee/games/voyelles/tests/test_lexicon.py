"""The lexicon: what must be a word is one, what must not is not, and letters are folded as R-3 says."""

from __future__ import annotations

import zlib
from hashlib import sha256
from pathlib import Path

import pytest

from tablee.games.voyelles.familiarity import familiarity
from tablee.games.voyelles.letters import fold, is_one_slip, is_spelt, missing_letters, tidy, vowel_counts
from tablee.games.voyelles.lexicon import Lexicon, folded, lexicon, pack
from tablee.games.voyelles.meta import META

HERE = Path(__file__).parent
CONTENT = HERE.parent / "content"


def words_of(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [word for line in lines for word in line.partition("#")[0].split()]


ACCEPTED, REFUSED = words_of(HERE / "must_accept.txt"), words_of(HERE / "must_refuse.txt")


def test_the_lists_are_long_enough() -> None:
    assert len(set(ACCEPTED)) >= 300
    assert len(set(REFUSED)) >= 100


def test_what_must_be_accepted_is() -> None:
    assert [word for word in ACCEPTED if word not in lexicon().spellings(fold(word))] == []


def test_what_must_be_refused_is() -> None:
    assert [word for word in REFUSED if fold(word) in lexicon()] == []


@pytest.mark.parametrize("word", ["mère", "œuvres", "naïfs", "mangeassions"])
def test_the_four_that_were_promised(word: str) -> None:
    assert word in lexicon().spellings(fold(word))
    assert lexicon().spellings(fold(word.upper())) == lexicon().spellings(fold(word))


def test_what_was_allowed_and_denied_by_hand() -> None:
    assert [word for word in words_of(CONTENT / "allow.txt") if fold(word) not in lexicon()] == []
    forms = set(lexicon())
    assert [word for word in words_of(CONTENT / "deny.txt") if word in forms] == []


def test_words_without_a_vowel_stay_in_the_lexicon() -> None:
    assert all(word in lexicon() for word in ("thym", "lynx", "gym", "psy"))


@pytest.mark.parametrize("word", ["", "\n", "mère", "dent\n", "dent\n\ndente", "zzzzzzzz", "a b", "den\nt", "AAA", "é"])
def test_what_is_not_folded_is_not_found(word: str) -> None:
    assert word not in lexicon()
    assert lexicon().spellings(word) == ()


def test_all_spellings_of_one_key() -> None:
    assert lexicon().spellings("peche") == ("pèche", "péché", "pêche", "pêché")
    assert lexicon().spellings("oeuvres") == ("œuvres",)


def test_every_form_is_found_under_its_own_number() -> None:
    for number, form in enumerate(lexicon()):
        if number % 997 == 0:
            assert number in lexicon().numbers(fold(form))
            assert lexicon().form(number) == form


@pytest.mark.parametrize("beginning", ["", "m", "pe", "pech", "peches", "zzz", "divertiss"])
def test_words_that_begin_alike_are_looked_up_together(beginning: str) -> None:
    words = [beginning + end for end in ("", "e", "ere", "a", "er", "es", "ent", "eme", "zz", "ement", "o", "y", "{")]
    assert lexicon().among(beginning, words) == [word for word in words if word in lexicon()]


def test_many_forms_at_once_are_the_same_as_one_by_one() -> None:
    size = len(lexicon())
    stretches = [(0, 1), (3, 5), (60, 70), (127, 129), (4_000, 5_000), (size - 70, size - 60), (size - 1, size)]
    numbers = [number for first, end in stretches for number in range(first, end)]
    assert lexicon().forms(stretches) == [lexicon().form(number) for number in numbers]
    assert lexicon().forms([(0, size)]) == list(lexicon())
    assert lexicon().forms([]) == []


def test_every_form_is_read_as_it_was_written() -> None:
    stored = zlib.decompress((CONTENT / "lexicon.bin").read_bytes()).replace(b"\n\n", b"\n")
    assert "\n".join(lexicon()) == stored.decode("cp1252")


def test_forms_are_sorted_by_their_letters_and_never_twice() -> None:
    forms = list(lexicon())
    assert len(forms) == len(lexicon()) == len(set(forms)) > 440_000
    keys = [fold(form) for form in forms]
    assert keys == sorted(keys)
    assert all(key.isascii() and key.isalpha() for key in keys)
    assert [line.decode() for line in lexicon().text().splitlines()] == keys


def test_folding_many_is_folding_each() -> None:
    text = "Œuvré ÇA æquo àâäáãåçéèêëíîïñóôöùûüÿ".lower()
    assert folded(text.encode("cp1252")).decode() == fold(text)


def test_equal_letters_never_part() -> None:
    words = sorted([f"mot{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"] * 4 + ["motzé", "motzè", "motze"] * 30)
    packed = Lexicon(pack(words))
    assert len(packed.numbers("motze")) == 90
    assert list(packed) == words


def test_the_game_s_version_names_its_words() -> None:
    for name, hashed in META.contents.items():
        assert sha256((CONTENT / name).read_bytes()).hexdigest() == hashed
    assert set(META.contents) == {"lexicon.bin", "familiarity.bin"}


@pytest.mark.parametrize("name", ["lexicon", "familiarity", "having"])
def test_the_notice_names_licence_origin_and_hash(name: str) -> None:
    notice = (CONTENT / f"{name}.NOTICE").read_text(encoding="utf-8")
    assert sha256((CONTENT / f"{name}.bin").read_bytes()).hexdigest() in notice
    assert ("CC BY-SA 4.0" if name == "familiarity" else "Mozilla Public License") in notice
    if name == "having":
        assert META.contents["lexicon.bin"] in notice
    if name == "lexicon":
        for list_name in ("allow.txt", "deny.txt"):
            assert sha256((CONTENT / list_name).read_bytes()).hexdigest() in notice


def test_the_content_is_small() -> None:
    assert sum(path.stat().st_size for path in CONTENT.iterdir()) < 1_800_000


def test_familiar_words_are_familiar() -> None:
    levels = {form: familiarity().level(lexicon().numbers(fold(form))[0]) for form in ("maison", "cousîmes", "onyx")}
    assert levels["maison"] == 9
    assert levels["cousîmes"] == 0
    assert 1 <= levels["onyx"] <= 5
    for level in range(10):
        above = familiarity().at_least(level + 1) if level < 9 else 0
        assert familiarity().just(level) == familiarity().at_least(level) ^ above
        everything_below = familiarity().at_least(0) ^ above
        assert familiarity().most_familiar(everything_below) == familiarity().just(level)
    assert familiarity().most_familiar(0) == 0
    sizes = [familiarity().at_least(level).bit_count() for level in (9, 6, 4, 2, 0)]
    assert sizes[:4] == pytest.approx([1_000, 8_000, 20_000, 50_000], rel=0.01)
    assert sizes[4] == len(lexicon())


# --- Letters -----------------------------------------------------------------------------------------------------


def test_tidy_and_fold() -> None:
    assert tidy("  E\u0301Te\u0301 ") == "été"
    assert fold("Été") == "ete"
    assert fold("Œdème") == "oedeme"
    assert fold("ægosome") == "aegosome"
    assert fold("ça") == "ca"


def test_what_is_spelt() -> None:
    assert all(map(is_spelt, ("été", "œuf", "l’an", "arc-en-ciel", "ñ")))
    assert not any(map(is_spelt, ("", "a1", "зуб", "a b", "🙂", "ß")))


@pytest.mark.parametrize(
    ("word", "shown", "every_double", "missing"),
    [
        ("tente", ("t", "t", "n"), True, ()),
        ("tenu", ("t", "t", "n"), True, ("t",)),
        ("tenu", ("t", "t", "n"), False, ()),
        ("ami", ("s", "s", "s"), True, ("s", "s", "s")),
        ("ami", ("s", "s", "s"), False, ("s",)),
        ("assis", ("s", "s", "s"), True, ()),
    ],
)
def test_missing_letters(word: str, shown: tuple[str, ...], every_double: bool, missing: tuple[str, ...]) -> None:
    assert missing_letters(word, shown, every_double) == missing


def test_vowel_counts() -> None:
    assert vowel_counts("divertissement") == (0, 3, 2, 0, 0)
    assert vowel_counts("royaume") == (1, 1, 0, 1, 1)


@pytest.mark.parametrize(
    ("first", "second", "is_slip"),
    [
        ("dent", "dents", True), ("dents", "dent", True), ("dent", "dont", True), ("dent", "dnet", True),
        ("dent", "edent", True), ("dent", "den", True), ("dent", "ent", True), ("", "a", True), ("a", "", True),
        ("dent", "dent", False), ("dent", "dentes", False), ("dent", "tned", False), ("dent", "dtne", False),
        ("dent", "doit", False), ("", "", False), ("abcd", "badc", False), ("ab", "ba", True),
    ],
)  # fmt: skip
def test_one_slip_of_the_pen(first: str, second: str, is_slip: bool) -> None:
    assert is_one_slip(first, second) == is_slip
