"""What a seat is offered. Words cannot all be listed: some are, good and bad."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.voyelles import GAME
from tablee.games.voyelles.actions import Agree, Dispute, Grab, Pass, Say, TurnCard, Vote, VoyellesAction
from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.tests.scene import Scene
from tablee.kernel import SCREEN, Seat, Viewer
from tablee.kernel.luck import SeededLuck, seed_from


def offered(scene: Scene, seat: Seat) -> Sequence[VoyellesAction]:
    return GAME.moves(GAME.view(scene.state, Viewer(seat)), SeededLuck(seed_from("moves")))


def test_the_screen_is_offered_nothing() -> None:
    assert GAME.moves(GAME.view(Scene().state, SCREEN), SeededLuck(seed_from("moves"))) == ()


def test_p4_the_turner_turns_a_card_of_a_pile_that_has_one() -> None:
    scene = Scene()
    assert offered(scene, 0) == [TurnCard(0), TurnCard(1), TurnCard(2)]
    assert offered(scene, 1) == ()
    scene.state.cards.down[1] = ""
    assert offered(scene, 0) == [TurnCard(0), TurnCard(2)]


def test_p5_whoever_may_speak_grabs_the_microphone_or_passes() -> None:
    scene = Scene()
    scene.turn()
    scene.pass_by(2)
    assert [offered(scene, seat) for seat in range(3)] == [(Grab(), Pass()), (Grab(), Pass()), ()]


def test_p5_the_speaker_is_offered_words_that_are_valid_and_words_that_are_not() -> None:
    scene = Scene()
    scene.turn()
    scene.grab(1)
    assert offered(scene, 0) == ()
    verdicts = []
    for action in offered(scene, 1):
        assert isinstance(action, Say)
        assert scene.refusal(1, action) is None
        before = scene.state
        scene.do(1, action)
        verdicts.append(scene.word().verdict)
        scene.state = before
    assert verdicts[:4] == ["valid"] * 4
    assert set(verdicts[4:]) != {"valid"}


def test_r12_a_misspelt_word_may_be_mended_by_one_letter() -> None:
    scene = Scene()
    scene.turn()
    scene.speak(0, "divertissemnt")
    words = offered(scene, 0)
    assert Say("divertissement") in words
    assert all(scene.refusal(0, word) is None for word in words)


def test_r10_the_others_agree_or_dispute_then_vote() -> None:
    scene = Scene(options=VoyellesOptions(judge="jury", first=0))
    scene.turn()
    scene.speak(0, "dantonesque")
    assert [offered(scene, seat) for seat in range(3)] == [(), (Dispute(), Agree()), (Dispute(), Agree())]
    scene.dispute(1)
    assert [offered(scene, seat) for seat in range(3)] == [(), (), (Vote(True), Vote(False))]


def test_nothing_is_offered_when_all_is_over() -> None:
    scene = Scene()
    scene.place(1, 13, 12, 13, 13, 13)
    scene.turn()
    scene.speak(1, "dent")
    assert offered(scene, 0) == ()
