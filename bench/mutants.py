"""Tests that cannot fail: changes the rules of a game, one small change at a time, and sees which test notices.

    python bench/mutants.py GAME [--count 200] [--seed 1] [--again] [--only TEXT] [--list]

GAME is the name of a game, or the folder of a package that has a folder `tests`. Of all mutants that can be made of its
rule files (see `tools/mutants`), so many are drawn by the seed. For each the game's own tests run until one fails. A
test of a rule should catch it: where only laws, golden games or bots do, something is different, but nobody says which
rule is broken.

Can be stopped: every verdict is written as it falls to build/mutants/GAME.jsonl, with the commit, and the next run goes
on from there as long as nothing changed in the game, the kernel and the kit. With `--again`, after tests have been
added, only those are tried that no rule test has caught so far; with `--only` those with this text in their name.

A mutant that plays the same game is equal: `equal_mutants.toml` among the game's tests says why. At least 97 in 100
are caught or equal."""

from __future__ import annotations

import argparse
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.rows import FOLDER, ROOT, Rows, commit
from tools.mutants.making import Mutant, draw, make_mutants
from tools.mutants.trying import SPARE_SECONDS, RedTests, Subject, Trier, Verdict
from tqdm import tqdm

from tablee.games import known_games

AIM: Final = 97


def find_subject(game: str) -> Subject:
    if game in known_games():
        return Subject(f"tablee.games.{game}", ROOT / "src" / "tablee" / "games" / game, ROOT)
    folder = Path(game).resolve()
    sys.path.insert(0, str(folder.parent))
    return Subject(folder.name, folder, folder.parent)


def warm_up() -> None:
    """Whatever the tests of games import, but no game."""
    for module in ("numpy", "tablee.arena.match", "tablee.kit", "tablee.kit.strategies"):
        import_module(module)
    import_module("tests.conftest")  # properties find the same every time


def fingerprint(subject: Subject) -> str:
    """Of all that a verdict depends on."""
    folders = [subject.folder, *(ROOT / "src" / "tablee" / part for part in ("kernel", "kit", "bots", "arena"))]
    files = sorted(
        path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".txt", ".json", ".toml")
    )
    return sha256(b"\0".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:12]


def read_equal(path: Path) -> dict[str, str]:
    """Why these play the same game."""
    if not path.is_file():
        return {}
    return {entry["mutant"]: entry["why"] for entry in tomllib.loads(path.read_text(encoding="utf-8"))["equal"]}


def wanted(drawn: Sequence[Mutant], count: int, verdicts: dict[str, dict[str, str]]) -> Iterator[Mutant]:
    """So many that can be imported at all; the verdicts come in while this goes on."""
    kept = 0
    for mutant in drawn:
        if kept == count:
            break
        yield mutant
        kept += verdicts[mutant.name]["outcome"] != "broken"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="only those that no rule test has caught so far")
    parser.add_argument("--only", default="", metavar="TEXT", help="only those with this in their name")
    parser.add_argument("--list", action="store_true", help="name all that can be made, and try none")
    parser.add_argument("--rows", type=Path, default=FOLDER / "mutants", help="the folder of the verdicts")
    parser.add_argument("--spare", type=float, default=SPARE_SECONDS, help="seconds after which a test is endless")
    wish = parser.parse_args()

    subject = find_subject(wish.game)
    files = subject.rule_files()
    every = [mutant for file in files for mutant in make_mutants(file.stem, file.read_text(encoding="utf-8"))]
    if wish.list:
        print("\n".join(mutant.name for mutant in every if wish.only in mutant.name))
        return 0
    drawn = draw([mutant for mutant in every if wish.only in mutant.name], wish.seed)
    rows = Rows(wish.rows / f"{subject.folder.name}.jsonl")
    state, known = {"commit": commit(), "source": fingerprint(subject)}, {row["mutant"]: row for row in rows}
    verdicts = {
        name: row
        for name, row in known.items()
        if row["source"] == state["source"] or (wish.again and row["outcome"] in ("rule", "broken"))
    }

    warm_up()
    trier = Trier(subject, wish.spare)
    print(
        f"{len(every)} mutants can be made of {len(files)} files: {', '.join(file.stem for file in files)}", flush=True
    )
    try:
        print(f"Their tests take {trier.prepare():.1f} s without a mutant.", flush=True)
    except RedTests as red:
        print(red)
        return 1

    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.default_int_handler)
    tried: list[Mutant] = []
    total = min(wish.count, len(drawn))
    try:
        with tqdm(total=total, unit=" mutants", mininterval=5) as bar:
            for mutant in wanted(drawn, wish.count, verdicts):
                if mutant.name not in verdicts:
                    verdict = trier.try_mutant(mutant)
                    verdicts[mutant.name] = row_of(mutant, verdict, state)
                    rows.add(verdicts[mutant.name])
                    if verdict.outcome in ("other", "survived"):
                        bar.write(f"{verdict.outcome:<9} {mutant.name}  {verdict.by}")
                if verdicts[mutant.name]["outcome"] != "broken":
                    tried.append(mutant)
                    bar.update()
    except KeyboardInterrupt:
        print(f"\nStopped; the same command goes on from here. {rows.path}")
        return 1
    return tell(subject, tried, verdicts, state["commit"])


