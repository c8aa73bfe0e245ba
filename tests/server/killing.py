"""Killing the real server at random points while people and bots play, and comparing what was acknowledged and what was
shown with what is found.

Each player sits at a table of its own, alone on all seats or beside a bot, plays as fast as it is answered, and
remembers every command that was acknowledged and every board it was shown. It sends commands twice, sends old ones
again, and after every kill comes back and sends again whatever was not answered. When a game is over its record is
fetched: the steps of the player's seats must be just the acknowledged commands, in order, and the boards shown must be
boards of that very game, in order."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tablee.games import find
from tablee.kernel.game import SCREEN
from tablee.kernel.replay import replay
from tablee.server.show.tools import GameTools, tools_of

ROOT = Path(__file__).parents[2]
MORPION = str(ROOT / "examples" / "morpion.py")
GONE = (OSError, WebSocketException, EOFError)
Message: TypeAlias = dict[str, Any]


class Lost(Exception):
    """A promise was broken. The message says which."""


@dataclass(slots=True)
class Tally:
    kills: int = 0
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
    games: int = 0
    entries: int = 0
    """Of the records compared, those of bots included."""
    shown: int = 0
    """Boards compared."""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def acknowledge(self) -> None:
        self.acknowledged += 1
        self.news.set()

    async def reach(self, wanted: int, tasks: Sequence[asyncio.Future[None]]) -> None:
        """Wait until so many are acknowledged. One of these that stopped has found something wrong."""
        while self.acknowledged < wanted:
            self.news.clear()
            waiting = asyncio.ensure_future(self.news.wait())
            awaited: list[asyncio.Future[Any]] = [waiting, *tasks]
            await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            for task in tasks:
                if task.done():
                    task.result()


class Server:
    """`tablee serve` as a process of its own. Its port stays the same."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._zygote: asyncio.subprocess.Process | None = None
        self._pid = 0
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._ears: asyncio.Task[None] | None = None
        self.port = 0
        self.is_up = asyncio.Event()
        self.died: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Lost, if a server goes that nobody killed."""

    async def start(self, *, inline: bool = True) -> None:
        """`inline`: bots think in the server, not in processes of their own."""
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self._data), "--game", MORPION]
        zygote = await self._find_zygote()
        assert zygote.stdin is not None
        zygote.stdin.write(json.dumps({"words": words, "inline": inline}).encode() + b"\n")
        # Both write to one pipe, and either may be first.
        is_said = {"pid": False, "address": False}
        while not all(is_said.values()):
            line = await self._line(lambda line: line.startswith(b'{"pid"') or b"http://" in line)
            if b"http://" in line:
                self.port, is_said["address"] = int(line.rsplit(b":", 1)[1]), True
            else:
                self._pid, is_said["pid"] = json.loads(line)["pid"], True
        self.is_up.set()

    async def kill(self) -> None:
        self.is_up.clear()
        os.kill(self._pid, signal.SIGKILL)
        await self._line(lambda line: line.startswith(b'{"gone"'))

    async def close(self) -> None:
        self.died.cancel()
        if self._ears is not None:
            self._ears.cancel()
        if self._zygote is not None:
            assert self._zygote.stdin is not None
            self._zygote.stdin.close()
            await self._zygote.wait()

    async def _find_zygote(self) -> asyncio.subprocess.Process:
        if self._zygote is None:
            pipe = asyncio.subprocess.PIPE
            path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
            with (self._data / "said.txt").open("ab") as said:
                self._zygote = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "tests.server.zygote", "pierres", MORPION),
                    stdin=pipe,
                    stdout=pipe,
                    stderr=said,
                    env={**os.environ, "PYTHONPATH": path},
                )
            self._ears = asyncio.ensure_future(self._listen())
        return self._zygote

    async def _listen(self) -> None:
        assert self._zygote is not None
        assert self._zygote.stdout is not None
        while line := await self._zygote.stdout.readline():
            if line.startswith(b'{"gone"') and self.is_up.is_set() and not self.died.done():
                self.died.set_exception(Lost(f"the server died by itself: {self._last_words()}"))
            self._lines.put_nowait(line)
        self._lines.put_nowait(b"")

    async def _line(self, is_it: Callable[[bytes], bool]) -> bytes:
        while line := await self._lines.get():
            if is_it(line):
                return line
            if line.startswith(b'{"gone"'):
                break
        raise Lost(f"the server did not come up again: {self._last_words()}")

    def _last_words(self) -> str:
        return (self._data / "said.txt").read_text()[-2000:]


class Step(NamedTuple):
    """What one command did, as a record has it."""

    seat: int
    ask: str
    action: str


@dataclass(slots=True)
class Ledger:
    """What one game owes to this player."""

    commitment: str
    acknowledged: list[Step] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)


class Setting(NamedTuple):
    """What is played at a table: by how many people, all of them this player, and how many bots."""

    game: str
    people: int
    bots: int
    options: Message


SETTINGS = (
    Setting("morpion", 2, 0, {"preset": "classic"}),
    Setting("morpion", 1, 1, {"preset": "classic"}),
    Setting("pierres", 2, 1, {"preset": "rapide"}),
    Setting("morpion", 1, 1, {"preset": "classic"}),
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
    doubtful: Message | None = None
    """The command whose answer has not come."""
    old: list[Message] = field(default_factory=list)
    """Commands that were acknowledged."""
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
        if self.doubtful is not None:
            self.tally.repeated += 1
            await self._do(socket, self.doubtful)
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
            command = self._some_move()
            if command is None:
                await self._hear(socket)
            else:
                await self._do(socket, command)
                if self.luck.random() < 0.1:
                    await self._send_old_ones(socket, 1)
        return True

    def _some_move(self) -> Message | None:
        for seat in range(self.setting.people):
            frame = self.frames.get(seat)
            if frame is None or frame["outcome"] is not None:
                continue
            ask = next((ask["id"] for ask in frame["asks"] if seat in ask["awaited"]), None)
            if ask is not None and frame["moves"]:
                return {"do": "play", "seat": seat, "ask": ask, "action": self.luck.choice(frame["moves"])}
        return None

    # Commands.

    async def _do(self, socket: ClientConnection, command: Message) -> None:
        """Until it is answered it is doubtful, and is sent again under the same id."""
        if "id" not in command:
            self.commands += 1
            self.tally.commands += 1
            command["id"] = f"player-{self.number}-command-{self.commands}"
        self.doubtful = command
        if self.luck.random() < 0.15:
            self.tally.again += 1
            await self._send(socket, command)  # a double click: both are answered
        answer = await self._answer(socket, command)
        self.doubtful = None
        if not answer["ok"] and answer["refusal"]["code"] == "too_late":
            # On a busy machine a clock may be quicker. Then it is no move, and must be in no record.
            self.tally.late += 1
            return
        self._expect_ok(command, answer)
        self.tally.acknowledge()
        self.old.append(command)
        if command["do"] in ("start", "again"):
            self.is_beginning = True
            return
        await self._until(socket, lambda: self._is_seen(command))
        self._check_game()

    def _has_begun(self) -> bool:
        """Of a game that was asked for the first board has come, perhaps after a kill."""
        before = None if self.ledger is None else self.ledger.commitment
        commitment, frame = self.lobby["commitment"], self.frames.get(None)
        if commitment in (None, before) or frame is None or frame["outcome"] is not None:
            return False
        self.ledger = Ledger(commitment, shown=[shown_board(frame)])
        return True

    def _is_seen(self, command: Message) -> bool:
        """Its ask is closed on every screen of this player."""
        return not any(ask["id"] == command["ask"] for frame in self.frames.values() for ask in frame["asks"])

    async def _answer(self, socket: ClientConnection, command: Message) -> Message:
        """Send it. Its step is the player's once it is acknowledged."""
        answer = await self._ask(socket, command)
        if answer["ok"] and command["do"] == "play":
            assert self.ledger is not None
            action = json.dumps(command["action"], sort_keys=True)
            self.ledger.acknowledged.append(Step(command["seat"], command["ask"], action))
        return answer

    async def _send_old_ones(self, socket: ClientConnection, number: int) -> None:
        """Whatever was acknowledged once is acknowledged again, and nothing happens."""
        recent = self.old[-40:] if self.luck.random() < 0.5 else self.old[-3:]
        plays = [command for command in recent if command["do"] == "play"]
        for command in self.luck.sample(plays, min(number, len(plays))):
            self.tally.again += 1
            self._expect_ok(command, await self._ask(socket, command))

    def _expect_ok(self, command: Message, answer: Message) -> None:
        if not answer["ok"]:
            raise Lost(f"player {self.number}: {command} was refused: {answer['refusal']}")

    async def _ask(self, socket: ClientConnection, command: Message) -> Message:
        command.setdefault("id", f"visit-{self.luck.getrandbits(80):x}")
        await self._send(socket, command)
        while True:
            message = await self._hear(socket)
            if message["tell"] == "answer" and message["id"] == command["id"]:
                return message

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
        elif message["tell"] == "bye":
            raise EOFError(message["code"])
        return message

    async def _until(self, socket: ClientConnection, is_so: Callable[[], bool]) -> None:
        while not is_so():
            await self._hear(socket)

    # What is found.

    def _check_game(self) -> None:
        """No game is begun behind one's back."""
        if self.ledger is not None and self.lobby["commitment"] != self.ledger.commitment:
            raise Lost(f"player {self.number}: another game is on than the one that was begun")

    async def _settle(self) -> None:
        """The game is over: its record against the ledger."""
        self._check_game()
        assert self.ledger is not None
        status, text = await _get(self.server.port, f"/api/records/{self.lobby['record']}/file")
        if status != 200:
            raise Lost(f"player {self.number}: the record of a finished game is not found ({status})")
        kit = tools_of(find(MORPION if self.setting.game == "morpion" else self.setting.game))
        compare(self.ledger, kit, text, self.setting.people, self.number)
        self.tally.games += 1
        self.tally.entries += text.count("\n") - 2
        self.tally.shown += len(self.ledger.shown)


