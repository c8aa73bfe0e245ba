"""A lesson is played, not read."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect
from tests.browser import bluff, radio, steps
from tests.browser.devices import PHONE, Devices
from tests.browser.words import ANGES, PIERRES, SAY, VOYELLES, Tongue


class Coach:
    """Says what to do, and waits until it is done."""

    def __init__(self, page: Page, words: Tongue) -> None:
        self.slip: Locator = page.get_by_role("region", name=SAY("lesson.title"))
        self._words = words

    def says(self, *keys: str) -> None:
        """This, after which one does something."""
        for key in keys:
            expect(self.slip).to_contain_text(self._words(f"lesson.{key}"))

    def tells(self, *keys: str) -> None:
        """This, and this; one only listens."""
        for key in keys:
            self.says(key)
            steps.press_key(self.slip, "lesson.next")

    def does_not_take_it(self) -> None:
        expect(self.slip).to_contain_text(SAY("lesson.try"))

    def lets_one_play_for_real(self) -> None:
        self.says("goodbye")
        for button in self.slip.get_by_role("button").all():
            expect(button).to_be_in_viewport(ratio=1)
        steps.press_key(self.slip, "lesson.real")
        expect(self.slip).to_be_hidden()


def test_a_beginner_plays_the_lesson_of_pierres_and_then_for_real(device: Devices) -> None:
    page = device(PHONE)
    steps.press_key(steps.choose_game(page, "pierres"), "lesson.start")
    coach = Coach(page, PIERRES)
    coach.tells("welcome")
    coach.says("draw")
    page.get_by_role("button", name=PIERRES("action.Draw")).last.click()
    coach.says("think")
    steps.mark(page, "I9")
    steps.press(page, PIERRES("action.Remove", cell="I9"))
    coach.does_not_take_it()
    steps.lift(page, "A4")
    coach.says("again")
    page.get_by_role("button", name=PIERRES("action.Draw")).last.click()
    coach.says("guess")
    steps.lift(page, "H9")
    coach.tells("missed", "zero")
    coach.lets_one_play_for_real()
    expect(page.get_by_role("grid", name=PIERRES("board.name"))).to_be_visible()


def test_a_beginner_plays_the_lesson_of_anges(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/l/anges")
    coach = Coach(page, ANGES)
    coach.tells("welcome")
    coach.says("announce")
    steps.press(page, ANGES("screen.lie"))
    bluff.announce(page)
    coach.does_not_take_it()
    bluff.tell_the_truth(page)
    coach.tells("doubted")
    coach.says("share")
    # However much the coach says, the button is there to be pressed.
    expect(page.get_by_role("button", name=ANGES("screen.share.do"), exact=True)).to_be_in_viewport(ratio=1)
    bluff.share(page)
    coach.tells("others", "taken", "kept", "said")
    coach.says("forced")
    answers = page.get_by_role("group", name=ANGES("ask.decide.title"))
    steps.press(answers, ANGES("screen.choice.false"))
    steps.press(page, ANGES("action.Challenge", truth=False))
    coach.says("won")
    bluff.share(page)
    coach.lets_one_play_for_real()


def test_a_beginner_plays_the_lesson_of_voyelles(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/l/voyelles")
    coach = Coach(page, VOYELLES)
    coach.tells("welcome")
    coach.says("turn")
    radio.turn(page, 2)
    coach.says("grab")
    field = radio.grab(page)
    expect(field).to_be_focused()
    coach.says("say")
    radio.say(page, "forte")
    coach.does_not_take_it()
    radio.say(page, "FENETRE")
    coach.tells("moved", "race", "speaks")
    coach.says("chance")
    expect(radio.verdict(page)).to_contain_text(VOYELLES("board.why.missing", letters="T"))
    radio.grab(page)
    coach.says("second")
    radio.say(page, "peinture")
    coach.says("goodbye")
    assert radio.room(page) == (12, 7, 11, 12, 11)
