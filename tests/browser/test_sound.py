"""Sounds and tremors: none before the page was touched, none where nobody wants them, and as loud as one likes."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser import steps
from tests.browser.devices import PHONE, Devices

LISTEN = """
window.strokes = 0; window.tremors = [];
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) { window.strokes++; return start.apply(this, when); };
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const own = kind.prototype.start;
  if (own !== AudioScheduledSourceNode.prototype.start)
    kind.prototype.start = function (...when) { window.strokes++; return own.apply(this, when); };
}
const vibrate = navigator.vibrate.bind(navigator);
navigator.vibrate = (pattern) => { window.tremors.push(pattern); return vibrate(pattern); };
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
