"""What is told again and again in a game of Anges & Démons, made once: a caption is a value that tables share."""

from __future__ import annotations

from functools import cache

from tablee.games.anges.cards import CardName
from tablee.games.anges.state import HAND
from tablee.kernel import ALL, Caption, Seat


@cache
def drew(seat: Seat) -> Caption:
    return Caption("drew", {"seat": seat, "count": HAND}, ALL)


@cache
def forced(seat: Seat) -> Caption:
    return Caption("forced", {"seat": seat}, ALL)


@cache
def discarded(seat: Seat) -> Caption:
    return Caption("discarded", {"seat": seat}, ALL)


@cache
def right(seat: Seat) -> Caption:
    return Caption("right", {"seat": seat}, ALL)


@cache
def laid_down(seat: Seat) -> Caption:
    return Caption("laid_down", {"seat": seat}, ALL)


@cache
def laid_up(seat: Seat, card: CardName) -> Caption:
    return Caption("laid_up", {"seat": seat, "card": card}, ALL)


@cache
def kept(seat: Seat, card: CardName, up: bool) -> Caption:
    return Caption("kept", {"seat": seat, "card": card, "up": up}, ALL)


@cache
def given(seat: Seat, to: Seat, card: CardName, up: bool) -> Caption:
    return Caption("given", {"seat": seat, "to": to, "card": card, "up": up}, ALL)
