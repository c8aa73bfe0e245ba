"""A way through a game on which every kind of moment is met, as one seat and a screen that looks on see it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from tests.browser.seating import REFLEX, Choose, Deed

from tablee.arena.entrants import seat_teams
from tablee.games import AnyGame, find
from tablee.kernel import Ask, Options, Refusal, Seat
from tablee.kernel.game import SCREEN, Ms, Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.table import open_table
from tablee.server.play.referee import LONGEST_WAIT
from tablee.server.show.tools import AnyTable

ME: Final = 0
"""The seat that looks on."""
SAMPLE: Final = 5
"""So many answers of one sort are tried out."""
NOT_SHOWN: Final = ("options", "talk")


Known: TypeAlias = dict[Viewer, set[str]]


def nothing_known() -> Known:
    return {Viewer(ME): set(), SCREEN: set()}


def forget(known: Known, kinds: Iterable[str]) -> None:
    """What these are about looks different at another table."""
    for seen in known.values():
        seen -= {sight for sight in seen if any(re.search(rf"\b{kind}\b", sight) for kind in kinds)}


class Stop(NamedTuple):
    """A moment of a kind that was not there before."""

    deeds: tuple[Deed, ...]
    """What has happened since the last stop."""
    seat: frozenset[str]
    """What is new to who sits there."""
    wall: frozenset[str]
    """What is new to a screen that looks on."""
    asks: tuple[Ask, ...]
    """As the seat sees them."""
    is_asked_anew: bool
    """Was this never asked before?"""


class _State(NamedTuple):
    """Where a way leads: what is to be seen there that was not known when it began."""

    seat: frozenset[str]
    wall: frozenset[str]
    asks: tuple[Ask, ...]


def way_through(rehearsal: Rehearsal, most: int) -> list[Stop]:
    """`most`: deeds. Of all that can be done next, that which leads to something that was not yet known; and no more
    stops than it takes to see all of it."""
    before = {viewer: frozenset(seen) for viewer, seen in rehearsal.known.items()}
    deeds, states = list[Deed](), [rehearsal.look(before)]
    while rehearsal.table.outcome is None and len(deeds) < most:
        deeds.append(rehearsal.go_on())
        states.append(rehearsal.look(before))
    stops, last, seat, wall = list[Stop](), 0, set[str](), set[str]()
    for place in _enough(states):
        state = states[place]
        news = state.seat - seat
        stops.append(
            Stop(tuple(deeds[last:place]), news, state.wall - wall, state.asks, _question(state.asks, ME) in news)
        )
        last, seat, wall = place, seat | state.seat, wall | state.wall
    return stops


def _enough(states: Sequence[_State]) -> list[int]:
    """A few of these, from which one sees all that is to be seen."""
    sights = [{*(f"seat {one}" for one in state.seat), *(f"wall {one}" for one in state.wall)} for state in states]
    unseen, places = set[str]().union(*sights), list[int]()
    while unseen:
        best = max(range(len(states)), key=lambda place: len(sights[place] & unseen))
        places.append(best)
        unseen -= sights[best]
    return sorted(places)


class Rehearsal:
    """A table of the kernel at which time passes as it does at a house whose clock is turned by what is played."""

    def __init__(self, game: str, options: Options, seats: int, seed: bytes, known: Known) -> None:
        rules: AnyGame = find(game).game
        table = open_table(rules, options, seat_teams(rules, options, seats), seed)
        assert not isinstance(table, Refusal), table
        self.table: AnyTable = table
        self.known = known
        self._luck = SeededLuck(seed_from("way"))
        self._now: Ms = 0

    def begin(self, choose: Choose, until: Callable[[Any], bool]) -> Iterator[Deed]:
        """What happens before anybody looks on."""
        while not until(self.table.state):
            yield self._do(choose(self.table, self._luck))

    def look(self, before: Mapping[Viewer, frozenset[str]]) -> _State:
        """From now on all of it is known."""
        table = self.table
        seat, wall = (frozenset(_sights(table.game, table.state, viewer)) for viewer in before)
        self.known[Viewer(ME)] |= seat
        self.known[SCREEN] |= wall
        return _State(seat - before[Viewer(ME)], wall - before[SCREEN], table.view(Viewer(ME)).asks)

    def go_on(self) -> Deed:
        return self._do(self._most_promising())

    def _do(self, deed: Deed) -> Deed:
        table = self.table
        if deed.seat is not None and deed.action is not None:
            self._now += self._takes()
            refusal = table.play(deed.seat, deed.ask, deed.action, self._now)
            assert refusal is None, refusal
        else:
            assert table.next_due is not None
            table.expire(table.next_due)
            self._now = table.now + LONGEST_WAIT
        return deed

    def _most_promising(self) -> Deed:
        promises: dict[int, list[Deed]] = {}
        for deed in self._deeds():
            promises.setdefault(self._promise(deed), []).append(deed)
        best = max(promises)
        deeds = promises[best]
        if best == 0:
            # Nothing new: then on with what is waited for.
            awaited = {(seat, ask.id) for ask in self.table.asks for seat in ask.awaited}
            deeds = [deed for deed in deeds if (deed.seat, deed.ask) in awaited] or deeds
        return self._luck.pick(deeds)

    def _deeds(self) -> Iterator[Deed]:
        table, kinds = self.table, self.table.game.meta.kinds
        due = table.next_due
        if due is not None and due.until is not None:
            yield Deed(None, due.id, None, due.until - self._now)
        if table.deadline is not None and table.deadline < self._now + self._takes():
            return
        for ask in table.asks:
            for seat in ask.seats:
                moves = table.game.moves(table.view(Viewer(seat, held=True)), self._luck)
                for sort in kinds[ask.kind].actions:
                    actions = [action for action in moves if isinstance(action, sort)]
                    self._luck.shuffle(actions)
                    yield from (Deed(seat, ask.id, action) for action in actions[:SAMPLE])

    def _takes(self) -> Ms:
        kinds = self.table.game.meta.kinds
        return REFLEX + LONGEST_WAIT if any(kinds[ask.kind].race for ask in self.table.asks) else 0

    def _promise(self, deed: Deed) -> int:
        """How much news it would bring, were luck like this."""
        table, game, luck = self.table, self.table.game, SeededLuck(seed_from("perhaps"))
        if deed.seat is not None and deed.action is not None:
            state = game.step(table.state, deed.seat, deed.action, self._now + self._takes(), luck)
        else:
            assert table.next_due is not None
            state = game.expire(table.state, table.next_due, luck)
        return sum(len(set(_sights(game, state, viewer)) - seen) for viewer, seen in self.known.items())


def _sights(game: AnyGame, state: Any, viewer: Viewer) -> Iterator[str]:
    """What kind of moment it is: what is asked, of whom, and which parts of board and hand there are to see."""
    if game.outcome(state) is not None:
        yield "over"
        return
    view = game.view(state, viewer)
    yield _question(view.asks, viewer.seat)
    yield from (f"{ask.kind} runs" for ask in view.asks if not ask.seats)
    yield from _parts(view.board)
    if view.hand is not None:
        yield from _parts(view.hand)


def _question(asks: tuple[Ask, ...], seat: Seat | None) -> str:
    """`draw!`: this seat is waited for; `claim?`: it may answer; `vote`: somebody else may."""
    kinds: dict[str, str] = {}
    for ask in asks:
        if ask.seats or len(asks) == 1:
            mark = "!" if seat in ask.awaited else "?" if seat in ask.seats else ""
            kinds[ask.kind] = max(kinds.get(ask.kind, ""), mark, key=("", "?", "!").index)
    return " ".join(sorted(kind + mark for kind, mark in kinds.items()))


def _parts(whole: Any, prefix: str = "") -> Iterator[str]:
    sort: Any = type(whole)
    chosen = _choices(sort)
    for part in fields(whole):
        value = getattr(whole, part.name)
        if part.name in NOT_SHOWN:
            continue
        if value and isinstance(value, str) and part.name in chosen:
            yield f"{prefix}{part.name} {value}"
        elif value and (isinstance(value, bool) or not isinstance(value, int)):
            yield prefix + part.name
            if is_dataclass(value):
                yield from _parts(value, f"{part.name}.")


@cache
def _choices(kind: Any) -> frozenset[str]:
    """Which parts are one of a few words."""

    def is_choice(hint: Any) -> bool:
        if get_origin(hint) is tuple:
            return False
        return get_origin(hint) is Literal or any(map(is_choice, get_args(hint)))

    return frozenset(name for name, hint in get_type_hints(kind).items() if is_choice(hint))
