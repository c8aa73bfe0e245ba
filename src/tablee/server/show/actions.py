"""Actions as they come from people: read strictly, and the same text once only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

import msgspec

from tablee.kernel.codec import Codec, Json, Malformed
from tablee.kernel.game import Action

MOST_KNOWN: Final = 4_096
LONGEST_KNOWN: Final = 120
"""Bytes."""
_decode: Final = msgspec.json.Decoder().decode


def reader_of(codec: Codec[Action], free: frozenset[type[Action]]) -> Callable[[bytes], Action]:
    """What makes an action of its text, or raises Malformed. People choose among few actions, at all tables the same
    ones, so they are remembered; `free`, what is typed, is not."""
    known: dict[bytes, Action] = {}

    def read(text: bytes) -> Action:
        action = known.get(text)
        if action is None:
            action = codec.from_json(_parsed(text))
            if len(text) <= LONGEST_KNOWN and type(action) not in free:
                if len(known) >= MOST_KNOWN:
                    known.clear()
                known[text] = action
        return action

    return read


def _parsed(text: bytes) -> Json:
    try:
        return cast(Json, _decode(text))
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Malformed("", "it is not JSON") from error
