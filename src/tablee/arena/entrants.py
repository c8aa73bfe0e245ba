"""Who plays: the bots of a game by name, and how they sit round the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias, cast

from tablee.bots.bot import Bot, RandomBot
from tablee.games import AnyGame, Found
from tablee.kernel.game import Action, Board, Hand, Options, Seat

AnyBot: TypeAlias = Bot[Action, Board, Hand]
MakeBot: TypeAlias = Callable[[Seat], AnyBot]

RANDOM: Final = "random"


def find_bots(found: Found) -> Mapping[str, MakeBot]:
    """The bots of this game: its own, and one that plays any legal move."""
    bots: dict[str, MakeBot] = {RANDOM: lambda _: RandomBot(found.game)}
    own = found.part("bots", "BOTS")
    if isinstance(own, Mapping):
        bots |= cast(Mapping[str, MakeBot], own)
    return bots


def seat_teams(game: AnyGame, options: Options, seats: int) -> tuple[str | None, ...]:
    """A team for each seat, in turn; none where the game has no teams."""
    teams = game.meta.teams(options)
    return tuple(None if teams is None else teams.names[seat % len(teams.names)] for seat in range(seats))


def line_up(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    """A bot for each seat: those named, over and over."""
    return tuple(bots[seat % len(bots)] for seat in range(seats))


def rotations(lineup: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The line-up moved on by one seat, again and again, until it is as it was: one game each, of the same deal."""
    moved = [lineup[-step:] + lineup[:-step] if step else lineup for step in range(len(lineup))]
    return tuple(dict.fromkeys(moved))
