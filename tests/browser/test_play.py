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
    # Who gave no name is called by their emblem; told about oneself, one is never called by name.
    expect(page.get_by_role("list", name="Autour de la table").get_by_text("Moi")).to_have_count(0)

    steps.press(steps.choose_game(page, "Morpion"), "Jouer contre des robots")
    steps.press(steps.sheet(page), "Jouer tout de suite")
    podium = page.get_by_role("region", name="Podium")
    _play_morpion(page)
    expect(podium).to_be_visible()
    expect(page.get_by_text("La donne était scellée")).to_be_visible()
    expect(page.get_by_role("link", name="Revoir la partie")).to_be_visible()

    steps.press(page, "Encore !")
    expect(podium).to_be_hidden()
    expect(page.get_by_role("gridcell", name=re.compile("vide$"))).not_to_have_count(0)


def _play_morpion(page: Page) -> None:
    """To the end: always the first cell that is free, marked on the board and then confirmed."""
    is_asked = page.get_by_role("button", name="Touchez une case pour la choisir")
    is_over = page.get_by_role("region", name="Podium")
    for _ in range(5):
        expect(is_asked.or_(is_over)).to_be_visible()
        if is_over.is_visible():
            return
        cell = page.get_by_role("gridcell", name=re.compile("vide$")).first
        place = (cell.get_attribute("aria-label") or "").removesuffix("vide")
        cell.click()
        steps.press(page, "Marquer cette case")
        expect(page.get_by_role("gridcell", name=f"{place}X").or_(is_over)).to_be_visible()


def test_a_board_without_screens_of_its_own_is_played_by_keyboard(device: Devices) -> None:
    page = device(LAPTOP)
    steps.open_table(page, "Zoé", "Morpion")
    steps.add_bot(page, "Hasard")
    page.get_by_role("button", name="Commencer à deux").press("Enter")
    grid = page.get_by_role("grid")
    first = grid.get_by_role("gridcell").first
    expect(first).to_be_visible()
    first.focus()
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    middle = grid.get_by_role("gridcell", name="ligne 2, colonne 2")
    expect(middle).to_be_focused()
    page.keyboard.press("Enter")
    expect(middle).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(grid.get_by_role("gridcell", name="ligne 2, colonne 2, X")).to_be_visible()


def test_in_a_race_every_answer_is_a_button_that_needs_no_confirming(device: Devices) -> None:
    page, guest = device(PHONE), device(PHONE)
    steps.sit_down(guest, steps.open_table(page, "Zoé", "quiz"), "Luc")
    steps.press(guest, "C’est bon pour moi")
    expect(page.get_by_text("Tout le monde est là")).to_be_visible()
    steps.start(page)
    for answer in ("Pick : answer 0", "Pick : answer 1", "Pick : answer 2"):
        expect(page.get_by_role("button", name=answer, exact=True)).to_be_visible()
    expect(page.get_by_role("radio")).to_have_count(0)
    steps.press(guest, "Pick : answer 1")
    expect(page.get_by_role("region", name="Podium")).to_be_visible()


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

    last = ""
    for name, stone, other in (("Luc", "A1", "Zoé"), ("Zoé", "D1", "Luc"), ("Luc", "G1", "Zoé")):
        curtain = page.get_by_role("dialog", name=f"Passez l’appareil à {name}")
        expect(curtain).to_be_visible()
        expect(page.get_by_role("gridcell")).to_have_count(0)  # there is nothing behind it
        # What happened meanwhile is told, to whoever has the device in hand now.
        if last:
            expect(curtain.get_by_text("Pendant ce temps-là")).to_be_visible()
            expect(curtain.get_by_text(f"{other} soulève la pierre en {last}")).to_be_visible()
        assert curtain.evaluate("curtain => curtain.matches(':modal')")
        page.keyboard.press("Escape")
        expect(curtain).to_be_visible()
        steps.press(curtain, f"C’est moi, {name}")
        expect(curtain).to_be_hidden()
        steps.mark(page, stone)
        steps.press(page, f"Soulever la pierre en {stone}")
        # One sees what became of one's own move before the device goes on.
        expect(steps.cell(page, stone)).to_have_accessible_name(steps.DIGIT)
        expect(curtain).to_have_count(0)
        steps.press(page, f"Passer à {other}")
        last = stone


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
