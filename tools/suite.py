"""Every check and every test, part by part, with the seconds each took beside what it may take (tests/budget.toml).

    make test

It needs nothing but Python: setting up is its first part. All parts are run, whatever the others say; only where
setting up fails there is nothing more to do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUDGET = ROOT / "tests" / "budget.toml"
PYTEST = (".venv/bin/python", "-m", "pytest", "--dist", "worksteal")
COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)\b")
SUMMARY = re.compile(r"\bin \d+\.\d+s")
"""How pytest closes."""
UNHEARD = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "PYTHONDONTWRITEBYTECODE")
"""Each part is a make or a pytest of its own: what this one was told is not for them. And whoever starts a hundred
Pythons reads no file a hundred times."""


@dataclass(frozen=True)
class Part:
    name: str
    seconds: int
    make: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    rest: bool = False
    workers: int = 2
    """How many tests run at once: more than cores, where most of their time is waiting."""

    def command(self, all_parts: Sequence[Part]) -> tuple[str, ...]:
        """Empty: there is nothing to run yet."""
        if self.make:
            return ("make", "--no-print-directory", "--jobs=2", "--output-sync=line", *self.make)
        pytest = (*PYTEST, "-n", str(self.workers))
        if self.rest:
            named = (folder for part in all_parts for folder in part.tests)
            return (*pytest, *(f"--ignore={folder}" for folder in named))
        return (*pytest, *self.tests) if self.tests else ()


@dataclass(frozen=True)
class Result:
    part: Part
    seconds: float
    is_good: bool
    passed: int
    failed: int


def read_parts(path: Path = BUDGET) -> list[Part]:
    def read(entry: dict[str, object]) -> Part:
        return Part(**{key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()})  # type: ignore[arg-type]

    return [read(entry) for entry in tomllib.loads(path.read_text("utf-8"))["part"]]


def run(part: Part, command: Sequence[str]) -> Result:
    """Show what it says as it says it, and count its tests."""
    began = time.monotonic()
    passed = failed = 0
    environment = {key: value for key, value in os.environ.items() if key not in UNHEARD}
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout is not None
    line = b""
    while piece := os.read(process.stdout.fileno(), 65_536):
        sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        *whole, line = (line + piece).split(b"\n")
        for text in whole:
            more_passed, more_failed = count(text.decode("utf-8", "replace"))
            passed, failed = passed + more_passed, failed + more_failed
    is_good = process.wait() == 0
    return Result(part, time.monotonic() - began, is_good, passed, failed)


def count(line: str) -> tuple[int, int]:
    """How many tests have passed and failed, where this is a line with which pytest closes."""
    if not SUMMARY.search(line):
        return 0, 0
    found = {what: int(number) for number, what in COUNT.findall(line)}
    return found.get("passed", 0), sum(found.get(what, 0) for what in ("failed", "error", "errors", "xpassed"))


def show(results: Sequence[Result]) -> None:
    print("\n── Seconds, and how many there may be on two quiet cores")
    for result in results:
        note = "" if result.is_good else "  failed"
        if result.seconds > result.part.seconds:
            note += "  over its budget"
        print(f"{result.part.name:<28}{result.seconds:>6.0f} {result.part.seconds:>6}{note}")
    print(f"{'All':<28}{sum(result.seconds for result in results):>6.0f} {600:>6}")
    print(f"{sum(result.passed for result in results)} passed, {sum(result.failed for result in results)} failed")


def main() -> int:
    parts = read_parts()
    busy = [part for part in parts if part.command(parts)]
    results: list[Result] = []
    for number, part in enumerate(busy, start=1):
        print(f"── {part.name} (part {number} of {len(busy)}, at most {part.seconds} s)", flush=True)
        results.append(run(part, part.command(parts)))
        if part.name == parts[0].name and not results[-1].is_good:
            break
    show(results)
    if all(result.is_good for result in results):
        print("── All is well.")
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
