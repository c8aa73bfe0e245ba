"""The folder of golden playthroughs of a game: one `<preset>.txt` for each preset."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import getfile
from itertools import zip_longest
from pathlib import Path

from tablee.kit.loose import AnyGame
from tablee.kit.playthrough import Title, read_title, render_playthrough

REGENERATE = "regenerate with tablee playthrough --write"


def playthroughs_of(game: AnyGame) -> Path:
    """Where a game's playthroughs stand: in the folder `playthroughs` beside its code."""
    return Path(getfile(type(game))).parent / "playthroughs"


def write_playthroughs(game: AnyGame, folder: Path) -> list[Path]:
    """Write the playthrough of every preset; one that was there keeps its seats and its seed."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for preset in game.meta.presets:
        path = folder / f"{preset}.txt"
        title = read_title(path.read_text(encoding="utf-8")) if path.exists() else None
        path.write_text(_render(game, preset, title), encoding="utf-8")
        written.append(path)
    return written


def compare_playthroughs(game: AnyGame, folder: Path) -> Iterator[tuple[str, str | None]]:
    """For every preset, and every file of no preset: what is wrong with its playthrough, None if nothing is."""
    for preset in game.meta.presets:
        yield preset, _compare(game, preset, folder / f"{preset}.txt")
    for path in sorted(folder.glob("*.txt")):
        if path.stem not in game.meta.presets:
            yield path.stem, f"{path.name} is the playthrough of no preset: remove it"


def _render(game: AnyGame, preset: str, title: Title | None) -> str:
    if title is None:
        return render_playthrough(game, preset)
    return render_playthrough(game, preset, title.seats, title.seed)


def _compare(game: AnyGame, preset: str, path: Path) -> str | None:
    if not path.exists():
        return f"preset {preset} has no playthrough {path.name}: {REGENERATE}"
    text = path.read_text(encoding="utf-8")
    title = read_title(text)
    if title is None or title.game != game.meta.id or title.preset != preset:
        return f"the first line of {path.name} is not that of a playthrough of {game.meta.id}, {preset}: {REGENERATE}"
    if title.version != game.meta.version:
        return f"{path.name} is of version {title.version}, the game is of version {game.meta.version}: {REGENERATE}"
    again = _render(game, preset, title)
    if again == text:
        return None
    return f"{path.name}: behaviour changed: raise meta.version and regenerate ({_first_difference(text, again)})"


def _first_difference(old: str, new: str) -> str:
    for number, (was, now) in enumerate(zip_longest(old.splitlines(), new.splitlines(), fillvalue="the end"), 1):
        if was != now:
            return f"line {number} was “{was.strip()}”, is “{now.strip()}”"
    return "only the line endings differ"
