"""Three titles on the end board, and what is counted for them."""

from __future__ import annotations

import pytest

from tablee.games.copieur.actions import Claim, Deny, Hint, HintCentre, Saying
from tablee.games.copieur.tests.scene import Scene, result


def test_awards_are_given_at_the_end_and_never_before() -> None:
    scene = Scene(3, limit=20)
    scene.copy_rightly()
    scene.roll(6)
    scene.do(2, Claim(6))  # seat 2 lies
    scene.copy(2)  # and seat 1 believes it
    scene.run_out("tell")
    assert not scene.board.awards
    while scene.table.asks:
        scene.copy_rightly()
    assert scene.board.awards == (("memory", (0, 2), 20), ("bluff", (2,), 1))


@pytest.mark.parametrize(
    ("speaker", "saying", "is_lie"),
    [
        (2, Claim(3), False),
        (1, Claim(3), True),
        (2, Deny(), True),
        (1, Deny(), False),
        (1, Hint(2), False),
        (1, Hint(3), True),
        (1, HintCentre(1), True),
        (0, Claim(3), True),  # the Copier does not lead others astray
    ],
)
@pytest.mark.parametrize("place", [1, 2])
def test_the_award_for_bluff_is_for_a_lie_after_which_the_copier_goes_wrong(
    speaker: int, saying: Saying, is_lie: bool, place: int
) -> None:
    scene = Scene(4)
    scene.roll(3)  # seat 2 has it
    scene.do(speaker, saying)
    scene.do(speaker, saying)  # twice is no more than once
    scene.copy(place)
    bluffs = [0, 0, 0, 0]
    if is_lie and speaker != 0 and place != 2:
        bluffs[speaker] = 1
    assert scene.state.deeds.bluffs == tuple(bluffs)


def test_the_award_for_memory_counts_right_exchanges_in_a_row() -> None:
    scene = Scene(3)
    assert scene.state.deeds.longest == (0, 0, 0)
    seen = []
    for is_right in (True, True, False, True):
        scene.roll(scene.state.slates[1 if is_right else 2])
        scene.copy(1)
        seen.append((scene.state.deeds.runs[0], scene.state.deeds.longest[0]))
        scene.run_out("tell")
        if not is_right:
            scene.run_out("shown")
        scene.copy_rightly()
        scene.copy_rightly()
    assert seen == [(1, 1), (2, 2), (0, 2), (1, 2)]


def test_the_award_for_reflex_counts_questions_answered_rightly_before_everybody_else() -> None:
    scene = Scene(4, tile="questioning")
    scene.teach()
    scene.slap(1, result(2))  # first, but wrong
    scene.slap(3, result(1))
    scene.slap(2, result(1))
    assert scene.state.deeds.slaps == (0, 0, 0, 1)
    scene = Scene(4, tile="questioning")
    scene.teach()
    scene.slap(1, result(2))
    scene.run_out("question")
    assert scene.state.deeds.slaps == (0, 0, 0, 0)
