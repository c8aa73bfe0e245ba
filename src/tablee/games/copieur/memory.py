"""What a bot remembers of a game: it is told what its seat is told, and forgets as its character does.

Frames are kept until the bot has its luck in hand, as forgetting is a matter of chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tablee.bots.pace import fraction
from tablee.games.copieur.belief import Belief
from tablee.games.copieur.operations import SLATES, result_of
from tablee.games.copieur.state import Place
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import Caption, Luck, Seat, View
from tablee.kernel.frames import Frame

HUSH: Final = 0.01
"""How disturbing a turn is in which nobody says a word, where 1 is a claim."""
TIRED: Final = 40
"""After so many turns one forgets as the numbers below say. Before it is less, after it more: the more exchanges one
has followed, the more there is to confuse."""
MOST_TIRED: Final = 4


def tiredness(turn: int) -> float:
    return float(min((turn / TIRED) ** 2, MOST_TIRED))


@dataclass(frozen=True, slots=True)
class Retention:
    """How well somebody remembers, and whom they believe."""

    forgets: float
    """For each place and each claim that others make, the chance that the place is mixed up with another: what is heard
    drives out what was seen."""
    rattled: float
    """More than so many claims in a turn disturb no further."""
    misses: float
    """The chance that an exchange of others is overlooked."""
    loses: float
    """For each operation and turn, the chance that its result is forgotten."""
    trusts: float
    """How much likelier a claim makes what it claims."""
    follows: float
    """How much likelier a slate becomes where a Copier looks for it."""


class Memory:
    def __init__(self, seat: Seat, retention: Retention) -> None:
        self.belief = Belief()
        self.results: dict[int, int] = {}
        """By slate, the results one still knows."""
        self.copied: Place | None = None
        """With whom the Copier of this turn has exchanged."""
        self._seat = seat
        self._retention = retention
        self._frames: list[Frame[CopieurBoard, CopieurHand]] = []
        self._board: CopieurBoard | None = None
        self._noise = 0
        """How many claims of others this turn has heard."""

    def keep(self, frame: Frame[CopieurBoard, CopieurHand]) -> None:
        self._frames.append(frame)

    def catch_up(self, luck: Luck) -> None:
        """Live through what has happened since."""
        frames, self._frames = self._frames, []
        for frame in frames:
            for caption in frame.captions:
                self._hear(caption, frame.view.board, luck)
            self._look(frame.view)

    def _hear(self, caption: Caption, board: CopieurBoard, luck: Luck) -> None:
        code, facts = caption.code, _numbers(caption)
        seats, retention = len(board.points), self._retention
        if code == "turn":
            self.copied = None
            self._forget(board.turn, luck)
        elif code == "copier":
            # the roller's role tells what the roller has not.
            self.belief.weigh(facts["seat"], facts["number"], 0)
        elif code == "question" and board.die is not None:
            self.belief.see(facts["seat"], board.die)
        elif code == "exchanged":
            self._follow(facts["seat"], facts["to"], board, luck)
        elif code == "exchanged_centre":
            self._follow(facts["seat"], seats + facts["centre"] - 1, board, luck)
        elif code == "passed":
            self.belief.pass_left(seats)
        elif code == "nobody_told" and self._board is not None:
            # a player who had it would have been told for.
            copier, die = self._board.active, self._board.die
            for seat in range(seats):
                if seat != copier and die is not None:
                    self.belief.weigh(seat, die, 0)
        elif code == "told_wrongly":
            self.belief.weigh(facts["seat"], facts["wanted"], 0)
        elif facts.get("seat") != self._seat:
            self._believe(code, facts, board, retention.trusts)

    def _believe(self, code: str, facts: Mapping[str, int], board: CopieurBoard, trust: float) -> None:
        """A claim of somebody else."""
        self._noise += code in ("claimed", "denied", "hinted", "hinted_centre")
        if code == "claimed":
            self.belief.weigh(facts["seat"], facts["number"], trust)
        elif code == "denied":
            self.belief.weigh(facts["seat"], facts["number"], 1 / trust)
        elif code == "hinted":
            self.belief.weigh(facts["to"], facts["number"], trust)
        elif code == "hinted_centre":
            self.belief.weigh(len(board.points) + facts["centre"] - 1, facts["number"], trust)

    def _follow(self, copier: Seat, place: Place, board: CopieurBoard, luck: Luck) -> None:
        """An exchange, if one is not looking elsewhere. Where somebody looks for a slate it is likely to be."""
        self.copied = place
        misses = self._retention.misses * tiredness(board.turn)
        if self._seat not in (copier, place) and fraction(luck) <= misses:
            self.copied = None
            self.belief.exchange_with_some(copier)
            return
        if board.die is not None and copier != self._seat:
            self.belief.weigh(place, board.die, self._retention.follows)
        self.belief.exchange(copier, place)

    def _forget(self, turn: int, luck: Luck) -> None:
        retention = self._retention
        chance = retention.forgets * tiredness(turn) * min(HUSH + self._noise, retention.rattled)
        self._noise = 0
        others = [place for place in range(SLATES) if place != self._seat]
        for place in others:
            if fraction(luck) <= chance:
                self.belief.confuse(place, luck.pick([other for other in others if other != place]))
        for number in list(self.results):
            if fraction(luck) <= retention.loses:
                del self.results[number]

    def _look(self, view: View[CopieurBoard, CopieurHand]) -> None:
        """What lies open, and one's own slate."""
        self._board = view.board
        for shown in view.board.shown:
            self.belief.see(shown.place, shown.number)
            self.results[shown.number] = result_of(shown.operation)
        if view.hand is not None and view.hand.slate is not None:
            self.belief.see(view.hand.seat, view.hand.slate.number)


def _numbers(caption: Caption) -> dict[str, int]:
    return {name: fact for name, fact in caption.facts.items() if isinstance(fact, int)}
