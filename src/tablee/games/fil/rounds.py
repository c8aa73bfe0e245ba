"""How a round begins: who is Braincat, which theme, which mood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.fil.actions import FilAction, Nominate, TakeTheme, Volunteer, WishTheme
from tablee.games.fil.clocks import THEME, VOLUNTEERING
from tablee.games.fil.families import first_ambassadors, nominate, nomination_asks, nomination_moves, refuse_nomination
from tablee.games.fil.moods import MOODS
from tablee.games.fil.phase import Rulebook, Then
from tablee.games.fil.state import TEAM_NAMES, FilState
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Ask, Luck, Ms, Refusal, Seat
from tablee.kernel.parts.ballot import leaders

GREENS_A_ROUND: Final = 3  # P-21, P-25, P-35
PLAYS_OF_A_THEME: Final = 2  # P-24
ROUNDS: Final = {"decouverte": 3, "humeurs": 4, "equipes": 4}


def rounds_of(state: FilState) -> int:
    """P-3, P-21, P-25, P-35: how many rounds there are at most."""
    mode = state.options.mode
    return len(state.teams) if mode == "chacun" else ROUNDS[mode]


def candidates(state: FilState) -> tuple[Seat, ...]:
    """R-7: who may be Braincat in a co-operative round, the next in line first."""
    start = state.results[-1].braincat + 1 if state.results else state.first
    order = state.clockwise(start % len(state.teams))
    if state.options.mode == "decouverte":
        return tuple(order)  # P-17
    # P-24: nobody again before all have been.
    fresh = tuple(seat for seat in order if seat not in state.been)
    return fresh or tuple(order)


class Round(Rulebook):
    """A new round: the board is cleared, and somebody must be Braincat."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        state.clear()
        state.round += 1
        if state.options.mode != "decouverte":
            state.greens = GREENS_A_ROUND
        state.tell("round", number=state.round, rounds=rounds_of(state))
        if state.is_together:
            return "volunteer"
        become_braincat(state, _next_braincat(state))
        return "theme"


def _next_braincat(state: FilState) -> Seat:
    order = state.clockwise(state.first)
    if state.options.mode == "chacun":
        return order[state.round - 1]  # P-35
    # P-25, R-17: the families provide Braincat in turn, each its next seat that has not been.
    team = (state.team_of(state.first) + state.round - 1) % 2
    return next(seat for seat in order if state.team_of(seat) == team and seat not in state.been)


def become_braincat(state: FilState, seat: Seat) -> None:
    if len(state.been) == len(state.teams):
        state.been.clear()
    if seat not in state.been:
        state.been.append(seat)
    state.braincat = seat
    state.tell("braincat", seat=seat)
    if state.options.mode == "equipes":
        first_ambassadors(state)


class Volunteers(Rulebook):
    """R-7: volunteers raise a hand; the first one has it."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        state.until = now + VOLUNTEERING
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        return (Ask(f"{state.round}.volunteer", "volunteer", candidates(state), (), state.until),)

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        state.tell("volunteered", seat=seat)
        become_braincat(state, seat)
        return "theme"

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        state.tell("no_volunteer")
        become_braincat(state, candidates(state)[0])
        return "theme"

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        return (Volunteer(),) if hand.seat in board.candidates else ()


def open_themes(state: FilState, *, for_clues: bool) -> list[int]:
    """The themes that may be chosen now. A limit that would leave none does not count."""
    themes, mode = state.themes, state.options.mode
    possible = [number for number in range(len(themes)) if number not in (state.barred, state.theme)]
    if state.is_schizo():
        possible = [number for number in possible if not themes[number].sexed]  # R-10, M-7
    if mode == "humeurs":
        allowed = [number for number in possible if state.plays[number] < PLAYS_OF_A_THEME]  # P-24
    elif mode == "equipes" and not for_clues:
        team = state.team_of(state.cat)
        allowed = [number for number in possible if (team, number) not in state.taken]  # P-25
    else:
        allowed = possible
    return allowed or possible


class Theme(Rulebook):
    """Braincat chooses the theme. In Équipes the families may vote for their Ambassadors meanwhile (R-17)."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        state.until = now + THEME
        state.tries += 1
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        seats = (state.cat,)
        return (Ask(f"{state.round}.{state.tries}.theme", "theme", seats, seats, state.until), *nomination_asks(state))

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        if isinstance(action, Nominate):
            return refuse_nomination(state, seat, action)
        assert isinstance(action, TakeTheme)
        return _refuse_theme(state, action.theme, for_clues=False)

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        if isinstance(action, Nominate):
            return nominate(state, seat, action)
        assert isinstance(action, TakeTheme)
        return _take(state, action.theme)

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        state.tell("clock", seat=state.cat)
        return _take(state, luck.pick(open_themes(state, for_clues=False)))

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        if hand.seat == board.braincat:
            return [TakeTheme(number) for number, theme in enumerate(board.themes) if theme.is_open]
        return nomination_moves(board, hand)


