"""Killing the real server at random points while people and bots play, and comparing what was acknowledged and what was
shown with what is found.

Each player sits at a table of its own, alone on all seats or beside a bot, plays as fast as it is answered, and
remembers every command that was acknowledged and every board it was shown. It sends commands twice, sends old ones
again, and after every kill comes back and sends again whatever was not answered. Where there is a race all its seats
are quick, a few milliseconds apart, and many kills come while the referee still holds what they sent. When a game is
over its record is fetched: the steps of the player's seats must be just the acknowledged commands, in order, and the
boards shown must be boards of that very game, in order."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tests.server.ledger import Ledger, Lost, Step, compare, real_id, shown_board
from tests.server.mortal import FILES, Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tablee.games import find
from tablee.server.show.tools import tools_of

AT_RACES = 0.4
"""Of the kills, those that wait for a race."""
AT_WRITERS = 0.3
"""Of the kills, those before which the store's writer is killed."""
GONE = (OSError, WebSocketException, EOFError)
Message: TypeAlias = dict[str, Any]


@dataclass(slots=True)
class Tally:
    kills: int = 0
    writers: int = 0
    """Writers of the store that were killed while the house went on."""
    not_kept: int = 0
    """Refused because of that."""
    commands: int = 0
    """Each counted once, however often it was sent."""
    sent: int = 0
    acknowledged: int = 0
    repeated: int = 0
    """Sent again because no answer came before the kill."""
    late: int = 0
    """Refused because their clock had run out."""
    again: int = 0
    """Sent again for no reason at all."""
    raced: int = 0
    """Answers to races that were sent."""
    won: int = 0
    """Those of them that were acknowledged."""
    cut: int = 0
    """Races that were open when the server was killed."""
    in_doubt: int = 0
    """Those of them that somebody had answered, and nobody was told yet who was first."""
    games: int = 0
    entries: int = 0
    """Of the records compared, those of bots included."""
    shown: int = 0
    """Boards compared."""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def acknowledge(self) -> None:
        self.acknowledged += 1
        self.news.set()

    def race(self) -> None:
        self.raced += 1
        self.news.set()

    def has(self, acknowledged: int) -> bool:
        return self.acknowledged >= acknowledged

    def has_raced(self, raced: int) -> bool:
        return self.raced >= raced

    async def until(self, is_so: Callable[[], bool], tasks: Sequence[asyncio.Future[None]]) -> None:
        """One of these tasks that stopped has found something wrong."""
        while not is_so():
            self.news.clear()
            waiting = asyncio.ensure_future(self.news.wait())
            awaited: list[asyncio.Future[Any]] = [waiting, *tasks]
            await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            for task in tasks:
                if task.done():
                    task.result()


class Setting(NamedTuple):
    """What is played at a table: by how many people, all of them this player, and how many bots."""

    game: str
    people: int
    bots: int
    options: Message
    said: Message | None = None
    """What a seat answers where nobody can list what it may."""


SETTINGS = (
    Setting("morpion", 2, 0, {"preset": "classic"}),
    Setting("bell", 2, 0, {"preset": "long"}, {"type": "Say", "text": "hello"}),
    Setting("pierres", 2, 1, {"preset": "rapide"}),
    Setting("morpion", 1, 1, {"preset": "classic"}),
    Setting("bell", 3, 0, {"preset": "short"}, {"type": "Say", "text": "hello"}),
    Setting("morpion", 1, 1, {"preset": "classic"}),
    Setting("voyelles", 2, 0, {"preset": "eclair"}, {"type": "Say", "word": "maison"}),
)


