"""How long anything holds the loop: a real house in a process of its own, its every callback timed by the CPU that the
loop's thread spent on it; and somebody who does by the public doors whatever is done for the first time there, once in
a newly opened house. Another tree is measured by pointing PYTHONPATH at its `src`.

    python -m bench.held [--finished 2000] [--all]

Where an action takes less than a millisecond in its longest piece it is shown with `--all` only."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any, Final, NamedTuple

import uvloop
from websockets.sync.client import ClientConnection, connect

from tablee.games import find, known_games
from tablee.server.limits import LIMITS
from tablee.server.outside import Log
from tablee.server.start import Settings, listen, run_house

MORPION: Final = str(Path(__file__).parents[1] / "examples" / "morpion.py")
WIDE: Final = (
    *("rate", "burst", "long_at_once", "long_rate", "all_at_once", "all_rate", "opens_at_once", "opens"),
    *("guesses_at_once", "guesses", "tables", "awake_tables"),
)
MOVES: Final = 12
"""So many are played of every preset."""
AGAINST_BOTS: Final = 5
"""Seconds."""
LONG_GAME: Final = 400
"""Moves, or as many as it has, of games that are woken after a restart."""
_ids = count(1)


class Piece(NamedTuple):
    """What held the loop longest since somebody asked, and what of it was a search for circles."""

    ms: float
    what: str
    gc_ms: float


# The house.


class Watch:
    """Times every callback of the loop, on the clock of its thread alone."""

    def __init__(self) -> None:
        self._worst, self._what, self._circles, self._began = 0.0, "", 0.0, 0.0
        plain = asyncio.Handle._run

        def run(handle: asyncio.Handle) -> None:
            began = time.thread_time()
            plain(handle)
            took = time.thread_time() - began
            if took > self._worst:
                self._worst, self._what = took, str(getattr(handle, "_callback", ""))

        asyncio.Handle._run = run  # type: ignore[assignment, method-assign]
        gc.callbacks.append(self._collect)

    def _collect(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self._circles = max(self._circles, time.thread_time() - self._began)

    def take(self) -> Piece:
        piece = Piece(self._worst * 1000, self._what, self._circles * 1000)
        self._worst, self._what, self._circles = 0.0, "", 0.0
        return piece


def be_a_house(data: Path) -> None:
    """Says where it is; then, for every line that comes, what held it since the one before."""
    uvloop.new_event_loop = asyncio.new_event_loop  # type: ignore[assignment] # its callbacks are written in Python and can be timed
    watch = Watch()

    def answer() -> None:
        for _ in sys.stdin:
            print(json.dumps(watch.take()), flush=True)

    def ready(address: str) -> None:
        print(json.dumps([address, time.process_time()]), flush=True)
        Thread(target=answer, daemon=True).start()

    known = {field.name for field in fields(LIMITS)}
    limits = replace(LIMITS, **{name: 10**6 for name in WIDE if name in known})
    games = [find(name) for name in (*known_games(), MORPION)]
    settings = Settings(games, data, host="127.0.0.1", port=0, limits=limits, longest_thought=0, log=Log(is_quiet=True))
    with listen(settings.host, 0) as listener:
        run_house(settings, listener, ready)


# Whoever comes.


class Opened:
    """A house that is open, until it is closed."""

    def __init__(self, data: Path) -> None:
        words = [sys.executable, "-m", "bench.held", "--house", str(data)]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        address, self.cpu = json.loads(self._line())
        self.port = int(address.rpartition(":")[2])
        time.sleep(0.2)  # what it does to be open is not over when it says so

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def held(self) -> Piece:
        """The longest since this was asked last."""
        assert self._process.stdin is not None
        self._process.stdin.write("?\n")
        self._process.stdin.flush()
        return Piece(*json.loads(self._line()))

    def get(self, path: str, question: object = None, method: str | None = None) -> bytes:
        line = HTTPConnection("127.0.0.1", self.port)
        body = None if question is None else json.dumps(question)
        line.request(method or ("GET" if body is None else "POST"), path, body, {"host": f"127.0.0.1:{self.port}"})
        answer = line.getresponse()
        content = answer.read()
        line.close()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {content[:200]!r}")
        return content

    def close(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()


class Person:
    """One place at a table, on a device of its own."""

    def __init__(self, house: Opened, table: str | None = None, *keys: str) -> None:
        self._line = connect(f"ws://127.0.0.1:{house.port}/ws", max_size=None, compression=None)
        self._socket: ClientConnection = self._line.__enter__()
        self.keys = list(keys)
        self.lobby: dict[str, Any] = {}
        self.frame: dict[str, Any] | None = None
        self._answered = ""
        self.ask("hello", table=table, keys=self.keys, language="fr")

    def ask(self, do: str, **told: Any) -> dict[str, Any]:
        wanted = self._send(do, **told)
        while True:
            message = self.hear()
            if message["tell"] == "answer" and message["id"] == wanted:
                self.keys += [message["key"]] if "key" in message else []
                return message

    def must(self, do: str, **told: Any) -> None:
        answer = self.ask(do, **told)
        if not answer["ok"]:
            raise SystemExit(f"{do} is refused: {answer}")

    def _send(self, do: str, **told: Any) -> str:
        command = f"held-{next(_ids)}"
        self._socket.send(json.dumps({"id": command, "do": do, **told}, ensure_ascii=False))
        return command

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(timeout=20))
        if message["tell"] == "lobby":
            self.lobby = message["table"]
        elif message["tell"] == "frame" and message["seat"] is not None:
            self.frame = message
        elif message["tell"] == "bye":
            raise SystemExit(f"the house says good-bye: {message}")
        return message

    def catch_up(self) -> None:
        """Hear all that was said to it until now."""
        sent = next(_ids)
        self._send("ping", sent=sent)
        while (message := self.hear())["tell"] != "pong" or message["sent"] != sent:
            pass

    def play(self) -> bool:
        """The first move there is, if it is asked for one."""
        frame = self.frame
        if frame is None or frame["outcome"] is not None:
            return False
        for ask in frame["asks"]:
            asked = f"{ask['id']} {frame['number']}"
            if frame["seat"] in ask["awaited"] and frame["moves"] and self._answered != asked:
                self._answered = asked
                self.ask("play", seat=frame["seat"], ask=ask["id"], action=frame["moves"][0])
                return True
        return False

    def close(self) -> None:
        self._line.__exit__(None, None, None)


def sit_down(house: Opened, game: str, preset: str | None) -> tuple[str, list[Person]]:
    """A table of as few people as can play this, all ready."""
    host = Person(house)
    code = str(host.ask("open", game=game, name="Ana", emblem=None)["table"])
    if preset is not None:
        host.ask("options", preset=preset)
    host.catch_up()
    people = [host]
    for place in range(1, host.lobby["low"]):
        guest = Person(house, code)
        guest.ask("sit", place=place, name=f"Bob {place}", emblem=None)
        guest.ask("ready", place=place, ready=True)
        people.append(guest)
    return code, people


def play_on(people: list[Person], moves: int) -> int:
    """So many, or fewer where nobody is offered any more."""
    played = 0
    while played < moves:
        for person in people:
            person.catch_up()
        done = sum(person.play() for person in people)
        if not done:
            return played
        played += done
    return played


def play_against_bots(house: Opened, game: dict[str, Any]) -> None:
    """One person, who plays what is offered, and as many bots as it takes, who do all there is to do."""
    host = Person(house)
    host.ask("open", game=game["id"], name="Ana", emblem=None)
    host.catch_up()
    for _ in range(1, max(2, host.lobby["low"])):
        host.ask("bot", level=game["bots"][-1]["level"])
    host.must("start")
    end = time.monotonic() + AGAINST_BOTS
    while time.monotonic() < end:
        if not play_on([host], 1):
            time.sleep(0.05)
    host.close()


def leave(people: list[Person]) -> None:
    for person in people:
        person.close()


def some_evenings(house: Opened, number: int) -> list[str]:
    """So many games of morpion are played to their end, and each leaves a record."""
    for _ in range(number // 100):
        _, people = sit_down(house, "morpion", None)
        people[0].must("start")
        for game in range(100):
            if game:
                people[0].must("again")
            play_on(people, 9)
        leave(people)
    return [one["record"] for one in json.loads(house.get("/api/evenings?lang=fr", {}))["evenings"]]


def own_pack() -> str:
    """As large as one of the players' own can be."""
    text = f"Une carte de plus{'.' * 34}"
    cards = [f'{{ number = {n}, text = "{text} {n}", letters = "A" }},' for n in range(1, 151)]
    head = 'title = "Les saisons"\nlanguage = "fr"\nauthor = "Ana"\nlicence = "CC0"\ncards = [\n'
    return head + "\n".join(cards) + "\n]\n"


