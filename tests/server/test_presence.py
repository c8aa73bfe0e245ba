"""Clocks, pauses, and people who go away and come back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.hall import Hall, start_people, until
from tests.server.venue import Client, Message, Refused, Venue, play_out, start_table

from tablee.games import find

THINKING = 30_000


async def news(client: Client, seat: int | None) -> Message:
    """The next frame of this viewer."""
    number = client.frames[seat]["number"]
    await client.until(lambda: client.frames[seat]["number"] != number)
    return client.frames[seat]


def shown(frame: Message) -> dict[str, Any]:
    """What a frame shows, without its number, its moment and what was told once."""
    return {key: frame[key] for key in ("seat", "board", "hand", "asks", "moves", "outcome", "speed")}


def test_a_clock_runs_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (host, _) = await start_table(venue, "morpion", "Ana", "Bob")
            venue.wall.advance(THINKING)
            with pytest.raises(Refused) as refused:
                await host.do("play", seat=1, ask="0.mark", action={"type": "Mark", "cell": 0})
            assert refused.value.code == "not_yours"
            assert not any(host.frames[0]["board"]["cells"])
            venue.wall.advance(1)
            frame = await news(host, 0)
            assert "X" in frame["board"]["cells"]
            assert frame["asks"][0]["id"] == "1.mark"

    play_out(test)


def test_an_answer_at_the_deadline_is_in_time_and_one_after_it_is_not(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (host, guest) = await start_table(venue, "morpion", "Ana", "Bob")
            venue.wall.advance(THINKING)
            await host.play(0)
            await guest.until_asked(1)
            venue.wall.advance(THINKING + 1)
            with pytest.raises(Refused, match="Too late"):
                await guest.play(1)

    play_out(test)


def test_a_pause_stops_the_clock(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (host, guest) = await start_table(venue, "morpion", "Ana", "Bob")
            venue.wall.advance(THINKING - 100)
            await guest.do("pause")
            await host.until(lambda: host.lobby["paused"])
            await guest.until_speed(0)
            assert guest.clock == {"tell": "clock", "now": THINKING - 100, "speed": 0}
            venue.wall.advance(3_600_000)
            with pytest.raises(Refused) as refused:
                await host.do("play", seat=0, ask="0.mark", action={"type": "Mark", "cell": 0})
            assert refused.value.code == "not_now"
            await host.do("resume")
            venue.wall.advance(100)
            await host.play(0)
            watcher = await venue.client(host.lobby["code"])
            with pytest.raises(Refused, match="Sit down first"):
                await watcher.do("pause")

    play_out(test)


def test_pace_and_comfort_change_the_speed(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (host, guest) = await start_table(venue, "morpion", "Ana", "Bob")
            for pace, speed in (("fast", 2000), ("relaxed", 500), ("none", 0), ("normal", 1000)):
                await host.do("pace", pace=pace)
                await guest.until_speed(speed)
            await host.do("comfort", place=0, percent=200)
            await guest.until_speed(500)
            venue.wall.advance(THINKING)
            await host.play(0)
            with pytest.raises(Refused, match="from 100 to 300"):
                await host.do("comfort", place=0, percent=301)
            with pytest.raises(Refused, match="not your place"):
                await guest.do("comfort", place=0, percent=100)

    play_out(test)


def test_who_comes_back_sees_what_a_twin_that_never_left_sees(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(rate=10_000, burst=10_000) as venue:
            code, (host, guest) = await start_table(venue, "pierres", "Ana", "Bob", preset="rapide")
            people, keys = [host, guest], guest.keys
            for cut in range(12):
                active = people[0].frames[0]["board"]["active"]
                ask = next(ask["id"] for ask in host.frames[0]["asks"])
                await people[active].until_open(ask, active)
                number = host.frames[0]["number"]
                await people[active].play(active, cut if len(people[active].frames[active]["moves"]) > cut else 0)
                if host.frames[0]["number"] == number:
                    await news(host, 0)
                twin = await venue.client(code, *keys)
                await twin.until_shown()
                await guest.until_open(host.frames[0]["asks"][0]["id"], 1)
                assert twin.frames[1]["snapshot"]
                assert twin.frames[1]["number"] == 1
                assert twin.frames[1]["captions"] == []
                assert shown(twin.frames[1]) == shown(guest.frames[1])
                if cut % 2:
                    await guest.close()
                    people[1] = guest = twin
                else:
                    await twin.close()

    play_out(test)


def test_after_two_missed_asks_a_bot_stands_in_until_its_owner_is_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, guest) = await start_table(venue, "morpion", "Ana", "Bob")
            await guest.close()
            await host.until(lambda: not host.lobby["places"][1]["here"])
            for turn in (0, 2):
                await host.until_open(f"{turn}.mark", 0)
                await host.play(0)
                await host.until_open(f"{turn + 1}.mark", 0)
                assert host.lobby["places"][1]["stand_in"] is None
                venue.wall.advance(THINKING + 1)
                await news(host, 0)
            await host.until(lambda: host.lobby["places"][1]["stand_in"] == "random")
            if host.frames[0]["outcome"] is None:
                await host.play(0)
                await news(host, 0)
            back = await venue.client(code, *guest.keys)
            await back.until_shown()
            assert back.lobby["places"][1]["stand_in"] is None
            assert back.you == {"places": [1], "host": False}

    play_out(test)


def test_a_seat_is_handed_over_and_taken_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (host, guest) = await start_table(venue, "pierres", "Ana", "Bob", preset="classique")
            with pytest.raises(Refused, match="no bot “genius”"):
                await host.do("hand_over", place=1, level="genius")
            await host.do("hand_over", place=1, level="easy")
            await guest.until(lambda: guest.lobby["places"][1]["stand_in"] == "easy")
            first = guest.frames[1]["board"]["active"]
            if first == 0:
                await host.play(0)
            with pytest.raises(Refused, match="A bot is playing for you"):
                await guest.do("play", seat=1, ask="0.1.clear", action={"type": "Draw"})
            while host.frames[0]["board"]["active"] != 0 or host.frames[0]["board"]["kept"] < 2:
                venue.wall.advance(500)
                await asyncio.sleep(0)
                await host.do("hold", seat=0, held=False)
                if host.asked(0) and host.frames[0]["board"]["kept"] < 2:
                    await host.until_asked(0)
                    break
            with pytest.raises(Refused, match="not your place"):
                await host.do("take_back", place=1)
            await guest.do("take_back", place=1)
            await guest.until(lambda: guest.lobby["places"][1]["stand_in"] is None)

    play_out(test)


def test_where_nobody_is_connected_time_stands_still(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, people = await start_table(venue, "morpion", "Ana", "Bob")
            keys = people[0].keys
            actor = venue.house.tables[code]
            for person in people:
                await person.close()
            while actor.visits:
                await asyncio.sleep(0)
            venue.wall.advance(10 * THINKING)
            back = await venue.client(code, *keys)
            await back.until_shown()
            assert not any(back.frames[0]["board"]["cells"])
            assert back.frames[0]["speed"] == 1000
            await back.play(0)

    play_out(test)


def absent_voter(has_voted: bool) -> list[str | None]:
    """Somebody leaves during a secret vote, before or after voting: who stands in for them, step by step."""
    hall = Hall([find("tests.kit.vigil")])
    code, (host, guest) = start_people(hall, "vigil", 2, preset="long")
    host.do("play", seat=0, ask="0.peek", action={"type": "Skip"})
    if has_voted:
        guest.do("play", seat=1, ask="0.vote", action={"type": "Vote", "choice": 0})
    guest.leave()
    seen: list[str | None] = []
    for ask in ("1.peek", "1.vote", "2.peek"):
        until(hall, lambda ask=ask: hall.running(code).table.asks[0].id == ask)  # type: ignore[misc]
        host.read()
        seen.append(host.lobby["places"][1]["stand_in"])
    return seen


def test_a_stand_in_does_not_tell_who_had_voted() -> None:
    assert absent_voter(True) == absent_voter(False)
    assert absent_voter(True)[-1] == "random"
