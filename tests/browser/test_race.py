"""A race between two browsers, one of them far away: the finger decides, not the line."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser import steps
from tests.browser.devices import PHONE, Devices
from tests.browser.house import House
from tests.browser.lines import long_line

FAR = 0.15
"""Seconds, one way."""
PRESS = """delay => {
  window.took = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      const pad = document.querySelector('button.race');
      if (!pad) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const shown = performance.now();
        setTimeout(() => {
          resolve(performance.now() - shown);
          pad.click();
        }, delay);
      });
    }).observe(document.body, { childList: true, subtree: true });
  });
}"""
"""A finger that comes down so long after the pad has been drawn, and notes how long it really took."""


def test_the_quicker_finger_wins_over_the_longer_line(device: Devices, house: House) -> None:
    with long_line(house.port, FAR) as far_port:
        near, far = device(PHONE), device(PHONE)
        code = steps.open_table(near, "Ana", "Buzzer")
        far.goto(f"http://127.0.0.1:{far_port}/t/{code}")
        steps.say_who(far, "Bob")
        steps.press(far, "Je m’assieds")
        steps.press(far, "C’est bon pour moi")
        near.evaluate(PRESS, 600)
        far.evaluate(PRESS, 330)  # much quicker, and yet heard later
        steps.start(near)
        took = {"Ana": near.evaluate("window.took"), "Bob": far.evaluate("window.took")}
        assert took["Bob"] < took["Ana"], "this machine is too busy to press a button"
        for page in (near, far):
            expect(page.get_by_text("Bob a buzzé en premier.").first).to_be_attached()
        steps.press(near, "Menu")
        steps.press(steps.sheet(near), "La dernière course, au ralenti")
        receipt = steps.sheet(near, "Qui a été le plus rapide")
        lines = receipt.get_by_role("listitem")
        expect(lines.nth(0)).to_contain_text("Bob")
        expect(lines.nth(1)).to_contain_text("Trop tard")


def test_one_device_lies_open_between_two_people_in_a_race(device: Devices) -> None:
    page = device(PHONE)
    steps.open_table(page, "Ana", "Buzzer")
    steps.chair(page, "Place libre").click()
    steps.press(steps.sheet(page), "Quelqu’un d’autre joue sur cet appareil")
    steps.say_who(steps.sheet(page), "Bob")
    steps.press(steps.sheet(page), "Je m’assieds")
    expect(steps.chair(page, "Bob")).to_be_visible()
    page.evaluate(PRESS, 330)
    steps.start(page)
    corners = page.get_by_role("group", name="Un coin pour chacun")
    for name in ("Ana", "Bob"):
        expect(corners.get_by_role("region", name=name)).to_be_visible()
    expect(page.get_by_role("dialog", name="Passez l’appareil")).to_be_visible()
