"""The limits as people read them, in a terminal and on the operations page: the house's own, and what games say of
theirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final, NamedTuple, get_args

from tablee.games.fil import packs
from tablee.games.voyelles import options as voyelles
from tablee.server.limits import Bound, Group, Limits, Unit

GROUPS: Final[tuple[Group, ...]] = get_args(Group)
OF_GAMES: Final[tuple[tuple[int, Bound], ...]] = (
    (packs.MOST_BYTES, Bound("Work", "bytes", "a theme pack (Fil)", "one message holds it")),
    (packs.MOST_CARDS, Bound("Work", "", "cards of a theme pack", "more than any evening plays")),
    (packs.MOST_TEXT, Bound("Work", "", "letters of a card", "what it holds")),
    (packs.MOST_TITLE, Bound("Work", "", "letters of a pack's title", "what a shelf holds")),
    (1, Bound("Work", "", "parts of a key in a pack", "keys of many parts take TOML seconds")),
    (voyelles.MOST_BYTES, Bound("Work", "bytes", "words of one's own (Voyelles)", "one message holds them")),
    (voyelles.MOST_OF_OURS, Bound("Work", "", "how many such words", "a family's")),
)
"""Games stand below the server and know nothing of it: their bounds are in their own files, and told here."""


class Row(NamedTuple):
    group: Group
    what: str
    value: str
    why: str


def rows(limits: Limits) -> Iterator[Row]:
    """Group by group, each in the order in which it is written down."""
    own = [(getattr(limits, one.name), one.metadata["bound"]) for one in fields(limits)]
    for group in GROUPS:
        for value, bound in (*own, *OF_GAMES):
            if bound.group == group:
                yield Row(group, bound.what, shown(value, bound.unit), bound.why)


def in_markdown(limits: Limits) -> str:
    lines = ["| | what | limit | why |", "|---|---|---|---|"]
    before = ""
    for row in rows(limits):
        lines.append(f"| {'' if row.group == before else row.group} | {row.what} | {row.value} | {row.why} |")
        before = row.group
    return "\n".join(lines)


def in_terminal(limits: Limits) -> str:
    lines: list[str] = []
    before = ""
    for row in rows(limits):
        if row.group != before:
            lines += ["", row.group]
            before = row.group
        lines.append(f"  {row.value:>14}  {row.what.replace('`', '')}: {row.why}")
    return "\n".join(lines[1:])


def shown(value: float, unit: Unit) -> str:
    match unit:
        case "bytes":
            return f"{value // 1024:,.0f} KiB" if value % 1024 == 0 else f"{value:,} bytes"
        case "ms":
            return _time(value / 1000)
        case "s":
            return _time(value)
        case "a second":
            return f"{value:g} a second" if value >= 1 else f"one in {1 / value:g} s"
    return f"{value:,}"


def _time(seconds: float) -> str:
    for size, name in ((3600, "h"), (60, "min")):
        if seconds >= size and seconds % size == 0:
            return f"{seconds / size:g} {name}"
    return f"{seconds:g} s"
