"""Every game to the podium with a keyboard alone, by what a screen reader says, one of them from the front page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from playwright.sync_api import expect
from tests.browser import axe, radio, reach, steps
from tests.browser.devices import LAPTOP, Devices, seat
from tests.browser.house import StageHouse
from tests.browser.keys import ANY, Reader, Tongue
from tests.browser.onlookers import MARKERS, QUOTED
from tests.browser.seating import Choose, Deed, Laid, Lay, Until, first_thing, rehearse, time_runs_out
from tests.browser.words import PIERRES, title_of

from tablee.games.anges.state import AngesState
from tablee.games.copieur.operations import result_of
from tablee.games.copieur.state import CopieurState
from tablee.games.pierres.state import PierresState
from tablee.games.voyelles.actions import Grab, Say
from tablee.games.voyelles.finder import finder
from tablee.games.voyelles.letters import fold
from tablee.games.voyelles.state import GOAL, VoyellesState
from tablee.kernel.luck import Luck, seed_from
from tablee.server.show.tools import AnyTable

NAME: Final = "Zed"
OTHERS: Final = ("Luc", "Odile")
SEED: Final = seed_from("keyboard1")
STONES: Final = 3
"""So many are left when somebody sits down at the end of Pierres,"""
CARDS: Final = 15
"""of Anges & Démons,"""
POINTS: Final = 2
"""of Copieur !"""
ARRIVED: Final = 3
"""So many pawns have arrived when somebody sits down at the end of Voyelles."""
SIDE: Final = 9
LOCALES: Final = {"fr": "fr-FR", "en": "en-GB"}


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


def sit_at(devices: Devices, lay: Lay, game: str, language: str, preset: str, bots: int) -> Reader:
    """At a table where the game has just begun."""
    table = lay(game, [NAME], bots=["easy"] * bots, preset=preset)
    table.start()
    return come_to(devices, table, language)


def sit_at_the_end(
    devices: Devices, lay: Lay, game: str, language: str, preset: str, seats: int, until: Until, choose: Choose
) -> Reader:
    """At a table whose game will soon be over; bots have taken the places of the others."""
    table = lay(game, [NAME, *OTHERS[: seats - 1]], preset=preset, pace="normal")
    table.house.seed(SEED)
    table.house.stop_clock()
    table.start()
    table.play(rehearse(game, seats, SEED, until, options=table.options, choose=choose))
    for place in range(1, seats):
        table.ask("hand_over", place=place, level="easy")
    return come_to(devices, table, language)


def come_to(devices: Devices, table: Laid, language: str) -> Reader:
    person = Reader(devices(LAPTOP, LOCALES[language]), Tongue(language, table.game))
    seat(person.page, table, NAME)
    table.leave()
    person.page.goto(table.path)
    person.wait_for("document.querySelector('main .game h2') !== null")
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
    """Where no walk leads to the end of a game: it is for everybody, on the smallest phone, and twice as large."""
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
    """The first time, `?` explains the moment, which may be one of the `others` already; Escape leads back."""
    if kind in person.asked:
        return
    person.asked.add(kind)
    before = person.look()
    person.press("?")
    sheet = person.page.get_by_role("dialog")
    expect(sheet).to_contain_text(person.tongue.game(*(f"rule.{one}" for one in (kind, *others))))
    person.press("Escape")
    expect(sheet).to_have_count(0)
    after = person.look()
    assert before.is_lost or after.name == before.name or after.title != before.title


def test_from_the_front_page_to_the_first_move(device: Devices) -> None:
    person = sit_down(device, "pierres", title_of("pierres"), "fr")
    add_bots(person, PIERRES("bot.easy"), 1)
    set_rules(person, "rapide")
    begin(person)
    assert person.try_reach(PIERRES.at_first("board.cell.digit"), "gridcell")


def test_pierres(device: Devices, house: StageHouse, lay: Lay) -> None:
    def is_nearly_done(state: PierresState) -> bool:
        return state.active == 0 and state.phase == "draw" and state.digits.count(0) <= STONES

    person = sit_at_the_end(device, lay, "pierres", "fr", "rapide", 2, is_nearly_done, first_thing)
    say = person.tongue.game
    stone, cell = PIERRES.like("board.cell.stone"), PIERRES.at_first("board.cell.digit")

    def draw() -> None:
        person.try_to_do(say("action.Draw"), "button")

    def remove() -> None:
        ask_once(person, "remove")
        if person.look().role != "gridcell":
            person.press("ArrowUp")
        # On another button an arrow is that button's own: then the board is reached as everything is.
        if person.look().role != "gridcell" and not person.try_reach(cell, "gridcell"):
            return
        here = person.look()
        told = PIERRES.read("board.cell.digit", here.name)
        cells = [name or "" for name in steps.board_of(person.page)]
        aim = next((at for at, name in enumerate(cells) if stone.match(name)), None)
        if told is None or aim is None:
            return
        right = aim % SIDE - "ABCDEFGHI".index(told["column"])
        down = aim // SIDE - (int(told["number"]) - 1)
        for key, count in (("ArrowRight", right), ("ArrowLeft", -right), ("ArrowDown", down), ("ArrowUp", -down)):
            for _ in range(count):
                person.page.keyboard.press(key)
        if stone.match(person.look().name):
            person.press("Enter")
            person.press("Enter")

    person.play({say("ask.draw.title"): draw, say("ask.remove.title"): remove}, house)
    check_the_end(person)
    check_what_was_heard(person, say("ask.draw"), say("ask.remove"))


def test_anges(device: Devices, house: StageHouse, lay: Lay) -> None:
    def is_nearly_done(state: AngesState) -> bool:
        return state.announcer == 0 and state.phase == "announce" and len(state.draw) <= CARDS

    person = sit_at_the_end(device, lay, "anges", "en", "sans-x", 3, is_nearly_done, first_thing)
    say = person.tongue.game

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
    person.play({say(f"ask.{kind}.title"): deed for kind, deed in deeds.items()}, house)
    assert {"announce", "decide"} <= person.asked
    check_what_was_heard(person, *(say(f"ask.{kind}") for kind in person.asked))


def test_copieur(device: Devices, house: StageHouse, lay: Lay) -> None:
    def is_nearly_done(state: CopieurState) -> bool:
        return state.active == 0 and state.phase == "roll" and state.supply <= POINTS

    def play_fairly(table: AnyTable, luck: Luck) -> Deed:
        """Everybody learns, rolls and exchanges; nobody tells, and nobody slaps."""
        is_waited_for = any(ask.kind in ("look", "roll", "play") and ask.awaited for ask in table.asks)
        return first_thing(table, luck) if is_waited_for else time_runs_out(table)

    person = sit_at_the_end(device, lay, "copieur", "en", "classique", 3, is_nearly_done, play_fairly)
    say = person.tongue.game
    question = re.compile(say("board.question").pattern.replace(".+?", "(?P<operation>.+)"))

    def roll() -> None:
        ask_once(person, "roll")
        person.try_to_do(say("action.Roll"), "button")

    def exchange() -> None:
        ask_once(person, "play")
        if person.try_to_do(say("action.Declare", "screen.pick"), "button"):
            person.try_to_do(say("action.Exchange", "action.ExchangeCentre"), "button")

    def slap() -> None:
        """The keys alone, wherever the focus is."""
        asked = question.search(person.look().title)
        if asked is not None:
            person.press(*str(result_of(asked["operation"])), "Enter")

    house.let_ponder(6_000)
    person.play(
        {
            say("ask.roll.title"): roll,
            say("ask.play.title", "screen.play.find"): exchange,
            say("board.question"): slap,
        },
        house,
    )
    assert {"roll", "play"} <= person.asked
    check_what_was_heard(person, say("ask.roll"), say("ask.play"))


def test_fil(device: Devices, house: StageHouse, lay: Lay) -> None:
    person = sit_at(device, lay, "fil", "en", "decouverte", 1)
    say = person.tongue.game

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
        },
        house,
    )
    check_what_was_heard(person, *(say(f"ask.{kind}") for kind in {"recap"} | person.asked))


def test_voyelles(device: Devices, house: StageHouse, lay: Lay) -> None:
    def is_nearly_done(state: VoyellesState) -> bool:
        return state.turner == 0 and state.phase == "turn" and state.pawns[0].count(GOAL) >= ARRIVED

    def speak_well(table: AnyTable, luck: Luck) -> Deed:
        """Nobody else says a word."""
        state: Any = table.state
        if state.phase == "mic":
            return Deed(0, table.asks[0].id, Grab())
        if state.phase == "speak":
            word = best_word(state.cards.shown, [GOAL - at for at in state.pawns[0]], (one.word for one in state.words))
            assert word is not None
            return Deed(0, table.asks[0].id, Say(word))
        return first_thing(table, luck)

    person = sit_at_the_end(device, lay, "voyelles", "fr", "posee", 2, is_nearly_done, speak_well)
    say = person.tongue.game
    said: list[str] = []

    def turn() -> None:
        ask_once(person, "turn")
        # The same pile again turns it.
        if person.try_to_do(re.compile(r"Paquet.*", re.DOTALL), "button", say("screen.piles")):
            person.press("Enter")

    def find() -> str | None:
        """What the three cards and one's own pawns say, as they are read out."""
        # After the last word they are gone before the next question is.
        shown = radio.cards(person.page).all_text_contents()
        mine = person.page.get_by_role("article", name=NAME).all_text_contents()
        if not (shown and mine):
            return None
        return best_word(radio.letters_in(shown[0]), radio.room_in(mine[0]), said)

    def write(word: str) -> None:
        person.page.keyboard.press("Control+A")
        person.page.keyboard.type(word)
        person.press("Enter")

    def grab() -> None:
        word = find()
        if word is None:
            person.try_to_do(say("board.pass"), "button")
        elif person.try_reach(say("screen.draft"), "textbox"):
            write(word)

    def speak() -> None:
        word = find()
        if word is not None and person.try_reach(say("board.word"), "textbox"):
            write(word)
            said.append(word)

    house.let_ponder(6_000)
    person.play(
        {
            say("ask.turn.title"): turn,
            say("ask.mic.title"): grab,
            say("ask.speak.title", "ask.again.title"): speak,
        },
        house,
    )
    check_the_end(person)
    assert said
    check_what_was_heard(person, say("ask.turn"), say("ask.mic"), say("ask.speak"))


def best_word(letters: Sequence[str], room: Sequence[int], said: Iterable[str]) -> str | None:
    """Whoever says it knows the whole dictionary."""
    find = finder()
    fitting = find.fitting(letters, False) & ~find.bits_of(map(fold, said))
    moving = find.moving(fitting, room)
    return next(find.first(find.best(moving, room)[1], 1)) if moving else None
