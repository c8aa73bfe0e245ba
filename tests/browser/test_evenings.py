"""What was played is found again: on the phone that was there, on the house's own screen, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

from playwright.sync_api import Locator, Page, expect
from tests.browser import axe, steps
from tests.browser.devices import PHONE, SMALL_PHONE, WALL, Devices, seat
from tests.browser.seating import Laid, Lay, rehearse
from tests.browser.words import SAY, title_of

from tablee.kernel.luck import seed_from

MORPION = "examples/morpion.py"
AWAY = {"X-Forwarded-For": "198.51.100.7"}
"""As somebody who comes from another machine, past a proxy. Without it every page here is at home."""


def play_morpion(lay: Lay, *people: str) -> Laid:
    """A whole game: the first three of a row."""
    table = lay(MORPION, people)
    table.start()
    table.play(rehearse(MORPION, 2, seed_from("any"), lambda state: not state.known.free))
    return table


def newest(page: Page) -> Locator:
    """Other tests have played here too: this game is the newest."""
    title = page.get_by_role("heading", name=title_of(MORPION))
    return page.get_by_role("listitem").filter(has=title).first


def test_a_picture_of_the_podium_can_be_kept(device: Devices, lay: Lay, tmp_path: Path) -> None:
    page = device.at(play_morpion(lay, "Zoé", "Un nom de vingt lett"), "Zoé", PHONE)
    with page.expect_download() as download:
        steps.press_key(page, "share.picture")
    download.value.save_as(tmp_path / "podium.png")
    content = (tmp_path / "podium.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert int.from_bytes(content[16:20]) == int.from_bytes(content[20:24]) == 1080
    assert len(content) > 30_000, "something is drawn on it"


def test_a_game_is_found_where_it_was_seen_and_on_the_screen_of_the_house_kept_and_deleted(
    device: Devices, lay: Lay, tmp_path: Path
) -> None:
    play_morpion(lay, "Odile", "Max")
    table = play_morpion(lay, "<b>Luc</b>", "Bérénice")
    guest, stranger, wall = device(PHONE), device(SMALL_PHONE), device(WALL)
    for page in (guest, stranger):
        page.context.set_extra_http_headers(AWAY)
    stranger.goto("/evenings")
    expect(stranger.get_by_role("heading", name=SAY("evenings.none"))).to_be_visible()
    axe.check(stranger)

    seat(guest, table, "Bérénice")
    guest.goto(table.path)
    expect(steps.podium(guest)).to_be_visible()
    guest.goto("/")
    guest.get_by_role("link", name=SAY("evenings.link")).click()
    expect(guest.get_by_role("heading", name=SAY("evenings"))).to_be_visible()
    expect(guest).to_have_title(f"{SAY('evenings')} · Tablée")
    game = guest.get_by_role("heading", name=title_of(MORPION))
    expect(game).to_be_visible()
    expect(newest(guest)).to_contain_text("Bérénice")

    # Looking for somebody.
    search = guest.get_by_label(SAY("evenings.search"))
    search.fill("berenice")
    expect(guest.get_by_text(SAY("evenings.found", count=1))).to_be_visible()
    search.fill("personne")
    expect(guest.get_by_text(SAY("evenings.found", count=0))).to_be_visible()
    expect(game).to_be_hidden()
    steps.press_key(guest, "evenings.all")
    expect(game).to_be_visible()

    # What is counted of who sat here, and of nobody else.
    steps.press_key(guest, "evenings.figures")
    expect(guest.get_by_role("heading", name="Bérénice")).to_be_visible()
    expect(guest.get_by_role("heading", name="Luc")).to_have_count(0)
    axe.check(guest, both_lights=False)
    steps.press_key(guest, "evenings.games")

    # The screen of the house shows every game, without having been there.
    wall.goto("/evenings")
    for name in table.people:
        expect(newest(wall)).to_contain_text(name)
    expect(wall.get_by_role("heading", name=SAY("evenings.by_game"))).to_be_visible()
    expect(wall.get_by_text(SAY("evenings.people.none"))).to_be_visible()
    axe.check(wall)

    # Taken home, seen again.
    with guest.expect_download() as download:
        steps.press_key(guest, "evenings.take")
    download.value.save_as(tmp_path / "evenings.zip")
    with ZipFile(tmp_path / "evenings.zip") as archive:
        assert len(archive.namelist()) == 2
    game.get_by_role("link").click()
    expect(guest.get_by_role("slider")).to_be_visible()
    guest.go_back()

    # Deleted: gone for everybody.
    guest.get_by_role("button", name=SAY.like("evenings.more", title=title_of(MORPION))).click()
    axe.check(guest, both_lights=False)
    steps.press_key(steps.sheet(guest), "evenings.delete")
    axe.check(guest)
    steps.press_key(steps.sheet(guest), "evenings.delete.yes")
    expect(guest.get_by_role("heading", name=SAY("evenings.none"))).to_be_visible()
    wall.reload()
    expect(newest(wall)).to_contain_text("Odile")
    expect(wall.get_by_text("Bérénice")).to_have_count(0)
