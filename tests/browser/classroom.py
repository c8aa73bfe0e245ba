"""What people do at a table of Copieur !, in their words; and what happens there when nobody remembers anything."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Locator, Page, expect
from tests.browser.seating import Deed, time_runs_out
from tests.browser.words import COPIEUR, Said

from tablee.games.copieur.actions import Declare, Exchange, Ready, Roll, TellMine
from tablee.games.copieur.state import CopieurState
from tablee.kernel.luck import Luck
from tablee.server.show.tools import AnyTable

PEEK: Final = COPIEUR("board.peek")
SLATE: Final = COPIEUR.like("board.slate.up")
EXCHANGE: Final = COPIEUR.like("action.Exchange", "action.ExchangeCentre", "board.exchange")


class Pupil:
    """One person at their own screen, or in their corner of one that lies open."""

    def __init__(self, page: Page, where: Page | Locator | None = None) -> None:
        self.page = page
        self._where = page if where is None else where

    def button(self, name: str | Said) -> Locator:
        return self._where.get_by_role("button", name=name)

    def is_ready(self) -> None:
        self.button(COPIEUR("action.Ready")).click()

    def peek(self) -> int:
        """Holds the slate up by key, and lets it fall. Its number."""
        self.button(PEEK).focus()
        self.page.keyboard.down("Space")
        seen = self._where.get_by_text(SLATE)
        expect(seen).to_have_count(1)
        number = number_of(seen.inner_text())
        self.page.keyboard.up("Space")
        expect(seen).to_have_count(0)
        return number

    def roll(self) -> None:
        self.button(COPIEUR("action.Roll")).click()

    def slate_of(self, name: str) -> Locator:
        """One that can be chosen."""
        return self.button(COPIEUR.like("screen.pick", place=name))

    def choose(self, name: str) -> None:
        self.slate_of(name).click()
        expect(self.slate_of(name)).to_have_attribute("aria-pressed", "true")

    def point(self, name: str) -> None:
        self.choose(name)
        self.button(COPIEUR("screen.point")).click()

    def exchange(self, name: str) -> None:
        self.choose(name)
        self.button(EXCHANGE).click()

    def shout(self) -> None:
        self.button(COPIEUR("screen.tell.have")).click()

    def slap(self, answer: int) -> None:
        self.button(COPIEUR.like("action.Slap", answer=answer)).click()


def number_of(slate: str) -> int:
    """Which one it is, as a screen reader hears it."""
    facts = COPIEUR.read("board.slate.up", slate)
    assert facts is not None, slate
    return int(facts["number"])


def news(wall: Page, key: str, **facts: str | int) -> Locator:
    """What the shared screen says now."""
    return wall.get_by_role("heading", level=2, name=COPIEUR.like(key, **facts))


def blunder(table: AnyTable, _: Luck) -> Deed:
    """Whoever plays exchanges with the wrong one, and whoever has the right slate tells: bad points for two."""
    state = table.state
    assert isinstance(state, CopieurState)
    turn, active = state.turn, state.active
    match state.phase:
        case "look":
            return Deed(state.is_ready.index(False), "0.look", Ready())
        case "roll":
            return Deed(active, f"{turn}.roll", Roll())
        case "play" if state.is_teacher():
            return Deed(active, f"{turn}.play", Declare())
        case "play":
            wrong = next(seat for seat in state.others() if state.slates[seat] != state.die)
            return Deed(active, f"{turn}.play", Exchange(wrong))
        case "tell" if (holder := state.holder()) is not None:
            return Deed(holder, f"{turn}.tell", TellMine())
        case _:
            return time_runs_out(table)
