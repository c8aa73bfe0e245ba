"""Two packs such as players write: one with letters, one of lonely hearts."""

from __future__ import annotations

from typing import Final


def _pack(title: str, memocat: bool, cards: list[str]) -> str:
    head = [
        f'title = "{title}"',
        'language = "fr"',
        'author = "Zoé"',
        'licence = "CC0"',
        f"memocat = {str(memocat).lower()}",
        "cards = [",
    ]
    return "\n".join([*head, *cards, "]", ""])


SEASONS: Final = _pack(
    "Saisons",
    False,
    [
        f'  {{ number = {number}, text = "Saison \\"{number}\\"", letters = "{chr(65 + number % 9)}",'
        f" tags = {{ night = {number % 4}, water = 1 }} }},"
        for number in range(1, 41)
    ],
)
LOVERS: Final = _pack(
    "Cœurs",
    True,
    [f'  {{ number = {number}, text = "Cœur {number}", sex = "{"fm"[number % 2]}" }},' for number in range(1, 41)],
)
