"""The host's desk, and a room full of tables run from one device."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect
from tests.browser import axe, steps
from tests.browser.devices import PHONE, SMALL_PHONE, WALL, Devices

from tablee.games.pierres import rules as pierres

ANNOUNCING = pierres.ANNOUNCING // 1000
"""Seconds for a stone, at an ordinary pace."""


def _desk(page: Page) -> Locator:
    steps.press(page, "Menu")
    steps.press(steps.sheet(page), "Tenir la table")
    return steps.sheet(page, "Tenir la table")


def _person(page: Page, name: str) -> Locator:
    _desk(page).get_by_role("button", name=re.compile(name)).click()
    return steps.sheet(page, name)


def _leave(page: Page) -> None:
    while (close := page.get_by_role("dialog").get_by_role("button", name="Fermer")).count():
        close.last.click()


def test_the_host_names_slows_hushes_and_hands_the_table_over(device: Devices) -> None:
    host, guest = device(PHONE), device(PHONE)
    code = steps.open_table(host, "Zoé")
    steps.sit_down(guest, code, "Lucifer")
    steps.press(guest, "Menu")
    expect(steps.sheet(guest).get_by_role("button", name="Tenir la table")).to_have_count(0)
    _leave(guest)

    sheet = _person(host, "Lucifer")
    axe.check(host)
    name = sheet.get_by_label("Son nom à cette table")
    name.fill("Gros con")
    steps.press(sheet, "Renommer")
    expect(host.get_by_text(re.compile("ferait rougir la nappe")).first).to_be_visible()
    name.fill("Luc")
    steps.press(sheet, "Renommer")
    expect(steps.chair(guest, "Luc")).to_be_visible()
    axe.check(host)
    steps.sheet(host).get_by_role("button", name=re.compile("Luc")).click()
    sheet = steps.sheet(host, "Luc")
    steps.press(sheet, "× 2")
    sheet.get_by_role("switch", name="En sourdine").click()
    expect(sheet.get_by_role("switch", name="En sourdine")).to_be_checked()
    expect(guest.get_by_text(re.compile("temps × 2")).first).to_be_visible()
    steps.press(guest, "Dire quelque chose")
    steps.press(steps.sheet(guest), "Bravo !")
    expect(guest.get_by_text(re.compile("vous a demandé le silence")).first).to_be_visible()
    _leave(guest)

    steps.press(sheet, "Confier la table à Luc")
    expect(steps.sheet(host)).to_have_count(0)
    expect(_desk(guest)).to_be_visible()
    steps.press(host, "Menu")
    expect(steps.sheet(host).get_by_role("button", name="Tenir la table")).to_have_count(0)


def test_who_gets_twice_the_time_sees_it_on_the_clock_and_everybody_knows(device: Devices) -> None:
    host, guest, wall = device(PHONE), device(PHONE), device(WALL)
    code = steps.open_table(host, "Zoé")
    steps.sit_down(guest, code, "Luc")
    wall.goto(f"/t/{code}")
    steps.press(_person(host, "Luc"), "× 2")
    for page in (host, guest, wall):
        expect(steps.chair(page, "Luc")).to_contain_text("temps × 2")
    _leave(host)
    _set_opening(host, "Luc")
    steps.press(guest, "C’est bon pour moi")
    steps.start(host)
    # Nobody else ever has more than half a minute to announce a digit.
    expect(guest.get_by_role("timer")).to_have_accessible_name(_seconds(ANNOUNCING + 1, 2 * ANNOUNCING))
    desk = _desk(host)
    expect(desk.get_by_role("button", name=re.compile("Luc"))).to_contain_text("× 2")
    # The host takes it back in the midst of it: as much of the time is left as there would have been.
    desk.get_by_role("button", name=re.compile("Luc")).click()
    steps.press(steps.sheet(host, "Luc"), "Normal")
    expect(guest.get_by_role("timer")).to_have_accessible_name(_seconds(0, ANNOUNCING))


def _seconds(least: int, most: int) -> re.Pattern[str]:
    return re.compile(rf"^Il reste ({'|'.join(map(str, range(least, most + 1)))})\s")


def _set_opening(page: Page, first: str) -> None:
    """A clock runs, the first stones are lifted at once, and no 0 comes out of a bag to end the turn."""
    page.get_by_role("button", name="Changer").click()
    rules = steps.sheet(page, "Les règles de ce soir")
    rules.get_by_text("Annonce", exact=True).first.click()
    expect(rules.get_by_role("radio", name="Annonce")).to_be_checked()
    rules.get_by_text("Plus de réglages").click()
    steps.pick(rules.get_by_role("group", name="Qui commence"), first)
    steps.pick(rules.get_by_role("group", name="Départ"), "Au hasard, tout de suite")
    steps.press(rules, "Fermer")


def test_the_host_stops_a_game_and_everybody_is_still_at_the_table(device: Devices) -> None:
    host, guest = device(SMALL_PHONE), device(PHONE)
    code = steps.open_table(host, "Zoé")
    steps.sit_down(guest, code, "Luc")
    steps.press(guest, "C’est bon pour moi")
    expect(host.get_by_text("Tout le monde est là")).to_be_visible()
    steps.start(host)
    expect(guest.get_by_role("grid").first).to_be_visible()
    steps.press(_desk(host), "Arrêter la partie")
    axe.check(host)
    steps.press(steps.sheet(host), "Arrêter la partie")
    for page in (host, guest):
        expect(steps.chair(page, "Luc")).to_be_visible()
    expect(guest.get_by_role("button", name="C’est bon pour moi")).to_be_visible()


def test_a_class_at_two_tables(device: Devices) -> None:
    """Opened, started, paused, stopped and cleared away from one device; nobody sits at it."""
    teacher = device(WALL)
    teacher.goto("/")
    teacher.get_by_role("link", name="Club et classe").click()
    expect(teacher.get_by_role("heading", name="La salle est vide")).to_be_visible()
    axe.check(teacher)
    for game in ("Pierres", "Morpion"):
        teacher.get_by_label("À quel jeu").select_option(label=game)
        steps.press(teacher, "Ouvrir une table")
        expect(teacher.get_by_text(re.compile(f"^{game} ·"))).to_be_visible()
    first, second = (teacher.get_by_role("list", name="Les tables").locator("> li").nth(number) for number in (0, 1))
    codes = [str(table.get_by_role("link").get_attribute("href"))[-4:] for table in (first, second)]
    steps.press(first, "Montrer le QR")
    expect(steps.sheet(teacher).get_by_role("img", name=re.compile(codes[0]))).to_be_visible()
    axe.check(teacher)
    _leave(teacher)

    pupils = [device(PHONE) for _ in range(4)]
    for number, (pupil, name) in enumerate(zip(pupils, ("Ana", "Bob", "Cléo", "Dodo"), strict=True)):
        steps.sit_down(pupil, codes[number // 2], name)
    # It lies flat, and says for whom one waits.
    first.get_by_role("button", name="Commencer").click(force=True)
    expect(teacher.get_by_text(re.compile("Ana, Bob")).first).to_be_visible()
    for pupil in pupils:
        steps.press(pupil, "C’est bon pour moi")
    for table in (first, second):
        expect(table.get_by_text("c’est bon")).to_have_count(2)
        steps.press(table, "Commencer")
        expect(table.get_by_text("on joue")).to_be_visible()
    axe.check(teacher)
    steps.press(teacher, "Pause partout")
    for pupil in pupils:
        expect(pupil.get_by_text("On fait une pause").first).to_be_visible()
    steps.press(teacher, "On reprend partout")
    for pupil in pupils:
        expect(pupil.get_by_text("On fait une pause")).to_have_count(0)

    steps.press(first, "Arrêter la partie")
    steps.press(steps.sheet(teacher), "Arrêter la partie")
    expect(first.get_by_text("on s’installe")).to_be_visible()
    teacher = device.reopen(teacher)
    expect(teacher.get_by_role("list", name="Les tables").locator("> li")).to_have_count(2)
    steps.press(teacher, "Tout débarrasser")
    steps.press(steps.sheet(teacher), "Tout débarrasser")
    expect(teacher.get_by_role("heading", name="La salle est vide")).to_be_visible()
    for pupil in pupils:
        expect(pupil.get_by_role("heading", name="La table est débarrassée")).to_be_visible()
