"""Reading the file of a record, whatever is wrong with it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tablee.cli.complaint import Complaint
from tablee.games import Found, UnknownGame, find, known_games
from tablee.kernel.game import Action, Board, Hand, Options, State
from tablee.kernel.record import Record
from tablee.kernel.table import Table
from tablee.kernel.wire import BadRecord, Wire, game_of

AnyRecord: TypeAlias = Record[Options, Action]
AnyTable: TypeAlias = Table[Options, State, Action, Board, Hand]
AnyWire: TypeAlias = Wire[Options, State, Action, Board, Hand]


class RecordFile(NamedTuple):
    """A file that begins as a record does. What follows may still be anything."""

    path: str
    text: str
    found: Found
    wire: AnyWire

    def read(self) -> AnyRecord:
        """The whole record, or BadRecord."""
        return self.wire.read_record(self.text)


def open_record(path: str, game: str | None) -> RecordFile:
    """The file and its game: that of its first line among ours, or the one given."""
    try:
        # Bytes, so that no line ending is changed on the way.
        text = Path(path).read_bytes().decode()
    except OSError as error:
        raise Complaint(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Complaint(f"{path} is no record of Tablée: it is not text.") from None
    try:
        name = game_of(text)
    except BadRecord as error:
        raise Complaint(f"{path} is no record of Tablée: {error}.") from None
    if game is None and name not in known_games():
        raise Complaint(
            f"{path} is a record of “{name}”, a game that is not among ours ({', '.join(known_games())}). "
            "If you have it, say where: --game path/to/game.py"
        )
    try:
        found = find(game or name)
    except UnknownGame as error:
        raise Complaint(str(error)) from None
    if found.game.meta.id != name:
        raise Complaint(f"{path} is a record of “{name}”, not of “{found.game.meta.id}”.")
    return RecordFile(path, text, found, _wire(found))


@cache
def _wire(found: Found) -> AnyWire:
    return Wire(found.game)


def read_record(path: str, game: str | None) -> tuple[RecordFile, AnyRecord]:
    """A whole record; a Complaint says which line is not as it should be."""
    file = open_record(path, game)
    try:
        return file, file.read()
    except BadRecord as error:
        raise Complaint(f"{path} is damaged: {error}.") from None
