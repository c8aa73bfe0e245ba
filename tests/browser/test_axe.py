"""Every screen and state stands before axe, on a phone and on a wall, by day and by night, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser import axe, steps
from tests.browser.devices import LAPTOP, PHONE, WALL, Devices


def test_axe_would_say_what_is_wrong(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/")
    expect(page.get_by_role("button", name="Ouvrir une table")).to_be_visible()
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
    steps.press(page, "Réglages et confort")
    axe.check(page, both_languages=True)
    start = steps.choose_game(page, "Pierres")
    axe.check(page, both_languages=True)
    steps.press(start, "Règles du jeu")
    rules = page.get_by_role("dialog").last
    expect(rules.get_by_role("listitem").first).to_be_visible()
    axe.check(page, both_languages=True)
    rules.get_by_role("tab", name="Tout au long").click()
    expect(rules.get_by_role("heading", name="Mise en place")).to_be_visible()
    axe.check(page, both_languages=True)
    start = steps.choose_game(page, "Pierres")
    steps.press(start, "Ouvrir la table")
    expect(page.get_by_label("Votre petit nom")).to_be_visible()
    axe.check(page, both_languages=True)


@pytest.mark.parametrize("size", [PHONE, WALL], ids=["phone", "wall"])
def test_pages_that_need_no_table(device: Devices, size: ViewportSize) -> None:
    for language, words in (("fr-FR", "n’existe pas"), ("en-GB", "There is no table")):
        page = device(size, language)
        page.goto("/")
        expect(page.get_by_role("button", name=re.compile("^(Ouvrir une table|Open a table)$"))).to_be_visible()
        axe.check(page)
        page.goto("/t/QQQQ")
        expect(page.get_by_text(re.compile(words)).first).to_be_visible()
        axe.check(page)
        page.goto("/pieces")
        expect(page.get_by_role("heading").first).to_be_visible()
        axe.check(page, both_lights=language == "fr-FR")


def test_a_lesson(device: Devices) -> None:
    page = device(PHONE)
    steps.choose_game(page, "Pierres").get_by_role("button", name="Apprendre en jouant").click()
    coach = page.get_by_role("region", name="Leçon")
    expect(coach).to_contain_text("Sous 81 pierres")
    axe.check(page)
    steps.press(coach, "Continuer")
    axe.check(page, both_lights=False)


def test_the_lobby_on_every_screen(device: Devices) -> None:
    host, guest, wall, english = device(PHONE), device(PHONE), device(WALL), device(PHONE, "en-GB")
    code = steps.open_table(host, "Zoé")
    axe.check(host, both_languages=True)
    guest.goto(f"/t/{code}")
    expect(guest.get_by_label("Votre petit nom")).to_be_visible()
    axe.check(guest, both_languages=True)
    english.goto(f"/t/{code}")
    expect(english.get_by_label("Your name")).to_be_visible()
    axe.check(english, both_lights=False)
    steps.say_who(guest, "Luc")
    steps.press(guest, "Je m’assieds")
    expect(guest.get_by_role("button", name="C’est bon pour moi")).to_be_visible()
    axe.check(guest, both_languages=True)
    wall.goto(f"/t/{code}")
    expect(wall.get_by_text("Luc").first).to_be_visible()
    axe.check(wall, both_languages=True)

    steps.chair(host, "Place libre").click()
    expect(steps.sheet(host)).to_be_visible()
    axe.check(host, both_languages=True)
    steps.sheet(host).get_by_role("button", name="Gravier").click()
    expect(steps.chair(host, "Gravier")).to_be_visible()
    steps.chair(host, "Luc").click()
    axe.check(host, both_lights=False)
    steps.press(steps.sheet(host), "Fermer")
    host.get_by_role("button", name="Changer").click()
    options = steps.sheet(host, "Les règles de ce soir")
    options.get_by_text("Plus de réglages").click()
    axe.check(host, both_languages=True)
    steps.press(options, "Fermer")
    steps.press(host, "Menu")
    axe.check(host, both_languages=True)


def test_pierres_on_every_screen(device: Devices) -> None:
    host, guest, wall, both = device(PHONE), device(PHONE), device(WALL, "en-GB"), device(LAPTOP)
    code = steps.open_table(host, "Zoé")
    steps.sit_down(guest, code, "Luc")
    steps.set_rules(host, preset="Annonce", first="Zoé", is_quick=True)
    steps.press(guest, "C’est bon pour moi")
    wall.goto(f"/t/{code}")
    both.goto(f"/t/{code}")
    expect(host.get_by_text("Tout le monde est là")).to_be_visible()
    steps.start(host)
    expect(host.get_by_role("heading", name="Annoncez un chiffre")).to_be_visible()
    axe.check(host, both_languages=True)
    expect(guest.get_by_role("grid", name="Plateau")).to_be_visible()
    axe.check(guest, both_languages=True)
    for page in (wall, both):
        expect(page.get_by_role("table").first).to_be_visible()
        axe.check(page, both_languages=True)
    steps.press(host, "Menu")
    axe.check(host, both_lights=False)
    steps.press(steps.sheet(host), "Faire une pause")
    expect(guest.get_by_text(re.compile("[Pp]ause")).first).to_be_visible()
    axe.check(guest, both_languages=True)
    axe.check(wall, both_lights=False)


def test_the_curtain_between_two_who_share_a_device(device: Devices) -> None:
    page = device(PHONE)
    steps.open_table(page, "Zoé")
    steps.chair(page, "Place libre").click()
    steps.press(steps.sheet(page), "Quelqu’un d’autre joue sur cet appareil")
    steps.say_who(steps.sheet(page), "Luc")
    steps.press(steps.sheet(page), "Je m’assieds")
    expect(steps.chair(page, "Luc")).to_be_visible()
    steps.set_rules(page, first="Luc")
    steps.start(page)
    curtain = page.get_by_role("dialog", name="Passez l’appareil à Luc")
    expect(curtain).to_be_visible()
    axe.check(page, both_languages=True)
    steps.press(curtain, "C’est moi, Luc")
    expect(curtain).to_be_hidden()
    steps.mark(page, "A1")
    axe.check(page, both_languages=True)


def test_the_end_and_the_replay(device: Devices) -> None:
    page, wall = device(PHONE), device(WALL)
    steps.press(steps.choose_game(page, "Morpion"), "Jouer contre des robots")
    steps.press(steps.sheet(page), "Jouer tout de suite")
    wall.goto(f"/t/{steps.code_of(page)}")
    is_asked = page.get_by_role("button", name="Touchez une case pour la choisir")
    podium = page.get_by_role("region", name="Podium")
    expect(is_asked.or_(podium)).to_be_visible()
    axe.check(page, both_languages=True)
    _finish(page)
    expect(podium).to_be_visible()
    axe.check(page, both_languages=True)
    expect(wall.get_by_role("region", name="Podium")).to_be_visible()
    axe.check(wall, both_languages=True)
    address = page.get_by_role("link", name="Revoir la partie").get_attribute("href") or ""
    for other, words in ((page, "fr"), (device(WALL, "en-GB"), "en")):
        other.goto(address)
        expect(other.get_by_role("slider").first).to_be_visible()
        expect(other.locator("html")).to_have_attribute("lang", words)
        axe.check(other)


def _finish(page: Page) -> None:
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
