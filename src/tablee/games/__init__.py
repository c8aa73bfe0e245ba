"""The games there are, and where the parts of each are found."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TypeAlias, cast

from tablee.kernel import Action, Board, Game, Hand, Options, State

AnyGame: TypeAlias = Game[Options, State, Action, Board, Hand]
"""A game of which only the contract is known."""


class UnknownGame(Exception):
    """There is no such game, or it cannot be loaded. The message is a sentence."""


@dataclass(frozen=True, slots=True)
class Found:
    """A game and its house: a package, or one file with folders beside it."""

    name: str
    """By this name any process finds it again."""
    game: AnyGame
    module: ModuleType
    folder: Path

    @property
    def is_package(self) -> bool:
        return hasattr(self.module, "__path__")

    @property
    def locales(self) -> Path | None:
        """Where its words are, if it has any."""
        folder = self._folder("locales")
        return folder if folder.is_dir() else None

    @property
    def playthroughs(self) -> Path:
        """Where its golden games are, or would be."""
        return self._folder("playthroughs")

    def part(self, module: str, attribute: str) -> object | None:
        """`attribute` of this module of its package, or of the one file; None where there is no such thing."""
        if not self.is_package:
            return cast(object, getattr(self.module, attribute, None))
        wanted = f"{self.module.__name__}.{module}"
        try:
            return cast(object, getattr(import_module(wanted), attribute, None))
        except Exception as error:
            if isinstance(error, ModuleNotFoundError) and f"{wanted}.".startswith(f"{error.name}."):
                return None
            raise UnknownGame(f"{wanted} cannot be loaded: {type(error).__name__}: {error}.") from error

    def warm(self) -> None:
        """Have it make now what its first table would otherwise wait for, if there is such a thing: `warm()`."""
        own = self.part("warm", "warm")
        try:
            if callable(own):
                own()
        except Exception as error:
            raise UnknownGame(f"“{self.name}” cannot be loaded: {type(error).__name__}: {error}.") from error

    def companion(self, module: str) -> ModuleType | None:
        """A whole module of its package; None where there is no such thing. One file has none."""
        if not self.is_package or self.part(module, "__name__") is None:
            return None
        return import_module(f"{self.module.__name__}.{module}")

    def _folder(self, kind: str) -> Path:
        return self.folder / kind if self.is_package else self.folder / kind / self.game.meta.id


def known_games() -> Sequence[str]:
    """The ids of the games that come with Tablée."""
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


def find_game(name: str) -> AnyGame:
    """The game of this id, of this file (`examples/morpion.py`) or of this module (`my_games.belote`)."""
    return find(name).game


def find(name: str) -> Found:
    if name.endswith(".py") or "/" in name or "\\" in name:
        return _find_file(Path(name).resolve())
    if name in known_games():
        return _find_module(f"{__name__}.{name}", name)
    if "." in name:
        return _find_module(name, name)
    raise UnknownGame(
        f"There is no game “{name}”. The games are: {', '.join(known_games())}; "
        "or give the path of a .py file, or a package.module, that defines GAME."
    )


@cache
def _find_module(module_name: str, name: str) -> Found:
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        raise UnknownGame(f"“{name}” cannot be loaded: there is no module {error.name}.") from error
    except Exception as error:
        raise UnknownGame(f"“{name}” cannot be loaded: {type(error).__name__}: {error}.") from error
    return _found(name, module)


@cache
def _find_file(path: Path) -> Found:
    if not path.is_file():
        raise UnknownGame(f"There is no file {path} to load a game from.")
    # A name of its own, so that two files of one name do not meet; the same in every process.
    module_name = f"tablee_file_{path.stem}_{sha256(str(path).encode()).hexdigest()[:8]}"
    spec = spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise UnknownGame(f"{path} is no Python file.")
    module = module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[module_name]
        raise UnknownGame(f"{path} cannot be loaded: {type(error).__name__}: {error}.") from error
    return _found(str(path), module)


def _found(name: str, module: ModuleType) -> Found:
    game: object = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise UnknownGame(f"“{name}” defines no GAME that is a tablee.kernel.Game.")
    return Found(name, cast(AnyGame, game), module, Path(module.__file__ or "").resolve().parent)
