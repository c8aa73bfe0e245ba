"""The lesson of Copieur ! is played, not read; its pictures stand still, so that axe has time to look at them."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect
from tests.browser import axe, steps
from tests.browser.classroom import GAME, Pupil
from tests.browser.devices import PHONE, SMALL_PHONE, Devices


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["phone", "small"])
def test_a_beginner_copies_lies_tells_and_slaps(device: Devices, size: ViewportSize) -> None:
    page = device(size)
    steps.choose_game(page, GAME).get_by_role("button", name="Apprendre en jouant").click()
    coach, learner = page.get_by_role("region", name="Leçon"), Pupil(page)

    def listen(*notes: str) -> None:
        for note in notes:
            expect(coach).to_contain_text(note)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            steps.press(coach, "Continuer")

    def look(note: str) -> None:
        expect(coach).to_contain_text(note)
        if size == PHONE:
            axe.check(page)

    expect(page.get_by_role("img", name="Ardoise 3")).to_be_visible()
    listen("Six ardoises", "Retenu")
    look("lancez le dé")
    assert learner.peek() == 1
    learner.roll()
    look("Qui avait le 3")
    learner.exchange("Odile")
    expect(coach).to_contain_text("Pas encore")
    learner.exchange("Sami")
    listen("personne ne bouge", "À Léa de lancer")
    look("mentez-lui")
    learner.button("« Ce n’est pas moi ! »").click()
    listen("Elle vous croit")
    look("Caftez")
    learner.shout()
    expect(page.get_by_role("img", name="Ardoise 3")).to_be_visible()
    listen("un mauvais point", "lance le dé", "la Maîtresse", "Correction", "Interrogation", "Encore 2")
    look("Tapez le résultat")
    learner.slap(6)
    expect(coach).to_contain_text("Pas encore")
    learner.slap(7)
    listen("Paf")
    look("Vous êtes en tête")
    ranking = page.get_by_role("list", name="Classement").get_by_role("listitem")
    expect(ranking.first).to_contain_text("Vous")
    steps.press(coach, "Jouer pour de vrai")
    expect(page.get_by_role("heading", name="Retenez tout")).to_be_visible()
