"""Some state in which a viewer would see this very view: what it shows, and any arrangement of slates that fits."""

from __future__ import annotations

from tablee.games.copieur.operations import SLATES, complete
from tablee.games.copieur.state import CopieurState, Deeds, Phase, Place, Slapped, counted
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import Luck, View


def imagined(view: View[CopieurBoard, CopieurHand], luck: Luck, rules: int) -> CopieurState:
    board = view.board
    state = CopieurState(rules, board.options, len(board.points), _operations(view, luck), board.first)
    state.points = board.points
    state.supply = board.supply
    state.tile = board.tile
    state.active = board.active
    state.turn = board.turn
    state.die = board.die
    state.role = board.role
    state.pointed = board.pointed
    state.claims_left = board.claims_left
    state.shown = tuple(shown.place for shown in board.shown)
    state.ranking = board.ranking
    state.phase = _phase(view)
    _set_clocks(state, view)
    _set_slaps(state, view, luck)
    _set_slates(state, view, luck)
    state.deeds = _deeds(board)
    return state


def _deeds(board: CopieurBoard) -> Deeds:
    """Those that were awarded; of others nothing is known."""
    nothing = (0,) * len(board.points)
    counts = {"memory": nothing, "reflex": nothing, "bluff": nothing}
    for award in board.awards:
        for seat in award.seats:
            counts[award.name] = counted(counts[award.name], seat, award.times)
    return Deeds(nothing, counts["memory"], counts["reflex"], counts["bluff"])


def _phase(view: View[CopieurBoard, CopieurHand]) -> Phase:
    phases: tuple[Phase, ...] = ("look", "roll", "play", "tell", "question", "shown")
    kinds = {ask.kind for ask in view.asks}
    return next((phase for phase in phases if phase in kinds), "over")


def _set_clocks(state: CopieurState, view: View[CopieurBoard, CopieurHand]) -> None:
    for ask in view.asks:
        if ask.kind == state.phase:
            state.until = ask.until or 0
        if ask.kind == "suspense":
            state.suspense = ask.until or 0
        if ask.kind == "look":
            state.is_ready = tuple(seat not in ask.awaited for seat in range(state.seats))


def _set_slaps(state: CopieurState, view: View[CopieurBoard, CopieurHand], luck: Luck) -> None:
    hand = view.hand
    for seat, is_early in view.board.slapped:
        own = hand.answer if hand is not None and hand.seat == seat else None
        state.slaps.append(Slapped(seat, luck.pick(state.pad() or (0,)) if own is None else own, is_early))


def _operations(view: View[CopieurBoard, CopieurHand], luck: Luck) -> tuple[str, ...]:
    board, hand = view.board, view.hand
    known = {shown.number: shown.operation for shown in board.shown}
    if hand is not None and hand.slate is not None:
        known[hand.slate.number] = hand.slate.operation
    if board.question is not None and board.die is not None:
        known[board.die] = board.question
    return complete(board.options.level, known, board.pad, luck)


def _set_slates(state: CopieurState, view: View[CopieurBoard, CopieurHand], luck: Luck) -> None:
    """What lies face up, what one holds, and what the role says of the active seat; chance for the rest."""
    hand = view.hand
    fixed: dict[Place, int] = {shown.place: shown.number for shown in view.board.shown}
    if hand is not None and hand.slate is not None:
        fixed[hand.seat] = hand.slate.number
    if state.phase == "question" and state.die is not None:
        fixed[state.active] = state.die
    free = [place for place in range(SLATES) if place not in fixed]
    numbers = [number for number in range(1, SLATES + 1) if number not in fixed.values()]
    while True:
        luck.shuffle(numbers)
        for place, number in (fixed | dict(zip(free, numbers, strict=True))).items():
            state.slates[place] = number
        # Who is known to be the Copier has not what the die shows.
        if not (state.phase == "play" and state.role == "copier" and state.is_teacher()):
            break
    if state.phase == "tell":
        # It was an exchange with somebody; what lies there now is the Copier's old slate.
        state.copied = luck.pick([place for place in range(SLATES) if _may_be_copied(state, place)])


def _may_be_copied(state: CopieurState, place: Place) -> bool:
    return place != state.active and state.slates[place] != state.die
