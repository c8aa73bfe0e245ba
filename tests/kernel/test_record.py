"""A record holds what went in and the integers drawn; nothing that can be computed from them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from tablee.kernel import Action, Options
from tablee.kernel.record import Entry, Header, Record

HEADER = Header("morpion", 1, {}, Options(), (None, None, None), "ab")


def test_a_header_counts_its_seats() -> None:
    assert HEADER.seats == 3


def test_what_a_table_was_before_its_first_card_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        HEADER.rules = 2  # type: ignore[misc]


def test_a_new_record_is_that_of_a_game_not_begun() -> None:
    first: Record[Options, Action] = Record(HEADER)
    second: Record[Options, Action] = Record(HEADER)
    assert (first.entries, first.ending) == ([], None)
    first.entries.append(Entry("setup", None, "", None, 0, ()))
    assert second.entries == []
