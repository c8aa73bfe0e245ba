"""Voyelles at a real table: the race for the microphone, words judged and voted on, and one device for two."""

from __future__ import annotations

import re

from playwright.sync_api import FilePayload, Locator, Page, Route, expect
from tests.browser import axe, radio, steps
from tests.browser.bluff import sit_down_at_a_wide_screen
from tests.browser.devices import LAPTOP, PHONE, SMALL_PHONE, WALL, Devices

EARS = """window.SpeechRecognition = class extends EventTarget {
  start() {
    const heard = Object.assign(new Event('result'), { results: [[{ transcript: 'Fenêtre ouverte' }]] });
    queueMicrotask(() => this.dispatchEvent(heard));
  }
  abort() {}
};"""
NO_EARS = "window.SpeechRecognition = window.webkitSpeechRecognition = undefined;"
HEARD = """window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    this.addEventListener('message', ({ data }) => {
      if (data.includes('"race":true')) requestAnimationFrame(() => (window.hasHeardOfTheRace = true));
    });
  }
};"""
"""Tells when the page knows that there is a race, and has drawn it."""
OWN_WORDS = "kabatok\nzigoune\nschmürtz\npatatras"
NO_WORDS = {"": "la ligne est vide", "d3nt": "Rien que des lettres", "deux mots": "Un seul mot"}


def test_two_phones_and_a_bot_play_to_the_end_at_a_shared_screen(device: Devices) -> None:
    zoe, luc, wall = device(PHONE), device(SMALL_PHONE), device(WALL)
    code = radio.open_table(zoe, "Zoé")
    steps.sit_down(luc, code, "Luc")
    steps.add_bot(zoe, "Bafouille")
    steps.set_rules(zoe, preset="Éclair", first="Zoé")
    radio.give_time(zoe)
    steps.press(luc, "C’est bon pour moi")
    steps.start(zoe)
    wall.goto(f"/t/{code}")

    table = radio.Table(wall, {"Zoé": zoe, "Luc": luc})
    while table.play_on():
        for page in (zoe, luc):
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    for page in (zoe, luc, wall):
        expect(page.get_by_role("region", name="Podium")).to_be_visible()
    for page in (zoe, wall):
        steps.press(page, "Revoir le plateau")
        awards = page.get_by_role("list", name="Palmarès")
        for title in ("Le mot le plus long", "Le plus beau bond", "Le réflexe du micro"):
            expect(awards.get_by_role("heading", name=title)).to_be_visible()
        axe.check(page)


def test_what_is_no_word_costs_nothing_and_a_bad_word_costs_a_round(device: Devices) -> None:
    zoe, luc, wall = device(PHONE), device(PHONE), device(WALL)
    wall.goto(f"/t/{_two_at_a_table(zoe, luc, 'Posée')}")
    expect(luc.get_by_role("heading", name="À Zoé de retourner")).to_be_visible()
    for page in (zoe, luc, wall):
        axe.check(page, both_languages=True)
    radio.turn(zoe, 2)

    # The cards are ticked while one writes, and what one writes stays here.
    expect(radio.microphone(luc)).to_be_visible()
    draft = luc.get_by_label("Au brouillon")
    draft.fill(" ".join(radio.letters(luc)))
    expect(luc.get_by_role("list", name="Consonnes").get_by_text("dans votre mot")).to_have_count(3)
    axe.check(luc)
    for page in (zoe, wall):
        expect(page.get_by_text(draft.input_value())).to_have_count(0)

    field = radio.grab(luc)
    expect(field).to_be_focused()
    for typed, sentence in NO_WORDS.items():
        field.fill(typed)
        field.press("Enter")
        expect(luc.get_by_text(sentence).first).to_be_visible()
    word = radio.wrong_word(luc)
    radio.say(luc, word)
    for page in (zoe, luc, wall):
        expect(radio.verdict(page)).to_contain_text("Il manque")
    expect(luc.get_by_text("Refusé ! Vous vous taisez")).to_be_visible()
    expect(radio.microphone(luc)).to_have_count(0)
    axe.check(luc, both_languages=True)

    # The round goes on without Luc; nobody finds a word, and only then it is shown what there was.
    expect(wall.get_by_text("Ce qu’on pouvait dire")).to_have_count(0)
    steps.press(zoe, "Je passe")
    for page in (zoe, wall):
        expect(page.get_by_text(re.compile("Ce qu’on pouvait dire|Il n’y avait aucun mot")).first).to_be_visible()
    axe.check(wall, both_languages=True)

    # Who is silenced still turns a card.
    radio.turn(luc, 3)
    expect(luc.get_by_text("Chut ! Pas cette manche")).to_be_visible()
    expect(luc.get_by_text("Votre mot de la manche d’avant a été refusé")).to_be_visible()
    expect(radio.microphone(luc)).to_have_count(0)
    expect(radio.microphone(zoe)).to_be_visible()
    axe.check(zoe, both_languages=True)


