"""What is opened before anybody plays, so that nobody's first word has to wait for the dictionary."""

from __future__ import annotations

from tablee.games.voyelles.familiarity import MOST_FAMILIAR, familiarity
from tablee.games.voyelles.finder import finder
from tablee.games.voyelles.letters import VOWELS
from tablee.games.voyelles.state import GOAL, START


def warm() -> None:
    """The dictionary, who has which letter and how familiar each word is; then the sum that every new game begins with.
    A second time costs nothing."""
    for level in range(MOST_FAMILIAR + 1):
        familiarity().at_least(level)
        familiarity().just(level)
    familiarity().most_familiar(0)
    room = [GOAL - START] * len(VOWELS)
    finder().best(finder().moving(0, room), room)
