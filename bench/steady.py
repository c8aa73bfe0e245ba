"""Runs the browser tests again and again, and names every test that was not green every time.

    python bench/steady.py [--runs 20] [--beside 2] [--tests tests/browser] [--anew]

`--beside`: so many busy neighbours, processes that do nothing but take the cores. Can be stopped: each run is written
to build/steady.jsonl as it ends, with the commit, and the same command goes on where it was as long as the commit is
the same; `--anew` begins again."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.rows import FOLDER, ROOT, Rows, commit

BUSY = "while True: pass"


@contextmanager
def neighbours(count: int) -> Iterator[None]:
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def run_once(tests: Sequence[str], beside: int) -> dict[str, Any]:
    """How long it took, how many tests there were, and which failed."""
    with tempfile.TemporaryDirectory() as folder, neighbours(beside):
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", f"--junit-xml={report}", *tests]
        began = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        seconds = time.monotonic() - began
        if not report.is_file():
            raise SystemExit(f"The tests did not run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        cases = list(ElementTree.parse(report).iter("testcase"))
    failed = {name_of(case): why_of(case) for case in cases if why_of(case)}
    return {"seconds": round(seconds), "tests": len(cases), "failed": failed, "code": done.returncode}


def name_of(case: ElementTree.Element) -> str:
    return f"{case.get('classname')}::{case.get('name')}"


def why_of(case: ElementTree.Element) -> str:
    trouble = [one for kind in ("failure", "error") for one in case.iter(kind)]
    return (trouble[0].get("message") or "failed")[:300] if trouble else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--beside", type=int, default=0, metavar="NEIGHBOURS")
    parser.add_argument("--tests", nargs="+", default=["tests/browser"])
    parser.add_argument("--anew", action="store_true")
    wish = parser.parse_args()
    rows = Rows(FOLDER / "steady.jsonl")
    state = {"commit": commit(), "beside": wish.beside, "of": wish.tests}
    runs = [] if wish.anew else [row for row in rows if all(row[key] == value for key, value in state.items())]
    for number in range(len(runs), wish.runs):
        row = {**state, "cores": os.cpu_count(), **run_once(wish.tests, wish.beside)}
        rows.add(row)
        runs.append(row)
        shown = ", ".join(row["failed"]) or "green"
        print(f"run {number + 1} of {wish.runs}: {row['tests']} tests, {row['seconds']} s: {shown}", flush=True)
    return tell(runs, state)


def tell(runs: Sequence[dict[str, Any]], state: dict[str, Any]) -> int:
    times = Counter(test for row in runs for test in row["failed"])
    for test, count in times.most_common():
        print(f"not green {count} of {len(runs)} times: {test}")
        print(f"    {next(row['failed'][test] for row in runs if test in row['failed'])}")
    green = sum(row["code"] == 0 for row in runs)
    seconds = sorted(row["seconds"] for row in runs)
    beside = f", {state['beside']} busy neighbours" if state["beside"] else ""
    print(f"{state['commit']}{beside}: {green} of {len(runs)} runs green; {seconds[0]} to {seconds[-1]} s a run")
    return 0 if green == len(runs) else 1


if __name__ == "__main__":
    sys.exit(main())
