"""Bots for Voyelles. Nothing is hidden, so they differ as people do: in the words they know, in how long a word takes
to come to mind, in how often the tongue slips, and in whether they look further than the first word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import exp
from typing import Final

from tablee.bots.bot import Bot
from tablee.bots.pace import normal, thinking
from tablee.games.voyelles.actions import Agree, Dispute, Grab, Pass, Say, TurnCard, Vote, VoyellesAction
from tablee.games.voyelles.familiarity import familiarity
from tablee.games.voyelles.finder import finder
from tablee.games.voyelles.letters import fold, is_one_slip
from tablee.games.voyelles.lexicon import lexicon
from tablee.games.voyelles.recall import Mind, recall
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Ask, Hand, Luck, Ms, Seat, View

QUICKEST: Final[Ms] = 350
"""Nobody's hand is faster."""
FORM: Final = 0.45
"""People have their days: a whole game's words come faster or slower, by this much (a lognormal's spread)."""
_KEYS: Final = "azertyuiopqsdfghjklmwxcvbn"


@dataclass(frozen=True, slots=True)
class Persona:
    mind: Mind
    slips: int
    """In how many of a hundred words something goes wrong: a letter, or a consonant that was not there."""
    mends: int
    """In how many of a hundred cases a misspelt word is put right in time."""
    strict: int
    """In how many of a hundred cases a word that is none is noticed."""
    letter: Ms
    """For each letter typed."""
    chooses: bool
    """Covers the card that leaves the most words, instead of any."""


@dataclass(slots=True)
class Plan:
    """What to do in one round: say this word, or pass, so long after the card was turned."""

    round: int
    began: Ms
    at: Ms
    word: str
    """What will be said, empty to pass."""
    meant: str
    """What was meant, if the tongue slips."""


class VoyellesBot(Bot[VoyellesAction, VoyellesBoard, Hand]):
    def __init__(self, seat: Seat, persona: Persona) -> None:
        self._seat = seat
        self._persona = persona
        self._form: float | None = None
        self._plan: Plan | None = None

    def act(self, view: View[VoyellesBoard, Hand], ask: Ask, luck: Luck) -> VoyellesAction | None:
        board = view.board
        if ask.kind == "turn":
            return TurnCard(self._pile(board, luck))
        if ask.kind == "mic":
            return Grab() if self._planned(board, ask, luck).word else Pass()
        if ask.kind == "speak":
            word = self._planned(board, ask, luck).word
            return Say(word) if word else None
        if ask.kind == "again":
            return self._mend(board, luck)
        is_doubted = self._doubts(board, luck)
        if ask.kind == "dispute":
            return Dispute() if is_doubted else Agree()
        return Vote(not is_doubted)

    def think(self, view: View[VoyellesBoard, Hand], ask: Ask, luck: Luck) -> Ms:
        board = view.board
        if ask.kind == "turn":
            return thinking(luck, 1_600)
        if ask.kind == "mic":
            plan = self._planned(board, ask, luck)
            # The mind goes on searching while somebody else holds the microphone.
            elapsed = (ask.until or 0) - board.left - plan.began
            return max(thinking(luck, QUICKEST, 0.15), plan.at - elapsed)
        longest = board.options.speaking * 1_000 - 400
        if ask.kind == "speak":
            letters = len(self._plan.word) if self._plan is not None else 8
            return thinking(luck, 600 + self._persona.letter * letters, 0.2, longest)
        return thinking(luck, 1_300, 0.35, longest if ask.kind == "again" else 4_500)

    def _planned(self, board: VoyellesBoard, ask: Ask, luck: Luck) -> Plan:
        """Made up once in a round, when its card is turned."""
        if self._plan is None or self._plan.round != board.round:
            began = (ask.until or 0) - board.left
            self._plan = self._make_plan(board, began, luck)
        return self._plan

    def _make_plan(self, board: VoyellesBoard, began: Ms, luck: Luck) -> Plan:
        searching = board.options.searching * 1_000
        patience = thinking(luck, searching // 2, 0.3, searching - 1_500)
        if self._form is None:
            self._form = exp(FORM * normal(luck))
        mind = self._persona.mind
        idea = recall(board, self._seat, replace(mind, median=round(mind.median * self._form)), luck)
        if idea is None or idea.after > searching:
            return Plan(board.round, began, patience, "", "")
        word = self._slip(board, idea.word, luck) if luck.chance(self._persona.slips, 100) else idea.word
        return Plan(board.round, began, max(QUICKEST, idea.after), word, idea.word)

    def _slip(self, board: VoyellesBoard, word: str, luck: Luck) -> str:
        """A key beside the right one, or a word that lacks one of the consonants."""
        if luck.chance(1, 2):
            place = luck.below(len(word))
            key = _KEYS[(_KEYS.find(fold(word[place])[0]) + 1) % len(_KEYS)]
            return word[:place] + key + word[place + 1 :]
        two = [letter for pile, letter in enumerate(board.letters) if pile != luck.below(3)]
        familiar = finder().fitting(two, True) & familiarity().at_least(max(5, self._persona.mind.knows))
        return next(iter(finder().some(familiar, 1, luck)), word)

    def _mend(self, board: VoyellesBoard, luck: Luck) -> Say | None:
        assert board.said is not None
        meant = "" if self._plan is None else self._plan.meant
        if meant and luck.chance(self._persona.mends, 100) and is_one_slip(fold(board.said.word), fold(meant)):
            return Say(meant)
        return None

    def _doubts(self, board: VoyellesBoard, luck: Luck) -> bool:
        """A word one knows stands. One that is none is noticed or not, one that is too learned sometimes doubted."""
        assert board.said is not None
        numbers = lexicon().numbers(fold(board.said.word))
        if not numbers:
            return luck.chance(self._persona.strict, 100)
        level = max(map(familiarity().level, numbers))
        return level < self._persona.mind.knows and luck.chance(1, 6)

    def _pile(self, board: VoyellesBoard, luck: Luck) -> int:
        piles = [pile for pile, height in enumerate(board.piles) if height]
        if not self._persona.chooses:
            return luck.pick(piles)
        known = familiarity().at_least(self._persona.mind.knows)
        left = {
            pile: (known & finder().fitting([*board.letters[:pile], *board.letters[pile + 1 :]], True)).bit_count()
            for pile in piles
        }
        return max(piles, key=left.__getitem__)


PERSONAS: Final[Mapping[str, Persona]] = {
    "easy": Persona(Mind(6, 17_000, 0.9, 1.0, 1), slips=8, mends=40, strict=45, letter=170, chooses=False),
    "medium": Persona(Mind(4, 15_500, 0.9, 1.0, 2), slips=5, mends=60, strict=65, letter=150, chooses=True),
    "hard": Persona(Mind(2, 12_000, 0.9, 1.0, 2), slips=3, mends=80, strict=85, letter=130, chooses=True),
    "expert": Persona(Mind(0, 9_300, 0.9, 1.0, 3), slips=1, mends=95, strict=97, letter=110, chooses=True),
}


def _maker(persona: Persona) -> Callable[[Seat], VoyellesBot]:
    return lambda seat: VoyellesBot(seat, persona)


BOTS: Final[Mapping[str, Callable[[Seat], VoyellesBot]]] = {name: _maker(who) for name, who in PERSONAS.items()}
