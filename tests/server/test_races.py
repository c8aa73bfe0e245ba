"""Races at a real table: the finger decides, not the line, and what was seen of a race is never seen twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from examples.buzzer import Buzz, Buzzer, Party, Vote
from tests.server.hall import Hall, everybody_reads, start_people, until
from tests.server.venue import EXAMPLES, Client, Message, Refused, Venue, open_table, play_out

from tablee.games import find
from tablee.kernel import Ask, Luck

BEAT = 1_001
SHORT, LONG = 20, 200
"""Milliseconds there and back."""


class Line:
    """A person behind a line of this length, which the house measures by its pings."""

    def __init__(self, venue: Venue, client: Client, seat: int, trip: int) -> None:
        self.venue, self.client, self.seat, self.trip = venue, client, seat, trip
        self._ponged = 0

    async def settle(self) -> None:
        """All that was sent has been handled, and all that was told has been heard."""
        before = self._count("pong")
        await self.client.send({"id": "settle", "do": "ping", "sent": 0})
        await self.client.until(lambda: self._count("pong") > before)

    async def pong(self) -> None:
        """Answer the newest ping, if it was not answered."""
        numbers = [message["number"] for message in self.client.heard if message["tell"] == "ping"]
        if numbers and numbers[-1] > self._ponged:
            self._ponged = numbers[-1]
            await self.client.send({"id": "pong", "do": "pong", "number": self._ponged})
        await self.settle()

    async def buzz(self, reaction: float | None) -> str:
        """Press, without waiting for the answer. The command's id."""
        ask = self.ask
        command = f"buzz-{self.seat}-{len(self.client.heard)}"
        message: Message = {"id": command, "do": "play", "seat": self.seat, "ask": ask["id"]}
        await self.client.send({**message, "action": {"type": "Buzz"}, "reaction": reaction})
        await self.settle()
        return command

    async def answer(self, command: str) -> Any:
        await self.client.until(lambda: command in self.client.answers)
        answer = self.client.answers[command]
        return "ok" if answer["ok"] else answer["refusal"]["code"]

    @property
    def ask(self) -> Message:
        ask: Message = self.client.frames[self.seat]["asks"][0]
        return ask

    def _count(self, kind: str) -> int:
        return sum(message["tell"] == kind for message in self.client.heard)


async def a_race(venue: Venue) -> tuple[str, Line, Line]:
    """Ana behind a short line, Bob behind a long one, both measured; the lamp has just gone on."""
    code, (ana, bob) = await open_table(venue, "buzzer", "Ana", "Bob")
    near, far = Line(venue, ana, 0, SHORT), Line(venue, bob, 1, LONG)
    for _ in range(6):
        await near.settle()
        await far.settle()
        venue.wall.advance(SHORT)
        await near.pong()
        venue.wall.advance(LONG - SHORT)
        await far.pong()
    await ana.do("start")
    for line in (near, far):
        await line.client.until_shown()
    while near.ask["kind"] != "buzz":
        before = near.ask["id"]
        venue.wall.advance(BEAT)
        for line in (near, far):
            await line.client.until(lambda line=line, before=before: line.ask["id"] != before)  # type: ignore[misc]
    return code, near, far


