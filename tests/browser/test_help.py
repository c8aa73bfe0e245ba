"""What is this, and what is the rule just now? A key, a long touch or the menu says so. And the screen stays lit."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page, expect
from tests.browser import axe, steps
from tests.browser.devices import PHONE, Devices

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
STONE: Final = "Sous chaque pierre, un chiffre de 1 à 9."


def play(device: Devices) -> Page:
    """Zoé is to announce a digit."""
    page = device(PHONE)
    steps.open_table(page, "Zoé")
    steps.add_bot(page, "Gravier")
    steps.set_rules(page, preset="Annonce", first="Zoé", is_quick=True)
    steps.start(page)
    expect(page.get_by_role("heading", name="Annoncez un chiffre")).to_be_visible()
    return page


def test_the_menu_and_a_key_say_the_rule_of_the_moment(device: Devices) -> None:
    page = play(device)
    steps.press(page, "Menu")
    steps.press(steps.sheet(page), "La règle du moment")
    moment = steps.sheet(page, "La règle du moment")
    expect(moment).to_contain_text("Pas de sac")
    # What lies on the table is explained there too, for whoever cannot touch it.
    expect(moment).to_contain_text(STONE)
    axe.check(page)
    steps.press(moment, "Toute la règle du jeu")
    expect(page.get_by_role("tab", name="En bref")).to_be_visible()
    page.keyboard.press("Escape")
    expect(steps.sheet(page)).to_have_count(0)
    page.keyboard.press("?")
    expect(moment).to_contain_text("Pas de sac")


def test_before_the_game_the_key_opens_the_rules(device: Devices) -> None:
    page = device(PHONE)
    steps.open_table(page, "Zoé")
    expect(page.get_by_role("region", name="Places")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("tab", name="En bref")).to_be_visible()


def test_a_key_on_a_piece_and_a_finger_that_stays_on_it_ask_what_it_is(device: Devices) -> None:
    page = play(device)
    cell = page.get_by_role("gridcell", name=steps.STONE).first
    cell.focus()
    page.keyboard.press("?")
    explained = steps.sheet(page, "Pierre")
    expect(explained).to_contain_text(STONE)
    expect(explained).to_contain_text("La règle du moment")
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


def test_who_writes_a_question_mark_gets_one(device: Devices) -> None:
    page = device(PHONE)
    page.goto(f"/t/{steps.open_table(device(PHONE), 'Zoé')}")
    name = page.get_by_label("Votre petit nom")
    name.focus()
    page.keyboard.press("?")
    expect(name).to_have_value("?")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_screen_stays_lit_at_a_table_and_nowhere_else(device: Devices) -> None:
    page = device(PHONE)
    page.add_init_script(LAMP)
    page.goto("/")
    expect(page.get_by_role("button", name="Ouvrir une table")).to_be_visible()
    assert page.evaluate("window.lamp.asked") == 0
    steps.open_table(page, "Zoé")
    expect(page.get_by_role("region", name="Places")).to_be_visible()
    page.wait_for_function("() => window.lamp.lit === 1")
    # The browser takes it away from a page that is hidden; who comes back has it again.
    page.evaluate("window.lamp.last.release()")
    page.evaluate(HIDE, True)
    assert page.evaluate("window.lamp.asked") == 1
    page.evaluate(HIDE, False)
    page.wait_for_function("() => window.lamp.lit === 1 && window.lamp.asked === 2")
    steps.press(page, "Menu")
    steps.press(steps.sheet(page), "Quitter la table")
    page.wait_for_function("() => window.lamp.lit === 0")
