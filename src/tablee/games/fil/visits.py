"""Stepping onto a card on which somebody stands already."""

from tablee.games.fil.state import FilState


def visit(state: FilState, space: int) -> int:
    """P-28, P-37: each of those who stand on this card would score as many points as paws lie."""
    is_occupied = space in state.tokens or any(family.totem == space for family in state.families)
    return len(state.paws) if is_occupied else 0
