"""How strong people are, reckoned from the games of this house. Nobody sees it unless a club wants it
(`tablee serve --ratings`): at a family's table it would spoil the evening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from tablee.kernel.game import Seat
from tablee.server.past.search import PlayedGame, plain
from tablee.server.show.voice import house_words
from tablee.server.wire import pages as p

START: Final = 1000
"""What everybody begins with. What counts is what one has surely shown: it also goes up by playing."""
POINTS: Final = 40
"""For each unit of OpenSkill's."""
_model: Final = PlackettLuce()


@dataclass(slots=True)
class Standing:
    name: str
    is_bot: bool
    rating: PlackettLuceRating
    played: int = 0

    @property
    def points(self) -> int:
        return round(START + POINTS * self.rating.ordinal())


def ladder(games: Sequence[PlayedGame], language: str) -> list[p.Rung]:
    """Who stands where in one game, the strongest first. `games`: the newest first."""
    standings: dict[str, Standing] = {}
    for game in reversed(games):
        if _counts(game):
            _rate(game, standings, language)
    return [
        {"name": one.name, "bot": one.is_bot, "points": one.points, "played": one.played}
        for one in sorted(standings.values(), key=lambda one: (-one.points, one.name))
        if one.played
    ]


def _counts(game: PlayedGame) -> bool:
    """Games that are won together tell nothing about who is stronger, and those of a club's tables know no names."""
    if game.summary.won is not None or len(game.people) < 2:
        return False
    nobody = house_words("fr").label
    return not any(game.name(seat, "fr") == nobody("somebody", number=seat + 1) for seat in range(len(game.people)))


def _rate(game: PlayedGame, standings: dict[str, Standing], language: str) -> None:
    people = [_standing(game, seat, standings, language) for seat in range(len(game.people))]
    if len({id(one) for one in people}) < len(people):
        return  # two bots of one level: whom would it be about?
    rated = _model.rate([[one.rating] for one in people], ranks=_as_floats(game.summary.ranks))
    for one, (rating,) in zip(people, rated, strict=True):
        one.rating = rating
        one.played += 1


def _standing(game: PlayedGame, seat: Seat, standings: dict[str, Standing], language: str) -> Standing:
    name, level = game.name(seat, language), game.people[seat]["level"]
    key = f"bot {level}" if level is not None else f"person {plain(name)}"
    known = standings.setdefault(key, Standing(name, level is not None, _model.rating()))
    known.name = name
    return known


def _as_floats(ranks: Iterable[int]) -> list[float]:
    return [float(rank) for rank in ranks]
