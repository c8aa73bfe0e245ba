"""A laid table whose every card the test knows: beside it stands the kernel's own, with the same chance and the same
deeds. So a test brings the game to any moment, lets a person press on a page, and goes on."""

from __future__ import annotations

from typing import Any, Final

from tests.browser.seating import Choose, Deed, Laid, Until, first_thing

from tablee.arena.entrants import seat_teams
from tablee.games import find
from tablee.kernel import SCREEN, Action, Refusal, Seat
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.table import open_table
from tablee.server.show.tools import AnyTable, tools_of

MOST_DEEDS: Final = 2_000


class Twin:
    """Nobody else may do anything at this table: no bot, no clock."""

    def __init__(self, laid: Laid, chance: str) -> None:
        """The game begins."""
        self._laid = laid
        laid.house.seed(seed_from(chance))
        laid.start()
        kit = tools_of(find(laid.game))
        teams = seat_teams(kit.game, laid.options, len(laid.people))
        table = open_table(kit.game, laid.options, teams, seed_from(chance))
        assert not isinstance(table, Refusal), table
        self.table: AnyTable = table
        self._luck = SeededLuck(seed_from("rehearsal"))

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def board(self) -> Any:
        """As everybody sees it."""
        return self.table.view(SCREEN).board

    def go_on(self, until: Until, choose: Choose = first_thing) -> None:
        """Until the state is like that, all do over the wire what `choose` says."""
        for _ in range(MOST_DEEDS):
            if until(self.state):
                return
            deed = choose(self.table, self._luck)
            assert deed.seat is not None
            assert deed.action is not None
            self._play(deed.seat, deed.ask, deed.action)
        raise AssertionError(f"it does not get there in {MOST_DEEDS} moves: {self.table.asks}")

    def does(self, name: str, action: Action) -> None:
        """Over the wire."""
        seat = self._laid.people.index(name)
        self._play(seat, self._ask(seat, action), action)

    def did(self, name: str, action: Action) -> None:
        """On a page: the house knows it already."""
        seat = self._laid.people.index(name)
        self._note(seat, self._ask(seat, action), action)

    def _play(self, seat: Seat, ask: str, action: Action) -> None:
        self._laid.play([Deed(seat, ask, action)])
        self._note(seat, ask, action)

    def _note(self, seat: Seat, ask: str, action: Action) -> None:
        refusal = self.table.play(seat, ask, action, self.table.now)
        assert refusal is None, refusal

    def _ask(self, seat: Seat, action: Action) -> str:
        kinds = self.table.game.meta.kinds
        return next(
            ask.id for ask in self.table.asks if seat in ask.seats and isinstance(action, kinds[ask.kind].actions)
        )
