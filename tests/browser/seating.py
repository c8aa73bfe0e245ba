"""Tables that are laid over the wire, not by clicks: who sits where, which rules, and as far into the game as a test
wants to begin. The page is then opened by somebody who already sits there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import count
from typing import Any, Final, NamedTuple, Protocol

from tests.browser.house import StageHouse
from websockets.sync.client import ClientConnection, connect

from tablee.arena.entrants import seat_teams
from tablee.games import AnyGame, find
from tablee.kernel import Action, Refusal, Seat
from tablee.kernel.codec import Json
from tablee.kernel.game import Ms, Viewer
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.kernel.table import Table, open_table
from tablee.server.play.referee import LONGEST_WAIT
from tablee.server.show.tools import AnyTable, tools_of

PATIENCE: Final = 20.0
"""Seconds for one answer of the house, on however busy a machine."""
REFLEX: Final[Ms] = 500
"""Nobody is quicker in a race who has not guessed."""
EMBLEMS: Final = ("fromage", "poire", "citron", "sardine", "radis", "champignon", "cerises", "artichaut", "oeuf",
                  "cafetiere", "aubergine", "brioche")  # fmt: skip
_ids: Final = count()


class Deed(NamedTuple):
    """One input of a game: somebody plays, or (no seat) time runs out."""

    seat: Seat | None
    ask: str
    action: Action | None = None
    lasts: Ms = 0
    """How long it takes until time runs out."""


class Laid:
    """A table with people at it. One connection holds all their places, beside whatever pages they open."""

    def __init__(
        self,
        house: StageHouse,
        game: str,
        people: Sequence[str],
        *,
        bots: Sequence[str] = (),
        preset: str | None = None,
        options: Mapping[str, object] | None = None,
        pace: str = "none",
    ) -> None:
        """Everybody is ready, and nothing has begun. `options` are changes of the preset, or of what is usual."""
        self.house, self.game, self.people = house, game, tuple(people)
        self._found = find(game)
        self._kit = tools_of(self._found)
        self._answers: dict[str, dict[str, Any]] = {}
        self._line = ExitStack()
        address = f"ws://127.0.0.1:{house.port}/ws"
        # Nobody reads what is said between two asks: it may be much.
        line = connect(address, proxy=None, open_timeout=PATIENCE, max_queue=None)
        self._socket: ClientConnection = self._line.enter_context(line)
        self.lobby: dict[str, Any] = {}
        self.frames: dict[Seat, dict[str, Any]] = {}
        """What each of them was shown last."""
        opened = self.ask("open", game=self._kit.game.meta.id, name=people[0], emblem=EMBLEMS[0])
        self.code = str(opened["table"])
        self.keys = {people[0]: str(opened["key"])}
        self.ask("hello", table=self.code, keys=list(self.keys.values()), screen=False, language="fr")
        for name, emblem in zip(people[1:], EMBLEMS[1:], strict=False):
            self.keys[name] = str(self.ask("sit", name=name, emblem=emblem)["key"])
        for level in bots:
            self.ask("bot", level=level)
        meta, codec = self._kit.game.meta, self._kit.wire.options
        usual = meta.presets[preset] if preset is not None else next(iter(meta.presets.values()), meta.options())
        chosen: Any = codec.to_json(usual)
        chosen |= options or {}
        self.options: Any = codec.from_json(chosen)
        if preset is not None or options is not None:
            self.ask("options", options=chosen)
        self.ask("pace", pace=pace)
        for place in range(len(people)):
            self.ask("ready", place=place, ready=True)

    @property
    def path(self) -> str:
        return f"/t/{self.code}"

    def keys_of(self, *people: str) -> str:
        """What a device on which these people sit keeps of it."""
        return json.dumps([self.keys[name] for name in people])

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer. A refusal is a mistake of the test."""
        answer = self._answer_to(self._send(do, **fields))
        assert answer["ok"], f"{do} {fields}: {answer['refusal']['text']}"
        return answer

    def say(self, do: str, **fields: Any) -> None:
        """Nobody waits for the answer, but the house has heard it."""
        self._send(do, **fields)
        self.catch_up()

    def keep(self, *people: str) -> None:
        """Only these are held here any more; the others are where their pages are."""
        keys = [self.keys[name] for name in people]
        self.frames.clear()
        self.ask("hello", table=self.code, keys=keys, screen=False, language="fr")

    def start(self) -> None:
        self.ask("start")
        self.catch_up()

    def play(self, deeds: Iterable[Deed]) -> None:
        """As they were rehearsed."""
        for deed in deeds:
            if deed.seat is not None and deed.action is not None:
                self.answer(deed.seat, deed.ask, deed.action)
            else:
                self.let_run_out(deed.ask, deed.lasts)
        self.catch_up()

    def answer(self, seat: Seat, ask: str, action: Action) -> None:
        """In a race no sooner than a hand can, and time goes on until the referee has decided."""
        self.wait_for(ask)
        is_race = any(one["race"] for one in self._asks())
        if is_race:
            self.house.forward(REFLEX)
        wire: Json = json.loads(self._kit.wire.action.dumps(action))
        sent = self._send("play", seat=seat, ask=ask, action=wire, reaction=REFLEX if is_race else None)
        if is_race:
            self.catch_up()
            self.house.forward(LONGEST_WAIT)
        answer = self._answer_to(sent)
        assert answer["ok"], f"{action}: {answer['refusal']['text']}"

    def let_run_out(self, ask: str, lasts: Ms) -> None:
        """Time is turned until this is asked no more."""
        self.wait_for(ask)
        # Where a race is open the referee waits a little longer.
        self.house.forward(lasts + LONGEST_WAIT)
        while any(one["id"] == ask for one in self._asks()):
            self._hear()

    def wait_for(self, ask: str) -> None:
        """Until this is asked: what came before may not be written down yet."""
        if self._kit.races:
            self.catch_up()
        while all(one["id"] != ask for one in self._asks()):
            self._hear()

    def catch_up(self) -> None:
        """Whatever was sent to the house before has arrived, and whatever it has told by then is known here."""
        self._socket.send(json.dumps({"id": self._new_id(), "do": "ping", "sent": 0}))
        while self._hear()["tell"] != "pong":
            pass

    def _asks(self) -> Iterator[dict[str, Any]]:
        return (ask for frame in self.frames.values() for ask in frame["asks"])

    def _new_id(self) -> str:
        # Of all tables that are laid here: the house opens none twice for the same command.
        return f"laid-{next(_ids)}-0123456789"

    def _send(self, do: str, **fields: Any) -> str:
        new = self._new_id()
        self._socket.send(json.dumps({"id": new, "do": do, **fields}))
        return new

    def _answer_to(self, wanted: str) -> dict[str, Any]:
        while wanted not in self._answers:
            self._hear()
        return self._answers.pop(wanted)

    def _hear(self) -> dict[str, Any]:
        tell: dict[str, Any] = json.loads(self._socket.recv(timeout=PATIENCE))
        match tell["tell"]:
            case "lobby":
                self.lobby = tell["table"]
            case "frame":
                self.frames[tell["seat"]] = tell
            case "answer":
                self._answers[tell["id"]] = tell
            case "ping":
                # The house measures this line too.
                self._send("pong", number=tell["number"])
            case "bye":
                raise AssertionError(f"The house says good-bye to the test: {tell['text']}")
        return tell

    def leave(self) -> None:
        """Only pages are here now."""
        self._line.close()


