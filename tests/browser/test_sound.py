"""Sounds and tremors: none before the page was touched, none where nobody wants them, and each of them once. What is
struck when, and how loud, is tested beside the page's own code."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser import radio, steps
from tests.browser.devices import PHONE, Devices, arrived, seat
from tests.browser.house import StageHouse
from tests.browser.seating import Laid, Lay
from tests.browser.words import SAY, VOYELLES

TURN, CLUNK = [70], [90]
"""How a phone trembles when it is one's turn, and when the switch of the microphone goes over."""
LONG = 60_000
"""Milliseconds."""
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
navigator.vibrate = (pattern) => {
  window.tremors.push(pattern);
  return vibrate(pattern);
};
"""
"""Counts what the page strikes, and notes how it trembles."""


def _open(device: Devices, table: Laid) -> Page:
    page = device(PHONE)
    page.add_init_script(LISTEN)
    seat(page, table, "Zoé")
    page.goto(table.path)
    expect(steps.start_button(page)).to_be_visible()
    return page


def test_ones_turn_is_heard_and_felt_and_silence_is_remembered(device: Devices, lay: Lay) -> None:
    page = _open(device, lay("pierres", ["Zoé"], bots=["easy"], options={"first": 0}))
    assert page.evaluate("[window.strokes, window.tremors.length]") == [0, 0]
    steps.start(page)
    expect(page.get_by_role("grid")).to_be_visible()
    page.wait_for_function("() => window.strokes > 0")
    page.wait_for_function("turn => JSON.stringify(window.tremors) === JSON.stringify([turn])", arg=TURN)
    # A pebble on wood.
    before = page.evaluate("window.strokes")
    steps.lift(page, "E5")
    page.wait_for_function("before => window.strokes > before", arg=before)

    steps.press_key(page, "menu")
    steps.press_key(steps.sheet(page), "settings")
    steps.pick(steps.sheet(page), SAY("settings.mute"))
    steps.sheet(page).get_by_role("switch", name=SAY("settings.tremor")).click()
    page.reload()
    # The bot has played: it is one's turn again.
    steps.lift(page, "A1")
    assert page.evaluate("[window.strokes, window.tremors.length]") == [0, 0]


def test_the_switch_clunks_once_for_who_grabs_the_microphone_alone_among_bots(
    device: Devices, house: StageHouse, lay: Lay
) -> None:
    """The phone strikes for its owner, and for the whole table too."""
    # The bot looks for a word for as long as no time passes.
    house.let_ponder(LONG)
    house.stop_clock()
    page = _open(device, lay("voyelles", ["Zoé"], bots=["easy"], preset="posee", options={"first": 0}))
    steps.start(page)
    radio.turn(page, 1)
    expect(radio.microphone(page)).to_be_enabled()
    steps.hit(house, radio.microphone(page))
    expect(page.get_by_role("heading", name=VOYELLES("board.word"))).to_be_visible()
    arrived(page)
    assert [tremor for tremor in page.evaluate("window.tremors") if tremor == CLUNK] == [CLUNK]
