"""How often the quickest finger wins: the real referee on simulated lines, beside what arrival order would give.

    python bench/fairness.py [--races 20000] [--liars 2000] [--each 1000]

Four people, all equally quick (ex-Gaussian reactions, as people have them): the hardest case. Lines have jitter,
asymmetry and now and then a late packet; devices measure to a millisecond. "Right": the seat with the shortest reaction
won: at least 97 in 100, and 99 where the gap to the second is 20 ms or more. tests/server/test_link.py holds these
figures to their floors. So many races on each set of lines, so many with each liar. Rows in build/races.jsonl; the same
command goes on where it was."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf, log
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.longrun import Counts, LongRun, Piece, make_parser, shares

from tablee.bots.pace import fraction, normal
from tablee.kernel.game import Ask, Ms, Seat
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.server.play.link import HUMAN, Link
from tablee.server.play.referee import Input, Referee

RACE_EVERY: Final = 8_000
PINGS_FIRST, PINGS_BETWEEN = 12, 4
FLOOR, CLEAR_FLOOR = 0.97, 0.99
CLEAR: Final = 20
"""A gap that must be told, in milliseconds."""
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


def gain(results: Sequence[Result], seat: Seat) -> float:
    """What this seat won beyond its share: beyond the races in which its finger was the quickest."""
    return share([one.winner == seat for one in results]) - share([one.quickest == seat for one in results])


LINES: Final[Mapping[str, Sequence[Wire]]] = {
    **{f"round trips 0–{trip} ms apart": spread_lines(trip) for trip in ROUND_TRIPS},
    "8–110 ms one way": FOUR_LINES,
}
PLACES: Final = ((0, 0), (1, 0), (2, 0), (3, 0), (2, 10))
"""Where a liar sits, and after how many races somebody new does."""


def race_on(name: str, races: int, seed: str) -> Counts:
    return counts_of(simulate(World(LINES[name], a_luck(name, seed)), races))


def race_with(forger: str, seat: Seat, newcomers: int, races: int, seed: str) -> Counts:
    world = World(FOUR_LINES, a_luck("forger", seat, seed), {seat: FORGERS[forger]}, newcomers=newcomers)
    results = simulate(world, races)
    won, deserved = (sum(one.winner == seat for one in results), sum(one.quickest == seat for one in results))
    spot = f"{seat}.{newcomers}"
    return {**counts_of(results), f"races at {spot}": races, f"won at {spot}": won, f"deserved at {spot}": deserved}


def counts_of(results: Sequence[Result]) -> dict[str, int]:
    clear = [one for one in results if one.gap >= CLEAR]
    counts = {
        "races": len(results),
        "right": sum(one.is_right for one in results),
        "clear": len(clear),
        "clear and right": sum(one.is_right for one in clear),
        "by arrival": sum(one.by_arrival == one.quickest for one in results),
        "photos": sum(one.is_photo for one in results),
        "by wide photo": sum(one.by_wide_photo == one.quickest for one in results),
        "waited": sum(one.waited for one in results),
    }
    for low, high in GAPS:
        band = [one for one in results if low <= one.gap < high]
        counts |= {f"gap {low}": len(band), f"right, gap {low}": sum(one.is_right for one in band)}
    return counts


def pieces(races: int, liars: int, each: int) -> Iterator[Piece]:
    for name in LINES:
        for number, size in shares(races, each):
            yield Piece(name, f"{number}, {size} races", partial(race_on, name, size, str(number)))
    for forger in FORGERS:
        for seat, newcomers in PLACES:
            for number, size in shares(liars, each):
                label = f"seat {seat}, new people after {newcomers}, {number}, {size} races"
                yield Piece(forger, label, partial(race_with, forger, seat, newcomers, size, str(number)))


def percent(counts: Counts, part: str, of: str = "races") -> str:
    return f"{counts.get(part, 0) / max(1, counts.get(of, 0)):.2%}"


def tell_lines(totals: Mapping[str, Counts]) -> None:
    gaps = "".join(f"{f'{low}–{high} ms' if high < inf else f'≥ {low} ms':>10}" for low, high in GAPS)
    print("\nWho wins: the quickest finger, in so many of a hundred races (then: by the gap to the second)\n")
    print(f"{'':30}{'arrival':>9}{'referee':>9}{'≥ 20 ms':>9}{gaps}{'photo':>8}{'waits':>8}{'15 ms photo':>13}")
    for name, counts in totals.items():
        bands = "".join(f"{percent(counts, f'right, gap {low}', f'gap {low}'):>10}" for low, _ in GAPS)
        print(
            f"{name:30}{percent(counts, 'by arrival'):>9}{percent(counts, 'right'):>9}"
            f"{percent(counts, 'clear and right', 'clear'):>9}{bands}{percent(counts, 'photos'):>8}"
            f"{counts['waited'] / counts['races']:>5.0f} ms{percent(counts, 'by wide photo'):>13}"
        )


def tell_liars(totals: Mapping[str, Counts]) -> None:
    print("\nOne liar at 8–110 ms one way: points won beyond its share on each line, then beyond it with new people")
    print("every ten races, and how often the quickest finger wins beside it (all, gap ≥ 20 ms)\n")
    print(f"{'':30}{'8 ms':>9}{'28 ms':>9}{'68 ms':>9}{'102 ms':>9}{'newcomer':>10}{'right':>9}{'≥ 20 ms':>9}")
    for name, counts in totals.items():
        gains = []
        for seat, newcomers in PLACES:
            spot = f"{seat}.{newcomers}"
            more = counts.get(f"won at {spot}", 0) - counts.get(f"deserved at {spot}", 0)
            gains.append(100 * more / max(1, counts.get(f"races at {spot}", 0)))
        points = "".join(f"{one:>+9.1f}" for one in gains[:4]) + f"{gains[4]:>+10.1f}"
        print(f"{name:30}{points}{percent(counts, 'right'):>9}{percent(counts, 'clear and right', 'clear'):>9}")


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--races", type=int, default=20_000)
    parser.add_argument("--liars", type=int, default=2_000)
    parser.add_argument("--each", type=int, default=1_000)
    wish = parser.parse_args()
    run = LongRun("races", wish, ("races", "right", "clear", "clear and right"))
    is_whole = run.make(pieces(wish.races, wish.liars, wish.each))
    honest = {name: counts for name, counts in run.totals.items() if name in LINES}
    all_honest = run.sum(honest.values())
    tell_lines({**honest, "all": all_honest} if honest else {})
    tell_liars({name: counts for name, counts in run.totals.items() if name in FORGERS})
    is_right = all_honest.get("right", 0) >= FLOOR * all_honest.get("races", 0)
    is_clear = all_honest.get("clear and right", 0) >= CLEAR_FLOOR * all_honest.get("clear", 0)
    return 0 if is_whole and is_right and is_clear else 1


if __name__ == "__main__":
    sys.exit(main())