@dataclass(slots=True)
class Player:
    """One client at one table."""

    number: int
    server: Server
    luck: random.Random
    tally: Tally
    setting: Setting
    code: str | None = None
    keys: list[str] = field(default_factory=list)
    doubtful: list[Message] = field(default_factory=list)
    """The commands whose answers have not come."""
    fingers: set[str] = field(default_factory=set)
    """The commands that answered a race."""
    is_hasty: bool = False
    """The last answer to a race came too soon to be one."""
    old: list[Message] = field(default_factory=list)
    """Commands that were acknowledged."""
    games: dict[str, str] = field(default_factory=dict)
    """In which game each of them was played, by its commitment."""
    ledger: Ledger | None = None
    commands: int = 0
    is_beginning: bool = False
    """A new game was acknowledged, and nothing has been seen of it yet."""
    is_last: bool = False
    """The game that is on is to be the last."""
    lobby: Message = field(default_factory=dict)
    frames: dict[int | None, Message] = field(default_factory=dict)

    async def live(self) -> None:
        """Play until told that it is the last game, through every kill."""
        while True:
            await self.server.is_up.wait()
            try:
                address = f"ws://127.0.0.1:{self.server.port}/ws"
                async with connect(address, compression=None, max_queue=None, close_timeout=0) as socket:
                    await self._visit(socket)
                    return
            except GONE:
                await asyncio.sleep(0)

    async def _visit(self, socket: ClientConnection) -> None:
        """What is wrong with a server that answers is wrong; one that does not may have been killed."""
        self.frames, self.lobby = {}, {}
        if self.code is None:
            await self._open(socket)
        else:
            await self._ask(socket, {"do": "hello", "table": self.code, "keys": self.keys, "screen": True})
        while not self.lobby:
            await self._hear(socket)
        if self.doubtful:
            self.tally.repeated += len(self.doubtful)
            await self._do(socket, *self.doubtful)
        await self._send_old_ones(socket, 2)
        while await self._go_on(socket):
            pass

    async def _open(self, socket: ClientConnection) -> None:
        """Until all is answered the table does not count: a half-opened one is left alone."""
        opened = await self._ask(socket, {"do": "open", "game": self.setting.game, "name": None, "emblem": None})
        names = [f"Player {number}" for number in range(self.setting.people)]
        keys = [opened["key"], *[(await self._ask(socket, {"do": "sit", "name": name}))["key"] for name in names]]
        await self._ask(socket, {"do": "options", **self.setting.options})
        await self._ask(socket, {"do": "pace", "pace": "none"})
        for _ in range(self.setting.bots):
            await self._ask(socket, {"do": "bot", "level": "random"})
        await self._ask(socket, {"do": "hello", "table": opened["table"], "keys": keys, "screen": True})
        self.code, self.keys = opened["table"], keys

    async def _go_on(self, socket: ClientConnection) -> bool:
        """The next thing to do. False: the last game is over."""
        if self.is_beginning:
            await self._until(socket, self._has_begun)
            self.is_beginning = False
        elif self.lobby["phase"] == "lobby":
            await self._do(socket, {"do": "start"})
        elif self.lobby["phase"] == "over":
            await self._settle()
            if self.is_last:
                return False
            await self._do(socket, {"do": "again"})
        else:
            commands = self._answers_to_race() or self._some_move()
            if not commands:
                await self._hear(socket)
                return True
            if self.race is not None:
                await self._react(socket)
            await self._do(socket, *commands)
            if self.luck.random() < 0.1:
                await self._send_old_ones(socket, 1)
        return True

    @property
    def race(self) -> str | None:
        """The race that is open, as far as this player has seen."""
        return next((ask["id"] for frame in self.frames.values() for ask in frame["asks"] if ask["race"]), None)

    @property
    def is_racing(self) -> bool:
        """Has somebody answered it, and waits?"""
        return self.race is not None and any(command.get("ask") == self.race for command in self.doubtful)

    def _answers_to_race(self) -> list[Message]:
        """Everybody wants the same thing, and one of them gets it."""
        race = self.race
        if race is None:
            return []
        moves = {seat: moves for seat in range(self.setting.people) if (moves := self._moves(seat, race))}
        quick = self.luck.sample(list(moves), len(moves))
        return [{"do": "play", "seat": seat, "ask": race, "action": moves[seat][0]} for seat in quick]

    def _some_move(self) -> list[Message]:
        for seat in range(self.setting.people):
            frame = self.frames.get(seat)
            for ask in frame["asks"] if frame is not None else ():
                if moves := self._moves(seat, ask["id"]):
                    return [{"do": "play", "seat": seat, "ask": ask["id"], "action": self.luck.choice(moves)}]
        return []

    def _moves(self, seat: int, ask_id: str) -> list[Message]:
        """What this seat may answer."""
        frame = self.frames.get(seat)
        asks = [] if frame is None else [ask for ask in frame["asks"] if ask["id"] == ask_id]
        if frame is None or not any(seat in (ask["awaited"] or ask["seats"]) for ask in asks):
            return []
        return frame["moves"] or ([] if self.setting.said is None else [self.setting.said])

    async def _react(self, socket: ClientConnection) -> None:
        """Nobody is quicker than a person can be: that would be a guess. What is told meanwhile is heard."""
        seconds = 0.6 if self.is_hasty else self.luck.uniform(0.16, 0.26)
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self._hear(socket)
        except TimeoutError:
            pass

    # Commands.

    async def _do(self, socket: ClientConnection, *commands: Message) -> None:
        """Until one is answered it is doubtful, and is sent again under the same id."""
        self.doubtful = list(commands)
        for command in commands:
            if "id" not in command:
                self.commands += 1
                self.tally.commands += 1
                command["id"] = f"player-{self.number}-command-{self.commands}"
            if self.luck.random() < 0.15:
                self.tally.again += 1
                await self._send(socket, command)  # a double click: both are answered
            await self._send(socket, command)
            if self.race is not None and command.get("ask") == self.race:
                self.fingers.add(command["id"])
                self.tally.race()
                await asyncio.sleep(self.luck.uniform(0, 0.02))  # the next finger is a little slower
        while self.doubtful:
            message = await self._hear(socket)
            if message["tell"] == "answer":
                for command in [one for one in self.doubtful if one["id"] == message["id"]]:
                    if _was_not_kept(message):  # its writer was killed: it did not happen, and can be asked for again
                        self.tally.not_kept += 1
                        await self._send(socket, command)
                    else:
                        self.doubtful.remove(command)
                        self._take(command, message)
        await self._until(socket, lambda: all(map(self._is_seen, commands)))
        self._check_game()

    def _take(self, command: Message, answer: Message) -> None:
        """What was acknowledged is the player's from this moment on."""
        code = None if answer["ok"] else answer["refusal"]["code"]
        self.is_hasty = code == "too_soon"
        if code in ("too_late", "too_soon"):
            # Another finger was quicker, or on a busy machine a clock. Then it is no move, and must be in no record.
            self.tally.late += 1
            return
        self._expect_ok(command, answer)
        self.tally.acknowledge()
        self.old.append(command)
        if command["do"] in ("start", "again"):
            self.is_beginning = True
        elif command["do"] == "play":
            assert self.ledger is not None
            action = json.dumps(command["action"], sort_keys=True)
            self.games[command["id"]] = self.ledger.commitment
            self.ledger.acknowledged.append(Step(command["seat"], real_id(command["ask"]), action))
            self.tally.won += command["id"] in self.fingers

    def _has_begun(self) -> bool:
        """Of a game that was asked for the first board has come, perhaps after a kill."""
        before = None if self.ledger is None else self.ledger.commitment
        commitment, frame = self.lobby["commitment"], self.frames.get(None)
        if commitment in (None, before) or frame is None or frame["outcome"] is not None:
            return False
        self.ledger = Ledger(commitment, shown=[shown_board(frame)])
        return True

    def _is_seen(self, command: Message) -> bool:
        """If it was taken, its ask is closed on every screen of this player."""
        if command["do"] != "play" or command not in self.old[-self.setting.people :]:
            return True
        return not any(ask["id"] == command["ask"] for frame in self.frames.values() for ask in frame["asks"])

    async def _send_old_ones(self, socket: ClientConnection, number: int) -> None:
        """Whatever was acknowledged is acknowledged again, and nothing happens. For a game before it is too late."""
        recent = self.old[-40:] if self.luck.random() < 0.5 else self.old[-3:]
        plays = [command for command in recent if command["do"] == "play"]
        for command in self.luck.sample(plays, min(number, len(plays))):
            self.tally.again += 1
            answer = await self._ask(socket, command)
            is_past = self.is_beginning or self.games[command["id"]] != self.lobby["commitment"]
            if answer["ok"] or not is_past or answer["refusal"]["code"] != "too_late":
                self._expect_ok(command, answer)

    def _expect_ok(self, command: Message, answer: Message) -> None:
        if not answer["ok"]:
            raise Lost(f"player {self.number}: {command} was refused: {answer['refusal']}")

    async def _ask(self, socket: ClientConnection, command: Message) -> Message:
        command.setdefault("id", f"visit-{self.luck.getrandbits(80):x}")
        await self._send(socket, command)
        while True:
            message = await self._hear(socket)
            if message["tell"] == "answer" and message["id"] == command["id"]:
                if not _was_not_kept(message):
                    return message
                await self._send(socket, command)

    async def _send(self, socket: ClientConnection, command: Message) -> None:
        self.tally.sent += 1
        await socket.send(json.dumps(command))

    async def _hear(self, socket: ClientConnection) -> Message:
        message: Message = json.loads(await socket.recv())
        if message["tell"] == "frame":
            self.frames[message["seat"]] = message
            if message["seat"] is None and self.ledger and self.ledger.commitment == self.lobby.get("commitment"):
                self.ledger.shown.append(shown_board(message))
        elif message["tell"] == "lobby":
            self.lobby = message["table"]
        elif message["tell"] == "ping":
            await socket.send(json.dumps({"id": "pong", "do": "pong", "number": message["number"]}))
        elif message["tell"] == "bye":
            raise EOFError(message["code"])
        return message

    async def _until(self, socket: ClientConnection, is_so: Callable[[], bool]) -> None:
        while not is_so():
            await self._hear(socket)

    # What is found.

    def _check_game(self) -> None:
        """No game is begun behind one's back."""
        if self.ledger is not None and not self.is_beginning and self.lobby["commitment"] != self.ledger.commitment:
            raise Lost(f"player {self.number}: another game is on than the one that was begun")

    async def _settle(self) -> None:
        """The game is over: its record against the ledger."""
        self._check_game()
        assert self.ledger is not None
        status, text = await _get(self.server.port, f"/api/records/{self.lobby['record']}/file")
        if status != 200:
            raise Lost(f"player {self.number}: the record of a finished game is not found ({status})")
        kit = tools_of(find(FILES.get(self.setting.game, self.setting.game)))
        compare(self.ledger, kit, text, self.setting.people, self.number)
        self.tally.games += 1
        self.tally.entries += text.count("\n") - 2
        self.tally.shown += len(self.ledger.shown)


