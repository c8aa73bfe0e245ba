"""Voyelles in a terminal: what is drawn and what a line means."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.games.voyelles import GAME
from tablee.games.voyelles.actions import Agree, Dispute, Grab, Pass, Say, TurnCard, Vote, VoyellesAction
from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.terminal import FORMATS, draw, example, parse
from tablee.games.voyelles.tests.scene import CLASSIC, Scene
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Hand, Seat, View, Viewer
from tablee.words import Words

WORDS = Words("fr", Path(__file__).parents[1] / "locales", names=("Zoé", "Odile", "Ali"), formats=FORMATS, strict=True)


def seen(scene: Scene, seat: Seat) -> View[VoyellesBoard, Hand]:
    return GAME.view(scene.state, Viewer(seat, held=True))


def test_tracks_cards_microphone_and_who_is_silent() -> None:
    scene = Scene()
    scene.place(0, 1, 13, 3, 1, 7)
    scene.turn()
    scene.speak(1, "maison")
    scene.grab(2)
    lines = draw(seen(scene, 0), WORDS).splitlines()
    assert lines[1].split() == ["Zoé", "Odile", "Ali"]
    assert lines[2].split() == ["A............|"] * 3
    assert lines[3].startswith("............E|   E............|")
    assert lines[6].startswith("......U......|   U")
    assert "[D] (17)  [T] (17)  [N] (17)" in lines[8]
    assert lines[9:] == ["Ali a le micro", "Au silence\u00a0: Odile"]


def test_a_word_on_trial_is_shown() -> None:
    scene = Scene(options=VoyellesOptions(judge="jury", first=0))
    scene.turn()
    scene.speak(1, "dantonesque")
    assert "« dantonesque », dit Odile" in draw(seen(scene, 0), WORDS).replace("\u00a0", " ")


def lines_and_meanings() -> list[tuple[str, str, VoyellesAction | None]]:
    return [
        ("turn", "2", TurnCard(1)), ("turn", " 3 ", TurnCard(2)), ("turn", "4", None), ("turn", "maison", None),
        ("mic", "", Grab()), ("mic", "Micro", Grab()), ("mic", "p", Pass()), ("mic", "passe", Pass()),
        ("mic", "dent", None), ("speak", " dent ", Say("dent")), ("speak", "p", Say("p")),
        ("again", "dents", Say("dents")),
        ("dispute", "non", Dispute()), ("dispute", "oui", Agree()), ("dispute", "?", None),
        ("jury", "OUI", Vote(True)), ("jury", "n", Vote(False)), ("jury", "peut-être", None),
    ]  # fmt: skip


@pytest.mark.parametrize(("kind", "line", "meaning"), lines_and_meanings())
def test_what_a_line_means(kind: str, line: str, meaning: VoyellesAction | None) -> None:
    dispute, vote = VoyellesOptions(judge="jury", first=0), VoyellesOptions(judge="mixte", first=0)
    scene = Scene(options=dispute if kind == "dispute" else vote if kind == "jury" else CLASSIC)
    if kind != "turn":
        scene.turn()
    if kind not in ("turn", "mic"):
        scene.grab(1)
    if kind in ("again", "dispute", "jury"):
        scene.say("dantonesque")
    assert scene.asked().kind == kind
    seat = scene.asked().seats[0]
    assert parse(line, seen(scene, seat)) == meaning
    assert parse(example(seen(scene, seat)).partition(" ")[0], seen(scene, seat)) is not None


def test_when_all_is_over_there_is_nothing_to_type() -> None:
    scene = Scene()
    scene.place(1, 13, 12, 13, 13, 13)
    scene.turn()
    scene.speak(1, "dent")
    assert example(seen(scene, 0)) == "…"
    assert parse("oui", seen(scene, 0)) is None
    assert draw(seen(scene, 0), WORDS)
