"""Every word a player reads: what templates do, and that both languages have them all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tablee.games
from tablee.kernel.game import ALL, Caption, Fact, Refusal
from tablee.words import LANGUAGES, SHARED, NoWords, Words, load_locale, template_facts

GAMES = Path(tablee.games.__file__).parent
FOLDERS = [SHARED, *sorted(GAMES.glob("*/locales"))]
KERNEL = {
    "too_late": set(),
    "not_now": set(),
    "not_yours": set(),
    "malformed": set(),
    "seats": {"seats", "low", "high"},
    "no_such_seat": {"option", "seat", "seats"},
    "option_range": {"option", "value", "low", "high"},
    "no_teams": set(),
    "team_too_small": {"team", "least"},
    "team_missing": set(),
}


def every_text(path: Path) -> Iterator[tuple[str, str]]:
    locale = load_locale(path)
    for part, templates in locale.templates.items():
        for code, template in templates.items():
            # What stands in braces is no prose.
            yield f"{part}.{code}", re.sub(r"\{[^}]*\}", "x", template)
    if locale.rules is not None:
        yield "title", locale.rules.title
        yield from (("short", text) for text in locale.rules.short)
        for section in locale.rules.full:
            yield section.title, section.title
            yield from ((section.title, text) for text in section.text)


@pytest.fixture
def locales(tmp_path: Path) -> Path:
    """A game's words."""
    french = {
        "refusals": {"taken": "{cell} est pris."},
        "captions": {
            "took": "{seat} prend {cell} et donne {stones} {stones:pierre|pierres} à {to}.",
            "took@seat": "Vous prenez {cell}.",
            "took@to": "{seat} vous donne {stones} {stones:pierre|pierres}.",
            "won": "{winners} gagnent {digits}.",
        },
        "labels": {"option.first": "premier", "sure": "{ready:sûr|pas sûr}", "suits": "{suits}", "suit.heart": "cœur"},
        "rules": {"title": "Jeu", "short": ["Court."], "full": [{"title": "Un", "text": ["Long.", "Très."]}]},
    }
    (tmp_path / "fr.json").write_text(json.dumps(french), encoding="utf-8")
    return tmp_path


def french(locales: Path, strict: bool = True) -> Words:
    return Words("fr", locales, names=("Ana", "Bob", "Cléo"), formats={"cell": "ABC".__getitem__}, strict=strict)


def took(stones: int) -> Caption:
    return Caption("took", {"seat": 0, "to": 1, "cell": 2, "stones": stones}, ALL)


def test_seats_are_named_and_cells_are_formatted(locales: Path) -> None:
    assert french(locales).caption(took(3)) == "Ana prend C et donne 3 pierres à Bob."
    assert french(locales).refusal(Refusal("taken", {"cell": 0})) == "A est pris."


def test_a_sentence_speaks_to_the_person_it_is_about(locales: Path) -> None:
    words = french(locales)
    assert words.caption(took(3), 0) == "Vous prenez C."
    assert words.caption(took(3), 1) == "Ana vous donne 3 pierres."
    assert words.caption(took(3), 2) == words.caption(took(3)) == "Ana prend C et donne 3 pierres à Bob."
    assert words.caption(Caption("won", {"winners": (0, 1), "digits": (4,)}, ALL), 0) == "Ana et Bob gagnent 4."


@pytest.mark.parametrize(("count", "word"), [(0, "pierre"), (1, "pierre"), (2, "pierres")])
def test_french_counts_nought_as_one(locales: Path, count: int, word: str) -> None:
    assert f"{count} {word} à" in french(locales).caption(took(count))


@pytest.mark.parametrize(("count", "word"), [(0, "points"), (1, "point"), (2, "points")])
def test_english_counts_nought_as_many(count: int, word: str) -> None:
    assert Words("en", strict=True).label("rank", rank=1, seat=0, score=count).endswith(f"{count} {word}")


def test_a_bool_chooses_too(locales: Path) -> None:
    assert french(locales).label("sure", ready=True) == "sûr"
    assert french(locales).label("sure", ready=False) == "pas sûr"


def test_several_are_listed(locales: Path) -> None:
    caption = Caption("won", {"winners": (0, 1, 2), "digits": (4, 5)}, ALL)
    assert french(locales).caption(caption) == "Ana, Bob et Cléo gagnent 4 et 5."