def _was_not_kept(answer: Message) -> bool:
    return not answer["ok"] and answer["refusal"]["code"] == "not_kept"


async def _get(port: int, path: str) -> tuple[int, str]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
    try:
        answer = await reader.read()
    finally:
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    length = next((line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), b":-1")
    if not head or len(body) != int(length.split(b":")[1]):
        raise EOFError("killed in the middle of an answer")
    return int(head.split()[1]), body.decode()


async def kill_again_and_again(
    data: Path, kills: int, players: int, seed: int, *, moves: int = 12, workers_every: int = 0, progress: Any = None
) -> Tally:
    """Lost is raised as soon as a promise is broken. Between two kills about `moves` commands are acknowledged for each
    player, at random; every so many starts bots think in worker processes, as in a real house."""
    luck, tally, server = random.Random(seed), Tally(), Server(data)
    crowd = [
        Player(number, server, random.Random(luck.random()), tally, SETTINGS[number % len(SETTINGS)])
        for number in range(players)
    ]
    tasks: list[asyncio.Future[None]] = []
    try:
        await server.start()
        tasks += [asyncio.ensure_future(player.live()) for player in crowd]
        for number in range(1, kills + 1):
            watched = [*tasks, server.died]
            if luck.random() < AT_RACES:
                # Just after an answer to a race, while it waits at the referee, or when somebody has just won.
                await tally.until(partial(tally.has_raced, tally.raced + luck.randrange(1, 4)), watched)
                await asyncio.sleep(luck.random() / 50)
            else:
                # A random number of acknowledgements later, in the middle of whatever is being done.
                await tally.until(partial(tally.has, tally.acknowledged + luck.randrange(1, moves * players)), watched)
                await asyncio.sleep(luck.random() / 500)  # not always just after an answer
            for player in crowd:
                tally.cut += player.race is not None
                tally.in_doubt += player.is_racing
            if luck.random() < AT_WRITERS:
                # Only the writer: the house gets itself another, and goes on for a while, or is killed in the midst.
                tally.writers += server.kill_writer()
                if luck.random() < 0.7:
                    aim = tally.acknowledged + luck.randrange(1, moves * players)
                    await tally.until(partial(tally.has, aim), watched)
            await server.kill()
            tally.kills += 1
            if progress is not None:
                progress()
            await server.start(inline=not workers_every or number % workers_every > 0)
        await tally.until(partial(tally.has, tally.acknowledged + 4 * players), [*tasks, server.died])
        for player in crowd:
            player.is_last = True
        ends: list[asyncio.Future[Any]] = [asyncio.gather(*tasks), server.died]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for task in (*tasks, server.died):
            if task.done():
                task.result()
        await server.kill()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.close()
    return tally
