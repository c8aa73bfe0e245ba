"""Coming to the table: the host on a wide screen, guests on their phones, and those who went astray."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser import steps
from tests.browser.devices import PHONE, WALL, Devices


def test_a_host_opens_a_table_on_a_wide_screen_adds_a_bot_and_starts_quickly(device: Devices) -> None:
    page = device(WALL)
    steps.press(steps.choose_game(page, "Pierres"), "Ouvrir sur cet écran")
    code = steps.code_of(page)
    expect(page.get_by_role("img", name=f"Code de la table : {' '.join(code)}")).to_be_visible()
    qr = page.get_by_role("img", name=f"QR code vers la table {code}")
    expect(qr).to_be_visible()
    assert qr.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0

    steps.press(page, "M’asseoir à cet écran")
    steps.say_who(steps.sheet(page), "Zoé")
    steps.press(steps.sheet(page), "Je m’assieds")
    expect(steps.chair(page, "Zoé")).to_be_visible()
    expect(page.get_by_text("Il faut être au moins 2")).to_be_visible()
    steps.add_bot(page, "Galet")
    expect(steps.chair(page, "Galet")).to_contain_text("robot moyen")
    steps.set_rules(page, preset="Rapide", first="Zoé")
    steps.press(page, "Commencer à deux")

    expect(page.get_by_role("gridcell", name=steps.STONE)).to_have_count(72)
    expect(page.get_by_role("gridcell", name=steps.DIGIT)).to_have_count(9)
    expect(page.get_by_role("heading", name="Piochez un chiffre")).to_be_visible()
    steps.press(page, "Piocher un chiffre")
    drawn = re.compile(r"^(Trouvez un \d|À Galet de jouer|Galet cherche)")  # the 0 ends the turn at once
    expect(page.get_by_role("heading", name=drawn)).to_be_visible()


def test_guests_come_by_link_and_by_code_and_take_their_turns_on_phones(device: Devices) -> None:
    host, by_link, by_code = device(PHONE), device(PHONE), device(PHONE)
    code = steps.open_table(host, "Zoé")

    by_link.goto(f"/t/{code}")
    steps.say_who(by_link, "Luc", "Sardine")
    expect(by_link.get_by_text("Votre emblème : la Sardine")).to_be_visible()
    steps.press(by_link, "Je m’assieds")
    expect(steps.chair(by_link, "Luc")).to_be_visible()

    by_code.goto("/")
    by_code.get_by_label("Code de la table").fill(code.lower())
    steps.press(by_code, "Rejoindre")
    expect(by_code.get_by_role("radio", name="Sardine, déjà pris")).to_be_visible()
    steps.say_who(by_code, "Odile")
    steps.press(by_code, "Je m’assieds")

    expect(steps.chair(host, "Odile")).to_be_visible()
    steps.set_rules(host, first="Luc")
    start = host.get_by_role("button", name="Commencer à trois")
    expect(start).to_have_attribute("aria-disabled", "true")
    expect(host.get_by_text("On attend encore Luc et Odile.").first).to_be_visible()
    for guest in (by_link, by_code):
        steps.press(guest, "C’est bon pour moi")
        expect(guest.get_by_role("button", name="Finalement, attendez")).to_be_visible()
    expect(start).not_to_have_attribute("aria-disabled", "true")
    start.click()

    # On a phone the board is for looking; the loupe has stones of a thumb's size.
    expect(by_link.get_by_role("heading", name="Ouvrez un carré")).to_be_visible()
    steps.mark(by_link, "A1")
    by_link.get_by_role("group", name="Loupe").get_by_role("button", name="ligne 2, colonne B : pierre").click()
    by_link.get_by_role("button", name="Soulever la pierre en B2").dblclick()  # trembling thumbs play once
    for page in (by_link, by_code, host):
        expect(steps.cell(page, "B2")).to_have_accessible_name(steps.DIGIT)
        expect(page.get_by_role("gridcell", name=steps.DIGIT)).to_have_count(1)

    # What the rules forbid is explained, and changes nothing.
    expect(by_code.get_by_role("heading", name="Ouvrez un carré")).to_be_visible()
    steps.cell(by_code, "A1").click()
    expect(by_code.get_by_text("Le carré qui contient A1 a déjà perdu sa pierre").first).to_be_visible()
    expect(steps.cell(by_code, "A1")).to_have_accessible_name(steps.STONE)
    steps.lift(by_code, "D1")
    expect(host.get_by_role("heading", name="Ouvrez un carré")).to_be_visible()


def test_a_chair_that_was_touched_does_not_change_under_the_finger(device: Devices) -> None:
    host, guest = device(PHONE), device(PHONE)
    code = steps.open_table(host, "Zoé")
    steps.chair(host, "Place libre").click()
    title = steps.sheet(host).get_by_role("heading").inner_text()
    steps.sit_down(guest, code, "Luc")  # on that very chair
    expect(host.get_by_text("On attend encore Luc.").first).to_be_attached()
    expect(steps.sheet(host).get_by_role("heading", name=title)).to_be_visible()
    steps.sheet(host).get_by_role("button", name="Gravier").click()
    expect(host.get_by_text("Cette chaise vient de changer").first).to_be_visible()
    expect(steps.sheet(host)).to_have_count(0)
    expect(steps.chair(host, "Luc")).to_be_visible()
    expect(steps.chair(host, "Gravier")).to_have_count(0)

    # Who only wants to sit down gets another chair.
    late, quick = device(WALL), device(PHONE)
    late.goto(f"/t/{code}")
    steps.press(late, "Je m’assieds")
    steps.sit_down(quick, code, "Odile")
    expect(steps.chair(host, "Odile")).to_be_visible()
    steps.say_who(steps.sheet(late), "Max")
    steps.press(steps.sheet(late), "Je m’assieds")
    expect(steps.chair(host, "Max")).to_be_visible()


def test_an_unknown_code_is_answered_with_a_sentence(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/")
    page.get_by_label("Code de la table").fill("ab")
    steps.press(page, "Rejoindre")
    expect(page.get_by_role("alert")).to_have_text("Il manque 2 lettres.")
    page.get_by_label("Code de la table").fill("qqqq")
    steps.press(page, "Rejoindre")
    expect(page.get_by_role("alert")).to_contain_text("Aucune table ne s’appelle QQQQ.")

    page.goto("/t/QQQQ")
    expect(page.get_by_role("heading", name="Pas de table QQQQ")).to_be_visible()
    expect(page.get_by_text("La table « QQQQ » n’existe pas")).to_be_visible()
    steps.press(page, "Retour à l’accueil")
    expect(page.get_by_role("button", name="Ouvrir une table")).to_be_visible()


def test_a_name_that_is_taken_and_a_full_table_are_answered_with_a_sentence(device: Devices) -> None:
    host, guest, late = device(PHONE), device(PHONE), device(PHONE)
    code = steps.open_table(host, "Zoé", "Morpion")
    guest.goto(f"/t/{code}")
    steps.press(guest, "Je m’assieds")
    expect(guest.get_by_role("alert")).to_have_text("Il faut un nom, même petit.")
    steps.say_who(guest, "zoé")
    steps.press(guest, "Je m’assieds")
    expect(guest.get_by_role("alert")).to_contain_text("« zoé » est déjà à cette table.")

    late.goto(f"/t/{code}")
    expect(late.get_by_label("Votre petit nom")).to_be_visible()
    steps.say_who(guest, "Luc")
    steps.press(guest, "Je m’assieds")
    expect(guest.get_by_role("button", name="C’est bon pour moi")).to_be_visible()
    expect(late.get_by_text("La table est complète : vous regardez.")).to_be_visible()
    expect(late.get_by_role("button", name="Je m’assieds")).to_be_hidden()
