"""Theme packs: ours are in order, a bad one gets its line and its reason, and a player's own can be played."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from runpy import run_path

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.options import FilOptions
from tablee.games.fil.packs import MOST_BYTES, BadPack, read_own_pack, read_pack
from tablee.games.fil.proof import proof_read, rejected
from tablee.games.fil.tags import DIMENSIONS
from tablee.games.fil.tests.own_packs import LOVERS, SEASONS
from tablee.games.fil.tests.scene import THEMES, Scene, unshuffled
from tablee.games.fil.themes import LANGUAGES, editions, file_name, our_pack
from tablee.kernel import Refusal
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.table import Table, open_table
from tablee.kernel.wire import Wire
from tablee.words import Words

CONTENT = Path(__file__).parents[1] / "content" / "themes"
LOCALES = Path(__file__).parents[1] / "locales"
OURS = [(theme, language) for theme in THEMES for language in LANGUAGES]


def refusal(text: str) -> Refusal:
    with pytest.raises(BadPack) as bad:
        read_own_pack(text)
    return bad.value.refusal


@pytest.mark.parametrize(("theme", "language"), OURS)
def test_the_proof_reader_has_nothing_to_say_about_our_own(theme: str, language: str) -> None:
    text = (CONTENT / file_name(theme, language)).read_text(encoding="utf-8")
    assert list(proof_read(text, read_pack(text, theme))) == []


def test_what_is_shipped_is_what_the_tool_makes_of_our_themes() -> None:
    tool = run_path(str(Path(__file__).parents[5] / "tools/make_packs.py"))
    assert tool["text"]() == (CONTENT.parent / "packs.json").read_text(encoding="utf-8"), "run tools/make_packs.py"


@pytest.mark.parametrize(("theme", "language"), OURS)
def test_what_is_shipped_of_a_theme_is_all_that_its_file_says(theme: str, language: str) -> None:
    read = read_pack((CONTENT / file_name(theme, language)).read_text(encoding="utf-8"), theme)
    assert asdict(our_pack(theme, language)) == asdict(read)
    assert our_pack(theme, language) is our_pack(theme, language)


@pytest.mark.parametrize(("theme", "language"), OURS)
def test_every_card_is_rated_on_the_grid_and_both_editions_agree(theme: str, language: str) -> None:
    pack, french = our_pack(theme, language), our_pack(theme, "fr")
    assert all(len(card.tags) == len(DIMENSIONS) == 20 and any(card.tags) for card in pack.cards)
    assert [card[2:] for card in pack.cards] == [card[2:] for card in french.cards]
    assert len({card.text for card in pack.cards}) == 60


@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme != "annonces"])
def test_r1_a_drawn_clue_is_rejected_25_to_35_times_in_a_hundred(theme: str) -> None:
    luck = SeededLuck(seed_from("another seed than the proof-reader's"))
    assert 0.25 <= rejected(our_pack(theme, "fr"), luck) <= 0.35


# --- Bad packs -------------------------------------------------------------------------------------------------------

CARD = '  { number = 3, text = "Saison \\"3\\"", letters = "D", tags = { night = 3, water = 1 } },'
LINE = 9


def broken(line: str) -> str:
    assert CARD in SEASONS
    return SEASONS.replace(CARD, line)


def test_a_pack_of_four_cards_is_refused_with_a_sentence() -> None:
    few = "\n".join([*SEASONS.splitlines()[:10], "]"])
    bad = FilOptions(pack=few).refusal()
    assert bad == Refusal("pack_count", {"cards": 4, "least": 30, "most": 150})
    assert open_table(GAME, FilOptions(pack=few), (None, None), seed_from("few")) == bad
    sentence = Words("fr", LOCALES, strict=True).refusal(bad)
    assert sentence == "Votre paquet a 4 cartes\u00a0: il en faut de 30 à 150."


@pytest.mark.parametrize(
    ("line", "code", "facts"),
    [
        ("  { number = 3, text = oops },", "pack_broken", {"line": LINE}),
        ('  { number = 3, letters = "D" },', "pack_field", {"line": LINE, "field": "text"}),
        ('  { number = 3, text = "a\\u202Eb" },', "pack_field", {"line": LINE, "field": "text"}),
        ('  { text = "no number" },', "pack_field", {"line": LINE, "field": "number"}),
        ('  { number = "3", text = "x" },', "pack_field", {"line": LINE, "field": "number"}),
        ('  { number = 3, text = "x", letters = "d" },', "pack_field", {"line": LINE, "field": "letters"}),
        ('  { number = 3, text = "x", letters = "ABCD" },', "pack_field", {"line": LINE, "field": "letters"}),
        ('  { number = 3, text = "x", sex = "?" },', "pack_field", {"line": LINE, "field": "sex"}),
        ('  { number = 3, text = "x", sex = "f" },', "pack_field", {"line": LINE, "field": "sex"}),
        ('  { number = 3, text = "x", tags = { cheese = 1 } },', "pack_field", {"line": LINE, "field": "tags"}),
        ('  { number = 3, text = "x", tags = { night = 4 } },', "pack_field", {"line": LINE, "field": "tags"}),
        ('  { number = 3, text = "x", colour = 1 },', "pack_field", {"line": LINE, "field": "colour"}),
        ('  { number = 4, text = "x" },', "pack_twice", {"line": LINE + 1, "card": 4}),
        (
            f'  {{ number = 3, text = "{"x" * 161}" }},',
            "pack_long",
            {"line": LINE, "card": 3, "size": 161, "most": 160},
        ),
    ],
)
def test_a_bad_line_is_named_with_its_reason(line: str, code: str, facts: dict[str, object]) -> None:
    bad = refusal(broken(line))
    assert bad.code == code
    assert dict(bad.facts) == facts
    for language in LANGUAGES:
        assert Words(language, LOCALES, strict=True).refusal(bad)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('title = "Saisons"', "", "title"),
        ('title = "Saisons"', "title = 3", "title"),
        ('author = "Zoé"', 'author = "\\u0007"', "author"),
        ("memocat = false", 'memocat = "no"', "memocat"),
        ("memocat = false", "colour = 1", "colour"),
    ],
)
def test_a_bad_head_is_named_too(old: str, new: str, field: str) -> None:
    bad = refusal(SEASONS.replace(old, new))
    assert bad.code == "pack_field"
    assert bad.facts["field"] == field


@pytest.mark.parametrize("text", ["[" * 10_000, "cards = " + "[" * 5_000, "\x00", "cards = 3", "= =", "a = 1e999"])
def test_nonsense_is_refused_and_never_raises(text: str) -> None:
    assert refusal(text).code in ("pack_broken", "pack_field", "pack_count")


def test_a_pack_must_fit_a_message() -> None:
    assert refusal(SEASONS + "#" * MOST_BYTES).code == "pack_big"
    assert all(len((CONTENT / file_name(*one)).read_bytes()) < MOST_BYTES for one in OURS)


def test_lonely_hearts_need_enough_of_each_sex() -> None:
    assert refusal(LOVERS.replace('sex = "f"', 'sex = "m"')) == Refusal("pack_sexes", {"cards": 0, "least": 15})


# --- A pack of one's own ---------------------------------------------------------------------------------------------


def test_a_pack_of_one_s_own_stands_on_the_shelf_and_can_be_played() -> None:
    scene = Scene(FilOptions(first=0, pack=SEASONS))
    own = len(editions("fr"))
    card = scene.board().themes[own]
    assert (card.id, card.title, card.author, card.own) == ("own", "Saisons", "Zoé", True)
    scene.run_out("volunteer")
    scene.run_out("theme", [own, *unshuffled(40)])
    scene.look()
    assert {face.text for face in scene.board().clues} == {'Saison "34"', 'Saison "35"'}
    # Its text is in the record, not in every frame.
    assert scene.board().options.pack == ""


def test_a_pack_of_one_s_own_goes_into_the_header_and_comes_back() -> None:
    options = FilOptions(pack=SEASONS)
    table = open_table(GAME, options, (None, None), seed_from("own"))
    assert isinstance(table, Table)
    wire = Wire(GAME)
    record = wire.read_record(wire.write_record(table.record))
    assert record.header.options == options


# --- The proof-reader ------------------------------------------------------------------------------------------------


def remarks(old: str, new: str) -> list[tuple[int, str]]:
    text = SEASONS.replace(old, new)
    return [(remark.line, remark.code) for remark in proof_read(text, read_pack(text, "x")) if remark.code != "letters"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Un metier d’été", "accents"),
        ("Ecole fermée", "accents"),
        ("L'été", "apostrophe"),
        ("Quoi ?", "spaces"),
        ("« Quoi »", "spaces"),
        ("E\u0301te\u0301", "torn_accents"),
        ("x" * 61, "long"),
    ],
)
def test_what_the_proof_reader_notices(text: str, code: str) -> None:
    assert remarks('Saison \\"3\\"', text) == [(LINE, code)]


def test_the_proof_reader_is_content_with_good_french() -> None:
    assert remarks('Saison \\"3\\"', "Déjà l’école\u202f? «\u00a0Très\u00a0» tôt\u00a0!") == []


def test_the_proof_reader_notices_doubles_missing_tags_and_missing_letters() -> None:
    assert remarks('Saison \\"3\\"', "SAISON 2") == [(LINE, "twice")]
    assert remarks(CARD, '  { number = 3, text = "Hiver" },') == [(LINE, "no_tags"), (LINE, "no_letters")]


def test_the_proof_reader_measures_the_letters() -> None:
    assert "letters" not in {remark.code for remark in proof_read(SEASONS, read_pack(SEASONS, "x"))}
    all_alike = SEASONS.replace('letters = "B"', 'letters = "A"').replace('letters = "C"', 'letters = "A"')
    found = {remark.code: remark.facts for remark in proof_read(all_alike, read_pack(all_alike, "x"))}
    percent = found["letters"]["percent"]
    assert isinstance(percent, int)
    assert percent > 35
