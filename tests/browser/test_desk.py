"""The host's desk, and a room full of tables run from one device."""

from __future__ import annotations

import re
from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect
from tests.browser import axe, steps
from tests.browser.devices import PHONE, SMALL_PHONE, WALL, Devices
from tests.browser.seating import Laid, Lay
from tests.browser.words import SAY, game_words, title_of

from tablee.games.pierres import clocks as pierres

ANNOUNCING = pierres.ANNOUNCING // 1000
"""Seconds for a stone, at an ordinary pace."""
REFUSED = game_words("pierres", part="refusals")
TWICE = SAY("settings.comfort.times", times=2)


def _desk(page: Page) -> Locator:
    steps.press_key(page, "menu")
    steps.press_key(steps.sheet(page), "desk")
    return steps.sheet(page, SAY("desk"))


def _person(page: Page, name: str) -> Locator:
    _desk(page).get_by_role("button", name=name).click()
    return steps.sheet(page, name)


def _leave(page: Page) -> None:
    while (close := page.get_by_role("dialog").get_by_role("button", name=SAY("close"))).count():
        close.last.click()


def test_the_host_names_slows_hushes_and_hands_the_table_over(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", "Lucifer"])
    host, guest = device.at(table, "Zoé", PHONE), device.at(table, "Lucifer", PHONE)
    steps.press_key(guest, "menu")
    expect(steps.sheet(guest).get_by_role("button", name=SAY("desk"))).to_have_count(0)
    _leave(guest)

    sheet = _person(host, "Lucifer")
    axe.check(host)
    name = sheet.get_by_label(SAY("desk.name"))
    name.fill("Gros con")
    steps.press_key(sheet, "desk.rename")
    expect(steps.notice(host, REFUSED("rude_name"))).to_be_visible()
    steps.put_notices_away(host)
    name.fill("Luc")
    steps.press_key(sheet, "desk.rename")
    expect(steps.chair(guest, "Luc")).to_be_visible()
    axe.check(host)
    steps.sheet(host).get_by_role("button", name="Luc").click()
    sheet = steps.sheet(host, "Luc")
    steps.press(sheet, TWICE)
    sheet.get_by_role("switch", name=SAY("desk.mute")).click()
    expect(sheet.get_by_role("switch", name=SAY("desk.mute"))).to_be_checked()
    expect(steps.chair(guest, "Luc")).to_contain_text(SAY("place.comfort", times=2))
    steps.press_key(guest, "talk")
    steps.press_key(steps.sheet(guest), "talk.emote.bravo")
    expect(steps.notice(guest, REFUSED("muted"))).to_be_visible()
    steps.put_notices_away(guest)
    _leave(guest)

    steps.press(sheet, SAY("desk.hand", name="Luc"))
    expect(steps.sheet(host)).to_have_count(0)
    expect(_desk(guest)).to_be_visible()
    steps.press_key(host, "menu")
    expect(steps.sheet(host).get_by_role("button", name=SAY("desk"))).to_have_count(0)


def test_who_gets_twice_the_time_sees_it_on_the_clock_and_everybody_knows(device: Devices, lay: Lay) -> None:
    # A clock runs, the first stones are lifted at once, and no 0 comes out of a bag to end the turn.
    table = lay("pierres", ["Zoé", "Luc"], preset="annonce", options={"first": 1, "opening": "quick"}, pace="normal")
    host, guest = device.at(table, "Zoé", PHONE), device.at(table, "Luc", PHONE)
    wall = device.at(table, [], WALL)
    steps.press(_person(host, "Luc"), TWICE)
    for page in (host, guest, wall):
        expect(steps.chair(page, "Luc")).to_contain_text(SAY("place.comfort", times=2))
    _leave(host)
    table.start()
    # Nobody else ever has more than half a minute to announce a digit.
    expect(guest.get_by_role("timer")).to_have_accessible_name(_seconds(ANNOUNCING + 1, 2 * ANNOUNCING))
    desk = _desk(host)
    expect(desk.get_by_role("button", name="Luc")).to_contain_text(TWICE)
    # The host takes it back in the midst of it: as much of the time is left as there would have been.
    desk.get_by_role("button", name="Luc").click()
    steps.press_key(steps.sheet(host, "Luc"), "settings.comfort.normal")
    expect(guest.get_by_role("timer")).to_have_accessible_name(_seconds(0, ANNOUNCING))


def _seconds(least: int, most: int) -> re.Pattern[str]:
    return SAY.like("clock.left", seconds=re.compile("|".join(map(str, range(least, most + 1)))))


def test_the_host_stops_a_game_and_everybody_is_still_at_the_table(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", "Luc"])
    table.start()
    host, guest = device.at(table, "Zoé", SMALL_PHONE), device.at(table, "Luc", PHONE)
    expect(guest.get_by_role("grid").first).to_be_visible()
    steps.press_key(_desk(host), "desk.end")
    axe.check(host)
    steps.press_key(steps.sheet(host), "desk.end")
    for page in (host, guest):
        expect(steps.chair(page, "Luc")).to_be_visible()
    expect(guest.get_by_role("button", name=SAY("lobby.ready"))).to_be_visible()


def test_a_class_at_two_tables(device: Devices, lay: Lay) -> None:
    """Opened, started, paused, stopped and cleared away from one device; nobody sits at it."""
    teacher = device(WALL)
    teacher.goto("/")
    teacher.get_by_role("link", name=SAY("club.link")).click()
    expect(teacher.get_by_role("heading", name=SAY("club.none"))).to_be_visible()
    axe.check(teacher)
    for game in (title_of("pierres"), title_of("examples/morpion.py")):
        teacher.get_by_label(SAY("club.game")).select_option(label=game)
        steps.press_key(teacher, "club.open")
        expect(teacher.get_by_text(re.compile(f"^{game} ·"))).to_be_visible()
    tables = teacher.get_by_role("list", name=SAY("club.tables")).locator("> li")
    first, second = tables.nth(0), tables.nth(1)
    codes = [str(table.get_by_role("link").get_attribute("href"))[-4:] for table in (first, second)]
    steps.press_key(first, "club.door")
    expect(steps.sheet(teacher).get_by_role("img", name=SAY("lobby.qr", code=codes[0]))).to_be_visible()
    axe.check(teacher)
    _leave(teacher)

    pupil = device(PHONE)
    steps.sit_down(pupil, codes[0], "Ana")
    others = [lay("pierres", ["Eve"]) for _ in codes]
    _sit_at(others[0], codes[0], {1: "Bob"})
    _sit_at(others[1], codes[1], {0: "Cléo", 1: "Dodo"})
    # It lies flat, and says for whom one waits.
    first.get_by_role("button", name=SAY("club.start")).click(force=True)
    expect(teacher.get_by_text(SAY("lobby.waits", names="Ana, Bob")).first).to_be_visible()
    steps.is_ready(pupil)
    _are_ready(others[0], {1: "Bob"})
    _are_ready(others[1], {0: "Cléo", 1: "Dodo"})
    for table in (first, second):
        expect(table.get_by_text(SAY("place.ready"))).to_have_count(2)
        steps.press_key(table, "club.start")
        expect(table.get_by_text(SAY("club.phase.playing"))).to_be_visible()
    axe.check(teacher)
    steps.press_key(teacher, "club.pause")
    expect(pupil.get_by_text(SAY("pause.title")).first).to_be_visible()
    for table in (first, second):
        expect(table.get_by_text(SAY("club.phase.paused"), exact=True)).to_be_visible()
    steps.press_key(teacher, "club.resume")
    expect(pupil.get_by_text(SAY("pause.title"))).to_have_count(0)
    for table in (first, second):
        expect(table.get_by_text(SAY("club.phase.playing"))).to_be_visible()

    steps.press_key(first, "desk.end")
    steps.press_key(steps.sheet(teacher), "desk.end")
    expect(first.get_by_text(SAY("club.phase.lobby"))).to_be_visible()
    teacher = device.reopen(teacher)
    expect(teacher.get_by_role("list", name=SAY("club.tables")).locator("> li")).to_have_count(2)
    steps.press_key(teacher, "club.clear")
    steps.press_key(steps.sheet(teacher), "club.clear")
    expect(teacher.get_by_role("heading", name=SAY("club.none"))).to_be_visible()
    expect(pupil.get_by_role("heading", name=SAY("ended.cleared"))).to_be_visible()


def _sit_at(line: Laid, code: str, people: Mapping[int, str]) -> None:
    """Whoever is behind this line goes over to that table."""
    line.ask("hello", table=code, keys=[], screen=False, language="fr")
    for place, name in people.items():
        line.ask("sit", place=place, name=name)


def _are_ready(line: Laid, people: Mapping[int, str]) -> None:
    for place in people:
        line.ask("ready", place=place, ready=True)
