"""What the house and its writer tell each other: messages with their length before them, over a pair of sockets.

The house numbers its batches from 1. The writer answers in order: all up to this one are kept, or this one is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import Struct as Layout
from typing import Final, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from tablee.kernel.game import Ms
from tablee.server.store.interface import Batch, StoredTable

T = TypeVar("T")
_LENGTH: Final = Layout("<I")
_encode: Final = msgspec.msgpack.Encoder().encode


class _Message(Struct, frozen=True, array_like=True, tag=True, gc=False):
    """One way or the other."""


# What the house says.


class Open(_Message, frozen=True):
    """The first thing: which file, in which folder. `house`: one word for as long as this house is open; `is_again`:
    another writer has had this file before, and its last batch is wanted. `most_pages`: how large the file may grow."""

    folder: str
    house: str
    is_again: bool
    now: int
    lock_waits: float
    most_pages: int | None


class Keep(_Message, frozen=True):
    """These batches, the first of which has this number. `now`: in seconds."""

    first: int
    now: int
    batches: Sequence[Batch]


class Look(_Message, frozen=True):
    """How does this table stand?"""

    code: str


class Note(_Message, frozen=True):
    """How late it is in the games that run at these tables."""

    clocks: Mapping[str, Ms]


class Limit(_Message, frozen=True):
    """The file may not grow beyond this many pages."""

    most_pages: int


class Leave(_Message, frozen=True):
    """There is nothing more."""


Order: TypeAlias = Open | Keep | Look | Note | Limit | Leave


# What the writer says.


class Opened(_Message, frozen=True):
    """It is ready; of this house's batches all up to this number are in the file."""

    kept: int


class NotOpened(_Message, frozen=True):
    """Why not, as a sentence."""

    why: str


class Kept(_Message, frozen=True):
    """All batches up to this one are durable, but for those of which it was said that they are not. `commits`: how many
    there were."""

    last: int
    commits: int


class NotKept(_Message, frozen=True):
    """This batch is not, and why. `is_taken`: there is such a table already."""

    number: int
    why: str
    is_taken: bool


class Found(_Message, frozen=True):
    """The answer to the oldest `Look` that has none; or why it cannot be told."""

    table: StoredTable | None
    why: str | None


class Doubtful(_Message, frozen=True):
    """The disk did not confirm a commit. Only a writer that opens the file anew can know what is in it."""

    why: str


Report: TypeAlias = Opened | NotOpened | Kept | NotKept | Found | Doubtful


def written(message: Order | Report) -> bytes:
    text = _encode(message)
    return _LENGTH.pack(len(text)) + text


class Ear(Generic[T]):
    """Makes messages of what arrives."""

    def __init__(self, decoder: msgspec.msgpack.Decoder[T]) -> None:
        self._decoder = decoder
        self._heard = bytearray()

    def hear(self, more: bytes) -> list[T]:
        """All that are whole by now."""
        heard, at, messages = self._heard, 0, list[T]()
        heard += more
        while len(heard) - at >= _LENGTH.size:
            end = at + _LENGTH.size + _LENGTH.unpack_from(heard, at)[0]
            if end > len(heard):
                break
            messages.append(self._decoder.decode(bytes(heard[at + _LENGTH.size : end])))
            at = end
        del heard[:at]
        return messages


def ear_of_house() -> Ear[Report]:
    return Ear(msgspec.msgpack.Decoder(Report))


def ear_of_writer() -> Ear[Order]:
    return Ear(msgspec.msgpack.Decoder(Order))
