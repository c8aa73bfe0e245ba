"""What an attack on the running house once found, each as a test: nobody gets where they do not belong, and nobody can
stop it for everybody."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from tests.server.cutting import games
from tests.server.hall import WIDE_OPEN, Hall, Visitor, everybody_reads, play_on, start_people, until
from tests.server.venue import Message, Refused, Venue, play_out, start_table
from tests.simulation.surroundings import SlowStore

from tablee.games import Found, find
from tablee.kernel import Ask, Seat
from tablee.kernel.game import is_told
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.server.limits import LIMITS
from tablee.server.store.interface import StoreError
from tablee.server.table.talk import PHRASES

_ids = count(1)
STRANGER = "192.0.2.1"
LONG = 20_000
"""Milliseconds after which any race is over."""


class SlowHall(Hall):
    """A hall whose store keeps things when the test says so."""

    def __init__(self, *found: Found) -> None:
        self.slow = SlowStore()
        super().__init__(list(found), store=self.slow)

    def keep(self) -> None:
        while self.slow.pending:
            self.slow.finish(0)


def ask(visitor: Visitor, do: str, **fields: object) -> str:
    """Without waiting for an answer."""
    command = f"command-in-a-segment-{next(_ids)}"
    visitor.send({"id": command, "do": do, **fields})
    return command


def frames_of_seats(visitor: Visitor) -> list[Message]:
    return [message for message in visitor.read() if message["tell"] == "frame" and message["seat"] is not None]


def kept(hall: SlowHall, visitor: Visitor, do: str, **fields: object) -> Message:
    command = ask(visitor, do, **fields)
    hall.keep()
    visitor.read()
    answer = visitor.answers[command]
    assert answer["ok"], answer
    return answer


def let_a_clock_run_out(hall: SlowHall, code: str) -> None:
    entries = hall.running(code).table.record.entries
    before = len(entries)

    def has_run_out() -> bool:
        hall.keep()
        return len(entries) > before

    until(hall, has_run_out)


def seat_slowly(hall: SlowHall, game: str, people: int) -> tuple[str, list[Visitor]]:
    host = hall.visit()
    code = kept(hall, host, "open", game=game, name="Ana", emblem=None)["table"]
    guests = []
    for place in range(1, people):
        guest = hall.knock()
        kept(hall, guest, "hello", table=code, keys=[])
        kept(hall, guest, "sit", name=f"Guest {place}", place=place, emblem=None)
        kept(hall, guest, "ready", place=place, ready=True)
        guests.append(guest)
    return code, [host, *guests]


FIVE = [find(name) for name in ("anges", "copieur", "fil", "pierres", "voyelles")]


@pytest.mark.parametrize("found", FIVE, ids=lambda found: found.game.meta.id)
def test_who_sits_at_one_table_and_goes_to_another_in_one_breath_sees_nobodys_seat(found: Found) -> None:
    game, people = found.game.meta.id, 3
    hall = SlowHall(found)
    code, (host, *_) = seat_slowly(hall, game, people)
    kept(hall, host, "start")
    for place in range(people):
        mole = hall.knock()
        own = kept(hall, mole, "open", game=game, name=None, emblem=None)
        ask(mole, "sit", name="Mole", place=place, emblem=None)
        ask(mole, "hello", table=code, keys=[own["key"]])
        hall.keep()
        assert not frames_of_seats(mole)
        # And nothing of what happens there later.
        let_a_clock_run_out(hall, code)
        assert not frames_of_seats(mole)
    assert not hall.defects


def test_who_hangs_up_while_being_let_in_is_not_there() -> None:
    hall = SlowHall(find("pierres"))
    code, (host, guest) = seat_slowly(hall, "pierres", 2)
    for _ in range(5):
        ask(host, "words", open=True)
        ghost = hall.knock(*host.keys)
        ask(ghost, "hello", table=code, keys=host.keys)
        ghost.leave()
        hall.keep()
    assert [visit.connection for visit in hall.actor(code).visits] == [host.connection, guest.connection]
    host.leave()
    hall.keep()
    assert hall.actor(code).here() == {1}


def test_a_hello_that_is_overtaken_by_another_is_answered_too() -> None:
    hall = SlowHall(find("pierres"))
    code, (host, *_) = seat_slowly(hall, "pierres", 2)
    other = kept(hall, hall.knock(), "open", game="pierres", name=None, emblem=None)["table"]
    ask(host, "words", open=True)
    guest = hall.knock()
    first, second = ask(guest, "hello", table=code, keys=[]), ask(guest, "hello", table=other, keys=[])
    hall.keep()
    guest.read()
    assert guest.answers[first]["refusal"]["code"] == "no_table"
    assert guest.answers[second] == {"tell": "answer", "id": second, "ok": True, "table": other}


def test_a_seat_that_the_other_table_does_not_have_is_no_defect() -> None:
    hall = SlowHall(find("tests.kit.vigil"))
    code, (host, *_) = seat_slowly(hall, "vigil", 2)
    kept(hall, host, "start")
    mole = hall.knock()
    kept(hall, mole, "open", game="vigil", name=None, emblem=None)
    ask(mole, "sit", name="Mole", place=2, emblem=None)
    ask(mole, "hello", table=code, keys=[])
    hall.keep()
    mole.read()
    let_a_clock_run_out(hall, code)
    mole.read()
    assert not hall.defects


# The table of a host whose line was lost for a moment.


def test_a_line_that_was_lost_for_a_moment_gives_no_table_away() -> None:
    hall = Hall([find("pierres")])
    code, (host, guest) = start_people(hall, "pierres", 2)
    host.leave()
    hall.wall.advance(200)
    spare = hall.visit(code)
    number = spare.do("reclaim", place=0)["number"]
    wishes: list[dict[str, object]] = [{"do": "admit", "place": 0, "number": number, "yes": True}, {"do": "end"}]
    for waits, code_ in ((0, "host_only"), (LIMITS.host_away, "host_may_return")):
        hall.wall.advance(waits)
        for wish in wishes:
            with pytest.raises(Refused) as refused:
                guest.do(**wish)  # type: ignore[arg-type]
            assert refused.value.code == code_
    assert not frames_of_seats(spare)
    back = hall.visit(code, *host.keys)
    back.read()
    with pytest.raises(Refused) as refused:
        guest.do(**wishes[0])  # type: ignore[arg-type]
    assert refused.value.code == "host_only"
    assert back.you == {"places": [0], "host": True}


# What costs the house more than the sender.


def refusal_of(visitor: Visitor, do: str, **fields: object) -> str:
    with pytest.raises(Refused) as refused:
        visitor.do(do, **fields)
    return refused.value.code


def test_one_address_does_not_fill_the_house() -> None:
    limits = replace(WIDE_OPEN, opens_at_once=3, opens=1 / 60)
    hall = Hall([find("pierres")], limits=limits)
    flood = hall.knock(address=STRANGER)
    for _ in range(3):
        flood.do("open", game="pierres", name=None, emblem=None)
    assert refusal_of(flood, "open", game="pierres", name=None, emblem=None) == "too_many_tables"
    other = hall.knock(address="192.0.2.7")
    other.do("open", game="pierres", name=None, emblem=None)
    hall.wall.advance(60_000)
    flood.do("open", game="pierres", name=None, emblem=None)


def test_tables_that_nobody_played_at_make_room() -> None:
    hall = Hall([find("pierres")], limits=replace(WIDE_OPEN, tables=3))
    _, people = start_people(hall, "pierres", 2)
    people[0].do("end")
    for person in people:
        person.leave()
    host = hall.visit()
    empty = host.do("open", game="pierres", name=None, emblem=None)["table"]
    host.leave()
    here = hall.visit()
    visited = here.do("open", game="pierres", name=None, emblem=None)["table"]
    late = hall.visit()
    hall.wall.advance(60_000)
    assert refusal_of(late, "open", game="pierres", name=None, emblem=None) == "house_full"
    hall.wall.advance(LIMITS.spare_lobby)
    late.do("open", game="pierres", name=None, emblem=None)
    assert empty not in hall.house.tables
    assert empty not in hall.store.docs
    assert visited in hall.house.tables
    hall.reopen()
    assert empty not in hall.house.tables


def test_who_guesses_codes_learns_nothing_sooner_by_being_right() -> None:
    hall = Hall([find("pierres")], limits=replace(WIDE_OPEN, guesses_at_once=3, guesses=0.0))
    code, (host, _) = start_people(hall, "pierres", 2)
    guesser = hall.knock(address=STRANGER)
    for wrong in ("AAAA", "AAAB", "AAAC"):
        assert refusal_of(guesser, "hello", table=wrong, keys=[]) == "no_such_table"
    for table in ("AAAD", code):
        waits = ask(guesser, "hello", table=table, keys=[])
        guesser.read()
        assert waits not in guesser.answers
        hall.wall.advance(LIMITS.guess_waits)
        guesser.read()
        assert guesser.answers[waits]["ok"] is (table == code)
    # Who goes elsewhere meanwhile stays there.
    first, second = ask(guesser, "hello", table="AAAE", keys=[]), ask(guesser, "hello", table=None, keys=[])
    hall.wall.advance(LIMITS.guess_waits)
    guesser.read()
    assert guesser.answers[first]["refusal"]["code"] == "no_table"
    assert guesser.answers[second]["ok"]
    # Who sits there is let in at once, whoever guesses next to them.
    ask_back = ask(back := hall.knock(address=STRANGER), "hello", table=code, keys=host.keys)
    back.read()
    assert back.answers[ask_back]["ok"]


def test_many_lines_of_one_guesser_wait_in_one_queue() -> None:
    """Each line waited its own second: six hundred of them tried all codes in twenty minutes."""
    limits = replace(WIDE_OPEN, guesses_at_once=3, guesses=0.0, guesses_waiting=2)
    hall = Hall([find("pierres")], limits=limits)
    code, _ = start_people(hall, "pierres", 2)
    lines = [hall.knock(address=STRANGER) for _ in range(6)]
    for line in lines[:3]:
        assert refusal_of(line, "hello", table="AAAA", keys=[]) == "no_such_table"
    asked = [ask(line, "hello", table=code, keys=[]) for line in lines]
    everybody_reads(lines)
    told = [line.answers.get(command) for line, command in zip(lines, asked, strict=True)]
    assert [one and one["refusal"]["code"] for one in told] == [None, None, *["too_many_guesses"] * 4]
    hall.wall.advance(LIMITS.guess_waits)
    everybody_reads(lines)
    assert [lines[number].answers[asked[number]]["ok"] for number in (0, 1)] == [True, True]
    again = ask(lines[5], "hello", table=code, keys=[])
    hall.wall.advance(LIMITS.guess_waits)
    lines[5].read()
    assert lines[5].answers[again]["ok"], "slowed down, never locked out"


def test_codes_that_are_asked_for_over_http_count_as_guesses_too(tmp_path: Path) -> None:
    """A picture of a code told whether there is such a table, and nobody counted."""

    async def test() -> None:
        async with Venue(tmp_path).limited(guesses_at_once=3, guesses=0) as venue:
            code, _ = await start_table(venue, "pierres", "Ana", "Bob", preset="rapide")
            away = {"x-forwarded-for": STRANGER}
            assert (await venue.get(f"/qr/{code}.svg", **away))[0] == 200
            assert venue.house.wait_for(STRANGER, code) == 0
            for wrong in ("AAAA", "AAAB", "AAAC"):
                assert (await venue.get(f"/qr/{wrong}.svg", **away))[0] == 404
            assert venue.house.wait_for(STRANGER, code) == LIMITS.guess_waits

    play_out(test)


def test_who_comes_and_goes_to_look_on_tells_nobody_more_than_once_a_second() -> None:
    """A hello of 110 bytes made 2.9 MiB for 195 who looked on."""
    hall = Hall([find("fil")])
    code, people = start_people(hall, "fil", 2)
    watchers = [hall.visit(code) for _ in range(20)]
    hall.wall.advance(LIMITS.news)
    everybody = [*people, *watchers]
    everybody_reads(everybody)
    for _ in range(10):
        hall.visit(code).leave()
    assert not any(one.take() for one in everybody)
    late = hall.visit(code)
    assert late.lobby["spectators"] == 21
    hall.wall.advance(LIMITS.news)
    for one in everybody:
        assert [message["tell"] for message in one.read()].count("lobby") == 1
        assert one.lobby["spectators"] == 21


def test_a_hello_is_dearer_than_a_word() -> None:
    hall = Hall([find("pierres")], limits=replace(WIDE_OPEN, rate=30, burst=30, hello=6))
    guest = hall.knock()
    for _ in range(5):
        guest.do("hello", table=None, keys=[])
    ask(guest, "hello", table=None, keys=[])
    guest.read()
    assert guest.bye is not None
    assert guest.bye["code"] == "too_fast"


def test_where_many_look_on_what_all_are_told_is_dearer_and_a_move_is_not() -> None:
    hall = Hall(limits=replace(WIDE_OPEN, rate=30, burst=30, crowd=20))
    code, people = start_people(hall, "morpion", 2)
    for _ in range(100):
        hall.visit(code)
    host = people[0]
    everybody_reads(people)
    hall.wall.advance(1_000)
    for _ in range(5):  # each counts for one and a hundred and two twentieths
        host.do("say", seat=0, channel="table", emote="bravo")
    ask(host, "say", seat=0, channel="table", emote="bravo")
    host.read()
    assert host.bye is not None
    assert host.bye["code"] == "too_fast"
    again = hall.visit(code, *host.keys)
    for _ in range(20):
        with pytest.raises(Refused) as refused:
            again.do("play", seat=0, ask="nothing", action={"type": "Mark", "cell": 0})
        assert refused.value.code == "too_late"


def test_long_messages_are_counted_by_address_and_refused_with_a_sentence() -> None:
    hall = Hall([find("fil")], limits=replace(WIDE_OPEN, long_at_once=2, long_rate=0.5))
    long = {"do": "options", "options": {"pack": "x" * LIMITS.long_message}}
    first, second, other = (hall.knock(address=address) for address in (STRANGER, STRANGER, "192.0.2.2"))

    def code_of(guest: Visitor) -> str:
        with pytest.raises(Refused) as refused:
            guest.do(**long)  # type: ignore[arg-type]
        return refused.value.code

    assert [code_of(one) for one in (first, second, first, second, other)] == [
        *("no_table", "no_table", "too_fast", "too_fast", "no_table")
    ]
    hall.wall.advance(2_000)
    assert code_of(second) == "no_table"
    assert first.bye is None
    home = hall.knock()
    assert {code_of(home) for _ in range(5)} == {"no_table"}


def test_the_connections_of_an_address_share_what_they_may_send() -> None:
    hall = Hall([find("pierres")], limits=replace(WIDE_OPEN, all_at_once=5, all_rate=1))
    many = [hall.knock(address=STRANGER) for _ in range(6)]
    for one in many:
        one.send({"id": "x", "do": "ping", "sent": 1})
        one.read()
    assert [one.bye is None for one in many] == [True] * 5 + [False]
    hall.wall.advance(1_000)
    late, home = hall.knock(address=STRANGER), hall.knock()
    for one in (late, *[home] * 10):
        one.send({"id": "x", "do": "ping", "sent": 1})
        one.read()
        assert one.bye is None


# What is said.


def test_where_words_are_closed_no_phrase_carries_any() -> None:
    hall = Hall([find("anges")])
    _, (host, guest) = start_people(hall, "anges", 2)
    for said in ("gros mot", "\x1b[2J", "", "x" * 24, "phrase.liar"):
        with pytest.raises(Refused) as refused:
            host.do("say", seat=0, channel="table", emote=said)
        assert refused.value.code in ("no_such_phrase", "nothing_said")
    for phrase in (*PHRASES, "liar"):
        host.do("say", seat=0, channel="table", emote=phrase)
    guest.read()
    assert [message["emote"] for message in guest.heard if message["tell"] == "said"] == [*PHRASES, "liar"]


def test_nothing_that_is_said_commands_a_terminal() -> None:
    hall = Hall([find("anges")])
    _, (host, _) = start_people(hall, "anges", 2)
    host.do("words", open=True)
    for text in ("\x1b[2J", "ha\x07", "\x9b31m", "\x00"):
        with pytest.raises(Refused) as refused:
            host.do("say", seat=0, channel="table", text=text)
        assert refused.value.code == "nothing_said"


# Races.


def test_a_race_whose_end_cannot_be_stored_ends_all_the_same() -> None:
    hall = Hall(list(games()))
    code, people = start_people(hall, "buzzer", 3)
    running = hall.running(code)
    until(hall, lambda: [person.read() for person in people] and running.is_racing)
    hall.store.error = StoreError("the disk is full")
    hall.wall.advance(10 * LONG)
    assert running.is_racing
    before = len(running.table.record.entries)
    hall.store.error = None
    hall.wall.advance(LONG)
    assert len(running.table.record.entries) > before
    assert not hall.defects


def test_an_ask_one_cannot_see_is_refused_like_none_at_all() -> None:
    """As soon, and in the same words: who waited at the referee learned that the other family is in a hurry."""
    hall, luck = Hall([find("fil")]), SeededLuck(seed_from("y"))
    code, people = start_people(hall, "fil", 6, preset="equipes")
    running = hall.running(code)

    def hidden() -> list[tuple[Seat, Ask]]:
        seats, asks = range(6), running.table.asks
        return [(seat, ask) for ask in asks for seat in seats if running.is_racing and not is_told(ask.to, seat)]

    while not hidden():
        assert play_on(hall, code, people, luck)
    seat, secret = hidden()[0]
    refusals = []
    for name in (secret.id, "no such ask"):
        command = ask(people[seat], "play", seat=seat, ask=name, action={"type": "Seal"}, reaction=200)
        people[seat].read()
        refusals.append(people[seat].answers[command]["refusal"])
    assert refusals[0] == refusals[1]
    assert refusals[0]["code"] == "too_late"
