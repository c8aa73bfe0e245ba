"""Numbers for operations, in the format Prometheus reads, and whether balancers should send people here. The numbers
are off by default: they say how many play here."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from tablee import __version__
from tablee.server.house.house import House
from tablee.server.net.inside import Inside, Shared
from tablee.server.net.socket import Door
from tablee.server.store.figures import BOUNDS, Histogram
from tablee.server.wire.tells import ByeCode

Samples: TypeAlias = Mapping[str, Iterable["Sample"]]
BYE_CODES: Final[Sequence[ByeCode]] = get_args(get_args(ByeCode)[0])
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_STARTED: Final = time.time()
_MEMORY, _FILES = Path("/proc/self/statm"), Path("/proc/self/fd")
"""Where Linux says so; other systems say nothing."""


class Metric(NamedTuple):
    name: str
    kind: Literal["gauge", "counter", "histogram"]
    text: str
    is_of_nodes: bool = False
    """Does only a house have it that shares its store with others?"""


class Sample(NamedTuple):
    value: float
    labels: str = ""
    suffix: str = ""


METRICS: Final = (
    Metric("tablee_info", "gauge", "1; which program, and the name of the node."),
    Metric("tablee_ready", "gauge", "1 where /healthz says ok, 0 where it says why not."),
    Metric("tablee_tables", "gauge", "Tables in this node's memory, which it owns, by what goes on there."),
    Metric("tablee_tables_kept", "gauge", "Tables of the whole house, asleep or awake."),
    Metric("tablee_connections", "gauge", "Devices connected here, and those that come by way of other nodes."),
    Metric("tablee_byes_total", "counter", "Devices that were told good-bye; `closing` asks them to come back."),
    Metric("tablee_loop_late_seconds_total", "counter", "How late each second's pulse came, all together."),
    Metric("process_cpu_seconds_total", "counter", "CPU of this process, that of the system for it included."),
    Metric("process_resident_memory_bytes", "gauge", "Memory of this process."),
    Metric("process_open_fds", "gauge", "Files and sockets that it has open."),
    Metric("process_max_fds", "gauge", "How many it may have open."),
    Metric("process_start_time_seconds", "gauge", "When it started, in seconds since 1970."),
    Metric("tablee_nodes", "gauge", "Nodes that were heard of in the last two seconds, this one too.", True),
    Metric("tablee_neighbours", "gauge", "Other nodes to or from which there are lines just now.", True),
    Metric("tablee_relayed", "gauge", "People passed on to other nodes (out), or come by way of them (in).", True),
    Metric("tablee_moves_total", "counter", "Entries of games that were kept: moves, and what the clock did.", True),
    Metric("tablee_commit_seconds", "histogram", "How long commits took that were kept.", True),
    Metric("tablee_writes_total", "counter", "What tables asked to keep: kept, refused, or lost at the fence.", True),
    Metric("tablee_store_waiting", "gauge", "What tables asked to keep and is not on its way yet.", True),
    Metric("tablee_store_in_doubt", "gauge", "What is on its way to the data base and not answered yet.", True),
    Metric("tablee_store_refusing", "gauge", "1 while the data base is away and nothing can be kept.", True),
    Metric("tablee_doubts_total", "counter", "Commits cut by a broken line, and what had become of them.", True),
    Metric("tablee_store_lines_lost_total", "counter", "Lines to the data base that broke or did not answer.", True),
    Metric("tablee_beats_missed_total", "counter", "Signs of life, one each half second, that were not given.", True),
    Metric("tablee_lives_lost_total", "counter", "How often the others took this node for dead.", True),
    Metric("tablee_buried_total", "counter", "Nodes that this one took for dead.", True),
    Metric("tablee_claimed_total", "counter", "Tables set up here: they slept, or their node was dead.", True),
)
"""All there are, in the order in which they are shown. docs/operations/watching.md has them too."""


def why_not_ready(door: Door, inside: Inside) -> str | None:
    """Why nobody should be sent here. How the data base is called is nobody's business."""
    if door.is_leaving:
        return "leaving: this node is about to close, its tables go on at the others"
    if inside.shared is not None and inside.shared.is_refusing:
        return "waiting: this node does not reach its data base"
    return None


