"""A table of Voyelles for tests: scripted luck, chosen cards, and words to play with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tablee.games.voyelles import GAME
from tablee.games.voyelles.actions import Agree, Dispute, Grab, Pass, Say, TurnCard, Vote, VoyellesAction
from tablee.games.voyelles.cards import DECK, SIZES
from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.view import Said, VoyellesBoard
from tablee.kernel import SCREEN, Ask, Ms, Refusal, Seat
from tablee.kernel.luck import ScriptedLuck

CLASSIC = VoyellesOptions(first=0)


def deck_with(tops: Sequence[str]) -> list[str]:
    """A deck whose three piles begin, from the top, with these letters."""
    rest = Counter(DECK)
    rest.subtract("".join(tops))
    assert min(rest.values()) >= 0, "there are not so many of one letter"
    others = list(rest.elements())
    deck: list[str] = []
    for size, top in zip(SIZES, tops, strict=True):
        fill = size - len(top)
        deck += others[:fill] + list(reversed(top))
        del others[:fill]
    return deck


def shuffling(deck: Sequence[str]) -> list[int]:
    """The draws that shuffle the cards into this deck."""
    items, draws = list(DECK), []
    for last in range(len(items) - 1, 0, -1):
        other = items.index(deck[last], 0, last + 1)
        items[last], items[other] = items[other], items[last]
        draws.append(other)
    assert items == list(deck)
    return draws


class Scene:
    """Seat 0 begins. `tops` are the cards of the piles from the top: the first of each is shown at the start."""

    def __init__(
        self, tops: Sequence[str] = ("qd", "t", "n"), seats: int = 3, options: VoyellesOptions = CLASSIC
    ) -> None:
        luck = ScriptedLuck(shuffling(deck_with(tops)))
        self.now: Ms = 0
        self.state: VoyellesState = GAME.setup(options, (None,) * seats, 0, luck, GAME.meta.version)
        luck.finish()

    def asked(self) -> Ask:
        (ask,) = GAME.asks(self.state)
        return ask

    def board(self) -> VoyellesBoard:
        return GAME.view(self.state, SCREEN).board

    def told(self) -> list[str]:
        return [caption.code for caption in self.state.captions]

    def word(self) -> Said:
        assert self.state.said is not None
        return self.state.said

    def facts(self, code: str) -> dict[str, object]:
        return dict(next(caption.facts for caption in self.state.captions if caption.code == code))

    def refusal(self, seat: Seat, action: VoyellesAction) -> Refusal | None:
        """As the table would say it."""
        if seat not in self.asked().seats:
            return Refusal("not_yours")
        if type(action) not in GAME.meta.kinds[self.asked().kind].actions:
            return Refusal("malformed")
        return GAME.check(self.state, seat, action)

    def do(self, seat: Seat, action: VoyellesAction, draws: Sequence[int] = ()) -> None:
        assert self.refusal(seat, action) is None
        luck = ScriptedLuck(draws)
        self.state = GAME.step(self.state, seat, action, self.now, luck)
        luck.finish()

    def turn(self, pile: int = 0) -> None:
        self.do(self.state.turner, TurnCard(pile))

    def grab(self, seat: Seat) -> None:
        self.do(seat, Grab())

    def pass_by(self, *seats: Seat, draws: Sequence[int] = ()) -> None:
        for seat in seats:
            self.do(seat, Pass(), draws if seat == seats[-1] else ())

    def say(self, word: str, draws: Sequence[int] = ()) -> None:
        assert self.state.speaker is not None
        self.do(self.state.speaker, Say(word), draws)

    def speak(self, seat: Seat, word: str) -> None:
        """Grab the microphone and say it."""
        self.grab(seat)
        self.say(word)

    def dispute(self, seat: Seat) -> None:
        self.do(seat, Dispute())

    def agree(self, seat: Seat) -> None:
        self.do(seat, Agree())

    def vote(self, seat: Seat, accepts: bool) -> None:
        self.do(seat, Vote(accepts))

    def run_out(self, draws: Sequence[int] = ()) -> None:
        """Nobody answers what is asked."""
        ask = self.asked()
        assert ask.until is not None
        luck = ScriptedLuck(draws)
        self.state = GAME.expire(self.state, ask, luck)
        luck.finish()
        self.now = ask.until

    def show(self, letters: str) -> None:
        """Let these consonants be shown, by exchanging cards unseen: no card is lost."""
        cards = self.state.cards
        for pile, letter in enumerate(letters):
            fixed = letters[:pile]
            if cards.up[pile][-1] == letter:
                continue
            for rows in (cards.down, cards.up):
                for other in range(3):
                    end = len(rows[other]) - (rows is cards.up)
                    at = rows[other].find(letter, 0, max(0, end))
                    if at >= 0 and cards.up[pile][-1] != letter:
                        mine = cards.up[pile][-1]
                        rows[other] = rows[other][:at] + mine + rows[other][at + 1 :]
                        cards.up[pile] = cards.up[pile][:-1] + letter
            assert cards.up[pile][-1] == letter, (fixed, letter)

    def place(self, seat: Seat, *squares: int) -> None:
        """Put the pawns A E I O U of this seat here."""
        self.state.pawns[seat] = list(squares)

    def dry_round(self, draws: Sequence[int] = ()) -> None:
        """A round in which everybody passes."""
        self.turn(self.state.cards.fullest())
        self.pass_by(*self.asked().seats, draws=draws)
