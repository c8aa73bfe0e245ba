"""What nodes say to each other, attacked: by who does not know the secret of the house, by who overhears or stands in
between, by a neighbour that is broken or lies."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from tests.cluster.site import OneNode, nodes
from tests.cluster.stranger import BYE, Impostor, Stranger, framed, proof
from tests.server.venue import PATIENCE, play_out, play_whole, start_table

from tablee.server.limits import LIMITS
from tablee.server.net import calls
from tablee.server.net.inside import Inside, NotInside, listen_inside, read_place
from tablee.server.start import Settings
from tablee.server.store.interface import Elsewhere

Scene: TypeAlias = Callable[[list[OneNode]], Awaitable[None]]


SHORTLY = 1.0
"""Seconds for who is to run out of them; for all others there are many, on however busy a machine."""


@pytest.fixture
def on(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Plays a scene on some nodes. Nothing may go wrong in the loop that nobody was told of. `within`: see
    calls.WITHIN."""

    def play(scene: Scene, number: int = 1, within: float = PATIENCE) -> None:
        monkeypatch.setattr(calls, "WITHIN", within)

        async def test() -> None:
            defects: list[Any] = []
            asyncio.get_running_loop().set_exception_handler(lambda _, context: defects.append(context))
            async with nodes(tmp_path, database, number) as site:
                try:
                    await scene(site)
                finally:
                    await Stranger.all_leave()
                assert not any('"defect"' in node.log.getvalue() for node in site)
                assert defects == []

        play_out(test)

    return play


async def until(is_so: Callable[[], object]) -> None:
    while not is_so():
        await asyncio.sleep(0)


# Where it is heard.


@pytest.mark.parametrize(
    "text",
    [
        *("0.0.0.0", "::", "[::]:80", "0", "0x0", "::ffff:0.0.0.0", "0000:0:0::"),
        *("8.8.8.8", "[2606:4700:4700::1111]:8000", "::ffff:8.8.8.8", "93.184.216.34:9"),
        *("", ":80", "host:99999", "127.0.0.1:８０", "127.0.0.1:-1", "203.0.113.1", "no.such.host.invalid", "a b"),
    ],
)
def test_no_door_is_opened_to_the_world_nor_nowhere(text: str) -> None:
    with pytest.raises(NotInside, match="--inside wants"):
        listen_inside(read_place(text)).close()


def test_by_itself_nobody_but_this_machine_reaches_it() -> None:
    assert Settings([], Path()).inside == "127.0.0.1"
    with listen_inside(read_place("127.0.0.1")) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"


def test_a_house_that_is_alone_has_no_such_door_and_proves_nothing() -> None:
    with pytest.raises(AssertionError):
        Inside().proof("call")


# Who does not know the secret.


