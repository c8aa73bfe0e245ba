"""From what is seen to a state that could be behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tablee.games.fil.options import FilOptions
from tablee.games.fil.packs import LEAST_CARDS, LEAST_OF_EACH_SEX
from tablee.games.fil.pieces import Duel, Moment, Result
from tablee.games.fil.state import STAY, TEAM_NAMES, FilState
from tablee.games.fil.tags import DIMENSIONS
from tablee.games.fil.view import Face, FilBoard, FilHand, FilView, ThemeCard
from tablee.kernel import Luck


def imagined(view: FilView, luck: Luck, rules: int) -> FilState:
    board, hand = view.board, view.hand
    options = board.options
    if board.themes[-1].own:
        options = replace(options, pack=_some_pack(board.themes[-1], len(board.themes) - 1, view, options))
    state = FilState(rules, options, board.teams, board.first)
    _copy_public(state, board)
    _deal(state, view, luck)
    _clocks(state, view)
    if hand is not None:
        _copy_hand(state, hand)
    return state


def _copy_public(state: FilState, board: FilBoard) -> None:
    state.phase = board.phase
    state.round = board.round
    state.braincat = board.braincat
    state.been = list(board.been)
    state.plays = [theme.plays for theme in board.themes]
    state.taken = list(board.taken)
    state.theme, state.clue_theme, state.barred = board.theme, board.clue_theme, board.barred
    state.tries = board.tries
    state.wishes = list(board.wishes)
    state.mood, state.moods = board.mood, list(board.moods)
    state.looked = board.looked
    state.paws = list(board.paws)
    state.since = board.since
    state.greens = board.greens
    state.asked = board.asked
    state.debates = board.debates
    state.votes, state.confirmed = list(board.votes), list(board.confirmed)
    state.tossed = board.tossed
    state.cuddles, state.answer = list(board.cuddles), board.cuddle_answer
    state.turn, state.leader, state.pauses, state.pointing = board.turn, board.leader, board.pauses, board.pointing
    state.ambassadors = list(board.ambassadors)
    for family, totem, done in zip(state.families, board.totems, board.done, strict=True):
        family.totem, family.done = totem, done
    state.tokens, state.moved = list(board.tokens), list(board.moved)
    state.scores = list(board.scores)
    state.results = [Result(*past[:4], _card(state, past.mystery), *past[5:]) for past in board.past]
    state.reasons, state.ready, state.slams = list(board.reasons), list(board.ready), list(board.slams)
    state.clues = [_card(state, clue) for clue in board.clues]
    state.spaces = [None if card is None else _card(state, card) for card in board.spaces]
    state.out = [_card(state, card) for card in board.out]


def _card(state: FilState, face: Face) -> int:
    return state.themes[face.theme].index(face.number)


# --- The Master cards ------------------------------------------------------------------------------------------------


def _deal(state: FilState, view: FilView, luck: Luck) -> None:
    """Master cards and a pile that fit what is seen."""
    board, hand = view.board, view.hand
    if state.theme is None or not (board.face_down or board.clues):
        return
    if board.story is not None:
        _all_open(state, view)
    else:
        _guess_masters(state, board, hand, luck)
    if state.clue_theme is not None and state.mystery is not None:
        used = set(state.clues)
        if state.clue_theme == state.theme:
            lying = [card for card in state.spaces if card is not None]
            used |= {state.mystery, *state.leads, *state.hidden, *state.out, *lying}
        state.pile = [card for card in _fresh(state, state.clue_theme) if card not in used]
        luck.shuffle(state.pile)


def _fresh(state: FilState, theme: int) -> list[int]:
    gone = {result.mystery for result in state.results[: state.round - 1] if result.theme == theme}
    return [card for card in range(len(state.themes[theme].cards)) if card not in gone]


def _all_open(state: FilState, view: FilView) -> None:
    story = view.board.story
    assert story is not None
    state.mystery = _card(state, story.mystery)
    lying = {card for card in state.spaces if card is not None}
    masters = [_card(state, card) for card in story.masters]
    if state.options.mode == "equipes":
        state.out = [card for card in masters if card not in lying][: view.board.skip]
    state.hidden = [card for card in masters if card not in lying and card not in state.out]
    state.story = [
        Moment(
            scene.paws,
            tuple(None if card is None else _card(state, card) for card in scene.spaces),
            scene.votes,
            scene.marks,
            scene.result,
            tuple(_card(state, card) for card in scene.out),
        )
        for scene in story.scenes
    ]


def _guess_masters(state: FilState, board: FilBoard, hand: FilHand | None, luck: Luck) -> None:
    seen = [card for card in state.spaces if card is not None]
    known: list[int] = []
    if hand is not None:
        shown: Iterable[Face | None] = (hand.mystery, hand.lead, *hand.masters, *hand.skip)
        known = list(dict.fromkeys(_card(state, card) for card in shown if card is not None))
        state.mystery = None if hand.mystery is None else _card(state, hand.mystery)
    out = [_card(state, card) for card in hand.skip] if hand is not None and hand.skip else list(state.out)
    sex = _master_sex(state, board, hand, luck)
    cards = state.pack().cards
    taken = {*seen, *known, *out} | (set(state.clues) if state.clue_theme == state.theme else set())
    spare = [card for card in _fresh(state, _theme(state)) if card not in taken and cards[card].sex == sex]
    luck.shuffle(spare)
    while state.options.mode == "equipes" and len(out) < board.skip:
        out.append(spare.pop())
    state.out = out
    down = [card for card in known if card not in seen and card not in out]
    while len(down) < board.face_down:
        down.append(spare.pop())
    if state.mystery is None:
        # The Mystery card is any that has not been eliminated; in the skip it may be.
        free = [*seen, *down] if state.is_together else [*seen, *down, *out]
        state.mystery = _some_mystery(state, board, free, luck)
    if board.phase == "look" or (state.options.mode == "chacun" and not board.paws):
        lead = None if hand is None or hand.lead is None else _card(state, hand.lead)
        leads = [card for card in down if card not in (state.mystery, lead)]
        luck.shuffle(leads)
        if lead is not None:
            leads.insert(board.looked - 1, lead)
        state.leads = leads
    else:
        luck.shuffle(down)
        state.hidden = down


def _theme(state: FilState) -> int:
    assert state.theme is not None
    return state.theme


def _some_mystery(state: FilState, board: FilBoard, free: list[int], luck: Luck) -> int:
    if board.phase == "look" or (state.options.mode == "chacun" and not board.paws):
        return luck.pick(free)
    if board.cuddle_answer is not None:
        # M-10 was answered when other cards lay there, so it says nothing that is certain now.
        lying = [card for card in free if card in state.spaces]
        return luck.pick(lying or free)
    if board.phase == "expose":
        return luck.pick(state.out)
    if board.phase == "point" or (board.duel is not None and board.duel.back == "point"):
        return luck.pick([card for card in free if card in state.spaces])
    return luck.pick(free)


def _master_sex(state: FilState, board: FilBoard, hand: FilHand | None, luck: Luck) -> str:
    """P-19: the sex of the Master cards, by what is seen; any where nothing is."""
    if not state.pack().sexed:
        return ""
    faces = [*board.spaces, *board.out]
    if hand is not None:
        faces += [hand.mystery, hand.lead, *hand.masters, *hand.skip]
    for shown in faces:
        if shown is not None:
            return shown.sex
    if board.clues:
        return "m" if board.clues[0].sex == "f" else "f"
    return luck.pick(("f", "m"))


# --- Clocks and secrets ----------------------------------------------------------------------------------------------


def _clocks(state: FilState, view: FilView) -> None:
    for ask in view.asks:
        if ask.until is None:
            continue
        if ask.kind == "ahead":
            state.ahead = ask.until
        elif ask.kind == "hurry":
            family = state.families[TEAM_NAMES.index(ask.id.rpartition(".")[2])]
            family.hurry = ask.until
            family.hurries = int(ask.id.split(".")[3])
        else:
            state.until = ask.until
    duel = view.board.duel
    if duel is not None:
        team = TEAM_NAMES.index(duel.team)
        choices = [*(space for space, card in enumerate(state.spaces) if card is not None), STAY]
        seats = (*duel.seats, *duel.queue)
        sides = tuple((seat, choices[place % len(choices)]) for place, seat in enumerate(seats))
        back = "step" if duel.back == "step" else "point"
        state.duel = Duel(
            team,
            sides,
            duel.wins,
            (None, None),
            duel.last,
            duel.number,
            "step" if back == "step" else "point",
            duel.left,
            duel.ahead_left,
            (None, None),
        )
        for ask in view.asks:
            _others_throw(state, ask.awaited)


def _others_throw(state: FilState, awaited: tuple[int, ...]) -> None:
    """Who is no longer awaited in a duel has thrown something."""
    duel = state.duel
    assert duel is not None
    players = (duel.sides[0][0], duel.sides[1][0])
    first, second = ("rock" if seat not in awaited else None for seat in players)
    state.duel = duel._replace(thrown=(first, second))  # type: ignore[arg-type]


def _copy_hand(state: FilState, hand: FilHand) -> None:
    if state.options.mode != "equipes" or hand.seat == state.braincat or state.braincat is None:
        return
    family = state.families[state.team_of(hand.seat)]
    family.votes = list(hand.votes)
    for voter, nominee in hand.nominations:
        state.nominations[voter] = nominee
    duel = state.duel
    if duel is not None and hand.gesture is not None:
        first, second = duel.thrown
        is_first = duel.sides[0][0] == hand.seat
        state.duel = duel._replace(thrown=(hand.gesture, second) if is_first else (first, hand.gesture))
    if duel is not None and state.team_of(hand.seat) == duel.team and hand.votes:
        by_seat = dict(hand.votes)
        sides = tuple((seat, by_seat.get(seat, choice)) for seat, choice in duel.sides)
        assert state.duel is not None
        state.duel = state.duel._replace(sides=sides)


# --- A pack of the players' own --------------------------------------------------------------------------------------


def _some_pack(theme: ThemeCard, number: int, view: FilView, options: FilOptions) -> str:
    """A pack with all cards that are seen, and others in the place of those that are not: its text is not in a view."""
    faces = {face.number: face for face in _faces(view) if face.theme == number}
    if view.hand is not None and view.board.theme == number:
        # P-19: the Memocat is of one sex, the other than that of the clues.
        sex = "" if not theme.sexed else "m" if view.board.clues and view.board.clues[0].sex == "f" else "f"
        for line in view.hand.memocat:
            faces.setdefault(line.number, Face(number, line.number, line.text, "", sex, ""))
    fresh = (n for n in range(1, 1000) if n not in faces)
    lines = [f"memocat = {str(theme.memocat).lower()}", 'licence = "?"']
    lines += [f"title = {_quoted(theme.title)}", f"author = {_quoted(theme.author)}"]
    lines += [f'language = "{options.language}"', "cards = ["]
    sexes = {"f": 0, "m": 0}
    for face in faces.values():
        lines.append(_line(face))
        if face.sex:
            sexes[face.sex] += 1
    for _ in range(theme.cards - len(faces)):
        sex = min(sexes, key=lambda name: sexes[name]) if theme.sexed else ""
        if sex:
            sexes[sex] += 1
        lines.append(_line(Face(number, next(fresh), "…", "", sex, "")))
    assert theme.cards >= LEAST_CARDS >= LEAST_OF_EACH_SEX
    return "\n".join([*lines, "]"])


def _faces(view: FilView) -> Iterable[Face]:
    board, hand = view.board, view.hand
    shown: list[Face | None] = [*board.clues, *board.spaces, *board.out, *(past.mystery for past in board.past)]
    if board.story is not None:
        shown += [*board.story.masters, *(card for scene in board.story.scenes for card in scene.spaces)]
    if hand is not None:
        shown += [hand.mystery, hand.lead, *hand.masters, *hand.skip]
    return [face for face in shown if face is not None]


def _line(face: Face) -> str:
    tags = ", ".join(f"{name} = {rating}" for name, rating in zip(DIMENSIONS, face.tags, strict=False))
    sex = f', sex = "{face.sex}"' if face.sex else ""
    letters = f', letters = "{face.letters}"' if face.letters else ""
    rated = f", tags = {{ {tags} }}" if face.tags else ""
    return f"{{ number = {face.number}, text = {_quoted(face.text)}{letters}{sex}{rated} }},"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