def row_of(mutant: Mutant, verdict: Verdict, state: dict[str, str]) -> dict[str, str]:
    return {**state, "mutant": mutant.name, "line": str(mutant.line), **{k: str(v) for k, v in asdict(verdict).items()}}


def tell(subject: Subject, tried: Sequence[Mutant], verdicts: dict[str, dict[str, str]], at: str) -> int:
    equal = read_equal(subject.tests / "equal_mutants.toml")
    kinds: dict[str, list[Mutant]] = {"rule": [], "other": [], "equal": [], "survived": []}
    for mutant in tried:
        outcome = verdicts[mutant.name]["outcome"]
        kinds["equal" if outcome == "survived" and mutant.name in equal else outcome].append(mutant)
    for title, kind in (("Caught only by a test of no rule", "other"), ("Survived", "survived"), ("Equal", "equal")):
        if kinds[kind]:
            print(f"\n{title}:")
        for mutant in kinds[kind]:
            row = verdicts[mutant.name]
            print(f"  {subject.folder.name}/{mutant.module}.py:{mutant.line} {mutant.place}")
            print(f"    - {mutant.before}\n    + {mutant.after}" + (f" (number {mutant.twin})" * (mutant.twin > 1)))
            if kind != "survived":
                print(f"      {equal[mutant.name] if kind == 'equal' else row['by'] + ': ' + row['why']}")
    unjust = [name for name in equal if verdicts.get(name, {}).get("outcome") in ("rule", "other")]
    for name in unjust:
        print(f"\nCalled equal, but caught by {verdicts[name]['by']}: {name}")
    catchers = Counter(Path(verdicts[mutant.name]["by"].partition("::")[0]).stem for mutant in kinds["rule"])
    good = len(tried) - len(kinds["survived"])
    print(f"\n{subject.folder.name} at {at}: {len(tried)} mutants")
    rows = (
        ("caught by a test of a rule", len(kinds["rule"])),
        *((f"    {file}", number) for file, number in catchers.most_common()),
        ("caught only by laws, golden games, bots, …", len(kinds["other"])),
        ("survived, and equal", len(kinds["equal"])),
        ("survived", len(kinds["survived"])),
    )
    for name, number in rows:
        print(f"{name:<44} {number:>5}")
    print(f"{'caught or equal':<44} {100 * good / max(1, len(tried)):>5.1f} %")
    return 0 if 100 * good >= AIM * len(tried) and not unjust else 1


if __name__ == "__main__":
    sys.exit(main())
