"""What people do at a table of Anges & Démons."""

from __future__ import annotations

from typing import Final, Literal

from playwright.sync_api import Locator, Page, expect
from tests.browser import steps
from tests.browser.words import ANGES

from tablee.games.anges.cards import NAMES

FACE: Final = ANGES.at_first(*(f"card.{name}" for name in NAMES))
"""A card that shows its face."""


def title(page: Page, key: str, **facts: str | int) -> Locator:
    return page.get_by_role("heading", name=ANGES(key, **facts), exact=True)


def news(page: Page, key: str, **facts: str | int) -> Locator:
    """A shared screen's title, which says more than this."""
    return page.get_by_role("heading", name=ANGES.anywhere(key, **facts))


def cards(page: Page) -> Locator:
    """One's own cards, to be tapped."""
    return page.get_by_role("list", name=ANGES("hand.cards")).get_by_role("button")


def tell_the_truth(page: Page) -> None:
    steps.press(page, ANGES("screen.truth"))
    expect(page.get_by_text(ANGES("screen.is_true"))).to_be_visible()
    announce(page)


def announce(page: Page) -> None:
    page.get_by_role("button", name=ANGES.like("action.Announce")).click()


def answer(page: Page, choice: Literal["take", "true", "false"]) -> None:
    """Mark it, then mean it."""
    steps.press(page.get_by_role("group", name=ANGES("ask.decide.title")), ANGES(f"screen.choice.{choice}"))
    steps.press(page, ANGES("action.Take") if choice == "take" else ANGES("action.Challenge", truth=choice == "true"))


def keep(page: Page, away: int = 2) -> None:
    """The first of the cards that were passed go where they must go; three are left."""
    passed = page.get_by_role("region", name=ANGES.like("hand.passed")).get_by_role("button")
    for left in range(2, 2 - away, -1):
        passed.first.click()
        expect(passed).to_have_count(left)
    page.get_by_role("button", name=ANGES.like("screen.keep.do")).click()


def share(page: Page) -> None:
    steps.press(page, ANGES("screen.share.do"))


def scene(page: Page) -> Locator:
    """Who passes to whom."""
    return page.get_by_role("region", name=ANGES.like("screen.scene"))


def pile_of(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name=ANGES("screen.folk")).get_by_role("listitem").filter(has_text=name)


def face_down(count: int) -> str:
    """What is said of a pile of so many cards that shows its back."""
    return f"{ANGES('board.pile.count', count=count)}, {ANGES('board.pile.down')}"
