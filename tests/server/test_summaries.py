"""What is remembered of each game's end: numbers that agree with the game, and a sentence for every one of them."""

from __future__ import annotations

from functools import cache

import pytest

from tablee.arena.entrants import find_bots, seat_teams
from tablee.arena.match import play_match
from tablee.games import find, known_games
from tablee.kernel.game import SCREEN
from tablee.server.past.summary import Summary, read_summary, summary_of, write_summary
from tablee.server.show.tools import AnyTable, tools_of
from tablee.words import LANGUAGES, Words


@cache
def finished(name: str) -> tuple[AnyTable, Summary]:
    found = find(name)
    options = found.game.meta.options()
    bot = find_bots(found)["easy"]
    table = play_match(found.game, options, seat_teams(found.game, options, 3), [bot(seat) for seat in range(3)], name)
    return table, summary_of(tools_of(found), table, None)


def total(name: str, code: str) -> int:
    return sum(tally.number for tally in finished(name)[1].tallies if tally.code == code)


@pytest.mark.parametrize("name", known_games())
def test_every_game_counts_something_of_every_seat_and_has_a_sentence_for_it(name: str) -> None:
    table, summary = finished(name)
    assert read_summary(write_summary(summary)) == summary
    assert (summary.ranks, summary.scores) == (table.outcome.ranks, table.outcome.scores) if table.outcome else False
    assert {tally.seat for tally in summary.tallies} == {0, 1, 2}
    assert len({(tally.code, tally.seat) for tally in summary.tallies}) == len(summary.tallies)
    for language in LANGUAGES:
        words = Words(language, find(name).locales, strict=True)
        for tally in summary.tallies:
            text = words.fill(f"tally.{tally.code}", {"count": tally.number, "word": tally.text, "seconds": "1"})
            assert "{" not in text


def test_what_is_counted_agrees_with_the_game() -> None:
    summary = finished("pierres")[1]
    assert [tally.number for tally in summary.tallies if tally.code == "stones"] == list(summary.scores)
    told = finished("anges")[0].view(SCREEN).board.ending.told  # type: ignore[attr-defined]
    assert total("anges", "lies") == sum(not one.is_true for one in told)
    assert total("anges", "passed") + total("anges", "unmasked") == total("anges", "lies")
    words = finished("voyelles")[0].view(SCREEN).board.words  # type: ignore[attr-defined]
    assert total("voyelles", "words") == len(words) > 0
    longest = max(
        (tally for tally in finished("voyelles")[1].tallies if tally.code == "longest"), key=lambda t: t.number
    )
    assert longest.text in {spoken.word for spoken in words}


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"ranks": 1}'])
def test_what_is_no_digest_is_made_again(text: str | None) -> None:
    assert read_summary(text) is None
