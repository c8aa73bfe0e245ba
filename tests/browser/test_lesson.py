"""A lesson is played, not read."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser import bluff, radio, steps
from tests.browser.devices import PHONE, Devices


def test_a_beginner_plays_the_lesson_of_pierres_and_then_for_real(device: Devices) -> None:
    page = device(PHONE)
    start = steps.choose_game(page, "Pierres")
    start.get_by_role("button", name="Apprendre en jouant").click()
    coach = page.get_by_role("region", name="Leçon")
    expect(coach).to_contain_text("Sous 81 pierres")
    steps.press(coach, "Continuer")
    page.get_by_role("button", name="Piocher un chiffre").last.click()
    expect(coach).to_contain_text("Il ne reste que A4")
    steps.mark(page, "I9")
    steps.press(page, "Soulever la pierre en I9")
    expect(coach).to_contain_text("Pas encore")
    steps.lift(page, "A4")
    expect(coach).to_contain_text("Bien vu")
    page.get_by_role("button", name="Piocher un chiffre").last.click()
    steps.lift(page, "H9")
    for text in ("Raté", "Léa a pioché le 0"):
        expect(coach).to_contain_text(text)
        steps.press(coach, "Continuer")
    expect(coach).to_contain_text("Vous savez tout")
    steps.press(coach, "Jouer pour de vrai")
    expect(page.get_by_role("grid", name="Plateau")).to_be_visible()
    expect(coach).to_be_hidden()


def test_a_beginner_plays_the_lesson_of_anges(device: Devices) -> None:
    page = device(PHONE)
    start = steps.choose_game(page, "Anges & Démons")
    start.get_by_role("button", name="Apprendre en jouant").click()
    coach = page.get_by_role("region", name="Leçon")
    expect(coach).to_contain_text("qui croit-on")
    steps.press(coach, "Continuer")
    steps.press(page, "Mentir pour moi")
    bluff.announce(page)
    expect(coach).to_contain_text("Pas encore")
    bluff.tell_the_truth(page)
    expect(coach).to_contain_text("Léa n’a pas vu les cartes")
    steps.press(coach, "Continuer")
    expect(coach).to_contain_text("vous gagnez les trois cartes")
    bluff.share(page)
    for text in ("+4 pour vous", "Léa annonce 8, 4 et 1", "Sami prend", "c’est à Sami d’annoncer"):
        expect(coach).to_contain_text(text)
        steps.press(coach, "Continuer")
    expect(coach).to_contain_text("Trois 6")
    bluff.answer(page, "Faux")
    expect(coach).to_contain_text("Bien vu")
    bluff.share(page)
    expect(coach).to_contain_text("Vous savez tout")
    for button in coach.get_by_role("button").all():
        expect(button).to_be_in_viewport(ratio=1)
    steps.press(coach, "Jouer pour de vrai")
    expect(coach).to_be_hidden()


def test_a_beginner_plays_the_lesson_of_voyelles(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/l/voyelles")
    coach = page.get_by_role("region", name="Leçon")
    expect(coach).to_contain_text("Trois consonnes sur le poste")
    steps.press(coach, "Continuer")
    radio.turn(page, 2)
    expect(coach).to_contain_text("F, T, R")
    field = radio.grab(page)
    expect(field).to_be_focused()
    radio.say(page, "forte")
    expect(coach).to_contain_text("Pas encore")
    radio.say(page, "FENETRE")
    expect(coach).to_contain_text("Trois E dans le mot")
    for text in ("Trois E", "P, T, R à présent", "Léa a été la plus rapide"):
        expect(coach).to_contain_text(text)
        steps.press(coach, "Continuer")
    expect(radio.verdict(page)).to_contain_text("Il manque T")
    radio.grab(page)
    radio.say(page, "peinture")
    expect(coach).to_contain_text("Vous savez tout")
    assert radio.room(page) == (12, 7, 11, 12, 11)