def test_a_word_that_no_dictionary_has_is_put_to_the_vote_and_becomes_ours(device: Devices) -> None:
    zoe, luc, wall = device(PHONE), device(PHONE), device(WALL)
    wall.goto(f"/t/{_two_at_a_table(zoe, luc, 'Mixte')}")
    radio.turn(zoe, 1)
    word = "ka" + "a".join(radio.letters(zoe)) + "ok"
    zoe.get_by_label("Au brouillon").fill(word)
    radio.grab(zoe)
    steps.press(zoe, "Dire")
    expect(luc.get_by_role("heading", name="Acceptez-vous ce mot")).to_be_visible()
    expect(zoe.get_by_role("heading", name="La table en juge")).to_be_visible()
    for page in (luc, wall):
        expect(page.get_by_text(word, exact=True).first).to_be_visible()
        axe.check(page)
    steps.press(luc, "Accepter")
    expect(radio.verdict(wall)).to_contain_text("Mot valable")
    steps.press(luc, "Mots de la partie")
    ours = steps.sheet(luc, "Mots de la partie")
    expect(ours.get_by_role("heading", name="Mots maison")).to_be_visible()
    expect(ours.get_by_text(word, exact=True)).to_have_count(2)
    axe.check(luc)


def test_what_the_table_has_accepted_stays_its_word_in_the_next_game(device: Devices) -> None:
    zoe, luc = device(PHONE), device(PHONE)
    _two_at_a_table(zoe, luc, "Mixte")
    words = []
    for turner, vowels in ((zoe, "a" * 12 + "e" * 12 + "i" * 10), (luc, "i" * 2 + "o" * 12 + "u" * 12)):
        radio.turn(turner, 1)
        words.append("".join(radio.letters(zoe)) + vowels)
        radio.grab(zoe)
        radio.say(zoe, words[-1])
        steps.press(luc, "Accepter")
    expect(luc.get_by_role("region", name="Podium")).to_be_visible()
    steps.press(luc, "Revoir le plateau")
    expect(luc.get_by_text("Ils compteront encore à la prochaine partie")).to_be_visible()

    # Encore: they are words from the beginning, and everybody can see that.
    steps.press(zoe, "Encore !")
    expect(zoe.get_by_role("heading", name="Retournez une carte")).to_be_visible()
    steps.press(luc, "Mots de la partie")
    book = steps.sheet(luc, "Mots de la partie")
    for word in words:
        expect(book.get_by_text(word, exact=True)).to_be_visible()


def test_the_host_strikes_a_word_of_the_table_off(device: Devices) -> None:
    zoe, luc = device(PHONE), device(SMALL_PHONE)
    code = radio.open_table(zoe, "Zoé")
    steps.sit_down(luc, code, "Luc")
    zoe.get_by_role("button", name="Changer").click()
    rules = steps.sheet(zoe, "Les règles de ce soir")
    rules.get_by_text("Plus de réglages").click()
    file = FilePayload(name="nos-mots.txt", mimeType="text/plain", buffer=OWN_WORDS.encode())
    rules.get_by_label("Mots maison").locator("input[type=file]").set_input_files(file)
    rules.get_by_role("button", name=re.compile(r"^Retirer «\skabatok\s»$")).click()
    expect(rules.get_by_text("kabatok")).to_have_count(0)
    axe.check(zoe)
    expect(luc.get_by_role("button", name="zigoune, schmürtz, patatras")).to_be_visible()
    luc.get_by_role("button", name="zigoune, schmürtz, patatras").click()
    steps.sheet(luc).get_by_text("Plus de réglages").click()
    expect(steps.sheet(luc).get_by_text("schmürtz", exact=True)).to_be_visible()
    axe.check(luc)
    steps.press(rules, "Tout retirer")
    expect(steps.sheet(luc).get_by_text("schmürtz", exact=True)).to_have_count(0)


def test_with_a_jury_a_word_stands_until_somebody_doubts_it(device: Devices) -> None:
    zoe, luc = device(PHONE), device(PHONE)
    _two_at_a_table(zoe, luc, "Jury")
    radio.turn(zoe, 1)
    zoe.get_by_label("Au brouillon").fill("o" + "o".join(radio.letters(zoe)))
    radio.grab(zoe)
    radio.when_it_comes(luc, "Contester")
    steps.press(zoe, "Dire")
    for page in (zoe, luc):
        expect(radio.verdict(page)).to_contain_text("Refusé par la table")
    expect(zoe.get_by_text("Refusé ! Vous vous taisez")).to_be_visible()


