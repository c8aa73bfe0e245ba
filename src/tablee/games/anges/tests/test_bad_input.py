"""What is not done, and the sentence that says why."""

from __future__ import annotations

import pytest

from tablee.games.anges import GAME
from tablee.games.anges.actions import AngesAction, Announce, Challenge, Share, Take
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.state import AngesState
from tablee.games.anges.tests.scene import Scene, keep, share
from tablee.games.anges.tests.test_locales import WORDS
from tablee.games.anges.view import AngesBoard, AngesHand
from tablee.kernel import Refusal
from tablee.kernel.codec import Malformed
from tablee.kernel.luck import seed_from
from tablee.kernel.table import Table, open_table
from tablee.kernel.wire import Wire
from tablee.words import Words


def sentence(refusal: Refusal | None) -> str:
    assert refusal is not None
    said = Words("fr", WORDS.folder, names=("Zoé", "Odile", "Max"), strict=True).refusal(refusal)
    return said.replace("\u00a0", " ").replace("\u202f", " ")


def opened() -> Table[AngesOptions, AngesState, AngesAction, AngesBoard, AngesHand]:
    table = open_table(GAME, AngesOptions(first=0), (None,) * 3, seed_from("bad"))
    assert isinstance(table, Table)
    return table


def test_announcing_twice_is_too_late() -> None:
    table = opened()
    assert table.play(0, "1.announce", Announce((9, 8, 0)), 0) is None
    assert sentence(table.play(0, "1.announce", Announce((9, 8, 0)), 0)) == "Trop tard : la question est close."


@pytest.mark.parametrize("values", [(10, 5, 5), (5, 5, -1), (255, 0, 0)])
def test_values_outside_zero_to_nine(values: tuple[int, int, int]) -> None:
    assert sentence(Scene().refusal(Announce(values))) == "Cette valeur n’existe pas : annoncez de 0 à 9."
    with pytest.raises(Malformed):
        Wire(GAME).action.from_json({"type": "Announce", "values": list(values)})


def test_an_x_cannot_be_announced() -> None:
    with pytest.raises(Malformed):
        Wire(GAME).action.from_json({"type": "Announce", "values": [5, 5, "x"]})


def test_sharing_a_card_twice_or_one_that_is_not_there() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 5, 3)
    scene.challenge(True)
    twice: Share = share(("a5", "mine_up"), ("a5", "mine_up"), ("a3", "mine_up"))
    assert "deux fois" in sentence(scene.refusal(twice))
    stranger = share(("a5", "mine_up"), ("a0", "mine_up"), ("a3", "mine_up"))
    assert "n’est pas" in sentence(scene.refusal(stranger))
    scene = Scene("a5 a5 d9")
    scene.announce(9, 5, 5)
    scene.challenge(True)
    assert scene.refusal(share(("a5", "mine_up"), ("a5", "mine_up"), ("d9", "other_up"))) is None


def test_deciding_after_the_clock() -> None:
    table = opened()
    assert table.play(0, "1.announce", Announce((9, 8, 0)), 0) is None
    due = table.next_due
    assert due is not None
    assert due.until is not None
    table.expire(due)
    assert sentence(table.play(1, "1.decide", Challenge(True), due.until + 1)) == "Trop tard : la question est close."


def test_taking_when_a_challenge_is_forced() -> None:
    scene = Scene("a5 a3 d9")
    scene.announce(9, 9, 9)
    assert sentence(scene.refusal(Take())).startswith("9, 9 et 9")
    assert scene.refusal(Challenge(True)) is None
    assert scene.refusal(Challenge(False)) is None


def test_keeping_what_one_does_not_have() -> None:
    scene = Scene("a5 a3 d9 d6 a8")
    scene.announce(9, 5, 3)
    scene.take()
    assert "pas en main" in sentence(scene.refusal(keep("a0", "a5")))
    assert "un seul endroit" in sentence(scene.refusal(keep("a5", "a5")))
    assert "une seule carte" in sentence(scene.refusal(keep("a5", "a3", True, "d9")))
    scene = Scene("a5 a5 d9 d6 a8")
    scene.announce(9, 5, 3)
    scene.take()
    assert scene.refusal(keep("a5", "a5")) is None


def test_answering_for_another() -> None:
    table = opened()
    assert sentence(table.play(1, "1.announce", Announce((9, 8, 0)), 0)) == "Ce n’est pas à vous de répondre."
    assert table.play(0, "1.announce", Announce((9, 8, 0)), 0) is None
    assert table.play(0, "1.decide", Challenge(True), 0) == Refusal("not_yours")
    assert table.play(2, "1.decide", Take(), 0) == Refusal("not_yours")
