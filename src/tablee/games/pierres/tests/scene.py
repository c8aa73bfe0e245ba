"""A table of Pierres for tests: scripted luck, a known grid, and words to play with."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.pierres import GAME
from tablee.games.pierres.actions import Announce, Draw, PierresAction, Remove
from tablee.games.pierres.geometry import SQUARES
from tablee.games.pierres.grids import FIXED
from tablee.games.pierres.options import PierresOptions
from tablee.games.pierres.state import PierresState
from tablee.kernel import Ask, Ms, Refusal, Seat
from tablee.kernel.luck import ScriptedLuck

GRID = FIXED[0]
FIRST_OF_EACH_SQUARE = tuple(square[0] for square in SQUARES)


class Scene:
    """Grid 1, seat 0 begins, and unless told otherwise the first cell of each square is uncovered."""

    def __init__(
        self,
        seats: int = 3,
        *,
        quick: bool = True,
        meme_chiffre: bool = False,
        annonce: bool = False,
        tournoi: bool = False,
        minutes: int = 5,
    ) -> None:
        options = PierresOptions("quick" if quick else "by-hand", 1, 0, meme_chiffre, annonce, tournoi, minutes)
        luck = ScriptedLuck([0] * 9 if quick else [])
        self.now: Ms = 0
        self.state: PierresState = GAME.setup(options, (None,) * seats, 0, luck, GAME.meta.version)
        luck.finish()

    @property
    def asked(self) -> Ask:
        """The ask that waits for a player."""
        return next(ask for ask in GAME.asks(self.state) if ask.awaited)

    @property
    def said(self) -> list[str]:
        return [caption.code for caption in self.state.captions]

    def facts(self, code: str) -> dict[str, object]:
        return dict(next(caption.facts for caption in self.state.captions if caption.code == code))

    def refusal(self, action: PierresAction) -> Refusal | None:
        return GAME.check(self.state, self.state.active, action)

    def do(self, action: PierresAction, draws: Sequence[int] = ()) -> None:
        assert self.refusal(action) is None
        assert type(action) in GAME.meta.kinds[self.asked.kind].actions
        luck = ScriptedLuck(draws)
        self.state = GAME.step(self.state, self.state.active, action, self.now, luck)
        luck.finish()

    def draw(self, number: int) -> None:
        self.do(Draw(), [self.state.bag().index(number)])

    def announce(self, digit: int) -> None:
        self.do(Announce(digit))

    def remove(self, cell: int) -> None:
        self.do(Remove(cell))

    def match(self) -> int:
        """Remove a stone that covers the digit looked for; its cell."""
        cell = next(cell for cell in self.state.covered() if GRID[cell] == self.state.number)
        self.remove(cell)
        return cell

    def miss(self) -> int:
        """Remove a stone that covers another digit; its cell."""
        cell = next(cell for cell in self.state.covered() if GRID[cell] != self.state.number)
        self.remove(cell)
        return cell

    def pass_turn(self) -> Seat:
        """Draw the 0; the seat whose turn begins."""
        self.draw(0)
        return self.state.active

    def run_out(self, kind: str, draws: Sequence[int] = ()) -> None:
        """The clock of this kind of ask runs out."""
        ask = next(ask for ask in GAME.asks(self.state) if ask.kind == kind)
        assert ask.until is not None
        luck = ScriptedLuck(draws)
        self.state = GAME.expire(self.state, ask, luck)
        luck.finish()
        self.now = ask.until

    def uncover_all_but(self, *kept: int) -> None:
        """Take all other stones away unseen, so that only these cells are covered."""
        for cell in self.state.covered():
            if cell not in kept:
                self.state.uncover(cell)


def cells_of(digit: int) -> list[int]:
    """Where this digit lies in the grid of the scene, the opening's cells left out."""
    return [cell for cell in range(81) if GRID[cell] == digit and cell not in FIRST_OF_EACH_SQUARE]