def test_the_quicker_finger_wins_behind_the_longer_line(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, near, far = await a_race(venue)
            race = near.ask["id"]
            venue.wall.advance(320)
            first = await near.buzz(300)
            assert near.ask["race"]
            assert first not in near.client.answers  # somebody may have been quicker
            venue.wall.advance(130)
            assert await far.answer(await far.buzz(250)) == "ok"
            assert await near.answer(first) == "too_late"
            await far.client.until(lambda: far.client.frames[1]["board"]["scores"] == [0, 1])
            receipt = await near.client.do("receipt", seat=0, ask=race)
            assert [(line["seat"], line["rank"], line["credited"], line["reason"]) for line in receipt["lines"]] == [
                (1, 1, 250, "reported"),
                (0, None, 300, "reported"),
            ]

    play_out(test)


def test_a_device_that_says_nothing_is_timed_by_the_house(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, near, far = await a_race(venue)
            race = near.ask["id"]
            venue.wall.advance(320)
            await near.buzz(None)
            venue.wall.advance(130)
            assert await far.answer(await far.buzz(None)) == "ok"
            receipt = await far.client.do("receipt", seat=1, ask=race)
            assert receipt["lines"][0]["reason"] == "estimated"
            assert receipt["lines"][0]["credited"] == pytest.approx(250, abs=15)

    play_out(test)


def test_a_guess_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, near, far = await a_race(venue)
            venue.wall.advance(70)
            assert await near.answer(await near.buzz(50)) == "too_soon"
            venue.wall.advance(400)
            command = await near.buzz(450)
            await far.pong()
            venue.wall.advance(300)
            assert await near.answer(command) == "ok"
            await near.client.until(lambda: near.client.frames[0]["board"]["scores"] == [1, 0])

    play_out(test)


def test_who_moved_in_time_is_in_time_behind_a_long_line(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, near, far = await a_race(venue)
            venue.wall.advance(5_050)  # the five seconds are over
            await near.settle()
            assert near.ask["kind"] == "buzz"
            venue.wall.advance(100)
            assert await far.answer(await far.buzz(4_950)) == "ok"
            await near.client.until(lambda: near.client.frames[0]["board"]["scores"] == [0, 1])
            assert near.client.captions[-1] == "buzzed"

    play_out(test)


def test_time_runs_out_when_nobody_can_have_moved_in_time(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, near, _ = await a_race(venue)
            venue.wall.advance(5_300)
            await near.client.until(lambda: near.ask["kind"] == "vote")
            assert near.client.captions[-1] == "nobody_buzzed"

    play_out(test)


def test_a_pause_waits_for_the_end_of_the_race(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, near, far = await a_race(venue)
            await far.client.do("pause")
            await near.settle()
            assert not near.client.lobby["paused"]
            venue.wall.advance(300)
            command = await near.buzz(280)
            venue.wall.advance(300)
            assert await near.answer(command) == "ok"
            await near.client.until(lambda: near.client.lobby["paused"])
            await near.client.until(lambda: near.ask["kind"] == "vote")
            with pytest.raises(Refused) as refused:
                await near.client.do("play", seat=0, ask=near.ask["id"], action={"type": "Vote", "colour": 0})
            assert refused.value.code == "not_now"

    play_out(test)


def test_a_race_cut_by_a_crash_is_opened_again_under_a_new_name(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, near, far = await a_race(venue)
            before = near.ask["id"]
            venue.wall.advance(300)
            lost = await near.buzz(280)
            assert lost not in near.client.answers
            await venue.crash()
            venue.wall.advance(60_000)
            await venue.start()
            people = [await venue.client(code, *line.client.keys) for line in (near, far)]
            near, far = (Line(venue, person, seat, SHORT) for seat, person in enumerate(people))
            for line in (near, far):
                await line.client.until_shown()
            assert near.ask["id"] != before
            assert near.ask["kind"] == "buzz"
            # It was seen before: an answer to it by its old name is worth nothing.
            with pytest.raises(Refused) as refused:
                await near.client.do("play", id=lost, seat=0, ask=before, action={"type": "Buzz"}, reaction=280)
            assert refused.value.code == "too_late"
            venue.wall.advance(300)
            command = await far.buzz(280)
            venue.wall.advance(300)
            assert await far.answer(command) == "ok"

    play_out(test)


def test_a_receipt_is_told_after_the_race_and_to_its_seats_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, near, far = await a_race(venue)
            race = near.ask["id"]
            for seat, ask, code in ((1, race, "not_yours"), (0, race, "no_receipt"), (0, "9.buzz", "no_receipt")):
                with pytest.raises(Refused) as refused:
                    await near.client.do("receipt", seat=seat, ask=ask)
                assert refused.value.code == code
            venue.wall.advance(320)
            command = await near.buzz(300)
            venue.wall.advance(300)
            await near.answer(command)
            told = [await line.client.do("receipt", seat=line.seat, ask=race) for line in (near, far)]
            assert told[0]["lines"] == told[1]["lines"] != []

    play_out(test)


class RollCall(Buzzer):
    """Whoever is there buzzes, until the five seconds are over."""

    def asks(self, state: Party) -> tuple[Ask, ...]:
        awaited = tuple(seat for seat, vote in enumerate(state.votes) if vote is None)
        return tuple(ask._replace(awaited=awaited) if ask.kind == "buzz" else ask for ask in super().asks(state))

    def step(self, state: Party, seat: int, action: Buzz | Vote, now: int, luck: Luck) -> Party:
        votes = (*state.votes[:seat], 0, *state.votes[seat + 1 :])
        return Party(state.rules, state.lamp, state.stage, state.until, votes)


def call_the_roll(*late: int) -> tuple[int, list[bool]]:
    """One after the other answers so late after the deadline. When time is up, and whose answer was taken."""
    hall = Hall([replace(find(str(EXAMPLES / "buzzer.py")), game=RollCall())])  # type: ignore[arg-type]
    code, people = start_people(hall, "buzzer", 4)
    until(hall, lambda: hall.running(code).is_racing)
    everybody_reads(people)
    race = people[0].frames[0]["asks"][0]
    hall.wall.advance(race["until"] - people[0].clock["now"])
    deadline = hall.wall.now()
    for seat, after in enumerate(late):
        hall.wall.advance(deadline + after - hall.wall.now())
        command = {"id": f"here-{seat}", "do": "play", "seat": seat, "ask": race["id"], "action": {"type": "Buzz"}}
        people[seat].send(command)
    until(hall, lambda: not hall.running(code).is_racing)
    everybody_reads(people)
    return hall.wall.now() - deadline, [people[seat].answers[f"here-{seat}"]["ok"] for seat in range(len(late))]


def test_an_answer_at_the_last_moment_gives_nobody_more_time() -> None:
    """Or the end of it would tell that somebody has answered; and by turns people could put it off for ever."""
    over, _ = call_the_roll()
    assert call_the_roll(0) == (over, [True])
    assert call_the_roll(0, 102) == (over, [True, False])
