"""On a screen that moves, slates are seen to change desks: once, and then nothing of it is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser import classroom, steps
from tests.browser.classroom import Pupil
from tests.browser.devices import PHONE, WALL, Devices
from tests.browser.house import House, open_house

from tablee.games.copieur.lesson import LESSON

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
NEAR = 3.0
"""Pixels: slates lean a little."""


class Spot(NamedTuple):
    x: float
    y: float

    def is_near(self, other: Spot) -> bool:
        return abs(self.x - other.x) <= NEAR and abs(self.y - other.y) <= NEAR


@pytest.fixture
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("loaded"), loaded=LESSON.seed) as house:
        yield house


@pytest.fixture
def device(browser: Browser, loaded: House) -> Iterator[Devices]:
    devices = Devices(browser, loaded.address)
    yield devices
    devices.close()
    assert devices.complaints == []


def spots(page: Page, script: str, at: float | None = None) -> dict[int, Spot]:
    return {int(place): Spot(x, y) for place, x, y in page.evaluate(script, at)}


def test_two_slates_travel_from_desk_to_desk_and_leave_no_trace(device: Devices) -> None:
    zoe, wall = Pupil(device(PHONE)), device(WALL, moves=True)
    guests = [Pupil(device(PHONE)) for _ in range(2)]
    code = classroom.open_table(zoe.page, "Zoé")
    for guest, name in zip(guests, ("Luc", "Léa"), strict=True):
        steps.sit_down(guest.page, code, name)
    classroom.set_rules(zoe.page, "Petite école", "Zoé")
    for guest in guests:
        steps.press(guest.page, "Je suis partant")
    steps.start(zoe.page)
    wall.goto(f"/t/{code}")
    for pupil in (zoe, *guests):
        pupil.is_ready()
    expect(wall.get_by_role("heading", name="Zoé va lancer le dé")).to_be_visible()
    zoe.roll()
    expect(wall.get_by_role("heading", name="Zoé cherche le 3")).to_be_visible()
    wall.evaluate(HALT)
    zoe.exchange("Léa")
    expect(wall.get_by_role("heading", name="Copieur ?")).to_be_visible()
    wall.wait_for_function("window.trips.length === 2")

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
    wall.wait_for_function(f"({TRACES})() === 0")
    home = spots(wall, DESKS)
    assert home.keys() == set(range(6))
    assert home[0].is_near(end[0])
    # What was told of it fades as well.
    wall.wait_for_function("() => !document.documentElement.outerHTML.includes('échange son ardoise')")
    expect(wall.get_by_role("img", name="Ardoise face cachée")).to_have_count(6)
