"""Holds what everybody was told against what the data base has.

A table has one history: its games one after the other, each replayed from its record. Each frame that somebody was sent
must be, to the letter, what this viewer sees at some place of it, and each later one on the same line at a later place.
That finds moves that are gone, moves that nobody kept, two histories, and views that show more than this seat may know.
Commands are counted: each that was acknowledged is in the log once, each that was refused is not."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import asyncpg
from tests.server.ledger import real_id
from tests.server.mortal import FILES
from tests.server.venue import Message

from tablee.games import find
from tablee.kernel.game import Viewer
from tablee.kernel.replay import replay
from tablee.server.keys import hashed
from tablee.server.lobby import Lobby
from tablee.server.past.record import stored_record
from tablee.server.show.tools import GameTools, tools_of
from tablee.server.show.views import Views
from tablee.server.store.interface import StoredGame
from tablee.server.table.saved import game_of_lobby, read_lobby

SEEN: Final = ("board", "hand", "asks", "moves", "outcome")
"""Of a frame: what depends on nothing but the game and who looks."""


class KeptTable(NamedTuple):
    """What the data base has of one table."""

    code: str
    doc: str
    games: tuple[StoredGame, ...]


class Line(NamedTuple):
    """Of a story."""

    kind: str
    """`visit`: a line to this node; `sent`, `told`: this message."""
    text: str


class Story(NamedTuple):
    """What one device sent and was told. `seat`: the place it may hold a key of; None: a screen."""

    name: str
    seat: int | None
    lines: Sequence[Line]


@dataclass(slots=True)
class Findings:
    lost: list[str] = field(default_factory=list)
    """What was acknowledged, and is not there."""
    twice: list[str] = field(default_factory=list)
    """Commands that were played more than once, or although they were refused."""
    histories: list[str] = field(default_factory=list)
    """What was told, and never was so."""
    secrets: list[str] = field(default_factory=list)
    """What was told to somebody whose business it is not."""
    moves: int = 0
    """Acknowledged, and found."""
    frames: int = 0
    """Compared."""
    entries: int = 0
    games: int = 0
    stale: int = 0
    """Visits that began with an earlier state of the same history: by a node that did not know yet that it had lost the
    table."""

    @property
    def breaches(self) -> list[str]:
        return [*self.lost, *self.twice, *self.histories, *self.secrets]


# What there is.


async def kept_table(connection: asyncpg.Connection, code: str) -> KeptTable | None:
    doc = await connection.fetchval("SELECT doc FROM tables WHERE code = $1", code)
    if doc is None:
        return None
    games = []
    for row in await connection.fetch("SELECT * FROM games WHERE code = $1 ORDER BY ordinal", code):
        is_over = row["entries"] is not None
        if is_over:
            entries = json.loads(row["entries"])
        else:
            log = "SELECT entry, command FROM log WHERE code = $1 AND ordinal = $2 ORDER BY seq"
            entries = [tuple(one) for one in await connection.fetch(log, code, row["ordinal"])]
        fields = (code, row["ordinal"], row["record"], row["header"], row["seed"], row["people"], is_over, None)
        texts, commands = tuple(text for text, _ in entries), tuple(command for _, command in entries)
        games.append(StoredGame(*fields, texts, commands))
    return KeptTable(code, doc, tuple(games))


def read_story(path: Path, seat: int | None) -> Story:
    lines = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            _, kind, text = line.rstrip("\n").split(" ", 2)
            lines.append(Line(kind, text))
    return Story(path.stem, seat, lines)


@cache
def _tools(game: str) -> GameTools:
    return tools_of(find(FILES.get(game, game)))


# The history of a table, as each viewer sees it.


def canonical(view: Message) -> str:
    """A race that was cut goes on under another name."""
    asks = [ask | {"id": ask["id"].partition("~")[0]} for ask in view["asks"]]
    return json.dumps({name: view[name] for name in SEEN} | {"asks": asks}, sort_keys=True)


@dataclass(slots=True)
class _Past:
    """What one viewer sees in the course of all games."""

    places: dict[str, list[int]] = field(default_factory=dict)
    """By what is seen: where in the history."""
    captions: set[str] = field(default_factory=set)
    length: int = 0

    def add(self, view: Message, captions: Iterable[bytes]) -> None:
        self.places.setdefault(canonical(view), []).append(self.length)
        self.length += 1
        self.captions.update(_caption(json.loads(one)) for one in captions)

    def find(self, view: Message, after: int) -> int | None:
        """The first place from there on at which this is seen; -1: only earlier ones."""
        places = self.places.get(canonical(view))
        if places is None:
            return None
        at = bisect_left(places, after)
        return places[at] if at < len(places) else -1

    def last(self, view: Message) -> int:
        return self.places[canonical(view)][-1]


def _caption(caption: Message) -> str:
    return json.dumps([caption["code"], caption["facts"]], sort_keys=True)


class _Table:
    def __init__(self, kept: KeptTable) -> None:
        self.tools = _tools(game_of_lobby(kept.doc))
        lobby, _ = read_lobby(self.tools, kept.doc)
        self.lobby: Lobby = lobby
        self.commitments = ["" for _ in kept.games]
        self.seeds = {game.seed: game.is_over for game in kept.games}
        self.pasts: dict[int | None, _Past] = {}
        for number, game in enumerate(kept.games):
            self._play(number, game)

    def _play(self, number: int, game: StoredGame) -> None:
        record = stored_record(self.tools, game)
        self.commitments[number] = record.header.commitment
        views: Views | None = None
        prefix = f"{game.ordinal}:" if game.ordinal > 1 else ""
        for table in replay(self.tools.game, record):
            if views is None:
                views = Views(self.tools, table, self.lobby.places, {}, prefix)
            views.changed()
            for seat in (None, *range(table.seats)):
                view = json.loads(b"{%b}" % views.view(Viewer(seat)))
                self.pasts.setdefault(seat, _Past()).add(view, views.captions(seat, "en"))


# Judging.


class _Sent(NamedTuple):
    story: Story
    command: Message


class Judge:
    def __init__(self) -> None:
        self.findings = Findings()

    def look_at(self, kept: KeptTable | None, stories: Sequence[Story], house_secret: str) -> None:
        """At all that concerns one table."""
        acknowledged = {number for story in stories for number, is_ok in _answers(story) if is_ok}
        sent = {line["id"]: _Sent(story, line) for story in stories for line in _messages(story, "sent")}
        opened = [one for one in acknowledged if one in sent and sent[one].command["do"] == "open"]
        if kept is None:
            self.findings.lost += [f"the table that {number} opened" for number in opened]
            return
        table = _Table(kept)
        self.findings.games += len(kept.games)
        self._count_commands(kept, stories, sent, acknowledged)
        self._look_at_lobby(table, kept, stories, sent, acknowledged)
        for story in stories:
            self._follow(table, kept.code, story)
            self._search(table, kept, story, stories, house_secret)

    def _count_commands(
        self, kept: KeptTable, stories: Sequence[Story], sent: dict[str, _Sent], acknowledged: set[str]
    ) -> None:
        found = self.findings
        played: Counter[str] = Counter()
        for game in kept.games:
            found.entries += len(game.entries)
            for text, number in zip(game.entries, game.commands, strict=True):
                if number is not None:
                    played[number] += 1
                    self._compare(kept.code, number, json.loads(text), sent.get(number))
        found.twice += [
            f"{kept.code}: {number} is played {times} times" for number, times in played.items() if times > 1
        ]
        moves = {number for number in acknowledged if number in sent and sent[number].command["do"] == "play"}
        found.moves += len(moves & played.keys())
        found.lost += [f"{kept.code}: {sent[number].command} was acknowledged" for number in moves - played.keys()]
        times = Counter(line["id"] for story in stories for line in _messages(story, "sent"))
        refused = {number for story in stories for number, is_ok in _answers(story) if not is_ok} - acknowledged
        # Who sent it again may have been told that it came too late for another game, after it was played in this one,
        # or that it was not kept before it was.
        found.twice += [
            f"{kept.code}: {number} was refused, and is played"
            for number in refused & played.keys()
            if times[number] == 1
        ]

    def _compare(self, code: str, number: str, entry: Message, sent: _Sent | None) -> None:
        """The entry says what was sent."""
        if sent is None:
            self.findings.histories.append(f"{code}: nobody has sent {number}, which is played")
            return
        command = sent.command
        is_same = (entry["seat"], entry["ask"]) == (command["seat"], real_id(command["ask"]))
        if not is_same or entry["action"] != command["action"]:
            self.findings.histories.append(f"{code}: {command} is played as {entry}")

    def _look_at_lobby(
        self, table: _Table, kept: KeptTable, stories: Sequence[Story], sent: dict[str, _Sent], acknowledged: set[str]
    ) -> None:
        """Who sat down sits there; there are as many games as were begun."""
        found = self.findings
        for number in acknowledged & sent.keys():
            story, command = sent[number]
            if command["do"] in ("open", "sit") and story.seat is not None:
                keys = {hashed(key) for key in _keys(story)}
                if keys.isdisjoint(table.lobby.places[story.seat].keys):
                    found.lost.append(f"{kept.code}: {story.name} sat down by {number}, and no key of theirs is there")
        begun = {number for number, one in sent.items() if one.command["do"] in ("start", "again")}
        if len(begun & acknowledged) > len(kept.games):
            found.lost.append(f"{kept.code}: {len(begun & acknowledged)} games were begun, there are {len(kept.games)}")
        if len(begun) < len(kept.games):
            found.twice.append(f"{kept.code}: {len(kept.games)} games by {len(begun)} commands")

    def _follow(self, table: _Table, code: str, story: Story) -> None:
        """What this device was shown, from visit to visit."""
        found = self.findings
        furthest, at, game = dict[int | None, int](), dict[int | None, int](), 0
        for kind, text in story.lines:
            if kind == "visit":
                at.clear()
                game = 0
            elif kind == "told" and text.startswith('{"tell":"frame"'):
                self._see(table, code, story, json.loads(text), at, furthest)
            elif kind == "told" and text.startswith('{"tell":"lobby"'):
                commitment = json.loads(text)["table"]["commitment"]
                if commitment is None:
                    continue
                if commitment not in table.commitments[game:]:
                    found.histories.append(f"{code}: {story.name} is told of the game {commitment}: {text}")
                else:
                    game = table.commitments.index(commitment)

    def _see(
        self,
        table: _Table,
        code: str,
        story: Story,
        frame: Message,
        at: dict[int | None, int],
        furthest: dict[int | None, int],
    ) -> None:
        """`at`: where this visit is; `furthest`: where one was."""
        found, seat = self.findings, frame["seat"]
        found.frames += 1
        if seat is not None and seat != story.seat:
            found.secrets.append(f"{code}: {story.name} is shown what seat {seat} sees")
            return
        past = table.pasts.get(seat)
        place = None if past is None else past.find(frame, at.get(seat, furthest.get(seat, 0)))
        if past is not None and place == -1 and seat not in at:
            found.stale += 1
            place = past.last(frame)
        if past is None or place is None or place < 0:
            when = "is earlier than what it saw before" if place == -1 else "never was"
            found.histories.append(f"{code}: {story.name} is shown what {when}: {json.dumps(frame)}")
            return
        at[seat] = place
        furthest[seat] = max(furthest.get(seat, 0), place)
        for caption in frame["captions"]:
            if _caption(caption) not in past.captions:
                found.secrets.append(f"{code}: {story.name} is told {caption}, which is not for seat {seat}")

    def _search(
        self, table: _Table, kept: KeptTable, story: Story, stories: Sequence[Story], house_secret: str
    ) -> None:
        """For what opens or foretells something, in every byte."""
        keys = [key for other in stories if other is not story for key in _keys(other)]
        names = {house_secret, *keys, *table.seeds}
        pattern = re.compile("|".join(map(re.escape, sorted(names))))
        for kind, text in story.lines:
            for match in pattern.finditer(text) if kind == "told" else ():
                if match.group() in table.seeds and _may_know_seed(table, match.group(), text):
                    continue
                self.findings.secrets.append(f"{kept.code}: {story.name} is told {match.group()}: {text}")


def _may_know_seed(table: _Table, seed: str, text: str) -> bool:
    """Once its game is over."""
    message = json.loads(text)
    is_told = message["tell"] == "lobby" and message["table"]["phase"] == "over" and message["table"]["seed"] == seed
    return is_told and table.seeds[seed]


def _messages(story: Story, kind: str) -> Iterator[Message]:
    for line in story.lines:
        if line.kind == kind:
            yield json.loads(line.text)


def _answers(story: Story) -> Iterator[tuple[str, bool]]:
    """By the ids of their commands."""
    for line in story.lines:
        if line.kind == "told" and line.text.startswith('{"tell":"answer"'):
            message = json.loads(line.text)
            yield message["id"], message["ok"]


def _keys(story: Story) -> list[str]:
    return [
        json.loads(line.text)["key"]
        for line in story.lines
        if line.kind == "told" and line.text.startswith('{"tell":"answer"') and '"key":' in line.text
    ]
