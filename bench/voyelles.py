"""How fast Voyelles judges and finds words, what they weigh, and how strong its bots are.

    python bench/voyelles.py [--deals 150] [--only expert,hard] [--workers 2] [--words]

Bots: each level against the next, two seats, every deal played twice with the seats exchanged; the deal is the
independent unit of the 95 % intervals. Times are processor time, the best of several runs: other work only adds.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable
from functools import partial
from statistics import median, quantiles
from time import thread_time

from tablee.arena.results import summarise, timings
from tablee.arena.simulate import Plan, simulate
from tablee.games.voyelles import GAME
from tablee.games.voyelles.bots import PERSONAS
from tablee.games.voyelles.cards import deal
from tablee.games.voyelles.finder import Finder, finder
from tablee.games.voyelles.having import FILE as HAVING
from tablee.games.voyelles.having import unpack
from tablee.games.voyelles.letters import fold
from tablee.games.voyelles.lexicon import FILE, Lexicon, lexicon, read
from tablee.games.voyelles.recall import recall
from tablee.games.voyelles.showing import board_of
from tablee.games.voyelles.state import VoyellesState
from tablee.games.voyelles.warm import warm
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.wire import Wire

LADDER = (("medium", "easy"), ("hard", "medium"), ("expert", "hard"))
RUNS = 7


def seconds(work: Callable[[], object], runs: int = RUNS) -> float:
    best = float("inf")
    for _ in range(runs):
        began = thread_time()
        work()
        best = min(best, thread_time() - began)
    return best


def memory() -> float:
    """The most this process has held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def count_words(find: Finder, shown: tuple[str, ...]) -> int:
    return find.fitting(shown, True).bit_count()


def spell_words(find: Finder, shown: tuple[str, ...]) -> list[str]:
    return find.forms(find.fitting(shown, True))


def best_word(find: Finder, shown: tuple[str, ...], room: tuple[int, ...]) -> str | None:
    words = find.moving(find.fitting(shown, True), room)
    return next(find.first(find.best(words, room)[1], 1), None)


def measure_words() -> None:
    before = memory()
    packed = read(FILE)
    lexicon()
    loaded = memory()
    print(f"open the lexicon                {seconds(lambda: Lexicon(packed)) * 1e3:>10.1f} ms")
    sample = [lexicon().form(number) for number in range(0, len(lexicon()), 89)]
    sample += [word[::-1] for word in sample]
    judged = seconds(lambda: [fold(word) in lexicon() for word in sample]) / len(sample)
    print(f"judge a word, folding included  {judged * 1e6:>10.2f} µs")
    print(f"open all letters                {seconds(lambda: unpack(read(HAVING))) * 1e3:>10.1f} ms")
    warm()
    find = finder()
    opened = memory()
    luck = SeededLuck(seed_from("bench", "draws"))
    draws = [(deal(luck).shown, tuple(luck.below(13) for _ in range(5))) for _ in range(200)]
    spelt, every, best = [], [], []
    print(f"first time all are spelt        {seconds(partial(find.forms, 1), 1) * 1e3:>10.1f} ms")
    for shown, room in draws:
        every.append(seconds(partial(count_words, find, shown), 3) * 1e3)
        spelt.append(seconds(partial(spell_words, find, shown), 3) * 1e3)
        best.append(seconds(partial(best_word, find, shown, room), 3) * 1e3)
    print(f"all words for a draw, counted   {median(every):>10.3f} ms, at most {max(every):.3f}")
    slow = sorted(spelt)[len(spelt) * 9 // 10]
    sizes = sorted(count_words(find, shown) for shown, _ in draws)
    print(
        f"all words for a draw, spelt     {median(spelt):>10.3f} ms, 90 % within {slow:.2f}, at most {max(spelt):.1f}"
    )
    print(f"  so many words                 {sizes[len(sizes) // 2]:>10}, at most {sizes[-1]}")
    print(f"best word for a draw and pawns  {median(best):>10.3f} ms, at most {max(best):.3f}")
    print(
        f"memory: Python and imports {before:.0f} MB, lexicon +{loaded - before:.0f}, the rest +{opened - loaded:.0f}"
    )


def measure_minds() -> None:
    """How long each level takes for its first word, over random draws at the start of a game."""
    print(f"\n{'':10}{'knows a word':>14}{'in a minute':>13}{'median s':>10}{'10 %':>8}{'90 %':>8}")
    for level, persona in PERSONAS.items():
        luck = SeededLuck(seed_from("bench", "minds"))
        times = []
        for _ in range(400):
            state = VoyellesState(1, GAME.meta.options(), 2, deal(luck), 0)
            idea = recall(board_of(state), 0, persona.mind, luck)
            if idea is not None:
                times.append(idea.after / 1000)
        known, times = len(times), [time for time in times if time <= 60]
        low, *_, high = quantiles(times, n=10)
        share = f"{known / 400:>14.1%}{len(times) / 400:>13.1%}"
        print(f"{level:10}{share}{median(times):>10.1f}{low:>8.1f}{high:>8.1f}")


def measure_bots(pairs: tuple[tuple[str, ...], ...], deals: int, workers: int) -> None:
    options = Wire(GAME).options.dumps(GAME.meta.presets["classique"])
    print(
        f"\n{'':22}{'games':>7}{'wins':>8}{'95 % interval':>18}{'steps':>8}{'minutes':>9}{'median ms':>11}{'p99 ms':>9}"
    )
    for pair in pairs:
        played = list(simulate(Plan("voyelles", options, pair, deals, "bench"), workers))
        results = summarise(played)
        stronger = results.bots[0]
        timing = next(line for line in timings(played) if line.name == pair[0])
        share = stronger.win_share
        print(
            f"{pair[0] + ' against ' + pair[1]:22}{results.games:>7}{share.mean:>8.1%}"
            f"{f'{share.low:.1%} – {share.high:.1%}':>18}{stronger.score.mean:>8.1f}{results.minutes:>9.1f}"
            f"{timing.median_ms:>11.2f}{timing.p99_ms:>9.1f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--only", help="two levels, for example expert,hard")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--words", action="store_true", help="measure words and minds only")
    arguments = parser.parse_args()
    measure_words()
    measure_minds()
    if not arguments.words:
        pairs = (tuple(arguments.only.split(",")),) if arguments.only else LADDER
        measure_bots(pairs, arguments.deals, arguments.workers)


if __name__ == "__main__":
    main()