def test_who_proves_nothing_hears_one_number_and_is_cut_off(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        silent, slow = await Stranger.knock(site[0]), await Stranger.knock(site[0])
        numbers = {await silent.greeting(), await slow.greeting()}
        assert len(numbers) == 2
        for piece in range(20):
            await slow.write(framed(b"x" * 900)[piece : piece + 1])
        assert await silent.is_cut_off()
        assert await slow.is_cut_off()
        await until(lambda: not site[0].inside.strangers)
        assert not site[0].house.connections

    on(scene, within=SHORTLY)


@pytest.mark.parametrize(
    "said",
    [
        *(b"", b"\xff", b"[]", b"{}", b"null", b"[1,2,3,4,5]", b'["","","","",""]', b'["\\ud800","","","",""]'),
        b"[" * 500,
        json.dumps(["a neighbour", "", "", "", "é" * 32]).encode(),
    ],
)
def test_what_is_no_introduction_ends_it(on: Callable[..., None], said: bytes) -> None:
    async def scene(site: list[OneNode]) -> None:
        stranger = await Stranger.knock(site[0])
        await stranger.greeting()
        await stranger.say(said)
        assert await stranger.is_cut_off()
        await until(lambda: not site[0].inside.strangers)

    on(scene)


def test_a_stranger_may_say_so_much_and_no_more(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        for size in (calls.MOST_UNPROVED + 1, (1 << 31) - 1, (1 << 32) - 1):
            stranger = await Stranger.knock(site[0])
            await stranger.greeting()
            await stranger.write(size.to_bytes(4) + b"x" * 100)
            assert await stranger.is_cut_off()

    on(scene)


@pytest.mark.parametrize(
    "forged",
    [
        {"life": "another"},
        {"wanted": "another"},
        {"address": "127.0.0.1"},
        {"nonce": "another"},
        {"proof": "0" * 64},
        {"proof": ""},
        # The same words with other ends: what is proved is each of them, not how they read one after the other.
        {"nonce": "number a", "life": "neighbour"},
        {"nonce": 'number","a neighbour', "life": ""},
    ],
)
def test_nothing_that_was_proved_can_be_said_otherwise(on: Callable[..., None], forged: dict[str, str]) -> None:
    async def scene(site: list[OneNode]) -> None:
        stranger = await Stranger.knock(site[0])
        await stranger.greeting()
        await stranger.say(stranger.introduction(site[0], site[0].shared.secret, **forged))
        assert await stranger.is_cut_off()
        assert not site[0].house.connections

    on(scene)


@pytest.mark.parametrize("secret", ["", "guessed", "0" * 64])
def test_another_secret_opens_nothing(on: Callable[..., None], secret: str) -> None:
    async def scene(site: list[OneNode]) -> None:
        stranger = await Stranger.knock(site[0])
        await stranger.greeting()
        await stranger.say(stranger.introduction(site[0], secret))
        assert await stranger.is_cut_off()

    on(scene)


def test_what_was_overheard_opens_nothing_again_nor_elsewhere(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        neighbour = await Stranger.knock(one)
        await neighbour.greeting()
        overheard = neighbour.introduction(one, one.shared.secret)
        await neighbour.say(overheard)
        answer = await neighbour.hear()
        assert answer
        for node in site:
            for said in (overheard, overheard[:-66] + b'"' + answer + b'"]'):
                thief = await Stranger.knock(node)
                await thief.greeting()
                await thief.say(said)
                assert await thief.is_cut_off()
        # Said twice on the same line it is no message of a device either.
        await neighbour.say(overheard)
        assert (await neighbour.told())["refusal"]["code"] == "bad_message"
        # What is proved to one is proved to no other, be it by who passes on what both say.
        thief, door = await Stranger.knock(two), await Stranger.knock(one)
        await thief.greeting()
        await door.greeting()
        await thief.say(door.introduction(one, one.shared.secret))
        assert await thief.is_cut_off()

    on(scene, 2)


def test_however_many_knock_a_neighbour_gets_in(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, (ada, bob) = await start_table(one, "morpion", "Ada", "Bob")
        crowd = [await Stranger.knock(one) for _ in range(calls.STRANGERS + 20)]
        for stranger in crowd:
            await stranger.greeting()
            assert len(one.inside.strangers) <= calls.STRANGERS
        for stranger in crowd[:20]:
            assert await stranger.is_cut_off()
        far = await two.client(code, *bob.keys)
        await bob.close()
        await far.until_shown()
        await play_whole([ada, far])

    on(scene, 2)


# Who answers where a node should be.


class Caller:
    """A device of this node that wants a table of another."""

    def __init__(self, node: OneNode, port: int, life: str = "another", first: bytes = b'{"do":"hello"}') -> None:
        self.connection = node.house.connect("203.0.113.9", lambda: None)
        self.ended: list[tuple[bool, list[bytes]]] = []
        there = Elsewhere(life, f"127.0.0.1:{port}")
        self.line = node.inside.dial(there, "ABCD", self.connection, first, self._note)
        self.connection.line = self.line

    def _note(self, _: object, is_begun: bool, unsaid: Sequence[bytes]) -> None:
        self.ended.append((is_begun, list(unsaid)))

    async def until_ended(self) -> None:
        await until(lambda: self.ended)

    @property
    def waiting(self) -> list[object]:
        return list(self.connection._queue.values())


GREETING = framed(b"tablee 1 " + b"0" * 32)


def lied(secret: str, *said: bytes) -> Callable[[bytes], Sequence[bytes]]:
    """A neighbour that proves who it is and then says this."""

    def answer(text: bytes) -> Sequence[bytes]:
        if not text.startswith(b"["):
            return ()
        _, wanted, _, nonce, _ = json.loads(text)
        return [framed(proof(secret, "answer", "0" * 32, nonce, wanted).encode()), *said]

    return answer


@pytest.mark.parametrize(
    "first",
    [
        *(b"", framed(b""), framed(b"\xff" * 32), framed(b"tablee 0 " + b"0" * 32), framed(b"0" * 32)),
        *(
            framed(b"tablee 1 " + b"0" * 500),
            framed(b"tablee 1 " + b"G" * 32),
            framed(b"tablee 1 " + b"0" * 32 + b"\n"),
        ),
        *(b"\x00\x00\x03\xe9", b"\xff\xff\xff\xff", b"HTTP/1.1 400 Bad Request\r\n\r\n"),
    ],
)
def test_what_is_no_node_is_told_nothing(on: Callable[..., None], first: bytes) -> None:
    async def scene(site: list[OneNode]) -> None:
        async with Impostor([first]) as impostor:
            caller = Caller(site[0], impostor.port)
            caller.line.say(b"secret")
            await caller.until_ended()
            assert impostor.heard == []
            assert caller.ended == [(False, [b"secret"])]
            assert caller.waiting == []
            assert not site[0].inside.out

    on(scene, within=PATIENCE if first else SHORTLY)


@pytest.mark.parametrize("how", ["echo", "wrong", "strange", "silent", "greets again"])
def test_who_proves_nothing_is_told_no_word_of_a_device(on: Callable[..., None], how: str) -> None:
    async def scene(site: list[OneNode]) -> None:
        def answer(text: bytes) -> Sequence[bytes]:
            if how == "echo":  # what this node has proved itself proves nothing about anybody else
                return [framed(json.loads(text)[4].encode())]
            if how == "greets again":
                return [GREETING]
            return [] if how == "silent" else [framed(b"0" * 64 if how == "wrong" else b"\xff" * 64)]

        async with Impostor([GREETING], answer) as impostor:
            caller = Caller(site[0], impostor.port)
            await caller.until_ended()
            assert len(impostor.heard) == 1
            assert site[0].shared.secret.encode() not in impostor.heard[0]
            assert caller.ended == [(False, [])]

    on(scene, within=SHORTLY if how == "silent" else PATIENCE)


def test_nobody_is_there(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        for where in ("", "nonsense", "127.0.0.1:1", "[::1]:1", "127.0.0.1:99999"):
            connection = site[0].house.connect("203.0.113.9", lambda: None)
            ended = asyncio.Event()
            site[0].inside.dial(Elsewhere("x", where), "ABCD", connection, b"", lambda *_, ended=ended: ended.set())
            await ended.wait()
        assert not site[0].inside.out

    on(scene, within=SHORTLY)


def test_a_neighbour_that_says_too_much_is_cut_off_and_its_device_comes_back(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        said = [framed(b'{"tell":"clock"}'), (calls.MOST_TOLD + 1).to_bytes(4) + b"x"]
        async with Impostor([GREETING], lied(site[0].shared.secret, *said)) as impostor:
            caller = Caller(site[0], impostor.port)
            await caller.until_ended()
            assert caller.ended == [(True, [])]
            assert caller.waiting == [b'{"tell":"clock"}']

    on(scene)


def test_after_good_bye_a_neighbour_is_not_heard(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        said = [framed(b"{}", BYE), framed(b'{"more":1}'), framed(b'{"again":1}', BYE)]
        async with Impostor([GREETING], lied(site[0].shared.secret, *said)) as impostor:
            caller = Caller(site[0], impostor.port)
            await until(lambda: caller.connection.is_closing)
            caller.line.abort()
            await caller.until_ended()
            assert caller.waiting == [b"{}"]

    on(scene)


def test_a_device_that_is_not_read_from_costs_no_memory_here(on: Callable[..., None]) -> None:
    """However much its neighbour tells it."""

    async def scene(site: list[OneNode]) -> None:
        text = framed(b'{"tell":"said","text":"' + b"x" * 400 + b'"}')
        many = 40_000
        async with Impostor([GREETING], lied(site[0].shared.secret, text * many)) as impostor:
            caller = Caller(site[0], impostor.port)
            await until(lambda: len(caller.waiting) == calls.MOST_WAITING)
            heard = 0
            for _ in range(200):
                await asyncio.sleep(0)
                assert len(caller.waiting) <= calls.MOST_WAITING
                assert len(caller.line._heard) < 3 * 65_536 + len(text)
                heard = max(heard, len(caller.line._heard))
            # Once it takes what there is there is more, and nothing is missing.
            told = 0
            while told < many:
                told += len(caller.connection.take())
                await asyncio.sleep(0)
            assert told == many

    on(scene)


def test_what_could_not_be_said_is_refused_and_what_was_said_is_not(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        async with Impostor([GREETING], lied(site[0].shared.secret)) as impostor:
            caller = Caller(site[0], impostor.port)
            caller.line.say(b'{"do":"start"}')
            await until(lambda: len(impostor.heard) == 3)
            caller.line.abort()
            await caller.until_ended()
            assert caller.ended == [(True, [])], "it may have been done: who asked comes back and asks again"
            caller = Caller(site[0], impostor.port)
            await until(lambda: len(impostor.heard) == 5)
            caller.line.abort()
            await caller.until_ended()
            assert caller.ended == [(False, [])], "nothing but where to go was said: that is said anew"

    on(scene)


def test_a_neighbour_that_takes_nothing_is_hung_up_on_before_much_waits(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        async with Impostor([GREETING], lied(site[0].shared.secret)) as impostor:
            caller = Caller(site[0], impostor.port)
            await until(lambda: len(impostor.heard) == 2)
            impostor.is_deaf = True
            said = 0
            while not caller.ended:
                caller.line.say(b"x" * 1_000)
                said += 1_000
                await asyncio.sleep(0)
            assert caller.ended == [(True, [])]
            # Here, in the system at both ends, and what the other one's library reads unasked.
            assert said < calls.MOST_SAID + 6 * 65_536 + 4 * 65_536

    on(scene)


def test_who_says_much_before_it_is_known_where_to_is_told_good_bye(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        async with Impostor([]) as silent:
            caller = Caller(site[0], silent.port)
            for _ in range(calls.MOST_SAID // 1_000 + 1):
                assert not caller.connection.is_closing
                caller.line.say(b"x" * 1_000)
            assert caller.connection.is_closing
            await caller.until_ended()
            assert silent.heard == []

    on(scene, within=SHORTLY)


# A neighbour that is broken.


def test_a_neighbour_that_knows_the_secret_gets_no_further_than_a_device(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        code, (ada, bob) = await start_table(site[0], "morpion", "Ada", "Bob")
        neighbour = await Stranger.knock(site[0])
        await neighbour.be_let_in(site[0])
        for nonsense in (b"", b"\xff", b"[]", b'{"id":"x"}'):
            await neighbour.say(nonsense)
            assert (await neighbour.told())["refusal"]["code"] == "bad_message"
        await neighbour.say({"id": "h", "do": "hello", "table": code, "keys": ["guessed"]}, BYE)
        told = [await neighbour.told() for _ in range(3)]
        assert {one["tell"] for one in told} == {"answer", "lobby", "frame"}
        assert all(one["seat"] is None for one in told if one["tell"] == "frame")
        await neighbour.say(
            {"id": "p", "do": "play", "seat": 0, "ask": "0.mark", "action": {"type": "Mark", "cell": 0}}
        )
        assert (await neighbour.told())["refusal"]["code"] == "not_yours"
        await neighbour.write((LIMITS.message * LIMITS.frame + 1).to_bytes(4))
        assert await neighbour.is_cut_off()
        await play_whole([ada, bob])

    on(scene)


def some_bytes(luck: random.Random) -> bytes:
    """Frames, most of them with something wrong."""
    text = luck.choice([b"", b"{}", b'{"id":"a","do":"ping","sent":1}', b"[", luck.randbytes(luck.randrange(200))])
    frame = framed(text, luck.choice([0, 0, BYE]))
    spoilt = luck.randrange(len(frame)) if luck.random() < 0.3 else len(frame)
    return frame[:spoilt] + luck.randbytes(luck.choice([0, 0, 3]))


def test_whatever_bytes_come_from_either_side_nothing_breaks(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        luck = random.Random(16)
        code, (ada, bob) = await start_table(site[0], "morpion", "Ada", "Bob")
        for number in range(60):
            stranger = await Stranger.knock(site[0])
            if number % 2:
                await stranger.be_let_in(site[0])
            await stranger.write(b"".join(some_bytes(luck) for _ in range(20)))
            said = [some_bytes(luck) for _ in range(20)]
            first = [GREETING] if number % 3 else said
            async with Impostor(first, lied(site[0].shared.secret, *said)) as impostor:
                caller = Caller(site[0], impostor.port)
                await until(lambda caller=caller: caller.ended or caller.waiting or caller.line._is_known)  # type: ignore[misc]
                caller.line.abort()
                await caller.until_ended()
                assert len(caller.ended) == 1
        await Stranger.all_leave()
        await until(lambda: not site[0].inside.strangers and not site[0].inside.guests and not site[0].inside.out)
        assert code in site[0].house.tables
        await play_whole([ada, bob])

    on(scene, within=SHORTLY)


def test_a_neighbour_that_floods_is_told_good_bye(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        neighbour = await Stranger.knock(site[0])
        await neighbour.be_let_in(site[0])
        for number in range(LIMITS.burst + 40):
            await neighbour.say({"id": f"p{number}", "do": "ping", "sent": number})
        told = [await neighbour.told() for _ in range(LIMITS.burst + 1)]
        assert told[-1]["tell"] == "bye"
        assert told[-1]["code"] == "too_fast"
        assert await neighbour.is_cut_off()

    on(scene)


def test_a_table_of_another_node_is_not_passed_on_twice_nor_taken(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, people = await start_table(two, "morpion", "Ada", "Bob")
        neighbour = await Stranger.knock(one)
        await neighbour.be_let_in(one)
        await neighbour.say({"id": "h", "do": "hello", "table": code, "keys": []})
        assert await neighbour.is_cut_off()
        assert code not in one.house.tables
        assert not one.inside.out
        await play_whole(people)

    on(scene, 2)


def test_who_wants_the_house_of_an_earlier_life_is_not_let_in(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        stranger = await Stranger.knock(site[0])
        await stranger.greeting()
        secret, earlier = site[0].shared.secret, "0" * 16
        shown = proof(secret, "call", stranger.challenge, "number", "a neighbour", earlier, "203.0.113.9")
        await stranger.say(stranger.introduction(site[0], secret, wanted=earlier, proof=shown))
        assert await stranger.is_cut_off()

    on(scene)


def test_lines_of_the_dead_are_cut_and_those_of_the_newly_born_are_not(on: Callable[..., None]) -> None:
    async def scene(site: list[OneNode]) -> None:
        neighbour = await Stranger.knock(site[0])
        await neighbour.be_let_in(site[0])
        assert site[0].shared.neighbours is not None
        assert "a neighbour" not in site[0].shared.neighbours
        site[0].inside.look_round()
        await neighbour.say({"id": "p", "do": "ping", "sent": 1})
        assert (await neighbour.told())["tell"] == "pong"
        site[0].inside.look_round()
        assert await neighbour.is_cut_off()
        await until(lambda: not site[0].house.connections)

    on(scene)
