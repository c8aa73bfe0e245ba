"""A race: the finger decides, not the line. All clocks belong to the test, the house's and the page's."""

from __future__ import annotations

from examples.buzzer import BEAT
from playwright.sync_api import Page, expect
from tests.browser import steps
from tests.browser.devices import PHONE, Devices, seat
from tests.browser.house import StageHouse
from tests.browser.seating import Lay
from tests.browser.words import SAY, game_words

from tablee.kernel.luck import seed_from

BUZZER = "examples/buzzer.py"
SAID, TOLD = game_words(BUZZER), game_words(BUZZER, part="captions")
SEED = seed_from("the lamp goes on after one beat")
STOPWATCH = """
const own = performance.now.bind(performance);
performance.now = () => window.stopped ?? own();
Object.defineProperty(Event.prototype, 'timeStamp', { get: () => performance.now() });
"""
"""What the page measures reactions with. It stands where the test has stopped it."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ANA, BOB, LINE = 400, 330, 90
"""Milliseconds: how long each took, and how much longer what Bob does is on its way. (The house has measured his line
three times. So much it believes of a line that it hardly knows.)"""


def test_the_quicker_finger_wins_over_the_longer_line(device: Devices, house: StageHouse, lay: Lay) -> None:
    house.seed(SEED)
    house.stop_clock()
    table = lay(BUZZER, ["Ana", "Bob"])
    page = device(PHONE)
    page.add_init_script(STOPWATCH)
    seat(page, table, "Bob")
    page.goto(table.path)
    expect(page.get_by_role("button", name=SAY("lobby.not_ready"))).to_be_visible()
    table.keep("Ana")
    _stop(page, 0)
    table.start()
    house.forward(BEAT + 1)
    pad = page.get_by_role("button", name=SAID("action.Buzz"))
    expect(pad).to_be_enabled()
    page.evaluate(DRAWN)

    # Ana presses and is heard at once. Bob was quicker, and is heard later.
    house.forward(ANA)
    table.say("play", seat=0, ask="1.buzz", action={"type": "Buzz"}, reaction=ANA)
    house.forward(BOB + LINE - ANA)
    _stop(page, BOB)
    pad.click()
    expect(page.get_by_text(TOLD("buzzed", seat="Bob")).first).to_be_attached()
    steps.press_key(page, "menu")
    steps.press_key(steps.sheet(page), "receipt.menu")
    lines = steps.sheet(page, SAY("receipt.title")).get_by_role("listitem")
    for line, name, took in ((lines.nth(0), "Bob", BOB), (lines.nth(1), "Ana", ANA)):
        expect(line).to_contain_text(name)
        expect(line).to_contain_text(SAY("receipt.took", ms=took))
    expect(lines.nth(1)).to_contain_text(SAY("receipt.late"))


def _stop(page: Page, at: int) -> None:
    page.evaluate("at => { window.stopped = at; }", at)


def test_one_device_lies_open_between_two_people_in_a_race(device: Devices, house: StageHouse, lay: Lay) -> None:
    house.seed(SEED)
    house.stop_clock()
    table = lay(BUZZER, ["Ana", "Bob"])
    page = device.at(table, ["Ana", "Bob"], PHONE)
    table.start()
    house.forward(BEAT + 1)
    corners = page.get_by_role("group", name=SAY("zones"))
    for name in ("Ana", "Bob"):
        expect(corners.get_by_role("region", name=name)).to_be_visible()
    pad = corners.get_by_role("region", name="Bob").get_by_role("button", name=SAID("action.Buzz"))
    steps.hit(house, pad)
    # Then each votes in secret.
    expect(page.get_by_role("dialog", name=SAY.like("curtain.title"))).to_be_visible()


def test_in_a_race_every_answer_is_a_button_that_needs_no_confirming(
    device: Devices, house: StageHouse, lay: Lay
) -> None:
    house.stop_clock()
    table = lay("tests/browser/quiz.py", ["Zoé", "Luc"])
    page = device.at(table, "Luc", PHONE)
    table.start()
    answers = [page.get_by_role("button", name=f"Pick{SAY('colon')}answer {number}", exact=True) for number in range(3)]
    for answer in answers:
        expect(answer).to_be_visible()
    expect(page.get_by_role("radio")).to_have_count(0)
    steps.hit(house, answers[1])
    expect(steps.podium(page)).to_be_visible()
