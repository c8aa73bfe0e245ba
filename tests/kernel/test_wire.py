"""A record as text: read as it was written, and never mistaken when it was cut, changed or made for another game."""

from __future__ import annotations

import json

import pytest
from examples.morpion import GAME as MORPION
from examples.morpion import Mark
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.toys import SPEAK, Leave, Roll, Say, Stage, StageOptions, stage

from tablee.kernel import ALL, SCREEN, Ask, Options, Viewer
from tablee.kernel.codec import Malformed
from tablee.kernel.frames import Watcher
from tablee.kernel.luck import ScriptedLuck, seed_from
from tablee.kernel.record import Ending, Entry, Header, Record
from tablee.kernel.replay import watch_trail
from tablee.kernel.table import Table, open_table
from tablee.kernel.wire import BadRecord, Wire, game_of

WIRE = Wire(MORPION)
SEED = seed_from("wire")


def finished_game() -> Record[Options, Mark]:
    """Cells 0, 3, 1, 4, then a clock that runs out, then the others in order."""
    table = open_table(MORPION, Options(), (None, None), SEED)
    assert isinstance(table, Table)
    for cell in (0, 3, 1, 4):
        assert table.play(table.asks[0].seats[0], table.asks[0].id, Mark(cell), table.now + 700) is None
    table.expire(table.asks[0])
    while table.asks:
        (ask,) = table.asks
        moves = MORPION.moves(table.view(Viewer(ask.seats[0])), ScriptedLuck(()))
        assert table.play(ask.seats[0], ask.id, moves[0], table.now + 1) is None
    record = table.record
    assert table.outcome is not None
    record.ending = Ending(SEED.hex(), table.outcome, watch_trail(MORPION, record)[1])
    return record


RECORD = finished_game()
TEXT = WIRE.write_record(RECORD)
LINES = TEXT.splitlines(keepends=True)


# Reading what was written.


def test_a_finished_record_is_read_as_it_was_written() -> None:
    assert WIRE.read_record(TEXT) == RECORD
    assert WIRE.write_record(WIRE.read_record(TEXT)) == TEXT


def test_a_record_is_one_line_for_the_header_each_entry_and_the_ending() -> None:
    assert len(LINES) == 1 + len(RECORD.entries) + 1
    assert all(isinstance(json.loads(line), dict) for line in LINES)
    assert LINES[1] == '{"kind":"setup","seat":null,"ask":"","action":null,"now":0,"draws":[]}\n'
    assert LINES[2] == (
        '{"kind":"step","seat":0,"ask":"0.mark","action":{"type":"Mark","cell":0},"now":700,"draws":[]}\n'
    )


def test_a_record_of_a_running_game_has_no_ending() -> None:
    running = WIRE.read_record("".join(LINES[:4]))
    assert running.ending is None
    assert running.entries == RECORD.entries[:3]


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_whatever_people_say_a_line_of_the_record_is_a_line(text: str) -> None:
    # U+2028 and its like end a line for Python, not for a record.
    wire = Wire(Stage())
    said: Entry[Say | Roll | Leave] = Entry("step", 0, "1.speak", Say(f"{text}\u2028\x85\x0c\r\n"), 5, ())
    record = Record(Header("stage", 2, {}, StageOptions(), (None, None), ""), [said])
    assert wire.read_record(wire.write_record(record)) == record


def test_a_record_says_which_game_it_is_of() -> None:
    assert game_of(TEXT) == "morpion"


# Cut short.


def test_a_record_cut_anywhere_in_its_last_lines_is_no_finished_record() -> None:
    for cut in range(len(TEXT) - len(LINES[-1]) - len(LINES[-2]), len(TEXT)):
        text = TEXT[:cut]
        if text.endswith("\n"):
            # Cut between two lines it looks like the record of a game that still runs, and so it is read.
            running = WIRE.read_record(text)
            assert running.ending is None
            assert running.entries == RECORD.entries[: len(text.splitlines()) - 1]
        else:
            with pytest.raises(BadRecord, match="the line is cut short") as caught:
                WIRE.read_record(text)
            assert caught.value.line == len(text.splitlines())


@pytest.mark.parametrize("text", ["", "\n", "\n\n", "{}\n", "[]\n", "null\n", "hello\n", LINES[1], LINES[-1], "\x00\n"])
def test_what_is_no_record_is_no_record(text: str) -> None:
    with pytest.raises(BadRecord) as caught:
        WIRE.read_record(text)
    assert caught.value.line == 1
    if text != "":
        with pytest.raises(BadRecord):
            game_of(text)


# Changed.


@pytest.mark.parametrize("bit", [0x01, 0x04, 0x10, 0x20, 0x80])
def test_no_changed_byte_of_a_sealed_record_goes_unnoticed(bit: int) -> None:
    sealed = TEXT.encode()
    unnoticed = []
    for place in range(len(sealed)):
        changed = bytearray(sealed)
        changed[place] ^= bit
        try:
            WIRE.read_record(changed.decode())
        except (BadRecord, UnicodeDecodeError):
            continue
        unnoticed.append((place, bytes(changed[place - 20 : place + 20])))
    assert unnoticed == []


