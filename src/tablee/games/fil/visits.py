"""Stepping onto a card on which somebody stands already."""

from tablee.games.fil.state import FilState


def visit(state: FilState, space: int) -> int:
    """P-28, P-37: each of those who stand on this card would score as many points as paws lie."""
    return visits(state)[space]


def visits(state: FilState) -> tuple[int, ...]:
    """The same for each space."""
    points, tokens = len(state.paws), state.tokens
    totems = [family.totem for family in state.families]
    return tuple([points if space in tokens or space in totems else 0 for space in range(len(state.spaces))])
