"""A viewer gets a frame only when its view changed or it has captions, and its numbers count nothing but its own."""

from __future__ import annotations

from tests.kernel.toys import SPEAK, Leave, Roll, Say, stage

from tablee.kernel import ALL, SCREEN, Ask, Caption, Viewer
from tablee.kernel.frames import Watcher, heard

ROLL = Ask("1.roll", "roll", (1,), (1,), None)
WHISPERS = Ask("1.whisper", "speak", (1, 2), (), 60_000, to=(1, 2))


def test_the_first_frame_is_number_one_and_tells_of_the_setup() -> None:
    table = stage(SPEAK)
    frame = Watcher(table, Viewer(0)).frame()
    assert frame is not None
    assert frame.number == 1
    assert frame.view == table.view(Viewer(0))
    assert [caption.code for caption in frame.captions] == ["curtain"]


def test_news_for_all_reaches_every_viewer() -> None:
    table = stage(SPEAK)
    watchers = [Watcher(table, viewer) for viewer in (SCREEN, Viewer(0), Viewer(1, held=True))]
    for watcher in watchers:
        watcher.frame()
    table.play(0, "1.speak", Say("hello"), 5)
    for watcher in watchers:
        frame = watcher.frame()
        assert frame is not None
        assert frame.number == 2
        assert frame.view.board.heard == ("hello",)
        assert frame.captions == (Caption("said", {"seat": 0, "text": "hello"}, ALL),)


def test_a_whisper_makes_no_frame_for_those_who_do_not_hear_it() -> None:
    table = stage(SPEAK)
    screen, outsider, hearer = (Watcher(table, viewer) for viewer in (SCREEN, Viewer(0), Viewer(2)))
    for watcher in (screen, outsider, hearer):
        watcher.frame()
    table.play(1, "1.speak", Say("psst", to=(1, 2)), 5)
    assert screen.frame() is None
    assert outsider.frame() is None
    told = hearer.frame()
    assert told is not None
    assert [caption.facts["text"] for caption in told.captions] == ["psst"]


def test_numbers_do_not_count_what_one_has_not_seen() -> None:
    # Or everybody could count private votes.
    table = stage(SPEAK)
    outsider, hearer = Watcher(table, Viewer(0)), Watcher(table, Viewer(2))
    numbers: list[tuple[int | None, int | None]] = []
    for text, to in [("", ()), ("psst", (2,)), ("psst", (2,)), ("aloud", ())]:
        if text:
            table.play(1, "1.speak", Say(text, to=to), 5)
        seen, told = outsider.frame(), hearer.frame()
        numbers.append((seen and seen.number, told and told.number))
    assert numbers == [(1, 1), (None, 2), (None, 3), (2, 4)]


def test_a_changed_view_is_a_frame_without_captions_too() -> None:
    table = stage(SPEAK, ROLL)
    watcher = Watcher(table, SCREEN)
    watcher.frame()
    table.play(1, "1.roll", Roll(1), 5)
    frame = watcher.frame()
    assert frame is not None
    assert frame.captions == ()
    assert frame.view.board.rolled[-1] == 0


def test_the_end_of_a_secret_ask_is_no_news_for_outsiders() -> None:
    table = stage(SPEAK._replace(until=None), WHISPERS)
    outsider, insider = Watcher(table, Viewer(0)), Watcher(table, Viewer(1))
    outsider.frame()
    insider.frame()
    table.expire(WHISPERS)
    assert outsider.frame() is None
    assert insider.frame() is not None


def test_the_end_is_news() -> None:
    table = stage(SPEAK)
    watcher = Watcher(table, SCREEN)
    watcher.frame()
    table.play(0, "1.speak", Leave(), 5)
    frame = watcher.frame()
    assert frame is not None
    assert frame.view.asks == ()


def test_captions_are_told_once_even_to_one_who_asks_twice() -> None:
    table = stage(SPEAK)
    watcher = Watcher(table, Viewer(0))
    assert watcher.frame() is not None
    assert watcher.frame() is None
    table.play(0, "1.speak", Say("hello"), 5)
    assert watcher.frame() is not None
    assert watcher.frame() is None


def test_a_refused_answer_is_no_news() -> None:
    table = stage(SPEAK)
    watcher = Watcher(table, Viewer(0))
    watcher.frame()
    assert table.play(0, "1.speak", Say(""), 5) is not None
    assert watcher.frame() is None


# Who hears a caption.

CAPTIONS = [Caption("all", {}, ALL), Caption("one", {}, (1,)), Caption("two", {}, (0, 1)), Caption("none", {}, ())]


def codes(viewer: Viewer) -> list[str]:
    return [caption.code for caption in heard(CAPTIONS, viewer)]


def test_a_caption_reaches_its_audience_in_order() -> None:
    assert codes(Viewer(0)) == ["all", "two"]
    assert codes(Viewer(1)) == ["all", "one", "two"]
    assert codes(Viewer(2)) == ["all"]


def test_the_screen_hears_only_what_all_hear() -> None:
    assert codes(SCREEN) == ["all"]


def test_holding_ones_hand_changes_nothing_of_what_one_hears() -> None:
    assert codes(Viewer(1, held=True)) == codes(Viewer(1))


def test_nobody_is_told_whom_else_a_caption_reached() -> None:
    assert {caption.to for caption in heard(CAPTIONS, Viewer(1))} == {ALL}
