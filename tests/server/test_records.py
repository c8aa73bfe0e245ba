"""The replay theatre: a finished game as one saw it, or with all slates open."""

from __future__ import annotations

import json

from tablee.arena.match import play_match, table_seed
from tablee.bots.bot import RandomBot
from tablee.games import find
from tablee.games.copieur import GAME
from tablee.games.copieur.options import CopieurOptions
from tablee.kernel.wire import Wire
from tablee.server.past.theatre import story, theatre
from tablee.server.show.tools import tools_of
from tablee.server.store.interface import StoredGame
from tablee.server.wire.pages import Moment
from tablee.words import LANGUAGES


def finished_game() -> StoredGame:
    table = play_match(GAME, CopieurOptions(), (None,) * 3, [RandomBot(GAME) for _ in range(3)], "theatre")
    header, *entries = Wire(GAME).write_record(table.record).splitlines()
    people = [{"names": {"fr": name, "en": name}, "emblem": None, "level": None} for name in ("Ana", "Bob", "Cléo")]
    seed = table_seed("theatre").hex()
    return StoredGame("ABCD", 1, "r", header, seed, json.dumps(people), True, None, tuple(entries), ())


def moments_of(game: StoredGame, seat: int | None, is_open: bool) -> list[Moment]:
    return theatre(tools_of(find("copieur")), game, seat, is_open, "fr")["moments"]


def slates_in(moment: Moment) -> int:
    return len(moment["frame"]["board"]["shown"])


def test_with_all_cards_open_every_slate_is_seen_at_every_moment() -> None:
    game = finished_game()
    assert all(slates_in(moment) == 6 for moment in moments_of(game, None, is_open=True))
    # The screen saw them while they were learned, one now and then, and all at the end.
    assert {slates_in(moment) for moment in moments_of(game, None, is_open=False)} == {0, 1, 6}


def test_with_all_cards_open_all_hands_are_seen_and_otherwise_ones_own() -> None:
    game = finished_game()
    for moment in moments_of(game, None, is_open=True):
        assert [hand and hand["seat"] for hand in moment["hands"] or ()] == [0, 1, 2]
        assert moment["frame"]["hand"] is None
    for moment in moments_of(game, 1, is_open=False):
        assert moment["hands"] is None
        assert moment["frame"]["hand"] is not None
        assert moment["frame"]["hand"]["seat"] == 1


def test_the_frames_of_the_theatre_stand_still_and_may_be_seen_in_any_order() -> None:
    frames = [moment["frame"] for moment in moments_of(finished_game(), 1, is_open=False)]
    assert [frame["number"] for frame in frames] == list(range(1, len(frames) + 1))
    assert {(frame["seat"], frame["snapshot"], frame["speed"]) for frame in frames} == {(1, True, 0)}
    assert all(frame["moves"] == [] for frame in frames), "nothing is offered to who only looks"
    assert [frame["outcome"] is not None for frame in frames] == [False] * (len(frames) - 1) + [True]


def test_what_is_worth_telling_is_told_in_sentences_that_lead_to_their_moments() -> None:
    game = finished_game()
    moments = moments_of(game, None, is_open=True)
    told = {language: story(tools_of(find("copieur")), game, language) for language in LANGUAGES}
    assert [line["code"] for line in told["fr"]] == [line["code"] for line in told["en"]]
    assert told["fr"] != told["en"]
    for line in told["fr"]:
        assert 0 < line["at"] < len(moments)
        assert any(name in line["text"] for name in ("Ana", "Bob", "Cléo"))
