"""What people do with the page. Everything is found as a screen reader finds it, and named by its key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, expect
from tests.browser.devices import arrived
from tests.browser.house import StageHouse
from tests.browser.seating import REFLEX
from tests.browser.words import PIERRES, SAY, Said, game_words, title_of

from tablee.server.play.referee import LONGEST_WAIT

AT_A_TABLE = re.compile(r"/t/[A-Z]{4}$")
GLANCE = 40
"""Milliseconds between two looks at something that will change: soon enough, and no work for the machine."""
STONE = PIERRES.like("board.cell.stone")
DIGIT = PIERRES.at_first("board.cell.digit", digit=re.compile(r"\d"))


def press(where: Page | Locator, name: str | Said) -> None:
    where.get_by_role("button", name=name, exact=isinstance(name, str)).click()


def press_key(where: Page | Locator, key: str) -> None:
    """A button of the page around the games."""
    press(where, SAY(key))


def hit(house: StageHouse, button: Locator) -> None:
    """In a race: no sooner than a hand can, and time goes on until the referee has decided."""
    expect(button).to_be_visible()
    house.forward(REFLEX)
    button.click()
    arrived(button.page)
    house.forward(LONGEST_WAIT)


def sheet(page: Page, title: str | None = None) -> Locator:
    return page.get_by_role("dialog", name=title) if title else page.get_by_role("dialog")


def close_sheet(page: Page) -> None:
    press_key(sheet(page), "close")


def notice(page: Page, text: str | Said) -> Locator:
    """A slip of paper that says this. It lies over the page for some seconds."""
    return page.locator(".toast").filter(has_text=text)


def put_notices_away(page: Page) -> None:
    """Nobody waits until they go by themselves, from where they lie over what is pressed next."""
    page.locator(".toast .icon-btn").evaluate_all("buttons => buttons.forEach((button) => button.click())")
    expect(page.locator(".toast")).to_have_count(0)


def say_who(where: Page | Locator, name: str, emblem: str | None = None) -> None:
    where.get_by_label(SAY("who.name")).fill(name)
    if emblem is not None:
        where.get_by_role("radio", name=SAY(f"emblem.{emblem}"), exact=True).click()


def choose_game(page: Page, game: str = "pierres") -> Locator:
    """On the home screen: the sheet that asks how to play this game."""
    page.goto("/")
    press_key(page, "home.open")
    press(sheet(page), title_of(game))
    return sheet(page, title_of(game))


def open_table(page: Page, name: str, game: str = "pierres") -> str:
    """Open a table and sit down at it. Its code."""
    choose_game(page, game).get_by_role("button", name=SAY.like("start.open", "start.sit")).click()
    # The page offers an emblem at random; a guest of a test may want a certain one, so the host takes another.
    say_who(sheet(page), name, "fromage")
    press_key(sheet(page), "start.open")
    return code_of(page)


def code_of(page: Page) -> str:
    page.wait_for_url(AT_A_TABLE)
    return page.url[-4:]


def sit_down(page: Page, code: str, name: str) -> None:
    """Join by link."""
    page.goto(f"/t/{code}")
    say_who(page, name)
    press_key(page, "lobby.sit")
    expect(page.get_by_role("button", name=SAY("lobby.ready"))).to_be_visible()


def is_ready(page: Page) -> None:
    press_key(page, "lobby.ready")


def chair(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=SAY("lobby.places")).get_by_role("button", name=name).first


def free_chair(page: Page) -> Locator:
    return chair(page, SAY("place.free"))


def add_bot(page: Page, level: str = "easy", game: str = "pierres") -> None:
    name = game_words(game)(f"bot.{level}")
    like_it = page.get_by_role("region", name=SAY("lobby.places")).get_by_role("button", name=name)
    before = like_it.count()
    free_chair(page).click()
    sheet(page).get_by_role("button", name=name).click()
    expect(like_it).to_have_count(before + 1)


def open_rules(page: Page) -> Locator:
    """The host's sheet of options."""
    page.get_by_role("button", name=SAY("change")).click()
    return sheet(page, SAY("options.title"))


def set_rules(
    page: Page,
    game: str = "pierres",
    *,
    preset: str | None = None,
    first: str | None = None,
    is_quick: bool = False,
    has_clock: bool = False,
) -> None:
    """The host's choice. Nobody is hurried, but where there is a clock."""
    say, rules = game_words(game), open_rules(page)
    if preset is not None:
        rules.get_by_text(say(f"preset.{preset}"), exact=True).first.click()
        expect(rules.get_by_role("radio", name=say(f"preset.{preset}")).first).to_be_checked()
    if not has_clock:
        pick(rules, SAY("pace.none"))
    if first is not None:
        rules.get_by_text(SAY("options.more")).click()
        pick(rules.get_by_role("group", name=say("option.first")), first)
        if is_quick:
            pick(rules.get_by_role("group", name=say("option.opening")), say("option.opening.quick"))
    press_key(rules, "close")


def pick(where: Locator, name: str) -> None:
    chip = where.get_by_role("button", name=name, exact=True)
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")


def start_button(page: Page, people: int | None = None) -> Locator:
    """`people`: as many begin."""
    count = re.compile(r"\w+") if people is None else SAY(f"number.{people}")
    return page.get_by_role("button", name=SAY.like("lobby.start", count=count))


def start(page: Page) -> None:
    start_button(page).click()


@contextmanager
def stopped_clock(page: Page) -> Iterator[None]:
    """Meanwhile nothing on this page happens by itself: what would be gone in a moment stays to be looked at."""
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    yield
    page.clock.resume()


def podium(page: Page) -> Locator:
    return page.get_by_role("region", name=SAY("end.podium"))


def cell_name(name: str) -> Said:
    """What a cell of Pierres, say C4, is called, whatever lies on it."""
    return PIERRES.at_first("board.cell.digit", number=name[1], column=name[0])


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=cell_name(name))


def mark(page: Page, name: str) -> None:
    cell(page, name).click()
    expect(page.get_by_role("button", name=PIERRES("action.Remove", cell=name), exact=True)).to_be_visible()


def lift(page: Page, name: str) -> None:
    """Mark, confirm, and see the digit."""
    mark(page, name)
    press(page, PIERRES("action.Remove", cell=name))
    expect(cell(page, name)).to_have_accessible_name(DIGIT)


def board_of(page: Page) -> list[str | None]:
    """What each of the 81 cells says."""
    labels: list[str | None] = page.get_by_role("gridcell").evaluate_all(
        "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
    )
    return labels