def test_texts_of_a_list_are_shown_by_their_labels_where_they_have_one(tmp_path: Path) -> None:
    book = {"captions": {"why": "Pour {reasons}."}, "labels": {"reasons.night": "la nuit", "reasons.body": "le corps"}}
    (tmp_path / "fr.json").write_text(json.dumps(book), encoding="utf-8")
    caption = Caption("why", {"reasons": ("night", "body", "x")}, ALL)
    assert french(tmp_path).caption(caption) == "Pour la nuit, le corps et x."


@pytest.mark.parametrize(("value", "shown"), [(True, "oui"), (False, "non"), (None, "–"), (7, "7"), ((), "–")])
def test_every_kind_of_fact_can_be_shown(value: Fact, shown: str) -> None:
    facts: dict[str, Fact] = {"option": "x", "value": value, "low": 1, "high": 2}
    assert f"; {shown} n’est pas possible" in Words("fr").refusal(Refusal("option_range", facts)).replace("\u202f", "")


def test_a_name_that_has_a_label_is_shown_by_it(locales: Path) -> None:
    refusal = Refusal("option_range", {"option": "first", "value": 3, "low": 0, "high": 2})
    assert "premier" in french(locales).refusal(refusal)
    assert "first" in Words("fr").refusal(refusal)


def test_several_names_are_shown_by_the_labels_of_one(locales: Path) -> None:
    assert french(locales).label("suits", suits=("heart", "spade", "heart")) == "cœur, spade et cœur"


def test_a_seat_without_a_name_has_a_number() -> None:
    assert Words("fr").name(1) == "Joueur 2"
    assert Words("en", names=("Ana",)).name(-1) == "Player 0"


def test_rules(locales: Path) -> None:
    words = french(locales)
    assert words.title() == "Jeu"
    assert words.rules_short() == ("Court.",)
    assert words.rules_full() == (("Un", ("Long.", "Très.")),)


def test_what_is_missing_is_found_by_tests(locales: Path) -> None:
    words = french(locales)
    with pytest.raises(NoWords, match="no “unheard”"):
        words.caption(Caption("unheard", {}, ALL))
    with pytest.raises(NoWords, match="wants a fact “cell”"):
        words.refusal(Refusal("taken"))
    with pytest.raises(NoWords, match="cannot be chosen by 'two'"):
        words.caption(Caption("took", {"seat": 0, "to": 1, "cell": 2, "stones": "two"}, ALL))
    with pytest.raises(NoWords, match="no “nope”"):
        words.label("nope")
    with pytest.raises(NoWords, match="no rules page"):
        Words("en", strict=True).rules_short()
    with pytest.raises(NoWords, match=r"There is no en\.json"):
        Words("en", locales, strict=True)


def test_a_player_reads_something_plain_instead(locales: Path) -> None:
    words = french(locales, strict=False)
    assert words.caption(Caption("not_heard", {"seat": 1, "cell": 2}, ALL)).endswith(": not heard, seat Bob, cell C.")
    assert words.refusal(Refusal("taken")) == "Cela n’est pas possible (taken)."
    assert words.label("board.nope") == "nope"
    assert Words("en").rules_short() == ("This game has no rules page yet.",)
    assert Words("en").rules_full() == ()
    assert Words("en", locales).label("yes") == "yes"


