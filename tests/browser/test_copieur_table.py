"""What all see of a table of Copieur !: slates that change desks once and leave no trace, and a board that nobody's
corner squeezes. The dice are loaded as in the lesson: the first one is a 3."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect
from tests.browser import axe, classroom
from tests.browser.classroom import Pupil
from tests.browser.devices import LAPTOP, PHONE, WALL, Devices
from tests.browser.house import StageHouse
from tests.browser.seating import Deed, Laid, Lay
from tests.browser.words import COPIEUR, SAY

from tablee.games.copieur.actions import Exchange, Ready, Roll
from tablee.games.copieur.clocks import SUSPENSE
from tablee.games.copieur.lesson import LESSON
from tablee.kernel.luck import seed_from

HALT = """() => {
  window.trips = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const trip = animate.apply(this, how);
    if (this.dataset.place !== undefined && how[0].some((step) => 'translate' in step)) {
      trip.pause();
      window.trips.push({ place: Number(this.dataset.place), slate: this, trip });
    }
    return trip;
  };
}"""
"""Slates that set out stand still until they are looked at: a busy machine would miss them."""
WHERE = """(at) => window.trips.map(({ place, slate, trip }) => {
  trip.currentTime = at * trip.effect.getComputedTiming().endTime;
  const { x, y, width, height } = slate.getBoundingClientRect();
  return [place, x + width / 2, y + height / 2];
})"""
"""The middle of each slate under way, at this fraction of its trip."""
DESKS = """() => [...document.querySelectorAll('[data-place]')].map((slate) => {
  const { x, y, width, height } = slate.getBoundingClientRect();
  return [Number(slate.dataset.place), x + width / 2, y + height / 2];
})"""
ARRIVE = """() => {
  for (const { trip } of window.trips) trip.finish();
  window.trips = [];
}"""
TRACES = """() => [...document.querySelectorAll('[data-place]')]
  .filter((slate) => slate.getAttribute('style') || slate.getAnimations().length).length"""
"""How many slates still show that they have moved."""
CRAMPED = """() => {
  const found = [];
  if (document.documentElement.scrollHeight > innerHeight + 1) found.push('the page scrolls');
  for (const part of document.querySelectorAll('main *')) {
    if (/auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight + 1) {
      found.push(`${part.className} scrolls`);
    }
  }
  const pieces = [...document.querySelectorAll('[data-place], section.tile')];
  const boxes = pieces.map((piece) => [piece.dataset.place ?? 'tile', piece.getBoundingClientRect()]);
  for (const [name, one] of boxes) {
    for (const [other, two] of boxes) {
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (name < other && across > 1 && down > 1) found.push(`${name} lies over ${other}`);
    }
  }
  return found;
}"""
"""What scrolls, and which pieces lie over one another."""
NEAR = 3.0
"""Pixels: slates lean a little."""


class Spot(NamedTuple):
    x: float
    y: float

    def is_near(self, other: Spot) -> bool:
        return abs(self.x - other.x) <= NEAR and abs(self.y - other.y) <= NEAR


@pytest.fixture(autouse=True)
def loaded(house: StageHouse) -> None:
    house.seed(seed_from("lesson", LESSON.seed))
    house.stop_clock()


def spots(page: Page, script: str, at: float | None = None) -> dict[int, Spot]:
    return {int(place): Spot(x, y) for place, x, y in page.evaluate(script, at)}


def lay_table(lay: Lay, *people: str) -> Laid:
    """The first of them has rolled a 3, and everybody knows by now who must look for it."""
    table = lay("copieur", people, preset="petits", options={"first": 0})
    table.start()
    table.play([*(Deed(seat, "0.look", Ready()) for seat in range(len(people))), Deed(0, "1.roll", Roll())])
    table.let_run_out("1.suspense", SUSPENSE)
    return table


def test_two_slates_travel_from_desk_to_desk_and_leave_no_trace(device: Devices, lay: Lay) -> None:
    table = lay_table(lay, "Zoé", "Luc", "Léa")
    wall = device.at(table, [], WALL, moves=True)
    expect(classroom.news(wall, "screen.play.seeks", seat="Zoé", number=3)).to_be_visible()
    wall.evaluate(HALT)
    table.answer(0, "1.play", Exchange(2))
    expect(classroom.news(wall, "ask.tell.title")).to_be_visible()
    wall.wait_for_function("() => window.trips.length === 2")

    # Each sets out from the other's desk, is between the two half-way, and ends at its own.
    start, middle, end = (spots(wall, WHERE, at) for at in (0, 0.5, 0.999))
    assert start.keys() == {0, 2}
    assert start[0].is_near(end[2])
    assert start[2].is_near(end[0])
    assert not start[0].is_near(end[0])
    for place in (0, 2):
        assert not middle[place].is_near(start[place])
        assert not middle[place].is_near(end[place])
    wall.evaluate(ARRIVE)
    wall.wait_for_function(f"() => ({TRACES})() === 0")
    home = spots(wall, DESKS)
    assert home.keys() == set(range(6))
    assert home[0].is_near(end[0])
    expect(wall.get_by_role("img", name=COPIEUR("board.slate.down"))).to_have_count(6)


def test_no_corner_squeezes_the_board(device: Devices, lay: Lay) -> None:
    """Four people round one device: while one chooses and two say something, nothing scrolls and nothing overlaps."""
    names = ("Zoé", "Luc", "Léa", "Ana")
    page = device.at(lay_table(lay, *names), names, PHONE)
    corners = page.get_by_role("group", name=SAY("zones"))
    zoe, luc, lea, _ = (Pupil(page, corners.get_by_role("region", name=name)) for name in names)
    luc.button(COPIEUR("screen.say.have")).click()
    lea.button(COPIEUR.like("screen.say.there", number=3)).click()
    zoe.choose("Léa")
    for size in (PHONE, LAPTOP, WALL):
        page.set_viewport_size(size)
        page.wait_for_function(f"() => !({CRAMPED})().length")
    axe.check(page)
    # What is offered to say is what the table takes; how much is left it says itself.
    luc.button(COPIEUR.like("action.Claim", number=4)).click()
    expect(corners.get_by_text(COPIEUR("board.say.left", count=1))).to_have_count(1)
    luc.button(COPIEUR("screen.say.deny")).click()
    expect(corners.get_by_text(COPIEUR("board.say.none"))).to_have_count(1)
    # A mark can be taken back, and the choice is offered again.
    zoe.slate_of("Léa").click()
    expect(zoe.slate_of("Léa")).to_have_attribute("aria-pressed", "false")
    zoe.exchange("Léa")
    expect(classroom.news(page, "ask.tell.title")).to_be_visible()
