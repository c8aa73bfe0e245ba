"""What is passed on between nodes, moment by moment: what the simulator once found, told again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from tests.server.hall import WIDE_OPEN
from tests.server.venue import GAMES, Message
from tests.simulation.nodes import Node, Site, Socket

from tablee.games import find


class Guest:
    """Hears all that it is told."""

    def __init__(self, node: Node) -> None:
        self.socket = Socket(node)
        self.heard: list[Message] = []
        self._world = node.site.world

    def say(self, command: str, do: str, **fields: object) -> None:
        self.socket.say(json.dumps({"id": command, "do": do, **fields}).encode())

    def hear(self, seconds: float) -> None:
        self._world.advance(seconds)
        self.heard += map(json.loads, self.socket.take())

    def answers(self, command: str) -> list[Message]:
        return [message for message in self.heard if message["tell"] == "answer" and message["id"] == command]


class Pair:
    """Two nodes, and who holds a table open at each."""

    def __init__(self) -> None:
        dice = Random("pair")
        self.site = Site([find(name) for name in GAMES], WIDE_OPEN, lambda: dice, "pair")
        self.one, self.two = Node(self.site, "one"), Node(self.site, "two")
        self.site.world.advance(1)
        self.far, self.farther = self.open(self.one, "far"), self.open(self.one, "farther")
        self.route = self.site.network.route("one", "two")

    @staticmethod
    def open(node: Node, name: str) -> str:
        """The code of a new table."""
        host, command = Guest(node), f"the-command-that-opens-{name}"
        host.say(command, "open", game="morpion", name="Ada", emblem=None)
        host.hear(0.1)
        return str(host.answers(command)[0]["table"])

    def close(self) -> None:
        for node in (self.one, self.two):
            node.die()
        self.site.world.close()


@pytest.fixture
def pair() -> Iterator[Pair]:
    opened = Pair()
    yield opened
    opened.close()


def test_what_is_asked_while_the_other_node_is_called_is_answered_once(pair: Pair) -> None:
    guest = Guest(pair.two)
    pair.route.cut("reset")
    guest.say("hello-1", "hello", table=pair.far, keys=[], language="en")
    guest.hear(0.1)
    guest.say("hello-2", "hello", table=pair.far, keys=[], language="en")
    guest.say("sit-1", "sit", name="Bob", place=None, emblem=None)
    guest.hear(0.3)
    pair.route.mend()
    guest.hear(2)
    assert [len(guest.answers(command)) for command in ("hello-1", "hello-2", "sit-1")] == [1, 1, 1]
    assert guest.answers("hello-2")[0]["ok"]


def test_who_turns_back_while_another_table_is_looked_for_stays(pair: Pair) -> None:
    guest = Guest(pair.two)
    guest.say("hello-1", "hello", table=pair.far, keys=[], language="en")
    guest.hear(1)
    guest.say("hello-2", "hello", table="ZZZZ", keys=[], language="en")
    guest.say("hello-3", "hello", table=pair.farther, keys=[], language="en")
    guest.say("hello-4", "hello", table=pair.far, keys=[], language="en")
    guest.hear(1)
    assert guest.answers("hello-4")[0]["ok"]
    assert not any(guest.answers(command)[0]["ok"] for command in ("hello-2",))
    shown = [message["table"]["code"] for message in guest.heard if message["tell"] == "lobby"]
    assert shown[-1] == pair.far


def test_a_line_by_which_nothing_arrives_any_more_is_given_up(pair: Pair) -> None:
    """Nobody has hung up, and both nodes live."""
    guest = Guest(pair.two)
    guest.say("hello-1", "hello", table=pair.far, keys=[], language="en")
    guest.hear(1)
    pair.route.cut("forgotten")
    guest.say("sit-1", "sit", name="Bob", place=None, emblem=None)
    guest.hear(3)
    assert guest.heard[-1]["tell"] == "bye"
    assert guest.heard[-1]["code"] == "closing"
