"""The lesson of Copieur ! is played, not read."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser import steps
from tests.browser.classroom import Pupil
from tests.browser.devices import SMALL_PHONE, Devices
from tests.browser.words import COPIEUR, SAY


def test_a_beginner_copies_lies_tells_and_slaps(device: Devices) -> None:
    page = device(SMALL_PHONE)
    page.goto("/l/copieur")
    coach, learner = page.get_by_role("region", name=SAY("lesson.title")), Pupil(page)
    slate = page.get_by_role("img", name=COPIEUR.like("board.slate.up", number=3))

    def look(step: str) -> None:
        expect(coach).to_contain_text(COPIEUR(f"lesson.{step}"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def listen(*told: str) -> None:
        for step in told:
            look(step)
            steps.press(coach, SAY("lesson.next"))

    expect(slate).to_be_visible()
    listen("welcome", "learn")
    look("roll")
    assert learner.peek() == 1
    learner.roll()
    look("copy")
    learner.exchange("Odile")
    expect(coach).to_contain_text(SAY("lesson.try"))
    learner.exchange("Sami")
    listen("window", "others")
    look("lie")
    learner.button(COPIEUR("action.Deny")).click()
    listen("believed")
    look("tell")
    learner.shout()
    expect(slate).to_be_visible()
    listen("told", "next", "teacher", "correction", "passed", "again")
    look("slap")
    learner.slap(6)
    expect(coach).to_contain_text(SAY("lesson.try"))
    learner.slap(7)
    listen("slow")
    look("goodbye")
    ranking = page.get_by_role("list", name=COPIEUR("board.ranking")).get_by_role("listitem")
    expect(ranking.first).to_contain_text(COPIEUR("screen.you"))
    steps.press(coach, SAY("lesson.real"))
    expect(page.get_by_role("heading", name=COPIEUR("screen.look"))).to_be_visible()
