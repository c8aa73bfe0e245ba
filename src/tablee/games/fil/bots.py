"""Bots for De Fil en Aiguille. They see what their seat sees, and each has a mind of its own about what goes together.

Weaker levels err as people do: more private whims, only the last paws in mind, false leads forgotten, cuts made too
early. After a round they say why, in the words of the grid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp
from typing import Final

from tablee.bots.bot import Bot
from tablee.bots.pace import thinking
from tablee.games.fil.actions import (
    Choose,
    Confirm,
    Continue,
    Explain,
    Expose,
    FilAction,
    Next,
    Place,
    Point,
    Seal,
    Slam,
    Stay,
    TakeTheme,
    Throw,
    Volunteer,
    Vote,
    WishTheme,
)
from tablee.games.fil.cat import Memory, feels_nearer, point
from tablee.games.fil.duel import GESTURES
from tablee.games.fil.family import others_on, place, vote
from tablee.games.fil.minds import Mind
from tablee.games.fil.reading import Reader
from tablee.games.fil.state import STAY, TEAM_NAMES
from tablee.games.fil.view import Face, FilBoard, FilHand, FilView
from tablee.kernel import Ask, Luck, Ms, Seat
from tablee.kernel.frames import Frame

_FOUND_BY_A_TEAM: Final = 8
_FOUND_ALONE: Final = 6


@dataclass(frozen=True, slots=True)
class Persona:
    """What sort of head a level has."""

    whims: float
    """Which part of its associations nobody shares."""
    paws: int
    """How many of the last paws it keeps in mind."""
    forgets: int
    """As Braincat: of how many of a hundred false leads nothing stays."""
    bold: float
    """How likely the worse of two cards may be before it asks for a clue, if it does not look ahead."""
    far_sighted: bool
    """Weighs what a clue would bring, and what a step onto others costs."""
    pragmatic: bool
    """As Braincat: points so that the Family concludes the right thing."""
    clocks: bool
    """Weighs how long Braincat took."""


PERSONAS: Final[Mapping[str, Persona]] = {
    "easy": Persona(0.32, 2, 100, 0.4, far_sighted=False, pragmatic=False, clocks=False),
    "medium": Persona(0.25, 4, 100, 0.33, far_sighted=False, pragmatic=False, clocks=False),
    "hard": Persona(0.18, 4, 40, 0.2, far_sighted=True, pragmatic=False, clocks=True),
    "expert": Persona(0.08, 4, 10, 0.15, far_sighted=True, pragmatic=True, clocks=True),
}


class FilBot(Bot[FilAction, FilBoard, FilHand]):
    def __init__(self, level: str, seat: Seat) -> None:
        persona = PERSONAS[level]
        self._persona = persona
        self._mind = Mind(f"{level} {seat}", persona.whims)
        self._reader = Reader(self._mind, paws=persona.paws, clocks=persona.clocks)
        self._memory = Memory(persona.forgets)

    def see(self, frame: Frame[FilBoard, FilHand]) -> None:
        self._memory.see(frame.view.board, frame.view.hand, frame.captions)

    def act(self, view: FilView, ask: Ask, luck: Luck) -> FilAction | None:
        board, hand = view.board, view.hand
        assert hand is not None
        choices: Mapping[str, Callable[[FilBoard, FilHand, Luck], FilAction | None]] = {
            "theme": self._theme,
            "wish": self._wish,
            "paw": self._paw,
            "debate": self._debate,
            "vote": self._choose,
            "point": self._choose,
            "seal": self._seal,
            "duel": self._throw,
            "expose": self._expose,
            "choose": self._place,
            "explain": self._explain,
        }
        if ask.kind in choices:
            return choices[ask.kind](board, hand, luck)
        if ask.kind == "recap":
            return None if board.ready[hand.seat] else Continue()
        if ask.kind == "slam":
            return Slam(True) if board.slams[hand.seat] is None else None
        if ask.kind == "volunteer":
            return Volunteer()
        # Who is Ambassador is all one to them.
        return Next() if ask.kind == "look" else None

    def think(self, view: FilView, ask: Ask, luck: Luck) -> Ms:
        medians = {
            "volunteer": 11_000,
            "theme": 6_000,
            "look": 3_000,
            "debate": 14_000,
            "vote": 15_000,
            "point": 12_000,
            "seal": 5_000,
            "choose": 18_000,
            "duel": 2_000,
            "recap": 14_000,
            "explain": 4_000,
        }
        if ask.kind == "paw":
            return self._ponder(view, luck)
        return thinking(luck, medians.get(ask.kind, 5_000))

    def _ponder(self, view: FilView, luck: Luck) -> Ms:
        """A paw that is hard to lay takes longer, as it does with people."""
        board, mystery = view.board, self._memory.mystery
        if mystery is None or board.paw_between is None:
            return thinking(luck, 12_000)
        doubt = exp(-abs(feels_nearer(board, self._mind, mystery, board.paw_between)))
        return thinking(luck, round(6_000 + 22_000 * doubt), longest=80_000)

    # --- Choosing ----------------------------------------------------------------------------------------------------

    def _theme(self, board: FilBoard, hand: FilHand, luck: Luck) -> FilAction:
        return TakeTheme(luck.pick([number for number, theme in enumerate(board.themes) if theme.is_open]))

    def _wish(self, board: FilBoard, hand: FilHand, luck: Luck) -> FilAction | None:
        if board.wishes[hand.seat] is not None:
            return None
        return WishTheme(luck.pick([number for number, theme in enumerate(board.themes) if theme.is_open]))

    def _paw(self, board: FilBoard, hand: FilHand, luck: Luck) -> FilAction:
        at = point(board, self._mind, self._reader, self._memory, luck, pragmatic=self._persona.pragmatic)
        return Point(at)

    def _debate(self, board: FilBoard, hand: FilHand, luck: Luck) -> FilAction | None:
        if board.votes[hand.seat] is None:
            persona = self._persona
            return Vote(vote(board, self._reader, luck, far_sighted=persona.far_sighted, bold=persona.bold))
        return None if board.confirmed[hand.seat] else Confirm()

    def _choose(self, board: FilBoard, hand: FilHand, luck: Luck) -> FilAction | None:
        if any(seat == hand.seat for seat, _ in hand.votes):
            return None
        team = TEAM_NAMES.index(board.teams[hand.seat] or "")
        if board.pointing is not None:
            chances = self._reader.chances(board, luck)
            return Choose(max(range(len(chances)), key=chances.__getitem__))
        rival = board.totems[1 - team]
        occupied = [int(rival == space) for space in range(len(board.spaces))]
        space = self._worthiest(board, luck, board.totems[team], occupied, _FOUND_BY_A_TEAM)
        return Stay() if space == STAY else Choose(space)

    def _seal(self, board: FilBoard, hand: FilHand, luck: Luck) -> FilAction | None:
        """The Ambassador confirms when all of the family have voted."""
        team = board.teams[hand.seat]
        family = sum(name == team and seat != board.braincat for seat, name in enumerate(board.teams))
        return Seal() if len(hand.votes) == family else None

    def _throw(self, board: FilBoard, hand: FilHand, luck: Luck) -> FilAction | None:
        return Throw(luck.pick(GESTURES)) if hand.gesture is None else None

    def _expose(self, board: FilBoard, hand: FilHand, luck: Luck) -> FilAction:
        """The two that the paws fit least: Braincat would rather be found."""
        others = [place for place, card in enumerate(hand.skip) if card != hand.mystery]
        others.sort(key=lambda place: self._reader.weight(board, hand.skip[place]))
        return Expose(others[0], others[1])

    def _place(self, board: FilBoard, hand: FilHand, luck: Luck) -> FilAction | None:
        if board.moved[hand.seat]:
            return None
        here = board.tokens[hand.seat]
        space = self._worthiest(board, luck, here, others_on(board, hand.seat), _FOUND_ALONE)
        return Stay() if space == STAY else Place(space)

    def _worthiest(self, board: FilBoard, luck: Luck, here: int | None, occupied: list[int], find: int) -> int:
        return place(board, self._reader, luck, here, occupied, find=find, far_sighted=self._persona.far_sighted)

    # --- Afterwards --------------------------------------------------------------------------------------------------

    def _explain(self, board: FilBoard, hand: FilHand, luck: Luck) -> FilAction | None:
        """Braincat says what each paw meant; who went astray says what the last one was taken for."""
        story = board.story
        if story is None:
            return None
        said = {reason.paw for reason in board.reasons if reason.seat == hand.seat}
        if hand.seat == board.braincat:
            for number in range(len(board.paws)):
                if number not in said and not board.paws[number].by_clock:
                    return Explain(number, self._because(board, story.mystery, number))
            return None
        kept = self._kept(board)
        if kept is None or said or not board.paws:
            return None
        return Explain(len(board.paws) - 1, self._because(board, kept, len(board.paws) - 1))

    def _because(self, board: FilBoard, card: Face, number: int) -> tuple[int, ...]:
        paw = board.paws[number]
        near, far = board.clues[paw.at], board.clues[paw.other]
        is_backwards = board.mood == "rebours"
        return self._mind.reasons(card, *((far, near) if is_backwards else (near, far)))

    def _kept(self, board: FilBoard) -> Face | None:
        """The card that was kept when the Mystery card was thrown away, in the co-operative modes."""
        story = board.story
        if story is None or story.astray is None or story.scenes[story.astray].result is None:
            return None
        return next((card for card in story.scenes[story.astray].spaces if card not in (None, story.mystery)), None)


def _maker(level: str) -> Callable[[Seat], FilBot]:
    return lambda seat: FilBot(level, seat)


BOTS: Final[Mapping[str, Callable[[Seat], FilBot]]] = {level: _maker(level) for level in PERSONAS}
