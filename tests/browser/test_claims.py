"""A phone is lost and its owner comes back with another: « Je suis Léa », and the host says whether it is."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser import steps
from tests.browser.devices import PHONE, WALL, Devices

ASKS = "Léa demande à reprendre sa place"


def _number(page: Page) -> str:
    """The number that the asking device shows."""
    waits = page.get_by_role("dialog", name=re.compile("^C’est bien vous, Léa"))
    return waits.get_by_text(re.compile(r"^\d\d$")).inner_text()


def test_a_name_that_is_taken_can_be_ones_own(device: Devices) -> None:
    host, old, new = device(PHONE), device(PHONE), device(PHONE)
    code = steps.open_table(host, "Zoé")
    steps.sit_down(old, code, "Léa")
    new.goto(f"/t/{code}")
    steps.say_who(new, "Léa")
    steps.press(new, "Je m’assieds")
    expect(new.get_by_role("alert")).to_contain_text("« Léa » est déjà à cette table.")
    expect(new.get_by_role("button", name="Je suis Léa")).to_have_count(0)  # she is here

    old.close()
    steps.press(new, "Je suis Léa")
    slip = host.get_by_role("complementary", name=ASKS)
    expect(slip).to_contain_text(f"montre le {_number(new)}")
    expect(new.get_by_role("button", name="C’est bon pour moi")).to_have_count(0)
    steps.press(slip, "Non, ce n’est pas Léa")
    expect(new.get_by_text("La table n’a pas reconnu Léa.").first).to_be_visible()

    steps.press(new, "Je suis Léa")
    steps.press(slip, "Oui, c’est Léa")
    expect(new.get_by_role("button", name="C’est bon pour moi")).to_be_visible()
    expect(slip).to_be_hidden()


def test_in_the_middle_of_a_game_a_lost_phone_is_replaced(device: Devices) -> None:
    host, old, new, wall = device(PHONE), device(PHONE), device(PHONE), device(WALL)
    code = steps.open_table(host, "Zoé")
    steps.sit_down(old, code, "Léa")
    steps.set_rules(host, first="Léa")
    steps.press(old, "C’est bon pour moi")
    expect(host.get_by_text("Tout le monde est là")).to_be_visible()
    steps.start(host)
    steps.lift(old, "A1")
    context, address = old.context, old.url
    old.close()
    new.goto(f"/t/{code}")
    wall.goto(f"/t/{code}")
    steps.press(new, "Je suis Léa")
    slip = host.get_by_role("complementary", name=ASKS)
    expect(slip).to_be_visible()
    expect(wall.get_by_role("button", name="Oui, c’est Léa")).to_have_count(0)  # who only looks on decides nothing
    steps.press(slip, "Oui, c’est Léa")
    steps.lift(host, "D1")
    steps.lift(new, "G1")

    # The phone turns up under the sofa: it only looks on now.
    found = context.new_page()
    found.goto(address)
    expect(found.get_by_role("heading", name="À Zoé de jouer")).to_be_visible()
    expect(found.get_by_role("button", name=re.compile("Soulever|Touchez"))).to_have_count(0)
