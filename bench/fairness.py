"""How often the quickest finger wins: the real referee on simulated lines, beside what arrival order would give.

    python bench/fairness.py [--races 2000]

Four people, all equally quick (ex-Gaussian reactions, as people have them): the hardest case. Lines have jitter,
asymmetry and now and then a late packet; devices measure to a millisecond. "Right": the seat with the shortest reaction
won. The tests in tests/server/test_link.py hold these figures to their floors.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, log
from typing import Final, NamedTuple, TypeAlias

from tablee.bots.pace import fraction, normal
from tablee.kernel.game import Ask, Ms, Seat
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.server.play.link import HUMAN, Link
from tablee.server.play.referee import Input, Referee

RACE_EVERY: Final = 8_000
PINGS_FIRST, PINGS_BETWEEN = 12, 4
GAPS: Final = ((0, 5), (5, 20), (20, 50), (50, inf))
ROUND_TRIPS: Final = (0, 50, 100, 150, 200)


def exponential(luck: Luck, mean: float) -> float:
    return -mean * log(fraction(luck))


class Wire(NamedTuple):
    """A line: milliseconds each way at best, and what comes on top."""

    down: float
    up: float
    jitter: float
    """Mean delay on top, each way."""
    late: float = 0.01
    """How many packets come 20 to 80 ms late."""

    def one_way(self, best: float, luck: Luck) -> float:
        late = 20 + 60 * fraction(luck) if fraction(luck) <= self.late else 0.0
        return best + exponential(luck, self.jitter) + late

    def there(self, luck: Luck) -> float:
        return self.one_way(self.down, luck)

    def back(self, luck: Luck) -> float:
        return self.one_way(self.up, luck)


FOUR_LINES: Final = (Wire(8, 8, 1.5), Wire(35, 22, 3), Wire(60, 75, 5), Wire(110, 95, 6))
"""One way 8 to 110 ms, none of the slower ones alike in both directions."""


def spread_lines(round_trip: float) -> tuple[Wire, ...]:
    """Four lines whose round trips lie this far apart."""
    steps = (round_trip * k / 3 for k in range(4))
    return tuple(Wire(8 + step * 0.6, 8 + step * 0.4, 2 + step / 60) for step in steps)


def reaction(luck: Luck) -> float:
    return max(HUMAN + 10, 230 + 30 * normal(luck) + exponential(luck, 60))


# What a device reports. It knows its reaction; a forger is even told what the server knows.


class Truth(NamedTuple):
    reaction: float
    elapsed: float
    link: Link
    race: int


Report: TypeAlias = Callable[[Truth], float | None]


def honest(truth: Truth) -> float:
    return truth.reaction


def says_superb(_: Truth) -> float:
    return HUMAN + 1


def takes_off(milliseconds: float) -> Report:
    return lambda truth: max(HUMAN + 1, truth.reaction - milliseconds)


def knows_the_limit(truth: Truth) -> float:
    """As much as the line allows, to the millisecond."""
    return max(HUMAN + 1, min(truth.reaction, truth.elapsed - truth.link.trips.slowest))


def now_and_then(truth: Truth) -> float:
    return knows_the_limit(truth) if truth.race % 3 == 0 else honest(truth)


def spends_its_credit(truth: Truth) -> float:
    """The best forger there can be: it reads the server's memory and lies as much as will just be believed."""
    link, kept = truth.link, list(truth.link._claims)
    told = max(HUMAN + 1, min(truth.reaction, truth.elapsed - link.trips.slowest))
    is_believed = False
    while told < truth.reaction and not is_believed:
        is_believed = link._believe(truth.elapsed - told)
        link._claims.clear()
        link._claims.extend(kept)
        told += 0 if is_believed else 1
    return told


def says_nothing(_: Truth) -> None:
    return None


FORGERS: Final[Mapping[str, Report]] = {
    "always says 101 ms": says_superb,
    "takes off 40 ms": takes_off(40),
    "takes off 6 ms": takes_off(6),
    "knows the line's limit": knows_the_limit,
    "that, one race in three": now_and_then,
    "reads the server's memory": spends_its_credit,
    "(reports nothing)": says_nothing,
}


class Result(NamedTuple):
    """One race. The gap is between the two shortest reactions."""

    quickest: Seat
    gap: float
    winner: Seat
    by_arrival: Seat
    by_wide_photo: Seat
    """Who would win if the game's precedence decided whatever lies within 15 ms."""
    is_photo: bool
    waited: Ms
    """What the referee costs: from the winner's arrival to handing over."""

    @property
    def is_right(self) -> bool:
        return self.winner == self.quickest


