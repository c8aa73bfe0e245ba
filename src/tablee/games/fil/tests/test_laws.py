"""De Fil en Aiguille obeys the twelve laws, with packs of the players’ own too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.options import FilOptions
from tablee.games.fil.rules import Fil
from tablee.games.fil.tests.own_packs import LOVERS, SEASONS
from tablee.games.fil.tests.witness import WITNESS
from tablee.kernel import APack
from tablee.kit import check_game

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


def test_fil_obeys_the_twelve_laws() -> None:
    report = check_game(GAME, WITNESS, tables=30, seed="ci", playthroughs=PLAYTHROUGHS)
    report.raise_if_breached()
    assert all(law.cases for law in report.laws)


@dataclass(frozen=True, slots=True)
class SeasonsOptions(FilOptions):
    pack: APack = SEASONS


@dataclass(frozen=True, slots=True)
class LoversOptions(FilOptions):
    pack: APack = LOVERS


@pytest.mark.parametrize("options", [SeasonsOptions, LoversOptions])
def test_a_pack_of_the_players_own_obeys_them_too(options: type[FilOptions]) -> None:
    """The kit tries only the default pack, so here is one by default."""

    class WithPack(Fil):
        meta = replace(Fil.meta, options=options, presets={})

    report = check_game(WithPack(), WITNESS, tables=8, seed=options.__name__)
    broken = [law for law in report.laws if law.breaches and law.number != 11]
    assert not broken, report.render()[-2_000:]
