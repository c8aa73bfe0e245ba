"""From the state to what is seen of it: the one door out. Cards get their faces here, and only those that lie open."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Final, Literal

from tablee.games.fil.actions import Gesture
from tablee.games.fil.chain import between, left_to_right
from tablee.games.fil.faces import faces_of, memocat_of, past_of, shelf_of, story_of
from tablee.games.fil.options import FilOptions
from tablee.games.fil.packs import Pack
from tablee.games.fil.pieces import Duel
from tablee.games.fil.recap import worth
from tablee.games.fil.rounds import candidates, open_themes, rounds_of
from tablee.games.fil.state import TEAM_NAMES, FilState
from tablee.games.fil.view import DuelView, Face, FilBoard, FilHand, Line, Reminder, Story, ThemeCard
from tablee.games.fil.visits import visits
from tablee.kernel import Channel, Seat, Talk
from tablee.kernel.parts.quick import quick

_make_board: Final = quick(FilBoard)
FIFTEEN: Final = 15
TOLD: Final = ("recap", "slam", "over")
"""The phases in which the round is over and all lies open."""
CHOSEN: Final = ("step", "choose")
"""The phases in which totems and tokens are set."""
SEEING: Final = ("look", "paw", "expose")
"""The phases in which Braincat sees more than all others."""
BUSY: Final = ("look", "paw", "debate", "step", "duel", "expose", "point", "choose")
"""The phases in which Braincat knows what it may not say."""


def board_of(state: FilState) -> FilBoard:
    options, phase, packs = state.options, state.phase, state.themes
    mode, is_together, is_told = options.mode, state.is_together, phase in TOLD
    red, blue = state.families
    faces, clue_faces = _faces(packs, state.theme), _faces(packs, state.clue_theme)
    return _make_board(
        options=options if not options.pack and type(options) is FilOptions else _public(options),
        teams=state.teams,
        phase=phase,
        round=state.round,
        rounds=rounds_of(state),
        first=state.first,
        braincat=state.braincat,
        been=tuple(state.been),
        candidates=candidates(state) if phase == "volunteer" else (),
        themes=_themes(state, packs),
        taken=tuple(state.taken),
        theme=state.theme,
        clue_theme=state.clue_theme,
        barred=state.barred,
        tries=state.tries,
        wishes=tuple(state.wishes),
        mood=state.mood,
        moods=tuple(state.moods),
        looked=state.looked,
        clues=tuple([clue_faces[card] for card in state.clues]),
        order=left_to_right(state),
        paws=tuple(state.paws),
        paw_between=between(state) if phase == "paw" else None,
        since=state.since,
        greens=state.greens,
        asked=state.asked,
        clues_left=max(0, state.clues_left()) if is_together else 0,
        worth=worth(state) if mode == "humeurs" and state.mood is not None and not is_told else None,
        spaces=tuple([None if card is None else faces[card] for card in state.spaces]),
        visits=visits(state) if phase in CHOSEN else (),
        face_down=len(state.hidden) + (len(state.leads) + 1 if state.leads else 0),
        out=tuple([faces[card] for card in state.out]) if is_together else (),
        skip=len(state.out) if mode == "equipes" else 0,
        debates=state.debates,
        votes=tuple(state.votes),
        confirmed=tuple(state.confirmed),
        tossed=state.tossed,
        cuddles=tuple(state.cuddles),
        cuddle_answer=state.answer,
        turn=state.turn,
        totems=(red.totem, blue.totem),
        done=(red.done, blue.done),
        leader=state.leader,
        ambassadors=(state.ambassadors[0], state.ambassadors[1]),
        pointing=state.pointing,
        pauses=state.pauses,
        duel=None if state.duel is None else _duel(state.duel),
        tokens=tuple(state.tokens),
        moved=tuple(state.moved),
        scores=tuple(state.scores),
        fifteens=tuple([score // FIFTEEN for score in state.scores]) if mode == "chacun" else (),
        past=past_of(packs, tuple(state.results)) if state.results else (),
        story=_story(state) if is_told else None,
        reasons=tuple(state.reasons),
        ready=tuple(state.ready),
        slams=tuple(state.slams),
    )


def _faces(packs: tuple[Pack, ...], theme: int | None) -> tuple[Face, ...]:
    return () if theme is None else faces_of(packs[theme], theme)


@lru_cache(maxsize=64)
def _public(options: FilOptions) -> FilOptions:
    """The options without the text of a pack, which would travel with every frame."""
    names = [field.name for field in fields(FilOptions) if field.name != "pack"]
    return FilOptions(**{name: getattr(options, name) for name in names})


def _themes(state: FilState, packs: tuple[Pack, ...]) -> tuple[ThemeCard, ...]:
    may_take = state.phase in ("theme", "wish")
    are_open = tuple(open_themes(state, for_clues=state.phase == "wish")) if may_take else ()
    return shelf_of(packs, tuple(state.plays), are_open)


def _duel(duel: Duel) -> DuelView:
    seats = tuple(seat for seat, _ in duel.sides)
    team = TEAM_NAMES[duel.team]
    return DuelView(
        team, (seats[0], seats[1]), seats[2:], duel.wins, duel.last, duel.number, duel.back, duel.left, duel.ahead_left
    )


def _story(state: FilState) -> Story:
    hidden, out, spaces = tuple(state.hidden), tuple(state.out), tuple(state.spaces)
    return story_of(state.pack(), state.results[-1], hidden, out, spaces, tuple(state.story))


def hand_of(state: FilState, seat: Seat, held: bool) -> FilHand:
    talk = talk_of(state, seat)
    if seat == state.braincat:
        return _cat_hand(state, seat, talk)
    if state.options.mode != "equipes" or state.braincat is None:
        return _empty(seat, talk)
    phase, team, duel = state.phase, state.team_of(seat), state.duel
    votes = tuple(state.families[team].votes) if phase in ("step", "point", "duel") else ()
    nominations: tuple[tuple[Seat, Seat], ...] = ()
    if phase in ("theme", "look"):
        wanted = state.nominations
        nominations = tuple(
            [(voter, nominee) for voter in state.members(team) if (nominee := wanted[voter]) is not None]
        )
    gesture = None
    if duel is not None:
        players = (duel.sides[0][0], duel.sides[1][0])
        gesture = duel.thrown[players.index(seat)] if seat in players else None
    return _member_hand(seat, talk, votes, nominations, gesture)


# Hands are values, and seldom change: whoever asks again is given the same one.


@lru_cache(maxsize=256)
def _empty(seat: Seat, talk: Talk) -> FilHand:
    return FilHand(seat, talk=talk)


@lru_cache(maxsize=512)
def _member_hand(
    seat: Seat,
    talk: Talk,
    votes: tuple[tuple[Seat, int], ...],
    nominations: tuple[tuple[Seat, Seat], ...],
    gesture: Gesture | None,
) -> FilHand:
    return FilHand(seat, votes=votes, nominations=nominations, gesture=gesture, talk=talk)


def _cat_hand(state: FilState, seat: Seat, talk: Talk) -> FilHand:
    """What Braincat may see: never more than at the table, and not for longer."""
    phase, mystery = state.phase, state.mystery
    is_alone = state.options.mode == "chacun"
    if mystery is None or phase in TOLD or not (is_alone or phase in SEEING):
        return _empty(seat, talk)
    pack = state.pack()
    faces = _faces(state.themes, state.theme)
    has_memocat = pack.memocat and not is_alone
    # shown at the start only; with pense-bête again while laying a paw; in Chacun pour soi always.
    is_shown = is_alone or phase in ("look", "expose") or (phase == "paw" and state.options.pense_bete)
    memocat: tuple[Line, ...] = ()
    if has_memocat and phase == "paw" and state.hidden:
        # P-18, R-8: the Memocat, while laying a paw and while some Master card is unrevealed. P-19: of one sex.
        memocat = memocat_of(pack, pack.cards[mystery].sex)
    return FilHand(
        seat,
        mystery=faces[mystery] if is_shown else None,
        reminder=_reminder(state, has_memocat) if phase == "look" and not state.looked else "",
        lead=faces[state.leads[state.looked - 1]] if phase == "look" and state.looked else None,
        memocat=memocat,
        masters=tuple([faces[card] for card in sorted([mystery, *state.leads])]) if is_alone and state.leads else (),
        skip=tuple([faces[card] for card in state.out]) if phase == "expose" else (),
        talk=talk,
    )


def _reminder(state: FilState, has_memocat: bool) -> Reminder:
    return "card" if state.options.pense_bete else "memocat" if has_memocat else ""


def talk_of(state: FilState, seat: Seat) -> Talk:
    """P-7, P-14, R-17, M-8: who may say what where."""
    is_cat = seat == state.braincat
    write: Literal["text", "emote", "none"] = "text"
    if state.phase in BUSY and is_cat:
        write = "none"  # It listens, and does not react.
    elif state.phase == "paw":
        write = "none"  # P-14: silence while Braincat thinks.
    elif state.phase == "debate" and state.terms().emotes:
        write = "emote"
    return _talk(write, TEAM_NAMES[state.team_of(seat)] if state.options.mode == "equipes" else None, is_cat)


@lru_cache(maxsize=32)
def _talk(write: Literal["text", "emote", "none"], own: str | None, is_cat: bool) -> Talk:
    table = Channel("table", True, write)
    # the Braincat of the round neither reads nor writes in its family's own channel.
    return (table,) if own is None else (table, Channel(own, not is_cat, "none" if is_cat else write))