@pytest.mark.parametrize("number", range(1, len(LINES) - 1))
def test_no_line_of_a_sealed_record_can_be_dropped_doubled_or_moved(number: int) -> None:
    dropped = LINES[:number] + LINES[number + 1 :]
    doubled = LINES[: number + 1] + LINES[number:]
    moved = [*LINES[:number], LINES[number + 1], LINES[number], *LINES[number + 2 :]]
    for lines in (dropped, doubled, moved):
        with pytest.raises(BadRecord):
            WIRE.read_record("".join(lines))


@pytest.mark.parametrize("extra", ["\n", " ", "{}", LINES[2], LINES[-1]])
def test_nothing_follows_the_ending(extra: str) -> None:
    with pytest.raises(BadRecord) as caught:
        WIRE.read_record(TEXT + extra)
    assert caught.value.line == len(LINES) + 1


def test_another_ending_needs_another_seal() -> None:
    ending = json.loads(LINES[-1])
    ending["ending"]["seed"] = "00" * 32
    with pytest.raises(BadRecord, match="the seal is broken"):
        WIRE.read_record("".join(LINES[:-1]) + json.dumps(ending) + "\n")


@pytest.mark.parametrize("change", [{"more": 1}, {"sha256": None}, {"sha256": "0" * 64}])
def test_an_ending_is_sealed_and_has_no_more_to_say(change: dict[str, object]) -> None:
    ending = json.loads(LINES[-1]) | change
    with pytest.raises(BadRecord):
        WIRE.read_record("".join(LINES[:-1]) + json.dumps(ending) + "\n")


@pytest.mark.parametrize("form", [0, 2, True, None, "1", [1]])
def test_a_record_of_another_format_is_not_guessed_at(form: object) -> None:
    first = json.dumps(json.loads(LINES[0]) | {"tablee": form}) + "\n"
    with pytest.raises(BadRecord, match=r"line 1.*format"):
        WIRE.read_record(first + "".join(LINES[1:]))
    with pytest.raises(BadRecord, match="format"):
        game_of(first)


@pytest.mark.parametrize("game", [None, 3, ["morpion"]])
def test_a_record_must_name_its_game(game: object) -> None:
    header = json.loads(LINES[0])
    header["header"]["game"] = game
    with pytest.raises(BadRecord):
        game_of(json.dumps(header) + "\n")


def test_the_record_of_another_game_does_not_fit() -> None:
    with pytest.raises(BadRecord, match=r"line 1: \.options"):
        Wire(Stage()).read_record(TEXT)


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "undo"},
        {"seat": "0"},
        {"seat": True},
        {"now": 1.5},
        {"draws": [None]},
        {"action": {"type": "Mark", "cell": 9}},
        {"action": {"type": "Erase", "cell": 1}},
        {"action": {"cell": 1}},
        {"more": 1},
    ],
)
def test_an_entry_that_is_none_is_named_by_its_line(entry: dict[str, object]) -> None:
    bad = json.dumps(json.loads(LINES[2]) | entry) + "\n"
    with pytest.raises(BadRecord) as caught:
        WIRE.read_record("".join([*LINES[:2], bad, *LINES[3:]]))
    assert caught.value.line == 3


# Everything else that crosses the boundary.


def test_views_and_frames_of_every_viewer_survive_the_trip() -> None:
    secret = Ask("2.secret", "speak", (1,), (1,), None, to=(1,))
    table = stage(SPEAK, secret)
    wire = Wire(table.game)
    table.play(0, "1.speak", Say("hello"), 5)
    for viewer in (SCREEN, Viewer(0), Viewer(1), Viewer(1, held=True)):
        view = table.view(viewer)
        assert wire.view.loads(wire.view.dumps(view)) == view
        frame = Watcher(table, viewer).frame()
        assert frame is not None
        assert wire.frame.loads(wire.frame.dumps(frame)) == frame
        assert ("2.secret" in wire.frame.dumps(frame)) == (viewer.seat == 1)


def test_what_is_kept_from_a_viewer_is_not_in_its_text() -> None:
    table = stage(SPEAK._replace(awaited=(2,), awaited_to=(2,)))
    text = Wire(table.game).view.dumps(table.view(Viewer(0)))
    assert '"awaited":[]' in text
    assert f'"to":"{ALL}"' in text


def test_an_answer_from_outside_is_an_action_of_this_game_or_malformed() -> None:
    assert WIRE.action.loads('{"type":"Mark","cell":8}') == Mark(8)
    for text in ('{"type":"Mark","cell":9}', '{"type":"Mark","cell":-1}', '{"type":"Say","text":"x"}', "{", "8"):
        with pytest.raises(Malformed):
            WIRE.action.loads(text)


def test_options_from_outside_are_options_of_this_game_or_malformed() -> None:
    options = Wire(Stage()).options
    assert options.loads(options.dumps(StageOptions(first=1))) == StageOptions(first=1)
    for change in ({"mood": "sad"}, {"acts": 9}, {"acts": "3"}, {"first": -1}, {"first": "last"}, {"cheat": 1}):
        with pytest.raises(Malformed):
            options.loads(json.dumps({"mood": "calm", "acts": 3, "encore": False, "first": "random"} | change))