def _refuse_theme(state: FilState, theme: int, *, for_clues: bool) -> Refusal | None:
    if not 0 <= theme < len(state.themes):
        return Refusal("no_such_theme")
    title = state.themes[theme].title
    if theme in open_themes(state, for_clues=for_clues):
        return None
    if state.themes[theme].sexed and state.is_schizo():
        return Refusal("theme_alone", {"theme": title})
    if theme in (state.barred, state.theme):
        return Refusal("another_theme", {"theme": title})
    return Refusal("theme_played", {"theme": title})


def _take(state: FilState, theme: int) -> Then:
    state.theme, state.barred = theme, None
    state.tell("theme", seat=state.cat, theme=state.themes[theme].title)
    # P-23: the theme first, then the mood.
    if state.options.mode == "humeurs" and state.mood is None:
        return "mood"
    return _themes_done(state)


def _themes_done(state: FilState) -> Then:
    if state.is_schizo():
        return "wish"
    state.clue_theme = state.theme
    return "deal"


class MoodCard(Rulebook):
    """P-23: a mood card is drawn; its text overrides the rules, and may change the theme."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        mood = luck.pick([mood for mood in MOODS if mood not in state.moods])
        state.mood = mood
        state.moods.append(mood)
        state.tell("mood", mood=mood)
        terms = state.terms()
        # M-6: Braincat must take another theme. M-7: lonely hearts cannot be mixed.
        if terms.another_theme or (terms.schizo and state.pack().sexed):
            state.barred, state.theme = state.theme, None
            return "theme"
        return _themes_done(state)


class Wish(Rulebook):
    """P-20: the Family chooses the theme of the clues, by vote. R-10: thirty seconds; tie or silence: random."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        state.until = now + THEME
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        family = state.family()
        awaited = tuple(seat for seat in family if state.wishes[seat] is None)
        return (Ask(f"{state.round}.wish", "wish", family, awaited, state.until),)

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        assert isinstance(action, WishTheme)
        if state.wishes[seat] == action.theme:
            return Refusal("same_vote")
        return _refuse_theme(state, action.theme, for_clues=True)

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        assert isinstance(action, WishTheme)
        state.wishes[seat] = action.theme
        state.tell("wished", seat=seat, theme=state.themes[action.theme].title)
        is_complete = all(state.wishes[other] is not None for other in state.family())
        return _grant(state, luck) if is_complete else None

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        return _grant(state, luck)

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        if hand.seat == board.braincat:
            return ()
        wish = board.wishes[hand.seat]
        return [WishTheme(n) for n, theme in enumerate(board.themes) if theme.is_open and n != wish]


def _grant(state: FilState, luck: Luck) -> Then:
    wanted: Sequence[int] = leaders(state.wishes) or open_themes(state, for_clues=True)
    state.clue_theme = wanted[0] if len(wanted) == 1 else luck.pick(wanted)
    state.tell("clue_theme", theme=state.clue_pack().title)
    return "deal"


def count_themes(state: FilState) -> None:
    """What was chosen is played: R-10, each theme of a Schizo round counts."""
    assert state.theme is not None
    assert state.clue_theme is not None
    for theme in {state.theme, state.clue_theme}:
        state.plays[theme] += 1
    if state.options.mode == "equipes":
        state.taken.append((state.team_of(state.cat), state.theme))


def team_name(team: int) -> str:
    return TEAM_NAMES[team]
