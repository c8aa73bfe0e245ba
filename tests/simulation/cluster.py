"""A run of the simulator with several nodes: so many steps of one seed, each with chance of its own. The houses, their
stores, and the lines between them are the real ones; time, the network and the data base are not."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from tests.server.hall import WIDE_OPEN
from tests.server.venue import Message
from tests.simulation.devices import Device, Honest, Mole
from tests.simulation.histories import Histories, Played
from tests.simulation.invariants import Breach, check_homes, check_rest
from tests.simulation.network import CUTS, Cut, Route
from tests.simulation.nodes import Node, Site, Socket
from tests.simulation.simulation import Outcome

from tablee.arena.entrants import find_bots
from tablee.games import Found
from tablee.server.keys import hashed
from tablee.server.show.tools import tools_of
from tablee.server.table.actor import Actor

PAIRS: Final = 2
MOLES: Final = 2
WEIGHTS: Final = {
    "send": 30.0,
    "burst": 6.0,
    "thought": 8.0,
    "time": 20.0,
    "read": 25.0,
    "line": 2.0,
}
KINDS: Final = {"stop": 25, "kill": 15, "leave": 8, "line": 25, "inside": 10, "slow": 10, "away": 7}


class Weather(NamedTuple):
    """Some runs are calm, so that it is seen how soon all is well again; in some nothing ever is."""

    faults: float
    """How much weight they have."""
    lasts: tuple[float, ...]
    """Seconds, at most."""
    haste: float = 1.0
    """How fast time goes by."""
    kinds: Mapping[str, float] = KINDS
    """Of faults: the weight of each."""
    cuts: tuple[Cut, ...] = CUTS


CALM: Final = Weather(0.35, (4.0, 9.0, 14.0), 2.0)
BUSY: Final = Weather(0.8, (0.3, 1.0, 2.5, 4.0, 9.0))
STORM: Final = Weather(1.5, (0.3, 1.0, 3.0, 4.0), 0.5)
BAD_LINES: Final = Weather(1.5, (2.5, 3.5, 5.0), 0.7, {"line": 4, "slow": 1}, ("silent", "answers"))
"""What is sent arrives late, and what is answered."""
STILL: Final = Weather(0.4, (8.0, 12.0), 1.0, {"stop": 3, "kill": 1})
"""Nodes stand still for so long that others take their tables."""
WEATHERS: Final = (CALM, BUSY, STORM, BAD_LINES, STILL)
LIMITS: Final = replace(WIDE_OPEN, sleeps_after=1_500)
DIES: Final = 0.03
"""How many thoughts nobody hears of."""
LONGEST: Final = 4.0
"""Seconds after which who asks for a table has it, whatever happened before them."""
PATIENCE: Final = (2.0, 3.0, 6.0, 9.0)
"""Seconds after which a device that hears nothing calls anew."""
NOTICES: Final = 15.0
"""Seconds: a node has five lines to the data base, waits three for each, and for one after the other at worst."""
STALE: Final = 10.0
"""Seconds in which a device may read what such a node has told it."""
CHECKED_EACH: Final = 100
"""Steps after which what was told is held against what was kept."""


class NodesSimulation:
    def __init__(
        self,
        seed: int | str,
        games: Sequence[Found],
        nodes: int = 3,
        *,
        overlook: Container[str] = (),
        weather: Weather | None = None,
    ) -> None:
        """`overlook`: kinds of breaches that are known."""
        self.seed = seed
        self.games = games
        self.digest = sha256()
        self.homes: dict[int, str | None] = {}
        self._overlooked = overlook
        self._number = 0
        self._dice = dice = Random(f"nodes {seed}")
        self.site = Site(games, LIMITS, lambda: self._dice, seed)
        self.world = self.site.world
        self.histories = Histories({found.game.meta.id: tools_of(found) for found in games}, self.report)
        self.site.database.watch = self.histories.watch
        self.nodes = [Node(self.site, f"node-{number}") for number in range(1, nodes + 1)]
        self.calm_since = self.world.now
        """When the last fault began or ended."""
        self._cut_off_at: dict[str, float] = {}
        """When a table stood last at a node, too, to which it does not belong any more, and which cannot know that."""
        self._faults = 0
        """How many of those are going on that leave nobody in peace."""
        self._weather = dice.choice(WEATHERS) if weather is None else weather
        self._weights = {**WEIGHTS, "fault": self._weather.faults}
        self._played = [dice.choice(games) for _ in range(PAIRS)]
        self.devices: list[Device] = [
            Honest(self, f"{pair}{letter}", dice, pair, opens=letter == "a") for pair in range(PAIRS) for letter in "ab"
        ]
        self.devices += [Mole(self, f"m{number}", dice) for number in range(MOLES)]
        self._patience = {device.name: dice.choice(PATIENCE) for device in self.devices}
        self.world.advance(0.5)

    def report(self, kind: str, what: str) -> None:
        """Something is so that must never be."""
        if kind not in self._overlooked:
            raise Breach(kind, what)

    @property
    def moves(self) -> int:
        return self.histories.moves

    # What devices ask.

    @property
    def codes(self) -> Sequence[str]:
        return list(self.site.database.rows["tables"])

    @property
    def now(self) -> float:
        return self.world.now

    def connect(self, dice: Random) -> Socket | None:
        open_ones = [node for node in self.nodes if node.is_open]
        return Socket(dice.choice(open_ones)) if open_ones else None

    def next_number(self) -> int:
        self._number += 1
        return self._number

    def game_of(self, pair: int) -> str:
        return self._played[pair].game.meta.id

    def presets_of(self, pair: int) -> list[str]:
        return list(self._played[pair].game.meta.presets) or ["none"]

    def levels_of(self, pair: int) -> list[str]:
        return list(find_bots(self._played[pair]))

    def table_of(self, key: str) -> str | None:
        return self.histories.opens.get(hashed(key))

    def heard_answer(self, device: Device, asked: Message, message: Message) -> None:
        if message["ok"]:
            self._check_promise(device, asked, message)
            return
        code = message["refusal"]["code"]
        # Who sent it to one node and then to another, which is cut off, is told that this one cannot keep it.
        is_once = asked.get("do") == "play" and device.times[asked["id"]] == 1
        if is_once and code == "not_kept" and asked["id"] in self.histories.commands:
            self.report("refused", f"{asked} was kept, and {device.name} was told that it was not")
        if asked.get("do") == "play" and code in ("not_now", "too_late") and isinstance(device, Honest):
            game = self.histories.running(device.at or "")
            was_cut_off = self.world.now < self._cut_off_at.get(device.at or "", 0.0) + STALE
            if game is not None and not was_cut_off and self.histories.played[Played(game, asked["seat"], asked["id"])]:
                self.report("forgotten", f"{asked} was kept, and {device.name} was told that it came too late")
        if code == "not_read" and not self._faults and device.sent_at[asked["id"]] > self.calm_since + LONGEST:
            self.report("ownerless", f"{device.name} was refused a table though nothing has been wrong for {LONGEST} s")

    def _check_promise(self, device: Device, asked: Message, message: Message) -> None:
        if asked.get("do") == "play" and asked["id"] not in self.histories.commands:
            self.report("durable", "a move was acknowledged and is in no store")
        if "key" in message and self.table_of(message["key"]) is None and asked.get("do") == "open":
            self.report("durable", f"{device.name} has a key to a table that is in no store")

    def heard_lobby(self, device: Device, message: Message) -> None:
        code = message["table"]["code"]
        if device.at != code:  # an answer was lost on the way, and what was asked again was taken for what was not
            device.at, device.frames = code, {}
        if not device.may_have_lost_a_key:
            self.histories.check_keys(device.name, code, message["you"]["places"], device.keys.get(code, ()))

    def heard_frame(self, device: Device, message: Message) -> None:
        if device.at is None:  # a mole asks for so much at once that it does not know itself where it is
            return
        if message["seat"] is not None and not device.may_have_lost_a_key:
            self.histories.check_keys(device.name, device.at, [message["seat"]], device.keys.get(device.at, ()))
        self.histories.told(device.at, message)

    # What happens.

    def step(self, number: int) -> None:
        self._dice = dice = Random(f"step {self.seed} {number}")
        kind = dice.choices(list(self._weights), list(self._weights.values()))[0]
        match kind:
            case "time":
                self.world.advance(dice.choice((0.001, 0.01, 0.05, 0.2, 0.5)) * dice.random() * self._weather.haste)
            case "thought":
                self._let_think(dice)
            case "fault":
                self._let_fail(dice)
            case _:
                self._let_act(dice.choice(self.devices), kind, dice)
        self.world.settle()
        if number % CHECKED_EACH == 0:
            self.histories.check()
        self._check()

    def _let_think(self, dice: Random) -> None:
        thinking = [node for node in self.nodes if node.is_open and not node.is_stopped and node.thinker.pending]
        if thinking:
            thinker = dice.choice(thinking).thinker
            thinker.finish(dice.randrange(len(thinker.pending)), dice, dies=dice.random() < DIES)

    def _let_act(self, device: Device, kind: str, dice: Random) -> None:
        line = device.line
        if isinstance(line, Socket) and (
            line.is_broken or device.waits_longer_than(self._patience[device.name], self.world.now)
        ):
            device.hang_up()
        if device.line is None:
            device.connect(dice)
        elif kind == "line":
            device.hang_up()
        elif kind == "read":
            if dice.random() < device.patience:
                device.read()
        elif kind == "send":
            device.act(dice)
        else:
            for _ in range(dice.randint(2, 4)):
                device.act(dice)

    # Faults.

    def _let_fail(self, dice: Random) -> None:
        node, lasts = self._victim(dice), dice.choice(self._weather.lasts) * dice.uniform(0.6, 1)
        kinds = self._weather.kinds
        match dice.choices(list(kinds), list(kinds.values()))[0]:
            case "stop":
                node.stop()
                self._begin(lasts, node.go_on, harms_all=False)
            case "kill":
                node.die()
                self._begin(lasts, node.start, harms_all=False)
            case "leave":
                if not node.is_stopped:
                    node.leave()
                self._begin(lasts, node.start, harms_all=False)
            case "line":
                self._cut(self._route(node), lasts, dice, notices=NOTICES)
            case "inside":
                other = dice.choice([one for one in self.nodes if one is not node] or [node])
                self._cut(self.site.network.route(node.name, other.name), lasts, dice)
            case "slow":
                route, route_slow = self._route(node), dice.uniform(0.2, 2.5)
                route.slow = route_slow
                self._begin(lasts, lambda: setattr(route, "slow", 0.0))
            case "away":
                self.site.database.go_away()
                self._begin(lasts, self.site.database.come_back)

    def _victim(self, dice: Random) -> Node:
        """Preferably one of which a commit is on its way."""
        in_doubt = [node for node in self.nodes if node.is_open and node.store.in_doubt]
        return dice.choice(in_doubt if in_doubt and dice.random() < 0.7 else self.nodes)

    def _route(self, node: Node) -> Route:
        return self.site.network.route(node.name, "database")

    def _cut(self, route: Route, lasts: float, dice: Random, notices: float = 0.0) -> None:
        """`notices`: seconds within which whoever used it has noticed that it is forgotten."""
        how = dice.choice(self._weather.cuts)
        if how == "forgotten":
            lasts = max(lasts, notices)
        route.cut(how)
        self._begin(lasts, lambda: route.mend() if route.cut_how == how else None)

    def _begin(self, lasts: float, end: Callable[[], None], *, harms_all: bool = True) -> None:
        self.calm_since = self.world.now
        self._faults += harms_all

        def ended() -> None:
            end()
            self._faults -= harms_all
            self.calm_since = self.world.now

        self.world.after(lasts, ended)

    @property
    def is_calm(self) -> bool:
        """Has everybody had the time to notice who is gone?"""
        return not self._faults and self.world.now > self.calm_since + LONGEST

    # What must be true.

    def _check(self) -> None:
        if self.world.is_restless:
            self.report("restless", "a timer rings for ever at one moment")
        for node in self.nodes:
            if node.house is not None and not node.is_stopped:
                check_homes(self.report, node.house)
                for actor in node.house.tables.values():
                    if not actor._is_busy and not actor._mailbox:
                        check_rest(self.report, node.house, actor)
                        self._check_kept(node, actor)
            if node.loop is not None and node.loop.defects:
                self.report("defect", node.loop.defects[0])
        if self.site.database.strange:
            self.report("strange", f"the simulated data base does not know: {self.site.database.strange[0]}")
        found = self.site.defect()
        if found is not None:
            self.report("defect", found)
        if self.is_calm:
            self._check_waiting()

    def _check_kept(self, node: Node, actor: Actor) -> None:
        """Nobody is ahead of the store, and whoever has the table is not behind it."""
        code, running = actor.owner.code, actor.running
        row = self.site.database.rows["tables"].get(code)
        kept = None if running is None else self.histories.kept.get((code, running.ordinal))
        if running is None or kept is None or row is None:
            return
        known = [(one.entry, one.command) for one in running.log]
        if known != kept[: len(known)]:
            self.report("durable", f"{node.name} has another history of {code} than the store, or is ahead of it")
        is_owner = (row["life"], row["epoch"]) == (node.store.life, actor.owner.epoch)
        if not is_owner:
            self._cut_off_at[code] = self.world.now
        if is_owner and len(known) < len(kept):
            self.report("behind", f"{node.name} has {code}, and does not know all that was kept of it")

    def _check_waiting(self) -> None:
        for device in self.devices:
            line, command = device.line, device.longest_unanswered()
            if not isinstance(line, Socket) or not line.node.is_open or line.node.is_stopped or line.is_closing:
                continue
            if command is None:
                continue
            # What was asked of one node on the way to a table at another may be answered to nobody.
            if isinstance(device, Mole) and (device.waits_for != command or device.asked[command]["do"] != "hello"):
                continue
            if self.world.now > max(device.sent_at[command], self.calm_since) + LONGEST and not self._has_answer(line):
                asked = device.asked[command]
                self.report("ownerless", f"nobody has answered {device.name} for {LONGEST} s: {asked}")

    @staticmethod
    def _has_answer(line: Socket) -> bool:
        """It has not been read yet."""
        connection = line.connection
        return connection is not None and bool(connection._queue)

    def rest(self) -> None:
        """All faults end, and everything that is on its way arrives: then everybody comes to every table."""
        self._dice = dice = Random(f"rest {self.seed}")
        self.world.advance(12)
        for node in self.nodes:
            node.start()
        self.world.advance(4)
        for device in self.devices:
            device.read()
        self.world.advance(LONGEST)
        for device in self.devices:
            device.read()
        self._check()
        self._visit_all(dice)
        self.histories.check()

    def _visit_all(self, dice: Random) -> None:
        for code in self.codes:
            guest = Honest(self, "guest", dice, 0, opens=False)
            guest.connect(dice)
            guest.send("hello", table=code, keys=[], screen=False)
            self.world.advance(LONGEST)
            guest.read()
            if guest.at != code:
                self.report("ownerless", f"nobody comes to {code}")
            guest.hang_up()


def run(
    seed: int | str,
    steps: Sequence[int],
    games: Sequence[Found],
    overlook: Container[str] = (),
    nodes: int = 3,
    weather: Weather | None = None,
) -> Outcome:
    simulation = NodesSimulation(seed, games, nodes, overlook=overlook, weather=weather)
    done, breach = 0, None
    try:
        for number in steps:
            done += 1
            simulation.step(number)
        simulation.rest()
    except Breach as found:
        breach = found
    finally:
        for node in simulation.nodes:
            node.die()
        simulation.world.close()
    return Outcome(done, simulation.moves, simulation.digest.digest(), breach)
