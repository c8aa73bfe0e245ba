"""What the kit needs to hear from Copieur !: what is hidden from whom, what is forgotten, and which pieces there are.

Written from the rules page. *Hidden*: every slate but one's own, and one's own unless it is held; the answers of slaps
until the ranking; the role of the active seat until it is public. *Forgotten*: the arrangement and the operations, once
the slates are turned down; with whom the Copier has exchanged; one's own answer, unless one holds it."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.games.copieur.actions import CopieurAction, Slap
from tablee.games.copieur.operations import GREATEST, SLATES, complete, result_of
from tablee.games.copieur.state import CopieurState, Place
from tablee.kernel import Ask, Luck, Seat, Viewer
from tablee.kit import Witness


def scramble(state: CopieurState, viewer: Viewer, luck: Luck) -> CopieurState:
    """The slates that the viewer does not see, in other places; other answers of others; other deeds so far."""
    twin = state.copy()
    twin.captions = list(state.captions)
    if state.phase in ("look", "over"):
        return twin
    _move_slates(twin, viewer, luck, keep_role=False)
    for number, slap in enumerate(twin.slaps):
        if slap.seat != viewer.seat:
            twin.slaps[number] = slap._replace(answer=luck.pick(state.pad() or range(GREATEST + 1)))
    runs, bluffs = (tuple(luck.below(4) for _ in range(state.seats)) for _ in range(2))
    twin.deeds = twin.deeds._replace(runs=runs, bluffs=bluffs)
    return twin


def fade(state: CopieurState, viewer: Viewer, luck: Luck) -> CopieurState | None:
    """All that was seen and must not be seen again: the arrangement, the operations, the exchange."""
    if state.phase in ("look", "over"):
        return None
    twin = state.copy()
    _move_slates(twin, viewer, luck, keep_role=True)
    seen = set(state.shown) | ({viewer.seat} if viewer.held and viewer.seat is not None else set())
    known = {state.slates[place]: state.operation(state.slates[place]) for place in seen}
    if state.phase == "question" and state.die is not None:
        known[state.die] = state.operation(state.die)
    for number, slap in enumerate(twin.slaps):
        if not (viewer.held and slap.seat == viewer.seat):
            twin.slaps[number] = slap._replace(answer=luck.pick(state.pad() or range(GREATEST + 1)))
    results = sorted(map(result_of, state.operations))
    twin.operations = complete(state.options.level, known, results, luck)
    if state.phase == "tell":
        may_be = [place for place in range(SLATES) if place != state.active and twin.slates[place] != state.die]
        twin.copied = luck.pick(may_be)
    return twin


def _move_slates(twin: CopieurState, viewer: Viewer, luck: Luck, *, keep_role: bool) -> None:
    """Permute what this viewer does not see, within what the rules have made public."""
    before = twin.slates.copy()
    seen = set(twin.shown) | ({viewer.seat} if viewer.held and viewer.seat is not None else set())
    free = [place for place in range(SLATES) if place not in seen]
    numbers = [before[place] for place in free]
    for _ in range(100):
        luck.shuffle(numbers)
        for place, number in zip(free, numbers, strict=True):
            twin.slates[place] = number
        if _fits(twin, before, viewer, keep_role):
            return
    twin.slates = before


def _fits(twin: CopieurState, before: list[int], viewer: Viewer, keep_role: bool) -> bool:
    die = twin.die
    places: list[Place] = []
    if twin.phase == "question" or (twin.phase == "play" and (twin.role is not None or keep_role)):
        # What is public about the active seat: whether it holds what the die shows.
        places.append(twin.active)
    if twin.phase == "tell" and twin.copied is not None:
        # There lies the Copier's old slate, which was not the right one.
        places.append(twin.copied)
    if viewer.seat is not None and twin.phase in ("play", "tell"):
        # Whoever looks may look at their own slate, so a refusal may depend on it.
        places.append(viewer.seat)
    return all((twin.slates[place] == die) == (before[place] == die) for place in places)


def reveals(after: CopieurState, twin: CopieurState, viewer: Viewer) -> bool:
    """Does this input show, by the rules, something in which the twin differs?"""
    if after.phase == "over" or after.ranking:
        # All slates are turned up; all answers are read out.
        return True
    # the role is public now.
    is_role_news = after.turn == twin.turn and after.role is not None and twin.phase == "play" and twin.role is None
    if is_role_news and (after.role == "teacher") != twin.is_teacher():
        return True
    if after.phase == "question" and after.die and after.operation(after.die) != twin.operation(after.die):
        return True
    if any(_face(after, place) != _face(twin, place) for place in after.shown):
        return True
    if twin.phase == "tell" and after.phase != "tell" and _is_told_otherwise(after, twin):
        return True
    return _is_own_slate_other(after, twin, viewer)


def _is_told_otherwise(after: CopieurState, twin: CopieurState) -> bool:
    """R-5: the holder tells, or is told for; nobody tells where there is none; the holder never turns up the centre."""
    told = {caption.code: caption.facts.get("seat") for caption in after.captions}
    if "nobody_told" in told:
        return twin.holder() is not None
    if told.keys() & {"told", "told_for", "told_centre"}:
        # Who is punished says with whom the exchange was.
        return twin.holder() != told.get("told", told.get("told_for")) or after.copied != twin.copied
    return twin.holder() == told["told_wrongly"]


def _is_own_slate_other(after: CopieurState, twin: CopieurState, viewer: Viewer) -> bool:
    """One sees one's own slate, or may try something that depends on it."""
    seat = viewer.seat
    if seat is None:
        return False
    place: Place = seat
    if after.phase == "tell" and twin.phase == "play":
        assert after.copied is not None
        place = {after.active: after.copied, after.copied: after.active}.get(seat, seat)
    elif twin.phase == "shown" and after.phase == "roll" and twin.role == "teacher" and twin.tile == "correction":
        place = (seat - 1) % twin.seats
    number, other = after.slates[seat], twin.slates[place]
    if viewer.held:
        return (number, after.operation(number)) != (other, twin.operation(other))
    return after.phase in ("play", "tell") and (number == after.die) != (other == after.die)


def _face(state: CopieurState, place: Place) -> tuple[int, str]:
    number = state.slates[place]
    return number, state.operation(number)


def disguise(
    twin: CopieurState, viewer: Viewer, seat: Seat, ask: Ask, action: CopieurAction, luck: Luck
) -> CopieurAction:
    """What somebody answers is a secret until the ranking."""
    return Slap(luck.pick(twin.pad() or range(GREATEST + 1))) if isinstance(action, Slap) else action


def pieces(state: CopieurState) -> Iterator[tuple[str, int]]:
    """Six slates with their operations, and the tokens: in the supply or with somebody."""
    for number in state.slates:
        yield ("slate", number)
    for _ in range(state.supply + sum(state.points)):
        yield ("token", 0)


WITNESS = Witness(scramble=scramble, reveals=reveals, disguise=disguise, fade=fade, pieces=pieces)
