"""What nodes say of themselves: the numbers, the board and the alerts that use them, the page that explains them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml
from tests.cluster.postgres import Postgres
from tests.cluster.site import OneNode, nodes
from tests.server.venue import Refused, Venue, play_out, play_whole, start_table

from tablee.server.limits import LIMITS
from tablee.server.net.metrics import METRICS

PAGES = Path(__file__).parents[2] / "docs" / "operations"
SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="[^"\n]*",?)*)\})? (-?[0-9.e+-]+)')
OF_PROMETHEUS = frozenset({"up"})
"""Metrics that nobody has to give."""
LABELS_OF_PROMETHEUS = frozenset({"job", "instance"})
WORDS = frozenset({"sum", "by", "max", "min", "count", "rate", "increase", "histogram_quantile", "time"})
MANY = 1_000_000
"""Whoever waits for something by asking for it is not one who asks too often."""
Numbers: TypeAlias = dict[str, float]


async def numbers_of(node: Venue) -> Numbers:
    status, _, body = await node.get("/metrics")
    assert status == 200
    found: Numbers = {}
    for line in body.decode().splitlines():
        if not line.startswith("#"):
            match = SAMPLE.fullmatch(line)
            assert match, line
            name = match[1] + (f"{{{match[2]}}}" if match[2] else "")
            assert name not in found
            found[name] = float(match[3])
    return found


def families(found: Numbers) -> set[str]:
    """Of a histogram only what it is called."""
    plain = {name.partition("{")[0] for name in found}
    histograms = {name.removesuffix("_bucket") for name in plain if name.endswith("_bucket")}
    return (plain | histograms) - {one + end for one in histograms for end in ("_bucket", "_sum", "_count")}


def labels(found: Numbers) -> set[str]:
    return {label for name in found for label in re.findall(r'([a-z]+)="', name)}


@pytest.fixture
def on(tmp_path: Path, database: str) -> Callable[[Callable[[list[OneNode]], Awaitable[None]]], None]:
    def play(scene: Callable[[list[OneNode]], Awaitable[None]]) -> None:
        async def test() -> None:
            async with nodes(tmp_path, database) as site:
                await scene(site)

        play_out(test)

    return play


def expressions() -> Iterator[str]:
    board: dict[str, Any] = json.loads((PAGES / "grafana.json").read_text("utf-8"))
    for panel in board["panels"]:
        yield from (target["expr"] for target in panel.get("targets", ()))
    for group in yaml.safe_load((PAGES / "alerts.yaml").read_text("utf-8"))["groups"]:
        yield from (rule["expr"] for rule in group["rules"])


def test_board_and_alerts_use_what_a_node_says_and_the_page_explains_all_of_it(on: Any) -> None:
    async def scene(site: list[OneNode]) -> None:
        found = await numbers_of(site[0])
        assert families(found) == {metric.name for metric in METRICS}
        given = {name.partition("{")[0] for name in found} | OF_PROMETHEUS
        known = labels(found) | LABELS_OF_PROMETHEUS | {"le"}
        for text in expressions():
            bare = re.sub(r'"[^"]*"', "", text)
            assert set(re.findall(r"([a-z]+)[!=~]=?(?=[,}])", bare)) <= known, text
            assert {one for by in re.findall(r"by \(([a-z, ]+)\)", bare) for one in by.split(", ")} <= known, text
            plain = re.sub(r"\{[^}]*\}|by \([^)]*\)|\[[^]]*\]", "", bare)
            assert set(re.findall(r"\b[a-z][a-z_]+\b", plain)) - WORDS <= given, text

    on(scene)
    assert len(list(expressions())) > 30
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.+) \|$", (PAGES / "watching.md").read_text("utf-8"), re.MULTILINE)
    assert rows == [(metric.name, metric.kind, metric.text) for metric in METRICS]


def test_a_house_alone_says_what_it_has(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            await start_table(venue, "morpion", "Ada", "Bob")
            found = await numbers_of(venue)
            assert families(found) == {metric.name for metric in METRICS if not metric.is_of_nodes}
            assert found['tablee_tables{phase="playing"}'] == found["tablee_tables_kept"] == found["tablee_ready"] == 1
            assert found["tablee_connections"] == 2
            assert found["process_resident_memory_bytes"] > 1_000_000
            assert 0 < found["process_open_fds"] < found["process_max_fds"]

    play_out(test)


def test_moves_commits_and_those_who_are_passed_on_are_counted(on: Any) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        code, (ada, bob) = await start_table(one, "morpion", "Ada", "Bob")
        far = await two.client(code, *bob.keys)
        await far.until_shown()
        await bob.close()
        before = await numbers_of(one)
        await play_whole([ada, far])
        here, there = await numbers_of(one), await numbers_of(two)
        assert before["tablee_moves_total"] < here["tablee_moves_total"] <= 10
        assert here['tablee_writes_total{result="kept"}'] >= here["tablee_moves_total"]
        assert here['tablee_commit_seconds_bucket{le="+Inf"}'] == here["tablee_commit_seconds_count"] > 0
        assert here["tablee_commit_seconds_sum"] > 0
        steps = [number for name, number in here.items() if "_bucket" in name]
        assert steps == sorted(steps)
        assert here['tablee_relayed{way="in"}'] == there['tablee_relayed{way="out"}'] == 1
        assert here["tablee_neighbours"] == there["tablee_neighbours"] == 1
        assert there["tablee_moves_total"] == there['tablee_tables{phase="over"}'] == 0
        assert here['tablee_info{version="0.1.0",node="node-1"}'] == 1
        while (await numbers_of(one))["tablee_nodes"] != 2:
            one.pulse()
        await one.leave()
        await ada.until_closed()
        while not (await numbers_of(one))['tablee_byes_total{code="closing"}']:
            pass

    on(scene)


def test_tables_taken_from_a_dead_node_and_from_one_that_left_are_counted(on: Any) -> None:
    async def scene(site: list[OneNode]) -> None:
        one, two = site
        dead, (ada, bob) = await start_table(one, "morpion", "Ada", "Bob")
        await one.crash()
        for client in (ada, bob):
            await (await two.client(dead, *client.keys)).until_shown()
        found = await numbers_of(two)
        assert found["tablee_buried_total"] == found['tablee_claimed_total{from="dead"}'] == 1
        await one.start()
        left, (eve, _) = await start_table(one, "morpion", "Eve", "Dan")
        await one.leave()
        await eve.until_closed()
        await (await two.client(left, *eve.keys)).until_shown()
        found = await numbers_of(two)
        assert sum(number for name, number in found.items() if name.startswith("tablee_claimed_total")) == 2
        assert found["tablee_buried_total"] == 1

    on(scene)


def test_while_the_data_base_is_away_a_node_says_so(tmp_path: Path, own_postgres: Postgres) -> None:
    address = own_postgres.make_database("house")
    limits = replace(LIMITS, requests=MANY, requests_at_once=MANY)

    async def test() -> None:
        async with nodes(tmp_path, address, 1, limits) as (node,):
            _, (ada, _) = await start_table(node, "morpion", "Ada", "Bob")
            await asyncio.to_thread(own_postgres.stop, "immediate")
            while (answer := await node.get("/healthz"))[0] == 200:
                pass
            assert answer[::2] == (503, b"waiting: this node does not reach its data base\n")
            with pytest.raises(Refused):
                await ada.play(0)
            found = await numbers_of(node)
            assert found["tablee_store_refusing"] == 1
            assert found["tablee_ready"] == 0
            assert found["tablee_store_lines_lost_total"] == 1
            assert found['tablee_writes_total{result="refused"}'] >= 1
            await asyncio.to_thread(own_postgres.start)
            while (await node.get("/healthz"))[0] != 200:
                pass
            await ada.play(0)
            found = await numbers_of(node)
            assert found["tablee_store_refusing"] == 0
            assert found["tablee_lives_lost_total"] == 0

    play_out(test)