class Lay(Protocol):
    """The fixture that lays tables, and clears them away."""

    def __call__(
        self,
        game: str,
        people: Sequence[str],
        *,
        bots: Sequence[str] = (),
        preset: str | None = None,
        options: Mapping[str, object] | None = None,
        pace: str = "none",
    ) -> Laid: ...


Choose = Callable[[AnyTable, Luck], Deed]
Until = Callable[[Any], bool]


def rehearse(
    game: str,
    seats: int,
    seed: bytes,
    until: Until,
    *,
    options: Any = None,
    choose: Choose | None = None,
    most: int = 2_000,
) -> list[Deed]:
    """What happens at a table with this chance until its state is like that: a script to be played at a house whose
    seed is the same. `choose` says who does what next, or that time runs out; usually the first who is waited for does
    the first thing there is to do."""
    rules: AnyGame = find(game).game
    chosen = options if options is not None else next(iter(rules.meta.presets.values()))
    table = open_table(rules, chosen, seat_teams(rules, chosen, seats), seed)
    assert not isinstance(table, Refusal), table
    luck, deeds = SeededLuck(seed_from("rehearsal")), list[Deed]()
    while not until(table.state):
        assert len(deeds) < most, f"{game} does not get there in {most} moves"
        assert table.outcome is None, f"{game} is over before it gets there"
        deed = (choose or first_thing)(table, luck)
        if deed.seat is not None and deed.action is not None:
            refusal = table.play(deed.seat, deed.ask, deed.action, table.now)
            assert refusal is None, refusal
        else:
            assert table.next_due is not None
            table.expire(table.next_due)
        deeds.append(deed)
    return deeds


def time_runs_out(table: AnyTable) -> Deed:
    """Nobody does anything until the next window closes."""
    due = table.next_due
    assert due is not None
    assert due.until is not None
    return Deed(None, due.id, None, due.until - table.now)


def first_thing(table: Table[Any, Any, Any, Any, Any], luck: Luck) -> Deed:
    for ask in table.asks:
        for seat in ask.awaited:
            for action in table.game.moves(table.view(Viewer(seat, held=True)), luck):
                if isinstance(action, table.game.meta.kinds[ask.kind].actions):
                    return Deed(seat, ask.id, action)
    raise AssertionError(f"nobody can do anything: {table.asks}")
