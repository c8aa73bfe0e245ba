"""A game for tests: a race for a bell, then the winner of the race says something, in private or aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from tablee.bots.bot import Bot
from tablee.kernel import (
    ALL,
    Action,
    Ask,
    Audience,
    Between,
    Board,
    Caption,
    Game,
    Hand,
    Kind,
    Luck,
    Meta,
    Ms,
    Options,
    Outcome,
    Refusal,
    Seat,
    State,
    View,
)
from tablee.kernel.parts.scores import most_wins

RINGING: Final[Ms] = 5_000
SAYING: Final[Ms] = 10_000


@dataclass(frozen=True, slots=True)
class BellOptions(Options):
    rounds: Annotated[int, Between(1, 5)] = 3
    whispered: bool = False
    loud: bool = False

    def refusal(self) -> Refusal | None:
        return Refusal("loud_whisper") if self.whispered and self.loud else None


@dataclass(frozen=True, slots=True)
class Ring(Action):
    pass


@dataclass(frozen=True, slots=True)
class Say(Action):
    text: str


@dataclass(frozen=True, slots=True)
class BellBoard(Board):
    round: int
    points: tuple[int, ...]
    speaker: Seat | None


class BellState(State):
    __slots__ = ("options", "points", "round", "speaker", "until")

    def __init__(self, rules: int, options: BellOptions, points: tuple[int, ...], number: int, until: Ms) -> None:
        super().__init__(rules)
        self.options, self.points, self.round, self.until = options, points, number, until
        self.speaker: Seat | None = None


class Bell(Game[BellOptions, BellState, Action, BellBoard, Hand]):
    meta = Meta(
        "bell", version=2, minutes=1, age=5, options=BellOptions,
        presets={"long": BellOptions(5), "short": BellOptions(1)},
        kinds={"ring": Kind((Ring,), race=True), "say": Kind((Say,), enumerable=False)},
        board=BellBoard, hand=Hand, seats=lambda _: range(2, 5), oldest=2,
    )  # fmt: skip

    def setup(self, options: BellOptions, teams: tuple[str | None, ...], now: Ms, luck: Luck, rules: int) -> BellState:
        return BellState(rules, options, (0,) * len(teams), 0, now + RINGING)

    def asks(self, state: BellState) -> tuple[Ask, ...]:
        if state.round == state.options.rounds:
            return ()
        if state.speaker is not None:
            return (Ask(f"{state.round}.say", "say", (state.speaker,), (state.speaker,), state.until),)
        return (Ask(f"{state.round}.ring", "ring", tuple(range(len(state.points))), (), state.until),)

    def check(self, state: BellState, seat: Seat, action: Action) -> Refusal | None:
        return Refusal("silence") if isinstance(action, Say) and not action.text else None

    def step(self, state: BellState, seat: Seat, action: Action, now: Ms, luck: Luck) -> BellState:
        if isinstance(action, Say):
            points = tuple(old + (at == seat) * (1 + luck.below(2)) for at, old in enumerate(state.points))
            after = BellState(state.rules, state.options, points, state.round + 1, now + RINGING)
            to: Audience = (seat,) if state.options.whispered else ALL
            after.captions.append(Caption("said", {"seat": seat, "text": action.text}, to))
            return after
        after = BellState(state.rules, state.options, state.points, state.round, now + SAYING)
        after.speaker = seat
        after.captions.append(Caption("rang", {"seat": seat}, ALL))
        return after

    def expire(self, state: BellState, ask: Ask, luck: Luck) -> BellState:
        return BellState(state.rules, state.options, state.points, state.round + 1, state.until + RINGING)

    def outcome(self, state: BellState) -> Outcome | None:
        return most_wins(state.points) if state.round == state.options.rounds else None

    def board(self, state: BellState) -> BellBoard:
        return BellBoard(state.round, state.points, state.speaker)

    def hand(self, state: BellState, seat: Seat, held: bool) -> Hand:
        return Hand(seat)

    def moves(self, view: View[BellBoard, Hand], luck: Luck) -> Sequence[Action]:
        if view.hand is None or not view.asks or view.hand.seat not in view.asks[0].seats:
            return ()
        return (Ring(),) if view.asks[0].kind == "ring" else (Say("hello"), Say("good evening"))

    def imagine(self, view: View[BellBoard, Hand], luck: Luck) -> BellState:
        raise NotImplementedError

    def precedence(self, state: BellState, ask: Ask) -> tuple[Seat, ...]:
        return tuple(reversed(ask.seats))


class Ringer(Bot[Action, BellBoard, Hand]):
    """Rings after a while, says what it heard last."""

    def __init__(self, wait: Ms) -> None:
        self._wait = wait
        self.heard: list[str] = []

    def see(self, frame: object) -> None:
        self.heard += [caption.code for caption in getattr(frame, "captions", ())]

    def think(self, view: View[BellBoard, Hand], ask: Ask, luck: Luck) -> Ms:
        return self._wait

    def act(self, view: View[BellBoard, Hand], ask: Ask, luck: Luck) -> Action | None:
        return Ring() if ask.kind == "ring" else Say(f"word {luck.below(100)}")


class Mute(Bot[Action, BellBoard, Hand]):
    """Never answers."""

    def act(self, view: View[BellBoard, Hand], ask: Ask, luck: Luck) -> Action | None:
        return None


class Cheat(Ringer):
    """Says nothing at all, which the rules refuse."""

    def act(self, view: View[BellBoard, Hand], ask: Ask, luck: Luck) -> Action | None:
        return Ring() if ask.kind == "ring" else Say("")


GAME = Bell()
BOTS: Mapping[str, object] = {
    "quick": lambda _: Ringer(100),
    "slow": lambda seat: Ringer(200 + seat),
    "mute": lambda _: Mute(),
    "cheat": lambda _: Cheat(100),
}
