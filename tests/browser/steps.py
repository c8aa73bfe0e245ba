"""What people do with the page, in their words. Everything is found as a screen reader finds it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

AT_A_TABLE = re.compile(r"/t/[A-Z]{4}$")
STONE = re.compile(r"^ligne \d, colonne [A-I]\s: pierre")
GLANCE = 40
"""Milliseconds between two looks at something that will change: soon enough, and no work for the machine."""
DIGIT = re.compile(r"^ligne \d, colonne [A-I]\s: \d")


def press(where: Page | Locator, name: str) -> None:
    where.get_by_role("button", name=name, exact=True).click()


def sheet(page: Page, title: str | None = None) -> Locator:
    return page.get_by_role("dialog", name=title) if title else page.get_by_role("dialog")


def say_who(where: Page | Locator, name: str, emblem: str | None = None) -> None:
    where.get_by_label("Votre petit nom").fill(name)
    if emblem is not None:
        where.get_by_role("radio", name=emblem, exact=True).click()


def choose_game(page: Page, game: str) -> Locator:
    """On the home screen: the sheet that asks how to play this game."""
    page.goto("/")
    press(page, "Ouvrir une table")
    press(sheet(page), game)
    return sheet(page, game)


def open_table(page: Page, name: str, game: str = "Pierres") -> str:
    """Open a table and sit down at it. Its code."""
    start = choose_game(page, game)
    start.get_by_role("button", name=re.compile("^(Ouvrir la table|Ouvrir et m’asseoir ici)$")).click()
    # The page offers an emblem at random; a guest of a test may want a certain one, so the host takes another.
    say_who(sheet(page), name, "Fromage")
    press(sheet(page), "Ouvrir la table")
    return code_of(page)


def code_of(page: Page) -> str:
    page.wait_for_url(AT_A_TABLE)
    return page.url[-4:]


def sit_down(page: Page, code: str, name: str) -> None:
    """Join by link."""
    page.goto(f"/t/{code}")
    say_who(page, name)
    press(page, "Je m’assieds")
    expect(page.get_by_role("button", name="C’est bon pour moi")).to_be_visible()


def chair(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name="Places").get_by_role("button", name=name).first


def add_bot(page: Page, bot: str) -> None:
    chair(page, "Place libre").click()
    sheet(page).get_by_role("button", name=bot).click()
    expect(chair(page, bot)).to_be_visible()


def set_rules(page: Page, *, preset: str | None = None, first: str | None = None, is_quick: bool = False) -> None:
    """The host's choice. Nobody is hurried: no clock."""
    page.get_by_role("button", name="Changer").click()
    rules = sheet(page, "Les règles de ce soir")
    if preset is not None:
        rules.get_by_text(preset, exact=True).first.click()
        expect(rules.get_by_role("radio", name=preset)).to_be_checked()
    pick(rules, "sans horloge")
    if first is not None:
        rules.get_by_text("Plus de réglages").click()
        pick(rules.get_by_role("group", name="Qui commence"), first)
        if is_quick:
            pick(rules.get_by_role("group", name="Départ"), "Au hasard, tout de suite")
    press(rules, "Fermer")


def pick(where: Locator, name: str) -> None:
    chip = where.get_by_role("button", name=name, exact=True)
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")


def start(page: Page) -> None:
    page.get_by_role("button", name="Commencer à").click()


def cell(page: Page, name: str) -> Locator:
    """A cell of Pierres, say C4."""
    return page.get_by_role("gridcell", name=re.compile(rf"^ligne {name[1]}, colonne {name[0]}\s"))


def mark(page: Page, name: str) -> None:
    cell(page, name).click()
    expect(page.get_by_role("button", name=f"Soulever la pierre en {name}", exact=True)).to_be_visible()


def lift(page: Page, name: str) -> None:
    """Mark, confirm, and see the digit."""
    mark(page, name)
    press(page, f"Soulever la pierre en {name}")
    expect(cell(page, name)).to_have_accessible_name(DIGIT)


def board_of(page: Page) -> list[str | None]:
    """What each of the 81 cells says."""
    return [found.get_attribute("aria-label") for found in page.get_by_role("gridcell").all()]
