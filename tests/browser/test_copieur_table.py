"""What all see of a table of Copieur !: slates that change desks once and leave no trace, and a board that nobody's
corner squeezes. The dice are loaded as in the lesson: the first one is a 3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser import axe, classroom, steps
from tests.browser.classroom import Pupil
from tests.browser.devices import LAPTOP, PHONE, WALL, Devices
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
        steps.press(guest.page, "C’est bon pour moi")
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


def test_no_corner_squeezes_the_board(device: Devices) -> None:
    """Four people round one device: while one chooses and two say something, nothing scrolls and nothing overlaps."""
    page = device(PHONE)
    names = ("Zoé", "Luc", "Léa", "Ana")
    classroom.open_table(page, names[0])
    for name in names[1:]:
        steps.chair(page, "Place libre").click()
        steps.press(steps.sheet(page), "Quelqu’un d’autre joue sur cet appareil")
        steps.say_who(steps.sheet(page), name)
        steps.press(steps.sheet(page), "Je m’assieds")
        expect(steps.chair(page, name)).to_be_visible()
    classroom.set_rules(page, "Petite école", "Zoé")
    steps.start(page)
    corners = page.get_by_role("group", name="Un coin pour chacun")
    zoe, luc, lea, ana = (Pupil(page, corners.get_by_role("region", name=name)) for name in names)
    for pupil in (zoe, luc, lea, ana):
        pupil.is_ready()
    zoe.roll()
    expect(page.get_by_role("heading", name="Zoé cherche le 3")).to_be_visible()
    luc.button("« J’ai le… »").click()
    lea.button("« Le 3 est là").click()
    zoe.choose("Léa")
    for size in (PHONE, LAPTOP, WALL):
        page.set_viewport_size(size)
        page.wait_for_function(f"() => !({CRAMPED})().length")
        axe.check(page, both_languages=True)
    # What is offered to say is what the table takes; how much is left it says itself.
    luc.button("« J’ai le 4 ! »").click()
    expect(corners.get_by_text("Encore 1 mot à dire")).to_have_count(1)
    luc.button("« Pas moi ! »").click()
    expect(corners.get_by_text("Vous avez assez parlé")).to_have_count(1)
    # A mark can be taken back, and the choice is offered again.
    zoe.button("L’ardoise : Léa").click()
    expect(zoe.button("L’ardoise : Léa")).to_have_attribute("aria-pressed", "false")
    zoe.exchange("Léa")
    expect(page.get_by_role("heading", name="Copieur ?")).to_be_visible()
