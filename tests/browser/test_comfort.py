"""Rules, language and light are everybody's own choice; and on the smallest phone nothing runs off the side."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect
from tests.browser import steps
from tests.browser.devices import PHONE, SMALL_PHONE, Devices
from tests.browser.seating import Lay
from tests.browser.words import PIERRES, SAY, game_words, page_words, rules_of, title_of

ENGLISH = page_words("en")
WIDEST = "W" * 20


def test_the_rules_are_at_hand_short_and_in_full(device: Devices) -> None:
    page = device(PHONE)
    steps.press_key(steps.choose_game(page, "pierres"), "rules")
    rules = page.get_by_role("dialog").last
    expect(rules.get_by_role("listitem").first).to_contain_text(rules_of("pierres").short[0])
    short = rules.get_by_role("tab", name=SAY("rules.short"))
    expect(short).to_have_attribute("aria-selected", "true")
    short.focus()
    page.keyboard.press("ArrowRight")
    expect(rules.get_by_role("tab", name=SAY("rules.full"))).to_be_focused()
    expect(rules.get_by_role("heading", name=rules_of("pierres").full[1].title)).to_be_visible()
    page.keyboard.press("Escape")
    expect(rules.get_by_role("tab")).to_have_count(0)


def test_the_page_speaks_french_first_and_english_on_request(device: Devices, lay: Lay) -> None:
    page = device(PHONE)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    _tongue(page, "en").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(_tongue(page, "fr")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("button", name=ENGLISH("home.open"), exact=True)).to_be_visible()

    # Each has their own language at one table, and refusals come in it.
    table = lay("pierres", ["Zoé"])
    host = device.at(table, "Zoé", PHONE)
    page.goto(table.path)
    page.get_by_label(ENGLISH("who.name")).fill("Zoé")
    steps.press(page, ENGLISH("lobby.sit"))
    expect(page.get_by_role("alert")).to_contain_text(ENGLISH("who.name.taken", name="Zoé"))
    page.get_by_label(ENGLISH("who.name")).fill("Luc")
    steps.press(page, ENGLISH("lobby.sit"))
    expect(steps.start_button(host, 2)).to_be_visible()

    # It can be changed at the table too.
    steps.press_key(host, "menu")
    steps.press_key(steps.sheet(host), "settings")
    _tongue(steps.sheet(host), "en").click()
    steps.press(steps.sheet(host), ENGLISH("close"))
    begin = ENGLISH("lobby.start", count=ENGLISH("number.2"))
    expect(host.get_by_role("button", name=begin, exact=True)).to_be_visible()


def _tongue(where: Page | Locator, language: str) -> Locator:
    """The button that is written in this language, and chooses it."""
    return where.get_by_role("button").and_(where.locator(f"[lang={language}]"))


def test_a_browser_that_asks_for_english_gets_it(device: Devices) -> None:
    page = device(PHONE, "en-GB")
    page.goto("/")
    expect(page.get_by_role("button", name=ENGLISH("home.open"), exact=True)).to_be_visible()


def test_night_is_dark_and_remembered(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/")
    day = _brightness(page)
    steps.press_key(page, "settings")
    steps.pick(steps.sheet(page), SAY("settings.light.dark"))
    assert _brightness(page) < 80 < 180 < day
    page.reload()
    expect(page.get_by_role("button", name=SAY("home.open"))).to_be_visible()
    assert _brightness(page) < 80
    page.emulate_media(color_scheme="dark")
    steps.press_key(page, "settings")
    steps.pick(steps.sheet(page), SAY("settings.light.light"))
    assert _brightness(page) == day
    steps.pick(steps.sheet(page), SAY("settings.light.auto"))
    assert _brightness(page) < 80


def _brightness(page: Page) -> float:
    """Of the page's background, 0 to 255."""
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    numbers = [float(number) for number in re.findall(r"[\d.]+", colour)][:3]
    return sum(numbers) / 3


def test_nothing_runs_off_the_side_of_the_smallest_phone(device: Devices, lay: Lay) -> None:
    guest = device(SMALL_PHONE)
    guest.goto("/")
    expect(guest.get_by_role("button", name=title_of("examples/morpion.py"))).to_be_visible()
    _fits(guest)
    steps.press_key(guest, "settings")
    _fits(guest)

    table = lay("pierres", ["Maximilienne-Victor"], bots=["easy", "medium", "hard", "expert"], preset="tournoi")
    guest.goto(table.path)
    steps.say_who(guest, WIDEST)
    _fits(guest)
    steps.press_key(guest, "lobby.sit")
    expect(guest.get_by_role("button", name=SAY("lobby.ready"))).to_be_visible()
    _fits(guest)
    host = device.at(table, "Maximilienne-Victor", SMALL_PHONE)
    expect(steps.chair(host, WIDEST)).to_be_visible()
    _fits(host)
    steps.is_ready(guest)
    steps.start_button(host, 6).click()
    for phone in (host, guest):
        expect(phone.get_by_role("grid", name=PIERRES("board.name"))).to_be_visible()
        _fits(phone)


def _fits(page: Page) -> None:
    width = page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
    assert width <= SMALL_PHONE["width"], f"{page.url} is {width} px wide"


def test_every_sentence_can_be_read_whole_on_the_smallest_phone(device: Devices, lay: Lay) -> None:
    """Two lines have no room for all that happens at once; a touch opens them."""
    told_in = game_words("anges", part="captions")
    table = lay("anges", ["Zoé", "Luc"], options={"first": 0})
    page = device.at(table, "Luc", SMALL_PHONE)
    expect(page.get_by_role("button", name=SAY("lobby.not_ready"))).to_be_visible()
    table.start()
    whole = page.get_by_role("button", name=SAY("strip.whole"))
    expect(whole).to_have_attribute("aria-expanded", "false")
    told = page.get_by_role("main").get_by_text(told_in.like("peeked"))
    expect(told).to_have_count(0)
    whole.click()
    expect(told).to_be_in_viewport(ratio=1)
    drew = page.get_by_role("main").get_by_text(told_in("drew", seat="Zoé", count=3))
    expect(drew.last).to_be_in_viewport(ratio=1)
    _fits(page)
    whole.click()
    expect(told).to_have_count(0)


def test_who_touches_sees_no_mark_of_the_focus_and_who_uses_keys_does(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé"], bots=["easy"], options={"first": 0})
    page = device.at(table, "Zoé", PHONE)
    steps.start(page)
    title = page.get_by_role("heading", name=PIERRES("ask.clear.title"))
    expect(title).to_be_focused()
    expect(title).to_have_css("text-decoration-line", "none")
    page.keyboard.press("Shift")
    expect(title).to_have_css("text-decoration-line", "underline")
