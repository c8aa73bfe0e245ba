"""`tablee move-store`: a whole house, from one store to another."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec

from tablee.cli.address import is_address, without_password
from tablee.cli.complaint import Complaint
from tablee.cli.tongue import language_of, say
from tablee.games import Found, find, known_games
from tablee.kernel.luck import SeededLuck, commitment
from tablee.kernel.replay import Unplayable, refuse_strangers, replay
from tablee.kernel.wire import BadRecord
from tablee.server.past.record import stored_record
from tablee.server.show.tools import GameTools, tools_of
from tablee.server.start import NO_CLUSTER
from tablee.server.store.interface import StoredGame, StoreError
from tablee.server.store.moving.house import Source, Target
from tablee.server.store.moving.move import Moved, broken, move
from tablee.server.store.moving.sqlite import FileSource, FileTarget
from tablee.server.store.schema import FILE

SHOWN: Final = 16
"""Letters of the sum: enough to be read aloud and compared."""


def run(arguments: argparse.Namespace) -> int:
    source, target = map(_place, (arguments.source, arguments.target))
    if source == target:
        raise Complaint("The house is there already: name another place to move it to.")
    opener = _Opener(find(name) for name in (*known_games(), *arguments.game))
    try:
        moved = asyncio.run(_move(_open_source(source), _open_target(target), opener))
    except StoreError as error:
        raise Complaint(str(error)) from error
    language = language_of((), os.environ)
    for sentence in (*opener.remarks, *_report(moved, arguments)):
        print(say(sentence, language))
    return 0


def _report(moved: Moved, arguments: argparse.Namespace) -> Iterable[str]:
    yield (
        f"Moved. Tables: {moved.tables}; finished games: {moved.finished}; games that run: {moved.running}, with "
        f"{moved.entries} entries."
    )
    yield f"All of it was read again in both places and is the same (sum {moved.sum[:SHOWN]})."
    option = "--store" if is_address(arguments.target) else "--data"
    yield f"It is still in its old place too: from now on open only the new one, with tablee serve {option}."


def _place(text: str) -> str | Path:
    """The address of a data base; else the folder of a file."""
    if is_address(text):
        return text
    if "://" in text:
        raise Complaint(
            f"{without_password(text)} is neither a folder nor the address of a data base, which looks like postgresql://user@host/name."
        )
    path = Path(text).absolute()
    return path.parent if path.name == FILE else path


@asynccontextmanager
async def _open_source(place: str | Path) -> AsyncIterator[Source]:
    if isinstance(place, Path):
        with FileSource(place) as file:
            yield file
        return
    try:
        from tablee.server.store.moving.postgres import base_source
    except ModuleNotFoundError as error:
        raise Complaint(NO_CLUSTER) from error
    async with base_source(place) as base:
        yield base


@asynccontextmanager
async def _open_target(place: str | Path) -> AsyncIterator[Target]:
    if isinstance(place, Path):
        with FileTarget(place) as file:
            yield file
        return
    try:
        from tablee.server.store.moving.postgres import base_target
    except ModuleNotFoundError as error:
        raise Complaint(NO_CLUSTER) from error
    async with base_target(place) as base:
        yield base


async def _move(
    source: AbstractAsyncContextManager[Source], target: AbstractAsyncContextManager[Target], opener: _Opener
) -> Moved:
    async with source as here, target as there:
        return await move(here, there, lambda game: opener(game, here.name))


class _Opener:
    """Opens every game as the house would, and plays it again from its seed: what does not hold is damaged."""

    def __init__(self, games: Iterable[Found]) -> None:
        self._games = {found.game.meta.id: found for found in games}
        self._unplayed: Counter[str] = Counter()
        """By reason: how many were only compared."""

    @property
    def remarks(self) -> Iterator[str]:
        for why, number in sorted(self._unplayed.items()):
            yield f"Compared, but not played again: {number} ({why})."

    def __call__(self, game: StoredGame, where: str) -> None:
        try:
            name = str(msgspec.json.decode(game.header)["header"]["game"])
            if name in self._games:
                self._play_again(tools_of(self._games[name]), game)
            else:
                self._unplayed[f"games of {name}: if you have that game, name it with --game"] += 1
        except (msgspec.DecodeError, BadRecord, Unplayable, KeyError, TypeError, ValueError) as error:
            raise broken(game.record, where) from error

    def _play_again(self, tools: GameTools, game: StoredGame) -> None:
        record, seed = stored_record(tools, game), bytes.fromhex(game.seed)
        if commitment(seed) != record.header.commitment:
            raise ValueError("this is not the seed that was promised")
        try:
            refuse_strangers(tools.game, record)
        except Unplayable as error:
            self._unplayed[error.why] += 1
            return
        is_over = False
        for table in replay(tools.game, record, SeededLuck(seed)):
            is_over = table.outcome is not None
        if is_over is not game.is_over:
            raise ValueError("it is over, or it is not")
