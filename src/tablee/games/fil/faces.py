"""Faces of cards, and what is made of many of them. All are values and made from values alone, so whoever asks again is
given the same one: a board is made after every input, and few cards have changed by then."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tablee.games.fil.packs import Pack
from tablee.games.fil.pieces import Moment, Result
from tablee.games.fil.view import Face, Line, PastRound, Scene, Story, ThemeCard


@lru_cache(maxsize=64)
def faces_of(pack: Pack, theme: int) -> tuple[Face, ...]:
    """Of all cards of this pack, which is the table's theme of that number."""
    return tuple(
        Face(theme, card.number, card.text, card.letters, card.sex, "".join(map(str, card.tags))) for card in pack.cards
    )


@lru_cache(maxsize=64)
def memocat_of(pack: Pack, sex: str) -> tuple[Line, ...]:
    """P-19: of one sex, where the theme has two."""
    return tuple(Line(card.number, card.text) for card in pack.cards if card.sex == sex)


@lru_cache(maxsize=128)
def shelf_of(packs: tuple[Pack, ...], plays: tuple[int, ...], are_open: tuple[int, ...]) -> tuple[ThemeCard, ...]:
    return tuple(
        ThemeCard(
            pack.id,
            pack.title,
            pack.author,
            pack.memocat,
            pack.sexed,
            len(pack.cards),
            pack.id == "own",
            plays[number],
            number in are_open,
        )
        for number, pack in enumerate(packs)
    )


@lru_cache(maxsize=128)
def past_of(packs: tuple[Pack, ...], results: tuple[Result, ...]) -> tuple[PastRound, ...]:
    return tuple(
        PastRound(*result[:4], faces_of(packs[result.theme], result.theme)[result.mystery], *result[5:])
        for result in results
    )


@lru_cache(maxsize=128)
def story_of(
    pack: Pack,
    result: Result,
    hidden: tuple[int, ...],
    out: tuple[int, ...],
    spaces: tuple[int | None, ...],
    moments: tuple[Moment, ...],
) -> Story:
    """The round that has just ended, and the Master cards that were not found, left the board, or lie on it."""
    faces, mystery = faces_of(pack, result.theme), result.mystery
    masters = sorted({mystery, *hidden, *out, *(card for card in spaces if card is not None)})
    scenes = tuple(
        Scene(
            moment.paws,
            tuple(None if card is None else faces[card] for card in moment.spaces),
            moment.votes,
            moment.marks,
            moment.result,
            tuple(faces[card] for card in moment.out),
        )
        for moment in moments
    )
    shown = tuple(faces[card] for card in masters)
    return Story(faces[mystery], shown, result.found, result.points, scenes, astray(moments, mystery))


def astray(moments: Sequence[Moment], mystery: int | None) -> int | None:
    """The decision by which the Mystery card left the board."""
    return next((number for number, moment in enumerate(moments) if mystery in moment.out), None)
