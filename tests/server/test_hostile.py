"""What strangers send: foreign pages, frames that are too big, too many, or no messages. Honest tables play on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.cutting import games
from tests.server.fuzzing import Vandal, weather
from tests.server.hall import Hall, some_table, start_people
from tests.server.venue import GAMES, Client, HandWall, Refused, Venue, play_out, play_whole, start_table
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tablee.games import Found, find
from tablee.server.house.connection import Connection
from tablee.server.limits import Limits
from tablee.server.lobby import FREE, Place
from tablee.server.table.handlers import HANDLERS, Handler
from tablee.server.table.names import LONGEST_NAME
from tablee.server.table.rights import Right
from tablee.server.table.setting import MOST_PERCENT
from tablee.server.table.talk import LONGEST_TALK
from tablee.server.table.visit import Visit
from tablee.server.wire.commands import MOST_KEYS, Command, Say


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
        async with Venue(tmp_path).limited(rate=10, burst=5, hello=1) as venue:
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


@pytest.mark.parametrize(
    ("code", "make", "most"),
    [
        ("too_long", lambda n: {"do": "say", "seat": 0, "channel": "table", "text": "x" * n}, LONGEST_TALK),
        ("bad_name", lambda n: {"do": "rename", "place": 0, "name": "x" * n}, LONGEST_NAME),
        ("bad_message", lambda n: {"do": "hello", "table": None, "keys": ["x"] * n}, MOST_KEYS),
        ("bad_percent", lambda n: {"do": "comfort", "place": 0, "percent": n}, MOST_PERCENT),
    ],
    ids=["talk", "name", "keys", "percent"],
)
def test_so_long_and_no_longer(code: str, make: Callable[[int], dict[str, Any]], most: int) -> None:
    _, (host, _) = start_people(Hall(), "morpion", 2)
    host.do("words", open=True)
    host.do(**make(most))
    with pytest.raises(Refused) as refused:
        host.do(**make(most + 1))
    assert refused.value.code == code


def test_an_id_is_so_long_and_no_longer() -> None:
    visitor = Hall().visit()
    visitor.do("hello", id="x" * 40, table=None)
    visitor.send({"id": "x" * 41, "do": "hello", "table": None})
    (answer,) = visitor.read()
    assert answer["refusal"]["code"] == "bad_message"


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


def test_fuzzed_frames_are_refused_and_harm_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(rate=10**6, burst=10**6, waiting=10**6, message=10**5) as venue:
            code, honest = await start_table(venue, "morpion", "Ana", "Bob")
            own, (seated, _) = await start_table(venue, "morpion", "Vic", "Wes")
            spectator = await venue.client(code)
            for client, table, keys in ((seated, own, list(seated.keys)), (spectator, code, [])):
                await attack(client, Vandal(table == own, find(GAMES[1]), table, keys).frames(1500))
            assert "defect" not in venue.log.getvalue()
            await play_whole(honest)
            await honest[0].until_phase("over")

    play_out(test)


@pytest.mark.parametrize("found", list(games()), ids=lambda found: found.game.meta.id)
def test_every_game_stands_fuzzed_frames_and_honest_tables_play_on(found: Found) -> None:
    """Without sockets, so that there can be many."""
    storm = weather(found, 3000, "test")
    assert storm.frames == 3000
    assert storm.honest > 20
    assert len(storm.codes) > 15
    assert storm.wrong == []


def test_a_defect_in_the_storm_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def raises(*_: object) -> None:
        raise KeyError("planted")

    said: type[Command] = Say
    monkeypatch.setitem(HANDLERS, said, Handler(raises, Right.OWNER))
    assert any("KeyError" in wrong for wrong in weather(find(GAMES[1]), 600, "test").wrong)


async def attack(vandal: Client, texts: Iterator[str | bytes]) -> None:
    """Everything it sends is answered with a sentence, and much of it reaches the table."""
    for text in texts:
        await vandal.send(text)
    # The table answers in order, so this comes after all it has to say; a ping might overtake what waits for the disk.
    await vandal.send({"id": "last", "do": "hold", "seat": 99, "held": True})
    await vandal.until(lambda: "last" in vandal.answers)
    answers = [said for said in vandal.heard if said["tell"] == "answer" and said["id"] != "last"]
    refusals = [said["refusal"] for said in answers if not said["ok"]]
    assert all(refusal["text"] for refusal in refusals)
    codes = {refusal["code"] for refusal in refusals}
    assert "bad_message" in codes
    assert codes & {"not_yours", "host_only", "playing", "no_such_place", "not_your_place"}
    assert "defect" not in codes


def test_a_slow_reader_gets_the_newest_view_and_then_good_bye() -> None:
    woken: list[None] = []
    connection = Connection("", Limits(waiting=10), lambda: woken.append(None), HandWall())
    visit = Visit(connection, some_table(), frozenset({"key"}))
    watch = visit.watches((FREE, Place("person", keys=("key",))))[1]
    for number in range(4):
        visit.show(watch, b'"view":%d' % number, (b'"c%d"' % number,), b'"now":0', False)
    (text,) = connection.take()
    frame = json.loads(text)
    assert (frame["view"], frame["captions"], frame["number"]) == (3, ["c0", "c1", "c2", "c3"], 1)
    assert not visit.show(watch, b'"view":3', (), b'"now":1', False)
    assert connection.take() == []
    for _ in range(9):  # nine captions and their frame are ten
        visit.show(watch, b'"view":9', (b'"c"',), b'"now":0', False)
    assert not connection.is_closing
    visit.show(watch, b'"view":9', (b'"c"',), b'"now":0', False)
    (text,) = connection.take()
    assert json.loads(text)["code"] == "too_slow"
    assert connection.is_closing
