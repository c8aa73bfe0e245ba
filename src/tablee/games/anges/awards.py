"""Three prizes at the end, for the stories people will tell. They change nothing about who has won."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablee.games.anges.cards import distance
from tablee.games.anges.state import AngesState, Exchange
from tablee.games.anges.view import Award, Prize


def awards(state: AngesState) -> tuple[Award, ...]:
    """Each prize goes to one exchange, the first of equals; none where nobody earned it."""
    story = state.story
    found = (_best("bluff", story, _bluff), _best("believed", story, _believed), _best("doubt", story, _doubt))
    return tuple(award for award in found if award is not None)


def _best(prize: Prize, story: Sequence[Exchange], worth: Callable[[Exchange], int]) -> Award | None:
    told, amount = max(((told, worth(one)) for told, one in enumerate(story)), key=lambda pair: pair[1], default=(0, 0))
    if amount <= 0:
        return None
    seats = story[told].announcer, story[told].listener
    seat, other = seats if prize != "doubt" else seats[::-1]
    return Award(prize, seat, other, told, amount)


def _bluff(one: Exchange) -> int:
    """A lie that the listener swore was true: what it won the liar over the other."""
    return one.gains[0] - one.gains[1] if one.answer == "true" and not one.is_true else 0


def _believed(one: Exchange) -> int:
    """A lie that was taken without a word: how far from the truth it was."""
    return distance(one.claim, one.cards) if one.answer == "take" else 0


def _doubt(one: Exchange) -> int:
    """A truth that the listener called a lie: what it cost."""
    return one.gains[0] - one.gains[1] if one.answer == "false" and one.is_true else 0
