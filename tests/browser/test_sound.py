"""Sounds and tremors: none before the page was touched, none where nobody wants them, and as loud as one likes."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import Page, expect
from tests.browser import radio, steps
from tests.browser.devices import PHONE, Devices

CLUNK = "90"
"""How a phone trembles when the switch of the microphone goes over."""
REFLEX = 200
"""Milliseconds: nobody grabs it twice in that time."""
ROUNDS = 12
LISTEN = """
window.strokes = 0; window.tremors = []; window.felt = [];
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) { window.strokes++; return start.apply(this, when); };
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const own = kind.prototype.start;
  if (own !== AudioScheduledSourceNode.prototype.start)
    kind.prototype.start = function (...when) { window.strokes++; return own.apply(this, when); };
}
const vibrate = navigator.vibrate.bind(navigator);
navigator.vibrate = (pattern) => {
  window.tremors.push(pattern);
  window.felt.push(performance.now());
  return vibrate(pattern);
};
"""


def _listen(page: Page) -> Page:
    """Counts what the page strikes, and notes how it trembles."""
    page.add_init_script(LISTEN)
    return page


def test_ones_turn_is_heard_and_felt(device: Devices) -> None:
    page = _listen(device(PHONE))
    page.goto("/")
    assert page.evaluate("[window.strokes, window.tremors.length]") == [0, 0]
    steps.open_table(page, "Zoé")
    steps.add_bot(page, "Granit")
    steps.set_rules(page, first="Zoé")
    before = page.evaluate("window.strokes")
    steps.start(page)
    expect(page.get_by_role("grid")).to_be_visible()
    page.wait_for_function("before => window.strokes > before", arg=before)
    page.wait_for_function("JSON.stringify(window.tremors) === '[[70]]'")
    # A pebble on wood.
    before = page.evaluate("window.strokes")
    steps.lift(page, "E5")
    page.wait_for_function("before => window.strokes > before", arg=before)


def test_silence_is_remembered(device: Devices) -> None:
    page = _listen(device(PHONE))
    page.goto("/")
    steps.press(page, "Réglages et confort")
    steps.pick(steps.sheet(page), "Muet")
    steps.sheet(page).get_by_role("switch", name="Vibrations").click()
    page.reload()
    steps.open_table(page, "Zoé")
    steps.add_bot(page, "Granit")
    steps.set_rules(page, first="Zoé")
    steps.start(page)
    steps.lift(page, "E5")
    assert page.evaluate("[window.strokes, window.tremors.length]") == [0, 0]


def test_the_switch_clunks_once_for_who_grabs_the_microphone_alone_among_bots(device: Devices) -> None:
    """The phone strikes for its owner, and for the whole table too."""
    page = _listen(device(PHONE))
    radio.open_table(page, "Zoé")
    steps.add_bot(page, "Bafouille")
    steps.set_rules(page, preset="Posée", first="Zoé")
    radio.give_time(page)
    steps.start(page)
    mine = page.get_by_role("heading", name="Votre mot")
    to_turn = page.get_by_role("heading", name="Retournez une carte")
    radio.ready_to_grab(page)
    for _ in range(ROUNDS):  # a bot may be quicker
        expect(mine.or_(to_turn).first).to_be_visible()
        if mine.is_visible():
            break
        radio.turn(page, 1)
        expect(to_turn).to_have_count(0)
    expect(mine).to_be_visible()
    tremors = page.evaluate("window.tremors.map((pattern, at) => [String(pattern), window.felt[at]])")
    clunks = [at for pattern, at in tremors if pattern == CLUNK]
    assert clunks
    assert all(later - before > REFLEX for before, later in pairwise(clunks))
