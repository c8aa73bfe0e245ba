"""The replay theatre: a finished game as one saw it, or with all slates open."""

from __future__ import annotations

import json
from typing import cast

from tablee.arena.match import play_match, table_seed
from tablee.bots.bot import RandomBot
from tablee.games import find
from tablee.games.copieur import GAME
from tablee.games.copieur.options import CopieurOptions
from tablee.kernel.codec import Json
from tablee.kernel.wire import Wire
from tablee.server.past.theatre import story, theatre
from tablee.server.show.tools import tools_of
from tablee.server.store.interface import StoredGame
from tablee.words import LANGUAGES


def finished_game() -> StoredGame:
    table = play_match(GAME, CopieurOptions(), (None,) * 3, [RandomBot(GAME) for _ in range(3)], "theatre")
    header, *entries = Wire(GAME).write_record(table.record).splitlines()
    people = [{"names": {"fr": name, "en": name}} for name in ("Ana", "Bob", "Cléo")]
    seed = table_seed("theatre").hex()
    return StoredGame("ABCD", 1, "r", header, seed, json.dumps(people), True, None, tuple(entries), ())


def frames_of(game: StoredGame, seat: int | None, is_open: bool) -> list[dict[str, Json]]:
    shown = cast("dict[str, Json]", theatre(tools_of(find("copieur")), game, seat, is_open, "fr"))
    return cast("list[dict[str, Json]]", shown["frames"])


def shown_in(frame: dict[str, Json]) -> list[Json]:
    return cast("list[Json]", cast("dict[str, Json]", frame["board"])["shown"])


def test_with_all_cards_open_every_slate_is_seen_at_every_moment() -> None:
    game = finished_game()
    assert all(len(shown_in(frame)) == 6 for frame in frames_of(game, None, is_open=True))
    # The screen saw them while they were learned, one now and then, and all at the end.
    assert {len(shown_in(frame)) for frame in frames_of(game, None, is_open=False)} == {0, 1, 6}


def test_what_is_worth_telling_is_told_in_sentences_that_lead_to_their_moments() -> None:
    game = finished_game()
    frames = frames_of(game, None, is_open=False)
    told = {
        language: cast("list[dict[str, Json]]", story(tools_of(find("copieur")), game, language))
        for language in LANGUAGES
    }
    assert [line["code"] for line in told["fr"]] == [line["code"] for line in told["en"]]
    assert told["fr"] != told["en"]
    for line in told["fr"]:
        assert 0 < cast(int, line["at"]) < len(frames)
        assert any(name in cast(str, line["text"]) for name in ("Ana", "Bob", "Cléo"))
