"""What the page must know of the rules, and knows in the same order."""

from __future__ import annotations

import re
from pathlib import Path

from tablee.games.fil.actions import MOST_REASONS
from tablee.games.fil.tags import REASONS
from tablee.games.fil.themes import FURTHER, PRINTED

WEB = Path(__file__).parents[1] / "web"


def test_reasons_are_named_in_the_order_of_the_rules() -> None:
    text = (WEB / "reasons.ts").read_text("utf-8")
    listed = text.split("REASONS = [")[1].split("]")[0]
    assert tuple(re.findall(r"'(\w+)'", listed)) == REASONS
    assert f"MOST = {MOST_REASONS};" in text


def test_every_theme_has_a_drawing() -> None:
    drawn = re.findall(r"^    (\w+): \[", (WEB / "Motif.svelte").read_text("utf-8"), re.MULTILINE)
    assert set(drawn) == {*PRINTED, *FURTHER, "own"}