# What is done.


class Visit:
    """Does one thing after the other and says how long each held the loop."""

    def __init__(self, data: Path, is_telling_all: bool) -> None:
        self._data = data
        self._tells_all = is_telling_all
        self.house = Opened(data)
        self.worst = Piece(0.0, "", 0.0)

    def reopen(self) -> None:
        self.house.close()
        self.house = Opened(self._data)

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        self.house.held()
        yield
        time.sleep(0.05)  # what comes after the answer counts too
        piece = self.house.held()
        self.worst = max(self.worst, piece)
        if self._tells_all or piece.ms >= 1:
            circles = f"  (circles {piece.gc_ms:.1f})" if piece.gc_ms >= 0.5 else ""
            why = f"  {piece.what[:100]}" if piece.ms >= 5 else ""
            print(f"{what:<52} {piece.ms:>8.1f}{circles}{why}", flush=True)

    def get(self, what: str, path: str, question: object = None) -> bytes:
        with self.doing(what):
            return self.house.get(path, question)


def games(visit: Visit) -> None:
    """All that a house shows before and while games begin."""
    visit.get("page", "/")
    visit.get("a file of it", "/manifest.webmanifest")
    listed: list[dict[str, Any]] = json.loads(visit.get("what games there are, in French", "/api/games?lang=fr"))
    visit.get("what games there are, in English", "/api/games?lang=en")
    for game in listed:
        visit.get(f"words of {game['id']}", f"/api/words/{game['id']}?lang=fr")
    for game in listed:
        for preset in [one["id"] for one in game["presets"]] or [None]:
            name = f"{game['id']} {preset or ''}".strip()
            with visit.doing(f"{name}: sitting down"):
                code, people = sit_down(visit.house, game["id"], preset)
            with visit.doing(f"{name}: start"):
                people[0].must("start")
                time.sleep(0.2)
            with visit.doing(f"{name}: first moves"):
                play_on(people, MOVES)
            leave(people)
        with visit.doing(f"{game['id']}: against bots for {AGAINST_BOTS} s"):
            play_against_bots(visit.house, game)
    code, people = sit_down(visit.house, "morpion", None)
    visit.get("QR", f"/qr/{code}.svg")
    leave(people)
    for game in listed:
        if game["has_lesson"]:
            for language in ("fr", "en"):
                visit.get(f"lesson of {game['id']}, {language}", f"/api/lessons/{game['id']}?lang={language}")
    _, people = sit_down(visit.house, "fil", None)
    with visit.doing("own pack"):
        people[0].must("options", options={**people[0].lobby["options"], "pack": own_pack()})
    with visit.doing("own pack: start"):
        for place in range(1, len(people)):
            people[place].ask("ready", place=place, ready=True)
        people[0].must("start")
        time.sleep(0.2)
    leave(people)


