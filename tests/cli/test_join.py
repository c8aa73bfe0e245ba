"""`tablee join` at tables of a real house: sitting down, playing, losing the line, coming back."""

from __future__ import annotations

import asyncio
import stat
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.cli.helpers import MORPION, Cli
from tests.server.venue import Client, Venue, play_out, play_whole

from tablee.cli.complaint import Complaint
from tablee.cli.guest import Guest
from tablee.cli.join import read_house, visit
from tablee.cli.keyring import Keyring
from tablee.cli.line import NotLetIn, Unreachable
from tablee.games import find


class Terminal:
    """A person at a keyboard: what they were told, and what they type next."""

    def __init__(self, venue: Venue, code: str, keys: Path, language: str = "en") -> None:
        self.house = f"http://127.0.0.1:{venue.port}"
        self.said: list[str] = []
        self.read = 0
        self._news = asyncio.Event()
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        games = {"morpion": find(MORPION)}
        self.guest = Guest(code, language, Keyring(keys), f"{self.house} {code}", games, self._say)

    def _say(self, text: str) -> None:
        self.said.append(text)
        self._news.set()

    def type(self, line: str | None) -> None:
        """None: the keyboard is gone."""
        self._typed.put_nowait(line)

    async def lines(self) -> AsyncIterator[str]:
        while (line := await self._typed.get()) is not None:
            yield line

    async def hears(self, words: str) -> str:
        """Something with these words is said, after what was heard before."""
        return await self.hears_either(words)

    async def hears_either(self, *words: str) -> str:
        while True:
            for number in range(self.read, len(self.said)):
                if any(word in self.said[number] for word in words):
                    self.read = number + 1
                    return self.said[number]
            self._news.clear()
            await self._news.wait()

    def start(self, name: str | None = "Bob", place: int | None = None) -> asyncio.Task[None]:
        return asyncio.create_task(visit(self.guest, self.house, self.lines(), name, place))


async def table_of(venue: Venue, game: str) -> tuple[str, Client]:
    host = await venue.client()
    code = (await host.do("open", game=game, name="Ana", emblem=None))["table"]
    await host.until_phase("lobby")
    return code, host


async def until_seated(host: Client, name: str) -> None:
    await host.until(lambda: any(place["name"] == name for place in host.lobby["places"]))


