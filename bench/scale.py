"""What an evening of many people costs, on paper: from a few measured figures and some guesses, both said here, to
cores, memory, disk and network for 10⁴, 10⁵ and 10⁶ people.

    python -m bench.scale

prints the tables of docs/scale.md; a test holds the two together. Nothing is measured here: bench/scale_measures.py and
the sources named below did that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple

from tablee.server.limits import LIMITS
from tablee.server.outside import CODE_LETTERS, LETTERS

CROWDS: Final = (10_000, 100_000, 1_000_000)


class Figure(NamedTuple):
    value: float
    what: str
    unit: str
    source: str


MEASURED_AT: Final = "`bench/scale_measures.py`"
MOVE: Final = Figure(110, "CPU of a node for one move, four devices told", "µs", MEASURED_AT)
PING: Final = Figure(12.5, "CPU of a node for a page’s ping", "µs", MEASURED_AT)
TABLE: Final = Figure(85, "memory of a node for a table with four devices", "KiB", MEASURED_AT)
COMMIT: Final = Figure(320, "CPU of PostgreSQL for one commit, alone", "µs", MEASURED_AT)
ENTRY: Final = Figure(10.6, "CPU of PostgreSQL for one move more in a commit", "µs", MEASURED_AT)
LOG_OF_COMMIT: Final = Figure(407, "its log (WAL) for a commit of one move", "bytes", MEASURED_AT)
LOG_OF_ENTRY: Final = Figure(282, "its log for a move among many", "bytes", MEASURED_AT)
ROW_OF_LOG: Final = Figure(172, "a move in the table `log`, while its game runs", "bytes", MEASURED_AT)
ROW_OF_TABLE: Final = Figure(1_728, "a table’s row, its place in indexes not counted", "bytes", MEASURED_AT)
ROW_OF_GAME: Final = Figure(3_389, "a finished game of 165 entries, packed", "bytes", MEASURED_AT)
ENTRIES: Final = Figure(165, "entries of a game (Pierres, three people, by chance)", "", MEASURED_AT)
TOLD: Final = Figure(4_265, "told to four devices for one move", "bytes", MEASURED_AT)
MEASURED: Final = (
    *(MOVE, PING, TABLE, COMMIT, ENTRY, LOG_OF_COMMIT, LOG_OF_ENTRY),
    *(ROW_OF_LOG, ROW_OF_TABLE, ROW_OF_GAME, ENTRIES, TOLD),
)

GUESS: Final = "guessed"
DEVICES: Final = Figure(4, "devices at a table", "", GUESS)
PACE: Final = Figure(5, "between two moves of a table", "s", GUESS)
PINGS: Final = Figure(10, "between two pings of a device", "s", "`web/src/lib/net.svelte.ts`")
EVENING: Final = Figure(3, "an evening", "hours", GUESS)
COMMITS: Final = Figure(2, "a commit, a replica in the same building included", "ms", GUESS)
FULL: Final = Figure(50, "of a node’s one core at most, so that others can take over", "%", GUESS)
NODE: Final = Figure(LIMITS.connections, "devices of a node", "", "`src/tablee/server/limits.py`")
EMPTY: Final = Figure(120, "memory of a node without anybody, helpers included", "MiB", "`/metrics` and `/proc`")
FRAMING: Final = Figure(80, "round each message: WebSocket, TLS, TCP, IP", "bytes", GUESS)
LINES: Final = Figure(5, "lines of a node to PostgreSQL", "", "`src/tablee/server/store/postgres/readers.py`")
ASLEEP: Final = Figure(20, "tables that sleep in the data base, for each one that is played at", "", GUESS)
TAKEN_AS: Final = (DEVICES, PACE, PINGS, EVENING, COMMITS, FULL, NODE, EMPTY, FRAMING, LINES, ASLEEP)


@dataclass(frozen=True)
class Evening:
    """With so many people at once, each with a device."""

    people: int

    @property
    def tables(self) -> int:
        return ceil(self.people / DEVICES.value)

    @property
    def moves(self) -> float:
        """A second."""
        return self.tables / PACE.value

    # Nodes.

    @property
    def cores_of_nodes(self) -> float:
        pings = self.people / PINGS.value
        return (self.moves * MOVE.value + pings * PING.value) / 1e6

    @property
    def nodes_by_cpu(self) -> int:
        return ceil(self.cores_of_nodes / (FULL.value / 100))

    @property
    def nodes_by_devices(self) -> int:
        return ceil(self.people / NODE.value)

    @property
    def nodes(self) -> int:
        """One may be down."""
        return max(self.nodes_by_cpu, self.nodes_by_devices) + 1

    @property
    def memory_of_nodes(self) -> float:
        """GiB, all together."""
        return (self.tables * TABLE.value / 1024 + self.nodes * EMPTY.value) / 1024

    @property
    def network(self) -> float:
        """Mbit/s out to people."""
        told = self.moves * (TOLD.value + DEVICES.value * FRAMING.value)
        pongs = self.people / PINGS.value * 2 * FRAMING.value
        return (told + pongs) * 8 / 1e6

    # PostgreSQL.

    @property
    def commits(self) -> float:
        """A second: each move has its own where they are rare, and shares one where they are not."""
        return min(self.moves, self.nodes * 1000 / COMMITS.value)

    @property
    def cores_of_postgres(self) -> float:
        return (self.commits * COMMIT.value + (self.moves - self.commits) * ENTRY.value) / 1e6

    @property
    def written(self) -> float:
        """MB/s of write-ahead log; the same goes to each replica."""
        return (self.commits * LOG_OF_COMMIT.value + (self.moves - self.commits) * LOG_OF_ENTRY.value) / 1e6

    @property
    def games(self) -> float:
        """That end in the evening."""
        return self.moves / ENTRIES.value * EVENING.value * 3600

    @property
    def kept(self) -> float:
        """GB more after the evening: finished games."""
        return self.games * ROW_OF_GAME.value / 1e9

    @property
    def running(self) -> float:
        """GB that change all the time: tables, asleep ones too, and the games that run."""
        return (self.all_tables * ROW_OF_TABLE.value + self.tables * ENTRIES.value / 2 * ROW_OF_LOG.value) / 1e9

    @property
    def all_tables(self) -> int:
        """Those that sleep, too."""
        return int(self.tables * (1 + ASLEEP.value))

    @property
    def lines(self) -> int:
        return int(self.nodes * LINES.value)

    # Codes.

    def taken(self, letters: int) -> str:
        """How many of all codes there are belong to a table: so many guesses of a hundred hit one."""
        share = 100 * self.all_tables / float(len(LETTERS)) ** letters
        return f"{share:.2g} %" if share < 100 else "all, and more are wanted"


ROWS: Final[Sequence[tuple[str, Callable[[Evening], str]]]] = (
    ("tables played at", lambda one: f"{one.tables:,}"),
    ("moves a second", lambda one: f"{one.moves:,.0f}"),
    ("**nodes**: cores in use", lambda one: f"{one.cores_of_nodes:.2f}"),
    ("nodes wanted by CPU", lambda one: f"{one.nodes_by_cpu:,}"),
    ("nodes wanted by devices", lambda one: f"{one.nodes_by_devices:,}"),
    ("nodes, one to spare", lambda one: f"{one.nodes:,}"),
    ("their memory, GiB", lambda one: f"{one.memory_of_nodes:.1f}"),
    ("network out, Mbit/s", lambda one: f"{one.network:,.0f}"),
    ("**PostgreSQL**: commits a second", lambda one: f"{one.commits:,.0f}"),
    ("its cores in use", lambda one: f"{one.cores_of_postgres:.2f}"),
    ("its log, MB/s", lambda one: f"{one.written:.1f}"),
    ("its log of the evening, GB", lambda one: f"{one.written * EVENING.value * 3.6:,.0f}"),
    ("what changes all the time, GB", lambda one: f"{one.running:.1f}"),
    ("games that end in the evening", lambda one: f"{one.games:,.0f}"),
    ("finished games, GB more after it", lambda one: f"{one.kept:.1f}"),
    ("lines of all nodes to it", lambda one: f"{one.lines:,}"),
    (f"tables in it, asleep or awake (limit {LIMITS.tables:,})", lambda one: f"{one.all_tables:,}"),
    ("**codes** of four letters that are taken", lambda one: one.taken(CODE_LETTERS)),
    ("of six letters", lambda one: one.taken(6)),
)


def table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def figures(some: Sequence[Figure]) -> str:
    rows = ([one.what, f"{one.value:,g} {one.unit}".strip(), one.source] for one in some)
    return table(["what", "taken as", "from"], rows)


def costs() -> str:
    evenings = [Evening(people) for people in CROWDS]
    rows = ([name, *(show(one) for one in evenings)] for name, show in ROWS)
    return table(["", *(f"{people:,} people" for people in CROWDS)], rows)


TABLES: Final[Mapping[str, Callable[[], str]]] = {
    "measured": lambda: figures(MEASURED),
    "taken as": lambda: figures(TAKEN_AS),
    "costs": costs,
}
"""By the name of the place in docs/scale.md where each stands."""


if __name__ == "__main__":
    print("\n\n".join(make() for make in TABLES.values()))