def test_a_word_is_said_by_keyboard_alone_beside_the_board(device: Devices) -> None:
    zoe, luc = device(PHONE), device(LAPTOP)
    code = radio.open_table(zoe, "Zoé")
    sit_down_at_a_wide_screen(luc, code, "Luc")
    steps.set_rules(zoe, preset="Posée", first="Luc")
    steps.press(luc, "C’est bon pour moi")
    steps.start(zoe)
    pile = luc.get_by_role("button", name=re.compile("^Paquet 2"))
    pile.press("Enter")
    expect(pile).to_have_attribute("aria-pressed", "true")
    pile.press("Enter")
    draft = luc.get_by_label("Au brouillon")
    word = radio.wrong_word(luc)
    draft.press_sequentially(word)
    axe.check(luc, both_lights=False)  # which also gives time: nobody is that quick
    draft.press("Enter")
    field = luc.get_by_label("Votre mot", exact=True)
    expect(field).to_be_focused()
    expect(field).to_have_value(word)
    # Whoever has lost the race can see how it was decided.
    steps.press(zoe, "Qui a été le plus rapide ?")
    expect(steps.sheet(zoe, "Qui a été le plus rapide").get_by_role("listitem").first).to_contain_text("Luc")
    field.press("Enter")
    expect(radio.verdict(zoe)).to_contain_text("Mot refusé")


def test_one_device_lies_open_between_two(device: Devices) -> None:
    page = device(PHONE)
    ana, bob = _two_round_a_device(page)
    ana.get_by_role("button", name=re.compile("^Paquet 1")).click()
    steps.press(ana, "Retourner une carte du paquet 1")
    for corner in (ana, bob):
        expect(corner.get_by_role("button", name=radio.MICROPHONE)).to_be_visible()
    axe.check(page)
    radio.hit(bob.get_by_role("button", name=radio.MICROPHONE))
    field = bob.get_by_label("Votre mot", exact=True)
    expect(field).to_be_focused()
    field.fill(radio.wrong_word(page))
    field.press("Enter")
    expect(bob.get_by_text("Refusé ! Vous vous taisez")).to_be_visible()
    expect(ana.get_by_role("button", name=radio.MICROPHONE)).to_be_visible()


def test_corners_are_the_games_own_though_they_come_late(device: Devices) -> None:
    """A device that lies open is reloaded in the middle of a race, and its line is slow."""
    page = device(PHONE)
    ana, bob = _two_round_a_device(page)
    ana.get_by_role("button", name=re.compile("^Paquet 1")).click()
    steps.press(ana, "Retourner une carte du paquet 1")
    expect(bob.get_by_role("button", name=radio.MICROPHONE)).to_be_visible()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/assets/Zone-*.js", hold)
    page.add_init_script(HEARD)
    page.reload()
    page.wait_for_function("window.hasHeardOfTheRace")
    for route in held:
        route.continue_()
    for corner in (ana, bob):
        expect(corner.get_by_role("button", name=radio.MICROPHONE)).to_be_visible()


def test_dictation_is_offered_only_where_the_browser_listens(device: Devices) -> None:
    """A stand-in for the browser's own recognition, which asks a service far away."""
    zoe, luc = device(PHONE), device(PHONE)
    zoe.add_init_script(EARS)
    luc.add_init_script(NO_EARS)
    _two_at_a_table(zoe, luc, "Posée")
    radio.turn(zoe, 1)
    field = radio.grab(zoe)
    steps.press(zoe, "Dicter")
    # It goes into the field, and no further.
    expect(field).to_have_value("fenêtre")
    radio.say(zoe, radio.wrong_word(zoe))
    expect(radio.verdict(luc)).to_contain_text("Mot refusé")
    radio.grab(luc)
    expect(luc.get_by_role("button", name="Dire", exact=True)).to_be_visible()
    expect(luc.get_by_role("button", name="Dicter")).to_have_count(0)


def _two_round_a_device(page: Page) -> tuple[Locator, Locator]:
    """Ana, who is the first to turn a card, and Bob: the corner of each."""
    radio.open_table(page, "Ana")
    steps.chair(page, "Place libre").click()
    steps.press(steps.sheet(page), "Quelqu’un d’autre joue sur cet appareil")
    steps.say_who(steps.sheet(page), "Bob")
    steps.press(steps.sheet(page), "Je m’assieds")
    expect(steps.chair(page, "Bob")).to_be_visible()
    steps.set_rules(page, preset="Posée", first="Ana")
    steps.start(page)
    corners = page.get_by_role("group", name="Un coin pour chacun")
    ana, bob = (corners.get_by_role("region", name=name) for name in ("Ana", "Bob"))
    return ana, bob


def _two_at_a_table(zoe: Page, luc: Page, preset: str) -> str:
    code = radio.open_table(zoe, "Zoé")
    steps.sit_down(luc, code, "Luc")
    steps.set_rules(zoe, preset=preset, first="Zoé")
    radio.give_time(zoe)
    steps.press(luc, "C’est bon pour moi")
    steps.start(zoe)
    expect(zoe.get_by_role("heading", name="Retournez une carte")).to_be_visible()
    return code
