"""A part of the page does not come: it is said, with a way to try again."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser import steps
from tests.browser.devices import PHONE, Devices


def test_words_that_do_not_come_are_asked_for_again(device: Devices) -> None:
    device.forgive("Failed to load resource")
    page = device(PHONE)
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^Morpion"))).to_be_visible()
    page.route("**/api/words/morpion*", lambda route: route.abort())
    steps.press(steps.choose_game(page, "Morpion"), "Règles du jeu")
    rules = page.get_by_role("dialog").last
    expect(rules.get_by_text("La règle n’est pas arrivée")).to_be_visible()
    page.unroute("**/api/words/morpion*")
    steps.press(rules, "Réessayer")
    expect(rules.get_by_text("Chacun marque une case à son tour.")).to_be_visible()


def test_a_game_whose_screens_do_not_come_says_so_and_goes_on_when_they_do(device: Devices) -> None:
    device.forgive("Failed to load resource")
    device.forgive("Failed to fetch dynamically imported module")
    device.forgive("Unable to preload")
    page = device(PHONE)
    steps.open_table(page, "Zoé")
    steps.add_bot(page, "Granit")
    steps.set_rules(page, first="Zoé")
    page.evaluate("sessionStorage.setItem('tablee.reloaded', String(Date.now()))")  # it was updated a moment ago
    page.route("**/assets/Seat-*", lambda route: route.abort())
    steps.start(page)
    expect(page.get_by_role("heading", name="Une pièce est restée dans la boîte")).to_be_visible()
    page.route("**/healthz", lambda route: route.abort())
    steps.press(page, "Réessayer")
    expect(page.get_by_text("La maison ne répond pas.").first).to_be_visible()
    page.unroute("**/healthz")
    page.unroute("**/assets/Seat-*")
    steps.press(page, "Réessayer")
    expect(page.get_by_role("heading", name="Ouvrez un carré")).to_be_visible()
