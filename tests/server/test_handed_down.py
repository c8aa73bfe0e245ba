"""What a game leaves to the next one at its table: in Voyelles, the words that the others have accepted."""

from __future__ import annotations

from typing import Any

from tests.server.hall import Hall, Visitor, everybody_reads, start_people

from tablee.games import find
from tablee.games.voyelles import GAME
from tablee.games.voyelles.letters import CONSONANTS
from tablee.games.voyelles.options import VoyellesOptions
from tablee.kernel.wire import Wire

WORDS = [CONSONANTS + vowels for vowels in ("a" * 12 + "e" * 8, "e" * 4 + "i" * 12 + "o" * 4, "o" * 8 + "u" * 12)]
"""Nobody has ever heard them; they suit any cards, and make all sixty steps."""
MIXED = VoyellesOptions(judge="mixte", every_double=False, first=0)
REFLEX = 300
"""Milliseconds."""


class Table:
    """Ana, who begins and opened the table, invents words; the other lets them stand."""

    def __init__(self) -> None:
        self.hall = Hall([find("voyelles")])
        self.code, self.people = start_people(self.hall, "voyelles", 2, options=options(MIXED))

    @property
    def ana(self) -> Visitor:
        return self.people[0]

    @property
    def board(self) -> Any:
        return self.ana.frames[0]["board"]

    @property
    def rules(self) -> Any:
        return self.ana.lobby["options"]

    def act(self, seat: int, **action: object) -> None:
        person = self.people[seat]
        (ask,) = person.frames[seat]["asks"]
        person.do("play", seat=seat, ask=ask["id"], action=action)
        everybody_reads(self.people)

    def say(self, turner: int, word: str) -> None:
        """A card is turned, and Ana says this word."""
        self.act(turner, type="TurnCard", pile=0)
        self.hall.wall.advance(REFLEX)
        self.act(0, type="Grab")
        self.act(0, type="Say", word=word)

    def play(self) -> None:
        """A whole game."""
        for number, word in enumerate(WORDS):
            self.say(number % 2, word)
            self.act(1, type="Vote", accepts=True)
        assert self.ana.lobby["phase"] == "over"


def options(chosen: VoyellesOptions) -> object:
    return Wire(GAME).options.to_json(chosen)


def test_what_the_vote_has_accepted_is_a_word_in_the_rematch() -> None:
    table = Table()
    table.play()
    assert table.board["ours"] == WORDS
    assert table.rules["our_words"] == ""
    table.ana.do("again")
    everybody_reads(table.people)
    assert table.rules["our_words"].split() == WORDS
    # Nobody is asked about the same word twice.
    table.say(0, WORDS[1])
    assert (table.board["said"]["word"], table.board["said"]["verdict"]) == (WORDS[1], "valid")


def test_the_host_finds_the_words_in_the_lobby_and_can_strike_them_off() -> None:
    table = Table()
    table.play()
    table.ana.do("again", lobby=True)
    everybody_reads(table.people)
    assert table.rules["our_words"].split() == WORDS
    table.ana.do("options", options=table.rules | {"our_words": WORDS[1]})
    everybody_reads(table.people)
    assert table.rules["our_words"] == WORDS[1]
    # What was struck off does not come back by another way.
    table.ana.do("options", preset="jury")
    everybody_reads(table.people)
    assert table.rules["our_words"] == WORDS[1]


def test_they_are_not_lost_when_the_house_goes_down_after_the_end() -> None:
    table = Table()
    table.play()
    table.hall.reopen()
    table.people = [table.hall.visit(table.code, *person.keys) for person in table.people]
    table.ana.do("again", lobby=True)
    everybody_reads(table.people)
    assert table.rules["our_words"].split() == WORDS
    table.hall.reopen()
    again = table.hall.visit(table.code, *table.ana.keys)
    again.read()
    assert again.lobby["options"]["our_words"].split() == WORDS
