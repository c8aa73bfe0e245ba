"""What is worth telling when a game is over. A game may bring `story.tell(inputs)`, which finds it in what was told, or
`story.watch(tables)`, which looks at the table after every input: for what was a secret until then."""

from __future__ import annotations

from typing import NamedTuple

from tablee.kernel.game import Facts


class StoryLine(NamedTuple):
    """One sentence of the story: the label `story.<code>` of the game's words, and the input at which it came true."""

    code: str
    facts: Facts
    at: int