def test_a_whole_game_typed_line_by_line(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, host = await table_of(venue, "morpion")
            bob = Terminal(venue, code, tmp_path / "keys.json")
            visiting = bob.start()
            await bob.hears(f"table {code}")
            await bob.hears("chair number 2")
            await bob.hears("At the table: Ana, Bob")
            bob.type("nonsense")
            await bob.hears("nonsense")
            bob.type("ready")
            await bob.hears("Bob is ready")
            await host.do("start")
            await bob.hears("The game begins.")
            await host.until_shown()
            await asyncio.gather(play_whole([host]), answer(bob))
            await bob.hears("wins")
            bob.type("quit")
            await visiting
            # Whoever leaves keeps the place.
            assert venue.house.tables[code].lobby.places[1].name == "Bob"

    play_out(test)


async def answer(bob: Terminal) -> None:
    """Each time the first move there is, after one that there is not."""
    while "For example" in await bob.hears_either("For example", "The game is over"):
        bob.type("99")
        await bob.hears("99")
        bob.type("1")


def test_a_line_that_breaks_is_tied_again_and_the_place_is_kept(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, host = await table_of(venue, "morpion")
            bob = Terminal(venue, code, tmp_path / "keys.json")
            visiting = bob.start()
            await bob.hears("chair number 2")
            for connection in list(venue.house.connections):
                connection.bye("closing")
            await bob.hears("The line is cut")
            await bob.hears("Back at the table")
            again = await venue.client(code, *host.keys)
            await again.until_phase("lobby")
            bob.type("ready")
            await again.until(lambda: again.lobby["places"][1]["ready"])
            bob.type(None)
            await visiting

    play_out(test)


def test_who_comes_back_sits_where_they_sat_and_nobody_else_can_read_the_keys(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, _ = await table_of(venue, "pierres")
            keys = tmp_path / "private" / "keys.json"
            first = Terminal(venue, code, keys)
            visiting = first.start("Bob", place=3)
            await first.hears("chair number 4")
            first.type("quit")
            await visiting
            assert stat.S_IMODE(keys.stat().st_mode) == 0o600
            second = Terminal(venue, code, keys)
            visiting = second.start("Somebody else")
            await second.hears("You are back at your place, Bob")
            second.type("stand")
            await visiting
            assert venue.house.tables[code].lobby.places[3].kind == "free"

    play_out(test)


def test_without_a_name_one_is_asked_until_it_will_do(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, _ = await table_of(venue, "morpion")
            bob = Terminal(venue, code, tmp_path / "keys.json")
            visiting = bob.start(None)
            await bob.hears("What is your name?")
            bob.type("")
            bob.type("ana")
            await bob.hears("“ana” is already")
            await bob.hears("What is your name?")
            bob.type("Bob")
            await bob.hears("chair number 2")
            bob.type("help")
            await bob.hears("ready, unready")
            bob.type("rules")
            bob.type("moves")
            await bob.hears("No game is on")
            bob.type(None)
            await visiting

    play_out(test)


def test_bad_input_gets_a_sentence_in_every_phase(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, host = await table_of(venue, "pierres")
            bob = Terminal(venue, code, tmp_path / "keys.json", "fr")
            visiting = bob.start()
            await bob.hears("La chaise numéro 2 est à vous")
            for line, words in (("A1", "A1"), ("commencer", "Seule la personne"), ("\x00\xff", "ne comprends pas")):
                bob.type(line)
                await bob.hears(words)
            bob.type("pret")
            await bob.hears("C’est bon pour Bob")
            await host.do("start")
            await bob.hears("La partie commence")
            for line in ("Z99", "x" * 600, "{}", "-1"):
                before = len(bob.said)
                bob.type(line)
                await bob.hears("")
                assert len(bob.said) > before
            bob.type("dire Salut !")
            await bob.hears("on se parle par phrases")
            bob.type("dire ha ha")
            await host.until(lambda: any(heard.get("emote") == "haha" for heard in host.heard))
            await host.do("say", seat=0, channel="table", emote="thanks")
            await bob.hears("Merci\u202f!")
            await host.do("words", open=True)
            bob.type("dire Salut !")
            await host.until(lambda: any(heard.get("text") == "Salut !" for heard in host.heard))
            bob.type("quit")
            await visiting

    play_out(test)


@pytest.mark.parametrize(
    ("code", "is_open", "error"), [("QQQQ", True, NotLetIn), ("ABCD", False, Unreachable)], ids=["no table", "no house"]
)
def test_who_cannot_come_in_is_told_why(tmp_path: Path, code: str, is_open: bool, error: type[Exception]) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            bob = Terminal(venue, code, tmp_path / "keys.json")
            if not is_open:
                bob.house = "http://127.0.0.1:9"
            with pytest.raises(error):
                await bob.start()

    play_out(test)


def test_the_command_itself_plays_through_pipes(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, host = await table_of(venue, "morpion")
            command = [sys.executable, "-m", "tablee.cli", "join", code.lower(), "--house", f"127.0.0.1:{venue.port}"]
            command += ["--name", "Bob", "--lang", "en", "--keys", str(tmp_path / "keys.json"), "--game", MORPION]
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
            assert process.stdin is not None
            process.stdin.write(b"ready\n")
            await until_seated(host, "Bob")
            await host.until(lambda: host.lobby["places"][1]["ready"])
            process.stdin.write(b"quit\n")
            out, _ = await process.communicate()
            assert process.returncode == 0
            assert b"chair number 2" in out

    play_out(test)


def test_complaints(cli: Cli, tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    assert "No house answers" in cli.complains("join", "ABCD", "--house", "127.0.0.1:9", "--keys", keys)
    assert "no address of a house" in cli.complains("join", "ABCD", "--house", "ftp://x", "--keys", keys)
    assert "language" in cli.complains("join", "ABCD", "--lang", "xx", "--keys", keys)


@pytest.mark.parametrize(
    ("text", "house"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("http://localhost:8000/", "http://localhost:8000"),
        ("https://tablee.example/t/ABCD", "https://tablee.example"),
    ],
)
def test_addresses_as_people_write_them(text: str, house: str) -> None:
    assert read_house(text) == house


@pytest.mark.parametrize("text", ["", "//", "ftp://a", "http://"])
def test_no_address(text: str) -> None:
    with pytest.raises(Complaint):
        read_house(text)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"a": 1}', "\x00"])
def test_a_damaged_keyring_is_as_good_as_none(tmp_path: Path, content: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(content)
    ring = Keyring(path)
    assert ring.of("a") == []
    ring.add("a", "key")
    assert ring.of("a") == ["key"]
    ring.drop("a")
    assert ring.of("a") == []
