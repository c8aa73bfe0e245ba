"""What is secret stays secret, and what must be forgotten is forgotten; and a leak would be found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tablee.arena.match import open_match
from tablee.bots.bot import RandomBot
from tablee.games.copieur import GAME
from tablee.games.copieur.actions import CopieurAction
from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.rules import Copieur
from tablee.games.copieur.state import CopieurState
from tablee.games.copieur.tests.scene import Scene
from tablee.games.copieur.tests.witness import WITNESS
from tablee.games.copieur.view import CopieurBoard, CopieurHand, Shown
from tablee.kernel import SCREEN, Ask, Luck, Ms, Seat, Viewer
from tablee.kernel.frames import Frame, Watcher
from tablee.kernel.wire import Wire
from tablee.kit import check_game

WIRE = Wire(GAME)


def everybody(seats: int) -> list[Viewer]:
    return [SCREEN, *(Viewer(seat, held) for seat in range(seats) for held in (False, True))]


# --- An exchange is seen once --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_once_it_has_happened_no_view_tells_with_whom_the_exchange_was(seats: int) -> None:
    """A snapshot a moment later is the same whatever the place, but for those who hold the two slates up."""
    scenes = []
    for place in range(1, 6):
        scene = Scene(seats)
        scene.roll(6 if seats < 6 else 5)
        scene.copy(place)
        scenes.append((place, scene))
    for viewer in everybody(seats):
        involved = (0, *range(1, seats)) if viewer.held else ()
        views = {WIRE.view.dumps(scene.view(viewer)) for place, scene in scenes if viewer.seat not in involved}
        assert len(views) <= 1
    for place, scene in scenes:
        for viewer in (Viewer(seat, held=True) for seat in range(1, seats) if seat != place):
            assert scene.view(viewer).hand == Scene(seats).view(viewer).hand


Seen = tuple[CopieurState, Viewer, Frame[CopieurBoard, CopieurHand]]


def random_frames(seats: int, seed: int) -> Iterator[Seen]:
    """Every frame that anybody gets in a whole random game, and after each input a snapshot for who comes back."""
    match = open_match(GAME, CopieurOptions(), (None,) * seats, [RandomBot(GAME) for _ in range(seats)], seed)
    table = match.table
    watchers = {viewer: Watcher(table, viewer) for viewer in everybody(seats)}
    while True:
        for viewer, watcher in watchers.items():
            frame = watcher.frame()
            if frame is not None:
                yield table.state, viewer, frame
            yield table.state, viewer, Frame(0, table.view(viewer), ())
        if not table.asks:
            return
        match.happen()


@pytest.mark.parametrize("seats", [3, 6])
def test_no_operation_is_in_a_frame_unless_it_lies_open_or_is_held(seats: int) -> None:
    """Operations are the tracers: each is a text that stands nowhere else."""
    seen = 0
    for state, viewer, frame in random_frames(seats, 1):
        text = WIRE.frame.dumps(frame)
        allowed = {state.operation(state.slates[place]) for place in state.shown}
        if viewer.held and viewer.seat is not None:
            allowed.add(state.operation(state.slates[viewer.seat]))
        if state.role == "teacher" and state.tile == "questioning" and state.die is not None:
            allowed.add(state.operation(state.die))
        for operation in state.operations:
            if f'"{operation}"' in text:
                seen += 1
                assert operation in allowed
    assert seen


@pytest.mark.parametrize("seats", [3, 6])
def test_what_was_told_stands_in_no_later_frame(seats: int) -> None:
    """No field of a view names an exchange, a claim or a telling: the codes of captions are in captions only."""
    told = {"exchanged", "exchanged_centre", "claimed", "denied", "hinted", "told", "told_wrongly", "copied", "liars"}
    found = set()
    for _, _, frame in random_frames(seats, 2):
        found |= {caption.code for caption in frame.captions} & told
        text = WIRE.view.dumps(frame.view)
        assert not [word for word in told if f'"{word}"' in text]
    assert found >= {"exchanged", "claimed"}


# --- A leak would be found -----------------------------------------------------------------------------------------


class NamesTheHolder(Copieur):
    """The telling window waits for whoever must tell."""

    def asks(self, state: CopieurState) -> tuple[Ask, ...]:
        asks, holder = super().asks(state), state.holder() if state.phase == "tell" else None
        return asks if holder is None else tuple(ask._replace(awaited=(holder,)) for ask in asks)


class SparesTheWindow(Copieur):
    """No telling window where there is nobody to tell."""

    def step(self, state: CopieurState, seat: Seat, action: CopieurAction, now: Ms, luck: Luck) -> CopieurState:
        new = super().step(state, seat, action, now, luck)
        if new.phase == "tell" and state.phase == "play" and new.holder() is None:
            new.until = now + 1_000
        return new


class HurriesTheTeacher(Copieur):
    """The suspense is shorter for a Teacher."""

    def asks(self, state: CopieurState) -> tuple[Ask, ...]:
        is_short = state.phase == "play" and state.role is None and state.is_teacher()
        return tuple(
            ask._replace(until=state.suspense - 500) if is_short and ask.kind == "suspense" else ask
            for ask in super().asks(state)
        )


class ShowsTheHolder(Copieur):
    """The right slate shines through on the board while the window is open."""

    def board(self, state: CopieurState) -> CopieurBoard:
        board = super().board(state)
        if state.phase != "tell" or state.die is None:
            return board
        return replace(board, shown=(Shown(state.slates.index(state.die), state.die, ""),))


class KeepsTheExchange(Copieur):
    """The board goes on showing with whom the exchange was."""

    def board(self, state: CopieurState) -> CopieurBoard:
        return replace(super().board(state), pointed=state.pointed if state.copied is None else state.copied)


class KeepsTheSlate(Copieur):
    """A hand shows its slate without being held."""

    def hand(self, state: CopieurState, seat: Seat, held: bool) -> CopieurHand:
        return super().hand(state, seat, True)


class KeepsTheOperation(Copieur):
    """The question stays on the board until the next one."""

    def board(self, state: CopieurState) -> CopieurBoard:
        return replace(super().board(state), question=state.operation(1) if state.turn else None)


@pytest.mark.parametrize(
    ("leaky", "law"),
    [
        (NamesTheHolder, 9),
        (SparesTheWindow, 9),
        (HurriesTheTeacher, 9),
        (ShowsTheHolder, 9),
        (KeepsTheExchange, 10),
        (KeepsTheSlate, 10),
        (KeepsTheOperation, 10),
    ],
)
def test_a_leak_is_found(leaky: type[Copieur], law: int) -> None:
    report = check_game(leaky(), WITNESS, tables=12, seed="leaks")
    assert next(found for found in report.laws if found.number == law).breaches, leaky.__doc__
