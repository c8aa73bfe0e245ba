"""A game in a plain terminal: the game's own drawing where it has one, its bare facts where it has none.

A game package may have a `terminal.py` with `draw(view, words)`, `parse(text, view)`, `example(view)` and FORMATS."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import TypeAlias, cast

from tablee.games import Found
from tablee.kernel.game import Action, Board, Fact, Hand, Outcome, View
from tablee.words import Words

AnyView: TypeAlias = View[Board, Hand]
Draw: TypeAlias = Callable[[AnyView, Words], str]
Parse: TypeAlias = Callable[[str, AnyView], Action | None]
Example: TypeAlias = Callable[[AnyView], str]


class Screen:
    def __init__(self, found: Found, words: Words) -> None:
        draw, parse = found.part("terminal", "draw"), found.part("terminal", "parse")
        example = found.part("terminal", "example")
        self._draw = cast(Draw, draw) if callable(draw) else None
        self.parse = cast(Parse, parse) if callable(parse) else None
        self._example = cast(Example, example) if callable(example) else None
        self._words = words

    def draw(self, view: AnyView) -> str:
        if self._draw is not None:
            return self._draw(view, self._words)
        shown = [f"{field.name}: {_plain(getattr(view.board, field.name))}" for field in fields(view.board)]
        if view.hand is not None:
            own = (field.name for field in fields(view.hand) if field.name not in ("seat", "talk"))
            shown += [f"{name}: {_plain(getattr(view.hand, name))}" for name in own]
        return "\n".join(shown)

    def example(self, view: AnyView, moves: Sequence[Action]) -> str:
        """What could be typed now."""
        if self._example is not None:
            return self._example(view)
        return plain_name(moves[0]) if moves else "…"

    def describe(self, action: Action) -> str:
        """An action in words: its label `action.Name`, or its name and its values."""
        name = type(action).__name__
        if self._words.has_label(f"action.{name}"):
            facts = {field.name: cast(Fact, getattr(action, field.name)) for field in fields(action)}
            return self._words.fill(f"action.{name}", facts)
        return plain_name(action)


def plain_name(action: Action) -> str:
    """As it can be typed: `mark 4`."""
    values = [_plain(getattr(action, field.name)) for field in fields(action)]
    return " ".join([type(action).__name__.lower(), *values])


def say_outcome(outcome: Outcome, words: Words) -> list[str]:
    """The ranking, and who has won."""
    lines = [words.label("over")]
    order = sorted(range(len(outcome.ranks)), key=lambda seat: (outcome.ranks[seat], seat))
    lines += [words.label("rank", rank=outcome.ranks[seat], seat=seat, score=outcome.scores[seat]) for seat in order]
    if outcome.won is not None:
        return [*lines, words.label("won" if outcome.won else "lost")]
    winners = tuple(seat for seat in order if outcome.ranks[seat] == 1)
    best = outcome.scores[winners[0]]
    if len(winners) == 1:
        key = "end.won" if words.has_label("end.won") else "winner_one"
        return [*lines, words.label(key, winner=winners[0], count=best)]
    key = "end.tie" if words.has_label("end.tie") else "winner_many"
    return [*lines, words.label(key, winners=winners, count=best)]


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(_plain(item) for item in value)
    if value == "":
        return "·"
    return "–" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
