"""From the state to what is seen of it: the one door out. Cards get their faces here, and only those that lie open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Final, Literal

from tablee.games.fil.chain import between, left_to_right
from tablee.games.fil.options import FilOptions
from tablee.games.fil.recap import astray, worth
from tablee.games.fil.rounds import candidates, open_themes, rounds_of
from tablee.games.fil.state import TEAM_NAMES, FilState
from tablee.games.fil.view import DuelView, Face, FilBoard, FilHand, Line, PastRound, Reminder, Scene, Story, ThemeCard
from tablee.games.fil.visits import visit
from tablee.kernel import Channel, Seat, Talk

FIFTEEN: Final = 15
TOLD: Final = ("recap", "slam", "over")
"""The phases in which the round is over and all lies open."""
CHOSEN: Final = ("step", "choose")
"""The phases in which totems and tokens are set."""
BUSY: Final = ("look", "paw", "debate", "step", "duel", "expose", "point", "choose")
"""The phases in which Braincat knows what it may not say."""


def face(state: FilState, theme: int | None, card: int) -> Face:
    assert theme is not None
    shown = state.themes[theme].cards[card]
    return Face(theme, shown.number, shown.text, shown.letters, shown.sex, "".join(map(str, shown.tags)))


def _masters(state: FilState, cards: Iterable[int]) -> tuple[Face, ...]:
    return tuple(face(state, state.theme, card) for card in cards)


def _spaces(state: FilState, spaces: Iterable[int | None]) -> tuple[Face | None, ...]:
    return tuple(None if card is None else face(state, state.theme, card) for card in spaces)


def board_of(state: FilState) -> FilBoard:
    is_told = state.phase in TOLD
    families = state.families
    return FilBoard(
        options=_public(state.options),
        teams=state.teams,
        phase=state.phase,
        round=state.round,
        rounds=rounds_of(state),
        first=state.first,
        braincat=state.braincat,
        been=tuple(state.been),
        candidates=candidates(state) if state.phase == "volunteer" else (),
        themes=_themes(state),
        taken=tuple(state.taken),
        theme=state.theme,
        clue_theme=state.clue_theme,
        barred=state.barred,
        tries=state.tries,
        wishes=tuple(state.wishes),
        mood=state.mood,
        moods=tuple(state.moods),
        looked=state.looked,
        clues=tuple(face(state, state.clue_theme, card) for card in state.clues),
        order=left_to_right(state),
        paws=tuple(state.paws),
        paw_between=between(state) if state.phase == "paw" else None,
        since=state.since,
        greens=state.greens,
        asked=state.asked,
        clues_left=max(0, state.clues_left()) if state.is_together else 0,
        worth=worth(state) if state.options.mode == "humeurs" and state.mood is not None and not is_told else None,
        spaces=_spaces(state, state.spaces),
        visits=tuple(visit(state, space) for space in range(len(state.spaces))) if state.phase in CHOSEN else (),
        face_down=len(state.hidden) + (len(state.leads) + 1 if state.leads else 0),
        out=_masters(state, state.out) if state.is_together else (),
        skip=len(state.out) if state.options.mode == "equipes" else 0,
        debates=state.debates,
        votes=tuple(state.votes),
        confirmed=tuple(state.confirmed),
        tossed=state.tossed,
        cuddles=tuple(state.cuddles),
        cuddle_answer=state.answer,
        turn=state.turn,
        totems=(families[0].totem, families[1].totem),
        done=(families[0].done, families[1].done),
        leader=state.leader,
        ambassadors=(state.ambassadors[0], state.ambassadors[1]),
        pointing=state.pointing,
        pauses=state.pauses,
        duel=_duel(state),
        tokens=tuple(state.tokens),
        moved=tuple(state.moved),
        scores=tuple(state.scores),
        fifteens=tuple(score // FIFTEEN for score in state.scores) if state.options.mode == "chacun" else (),
        past=tuple(
            PastRound(*result[:4], face(state, result.theme, result.mystery), *result[5:]) for result in state.results
        ),
        story=_story(state) if is_told else None,
        reasons=tuple(state.reasons),
        ready=tuple(state.ready),
        slams=tuple(state.slams),
    )


def _public(options: FilOptions) -> FilOptions:
    """The options without the text of a pack, which would travel with every frame."""
    if not options.pack and type(options) is FilOptions:
        return options
    names = [field.name for field in fields(FilOptions) if field.name != "pack"]
    return FilOptions(**{name: getattr(options, name) for name in names})


def _themes(state: FilState) -> tuple[ThemeCard, ...]:
    may_take = state.phase in ("theme", "wish")
    is_open = open_themes(state, for_clues=state.phase == "wish") if may_take else ()
    return tuple(
        ThemeCard(
            pack.id,
            pack.title,
            pack.author,
            pack.memocat,
            pack.sexed,
            len(pack.cards),
            pack.id == "own",
            state.plays[number],
            number in is_open,
        )
        for number, pack in enumerate(state.themes)
    )


def _duel(state: FilState) -> DuelView | None:
    duel = state.duel
    if duel is None:
        return None
    seats = tuple(seat for seat, _ in duel.sides)
    team = TEAM_NAMES[duel.team]
    return DuelView(
        team, (seats[0], seats[1]), seats[2:], duel.wins, duel.last, duel.number, duel.back, duel.left, duel.ahead_left
    )


def _story(state: FilState) -> Story:
    assert state.mystery is not None
    result = state.results[-1]
    lying = [card for card in state.spaces if card is not None]
    masters = sorted({state.mystery, *state.hidden, *state.out, *lying})
    scenes = tuple(
        Scene(
            moment.paws,
            _spaces(state, moment.spaces),
            moment.votes,
            moment.marks,
            moment.result,
            _masters(state, moment.out),
        )
        for moment in state.story
    )
    mystery = face(state, state.theme, state.mystery)
    return Story(mystery, _masters(state, masters), result.found, result.points, scenes, astray(state))


def hand_of(state: FilState, seat: Seat, held: bool) -> FilHand:
    talk = talk_of(state, seat)
    if seat == state.braincat:
        return _cat_hand(state, seat, talk)
    if state.options.mode != "equipes" or state.braincat is None:
        return FilHand(seat, talk=talk)
    members = state.members(state.team_of(seat))
    family = state.families[state.team_of(seat)]
    duel, gesture = state.duel, None
    if duel is not None:
        players = (duel.sides[0][0], duel.sides[1][0])
        gesture = duel.thrown[players.index(seat)] if seat in players else None
    may_nominate = state.phase in ("theme", "look")
    return FilHand(
        seat,
        votes=tuple(family.votes) if state.phase in ("step", "point", "duel") else (),
        nominations=tuple((voter, nominee) for voter in members if (nominee := state.nominations[voter]) is not None)
        if may_nominate
        else (),
        gesture=gesture,
        talk=talk,
    )


def _cat_hand(state: FilState, seat: Seat, talk: Talk) -> FilHand:
    """What Braincat may see: never more than at the table, and not for longer."""
    phase, mystery = state.phase, state.mystery
    if mystery is None or phase in TOLD:
        return FilHand(seat, talk=talk)
    is_alone = state.options.mode == "chacun"
    has_memocat = state.pack().memocat and not is_alone
    # shown at the start only; with pense-bête again while laying a paw; in Chacun pour soi always.
    is_shown = is_alone or phase in ("look", "expose") or (phase == "paw" and state.options.pense_bete)
    memocat: tuple[Line, ...] = ()
    if has_memocat and phase == "paw" and state.hidden:
        # P-18, R-8: the Memocat, while laying a paw and while some Master card is unrevealed. P-19: of one sex.
        pack = state.pack()
        sex = pack.cards[mystery].sex
        memocat = tuple(Line(card.number, card.text) for card in pack.cards if card.sex == sex)
    return FilHand(
        seat,
        mystery=face(state, state.theme, mystery) if is_shown else None,
        reminder=_reminder(state, has_memocat) if phase == "look" and not state.looked else "",
        lead=face(state, state.theme, state.leads[state.looked - 1]) if phase == "look" and state.looked else None,
        memocat=memocat,
        masters=_masters(state, sorted([mystery, *state.leads])) if is_alone and state.leads else (),
        skip=_masters(state, state.out) if phase == "expose" else (),
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
    table = Channel("table", True, write)
    if state.options.mode != "equipes":
        return (table,)
    own = TEAM_NAMES[state.team_of(seat)]
    # the Braincat of the round neither reads nor writes in its family's own channel.
    return (table, Channel(own, not is_cat, "none" if is_cat else write))
