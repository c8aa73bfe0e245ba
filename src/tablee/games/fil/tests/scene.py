"""A table of De Fil en Aiguille for tests: scripted luck, shuffles that change nothing, and words to play with.

As nothing is really shuffled, the Mystery card is always the last card of its pack, the false leads are those before
it, and Master cards and clues come in a known order."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.fil import GAME
from tablee.games.fil.actions import (
    Choose,
    Colour,
    Confirm,
    Continue,
    FilAction,
    Gesture,
    Next,
    Place,
    Point,
    Seal,
    Stay,
    TakeTheme,
    Throw,
    Volunteer,
    Vote,
)
from tablee.games.fil.moods import MOODS, Mood
from tablee.games.fil.options import FilOptions
from tablee.games.fil.pieces import Toss
from tablee.games.fil.state import FilState
from tablee.games.fil.themes import FURTHER, PRINTED
from tablee.games.fil.view import DuelView, FilBoard, FilHand
from tablee.kernel import SCREEN, Ask, Ms, Refusal, Seat, Viewer
from tablee.kernel.luck import ScriptedLuck

THEMES = (*PRINTED, *FURTHER)
METIERS, PHILO, ANNONCES, GRENIER = 0, 1, 2, 3
LAST = 59
"""The Mystery card of a pack of sixty that is not really shuffled."""


def unshuffled(count: int) -> list[int]:
    """The draws of a shuffle that leaves everything as it is."""
    return list(range(count - 1, 0, -1))


class Scene:
    """Three rounds of Découverte, three seats, seat 0 first, unless told otherwise."""

    def __init__(self, options: FilOptions | None = None, seats: int = 3, *, mood: Mood | None = None) -> None:
        self.options = options or FilOptions(first=0)
        self.mood = mood
        teams: tuple[str | None, ...] = (None,) * seats
        if self.options.mode == "equipes":
            teams = tuple(("red", "blue")[seat % 2] for seat in range(seats))
        self.now: Ms = 0
        luck = ScriptedLuck([])
        self.state: FilState = GAME.setup(self.options, teams, 0, luck, GAME.meta.version)
        self.told: list[str] = self.said

    # --- Looking -----------------------------------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        return GAME.asks(self.state)

    def ask(self, kind: str) -> Ask:
        return next(ask for ask in self.asks if ask.kind == kind)

    @property
    def kinds(self) -> list[str]:
        return [ask.kind for ask in self.asks]

    @property
    def said(self) -> list[str]:
        return [caption.code for caption in self.state.captions]

    def facts(self, code: str) -> dict[str, object]:
        return dict(next(caption.facts for caption in self.state.captions if caption.code == code))

    def board(self) -> FilBoard:
        return GAME.view(self.state, SCREEN).board

    def duel(self) -> DuelView:
        duel = self.board().duel
        assert duel is not None
        return duel

    def tossed(self) -> Toss:
        """The last throw of the totems."""
        tossed = self.board().tossed
        assert tossed is not None
        return tossed

    def phase(self) -> str:
        return self.state.phase

    def hand(self, seat: Seat) -> FilHand:
        hand = GAME.view(self.state, Viewer(seat)).hand
        assert hand is not None
        return hand

    def text(self, card: int) -> str:
        return self.state.pack().cards[card].text

    # --- Playing -----------------------------------------------------------------------------------------------------

    def refusal(self, seat: Seat, action: FilAction) -> Refusal | None:
        return GAME.check(self.state, seat, action)

    def do(self, seat: Seat, action: FilAction, draws: Sequence[int] = ()) -> None:
        kinds = GAME.meta.kinds
        assert any(seat in ask.seats and type(action) in kinds[ask.kind].actions for ask in self.asks), self.kinds
        assert self.refusal(seat, action) is None
        luck = ScriptedLuck(draws)
        self.state = GAME.step(self.state, seat, action, self.now, luck)
        luck.finish()

    def run_out(self, kind: str, draws: Sequence[int] = ()) -> None:
        """The clock of this kind of ask runs out."""
        ask = self.ask(kind)
        assert ask.until is not None
        luck = ScriptedLuck(draws)
        self.state = GAME.expire(self.state, ask, luck)
        luck.finish()
        self.now = ask.until

    # --- Whole stretches ---------------------------------------------------------------------------------------------

    def begin(self, theme: int = METIERS, cat: Seat | None = None) -> Scene:
        """Up to the first paw of a round: somebody is Braincat, takes a theme and looks."""
        if self.phase() == "volunteer":
            cat = self.ask("volunteer").seats[0] if cat is None else cat
            self.do(cat, Volunteer())
        self.take(theme)
        if self.phase() == "look":
            self.look()
        return self

    def take(self, theme: int) -> None:
        gone = self.state.gone(theme)
        draws = [] if self.state.is_schizo() else unshuffled(60 - len(gone))
        if self.options.mode == "humeurs" and self.state.mood is None:
            left = [mood for mood in MOODS if mood not in self.state.moods]
            # A mood that changes nothing before the first debate is as good as none.
            mood = self.mood or "presse"
            draws = [left.index(mood), *(draws if mood not in ("lunatique", "schizo") else [])]
        self.do(self.state.cat, TakeTheme(theme), draws)

    def look(self) -> None:
        while self.phase() == "look":
            is_last = self.state.looked == len(self.state.leads)
            self.do(self.state.cat, Next(), unshuffled(len(self.state.leads) + 1) if is_last else ())

    def point(self, clue: int) -> None:
        draws = unshuffled(4) if self.options.mode == "chacun" and not self.state.paws else ()
        self.do(self.state.cat, Point(clue), draws)

    def near(self) -> None:
        """Point at the first of the two clues."""
        between = self.board().paw_between
        assert between is not None
        self.point(between[0])

    def opened(self, theme: int = METIERS) -> Scene:
        """Up to the first decision of a round."""
        self.begin(theme)
        while self.phase() == "paw":
            self.near()
        return self

    def vote(self, *choices: Colour, draws: Sequence[int] = ()) -> None:
        """The Family votes, clockwise from Braincat's left; the last choice is that of all further seats."""
        family = self.state.family()
        for place, seat in enumerate(family):
            self.do(seat, Vote(choices[min(place, len(choices) - 1)]))
        for seat in family:
            self.do(seat, Confirm(), draws if seat == family[-1] else ())

    def find(self) -> None:
        """A round well played: of two cards the one that is not the Mystery card leaves."""
        while self.phase() != "recap":
            self.vote("blue" if self.state.spaces[0] == self.state.mystery else "red")

    def lose(self) -> None:
        """A round lost at once: the Mystery card is laid on the blue space and dropped."""
        swap(self.state, 0)
        self.vote("red")

    def end_round(self) -> None:
        for seat in self.state.seats:
            if self.phase() == "recap":
                self.do(seat, Continue())

    # --- Families ----------------------------------------------------------------------------------------------------

    def lean(self, seat: Seat, choice: int) -> None:
        self.do(seat, Stay() if choice < 0 else Choose(choice))

    def ambassador(self, team: int) -> Seat:
        seat = self.state.ambassadors[team]
        assert seat is not None
        return seat

    def move(self, team: int, choice: int) -> None:
        """The Ambassador votes alone, and confirms."""
        seat = self.ambassador(team)
        self.lean(seat, choice)
        self.do(seat, Seal())

    def throw(self, first: Gesture, second: Gesture) -> None:
        seats = self.ask("duel").seats
        self.do(seats[0], Throw(first))
        self.do(seats[1], Throw(second))

    def place(self, *spaces: int) -> None:
        """Everybody places or moves, clockwise from Braincat's left; -1 stays."""
        for seat, space in zip(self.state.family(), spaces, strict=True):
            self.do(seat, Stay() if space < 0 else Place(space))


def swap(state: FilState, space: int) -> None:
    """Put the Mystery card on this space, and the card that lay there where it was. Unseen."""
    assert state.mystery is not None
    if state.mystery in state.spaces:
        here = state.spaces.index(state.mystery)
        state.spaces[here], state.spaces[space] = state.spaces[space], state.spaces[here]
        return
    card = state.spaces[space]
    assert card is not None
    state.hidden[state.hidden.index(state.mystery)] = card
    state.spaces[space] = state.mystery
