"""Who takes a seat over is told what the brief says and what happens from then on, never what was told before."""

from __future__ import annotations

import json

from tests.kit import vigil
from tests.server.hall import Hall, Visitor, start_people

from tablee.games import find
from tablee.kernel import Caption, Seat
from tablee.kernel.frames import Watcher
from tablee.kernel.game import Viewer
from tablee.server.show.tools import tools_of

VIGIL = "tests.kit.vigil"


def told(frames: list[str]) -> list[str]:
    return [caption["code"] for frame in frames for caption in json.loads(frame)["captions"]]


def a_table() -> tuple[Hall, str, list[Visitor]]:
    hall = Hall([find(VIGIL)])
    code, people = start_people(hall, "vigil", 2)
    return hall, code, people


def peek(people: list[Visitor]) -> None:
    people[0].do("play", seat=0, ask="0.peek", action={"type": "Peek", "target": 1, "card": 0})
    people[1].read()


def shown_to_the_newest_bot(hall: Hall) -> list[str]:
    return list(hall.thinker.shown.values())[-1]


def test_a_bot_that_was_there_from_the_beginning_hears_the_setup_and_all_that_follows() -> None:
    hall = Hall([find(VIGIL)])
    host = hall.visit()
    host.do("open", game="vigil", name="Ana")
    host.do("bot", level="random")
    host.do("start")
    host.read()
    peek([host, host])
    (frames,) = hall.thinker.shown.values()
    assert told(frames)[:2] == ["dealt", "peeks"]


def test_a_stand_in_does_not_hear_what_its_seat_was_told_before() -> None:
    hall, _, people = a_table()
    peek(people)
    assert [caption["code"] for caption in people[0].frames[0]["captions"]] == ["peeks", "peeked"]
    people[0].do("hand_over", place=0, level="random")
    frames = shown_to_the_newest_bot(hall)
    assert json.loads(frames[0])["view"]["board"]["phase"] == "vote"
    assert told(frames) == []


def test_a_stand_in_in_the_first_turn_does_not_hear_the_setup() -> None:
    hall, _, people = a_table()
    people[1].do("hand_over", place=1, level="random")
    peek(people)
    assert told(shown_to_the_newest_bot(hall)) == ["peeks"]


def test_after_a_restart_nobody_hears_the_last_captions_again() -> None:
    hall, code, people = a_table()
    peek(people)
    people[0].do("hand_over", place=0, level="random")
    hall.thinker.shown.clear()
    hall.reopen()
    guest = hall.visit(code, *people[1].keys, screen=True)
    guest.read()
    assert guest.frames.keys() == {1, None}
    assert all(not frame["captions"] for frame in guest.frames.values())
    assert told(shown_to_the_newest_bot(hall)) == []


def test_a_new_screen_or_device_hears_nothing_of_the_past() -> None:
    hall, code, people = a_table()
    peek(people)
    for keys in ((), people[0].keys):
        newcomer = hall.visit(code, *keys, screen=True)
        newcomer.read()
        assert newcomer.frames
        assert all(not frame["captions"] and frame["snapshot"] for frame in newcomer.frames.values())


class Briefing(vigil.Vigil):
    def brief(self, state: vigil.VigilState, seat: Seat) -> tuple[Caption, ...]:
        return (Caption("welcome", {"seat": seat}, (seat,)),)


def test_a_stand_in_is_told_the_brief_first() -> None:
    found = find(VIGIL)
    briefed = type(found)(found.name, Briefing(), found.module, found.folder)  # type: ignore[arg-type]
    hall = Hall([briefed])
    _, people = start_people(hall, "vigil", 2)
    peek(people)
    people[0].do("hand_over", place=0, level="random")
    assert told(shown_to_the_newest_bot(hall)) == ["welcome"]


def test_a_late_watcher_begins_with_the_next_input() -> None:
    kit = tools_of(find(VIGIL))
    hall, code, people = a_table()
    table = hall.running(code).table
    peek(people)
    late, early = Watcher(table, Viewer(0), is_late=True), Watcher(table, Viewer(0))
    first, second = late.frame(), early.frame()
    assert first is not None
    assert second is not None
    assert first.captions == ()
    assert [caption.code for caption in second.captions] == ["peeks", "peeked"]
    assert first.view == second.view
    assert kit.wire.frame.loads(kit.wire.frame.dumps(first)) == first


def test_bots_that_may_change_their_minds_do_not_do_so_all_the_time() -> None:
    """A vote of Vigil stays open when it is cast. A bot that knows no better votes again, but takes its time."""
    hall = Hall([find(VIGIL)])
    host = hall.visit()
    code = host.do("open", game="vigil", name="Ana")["table"]
    host.do("bot", level="random")
    host.do("bot", level="random")
    host.do("start")
    host.read()
    peek([host, host])
    hall.wall.advance(vigil.VOTING)
    entries = hall.running(code).table.record.entries
    assert 2 <= sum(entry.ask == "0.vote" and entry.seat in (1, 2) for entry in entries) <= 12
