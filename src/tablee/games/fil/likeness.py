"""How alike two cards of one theme are by their words: a byte for each pair, made once by `tools/make_similarity.py`.

The file begins with a line of JSON (which theme, of which text), then come the tables one after the other, each row by
row below its diagonal. English editions have the same cards by number and use the same tables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from tablee.games.fil.packs import Pack
from tablee.games.fil.themes import our_pack

FILE: Final = Path(__file__).parent / "content" / "likeness.bin"


def pack_hash(pack: Pack) -> str:
    """Of all texts: another text wants another table."""
    return sha256("\n".join(card.text for card in pack.cards).encode()).hexdigest()


def write_likeness(tables: Mapping[str, bytes]) -> bytes:
    head = {theme: pack_hash(our_pack(theme, "fr")) for theme in tables}
    return json.dumps(head).encode() + b"\n" + b"".join(tables.values())


@cache
def _tables() -> Mapping[str, bytes]:
    head, _, body = FILE.read_bytes().partition(b"\n")
    tables, start = {}, 0
    for theme in json.loads(head):
        count = len(our_pack(theme, "fr").cards)
        tables[theme] = body[start : start + count * (count - 1) // 2]
        start += len(tables[theme])
    return tables


def hashes() -> Mapping[str, str]:
    """Of the texts from which each table was made."""
    made: dict[str, str] = json.loads(FILE.read_bytes().partition(b"\n")[0])
    return made


def by_words(theme: str, one: int, other: int) -> float | None:
    """From 0 to 1, for two cards of this theme by their place; None where there is no table."""
    table = _tables().get(theme)
    if table is None or one == other:
        return None
    low, high = sorted((one, other))
    return table[high * (high - 1) // 2 + low] / 255