@dataclass
class World:
    """People at their devices around one table and its referee."""

    wires: Sequence[Wire]
    luck: Luck
    reports: Mapping[Seat, Report] = field(default_factory=dict)
    percents: Mapping[Seat, int] = field(default_factory=dict)
    newcomers: int = 0
    """After so many races somebody new sits at every device. 0: never."""

    def __post_init__(self) -> None:
        self.now: Ms = 0
        self.precedence = list(range(len(self.wires)))
        self.referee: Referee[None] = Referee(lambda _: self.precedence)
        self.sit_down()

    def sit_down(self) -> None:
        self.links = [Link() for _ in self.wires]
        for seat, link in enumerate(self.links):
            self.referee.attach(seat, link, self.percent(seat))
            self.ping(seat, PINGS_FIRST)

    def percent(self, seat: Seat) -> int:
        return self.percents.get(seat, 100)

    def ping(self, seat: Seat, times: int) -> None:
        wire, link = self.wires[seat], self.links[seat]
        for _ in range(times):
            link.pong(link.ping(self.now), self.now + round(wire.there(self.luck) + wire.back(self.luck)))

    def race(self, number: int) -> Result:
        if self.newcomers and number and number % self.newcomers == 0:
            self.sit_down()
        self.now += RACE_EVERY
        seats = tuple(range(len(self.wires)))
        self.luck.shuffle(self.precedence)
        ask = Ask(f"{number}.race", "race", seats, seats, self.now + 60_000)
        self.referee.follow([ask], self.now)
        counted = [reaction(self.luck) for _ in seats]
        inputs = []
        for seat in seats:
            self.referee.sent(seat, self.now)
            inputs.append(self.answer(seat, ask.id, counted[seat] * self.percent(seat) / 100, number))
            self.ping(seat, PINGS_BETWEEN)
        inputs.sort(key=lambda one: one.arrived_at)
        return self.judge(ask, counted, inputs)

    def answer(self, seat: Seat, ask: str, took: float, number: int) -> Input[None]:
        wire, link = self.wires[seat], self.links[seat]
        elapsed = round(wire.there(self.luck) + took + wire.back(self.luck))
        measured = round(took + 2 * fraction(self.luck) - 1, 1)
        told = self.reports.get(seat, honest)(Truth(measured, elapsed, link, number))
        return Input(seat, ask, None, told, self.now + elapsed)

    def judge(self, ask: Ask, counted: Sequence[float], inputs: Sequence[Input[None]]) -> Result:
        winner, handed_over = self.run(inputs)
        first, second = sorted(ask.seats, key=counted.__getitem__)[:2]
        close = [seat for seat in self.precedence if counted[seat] - counted[first] <= 15]
        receipt = self.referee.receipt(ask.id)
        assert receipt is not None
        arrivals = {one.seat or 0: one.arrived_at for one in inputs}
        return Result(
            first,
            counted[second] - counted[first],
            winner,
            next(iter(arrivals)),
            close[0],
            receipt.lines[0].photo,
            handed_over - arrivals[winner],
        )

    def run(self, inputs: Sequence[Input[None]]) -> tuple[Seat, Ms]:
        """Let the inputs arrive and time pass; who was handed over first, and when."""
        handed_over: list[tuple[Seat, Ms]] = []

        def pass_time(until: float) -> None:
            while (at := self.referee.next_at) is not None and at < until:
                batch = self.referee.due(at)
                assert batch is not None
                handed_over.extend((one.seat or 0, at) for one in batch.inputs)

        for one in inputs:
            pass_time(one.arrived_at)
            self.referee.arrive(one)
        pass_time(inf)
        return handed_over[0]


def share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 1.0


def simulate(world: World, races: int) -> list[Result]:
    return [world.race(number) for number in range(races)]


def a_luck(*words: object) -> Luck:
    return SeededLuck(seed_from("fairness", *words))


def lines_table(races: int) -> None:
    lines = {f"round trips 0–{trip} ms apart": spread_lines(trip) for trip in ROUND_TRIPS}
    lines |= {"8–110 ms one way": FOUR_LINES}
    gaps = "".join(f"{f'{low}–{high} ms' if high < inf else f'≥ {low} ms':>10}" for low, high in GAPS)
    print(
        "Who wins: the quickest finger, in so many of a hundred races (right-hand columns: by the gap to the second)\n"
    )
    print(f"{'':30}{'arrival':>9}{'referee':>9}{'≥ 20 ms':>9}{gaps}{'photo':>8}{'waits':>8}{'15 ms photo':>13}")
    for name, wires in lines.items():
        results = simulate(World(wires, a_luck(name)), races)
        right = [result.is_right for result in results]
        clear = [result.is_right for result in results if result.gap >= 20]
        bands = [share([one.is_right for one in results if low <= one.gap < high]) for low, high in GAPS]
        print(
            f"{name:30}{share([one.by_arrival == one.quickest for one in results]):>9.1%}{share(right):>9.1%}"
            f"{share(clear):>9.1%}{''.join(f'{band:>10.1%}' for band in bands)}"
            f"{share([one.is_photo for one in results]):>8.1%}{sum(one.waited for one in results) / races:>5.0f} ms"
            f"{share([one.by_wide_photo == one.quickest for one in results]):>13.1%}",
            flush=True,
        )


def forgers_table(races: int) -> None:
    print(
        "\nOne liar at 8–110 ms one way: points won beyond its share on each line, then beyond it with new people every"
    )
    print("ten races, and how often the quickest finger wins beside it (all, gap ≥ 20 ms)\n")
    print(f"{'':30}{'8 ms':>9}{'28 ms':>9}{'68 ms':>9}{'102 ms':>9}{'newcomer':>10}{'right':>9}{'≥ 20 ms':>9}")
    for name, report in FORGERS.items():
        gains, everything = [], []
        for seat, newcomers in ((0, 0), (1, 0), (2, 0), (3, 0), (2, 10)):
            world = World(FOUR_LINES, a_luck("forger", seat), {seat: report}, newcomers=newcomers)
            results = simulate(world, races)
            gains.append(gain(results, seat))
            everything += results
        clear = share([one.is_right for one in everything if one.gap >= 20])
        points = "".join(f"{100 * one:>+9.1f}" for one in gains[:4]) + f"{100 * gains[4]:>+10.1f}"
        print(f"{name:30}{points}{share([one.is_right for one in everything]):>9.1%}{clear:>9.1%}", flush=True)


def gain(results: Sequence[Result], seat: Seat) -> float:
    """What this seat won beyond its share: beyond the races in which its finger was the quickest."""
    return share([one.winner == seat for one in results]) - share([one.quickest == seat for one in results])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--races", type=int, default=2_000)
    races = parser.parse_args().races
    lines_table(races)
    forgers_table(races)


if __name__ == "__main__":
    main()
