"""What was played is found again: on the phone that was there, on the house's own screen, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path
from zipfile import ZipFile

from playwright.sync_api import Page, expect
from tests.browser import axe, steps
from tests.browser.devices import PHONE, SMALL_PHONE, WALL, Devices

AWAY = {"X-Forwarded-For": "198.51.100.7"}
"""As somebody who comes from another machine, past a proxy. Without it every page here is at home."""


def play_morpion(host: Page, guest: Page, names: tuple[str, str]) -> None:
    """A whole game on two phones: the first three of a row."""
    code = steps.open_table(host, names[0], "Morpion")
    steps.sit_down(guest, code, names[1])
    steps.press(guest, "C’est bon pour moi")
    expect(guest.get_by_role("button", name="Finalement, attendez")).to_be_visible()
    steps.start(host)
    is_over = host.get_by_role("region", name="Podium")
    for _ in range(9):
        for page in (host, guest):
            asked = page.get_by_text("Touchez une case pour la choisir")
            expect(
                asked.or_(page.get_by_text("Patience")).or_(page.get_by_role("region", name="Podium")).first
            ).to_be_visible()
            if not asked.is_visible():
                continue
            page.get_by_role("gridcell", name=re.compile("vide$")).first.click()
            steps.press(page, "Marquer cette case")
            expect(asked).to_be_hidden()
        if is_over.is_visible():
            break
    expect(is_over).to_be_visible()
    expect(guest.get_by_role("region", name="Podium")).to_be_visible()


def test_a_picture_of_the_podium_can_be_kept(device: Devices, tmp_path: Path) -> None:
    host, guest = device(PHONE), device(PHONE)
    play_morpion(host, guest, ("Zoé", "Un nom de vingt lett"))
    with host.expect_download() as download:
        steps.press(host, "Image du podium")
    download.value.save_as(tmp_path / "podium.png")
    content = (tmp_path / "podium.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert int.from_bytes(content[16:20]) == int.from_bytes(content[20:24]) == 1080
    assert len(content) > 30_000, "something is drawn on it"


def card(page: Page, title: str = "Morpion") -> str:
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title)).first.inner_text()


def test_a_game_is_found_on_the_phone_that_was_there_seen_again_kept_and_deleted(
    device: Devices, tmp_path: Path
) -> None:
    host, guest, stranger = device(PHONE), device(PHONE), device(SMALL_PHONE)
    for page in (host, guest, stranger):
        page.context.set_extra_http_headers(AWAY)
    stranger.goto("/evenings")
    expect(stranger.get_by_role("heading", name="Les tiroirs sont encore vides")).to_be_visible()
    axe.check(stranger)
    play_morpion(host, guest, ("Zoé", "Bérénice"))

    guest.goto("/")
    guest.get_by_role("link", name="Nos soirées passées").click()
    expect(guest.get_by_role("heading", name="Nos soirées")).to_be_visible()
    expect(guest).to_have_title("Nos soirées · Tablée")
    game = guest.get_by_role("heading", name="Morpion")
    expect(game).to_be_visible()
    assert "Bérénice" in card(guest)
    axe.check(guest)

    # Looking for somebody.
    search = guest.get_by_label("Chercher")
    search.fill("berenice")
    expect(guest.get_by_text("1 partie trouvée.")).to_be_visible()
    search.fill("personne")
    expect(guest.get_by_text("0 partie trouvée.")).to_be_visible()
    expect(game).to_be_hidden()
    steps.press(guest, "Tout montrer")
    expect(game).to_be_visible()

    # What is counted of who sat here, and of nobody else.
    steps.press(guest, "Les chiffres")
    expect(guest.get_by_role("heading", name="Bérénice")).to_be_visible()
    expect(guest.get_by_role("heading", name="Zoé")).to_have_count(0)
    axe.check(guest)
    steps.press(guest, "Les parties")

    # Taken home, seen again.
    with guest.expect_download() as download:
        steps.press(guest, "Tout emporter dans un fichier")
    download.value.save_as(tmp_path / "evenings.zip")
    with ZipFile(tmp_path / "evenings.zip") as archive:
        assert len(archive.namelist()) == 2
    game.get_by_role("link").click()
    expect(guest.get_by_role("slider")).to_be_visible()
    guest.go_back()

    # Deleted: gone for everybody.
    guest.get_by_role("button", name=re.compile("^Morpion,.*que faire")).click()
    axe.check(guest, both_lights=False)
    steps.press(steps.sheet(guest), "Effacer cette partie")
    axe.check(guest)
    steps.press(steps.sheet(guest), "Oui, l’effacer")
    expect(guest.get_by_role("heading", name="Les tiroirs sont encore vides")).to_be_visible()
    host.goto("/evenings")
    expect(host.get_by_role("heading", name="Les tiroirs sont encore vides")).to_be_visible()


def test_the_screen_of_the_house_shows_every_game_without_having_been_there(device: Devices) -> None:
    host, guest, wall = device(PHONE), device(PHONE), device(WALL)
    play_morpion(host, guest, ("Odile", "<b>Luc</b>"))
    wall.goto("/evenings")
    # Other tests have played here too: this game is the newest.
    newest = wall.get_by_role("listitem").filter(has=wall.get_by_role("heading", name="Morpion")).first
    expect(newest).to_contain_text("Odile")
    expect(newest).to_contain_text("<b>Luc</b>")
    expect(wall.get_by_role("heading", name="Jeu par jeu")).to_be_visible()
    expect(wall.get_by_text("Personne n’a encore fini de partie sur cet appareil")).to_be_visible()
    axe.check(wall)
