"""What people get wrong is refused with a sentence, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.actions import Choose, Explain, FilAction, Place, Point, TakeTheme, Volunteer, Vote
from tablee.games.fil.options import FilOptions
from tablee.games.fil.tests.scene import Scene
from tablee.games.fil.tests.test_printed_rivals import CHACUN, teams
from tablee.kernel import Refusal
from tablee.kernel.codec import Malformed
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


@pytest.mark.parametrize("because", [(), (1, 1), (1, 2, 3, 4), (21,)])
def test_reasons_must_be_one_to_three_and_in_the_list(because: tuple[int, ...]) -> None:
    scene = Scene().opened()
    scene.find()
    assert scene.refusal(1, Explain(0, because)) is not None
    assert scene.refusal(1, Explain(1, (0,))) == Refusal("no_such_paw")
    assert scene.refusal(1, Explain(0, (0, 20))) is None


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
