"""Three titles for the end board: a memory, a quick hand, a bluff."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from tablee.games.copieur.state import CopieurState
from tablee.games.copieur.view import Award

Prize: TypeAlias = Literal["memory", "reflex", "bluff"]


def awards(state: CopieurState) -> tuple[Award, ...]:
    deeds = state.deeds
    made = (_best("memory", deeds.longest), _best("reflex", deeds.slaps), _best("bluff", deeds.bluffs))
    return tuple(award for award in made if award.times)


def _best(name: Prize, counts: Sequence[int]) -> Award:
    most = max(counts)
    return Award(name, tuple(seat for seat, count in enumerate(counts) if count == most), most)
