"""Every limit is in one place, with its reason; the operations page has the same table, and `--per-address` moves all
that is counted by address."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from tests.server.venue import Venue, play_out

from tablee.server.limits import LIMITS, Limits
from tablee.server.net.guard import Guard
from tablee.server.show.limits_text import GROUPS, in_markdown, in_terminal, rows, shown

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"


def test_the_operations_page_has_the_limits_as_they_are() -> None:
    assert f"\n{in_markdown(LIMITS)}\n" in OPERATIONS.read_text("utf-8")


def test_another_limit_is_another_table() -> None:
    assert in_markdown(Limits(message=1)) != in_markdown(LIMITS)
    assert in_terminal(Limits(talk=1)) != in_terminal(LIMITS)


def test_each_limit_has_a_group_a_sentence_and_a_reason() -> None:
    told = list(rows(LIMITS))
    assert {row.group for row in told} == set(GROUPS)
    assert all(row.what and row.value and row.why for row in told)
    assert len(told) > len(fields(Limits))


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (16_384, "bytes", "16 KiB"),
        (2_000, "bytes", "2,000 bytes"),
        (20_000, "ms", "20 s"),
        (86_400_000, "ms", "24 h"),
        (1 / 60, "a second", "one in 60 s"),
        (50, "a second", "50 a second"),
        (5_000, "", "5,000"),
    ],
)
def test_numbers_read_well(value: float, unit: str, text: str) -> None:
    assert shown(value, unit) == text  # type: ignore[arg-type]


def test_what_is_counted_by_address_follows_the_number_of_devices() -> None:
    assert LIMITS.for_devices(LIMITS.per_address) == LIMITS
    school = LIMITS.for_devices(2 * LIMITS.per_address)
    for name in ("per_address", "opens_at_once", "opens", "guesses_at_once", "guesses", "requests", "requests_at_once",
                 "long_at_once", "long_rate", "all_at_once", "all_rate"):  # fmt: skip
        assert getattr(school, name) == 2 * getattr(LIMITS, name), name
    assert school.tables == LIMITS.tables
    few = LIMITS.for_devices(1)
    assert (few.per_address, few.opens_at_once, few.guesses_at_once, few.requests) == (1, 1, 1, 1)
    assert few.requests_at_once >= few.file_costs


def test_what_is_dear_to_answer_is_dear_to_ask_for(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(requests_at_once=20, requests=1) as venue:
            assert [(await venue.get("/qr/AAAA.svg"))[0] for _ in range(3)] == [404, 404, 429]
            assert (await venue.get("/healthz"))[0] == 200

    play_out(test)


@pytest.mark.parametrize(
    ("url", "cost"),
    [
        (b"/healthz", 1),
        (b"/ws", LIMITS.socket_costs),
        (b"/api/tables/ABCD", LIMITS.table_costs),
        (b"/qr/ABCD.svg", LIMITS.code_costs),
        (b"/api/evenings", LIMITS.past_costs),
        (b"/api/evenings/file", LIMITS.file_costs),
        (b"/api/records/abc?seat=1", LIMITS.theatre_costs),
    ],
)
def test_what_each_costs(url: bytes, cost: int) -> None:
    assert Guard(LIMITS).cost(url, "192.0.2.1") == cost


def test_a_proxy_that_does_not_say_for_whom_it_speaks_brings_everybody() -> None:
    guard = Guard(LIMITS)
    assert [guard.cost(url, "127.0.0.1") for url in (b"/ws", b"/api/tables/ABCD", b"/qr/ABCD.svg")] == [1, 1, 8]
