"""The finished games of this house: to be found again, and what can be counted in them.

Whoever asks says which records they mean: an id is known to those who were there. What is counted of people is counted
for the seats that the asking device held."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar
from unicodedata import combining, normalize

import msgspec

from tablee.kernel.codec import Json
from tablee.kernel.game import Facts, Seat
from tablee.kernel.tally import Tally
from tablee.server.past.summary import Summary
from tablee.server.show.tools import GameTools
from tablee.server.show.voice import words_of
from tablee.server.store.interface import PastGame
from tablee.server.wire import pages as p

T = TypeVar("T")
K = TypeVar("K")
PAGE: Final = 20
MINUTE: Final = 60_000


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to see. All parts narrow it down."""

    records: list[str] | None = None
    """Those that this device knows; None: all there are."""
    text: str = ""
    """In a name or in the title of the game."""
    game: str | None = None
    since: int | None = None
    until: int | None = None
    """Seconds; `until` itself is not meant."""
    page: int = 0
    seats: dict[str, list[int]] = {}
    """By record: the seats that this device held."""


class PlayedGame(NamedTuple):
    """A finished game with its summary."""

    row: PastGame
    tools: GameTools
    summary: Summary
    people: Sequence[Mapping[str, Json]]

    def name(self, seat: Seat, language: str) -> str:
        names = self.people[seat]["names"]
        return str(names[language]) if isinstance(names, dict) else ""

    def emblem(self, seat: Seat) -> str | None:
        emblem = self.people[seat]["emblem"]
        return emblem if isinstance(emblem, str) else None

    def is_bot(self, seat: Seat) -> bool:
        return self.people[seat]["level"] is not None

    def has_won(self, seat: Seat) -> bool:
        return self.summary.has_won(seat)


def plain(text: str) -> str:
    """Without accents and capitals: who looks for « zoe » means Zoé."""
    return "".join(char for char in normalize("NFD", text) if not combining(char)).casefold().strip()


def title_of(tools: GameTools, language: str) -> str:
    return words_of(tools.found, language).title() or tools.game.meta.id


def search(
    rows: Iterable[PastGame], all_tools: Mapping[str, GameTools], question: Question, language: str
) -> list[tuple[PastGame, GameTools]]:
    """The rows that are meant. Games that this house no longer has are left out: nothing of them can be shown."""
    wanted, found = plain(question.text), list[tuple[PastGame, GameTools]]()
    for row in rows:
        tools = all_tools.get(row.name)
        if tools is None or (question.game is not None and row.name != question.game):
            continue
        when = row.finished or 0
        if (question.since is not None and when < question.since) or (
            question.until is not None and when >= question.until
        ):
            continue
        if wanted and not any(wanted in text for text in _texts(row, tools, language)):
            continue
        found.append((row, tools))
    return found


def _texts(row: PastGame, tools: GameTools, language: str) -> Iterable[str]:
    yield plain(title_of(tools, language))
    for person in json.loads(row.people):
        yield plain(person["names"][language])


def card(game: PlayedGame, language: str, may_delete: bool) -> p.Evening:
    """One game in the list."""
    summary = game.summary
    return {
        "record": game.row.record,
        "game": game.row.name,
        "title": title_of(game.tools, language),
        "finished": game.row.finished,
        "minutes": max(1, round(summary.ms / MINUTE)),
        "together": summary.won is not None,
        "deletable": may_delete,
        "people": [
            {
                "name": game.name(seat, language),
                "emblem": game.emblem(seat),
                "bot": game.is_bot(seat),
                "won": game.has_won(seat),
                "score": summary.scores[seat],
            }
            for seat in range(len(game.people))
        ],
    }


def games_figures(games: Sequence[PlayedGame], language: str) -> list[p.GameFigures]:
    """For each game: how often, how long, and whose is the best score of a person."""
    made: list[p.GameFigures] = []
    for tools, played in _by(games, lambda game: game.tools).items():
        scored = [
            (game.summary.scores[seat], game.name(seat, language))
            for game in reversed(played)
            for seat in range(len(game.people))
            if not game.is_bot(seat) and game.has_won(seat) and game.summary.won is None
        ]
        best = max(scored, key=lambda pair: pair[0], default=None)
        minutes = sum(game.summary.ms for game in played) / MINUTE / len(played)
        made.append(
            {
                "game": tools.game.meta.id,
                "title": title_of(tools, language),
                "played": len(played),
                "minutes": max(1, round(minutes)),
                "best": None if best is None else {"score": best[0], "name": best[1]},
            }
        )
    return made


class Part(NamedTuple):
    """One seat of one game."""

    game: PlayedGame
    seat: Seat


def people_figures(
    games: Sequence[PlayedGame], seats: Mapping[str, Sequence[int]], language: str
) -> list[p.PersonFigures]:
    """For each person known to the asking device: how often, how well, and what their games count."""
    parts = [
        Part(game, seat)
        for game in games
        for seat in dict.fromkeys(seats.get(game.row.record, ()))
        if 0 <= seat < len(game.people) and not game.is_bot(seat)
    ]
    made: list[p.PersonFigures] = []
    for own in _by(parts, lambda part: plain(part.game.name(part.seat, language))).values():
        latest = own[0]
        made.append(
            {
                "name": latest.game.name(latest.seat, language),
                "emblem": latest.game.emblem(latest.seat),
                "played": len(own),
                "won": sum(part.game.has_won(part.seat) for part in own),
                "games": [
                    {
                        "game": tools.game.meta.id,
                        "title": title_of(tools, language),
                        "played": len(some),
                        "won": sum(part.game.has_won(part.seat) for part in some),
                        "lines": list(_lines(tools, some, language)),
                    }
                    for tools, some in _by(own, lambda part: part.game.tools).items()
                ],
            }
        )
    return made


def _lines(tools: GameTools, parts: Sequence[Part], language: str) -> Iterable[str]:
    words, known = words_of(tools.found, language), dict[str, Tally]()
    for game, seat in parts:
        for tally in game.summary.tallies:
            if tally.seat == seat:
                known[tally.code] = _joined(known.get(tally.code), tally)
    for code, tally in known.items():
        seconds = f"{tally.number / 10:.1f}".replace(".", "," if language == "fr" else ".")
        facts: Facts = {"count": tally.number, "word": tally.text, "seconds": seconds}
        yield words.fill(f"tally.{code}", facts)


def _joined(before: Tally | None, tally: Tally) -> Tally:
    if before is None:
        return tally
    if tally.over == "sum":
        return tally._replace(number=before.number + tally.number)
    return (max if tally.over == "most" else min)(before, tally, key=lambda one: one.number)


def _by(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    groups: dict[K, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
