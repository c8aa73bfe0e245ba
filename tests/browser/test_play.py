"""Playing: alone with a bot, several on one device, by keyboard, or only watching."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser import steps
from tests.browser.devices import LAPTOP, PHONE, WALL, Devices


def test_somebody_alone_plays_at_once_and_to_the_end(device: Devices) -> None:
    """Pierres begins at once; morpion, which has no screens of its own, is played on the plain ones and ends sooner."""
    page = device(PHONE)
    page.goto("/")
    steps.press(page, "Jouer tout de suite, avec des robots")
    expect(page.get_by_role("grid", name="Plateau")).to_be_visible()
    expect(page.get_by_role("list", name="Autour de la table").get_by_text("Moi")).to_be_visible()

    steps.press(steps.choose_game(page, "Morpion"), "Jouer contre des robots")
    steps.press(steps.sheet(page), "Jouer tout de suite")
    podium = page.get_by_role("region", name="Podium")
    _play_morpion(page)
    expect(podium).to_be_visible()
    expect(page.get_by_text("La donne était scellée")).to_be_visible()
    expect(page.get_by_role("link", name="Revoir la partie")).to_be_visible()

    steps.press(page, "Encore !")
    expect(podium).to_be_hidden()
    expect(page.get_by_role("radio", name=re.compile("^Case"))).not_to_have_count(0)


def _play_morpion(page: Page) -> None:
    """To the end: always the first cell that is free."""
    choice = page.get_by_role("radio", name=re.compile("^Case"))
    is_over = page.get_by_role("region", name="Podium")
    for _ in range(5):
        expect(choice.first.or_(is_over)).to_be_visible()
        if is_over.is_visible():
            return
        name = page.get_by_text(re.compile(r"^Case \d$")).first.inner_text()
        page.get_by_text(name, exact=True).click()
        steps.press(page, name)
        expect(page.get_by_role("radio", name=name, exact=True)).to_have_count(0)


def test_two_people_pass_one_device_round_and_see_nothing_of_each_other(device: Devices) -> None:
    page = device(PHONE)
    steps.open_table(page, "Zoé")
    steps.chair(page, "Place libre").click()
    steps.press(steps.sheet(page), "Quelqu’un d’autre joue sur cet appareil")
    steps.say_who(steps.sheet(page), "Luc")
    steps.press(steps.sheet(page), "Je m’assieds")
    expect(steps.chair(page, "Luc")).to_be_visible()
    steps.set_rules(page, first="Luc")
    steps.start(page)

    for name, stone in (("Luc", "A1"), ("Zoé", "D1"), ("Luc", "G1")):
        curtain = page.get_by_role("dialog", name=f"Passez l’appareil à {name}")
        expect(curtain).to_be_visible()
        expect(page.get_by_role("gridcell")).to_have_count(0)  # there is nothing behind it
        assert curtain.evaluate("curtain => curtain.matches(':modal')")
        page.keyboard.press("Escape")
        expect(curtain).to_be_visible()
        steps.press(curtain, f"C’est moi, {name}")
        expect(curtain).to_be_hidden()
        steps.mark(page, stone)
        steps.press(page, f"Soulever la pierre en {stone}")


def test_spectators_see_the_board_and_have_nothing_to_press(device: Devices) -> None:
    host, wall, phone = device(PHONE), device(WALL), device(PHONE)
    code = steps.open_table(host, "Zoé")
    steps.add_bot(host, "Granit")
    steps.set_rules(host, first="Zoé")
    phone.goto(f"/t/{code}")
    steps.press(phone, "Je regarde seulement")
    expect(phone.get_by_text("Vous regardez.")).to_be_visible()
    steps.start(host)
    wall.goto(f"/t/{code}")

    expect(phone.get_by_role("heading", name="À Zoé de jouer")).to_be_visible()
    expect(wall.get_by_role("heading", name="À Zoé de jouer")).to_be_visible()
    steps.lift(host, "E5")
    expect(steps.cell(phone, "E5")).to_have_accessible_name(steps.DIGIT)
    public = wall.get_by_role("table", name="Plateau")
    expect(public.get_by_role("cell", name=re.compile(r"^ligne 5, colonne E\s: "))).to_have_accessible_name(steps.DIGIT)

    expect(wall.get_by_role("button")).to_have_count(1)  # the menu
    for page in (wall, phone):
        expect(page.get_by_role("button", name=re.compile("Soulever|Touchez|Piocher|Notes"))).to_have_count(0)
        steps.press(page, "Menu")
        expect(steps.sheet(page).get_by_role("button", name="Faire une pause")).to_have_count(0)


def test_a_turn_of_pierres_by_keyboard_alone(device: Devices) -> None:
    page = device(LAPTOP)
    steps.open_table(page, "Zoé")
    steps.add_bot(page, "Gravier")
    steps.set_rules(page, preset="Annonce", first="Zoé", is_quick=True)
    page.get_by_role("button", name="Commencer à deux").press("Enter")
    expect(page.get_by_role("heading", name="Annoncez un chiffre")).to_be_visible()

    # A digit is announced: once to mark it, once more to confirm.
    keys = page.keyboard
    keys.press("3")
    expect(page.get_by_role("group", name="Annoncez").get_by_role("button", pressed=True)).to_have_text("3")
    keys.press("3")
    expect(page.get_by_role("heading", name="Trouvez un 3")).to_be_visible()

    # The arrows lead to the board, which begins in the middle.
    keys.press("ArrowUp")
    expect(steps.cell(page, "E5")).to_be_focused()
    target = _wander_to_a_stone(page)
    keys.press("Space")
    expect(steps.cell(page, target)).to_have_attribute("aria-selected", "true")
    keys.press("Escape")
    expect(steps.cell(page, target)).to_have_attribute("aria-selected", "false")
    keys.press("Enter")
    keys.press("Enter")
    expect(steps.cell(page, target)).to_have_accessible_name(steps.DIGIT)


def _wander_to_a_stone(page: Page) -> str:
    """In the middle row, to the left, until there is a stone under the cursor."""
    for column in "DCB":
        page.keyboard.press("ArrowLeft")
        expect(steps.cell(page, f"{column}5")).to_be_focused()
        if steps.STONE.match(steps.cell(page, f"{column}5").get_attribute("aria-label") or ""):
            return f"{column}5"
    raise AssertionError("Two squares have lost one stone each, not three.")
