"""Which rules hold in which phase: the whole rulebook, a phase each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablee.games.fil.alone import Choosing
from tablee.games.fil.dealing import Deal, Look
from tablee.games.fil.debate import Debate
from tablee.games.fil.duel import Duelling
from tablee.games.fil.paws import Paws
from tablee.games.fil.phase import Rulebook, Station
from tablee.games.fil.recap import GrandSlam, Over, Recap
from tablee.games.fil.rounds import MoodCard, Round, Theme, Volunteers, Wish
from tablee.games.fil.skip import Exposing, Pointing, Verdict
from tablee.games.fil.teams import Step, TurnEnd

RULEBOOK: Final[Mapping[Station, Rulebook]] = {
    "round": Round(),
    "volunteer": Volunteers(),
    "theme": Theme(),
    "mood": MoodCard(),
    "wish": Wish(),
    "deal": Deal(),
    "look": Look(),
    "paw": Paws(),
    "debate": Debate(),
    "step": Step(),
    "duel": Duelling(),
    "turn_end": TurnEnd(),
    "verdict": Verdict(),
    "expose": Exposing(),
    "point": Pointing(),
    "choose": Choosing(),
    "recap": Recap(),
    "slam": GrandSlam(),
    "over": Over(),
}
