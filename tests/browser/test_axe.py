"""Every screen and state stands before axe, on a phone and on a wall, by day and by night, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect
from tests.browser import axe, steps
from tests.browser.devices import PHONE, WALL, Devices
from tests.browser.seating import Lay, rehearse
from tests.browser.words import PIERRES, SAY, game_words

from tablee.kernel.luck import seed_from

MORPION = "examples/morpion.py"


def test_axe_would_say_what_is_wrong(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/")
    expect(page.get_by_role("button", name=SAY("home.open"))).to_be_visible()
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=\"data:,\"><button></button>')")
    rules = {violation.split()[0] for violation in axe.find_violations(page)}
    assert {"image-alt", "button-name"} <= rules
    with pytest.raises(AssertionError, match="image-alt"):
        axe.check(page)


def test_home_and_all_that_opens_from_it(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^Morpion"))).to_be_visible()
    axe.check(page, both_languages=True)
    steps.press(page, SAY("settings"))
    axe.check(page, both_languages=True)
    start = steps.choose_game(page, "pierres")
    axe.check(page, both_languages=True)
    steps.press(start, SAY("rules"))
    rules = page.get_by_role("dialog").last
    expect(rules.get_by_role("listitem").first).to_be_visible()
    axe.check(page, both_languages=True)
    rules.get_by_role("tab", name=SAY("rules.full")).click()
    expect(rules.get_by_role("heading", name="Mise en place")).to_be_visible()
    axe.check(page, both_languages=True)
    start = steps.choose_game(page, "pierres")
    steps.press(start, SAY("start.open"))
    expect(page.get_by_label(SAY("who.name"))).to_be_visible()
    axe.check(page, both_languages=True)


@pytest.mark.parametrize("size", [PHONE, WALL], ids=["phone", "wall"])
def test_pages_that_need_no_table(device: Devices, size: ViewportSize) -> None:
    page = device(size)
    page.goto("/")
    expect(page.get_by_role("button", name=SAY("home.open"))).to_be_visible()
    axe.check(page, both_languages=True)
    page.goto("/t/QQQQ")
    no_table = game_words("pierres", part="refusals").like("no_such_table", code="QQQQ")
    expect(page.get_by_text(no_table).first).to_be_visible()
    axe.check(page, both_languages=True)
    page.goto("/pieces")
    expect(page.get_by_role("heading").first).to_be_visible()
    axe.check(page, both_languages=True)


def test_a_lesson(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/l/pierres")
    coach = page.get_by_role("region", name=SAY("lesson.title"))
    expect(coach).to_contain_text(PIERRES.anywhere("lesson.welcome"))
    axe.check(page)
    steps.press(coach, SAY("lesson.next"))
    axe.check(page, both_lights=False)


def test_the_lobby_on_every_screen(device: Devices) -> None:
    host, guest, wall, english = device(PHONE), device(PHONE), device(WALL), device(PHONE, "en-GB")
    code = steps.open_table(host, "Zoé")
    axe.check(host, both_languages=True)
    guest.goto(f"/t/{code}")
    expect(guest.get_by_label(SAY("who.name"))).to_be_visible()
    axe.check(guest, both_languages=True)
    english.goto(f"/t/{code}")
    expect(english.get_by_label("Your name")).to_be_visible()
    axe.check(english, both_lights=False)
    steps.say_who(guest, "Luc")
    steps.press(guest, SAY("lobby.sit"))
    expect(guest.get_by_role("button", name=SAY("lobby.ready"))).to_be_visible()
    axe.check(guest, both_languages=True)
    wall.goto(f"/t/{code}")
    expect(wall.get_by_text("Luc").first).to_be_visible()
    axe.check(wall, both_languages=True)

    steps.chair(host, SAY("place.free")).click()
    expect(steps.sheet(host)).to_be_visible()
    axe.check(host, both_languages=True)
    steps.sheet(host).get_by_role("button", name=PIERRES("bot.easy")).click()
    expect(steps.chair(host, PIERRES("bot.easy"))).to_be_visible()
    steps.chair(host, "Luc").click()
    axe.check(host, both_lights=False)
    steps.press(steps.sheet(host), SAY("close"))
    host.get_by_role("button", name=SAY("change")).click()
    options = steps.sheet(host, SAY("options.title"))
    options.get_by_text(SAY("options.more")).click()
    axe.check(host, both_languages=True)
    steps.press(options, SAY("close"))
    steps.press(host, SAY("menu"))
    axe.check(host, both_languages=True)


def test_a_table_that_pauses(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", "Luc"], preset="annonce", options={"first": 0, "opening": "quick"})
    table.start()
    host, guest, wall = device.at(table, "Zoé", PHONE), device.at(table, "Luc", PHONE), device.at(table, [], WALL)
    expect(host.get_by_role("heading", name=PIERRES("ask.announce.title"))).to_be_visible()
    steps.press_key(host, "menu")
    axe.check(host, both_languages=True)
    steps.press_key(steps.sheet(host), "pause")
    for page in (guest, wall):
        expect(page.get_by_text(SAY("pause.text")).first).to_be_visible()
        axe.check(page, both_languages=True)


def test_the_curtain_between_two_who_share_a_device(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", "Luc"], options={"first": 1})
    table.start()
    table.leave()
    page = device.at(table, ["Zoé", "Luc"], PHONE)
    curtain = page.get_by_role("dialog", name=SAY("curtain.title", name="Luc"))
    expect(curtain).to_be_visible()
    axe.check(page, both_languages=True)
    steps.press(curtain, SAY("curtain.lift", name="Luc"))
    expect(curtain).to_be_hidden()
    steps.mark(page, "A1")
    axe.check(page, both_languages=True)


def test_the_end_and_the_replay(device: Devices, lay: Lay) -> None:
    table = lay(MORPION, ["Zoé", "Luc"])
    table.start()
    page, wall = device.at(table, "Zoé", PHONE), device.at(table, [], WALL)
    expect(page.get_by_role("button", name=SAY("plain.tap"))).to_be_visible()
    axe.check(page, both_languages=True)
    table.play(rehearse(MORPION, 2, seed_from("any"), lambda state: not state.known.free))
    for other in (page, wall):
        expect(steps.podium(other)).to_be_visible()
        axe.check(other, both_languages=True)
    address = page.get_by_role("link", name=SAY("end.replay")).get_attribute("href") or ""
    for other in (page, wall):
        other.goto(address)
        expect(other.get_by_role("slider").first).to_be_visible()
        axe.check(other, both_languages=True)