def evenings(visit: Visit, finished: int) -> None:
    with visit.doing(f"{finished} games of morpion"):
        records = some_evenings(visit.house, finished)
    visit.reopen()
    ask: Callable[[str, str, object], bytes] = visit.get
    ask("evening list", "/api/evenings?lang=fr", {})
    ask("evening list again", "/api/evenings?lang=fr", {})
    ask("evening list, with a word", "/api/evenings?lang=fr", {"text": "ana"})
    ask("evening list of one device", "/api/evenings?lang=fr", {"records": records})
    ask("figures", "/api/evenings/figures?lang=fr", {"seats": {record: [0] for record in records}})
    ask("all records in one file", "/api/evenings/file", {})
    ask("record", f"/api/records/{records[0]}?lang=fr&open=1", None)
    ask("story", f"/api/records/{records[0]}/story?lang=fr", None)
    ask("record as a file", f"/api/records/{records[0]}/file", None)


def waking(visit: Visit) -> None:
    for game, preset in (("pierres", "annonce"), ("copieur", "maitres"), ("anges", "classique"), ("fil", "equipes")):
        code, people = sit_down(visit.house, game, preset)
        people[0].must("start")
        played = play_on(people, LONG_GAME)
        leave(people)
        visit.reopen()
        with visit.doing(f"{game} {preset}: woken after {played} moves"):
            host = Person(visit.house, code, *people[0].keys)
            host.catch_up()
        with visit.doing(f"{game} {preset}: and on"):
            play_on([host], 1)
        host.close()
    code, people = sit_down(visit.house, "morpion", None)
    people[0].must("start")
    for _ in range(100):
        play_on(people, 9)
        people[0].must("again")
    leave(people)
    visit.reopen()
    with visit.doing("a table after 100 games: woken"):
        Person(visit.house, code, *people[0].keys).catch_up()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--finished", type=int, default=2000, metavar="N", help="games in the evening list")
    parser.add_argument("--all", action="store_true", help="show also what took less than a millisecond")
    parser.add_argument("--house", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.house is not None:
        be_a_house(arguments.house)
        return
    with tempfile.TemporaryDirectory() as folder:
        visit = Visit(Path(folder), arguments.all)
        print(f"CPU of the house until it was open: {visit.house.cpu:.2f} s")
        print(f"{'longest piece on the loop':<52} {'CPU ms':>8}")
        try:
            games(visit)
            waking(visit)
            evenings(visit, arguments.finished)
        finally:
            visit.house.close()
        print(f"longest of all: {visit.worst.ms:.1f} ms, {visit.worst.what[:160]}")


if __name__ == "__main__":
    main()
