"""What is this, and what is the rule just now? A key, a long touch or the menu says so. And the screen stays lit."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page, expect
from tests.browser import axe, steps
from tests.browser.devices import PHONE, Devices, seat
from tests.browser.seating import Lay
from tests.browser.words import PIERRES, SAY

LAMP: Final = """window.lamp = { asked: 0, lit: 0 };
Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
  window.lamp.asked += 1;
  window.lamp.lit += 1;
  const lock = { released: false, release: async () => {
    if (!lock.released) window.lamp.lit -= 1;
    lock.released = true;
  } };
  window.lamp.last = lock;
  return lock;
} } });"""
"""A lamp that writes down when it is switched on and off."""
HIDE: Final = """isHidden => {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
STONE: Final = PIERRES("piece.pierre.help")
RULE: Final = PIERRES("rule.announce")


def play(device: Devices, lay: Lay) -> Page:
    """Zoé is to announce a digit."""
    table = lay("pierres", ["Zoé"], bots=["easy"], preset="annonce", options={"first": 0, "opening": "quick"})
    table.start()
    page = device.at(table, "Zoé", PHONE)
    expect(page.get_by_role("heading", name=PIERRES("ask.announce.title"))).to_be_visible()
    return page


def test_the_menu_and_a_key_say_the_rule_of_the_moment(device: Devices, lay: Lay) -> None:
    page = play(device, lay)
    steps.press_key(page, "menu")
    steps.press_key(steps.sheet(page), "moment")
    moment = steps.sheet(page, SAY("moment"))
    expect(moment).to_contain_text(RULE)
    # What lies on the table is explained there too, for whoever cannot touch it.
    expect(moment).to_contain_text(STONE)
    axe.check(page)
    steps.press_key(moment, "moment.rules")
    expect(page.get_by_role("tab", name=SAY("rules.short"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(steps.sheet(page)).to_have_count(0)
    page.keyboard.press("?")
    expect(moment).to_contain_text(RULE)


def test_before_the_game_the_key_opens_the_rules_and_who_writes_a_question_mark_gets_one(
    device: Devices, lay: Lay
) -> None:
    table = lay("pierres", ["Zoé"])
    page = device.at(table, [], PHONE)
    name = page.get_by_label(SAY("who.name"))
    name.focus()
    page.keyboard.press("?")
    expect(name).to_have_value("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    name.fill("Luc")
    steps.press_key(page, "lobby.sit")
    expect(page.get_by_role("region", name=SAY("lobby.places"))).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("tab", name=SAY("rules.short"))).to_be_visible()


def test_a_key_on_a_piece_and_a_finger_that_stays_on_it_ask_what_it_is(device: Devices, lay: Lay) -> None:
    page = play(device, lay)
    cell = page.get_by_role("gridcell", name=steps.STONE).first
    cell.focus()
    page.keyboard.press("?")
    explained = steps.sheet(page, PIERRES("piece.pierre"))
    expect(explained).to_contain_text(STONE)
    expect(explained).to_contain_text(SAY("moment"))
    page.keyboard.press("Escape")
    expect(explained).to_have_count(0)
    expect(cell).to_be_focused()

    # A finger: held, it asks; lifted at once, or moved, it does what it always does.
    box = cell.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    expect(explained).to_be_visible()
    page.mouse.up()
    expect(explained).to_be_visible()
    page.keyboard.press("Escape")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y)
    page.mouse.up()
    expect(explained).to_have_count(0)


def test_the_screen_stays_lit_at_a_table_and_nowhere_else(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé"])
    page = device(PHONE)
    page.add_init_script(LAMP)
    seat(page, table, "Zoé")
    page.goto("/")
    expect(page.get_by_role("button", name=SAY("home.open"))).to_be_visible()
    assert page.evaluate("window.lamp.asked") == 0
    page.goto(table.path)
    expect(page.get_by_role("region", name=SAY("lobby.places"))).to_be_visible()
    page.wait_for_function("() => window.lamp.lit === 1")
    # The browser takes it away from a page that is hidden; who comes back has it again.
    page.evaluate("window.lamp.last.release()")
    page.evaluate(HIDE, True)
    assert page.evaluate("window.lamp.asked") == 1
    page.evaluate(HIDE, False)
    page.wait_for_function("() => window.lamp.lit === 1 && window.lamp.asked === 2")
    steps.press_key(page, "menu")
    steps.press_key(steps.sheet(page), "menu.leave")
    page.wait_for_function("() => window.lamp.lit === 0")
