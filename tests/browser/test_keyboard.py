"""Every game from the front page to the podium with a keyboard alone, by what a screen reader says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect
from tests.browser import axe, radio, reach
from tests.browser.devices import LAPTOP, Devices
from tests.browser.house import open_house
from tests.browser.keys import ANY, Reader, Tongue

from tablee.games.copieur.operations import result_of
from tablee.games.voyelles.finder import finder
from tablee.games.voyelles.letters import VOWELS, fold

NAME: Final = "Zed"
LOCALES: Final = {"fr": "fr-FR", "en": "en-GB"}
MARKERS: Final = {
    "fr": re.compile(r"\b(vous|votre|vos|est|les|une|et|dans|pour)\b", re.IGNORECASE),
    "en": re.compile(r"\b(you|your|the|is|and|with|of|to|when)\b", re.IGNORECASE),
}
"""Small words that are of one language only."""
QUOTED: Final = re.compile("“[^”]*”")


@pytest.fixture
def quick(browser: Browser, tmp_path: Path) -> Iterator[Devices]:
    """Devices of a house whose bots answer at once."""
    with open_house(tmp_path, thought=50) as house:
        devices = Devices(browser, house.address)
        yield devices
        devices.close()
    assert devices.complaints == []


def sit_down(devices: Devices, game: str, title: str, language: str) -> Reader:
    """From the front page to a table of one's own."""
    tongue = Tongue(language, game)
    person = Reader(devices(LAPTOP, LOCALES[language]), tongue)
    person.page.goto("/")
    person.do(tongue.page("home.open"), "button")
    person.do(re.compile(re.escape(title)), "button")
    person.do(tongue.page("start.sit"))
    person.reach(tongue.page("who.name"), "textbox")
    person.page.keyboard.type(NAME)
    person.press("Enter")
    person.wait_for("/\\/t\\/[A-Z]{4}$/.test(location.pathname) && document.querySelector('main .chair') !== null")
    return person


def add_bots(person: Reader, bot: str, count: int) -> None:
    name = re.compile(rf"(?:\d\s*)?{re.escape(bot)}\b.*", re.DOTALL)
    for number in range(count):
        person.do(re.compile(person.tongue.page("place.free").pattern + ".*"), "button")
        person.do(name)
        person.wait_for(
            f"!document.querySelector('dialog') && document.querySelectorAll('.chair .emb__key').length > {number}"
        )


def set_rules(person: Reader, preset: str, pace: str = "pace.none") -> None:
    """By the arrows among the presets; by Tab elsewhere."""
    person.do(person.tongue.page("lobby.change"))
    wanted = re.compile(person.tongue.game(f"preset.{preset}").pattern + r"\b.*", re.DOTALL)
    person.reach(ANY, "radio")
    for _ in range(8):
        if wanted.fullmatch(person.look().name):
            break
        person.press("ArrowDown")
    assert wanted.fullmatch(person.look().name), person.look()
    person.do(person.tongue.page(pace), "button")
    person.wait_for("document.querySelector('dialog .chip[aria-pressed=true]') !== null")
    person.press("Escape")


def begin(person: Reader) -> None:
    person.do(person.tongue.page("lobby.start"), "button")
    person.wait_for("document.querySelector('main .game h2') !== null")


def check_the_end(person: Reader) -> None:
    """The podium: for everybody, on the smallest phone, and twice as large."""
    axe.check(person.page, both_languages=True)
    reach.check_small(person.page)


def check_what_was_heard(person: Reader, *sentences: re.Pattern[str]) -> None:
    """Each of these was read out, all of it in one's own language; and the focus was always to be seen."""
    heard = person.heard()
    told = " ".join(heard)
    for sentence in sentences:
        assert sentence.search(told), f"Nobody said {sentence.pattern}: {heard}"
    own = person.tongue.language
    other = "en" if own == "fr" else "fr"
    # Cards of a French game stay French; they are read out in quotes.
    said = QUOTED.sub("", told)
    counts = {language: len(MARKERS[language].findall(said)) for language in MARKERS}
    assert counts[own] > 10 * counts[other], f"{counts}: {heard}"
    assert not person.ringless


def ask_once(person: Reader, kind: str, *others: str) -> None:
    """The first time, `?` explains the moment, which may be one of the `others` already; Escape leads back. Nothing is
    wrong with either page, by day and by night, in this language and the other."""
    if kind in person.asked:
        return
    person.asked.add(kind)
    axe.check(person.page, both_languages=True)
    before = person.look()
    person.press("?")
    sheet = person.page.get_by_role("dialog")
    expect(sheet).to_contain_text(person.tongue.game(*(f"rule.{one}" for one in (kind, *others))))
    axe.check(person.page)
    person.press("Escape")
    expect(sheet).to_have_count(0)
    after = person.look()
    assert after.name == before.name or after.title != before.title


