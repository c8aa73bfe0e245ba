"""Voyelles at a real table: the race for the microphone, words judged and voted on, and one device for two."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import FilePayload, Route, expect
from tests.browser import axe, radio, steps
from tests.browser.devices import LAPTOP, PHONE, SMALL_PHONE, WALL, Devices, arrived, seat
from tests.browser.house import StageHouse
from tests.browser.seating import REFLEX, Deed, Lay
from tests.browser.words import SAY, VOYELLES, game_words

from tablee.games.voyelles.actions import Grab, Say, TurnCard
from tablee.kernel.luck import seed_from
from tablee.server.play.referee import LONGEST_WAIT

ZOE, LUC = range(2)
TURNED: Final = Deed(ZOE, "1.turn", TurnCard(0))
"""Zoé has turned the first card: the microphone is free."""
EARS: Final = """window.SpeechRecognition = class extends EventTarget {
  start() {
    const heard = Object.assign(new Event('result'), { results: [[{ transcript: 'Fenêtre ouverte' }]] });
    queueMicrotask(() => this.dispatchEvent(heard));
  }
  abort() {}
};"""
NO_EARS: Final = "window.SpeechRecognition = window.webkitSpeechRecognition = undefined;"
HEARD: Final = """window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    this.addEventListener('message', ({ data }) => {
      if (data.includes('"race":true')) requestAnimationFrame(() => (window.hasHeardOfTheRace = true));
    });
  }
};"""
"""Tells when the page knows that there is a race, and has drawn it."""
CORNER: Final = "**/assets/Zone-*.js"
OWN_WORDS: Final = "kabatok\nzigoune\nschmürtz\npatatras"
NO_WORDS: Final = {"": "no_word", "d3nt": "letters_only", "deux mots": "one_word"}
"""What is typed, and why it is refused."""
REFUSALS: Final = game_words("voyelles", part="refusals")


@pytest.fixture(autouse=True)
def no_hurry(house: StageHouse) -> None:
    house.stop_clock()


def test_two_phones_play_from_the_lobby_to_the_end_and_again(device: Devices, house: StageHouse) -> None:
    """A word that no dictionary has is put to the vote, and is the table's own from then on. Two that are long enough
    win."""
    zoe, luc, wall = device(PHONE), device(SMALL_PHONE), device(WALL)
    code = steps.open_table(zoe, "Zoé", "voyelles")
    steps.sit_down(luc, code, "Luc")
    steps.set_rules(zoe, "voyelles", preset="mixte", first="Zoé")
    steps.is_ready(luc)
    steps.start(zoe)
    wall.goto(f"/t/{code}")
    words = []
    for turner, vowels in ((zoe, "a" * 12 + "e" * 12 + "i" * 10), (luc, "i" * 2 + "o" * 12 + "u" * 12)):
        radio.turn(turner)
        expect(radio.microphone(zoe)).to_be_visible()
        words.append("".join(radio.letters(zoe)) + vowels)
        radio.grab(zoe, house)
        radio.say(zoe, words[-1])
        expect(luc.get_by_role("heading", name=VOYELLES("ask.jury.title"))).to_be_visible()
        expect(zoe.get_by_role("heading", name=VOYELLES("screen.jury.wait"))).to_be_visible()
        for page in (luc, wall):
            expect(page.get_by_text(words[-1], exact=True).first).to_be_attached()
        steps.press(luc, VOYELLES("action.Vote", accepts=True))
        if turner is zoe:
            expect(radio.verdict(wall)).to_contain_text(VOYELLES("board.valid"))
            steps.press(luc, VOYELLES("board.words"))
            ours = steps.sheet(luc, VOYELLES("board.words"))
            expect(ours.get_by_role("heading", name=VOYELLES("board.ours"))).to_be_visible()
            expect(ours.get_by_text(words[0], exact=True)).to_have_count(2)
            axe.check(luc)
            steps.close_sheet(luc)

    expect(steps.podium(zoe)).to_be_visible()
    for page in (luc, wall):
        expect(steps.podium(page)).to_be_visible()
        steps.press_key(page, "end.look")
        awards = page.get_by_role("list", name=VOYELLES("end.awards"))
        for award in ("longest", "richest", "quickest"):
            expect(awards.get_by_role("heading", name=VOYELLES(f"award.{award}"))).to_be_visible()
    expect(luc.get_by_text(VOYELLES("board.ours.keep"))).to_be_visible()

    # Encore: they are words from the beginning, and everybody can see that.
    steps.press_key(zoe, "end.again")
    expect(zoe.get_by_role("heading", name=VOYELLES("ask.turn.title"))).to_be_visible()
    steps.press(luc, VOYELLES("board.words"))
    for word in words:
        expect(steps.sheet(luc, VOYELLES("board.words")).get_by_text(word, exact=True)).to_be_visible()


def test_what_is_no_word_costs_nothing_and_a_bad_word_costs_a_round(
    device: Devices, house: StageHouse, lay: Lay
) -> None:
    table = lay("voyelles", ["Zoé", "Luc"], preset="posee", options={"first": ZOE})
    table.start()
    # Hers is wide: it shows the board too.
    zoe, luc = device.at(table, "Zoé", LAPTOP), device.at(table, "Luc", PHONE)
    expect(luc.get_by_role("heading", name=VOYELLES("board.turner", seat="Zoé"))).to_be_visible()
    radio.turn(zoe, 2)

    # The cards are ticked while one writes, and what one writes stays here.
    expect(radio.microphone(luc)).to_be_visible()
    written = " ".join(radio.letters(luc))
    radio.draft(luc).fill(written)
    expect(radio.ticks(luc)).to_have_count(3)
    expect(zoe.get_by_text(written)).to_have_count(0)

    field = radio.grab(luc, house)
    expect(field).to_be_focused()
    # Whoever has lost the race can see how it was decided.
    steps.press(zoe, VOYELLES("screen.receipt"))
    receipt = steps.sheet(zoe, SAY("receipt.title"))
    expect(receipt.get_by_role("listitem").first).to_contain_text("Luc")
    steps.close_sheet(zoe)
    for typed, why in NO_WORDS.items():
        field.fill(typed)
        field.press("Enter")
        expect(luc.get_by_text(REFUSALS(why)).first).to_be_visible()
    radio.say(luc, radio.WRONG)
    for page in (zoe, luc):
        expect(radio.verdict(page)).to_contain_text(VOYELLES.anywhere("board.why.missing"))
    expect(luc.get_by_text(VOYELLES("screen.out.title"))).to_be_visible()
    expect(radio.microphone(luc)).to_have_count(0)

    # The round goes on without Luc; nobody finds a word, and only then it is shown what there was.
    missed = VOYELLES.at_first("board.there_was", "board.there_was.none")
    expect(zoe.get_by_text(missed)).to_have_count(0)
    steps.hit(house, zoe.get_by_role("button", name=VOYELLES("board.pass")))
    for page in (zoe, luc):
        expect(page.get_by_text(missed).first).to_be_visible()

    # Who is silenced still turns a card.
    radio.turn(luc, 3)
    expect(luc.get_by_text(VOYELLES("screen.excluded.title"))).to_be_visible()
    expect(luc.get_by_text(VOYELLES("screen.excluded.text"))).to_be_visible()
    expect(radio.microphone(luc)).to_have_count(0)
    expect(radio.microphone(zoe)).to_be_visible()


def test_a_bot_grabs_turns_and_speaks_by_itself(device: Devices, house: StageHouse, lay: Lay) -> None:
    """With this chance it finds a word in the round that Zoé begins, and in its own."""
    house.seed(seed_from("bot 2"))
    house.run_clock()
    table = lay("voyelles", ["Zoé"], bots=["easy"], options={"first": ZOE})
    table.start()
    zoe, bot = device.at(table, "Zoé", PHONE), VOYELLES("bot.easy")
    radio.turn(zoe)
    expect(zoe.get_by_text(VOYELLES("screen.says", seat=bot))).to_be_visible()
    expect(zoe.get_by_role("heading", name=VOYELLES("ask.turn.title"))).to_be_visible()
    expect(radio.verdict(zoe)).to_contain_text(VOYELLES("board.valid"))
    table.catch_up()
    steps.press(zoe, VOYELLES("board.words"))
    said = table.frames[ZOE]["board"]["words"]
    assert [spoken["seat"] for spoken in said] == [1, 1]
    for spoken in said:
        expect(steps.sheet(zoe).get_by_text(spoken["word"], exact=True)).to_be_visible()


def test_the_host_strikes_a_word_of_the_table_off(device: Devices, lay: Lay) -> None:
    table = lay("voyelles", ["Zoé", "Luc"])
    zoe, luc = device.at(table, "Zoé", PHONE), device.at(table, "Luc", SMALL_PHONE)
    rules = steps.open_rules(zoe)
    rules.get_by_text(SAY("options.more")).click()
    file = FilePayload(name="nos-mots.txt", mimeType="text/plain", buffer=OWN_WORDS.encode())
    rules.get_by_label(VOYELLES("option.our_words")).locator("input[type=file]").set_input_files(file)
    rules.get_by_role("button", name=SAY.like("pack.strike", word="kabatok")).click()
    expect(rules.get_by_text("kabatok")).to_have_count(0)
    axe.check(zoe)
    luc.get_by_role("button", name="zigoune, schmürtz, patatras").click()
    steps.sheet(luc).get_by_text(SAY("options.more")).click()
    expect(steps.sheet(luc).get_by_text("schmürtz", exact=True)).to_be_visible()
    steps.press_key(rules, "pack.drop.all")
    expect(steps.sheet(luc).get_by_text("schmürtz", exact=True)).to_have_count(0)


def test_with_a_jury_a_word_stands_until_somebody_doubts_it(device: Devices, lay: Lay) -> None:
    table = lay("voyelles", ["Zoé", "Luc"], preset="jury", options={"first": ZOE})
    table.start()
    table.play([TURNED, Deed(ZOE, "1.0.mic", Grab())])
    word = "o".join(table.frames[ZOE]["board"]["letters"])
    table.play([Deed(ZOE, "1.1.speak", Say(word))])
    zoe, luc = device.at(table, "Zoé", PHONE), device.at(table, "Luc", PHONE)
    steps.press(luc, VOYELLES("action.Dispute"))
    for page in (zoe, luc):
        expect(radio.verdict(page)).to_contain_text(VOYELLES("board.why.voted_down"))
    expect(zoe.get_by_text(VOYELLES("screen.out.title"))).to_be_visible()


def test_a_word_is_said_by_keyboard_alone_beside_the_board(device: Devices, house: StageHouse, lay: Lay) -> None:
    table = lay("voyelles", ["Zoé", "Luc"], preset="posee", options={"first": LUC})
    table.start()
    luc = device.at(table, "Luc", LAPTOP)
    pile = radio.pile(luc, 2)
    pile.press("Enter")
    expect(pile).to_have_attribute("aria-pressed", "true")
    pile.press("Enter")
    radio.draft(luc).press_sequentially(radio.WRONG)
    house.forward(REFLEX)
    radio.draft(luc).press("Enter")
    arrived(luc)
    house.forward(LONGEST_WAIT)
    field = radio.field(luc)
    expect(field).to_be_focused()
    expect(field).to_have_value(radio.WRONG)
    field.press("Enter")
    expect(radio.verdict(luc)).to_contain_text(VOYELLES("board.invalid"))


def test_one_device_lies_open_between_two(device: Devices, house: StageHouse, lay: Lay) -> None:
    """They come in the middle of a race, and their line is slow: corners are the game's own, though they come late."""
    table = lay("voyelles", ["Ana", "Bob"], preset="posee", options={"first": 0})
    table.start()
    table.play([Deed(0, "1.turn", TurnCard(0))])
    page, held = device(PHONE), list[Route]()
    seat(page, table, ["Ana", "Bob"])

    def hold(route: Route) -> None:
        held.append(route)

    def let_through(route: Route) -> None:
        route.continue_()

    page.route(CORNER, hold)
    page.add_init_script(HEARD)
    with page.expect_request(CORNER):
        page.goto(table.path)
    page.wait_for_function("() => window.hasHeardOfTheRace")
    page.route(CORNER, let_through)
    for route in held:
        route.continue_()
    corners = page.get_by_role("group", name=SAY("zones"))
    ana, bob = (corners.get_by_role("region", name=name) for name in ("Ana", "Bob"))
    for corner in (ana, bob):
        expect(radio.microphone(corner)).to_be_visible()
    axe.check(page)

    steps.hit(house, radio.microphone(bob))
    field = radio.field(bob)
    expect(field).to_be_focused()
    field.fill(radio.WRONG)
    field.press("Enter")
    expect(bob.get_by_text(VOYELLES("screen.out.title"))).to_be_visible()
    steps.hit(house, ana.get_by_role("button", name=VOYELLES("board.pass")))
    radio.turn(bob)
    expect(radio.microphone(ana)).to_be_visible()


def test_dictation_is_offered_only_where_the_browser_listens(device: Devices, house: StageHouse, lay: Lay) -> None:
    """A stand-in for the browser's own recognition, which asks a service far away."""
    table = lay("voyelles", ["Zoé", "Luc"], preset="posee", options={"first": ZOE})
    table.start()
    table.play([TURNED])
    zoe, luc = device(PHONE), device(PHONE)
    for page, name, ears in ((zoe, "Zoé", EARS), (luc, "Luc", NO_EARS)):
        page.add_init_script(ears)
        seat(page, table, name)
        page.goto(table.path)
    field = radio.grab(zoe, house)
    steps.press(zoe, VOYELLES("board.word.voice"))
    # It goes into the field, and no further.
    expect(field).to_have_value("fenêtre")
    radio.say(zoe, radio.WRONG)
    expect(radio.verdict(luc)).to_contain_text(VOYELLES("board.invalid"))
    radio.grab(luc, house)
    expect(luc.get_by_role("button", name=VOYELLES("board.word.send"), exact=True)).to_be_visible()
    expect(luc.get_by_role("button", name=VOYELLES("board.word.voice"))).to_have_count(0)
