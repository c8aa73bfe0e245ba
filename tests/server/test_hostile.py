"""What strangers send: foreign pages, frames that are too big, too many, or no messages. Honest tables play on."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.venue import Client, Refused, Venue, play_out, play_whole, start_table
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tablee.server.connection import Connection
from tablee.server.limits import Limits


async def try_origin(venue: Venue, origin: str) -> bool:
    try:
        async with connect(f"ws://127.0.0.1:{venue.port}/ws", additional_headers={"Origin": origin}):
            return True
    except InvalidStatus as error:
        return error.response.status_code != 403


def test_only_our_own_page_may_connect(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            own = f"http://127.0.0.1:{venue.port}"
            assert await try_origin(venue, own)
            foreign = ["http://evil.example", "null", f"{own}.evil.example", f"http://127.0.0.1:{venue.port + 1}", ""]
            for origin in [*foreign, f"file://127.0.0.1:{venue.port}"]:
                assert not await try_origin(venue, origin), origin

    play_out(test)


def test_a_message_may_be_so_big_and_no_bigger(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(message=500) as venue:
            client = await venue.client()
            text = json.dumps({"id": "x", "do": "ping", "sent": 1})
            await client.send(text + " " * (500 - len(text)))
            await client.until(lambda: client.heard[-1]["tell"] == "pong")
            await client.send(text + " " * (501 - len(text)))
            await client.until_closed()
            assert client.bye is not None
            assert client.bye["code"] == "too_big"
            assert client.bye["text"] == "This message is too big."
            huge = await venue.client()
            await huge.send(text + " " * 4 * 501)
            await huge.until_closed()
            await venue.client()

    play_out(test)


def test_so_many_messages_and_no_more(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(rate=10, burst=5) as venue:
            client = await venue.client()  # its hello was the first
            for _ in range(4):
                await client.send({"id": "x", "do": "ping", "sent": 1})
            await client.until(lambda: sum(said["tell"] == "pong" for said in client.heard) == 4)
            venue.wall.advance(100)
            await client.send({"id": "x", "do": "ping", "sent": 1})
            await client.until(lambda: sum(said["tell"] == "pong" for said in client.heard) == 5)
            await client.send({"id": "x", "do": "ping", "sent": 1})
            await client.until_closed()
            assert client.bye is not None
            assert client.bye["code"] == "too_fast"

    play_out(test)


def test_so_many_connections_and_no_more(tmp_path: Path) -> None:
    async def test() -> None:
        for limits in ({"connections": 2}, {"per_address": 2}):
            async with Venue(tmp_path / next(iter(limits))).limited(**limits) as venue:
                first, _ = await venue.client(), await venue.client()
                with pytest.raises(ConnectionClosed):
                    await venue.client()
                await first.close()
                while len(venue.house.connections) > 1:
                    await first.until_closed()
                await venue.client()

    play_out(test)


def test_so_many_tables_spectators_and_screens_of_one_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(tables=1, spectators=1, per_seat=2) as venue:
            code, (host, _) = await start_table(venue, "morpion", "Ana", "Bob")
            with pytest.raises(Refused, match="The house is full"):
                await host.do("open", game="morpion", name="Ana")
            await venue.client(code)
            with pytest.raises(Refused, match="Many people are watching"):
                await venue.client(code)
            await venue.client(code, *host.keys)
            await venue.client(code, *host.keys)
            await host.until_closed()
            assert host.bye is not None
            assert host.bye["code"] == "moved"

    play_out(test)


def test_unknown_tables_and_games(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            with pytest.raises(Refused, match="There is no table “QQQQ”"):
                await venue.client("QQQQ")
            client = await venue.client()
            with pytest.raises(Refused, match="The game “chess” is not in this house"):
                await client.do("open", game="chess", name="Ana")
            with pytest.raises(Refused, match="You are at no table"):
                await client.do("start")

    play_out(test)


def test_a_key_fits_one_seat_of_one_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            first, (ana, bob) = await start_table(venue, "morpion", "Ana", "Bob")
            second, (eve, _) = await start_table(venue, "morpion", "Eve", "Fay")
            guesses = [("B" if key[0] == "A" else "A") + key[1:] for key in bob.keys]
            thief = await venue.client(first, *eve.keys, "", "x" * 100, *guesses)
            await thief.until_shown()
            assert thief.you == {"places": [], "host": False}
            assert thief.frames.keys() == {None}
            for seat in (0, 1):
                with pytest.raises(Refused) as refused:
                    await thief.do("play", seat=seat, ask="0.mark", action={"type": "Mark", "cell": 0})
                assert refused.value.code == "not_yours"
            for command in ("start", "again", "pause"):
                with pytest.raises(Refused):
                    await thief.do(command)
            # A key is told to its owner once, and stands nowhere else.
            key = bob.keys[0]
            assert not any(key.encode() in text for person in (ana, eve, thief) for text in person.bytes)
            assert key not in venue.log.getvalue()
            files = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
            assert key.encode() not in files
            assert second != first

    play_out(test)


def test_the_log_names_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, people = await start_table(venue, "morpion", "Clothilde", "Barnabé")
            actor = venue.house.tables[code]
            venue.house.log("test", table=code)
            actor.post(lambda: people[0].keys[99])  # type: ignore[arg-type]
            text = venue.log.getvalue()
            assert '"event": "defect"' in text
            assert "IndexError" in text
            assert not any(secret in text for secret in (code, "Clothilde", "Barnab", *people[0].keys))
            await play_whole(people)

    play_out(test)


COMMANDS = (
    *("hello", "open", "sit", "stand", "rename", "bot", "remove", "move", "options", "pace", "comfort", "ready"),
    *("start", "pause", "resume", "hand_over", "take_back", "again", "play", "hold", "say", "ping", "nonsense"),
)
FIELDS = (
    *("table", "keys", "screen", "language", "game", "name", "emblem", "place", "level", "from", "to", "options"),
    *(
        "preset",
        "pace",
        "percent",
        "ready",
        "seat",
        "ask",
        "action",
        "held",
        "channel",
        "text",
        "emote",
        "sent",
        "lobby",
    ),
)


def mutations(luck: random.Random, number: int, code: str, keys: list[str]) -> Iterator[str | bytes]:
    """Raw bytes, mutated JSON, deep nesting, huge numbers, right commands at the wrong time."""
    values: list[Any] = [None, True, -1, 0, 1.5, 10**30, "", "x" * 300, "\u202e\x00", [], {}, [[[]]], {"type": "Mark"}]
    for _ in range(number):
        kind = luck.randrange(6)
        if kind == 0:
            yield luck.randbytes(luck.randrange(200))
        elif kind == 1:
            yield "[" * luck.randrange(5000)
        elif kind == 2:
            command_id, cell = f"h{luck.randrange(10**9)}", "9" * 4500
            start = f'{{"id":"{command_id}","do":"play","seat":0,"ask":"0.mark",'
            yield f'{start}"action":{{"type":"Mark","cell":{cell}}}}}'
        elif kind == 3:
            command_id, command = f"m{luck.randrange(10**9)}", luck.choice(COMMANDS[1:])
            text = json.dumps({"id": command_id, "do": command, "place": 0, "seat": 0})
            spot = luck.randrange(len(text))
            yield text[:spot] + luck.choice('{}[]",:\\\ud83d0a'.replace("\ud83d", "é")) + text[spot + 1 :]
        else:
            fields = {name: luck.choice(values) for name in luck.sample(FIELDS, luck.randrange(8))}
            command = luck.choice(COMMANDS)
            # It stays at its table, or all that follows would be refused at the door.
            fields |= {"table": code, "keys": keys} if command == "hello" else {}
            yield json.dumps({"id": f"f{luck.randrange(10**9)}", "do": command, **fields})


def test_fuzzed_frames_are_refused_and_harm_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(rate=10**6, burst=10**6, waiting=10**6) as venue:
            code, honest = await start_table(venue, "morpion", "Ana", "Bob")
            own, (seated, _) = await start_table(venue, "morpion", "Vic", "Wes")
            spectator = await venue.client(code)
            for number, (vandal, table, keys) in enumerate(((seated, own, seated.keys), (spectator, code, []))):
                await attack(vandal, mutations(random.Random(number), 3000, table, keys))
            assert "defect" not in venue.log.getvalue()
            await play_whole(honest)
            await honest[0].until_phase("over")

    play_out(test)


async def attack(vandal: Client, texts: Iterator[str | bytes]) -> None:
    """Everything it sends is answered with a sentence, and it is at a table all the while."""
    for text in texts:
        await vandal.send(text)
    await vandal.send({"id": "last", "do": "ping", "sent": 1})
    await vandal.until(lambda: vandal.heard[-1] == {"tell": "pong", "sent": 1, "now": vandal.heard[-1].get("now")})
    refusals = [said["refusal"] for said in vandal.heard if said["tell"] == "answer" and not said["ok"]]
    assert all(refusal["text"] for refusal in refusals)
    codes = {refusal["code"] for refusal in refusals}
    assert "bad_message" in codes
    assert codes & {"not_yours", "host_only", "playing", "no_such_place", "not_your_place"}
    assert "no_table" not in codes
    assert "defect" not in codes


def test_a_slow_reader_gets_the_newest_view_and_then_good_bye() -> None:
    woken: list[None] = []
    connection = Connection("", Limits(waiting=10), lambda: woken.append(None), 0)
    connection.watch((1,))
    for number in range(4):
        connection.show(1, b'"view":%d' % number, (b'"c%d"' % number,), b'"now":0', False)
    (text,) = connection.take()
    frame = json.loads(text)
    assert (frame["view"], frame["captions"], frame["number"]) == (3, ["c0", "c1", "c2", "c3"], 1)
    assert not connection.show(1, b'"view":3', (), b'"now":1', False)
    assert connection.take() == []
    for _ in range(20):
        connection.show(1, b'"view":9', (b'"c"',), b'"now":0', False)
    (text,) = connection.take()
    assert json.loads(text)["code"] == "too_slow"
    assert connection.is_closing
