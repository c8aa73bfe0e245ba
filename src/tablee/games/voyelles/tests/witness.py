"""What the kit needs to hear from Voyelles: what is hidden from whom, and which pieces there are.

Written from the rules page: nothing is hidden but the order of the cards that lie face down; nothing perishes."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.games.voyelles.state import VoyellesState
from tablee.kernel import Luck, Viewer
from tablee.kit import Witness


def scramble(state: VoyellesState, viewer: Viewer, luck: Luck) -> VoyellesState:
    """The same table with the cards that lie face down in another order, all three piles together."""
    twin = state.copy()
    twin.captions = list(state.captions)
    hidden = list("".join(state.cards.down))
    luck.shuffle(hidden)
    for pile, cards in enumerate(state.cards.down):
        twin.cards.down[pile] = "".join(hidden[: len(cards)])
        del hidden[: len(cards)]
    return twin


def reveals(after: VoyellesState, twin: VoyellesState, viewer: Viewer) -> bool:
    """Was a card turned that is another one at the twin?"""
    for pile, cards in enumerate(twin.cards.up):
        up = after.cards.up[pile]
        if len(up) == len(cards) + 1 and up != cards + twin.cards.down[pile][-1:]:
            return True
    return False


def pieces(state: VoyellesState) -> Iterator[tuple[str, int | str]]:
    """55 cards, face down or face up; five pawns for each player, each on a square of its row; one microphone."""
    for letter in "".join((*state.cards.down, *state.cards.up)):
        yield ("card", letter)
    for seat, squares in enumerate(state.pawns):
        for pawn, square in enumerate(squares):
            assert 1 <= square <= 13
            yield (f"pawn {pawn}", seat)
    yield ("microphone", 1)


WITNESS = Witness(scramble=scramble, reveals=reveals, pieces=pieces)