def test_a_language_nobody_wrote() -> None:
    with pytest.raises(NoWords, match=r"no words for the language “de”; there are for: fr, en\."):
        Words("de")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "cannot be read"),
        ("[]", "must be an object"),
        ('{"jokes": {}}', "nothing else"),
        ('{"labels": []}', "labels must be an object"),
        ('{"labels": {"a": 1}}', "labels.a must be a text"),
        ('{"labels": {"a": "{"}}', "labels.a is no template"),
        ('{"rules": {"title": "x"}}', "rules must have"),
        ('{"rules": {"title": "x", "short": [], "full": [{"title": "y"}]}}', "each section"),
        ('{"rules": {"title": "x", "short": [], "full": [{"title": "y", "text": [1]}]}}', "each section"),
    ],
)
def test_a_file_that_is_not_as_it_should_be(tmp_path: Path, content: str, complaint: str) -> None:
    (tmp_path / "fr.json").write_text(content, encoding="utf-8")
    with pytest.raises(NoWords, match=complaint):
        Words("fr", tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_kernels_refusals_all_have_their_sentence(language: str) -> None:
    templates = load_locale(SHARED / f"{language}.json").templates["refusals"]
    for code, facts in KERNEL.items():
        assert template_facts(templates[code]) <= facts, code


def test_the_kernel_has_no_other_refusals() -> None:
    kernel = GAMES.parent / "kernel"
    codes = {code for path in kernel.glob("*.py") for code in re.findall(r'Refusal\("(\w+)"', path.read_text("utf-8"))}
    assert codes == KERNEL.keys()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_all_languages_say_the_same_things_with_the_same_facts(folder: Path) -> None:
    locales = [load_locale(folder / f"{language}.json") for language in LANGUAGES]
    for other in locales[1:]:
        for part, templates in locales[0].templates.items():
            assert templates.keys() == other.templates[part].keys()
            for code, template in templates.items():
                assert template_facts(template) == template_facts(other.templates[part][code]), f"{part}.{code}"
        assert (locales[0].rules is None) == (other.rules is None)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_french_typography(folder: Path) -> None:
    for where, text in every_text(folder / "fr.json"):
        assert not re.search("['\"]", text), f"{where}: straight apostrophe or quote in {text!r}"
        assert not re.search(r"\w ?[:;!?»](?!\w)", text), f"{where}: no unbreakable space before a sign in {text!r}"
        assert not re.search("«(?![\u00a0\u202f])", text), f"{where}: no unbreakable space after « in {text!r}"
        assert "..." not in text, f"{where}: three points instead of … in {text!r}"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_english_typography(folder: Path) -> None:
    for where, text in every_text(folder / "en.json"):
        assert not re.search("['\"]", text), f"{where}: straight apostrophe or quote in {text!r}"
        assert not re.search(r"\s[:;!?]", text), f"{where}: space before a sign in {text!r}"


@pytest.mark.parametrize("game", tablee.games.known_games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ask_says_what_to_do_whom_one_waits_for_and_which_rule_it_is(game: str, language: str) -> None:
    labels = load_locale(GAMES / game / "locales" / f"{language}.json").templates["labels"]
    for kind in tablee.games.find_game(game).meta.kinds:
        for key in (f"ask.{kind}", f"ask.{kind}.wait", f"rule.{kind}"):
            assert key in labels
        # The page fills in nothing: the rule is the same for everybody.
        assert not template_facts(labels[f"rule.{kind}"])
    assert {key[5:] for key in labels if key.startswith("rule.")} == set(tablee.games.find_game(game).meta.kinds)


@pytest.mark.parametrize("game", tablee.games.known_games())
def test_pieces_that_can_be_asked_about_are_explained(game: str) -> None:
    labels = load_locale(GAMES / game / "locales" / "fr.json").templates["labels"]
    screens = "".join(path.read_text("utf-8") for path in sorted((GAMES / game / "web").glob("*.svelte")))
    marked = set(re.findall(r"data-help=(?:\"(\w+)\"|\{[^}]*\})", screens)) - {""}
    pieces = {key.split(".")[1] for key in labels if key.startswith("piece.")}
    assert marked <= pieces
    assert pieces, "nothing on this table can be asked about"
    for piece in pieces:
        assert {f"piece.{piece}", f"piece.{piece}.help"} <= labels.keys()


def test_what_the_clock_will_do_is_said_only_where_one_runs() -> None:
    words = Words("fr", GAMES / "pierres" / "locales", names=("Zoé",), strict=True)
    assert words.label("ask.draw.wait", seat=0, clocked=True).endswith(
        "Le temps écoulé, la pioche se fait toute seule."
    )
    assert words.label("ask.draw.wait", seat=0, clocked=False) == "Zoé plonge la main dans le sac."


SHARED_CASES = json.loads((Path(__file__).parents[1] / "web" / "src" / "lib" / "fill.cases.json").read_text("utf-8"))


@pytest.mark.parametrize(("language", "template", "facts", "text"), SHARED_CASES["cases"])
def test_house_and_page_fill_sentences_alike(language: str, template: str, facts: dict[str, Any], text: str) -> None:
    """The page passes the same cases: web/src/lib/words.test.ts."""
    words = Words(language, names=SHARED_CASES["names"])
    words._templates["labels"] |= {**SHARED_CASES["labels"][language], "it": template}
    given = {name: tuple(fact) if isinstance(fact, list) else fact for name, fact in facts.items()}
    assert words.fill("it", given) == text
