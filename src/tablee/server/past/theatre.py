"""Finished games for the replay theatre: frame by frame, as one seat saw it or with all hands open."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import cast

from tablee.arena.match import seal
from tablee.kernel.codec import Json
from tablee.kernel.frames import Watcher
from tablee.kernel.game import ALL, Action, Board, Caption, Hand, Options, Seat, State, Viewer
from tablee.kernel.record import Record
from tablee.kernel.replay import replay
from tablee.kernel.story import Line
from tablee.server.limits import LIMITS
from tablee.server.past.record import header_line, set_up_again, stored_record
from tablee.server.show.tools import AnyTable, GameTools
from tablee.server.show.views import ASK, frame_json
from tablee.server.show.voice import caption_json, facts_json, words_of
from tablee.server.store.interface import StoredGame
from tablee.words import Words


def ending_line(kit: GameTools, stored: StoredGame) -> str:
    """The last line of the record: seed, outcome, and the seal over all that was shown. Takes its time."""
    record = seal(set_up_again(kit, stored), bytes.fromhex(stored.seed))
    return kit.wire.write_record(record).splitlines()[-1]


def record_file(kit: GameTools, stored: StoredGame, ending: str) -> str:
    header = header_line(kit, stored_record(kit, stored).header)
    return "".join(f"{line}\n" for line in (header, *stored.entries, ending))


@lru_cache(maxsize=LIMITS.theatres)
def theatre(kit: GameTools, stored: StoredGame, seat: Seat | None, is_open: bool, language: str) -> Json:
    """The whole game for one viewer. `is_open`: all hands, and what was told to anybody."""
    people = json.loads(stored.people)
    names = tuple(person["names"][language] for person in people)
    words = words_of(kit.found, language, names)
    record = stored_record(kit, stored)
    frames: list[Json] = []
    watcher: Watcher[Options, State, Action, Board, Hand] | None = None
    table: AnyTable | None = None
    for table in replay(kit.game, record):
        if is_open:
            frames.append(_open_frame(kit, table, words))
            continue
        if watcher is None:
            watcher = Watcher(table, Viewer(seat, held=True))
        if watcher.frame() is not None:
            frames.append(frame_json(kit, table, Viewer(seat, held=True), words))
    assert table is not None, "a stored game has its setup"
    outcome = table.outcome
    return {
        "game": record.header.game,
        "title": words.title() or record.header.game,
        "rules": record.header.rules,
        "options": kit.wire.options.to_json(record.header.options),
        "people": [{"name": name, **_without_names(person)} for name, person in zip(names, people, strict=True)],
        "commitment": record.header.commitment,
        "seed": stored.seed,
        "outcome": None if outcome is None else kit.wire.outcome.to_json(outcome),
        "seat": seat,
        "open": is_open,
        "frames": frames,
    }


@lru_cache(maxsize=LIMITS.stories)
def story(kit: GameTools, stored: StoredGame, language: str) -> Json:
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


def _without_names(person: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in person.items() if key != "names"}


def _open_frame(kit: GameTools, table: AnyTable, words: Words) -> Json:
    frame = frame_json(kit, table, Viewer(None), words)
    frame["board"] = kit.board.to_json(kit.game.open_board(table.state))
    hands = [table.view(Viewer(seat, held=True)).hand for seat in range(table.seats)]
    frame["hands"] = [None if shown is None else kit.hand.to_json(shown) for shown in hands]
    frame["asks"] = [ASK.to_json(ask._replace(to=ALL, awaited_to=ALL)) for ask in table.asks]
    frame["captions"] = [cast(Json, caption_json(caption, words)) for caption in table.captions]
    return frame
