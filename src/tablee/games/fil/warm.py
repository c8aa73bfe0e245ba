"""What is there before anybody is: the cards of our themes."""

from __future__ import annotations

from tablee.games.fil.themes import LANGUAGES, editions


def warm() -> None:
    """Called once when a house opens."""
    for language in LANGUAGES:
        editions(language)
