"""Rules, language and light are everybody's own choice; and on the smallest phone nothing runs off the side."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser import bluff, steps
from tests.browser.devices import PHONE, SMALL_PHONE, Devices


def test_the_rules_are_at_hand_short_and_in_full(device: Devices) -> None:
    page = device(PHONE)
    steps.press(steps.choose_game(page, "Pierres"), "Règles du jeu")
    rules = page.get_by_role("dialog").last
    expect(rules.get_by_role("listitem").first).to_contain_text("Sous 81 pierres se cache un sudoku")
    short = rules.get_by_role("tab", name="En bref")
    expect(short).to_have_attribute("aria-selected", "true")
    short.focus()
    page.keyboard.press("ArrowRight")
    expect(rules.get_by_role("tab", name="Tout au long")).to_be_focused()
    expect(rules.get_by_role("heading", name="Mise en place")).to_be_visible()
    page.keyboard.press("Escape")
    expect(rules.get_by_role("tab")).to_have_count(0)


def test_the_page_speaks_french_first_and_english_on_request(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    steps.press(page, "English")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("button", name="Français", exact=True)).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("button", name="Open a table", exact=True)).to_be_visible()

    # Each has their own language at one table, and refusals come in it.
    host = device(PHONE)
    code = steps.open_table(host, "Zoé")
    page.goto(f"/t/{code}")
    page.get_by_label("Your name").fill("Zoé")
    steps.press(page, "Sit down")
    expect(page.get_by_role("alert")).to_contain_text("“Zoé” is already at the table.")
    page.get_by_label("Your name").fill("Luc")
    steps.press(page, "Sit down")
    expect(host.get_by_role("button", name="Commencer à deux")).to_be_visible()

    # It can be changed at the table too.
    steps.press(host, "Menu")
    steps.press(steps.sheet(host), "Réglages et confort")
    steps.press(steps.sheet(host), "English")
    steps.press(steps.sheet(host), "Close")
    expect(host.get_by_role("button", name="Start with two")).to_be_visible()


def test_a_browser_that_asks_for_english_gets_it(device: Devices) -> None:
    page = device(PHONE, "en-GB")
    page.goto("/")
    expect(page.get_by_role("button", name="Open a table", exact=True)).to_be_visible()


def test_night_is_dark_and_remembered(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/")
    day = _brightness(page)
    steps.press(page, "Réglages et confort")
    steps.pick(steps.sheet(page), "Nuit")
    assert _brightness(page) < 80 < 180 < day
    page.reload()
    expect(page.get_by_role("button", name="Ouvrir une table")).to_be_visible()
    assert _brightness(page) < 80
    page.emulate_media(color_scheme="dark")
    steps.press(page, "Réglages et confort")
    steps.pick(steps.sheet(page), "Jour")
    assert _brightness(page) == day
    steps.pick(steps.sheet(page), "Comme l’appareil")
    assert _brightness(page) < 80


def _brightness(page: Page) -> float:
    """Of the page's background, 0 to 255."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    numbers = [float(number) for number in re.findall(r"[\d.]+", colour)][:3]
    return sum(numbers) / 3


def test_nothing_runs_off_the_side_of_the_smallest_phone(device: Devices) -> None:
    page, guest = device(SMALL_PHONE), device(SMALL_PHONE)
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^Morpion"))).to_be_visible()
    _fits(page)
    steps.press(page, "Réglages et confort")
    _fits(page)
    code = steps.open_table(page, "Maximilienne-Victor")
    expect(page.get_by_role("region", name="Places")).to_be_visible()
    _fits(page)
    guest.goto(f"/t/{code}")
    steps.say_who(guest, "W" * 20)
    _fits(guest)
    steps.press(guest, "Je m’assieds")
    expect(guest.get_by_role("button", name="C’est bon pour moi")).to_be_visible()
    _fits(guest)
    expect(steps.chair(page, "W" * 20)).to_be_visible()
    for bot in ("Gravier", "Galet", "Silex", "Granit"):
        steps.add_bot(page, bot)
    _fits(page)
    steps.set_rules(page, preset="Tournoi")
    steps.press(guest, "C’est bon pour moi")
    steps.press(page, "Commencer à six")
    for phone in (page, guest):
        expect(phone.get_by_role("grid", name="Plateau")).to_be_visible()
        _fits(phone)


def _fits(page: Page) -> None:
    width = page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
    assert width <= SMALL_PHONE["width"], f"{page.url} is {width} px wide"


def test_every_sentence_can_be_read_whole_on_the_smallest_phone(device: Devices) -> None:
    """Two lines have no room for all that happens at once; a touch opens them."""
    page, guest = device(SMALL_PHONE), device(SMALL_PHONE)
    steps.sit_down(guest, bluff.open_table(page, "Zoé"), "Luc")
    steps.set_rules(page, first="Zoé")
    steps.press(guest, "C’est bon pour moi")
    steps.start(page)
    whole = guest.get_by_role("button", name="Tout ce qui vient de se passer")
    expect(whole).to_have_attribute("aria-expanded", "false")
    told = guest.get_by_role("main").get_by_text("Vos deux premières cartes")
    expect(told).to_have_count(0)
    whole.click()
    expect(told).to_be_in_viewport(ratio=1)
    expect(guest.get_by_role("main").get_by_text("Zoé pioche 3 cartes.").last).to_be_in_viewport(ratio=1)
    _fits(guest)
    whole.click()
    expect(told).to_have_count(0)


def test_who_touches_sees_no_mark_of_the_focus_and_who_uses_keys_does(device: Devices) -> None:
    page = device(PHONE)
    steps.open_table(page, "Zoé")
    steps.add_bot(page, "Granit")
    steps.set_rules(page, first="Zoé")
    steps.start(page)
    title = page.get_by_role("heading", name="Ouvrez un carré")
    expect(title).to_be_focused()
    expect(title).to_have_css("text-decoration-line", "none")
    page.keyboard.press("Shift")
    expect(title).to_have_css("text-decoration-line", "underline")
