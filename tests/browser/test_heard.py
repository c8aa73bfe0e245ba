"""What a screen reader hears while a sheet lies over the table: the game goes on, and everything behind it is mute."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.browser import steps
from tests.browser.devices import PHONE, Devices
from tests.browser.seating import Lay
from tests.browser.steps import press, sheet
from tests.browser.words import PIERRES, SAY


def voices(page: Page) -> list[str]:
    """What stands in each live region that is not mute, as the browser tells a screen reader."""
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    by_id = {node["nodeId"]: node for node in nodes}

    def texts(node: dict[str, Any]) -> str:
        own = node["name"]["value"] if node.get("role", {}).get("value") == "StaticText" else ""
        return own + "".join(texts(by_id[child]) for child in node.get("childIds", ()) if child in by_id)

    def is_live(node: dict[str, Any]) -> bool:
        marks = {mark["name"]: mark["value"].get("value") for mark in node.get("properties", ())}
        return not node["ignored"] and marks.get("live") == "polite"

    return [texts(node) for node in nodes if is_live(node)]


def hears(page: Page, sentence: str) -> None:
    expect(page.locator(".announcer").filter(has_text=sentence)).to_have_count(1)
    assert [text for text in voices(page) if sentence in text], f"Nobody can hear “{sentence}”: {voices(page)}"


def test_moves_of_others_are_heard_over_an_open_sheet_and_not_again_behind_it(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé", "Luc"], options={"first": 1})
    table.start()
    zoe, luc = device.at(table, "Zoé", PHONE), device.at(table, "Luc", PHONE)
    expect(luc.get_by_role("heading", name=PIERRES("ask.clear.title"))).to_be_visible()
    press(zoe, SAY("menu"))
    expect(sheet(zoe)).to_be_visible()
    steps.lift(luc, "A1")
    hears(zoe, "A1")

    # One sheet over the other: only the upper one is heard.
    press(sheet(zoe), SAY("settings"))
    settings = sheet(zoe, SAY("settings"))
    expect(settings).to_be_visible()
    assert not [text for text in voices(zoe) if "A1" in text], "what was said before is not said again"
    press(luc, SAY("talk"))
    press(sheet(luc), SAY("talk.emote.bravo"))
    hears(zoe, SAY("talk.emote.bravo"))

    # Behind the sheets nothing of it is left to be read out when they are gone.
    while (close := zoe.get_by_role("dialog").get_by_role("button", name=SAY("close"))).count():
        close.last.click()
    expect(zoe.get_by_role("dialog")).to_have_count(0)
    assert not any(voices(zoe))
    press(luc, SAY("talk"))
    press(sheet(luc), SAY("talk.emote.thanks"))
    hears(zoe, SAY("talk.emote.thanks"))
