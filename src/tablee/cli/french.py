"""What is said in the terminal, in French: `locales/fr.json` has it for each English sentence, with the same facts in
braces."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

FRENCH: Final = Path(__file__).parent / "locales" / "fr.json"
_FACT: Final = re.compile(r"\{(\w+)\}")


class Sentence(NamedTuple):
    english: re.Pattern[str]
    french: str


@cache
def sentences() -> tuple[Sentence, ...]:
    """Those with the most words of their own first: others might take them for a fact."""
    content: dict[str, str] = json.loads(FRENCH.read_text(encoding="utf-8"))
    wordiest = sorted(content.items(), key=lambda pair: -len(_FACT.sub("", pair[0])))
    return tuple(Sentence(_pattern(english), french) for english, french in wordiest)


def _pattern(english: str) -> re.Pattern[str]:
    parts = _FACT.split(english)
    made = [f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)]
    return re.compile("".join(made), re.DOTALL)