def shown_board(frame: Message) -> str:
    asks = [[ask["id"], ask["seats"], ask["awaited"], ask["until"]] for ask in frame["asks"]]
    return json.dumps([frame["board"], asks, frame["outcome"]], sort_keys=True)


def compare(ledger: Ledger, kit: GameTools, text: str, people: int, player: int) -> None:
    """Lost, unless this record holds just what was acknowledged, and every board that was shown."""
    record = kit.wire.read_record(text)
    if record.header.commitment != ledger.commitment or record.ending is None:
        raise Lost(f"player {player}: this is not the record of the game that was played")
    steps = [
        Step(entry.seat, entry.ask, json.dumps(kit.wire.action.to_json(entry.action), sort_keys=True))
        for entry in record.entries
        if entry.seat is not None and entry.seat < people and entry.action is not None
    ]
    if steps != ledger.acknowledged:
        raise Lost(f"player {player}: acknowledged {ledger.acknowledged}, found {steps}")
    boards = [_screen(kit, table) for table in replay(kit.game, record)]
    at = 0
    for number, shown in enumerate(ledger.shown):
        try:
            at = boards.index(shown, at)
        except ValueError:
            raise Lost(f"player {player}: board {number} of those shown is not in the record: {shown}") from None


def _screen(kit: GameTools, table: Any) -> str:
    """The board as the screen is shown it."""
    view, outcome = table.view(SCREEN), table.outcome
    shown = None if outcome is None else kit.wire.outcome.to_json(outcome)
    asks = [[ask.id, ask.seats, ask.awaited, ask.until] for ask in view.asks]
    return json.dumps([kit.board.to_json(view.board), asks, shown], sort_keys=True)


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
            # A random number of acknowledgements later, in the middle of whatever is being done.
            await tally.reach(tally.acknowledged + luck.randrange(1, moves * players), [*tasks, server.died])
            await asyncio.sleep(luck.random() / 500)  # not always just after an answer
            await server.kill()
            tally.kills += 1
            if progress is not None:
                progress()
            await server.start(inline=not workers_every or number % workers_every > 0)
        await tally.reach(tally.acknowledged + 4 * players, [*tasks, server.died])
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
