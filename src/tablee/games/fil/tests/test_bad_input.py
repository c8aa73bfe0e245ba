"""What people get wrong is refused with a sentence, and changes nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.actions import (
    Choose,
    Confirm,
    Continue,
    Cuddle,
    Explain,
    FilAction,
    Nominate,
    Place,
    Point,
    Seal,
    Slam,
    Stay,
    TakeTheme,
    Throw,
    Volunteer,
    Vote,
    WishTheme,
)
from tablee.games.fil.options import FilOptions
from tablee.games.fil.state import STAY
from tablee.games.fil.tests.scene import METIERS, PHILO, Scene
from tablee.games.fil.tests.test_printed_rivals import CHACUN, teams
from tablee.kernel import Refusal
from tablee.kernel.codec import Json, Malformed
from tablee.kernel.luck import ScriptedLuck, seed_from
from tablee.kernel.record import Header
from tablee.kernel.table import Table, open_table
from tablee.kernel.wire import Wire
from tablee.words import LANGUAGES, Words

LOCALES = Path(__file__).parents[1] / "locales"


def table_of(scene: Scene) -> Table[FilOptions, object, FilAction, object, object]:  # type: ignore[type-var]
    header = Header("fil", 1, {}, scene.options, scene.state.teams, "")
    return Table(GAME, header, ScriptedLuck([]), scene.now, scene.state)  # type: ignore[return-value]


def test_voting_for_a_card_that_is_not_there() -> None:
    assert teams().opened().refusal(2, Choose(2)) == Refusal("no_card_there")
    assert Scene(CHACUN).opened().refusal(1, Place(7)) == Refusal("no_card_there")
    with pytest.raises(Malformed):
        Wire(GAME).action.from_json({"type": "Vote", "choice": "green"})


def test_asking_for_a_clue_when_none_is_left() -> None:
    scene = Scene().opened()
    scene.state.asked = 3
    assert scene.refusal(1, Vote("clue")) == Refusal("no_clue_left")
    assert "no_clue_left" not in {caption.code for caption in scene.state.captions}


def test_braincat_is_silent_during_a_debate_and_cannot_vote() -> None:
    scene = Scene().opened()
    assert scene.hand(0).talk[0].may_write == "none"
    refusal = table_of(scene).refusal(0, scene.ask("debate").id, Vote("blue"))
    assert refusal == Refusal("not_yours")


def test_five_players_in_equipes() -> None:
    options = FilOptions(mode="equipes")
    refusal = open_table(GAME, options, ("red", "red", "red", "blue", "blue"), seed_from("five"))
    assert refusal == Refusal("seats", {"seats": 5, "low": 6, "high": 12})
    for language in LANGUAGES:
        assert "5" in Words(language, LOCALES, strict=True).refusal(refusal)


@pytest.mark.parametrize(
    ("mode", "low", "high"), [("decouverte", 2, 12), ("humeurs", 2, 12), ("equipes", 6, 12), ("chacun", 3, 8)]
)
def test_how_many_may_play(mode: str, low: int, high: int) -> None:
    options = FilOptions(mode=mode)  # type: ignore[arg-type]
    assert (GAME.meta.seats(options)[0], GAME.meta.seats(options)[-1]) == (low, high)
    assert GAME.meta.one_device(options) == (mode != "equipes")


def test_somebody_else_s_answers_are_refused() -> None:
    scene = Scene()
    table = table_of(scene)
    assert table.refusal(0, "1.theme", TakeTheme(0)) == Refusal("too_late")
    assert table.refusal(0, "1.volunteer", Vote("blue")) == Refusal("malformed")
    scene.do(0, Volunteer())
    table = table_of(scene)
    assert table.refusal(1, "1.1.theme", TakeTheme(0)) == Refusal("not_yours")
    assert table.refusal(0, "1.1.theme", TakeTheme(63)) == Refusal("no_such_theme")


@pytest.mark.parametrize(
    ("because", "refusal"),
    [
        ((), Refusal("reasons", {"most": 3})),
        ((1, 1), Refusal("reasons", {"most": 3})),
        ((1, 2, 3, 4), Refusal("reasons", {"most": 3})),
        ((21,), Refusal("no_such_reason")),
        ((-1, 3), Refusal("no_such_reason")),
        ((0,), None),
        ((20, 0, 7), None),
    ],
)
def test_reasons_must_be_one_to_three_and_in_the_list(because: tuple[int, ...], refusal: Refusal | None) -> None:
    scene = Scene().opened()
    scene.find()
    assert scene.refusal(1, Explain(0, because)) == refusal


def test_only_a_paw_that_was_laid_can_be_explained() -> None:
    scene = Scene().opened()
    scene.vote("clue")
    scene.near()
    scene.find()
    assert [paw for paw in range(-1, 4) if scene.refusal(1, Explain(paw, (0,))) is None] == [0, 1]
    assert scene.refusal(1, Explain(2, (0,))) == Refusal("no_such_paw")


def test_there_are_nine_themes() -> None:
    scene = Scene()
    scene.do(0, Volunteer())
    assert [theme for theme in range(-1, 12) if scene.refusal(0, TakeTheme(theme)) is None] == list(range(9))
    assert scene.refusal(0, TakeTheme(9)) == Refusal("no_such_theme")


def test_the_same_vote_again_is_no_vote() -> None:
    same = Refusal("same_vote")
    scene = Scene().opened()
    scene.do(1, Vote("blue"))
    assert scene.refusal(1, Vote("blue")) == same
    scene.do(1, Confirm())
    assert scene.refusal(1, Confirm()) == same
    scene = Scene(FilOptions(schizo=True, first=0))
    scene.do(0, Volunteer())
    scene.take(METIERS)
    scene.do(1, WishTheme(PHILO))
    assert scene.refusal(1, WishTheme(PHILO)) == same
    assert scene.refusal(2, WishTheme(PHILO)) is None
    scene = teams()
    for _ in range(2):
        scene.do(2, Nominate(4))
        assert scene.refusal(2, Nominate(4)) == same
        assert scene.refusal(4, Nominate(4)) is None
        scene.do(2, Nominate(2))
        if scene.phase() == "theme":
            scene.take(METIERS)
    scene.look()
    scene.near()
    scene.lean(2, 0)
    assert scene.refusal(2, Choose(0)) == same
    assert scene.refusal(4, Choose(0)) is None
    scene.lean(2, STAY)
    assert scene.refusal(2, Stay()) == same


def test_the_same_answer_after_a_round_is_no_answer() -> None:
    scene = Scene()
    for _ in range(2):
        scene.opened()
        scene.find()
        scene.do(0, Continue())
        assert scene.refusal(0, Continue()) == Refusal("waiting_for_others")
        assert scene.refusal(1, Continue()) is None
        scene.do(1, Continue())
        scene.do(2, Continue())
    scene.do(0, Slam(True))
    assert scene.refusal(0, Slam(True)) == Refusal("same_vote")
    assert scene.refusal(0, Slam(False)) is None


def test_who_has_thrown_has_thrown() -> None:
    scene = teams().opened()
    scene.lean(2, 0)
    scene.lean(4, 1)
    scene.do(2, Seal())
    scene.do(4, Throw("rock"))
    assert scene.refusal(4, Throw("paper")) == Refusal("thrown")
    assert scene.refusal(2, Throw("paper")) is None


def test_a_cat_that_was_asked_or_is_being_asked_is_not_asked_again() -> None:
    scene = Scene(FilOptions(mode="humeurs", first=0), seats=4, mood="calin").opened()
    scene.do(1, Cuddle())
    assert scene.refusal(1, Cuddle()) == Refusal("cuddled")
    assert scene.refusal(2, Cuddle()) is None
    scene.do(2, Cuddle())
    assert scene.refusal(3, Cuddle()) == Refusal("cuddled")


def test_a_token_goes_onto_one_of_four_cards_and_not_where_it_is() -> None:
    scene = Scene(CHACUN).opened()
    assert [space for space in range(-1, 6) if scene.refusal(1, Place(space)) is None] == [0, 1, 2, 3]
    scene.place(2, 3)
    scene.near()
    assert scene.refusal(1, Place(2)) == Refusal("already_there")
    assert scene.refusal(1, Stay()) is None


@pytest.mark.parametrize(
    ("action", "field", "high"),
    [
        ("TakeTheme", "theme", 63),
        ("WishTheme", "theme", 63),
        ("Point", "clue", 4),
        ("Place", "space", 3),
        ("Choose", "space", 3),
        ("Expose", "second", 5),
        ("Explain", "paw", 3),
    ],
)
def test_what_is_sent_has_its_limits(action: str, field: str, high: int) -> None:
    others: dict[str, dict[str, Json]] = {"Expose": {"first": 0}, "Explain": {"because": [0, 20]}}

    def sent(number: int) -> FilAction:
        return Wire(GAME).action.from_json({"type": action, **others.get(action, {}), field: number})

    assert [getattr(sent(number), field) for number in (0, high)] == [0, high]
    for number in (-1, high + 1):
        with pytest.raises(Malformed):
            sent(number)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "Expose", "first": 6, "second": 0},
        {"type": "Expose", "first": -1, "second": 0},
        {"type": "Explain", "paw": 0, "because": [21]},
        {"type": "Explain", "paw": 0, "because": [-1]},
    ],
)
def test_what_is_beyond_its_limits_is_malformed(message: dict[str, Json]) -> None:
    with pytest.raises(Malformed):
        Wire(GAME).action.from_json(message)


def test_what_the_box_says() -> None:
    assert (GAME.meta.minutes, GAME.meta.age) == (40, 10)
    printed = FilOptions(
        mode="decouverte",
        language="fr",
        target="12",
        schizo=False,
        pense_bete=False,
        debate="printed",
        first="random",
        pack="",
    )
    assert GAME.meta.presets == {
        "decouverte": printed,
        "humeurs": replace(printed, mode="humeurs"),
        "equipes": replace(printed, mode="equipes"),
        "chacun": replace(printed, mode="chacun"),
        "schizo": replace(printed, schizo=True),
    }
    assert [kind for kind, rules in GAME.meta.kinds.items() if rules.race] == ["volunteer", "seal"]
    assert [kind for kind, rules in GAME.meta.kinds.items() if rules.firm] == ["debate", "vote", "choose"]
    assert [kind for kind, rules in GAME.meta.kinds.items() if rules.optional] == ["ambassador", "explain"]
    assert [kind for kind, rules in GAME.meta.kinds.items() if not rules.enumerable] == ["explain"]


def test_a_paw_goes_nowhere_else() -> None:
    scene = Scene().opened()
    scene.vote("clue")
    assert scene.refusal(0, Point(0)) == Refusal("not_between")


@pytest.mark.parametrize(
    ("refusal", "french", "english"),
    [
        (Refusal("no_card_there"), "Il n’y a pas de carte", "There is no card"),
        (Refusal("no_clue_left"), "Il n’y a plus d’indice", "There is no clue left"),
        (Refusal("silence"), "En ce moment, on se tait.", "This is a moment of silence."),
        (Refusal("seats", {"seats": 5, "low": 6, "high": 12}), "5 joueurs", "5 players?"),
        (
            Refusal("pack_count", {"cards": 4, "least": 30, "most": 150}),
            "Votre paquet a 4 cartes",
            "Your pack has 4 cards",
        ),
    ],
)
def test_each_of_these_has_its_sentence_in_both_languages(refusal: Refusal, french: str, english: str) -> None:
    for language, words in zip(LANGUAGES, (french, english), strict=True):
        assert Words(language, LOCALES, strict=True).refusal(refusal).startswith(words)
