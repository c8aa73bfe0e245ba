"""Tries mutants: a fork for each, in which one module of the game is the mutant; its tests run until one fails.

This process has imported everything but the game, so a fork begins its tests at once. First come the tests of the
rules, the quick ones first; then those that notice whatever is different: the laws with their golden games, bots,
texts. An endless loop fails its test: each has ten times the processor time that it needs without a mutant, and a few
seconds."""

from __future__ import annotations

import ast
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import FrameType, ModuleType
from typing import BinaryIO, Final, Literal, NoReturn, TextIO

import pytest
from tools.mutants.making import Mutant, mutate

NO_RULES: Final = {
    "imagining": "guesses for bots what they cannot see; the laws judge it",
    "offers": "words for fuzzers and simple bots",
    "lexicon": "how words are stored",
    "finder": "how words are found",
    "familiarity": "how familiar words are",
    "grids": "the mathematics of a fair grid",
    "possible": "the mathematics of a fair grid",
    "packs": "how themes are read",
}
"""Of the files that the rules import these have none, and why."""

NO_RULE_TESTS: Final = frozenset(
    f"test_{name}"
    for name in (
        "laws", "bots", "belief", "secrets", "terminal", "story", "locales", "lesson", "page", "lexicon", "finder",
        "grids", "packs",
    )
)  # fmt: skip
"""Files whose tests notice that something is different, but not which rule is broken."""

