"""Finished games for the replay theatre: frame by frame, as one seat saw it or with all hands open."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import cast

from tablee.arena.match import seal
from tablee.kernel.game import ALL, Action, Caption, Ms, Options, Outcome, Seat, View, Viewer
from tablee.kernel.record import Record
from tablee.kernel.replay import replay
from tablee.kernel.story import StoryLine
from tablee.server.limits import LIMITS
from tablee.server.past.record import header_line, set_up_again, stored_record
from tablee.server.show.scenes import Scenes
from tablee.server.show.tools import AnyTable, AnyView, GameTools
from tablee.server.show.voice import facts_json, words_of
from tablee.server.store.interface import StoredGame
from tablee.server.wire import pages as p
from tablee.server.wire import tells as t


def ending_line(tools: GameTools, stored: StoredGame) -> str:
    """The last line of the record: seed, outcome, and the seal over all that was shown. Takes its time."""
    record = seal(set_up_again(tools, stored), bytes.fromhex(stored.seed), tools.write_frame)
    return tools.wire.write_record(record).splitlines()[-1]


def record_file(tools: GameTools, stored: StoredGame, ending: str) -> str:
    header = header_line(tools, tools.wire.read_record(f"{stored.header}\n").header)
    return "".join(f"{line}\n" for line in (header, *stored.entries, ending))


class OpenTable:
    """A table whose game is over, with all cards on it: what was hidden from somebody is hidden no more."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table

    @property
    def now(self) -> Ms:
        return self._table.now

    @property
    def outcome(self) -> Outcome | None:
        return self._table.outcome

    @property
    def captions(self) -> list[Caption]:
        return [caption._replace(to=ALL) for caption in self._table.captions]

    def view(self, viewer: Viewer) -> AnyView:
        table = self._table
        return View(table.game.open_board(table.state), table.view(viewer).hand, table.asks)


@lru_cache(maxsize=LIMITS.theatres)
def theatre(tools: GameTools, stored: StoredGame, seat: Seat | None, is_open: bool, language: str) -> p.Theatre:
    """The whole game for one viewer. `is_open`: all hands, and what was told to anybody."""
    people = json.loads(stored.people)
    names = tuple(person["names"][language] for person in people)
    words = words_of(tools.found, language, names)
    record = stored_record(tools, stored)
    moments: list[p.Moment] = []
    scenes: Scenes | None = None
    table: AnyTable | None = None
    for table in replay(tools.game, record):
        seen = OpenTable(table) if is_open else table
        scenes = scenes or Scenes(tools, seen, Viewer(seat, held=True), words)
        if is_open:
            moments.append({"frame": scenes.frame(), "hands": _hands(tools, table)})
        elif (frame := scenes.news()) is not None:
            moments.append({"frame": frame, "hands": None})
    assert table is not None, "a stored game has its setup"
    outcome = table.outcome
    return {
        "game": record.header.game,
        "title": words.title() or record.header.game,
        "rules": record.header.rules,
        "options": cast(t.Options, tools.wire.options.to_json(record.header.options)),
        "people": [
            {"name": name, "emblem": person["emblem"], "level": person["level"]}
            for name, person in zip(names, people, strict=True)
        ],
        "commitment": record.header.commitment,
        "seed": stored.seed,
        "outcome": None if outcome is None else tools.wire.outcome.to_json(outcome),
        "seat": seat,
        "open": is_open,
        "moments": moments,
    }


def _hands(tools: GameTools, table: AnyTable) -> list[p.Hand | None]:
    hands = [table.view(Viewer(seat, held=True)).hand for seat in range(table.seats)]
    return [None if hand is None else cast(p.Hand, tools.hand.to_json(hand)) for hand in hands]


@lru_cache(maxsize=LIMITS.stories)
def story(tools: GameTools, stored: StoredGame, language: str) -> list[p.StoryLine]:
    """What is worth telling of this game, if the game knows how: its sentences, and the moments they came true."""
    names = tuple(person["names"][language] for person in json.loads(stored.people))
    words = words_of(tools.found, language, names)
    return [
        {
            "code": line.code,
            "facts": facts_json(line.facts),
            "text": words.fill(f"story.{line.code}", line.facts),
            "at": line.at,
        }
        for line in _story_lines(tools, stored_record(tools, stored))
    ]


def _story_lines(tools: GameTools, record: Record[Options, Action]) -> Sequence[StoryLine]:
    tell, watch = tools.found.part("story", "tell"), tools.found.part("story", "watch")
    if watch is not None:
        return cast("Callable[[Iterable[AnyTable]], Sequence[StoryLine]]", watch)(replay(tools.game, record))
    if tell is None:
        return ()
    inputs = [tuple(table.captions) for table in replay(tools.game, record)]
    return cast("Callable[[Sequence[Sequence[Caption]]], Sequence[StoryLine]]", tell)(inputs)
