"""Where things are in a game of the house: the same role has the same file and the same arguments in every one.

For packages that stand in `tablee.games`, and for authors who want theirs to read like them. The contract asks for none
of it: a game may be one file (`examples/morpion.py`). Sources are read, not imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

Functions = Mapping[str, tuple[str, ...]]
"""Functions by name, and the names of their arguments."""


class Role(NamedTuple):
    """One file. `names` are what it must define beside its functions; `{}` stands for the name of the game's class."""

    file: str
    functions: Functions = MappingProxyType({})
    names: tuple[str, ...] = ()
    is_required: bool = True
    is_sole: bool = False
    """Do these functions stand in no other file of the game?"""


ROLES: Final = (
    Role("meta", names=("META", "PRESETS")),
    Role("actions", names=("{}Action",)),
    Role("options", names=("{}Options",)),
    Role("state", names=("{}State",)),
    Role("rules", names=("{}",)),
    Role("clocks"),
    Role("legality", {"refuse": ("state", "seat", "action")}, is_sole=True),
    Role("view", names=("{}Board",)),
    Role("showing", {"board_of": ("state",), "hand_of": ("state", "seat", "held")}, is_sole=True),
    Role("moves", {"moves_of": ("view", "luck")}, is_sole=True),
    Role("imagining", {"imagined": ("view", "luck", "rules")}, is_sole=True),
    Role("awards", {"awards": ("state",)}, is_required=False, is_sole=True),
    Role("bots", names=("BOTS", "PERSONAS")),
    Role("terminal", {"draw": ("view", "words"), "example": ("view",), "parse": ("text", "view")}),
    Role("lesson", names=("LESSON",)),
    Role("tally", {"tally": ("table",)}),
    Role("figures", {"figures": ("table",)}, is_required=False),
    Role("warm", {"warm": ()}, is_required=False, is_sole=True),
)
STORY: Final[Functions] = {"watch": ("tables",), "tell": ("inputs",)}
"""The story of a game is found in its tables or in its captions: one of the two."""
TESTS: Final = (
    *("scene", "witness"),
    *("test_printed", "test_rulings", "test_moves", "test_bad_input", "test_secrets", "test_laws"),
    *("test_bots", "test_locales", "test_story", "test_terminal"),
)
"""`test_printed` may be several files: `test_printed_together`, `test_printed_rivals`."""
FOLDERS: Final = ("locales", "playthroughs", "tests", "web")


def misplaced(folder: Path, name: str) -> Sequence[str]:
    """What is not where a reader of another game would look for it, a sentence each. `name` is that of the game's
    class: `Pierres`."""
    return [*_files(folder, name), *_story(folder), *_elsewhere(folder), *_tests(folder)]


def _files(folder: Path, name: str) -> Iterator[str]:
    for role in ROLES:
        path = folder / f"{role.file}.py"
        if not path.is_file():
            if role.is_required:
                yield f"there is no {path.name}"
            continue
        source = _Source(path)
        for wanted in (one.format(name) for one in role.names):
            if wanted not in source.names:
                yield f"{path.name} defines no {wanted}"
        for function, arguments in role.functions.items():
            yield from source.wrong(function, arguments)


def _story(folder: Path) -> Iterator[str]:
    path = folder / "story.py"
    if not path.is_file():
        yield "there is no story.py"
        return
    source = _Source(path)
    told = STORY.keys() & source.functions.keys()
    if not told:
        yield "story.py has neither watch(tables) nor tell(inputs)"
    for function in sorted(told):
        yield from source.wrong(function, STORY[function])


def _elsewhere(folder: Path) -> Iterator[str]:
    """A role under another file's name."""
    homes = {function: role.file for role in ROLES if role.is_sole for function in role.functions}
    for path in sorted(folder.glob("*.py")):
        for function in _Source(path).functions:
            if homes.get(function, path.stem) != path.stem:
                yield f"{path.name} defines {function}, which is looked for in {homes[function]}.py"


def _tests(folder: Path) -> Iterator[str]:
    yield from (f"there is no folder {kind}" for kind in FOLDERS if not (folder / kind).is_dir())
    tests = folder / "tests"
    wanted = [*TESTS, *(["test_awards"] if (folder / "awards.py").is_file() else [])]
    for test in wanted:
        if not any(path.stem == test or path.stem.startswith(f"{test}_") for path in tests.glob(f"{test}*.py")):
            yield f"there is no tests/{test}.py"
    if not (tests / "equal_mutants.toml").is_file():
        yield "there is no tests/equal_mutants.toml"


class _Source:
    """What one file defines."""

    def __init__(self, path: Path) -> None:
        self._file = path.name
        self.functions: dict[str, tuple[str, ...]] = {}
        self.names: set[str] = set()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                given = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
                self.functions[node.name] = tuple(argument.arg for argument in given)
            elif isinstance(node, ast.ClassDef):
                self.names.add(node.name)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                self.names |= {target.id for target in targets if isinstance(target, ast.Name)}

    def wrong(self, function: str, arguments: tuple[str, ...]) -> Iterator[str]:
        found, wanted = self.functions.get(function), f"{function}({', '.join(arguments)})"
        if found is None:
            yield f"{self._file} has no {wanted}"
        elif found != arguments:
            yield f"{self._file} has {function}({', '.join(found)}) instead of {wanted}"