def test_pierres(quick: Devices) -> None:
    person = sit_down(quick, "pierres", "Pierres", "fr")
    say = person.tongue.game
    add_bots(person, "Gravier", 5)
    set_rules(person, "rapide")
    begin(person)
    stone, cell = re.compile(r"ligne \d, colonne [A-I]\s: pierre"), re.compile(r"ligne \d, colonne [A-I].*")

    def draw() -> None:
        person.try_to_do(say("action.Draw"), "button")

    def remove() -> None:
        ask_once(person, "remove")
        if person.look().role != "gridcell":
            person.press("ArrowUp")
        # On another button an arrow is that button's own: then the board is reached as everything is.
        if person.look().role != "gridcell" and not person.try_reach(cell, "gridcell"):
            return
        for _ in range(100):
            here = person.look()
            if here.role != "gridcell":
                return
            if stone.match(here.name):
                person.press("Enter")
                person.press("Enter")
                return
            last_column = re.search(r"colonne (A|I)\b", here.name)
            odd = int(here.name[6]) % 2
            at_edge = last_column is not None and last_column[1] == ("I" if odd else "A")
            person.press("ArrowDown" if at_edge else "ArrowRight" if odd else "ArrowLeft")

    person.play({say("ask.draw.title"): draw, say("ask.remove.title"): remove})
    check_the_end(person)
    check_what_was_heard(person, say("ask.draw"), say("ask.remove"))


def test_anges(quick: Devices) -> None:
    person = sit_down(quick, "anges", "Anges & Démons", "en")
    say = person.tongue.game
    add_bots(person, "Aunt Honorine", 2)
    set_rules(person, "sans-x")
    begin(person)

    def announce() -> None:
        ask_once(person, "announce")
        person.press("7", "4", "2")
        person.try_to_do(say("action.Announce"), "button")

    def decide() -> None:
        ask_once(person, "decide")
        choices = ("screen.choice.take", "screen.choice.true", "screen.choice.false")
        if person.try_to_do(say(*(choices if len(person.asked) % 2 else choices[1:])), "button"):
            person.try_to_do(say("action.Take", "action.Challenge"), "button")

    def keep() -> None:
        ask_once(person, "keep")
        card = re.compile(r"(Angel|Demon).*")
        for place in ("1", "2"):
            if person.try_reach(card, "button"):
                person.press(place)
        person.try_to_do(say("screen.keep.do"), "button")

    def share() -> None:
        ask_once(person, "share")
        person.try_to_do(say("screen.share.do"), "button")

    deeds = {"announce": announce, "decide": decide, "keep": keep, "share": share}
    person.play({say(f"ask.{kind}.title"): deed for kind, deed in deeds.items()})
    check_the_end(person)
    assert {"announce", "decide"} <= person.asked
    check_what_was_heard(person, *(say(f"ask.{kind}") for kind in person.asked))


def test_copieur(browser: Browser, tmp_path: Path) -> None:
    """Its windows are of so many seconds, whatever the table's pace: so here seconds are shorter."""
    with open_house(tmp_path, thought=50, times=8) as house:
        devices = Devices(browser, house.address)
        play_copieur(sit_down(devices, "copieur", "Copieur!", "en"))
        devices.close()
    assert devices.complaints == []


def play_copieur(person: Reader) -> None:
    say = person.tongue.game
    add_bots(person, "Rubber", 5)
    set_rules(person, "classique")
    begin(person)
    question = re.compile(say("board.question").pattern.replace(".+?", "(?P<operation>.+)"))
    done: set[str] = set()

    def do(*keys: str) -> bool:
        if not person.try_to_do(say(*keys), "button"):
            return False
        done.update(keys)
        return True

    def exchange() -> None:
        ask_once(person, "play", "tell", "early", "claim", "roll", "question", "shown")
        if person.try_reach(say("action.Declare", "screen.pick"), "button"):
            person.press("Enter")
            do("action.Exchange", "action.ExchangeCentre")

    def slap() -> None:
        """The keys alone, wherever the focus is."""
        found = question.search(person.scene().title)
        if found is not None and "question" not in done:
            done.add("question")
            person.press(*str(result_of(found["operation"])))

    person.play(
        {
            say("screen.look"): lambda: do("action.Ready"),
            say("ask.roll.title"): lambda: do("action.Roll"),
            say("ask.play.title", "screen.play.find"): exchange,
            # Whoever slaps for nothing takes a bad point: so it is over sooner.
            say("screen.play.rolled"): lambda: do("action.Slap"),
            say("board.question"): slap,
        },
        lambda sight: done.discard("question") if not question.search(sight.title) else None,
    )
    check_the_end(person)
    assert {"action.Ready", "action.Roll", "action.Exchange"} <= done
    check_what_was_heard(person, say("ask.look"), say("ask.roll"), say("ask.play"))


