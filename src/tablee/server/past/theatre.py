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
from tablee.kernel.story import Line
from tablee.server.limits import LIMITS
from tablee.server.past.record import header_line, set_up_again, stored_record
from tablee.server.show.scenes import Scenes
from tablee.server.show.tools import AnyTable, AnyView, GameTools
from tablee.server.show.voice import facts_json, words_of
from tablee.server.store.interface import StoredGame
from tablee.server.wire import pages as p
from tablee.server.wire import tells as t


def ending_line(kit: GameTools, stored: StoredGame) -> str:
    """The last line of the record: seed, outcome, and the seal over all that was shown. Takes its time."""
    record = seal(set_up_again(kit, stored), bytes.fromhex(stored.seed))
    return kit.wire.write_record(record).splitlines()[-1]


def record_file(kit: GameTools, stored: StoredGame, ending: str) -> str:
    header = header_line(kit, stored_record(kit, stored).header)
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
def theatre(kit: GameTools, stored: StoredGame, seat: Seat | None, is_open: bool, language: str) -> p.Theatre:
    """The whole game for one viewer. `is_open`: all hands, and what was told to anybody."""
    people = json.loads(stored.people)
    names = tuple(person["names"][language] for person in people)
    words = words_of(kit.found, language, names)
    record = stored_record(kit, stored)
    moments: list[p.Moment] = []
    scenes: Scenes | None = None
    table: AnyTable | None = None
    for table in replay(kit.game, record):
        seen = OpenTable(table) if is_open else table
        scenes = scenes or Scenes(kit, seen, Viewer(seat, held=True), words)
        if is_open:
            moments.append({"frame": scenes.frame(), "hands": _hands(kit, table)})
        elif (frame := scenes.news()) is not None:
            moments.append({"frame": frame, "hands": None})
    assert table is not None, "a stored game has its setup"
    outcome = table.outcome
    return {
        "game": record.header.game,
        "title": words.title() or record.header.game,
        "rules": record.header.rules,
        "options": cast(t.Options, kit.wire.options.to_json(record.header.options)),
        "people": [
            {"name": name, "emblem": person["emblem"], "level": person["level"]}
            for name, person in zip(names, people, strict=True)
        ],
        "commitment": record.header.commitment,
        "seed": stored.seed,
        "outcome": None if outcome is None else kit.wire.outcome.to_json(outcome),
        "seat": seat,
        "open": is_open,
        "moments": moments,
    }


def _hands(kit: GameTools, table: AnyTable) -> list[p.Hand | None]:
    hands = [table.view(Viewer(seat, held=True)).hand for seat in range(table.seats)]
    return [None if hand is None else cast(p.Hand, kit.hand.to_json(hand)) for hand in hands]


@lru_cache(maxsize=LIMITS.stories)
def story(kit: GameTools, stored: StoredGame, language: str) -> list[p.StoryLine]:
    """What is worth telling of this game, if the game knows how: its sentences, and the moments they came true."""
    names = tuple(person["names"][language] for person in json.loads(stored.people))
    words = words_of(kit.found, language, names)
    return [
        {
            "code": line.code,
            "facts": facts_json(line.facts),
            "text": words.fill(f"story.{line.code}", line.facts),
            "at": line.at,
        }
        for line in _story_lines(kit, stored_record(kit, stored))
    ]


def _story_lines(kit: GameTools, record: Record[Options, Action]) -> Sequence[Line]:
    tell, watch = kit.found.part("story", "tell"), kit.found.part("story", "watch")
    if watch is not None:
        return cast("Callable[[Iterable[AnyTable]], Sequence[Line]]", watch)(replay(kit.game, record))
    if tell is None:
        return ()
    inputs = [tuple(table.captions) for table in replay(kit.game, record)]
    return cast("Callable[[Sequence[Sequence[Caption]]], Sequence[Line]]", tell)(inputs)
