"""What people do at a table of De Fil en Aiguille, on a page and over the wire."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Locator, Page, expect
from tests.browser import steps
from tests.browser.seating import Deed
from tests.browser.words import FIL

from tablee.games.fil.actions import Confirm, Seal, Stay, Vote
from tablee.games.fil.debate import COLOURS
from tablee.games.fil.state import FilState
from tablee.kernel import Action, Luck, Viewer
from tablee.server.show.tools import AnyTable

RACES: Final = ("volunteer", "seal")
"""Nobody is waited for by name, and yet somebody must."""


def title(page: Page, key: str, **facts: str | int) -> Locator:
    return page.get_by_role("heading", name=FIL(key, **facts), exact=True)


def take_theme(page: Page, theme: str, deed: str = "screen.theme.do") -> None:
    """Mark it on the shelf, then take it, or wish for it."""
    steps.press(page.get_by_role("list", name=FIL("screen.shelf")), theme)
    steps.press(page, FIL(deed, theme=theme))


def look_through(page: Page, leads: int = 4) -> str:
    """See the Mystery card and every false lead. The Mystery card's words."""
    expect(title(page, "screen.look.mystery")).to_be_visible()
    mystery = page.locator(".look .face b").inner_text()
    steps.press(page, FIL("screen.look.next"))
    for number in range(1, leads + 1):
        expect(page.get_by_text(FIL("board.lead", number=number, cards=leads))).to_be_visible()
        steps.press(page, FIL("action.Next"))
    expect(title(page, "screen.paw.title")).to_be_visible()
    return mystery


def lay_paw(page: Page, clue: str) -> None:
    """The claws towards the clue with these words."""
    page.get_by_role("group", name=FIL("screen.pair")).get_by_role("button", name=clue).click()
    page.get_by_role("button", name=FIL.like("screen.paw.lay")).click()


def masters(page: Page) -> Locator:
    """The Master cards one may touch."""
    return page.get_by_role("group", name=FIL("board.masters")).get_by_role("button")


def mark(page: Page, words: str) -> None:
    """Touch the Master card with these words, and see it marked."""
    card = page.get_by_role("group", name=FIL("board.masters")).get_by_role("button", name=words)
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")


def throw(page: Page, gesture: str) -> Locator:
    """Rock, paper or scissors; the button for it."""
    button = page.get_by_role("group", name=FIL("ask.duel.title")).get_by_role("button", name=FIL(f"gesture.{gesture}"))
    button.click()
    return button


def look_back(page: Page) -> None:
    """From the podium to the rounds, and into the last of them."""
    expect(steps.podium(page)).to_be_visible()
    steps.press_key(page, "end.look")
    expect(title(page, "screen.rounds")).to_be_visible()
    page.get_by_text(FIL("screen.last_round")).click()
    expect(title(page, "screen.read_back")).to_be_visible()


def words_of(state: FilState, space: int) -> str:
    """What stands on the Master card in this space."""
    card = state.spaces[space]
    assert card is not None
    return state.pack().cards[card].text


def clue_words(state: FilState, clue: int) -> str:
    return state.clue_pack().cards[state.clues[clue]].text


def where_it_is(state: FilState) -> int:
    """The space of the Mystery card."""
    assert state.mystery is not None
    return state.spaces.index(state.mystery)


def get_on(table: AnyTable, luck: Luck) -> Deed:
    """What brings the game on: the Family keeps the Mystery card, totems and tokens stay where they are, and whatever
    else is asked, the first thing will do. Whom all wait for in the end is the first seat."""
    kinds, state = table.game.meta.kinds, table.state
    assert isinstance(state, FilState)
    for ask in sorted(table.asks, key=lambda ask: ask.kind != "seal"):
        for seat in ask.seats if ask.kind in RACES else reversed(ask.awaited):
            moves = table.game.moves(table.view(Viewer(seat, held=True)), luck)
            fitting = [move for move in moves if isinstance(move, kinds[ask.kind].actions)]
            if fitting:
                return Deed(seat, ask.id, min(fitting, key=lambda move: _rank(state, move)))
    raise AssertionError(f"nobody can do anything: {table.asks}")


def _rank(state: FilState, move: Action) -> int:
    if isinstance(move, Vote) and move.choice != "clue":
        return 1 if state.spaces[COLOURS.index(move.choice)] == state.mystery else 2
    return 0 if isinstance(move, Confirm | Seal | Stay) else 3
