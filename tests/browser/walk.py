"""One walk through the moments of a game, with everybody looking on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tests.browser.devices import COARSE_WALL, LAPTOP, SMALL_PHONE, Devices
from tests.browser.moments import ME, Stop
from tests.browser.onlookers import Keyboard, Onlooker, Phone, Wall
from tests.browser.seating import Laid
from tests.browser.steps import press
from tests.browser.words import game_words, page_words

from tablee.games.fil.themes import editions
from tablee.kernel import Ask

OTHER = {"fr": "en", "en": "fr"}


class Walk:
    """The first person at the table looks on from a laptop without a mouse and from a phone, and there is a wall."""

    def __init__(self, devices: Devices) -> None:
        self.keyboard = Keyboard(devices(LAPTOP))
        self.phone = Phone(devices(SMALL_PHONE))
        self.wall = Wall(devices(COARSE_WALL))
        self._everybody: tuple[Onlooker, ...] = (self.keyboard, self.phone, self.wall)

    def come(self, table: Laid, language: str) -> None:
        """The laptop speaks another language than phone and wall."""
        self.table = table
        self._words = game_words(table.game, OTHER[language])
        self._heard = ""
        """What was asked last of who sits there."""
        me = table.people[:1]
        self.keyboard.come(table, me, OTHER[language])
        self.phone.come(table, me, language)
        self.wall.come(table, (), language)

    def go(self, stops: Iterable[Stop]) -> None:
        for stop in stops:
            self.table.play(stop.deeds)
            try:
                self.look(stop)
            except AssertionError as error:
                error.add_note(f"{self.table.game}, as the seat sees it: {sorted(stop.seat)}")
                error.add_note(f"as the wall sees it: {sorted(stop.wall)}")
                raise

    def look(self, stop: Stop) -> None:
        onlookers = [*((self.keyboard, self.phone) if stop.seat else ()), *((self.wall,) if stop.wall else ())]
        self._look(*onlookers)
        self._listen(stop.asks)
        if stop.is_asked_anew:
            self.keyboard.go_round()
            self.keyboard.ask(self._rules(stop.asks))

    def _look(self, *onlookers: Onlooker) -> None:
        for onlooker in onlookers:
            onlooker.set_out()
        for onlooker in onlookers:
            onlooker.look()

    def look_at_the_end(self) -> None:
        """The podium is there; then what the game itself has to say."""
        self.keyboard.go_round()
        for onlooker in self._everybody:
            press(onlooker.page, page_words(onlooker.language)("end.look"))
        self._look(*self._everybody)
        self.keyboard.go_round()

    def check_languages(self) -> None:
        for onlooker in self._everybody:
            onlooker.check_language(cards_of(self.table.game))

    def _listen(self, asks: Iterable[Ask]) -> None:
        """What one is asked is read out, once."""
        mine = [ask for ask in asks if ME in ask.seats]
        asked = next((ask for ask in mine if ME in ask.awaited), mine[0] if mine else None)
        if asked is None or asked.id == self._heard:
            self.keyboard.hear(None)
        else:
            self.keyboard.hear(self._words.anywhere(f"ask.{asked.kind}"))
        self._heard = "" if asked is None else asked.id

    def _rules(self, asks: Iterable[Ask]) -> Iterator[re.Pattern[str]]:
        """What one is asked oneself; else what the table waits for."""
        asks = list(asks)
        mine = [ask for ask in asks if ME in ask.seats]
        for kind in {ask.kind for ask in mine or [ask for ask in asks if ask.awaited] or asks}:
            yield self._words.anywhere(f"rule.{kind}")


def cards_of(game: str) -> set[str]:
    """What stands on cards and themes is the same for everybody."""
    themes = editions("fr") if game == "fil" else ()
    return {text for theme in themes for text in (theme.title, *(card.text for card in theme.cards))}