PLAIN: Final = ("-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""Who is imported before pytest begins cannot be rewritten, and need not be."""
LOADING_SECONDS: Final = 60
SPARE_SECONDS: Final = 3.0
MOST_MEMORY: Final = 4 << 30

Outcome = Literal["rule", "other", "survived", "broken"]
"""Caught by a test of the rules, caught by another test only, not caught, or no game: it cannot be imported."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A game: a package with its rules, and its tests in a folder of their own."""

    package: str
    folder: Path
    root: Path
    """Where its tests are run from."""

    @property
    def tests(self) -> Path:
        return self.folder / "tests"

    def rule_files(self) -> list[Path]:
        """What decides at the table: the files that the game imports, and those that they import; but not what the
        rules know nothing of, as bots, lessons and terminals, nor what has no rules in it."""
        reached: dict[str, Path] = {}
        waiting = ["__init__"]
        while waiting:
            name = waiting.pop()
            path = self.folder / f"{name}.py"
            if name in reached or name in NO_RULES or not path.is_file():
                continue
            reached[name] = path
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module == self.package:
                    waiting += [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{self.package}."):
                    waiting.append((node.module or "").removeprefix(f"{self.package}."))
        return [reached[name] for name in sorted(reached)]


@dataclass(frozen=True, slots=True)
class Verdict:
    outcome: Outcome
    by: str = ""
    """The first test that failed."""
    why: str = ""
    seconds: float = 0


class RedTests(Exception):
    """Without any mutant a test fails."""


class Endless(BaseException):
    """A test takes far longer than it did without a mutant."""


class Trier:
    def __init__(self, subject: Subject, spare: float = SPARE_SECONDS) -> None:
        self.subject = subject
        self._spare = spare
        self._seconds: dict[str, float] = {}
        """What each test takes without a mutant."""

    def prepare(self) -> float:
        """Runs the tests as they are; how many seconds they take."""
        pid, pipe = self._fork(None)
        told = _listen(pid, pipe)
        if told.get("failed") or told.get("code") != 0:
            raise RedTests(f"Without a mutant this fails: {told.get('failed') or told}")
        seconds = told["seconds"]
        assert isinstance(seconds, dict)
        self._seconds = seconds
        return sum(self._seconds.values())

    def try_mutant(self, mutant: Mutant) -> Verdict:
        began = time.monotonic()
        pid, pipe = self._fork(mutant)
        try:
            told = _listen(pid, pipe)
        except BaseException:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            raise
        seconds = round(time.monotonic() - began, 1)
        if told.get("broken"):
            return Verdict("broken", "", str(told["broken"]), seconds)
        if not told.get("failed") and told.get("code") == 0:
            return Verdict("survived", seconds=seconds)
        # Who does not even say goodbye was killed, by its own endless loop or its hunger for memory.
        failed = str(told.get("failed") or told.get("running") or "")
        why = str(told.get("why") or "killed: out of time or memory")
        stem = Path(failed.partition("::")[0]).stem
        return Verdict("other" if stem in NO_RULE_TESTS else "rule", failed, why, seconds)

    def _fork(self, mutant: Mutant | None) -> tuple[int, BinaryIO]:
        reading, writing = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid:
            os.close(writing)
            return pid, os.fdopen(reading, "rb")
        os.close(reading)
        try:
            self._run(mutant, os.fdopen(writing, "w", buffering=1, encoding="utf-8"))
        except BaseException:
            traceback.print_exc()
        os._exit(1)

    def _run(self, mutant: Mutant | None, pipe: TextIO) -> NoReturn:
        """In the fork."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, sys.stdout.fileno())
        os.chdir(self.subject.root)
        judge = _Judge(self._seconds, self._spare, pipe)
        if mutant is not None:
            most = int(2 * sum(self._seconds.values())) + 60
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            signal.signal(signal.SIGVTALRM, _stop)
            path = self.subject.folder / f"{mutant.module}.py"
            name = self.subject.package if mutant.module == "__init__" else f"{self.subject.package}.{mutant.module}"
            sys.meta_path.insert(0, _Changeling(name, path, mutate(path.read_text(encoding="utf-8"), mutant.index)))
            judge.begin(LOADING_SECONDS)
            try:
                import_module(self.subject.package)
            except BaseException as error:
                judge.say(broken=f"{type(error).__name__}: {error}")
                os._exit(0)
        words = [str(self.subject.tests), f"--rootdir={self.subject.root}", "-x", *PLAIN]
        code = pytest.main(words, plugins=[judge])
        judge.say(code=int(code), seconds=judge.taken)
        os._exit(0)


class _Judge:
    """Puts the tests into their order and says what becomes of them."""

    def __init__(self, seconds: Mapping[str, float], spare: float, pipe: TextIO) -> None:
        self._seconds = seconds
        self._spare = spare
        self._pipe = pipe
        self.taken: dict[str, float] = {}

    def say(self, **facts: object) -> None:
        self._pipe.write(json.dumps(facts) + "\n")

    def begin(self, seconds: float) -> None:
        """From now on so much processor time."""
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: (item.path.stem in NO_RULE_TESTS, self._seconds.get(item.nodeid, 0)))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.say(failed=report.nodeid, why=_last_line(report.longreprtext))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.say(running=nodeid)
        if self._seconds:
            self.begin(self._spare + 10 * self._seconds.get(nodeid, 0))

    def pytest_runtest_logfinish(self) -> None:
        self.begin(0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.taken[report.nodeid] = self.taken.get(report.nodeid, 0) + round(report.duration, 4)
        if report.failed:
            self.say(failed=report.nodeid, why=_last_line(report.longreprtext))


class _Changeling(MetaPathFinder, Loader):
    """Gives the mutant to whoever imports the module."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self._name, self._path, self._tree = name, path, tree

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        inside = [str(self._path.parent)] if self._path.stem == "__init__" else None
        return spec_from_file_location(fullname, self._path, loader=self, submodule_search_locations=inside)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._tree, str(self._path), "exec"), module.__dict__)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise Endless


def _listen(pid: int, pipe: BinaryIO) -> dict[str, object]:
    """All that the fork said; of the same kind the last word, but the first failure."""
    told: dict[str, object] = {}
    with pipe:
        for line in pipe:
            facts = json.loads(line)
            if "failed" not in facts or "failed" not in told:
                told |= facts
    os.waitpid(pid, 0)
    return told


def _last_line(text: str) -> str:
    """What went wrong, in one line."""
    lines = [line[1:].strip() for line in text.splitlines() if line.startswith("E ")]
    return (lines or text.splitlines() or [""])[0][:200]