def test_fil(quick: Devices) -> None:
    person = sit_down(quick, "fil", "De Fil en Aiguille", "en")
    say = person.tongue.game
    add_bots(person, "Woolly", 1)
    set_rules(person, "decouverte")
    begin(person)

    def do(*keys: str) -> None:
        person.try_to_do(say(*keys), "button")

    def take_theme() -> None:
        ask_once(person, "theme")
        if person.try_to_do(re.compile(".+"), "button", say("screen.shelf")):
            do("screen.theme.do")

    def lay_paw() -> None:
        ask_once(person, "paw")
        person.press("ArrowLeft")
        do("screen.paw.lay")

    def vote() -> None:
        ask_once(person, "debate", "recap", "paw")
        person.try_to_do(re.compile(say("board.vote.blue").pattern + r"\s:.*", re.DOTALL), "button")

    def go_on() -> None:
        ask_once(person, "recap")
        do("action.Continue")

    person.play(
        {
            say("ask.volunteer.title"): lambda: do("action.Volunteer"),
            say("ask.theme.title"): take_theme,
            say("screen.look.mystery", "screen.look.lead"): lambda: do("screen.look.next", "action.Next"),
            say("screen.paw.title"): lay_paw,
            say("ask.debate.title"): vote,
            say("screen.debate.confirm"): lambda: do("screen.confirm"),
            say("story.found", "story.lost"): go_on,
            say("ask.slam.title"): lambda: do("screen.slam.stop"),
        }
    )
    check_the_end(person)
    check_what_was_heard(person, *(say(f"ask.{kind}") for kind in {"recap"} | person.asked))


def test_voyelles(browser: Browser, tmp_path: Path) -> None:
    with open_house(tmp_path, thought=6_000) as house:
        devices = Devices(browser, house.address)
        speaker = Speaker(sit_down(devices, "voyelles", "Voyelles", "fr"))
        speaker.play()
        devices.close()
    assert devices.complaints == []


class Speaker:
    """Knows the whole dictionary, and no mouse."""

    def __init__(self, person: Reader) -> None:
        self.person = person
        self.say = person.tongue.game
        self.said: list[str] = []

    def play(self) -> None:
        person, say = self.person, self.say
        add_bots(person, "Bafouille", 1)
        set_rules(person, "posee")
        begin(person)
        person.play(
            {
                say("ask.turn.title"): self.turn,
                say("ask.mic.title"): self.grab,
                say("ask.speak.title", "ask.again.title"): self.speak,
            }
        )
        check_the_end(person)
        assert self.said, "a keyboard was never as quick as the slowest of bots"
        check_what_was_heard(person, say("ask.turn"), say("ask.mic"), say("ask.speak"))

    def turn(self) -> None:
        ask_once(self.person, "turn")
        # The same pile again turns it.
        if self.person.try_to_do(re.compile(r"Paquet.*", re.DOTALL), "button", self.say("screen.piles")):
            self.person.press("Enter")

    def grab(self) -> None:
        word = self._best_word()
        if word is None:
            self.person.try_to_do(self.say("board.pass"), "button")
        elif self.person.try_reach(self.say("screen.draft"), "textbox"):
            self._write(word)

    def speak(self) -> None:
        word = self._best_word()
        if word is not None and self.person.try_reach(self.say("board.word"), "textbox"):
            self._write(word)
            self.said.append(word)

    def _write(self, word: str) -> None:
        self.person.page.keyboard.press("Control+A")
        self.person.page.keyboard.type(word)
        self.person.press("Enter")

    def _best_word(self) -> str | None:
        """What the three cards and one's own pawns say, as they are read out."""
        page = self.person.page
        mine = page.get_by_role("article", name=NAME).text_content() or ""
        squares = {vowel.lower(): int(square or radio.LAST) for vowel, square in radio.PAWN.findall(mine)}
        before = tuple(radio.LAST - squares[vowel] for vowel in VOWELS)
        find = finder()
        fitting = find.fitting(radio.letters(page), False) & ~find.bits_of(map(fold, self.said))
        moving = find.moving(fitting, before)
        return next(find.first(find.best(moving, before)[1], 1)) if moving else None
