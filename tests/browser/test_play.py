"""Playing: alone with a bot, several on one device, by keyboard, or only watching."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser import steps
from tests.browser.devices import LAPTOP, PHONE, WALL, Devices
from tests.browser.seating import EMBLEMS, Lay
from tests.browser.words import PIERRES, SAY, game_words

from tablee.games.pierres.actions import Remove

MORPION = "examples/morpion.py"
EMPTY = re.compile(f"{SAY('plain.cell.empty')}$")
E5 = Remove(4 * 9 + 4)


def test_somebody_alone_plays_at_once_and_to_the_end(device: Devices) -> None:
    """Pierres begins at once; morpion, which has no screens of its own, is played on the plain ones and ends sooner."""
    page = device(PHONE)
    page.goto("/")
    steps.press_key(page, "home.alone")
    expect(page.get_by_role("grid", name=PIERRES("board.name"))).to_be_visible()
    # Who gave no name is called by their emblem; told about oneself, one is never called by name.
    emblem = re.compile("|".join(SAY(f"emblem.{emblem}") for emblem in EMBLEMS))
    around = page.get_by_role("list", name=SAY("lobby.around"))
    expect(around.get_by_text(PIERRES("board.you"))).to_have_count(1)
    expect(around.get_by_text(emblem)).to_have_count(0)
    steps.press_key(page, "menu")
    expect(steps.sheet(page).get_by_role("listitem").filter(has_text=emblem)).to_contain_text(SAY("place.you"))

    steps.press_key(steps.choose_game(page, MORPION), "home.alone.short")
    steps.press_key(steps.sheet(page), "start.now")
    _play_morpion(page)
    expect(steps.podium(page)).to_be_visible()
    expect(page.get_by_text(SAY("end.seal"))).to_be_visible()
    expect(page.get_by_role("link", name=SAY("end.replay"))).to_be_visible()

    steps.press_key(page, "end.again")
    expect(steps.podium(page)).to_be_hidden()
    expect(page.get_by_role("gridcell", name=EMPTY)).not_to_have_count(0)


def _play_morpion(page: Page) -> None:
    """To the end: always the first cell that is free, marked on the board and then confirmed."""
    is_asked = page.get_by_role("button", name=SAY("plain.tap"))
    is_over = steps.podium(page)
    for _ in range(5):
        expect(is_asked.or_(is_over)).to_be_visible()
        if is_over.is_visible():
            return
        cell = page.get_by_role("gridcell", name=EMPTY).first
        place = (cell.get_attribute("aria-label") or "").removesuffix(SAY("plain.cell.empty"))
        cell.click()
        steps.press(page, game_words(MORPION)("action.Mark.here"))
        expect(page.get_by_role("gridcell", name=f"{place}X").or_(is_over)).to_be_visible()


def test_a_board_without_screens_of_its_own_is_played_by_keyboard(device: Devices, lay: Lay) -> None:
    page = device.at(lay(MORPION, ["Zoé"], bots=["random"]), "Zoé", LAPTOP)
    steps.start_button(page, 2).press("Enter")
    grid = page.get_by_role("grid")
    first = grid.get_by_role("gridcell").first
    expect(first).to_be_visible()
    first.focus()
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    middle = grid.get_by_role("gridcell", name=SAY("plain.cell", row=2, column=2))
    expect(middle).to_be_focused()
    page.keyboard.press("Enter")
    expect(middle).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(middle).to_have_accessible_name(f"{SAY('plain.cell', row=2, column=2)}, X")


def test_two_people_pass_one_device_round_and_see_nothing_of_each_other(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", "Luc"], options={"first": 1})
    table.start()
    page = device.at(table, ["Zoé", "Luc"], PHONE)
    table.leave()
    told, last = game_words("pierres", part="captions"), ""
    for name, stone, other in (("Luc", "A1", "Zoé"), ("Zoé", "D1", "Luc"), ("Luc", "G1", "Zoé")):
        curtain = page.get_by_role("dialog", name=SAY("curtain.title", name=name))
        expect(curtain).to_be_visible()
        expect(page.get_by_role("gridcell")).to_have_count(0)  # there is nothing behind it
        # What happened meanwhile is told, to whoever has the device in hand now.
        if last:
            expect(curtain.get_by_text(SAY("curtain.news"))).to_be_visible()
            expect(curtain.get_by_text(told.anywhere("cleared", seat=other, cell=last))).to_be_visible()
        assert curtain.evaluate("curtain => curtain.matches(':modal')")
        page.keyboard.press("Escape")
        expect(curtain).to_be_visible()
        steps.press(curtain, SAY("curtain.lift", name=name))
        expect(curtain).to_be_hidden()
        # One sees what became of one's own move before the device goes on.
        steps.lift(page, stone)
        expect(curtain).to_have_count(0)
        steps.press(page, SAY("pass.to", name=other))
        last = stone


def test_spectators_see_the_board_and_have_nothing_to_press(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", "Luc"], options={"first": 0})
    phone = device.at(table, [], PHONE)
    steps.press_key(phone, "lobby.watch")
    expect(phone.get_by_text(SAY("lobby.watching"))).to_be_visible()
    table.start()
    wall = device.at(table, [], WALL)
    for page in (phone, wall):
        expect(page.get_by_role("heading", name=PIERRES("board.active", seat="Zoé"))).to_be_visible()
    table.answer(0, table.frames[0]["asks"][0]["id"], E5)
    expect(steps.cell(phone, "E5")).to_have_accessible_name(steps.DIGIT)
    public = wall.get_by_role("table", name=PIERRES("board.name"))
    expect(public.get_by_role("cell", name=steps.cell_name("E5"))).to_have_accessible_name(steps.DIGIT)

    expect(wall.get_by_role("button")).to_have_count(1)  # the menu
    deeds = PIERRES.anywhere("action.Remove", "board.mark", "action.Draw", "board.notes")
    for page in (wall, phone):
        expect(page.get_by_role("button", name=deeds)).to_have_count(0)
        steps.press_key(page, "menu")
        expect(steps.sheet(page).get_by_role("button", name=SAY("pause"))).to_have_count(0)


def test_a_turn_of_pierres_by_keyboard_alone(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé"], bots=["easy"], preset="annonce", options={"first": 0, "opening": "quick"})
    page = device.at(table, "Zoé", LAPTOP)
    steps.start_button(page, 2).press("Enter")
    expect(page.get_by_role("heading", name=PIERRES("ask.announce.title"))).to_be_visible()

    # A digit is announced: once to mark it, once more to confirm.
    keys = page.keyboard
    keys.press("3")
    digits = page.get_by_role("group", name=PIERRES("ask.announce.title"))
    expect(digits.get_by_role("button", pressed=True)).to_have_text("3")
    keys.press("3")
    expect(page.get_by_role("heading", name=PIERRES("ask.remove.title", wanted=3))).to_be_visible()

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
