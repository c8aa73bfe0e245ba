"""Coming back on another device: one's place is given back by a tap of somebody at the table, and never without it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.venue import Client, Message, Refused, Venue, open_table, play_out, start_table

from tablee.server.limits import LIMITS


async def lose(client: Client, *others: Client, place: int) -> None:
    """The battery is empty, and everybody sees it."""
    await client.close()
    for other in others:
        await until_away(other, place)


async def until_away(client: Client, place: int) -> None:
    def is_away() -> bool:
        shown = client.lobby["places"][place] if client.lobby else None
        return shown is not None and shown["kind"] == "person" and not shown["here"]

    await client.until(is_away)


async def refused(client: Client, do: str, **fields: object) -> str:
    with pytest.raises(Refused) as refusal:
        await client.do(do, **fields)
    return refusal.value.code


async def until_claimed(client: Client, place: int) -> int:
    await client.until(lambda: client.lobby and client.lobby["places"][place]["claim"] is not None)
    number = client.lobby["places"][place]["claim"]
    assert isinstance(number, int)
    return number


async def owns(venue: Venue, code: str, key: str) -> list[int]:
    """The places this key opens."""
    client = await venue.client(code, key)
    await client.until(lambda: client.lobby)
    places: list[int] = client.you["places"]
    await client.close()
    return places


def test_a_name_that_is_taken_says_whose_place_it_is(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, _ = await open_table(venue, "pierres", "Ana", "Léa")
            stranger = await venue.client(code)
            with pytest.raises(Refused) as refusal:
                await stranger.do("sit", place=None, name="léa", emblem=None)
            assert refusal.value.refusal["facts"] == {"name": "léa", "place": 1}

    play_out(test)


@pytest.mark.parametrize("is_playing", [False, True])
def test_the_host_gives_a_place_back_and_the_old_device_is_out(tmp_path: Path, is_playing: bool) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            begin = start_table if is_playing else open_table
            code, (host, lea) = await begin(venue, "morpion", "Ana", "Léa")
            await lose(lea, host, place=1)
            phone = await venue.client(code)
            asked = await phone.do("reclaim", place=1)
            assert (asked["place"], await until_claimed(host, 1)) == (1, asked["number"])
            await host.do("admit", place=1, number=asked["number"], yes=True)
            await phone.until(lambda: phone.you.get("places") == [1])
            assert phone.lobby["places"][1]["claim"] is None
            if is_playing:
                await phone.until(lambda: 1 in phone.frames)
                await host.play(0)
                await phone.play(1)
            assert await owns(venue, code, asked["key"]) == [1]
            assert await owns(venue, code, lea.keys[0]) == []

    play_out(test)


def test_a_claim_alone_opens_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, lea) = await start_table(venue, "morpion", "Ana", "Léa")
            await host.play(0)
            await lea.until_asked(1)
            await lose(lea, host, place=1)
            thief = await venue.client(code)
            asked = await thief.do("reclaim", place=1)
            mine: Message = {"place": 1, "number": asked["number"], "yes": True}
            assert await refused(thief, "admit", **mine) == "host_only"
            action = {"type": "Mark", "cell": 8}
            assert await refused(thief, "play", seat=1, ask="1.mark", action=action) == "not_yours"
            assert await refused(thief, "hold", seat=1, held=True) == "not_yours"
            again = await venue.client(code, asked["key"])
            await again.until(lambda: again.lobby)
            assert again.you == {"places": [], "host": False}
            assert set(thief.frames) | set(again.frames) <= {None}
            assert await owns(venue, code, lea.keys[0]) == [1]

    play_out(test)


def test_only_the_host_answers_or_without_one_anybody_seated(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, bob, lea) = await open_table(venue, "pierres", "Ana", "Bob", "Léa")
            await lose(lea, host, bob, place=2)
            phone = await venue.client(code)
            number = (await phone.do("reclaim", place=2))["number"]
            assert await refused(bob, "admit", place=2, number=number, yes=True) == "host_only"
            await lose(host, bob, place=0)
            venue.wall.advance(LIMITS.host_away)
            await bob.do("admit", place=2, number=number, yes=True)
            await phone.until(lambda: phone.you.get("places") == [2])

    play_out(test)


def test_nobody_is_pushed_out_of_a_place_they_are_at(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, lea) = await open_table(venue, "pierres", "Ana", "Léa")
            phone = await venue.client(code)
            assert await refused(phone, "reclaim", place=1) == "still_here"
            assert await refused(phone, "reclaim", place=2) == "no_such_place"
            await lose(lea, host, place=1)
            number = (await phone.do("reclaim", place=1))["number"]
            # She finds the first device again: nobody else can be her.
            back = await venue.client(code, lea.keys[0])
            await back.until(lambda: back.you.get("places") == [1])
            assert back.lobby["places"][1]["claim"] is None
            assert await refused(host, "admit", place=1, number=number, yes=True) == "still_here"

    play_out(test)


def test_the_number_that_was_seen_is_the_one_let_in(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, lea) = await open_table(venue, "pierres", "Ana", "Léa")
            await lose(lea, host, place=1)
            first, second = await venue.client(code), await venue.client(code)
            seen = (await first.do("reclaim", place=1))["number"]
            assert await refused(second, "reclaim", place=1) == "claimed"
            await host.do("admit", place=1, number=seen, yes=False)
            other = (await second.do("reclaim", place=1))["number"]
            if other != seen:
                assert await refused(host, "admit", place=1, number=seen, yes=True) == "no_claim"
            await host.do("admit", place=1, number=other, yes=False)
            await first.do("reclaim", place=1)
            await host.until(lambda: host.lobby["places"][1]["claim"] not in (None, other))
            await host.do("admit", place=1, number=host.lobby["places"][1]["claim"], yes=False)
            assert await refused(second, "reclaim", place=1) == "turned_away"
            assert await owns(venue, code, lea.keys[0]) == [1]
            again = await venue.client(code)
            await until_away(again, 1)
            await again.do("reclaim", place=1)  # she was here again, so one may ask again

    play_out(test)


def test_whoever_opened_the_table_gets_it_back_with_the_chair(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, bob) = await open_table(venue, "pierres", "Ana", "Bob")
            await lose(host, bob, place=0)
            phone = await venue.client(code)
            number = (await phone.do("reclaim", place=0))["number"]
            venue.wall.advance(LIMITS.host_away)
            assert await refused(bob, "admit", place=0, number=number, yes=True) == "host_may_return"
            venue.wall.advance(LIMITS.host_lost)
            await bob.do("admit", place=0, number=number, yes=True)
            await phone.until(lambda: phone.you == {"places": [0], "host": True})
            await phone.do("remove", place=1)
            old = await venue.client(code, host.keys[0])
            await old.until(lambda: old.lobby)
            assert old.you == {"places": [], "host": False}

    play_out(test)


def test_a_claim_outlives_the_line_and_the_house(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, lea) = await open_table(venue, "pierres", "Ana", "Léa")
            await lose(lea, host, place=1)
            phone = await venue.client(code)
            first = await phone.do("reclaim", place=1, id="a-random-id-of-the-phone")
            await phone.close()
            await venue.crash()
            await venue.start()
            host = await venue.client(code, host.keys[0])
            assert await until_claimed(host, 1) == first["number"]
            # The answer may not have arrived: who repeats the command gets another key.
            phone = await venue.client(code)
            second = await phone.do("reclaim", place=1, id="a-random-id-of-the-phone")
            await host.until(lambda: host.lobby["places"][1]["claim"] == second["number"])
            await host.do("admit", place=1, number=second["number"], yes=True)
            assert await owns(venue, code, second["key"]) == [1]
            assert await owns(venue, code, first["key"]) == []

    play_out(test)