def metrics_text(house: House, door: Door, inside: Inside) -> str:
    samples = {**_of_house(house, door, inside), **_of_process(inside)}
    if inside.shared is not None:
        samples |= _of_node(inside, inside.shared)
    lines: list[str] = []
    for metric in METRICS:
        if metric.name in samples:
            lines += (f"# HELP {metric.name} {metric.text}", f"# TYPE {metric.name} {metric.kind}")
            lines += (f"{metric.name}{one.suffix}{one.labels} {one.value:.15g}" for one in samples[metric.name])
    return "\n".join(lines) + "\n"


def _of_house(house: House, door: Door, inside: Inside) -> Samples:
    phases = {"lobby": 0, "playing": 0, "over": 0}
    for actor in house.tables.values():
        phases[actor.lobby.phase] += 1
    node = "" if inside.shared is None else inside.shared.name
    return {
        "tablee_info": [Sample(1, f'{{version="{__version__}",node="{_quoted(node)}"}}')],
        "tablee_ready": [Sample(why_not_ready(door, inside) is None)],
        "tablee_tables": _by("phase", phases),
        "tablee_tables_kept": [Sample(house.number_of_tables)],
        "tablee_connections": [Sample(len(house.connections))],
        "tablee_byes_total": _by("code", {code: house.byes[code] for code in BYE_CODES}),
    }


def _of_process(inside: Inside) -> Samples:
    memory = [int(_MEMORY.read_text("ascii").split()[1]) * _PAGE] if _MEMORY.exists() else []
    files = [len(list(_FILES.iterdir()))] if _FILES.exists() else []
    return {
        "tablee_loop_late_seconds_total": [Sample(inside.late)],
        "process_cpu_seconds_total": [Sample(time.process_time())],
        "process_resident_memory_bytes": [Sample(number) for number in memory],
        "process_open_fds": [Sample(number) for number in files],
        "process_max_fds": [Sample(resource.getrlimit(resource.RLIMIT_NOFILE)[0])],
        "process_start_time_seconds": [Sample(_STARTED)],
    }


def _of_node(inside: Inside, shared: Shared) -> Samples:
    figures = shared.figures
    writes = {"kept": figures.kept, "refused": figures.refused, "lost": figures.lost}
    return {
        "tablee_nodes": [Sample(len(shared.neighbours or ()))],
        "tablee_neighbours": [Sample(len({line.life for line in (*inside.out, *inside.guests)}))],
        "tablee_relayed": _by("way", {"out": len(inside.out), "in": len(inside.guests)}),
        "tablee_moves_total": [Sample(figures.moves)],
        "tablee_commit_seconds": list(_histogram(figures.commits)),
        "tablee_writes_total": _by("result", writes),
        "tablee_store_waiting": [Sample(shared.waiting)],
        "tablee_store_in_doubt": [Sample(shared.in_doubt)],
        "tablee_store_refusing": [Sample(shared.is_refusing)],
        "tablee_doubts_total": _by("result", {"kept": figures.doubts_kept, "lost": figures.doubts_lost}),
        "tablee_store_lines_lost_total": [Sample(figures.lines_lost)],
        "tablee_beats_missed_total": [Sample(figures.missed_beats)],
        "tablee_lives_lost_total": [Sample(figures.lives_lost)],
        "tablee_buried_total": [Sample(figures.buried)],
        "tablee_claimed_total": _by("from", {"asleep": figures.woken, "dead": figures.taken}),
    }


def _by(label: str, numbers: Mapping[str, int] | Mapping[ByeCode, int]) -> list[Sample]:
    return [Sample(number, f'{{{label}="{value}"}}') for value, number in numbers.items()]


def _histogram(seen: Histogram) -> Iterator[Sample]:
    bounds = (*(f"{bound:g}" for bound in BOUNDS), "+Inf")
    for bound, number in zip(bounds, accumulate(seen.counts), strict=True):
        yield Sample(number, f'{{le="{bound}"}}', "_bucket")
    yield Sample(seen.sum, suffix="_sum")
    yield Sample(sum(seen.counts), suffix="_count")


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
