"""What the host of Voyelles may set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from tablee.games.voyelles.letters import LONGEST, fold, has_apostrophe, has_hyphen, is_spelt
from tablee.kernel import APack, ASeat, Between, Options, Refusal

MOST_OF_OURS: Final = 500
"""So many words of its own a table may bring along."""
MOST_BYTES: Final = 12_000
"""What the host changes is sent whole, and a message has its limit: of words handed down the oldest go first."""


@dataclass(frozen=True, slots=True)
class VoyellesOptions(Options):
    judge: Literal["dictionnaire", "jury", "mixte"] = "dictionnaire"
    """R-10: who says whether a word is one."""
    sans_redite: bool = True
    """R-11: no word twice in one game."""
    every_double: bool = True
    """R-4: a consonant shown twice must occur twice."""
    after_error: Literal["go-on", "round-ends"] = "go-on"
    """R-7: after an invalid word the round goes on for the others, or ends."""
    speaking: Annotated[int, Between(4, 15)] = 6
    """R-6: seconds for the word, once one has the microphone."""
    searching: Annotated[int, Between(30, 120)] = 60
    """R-8: seconds of a round."""
    first: Literal["random"] | ASeat = "random"
    our_words: APack = ""
    """R-10: words that this table's juries accepted in earlier games, parted by spaces or lines. They count as if they
    stood in the dictionary."""

    def refusal(self) -> Refusal | None:
        words = self.our_words.split()
        if len(words) > MOST_OF_OURS:
            return Refusal("too_many_of_ours", {"most": MOST_OF_OURS})
        for word in words:
            if len(word) > LONGEST or not is_spelt(word) or has_hyphen(word) or has_apostrophe(word):
                return Refusal("no_word_of_ours", {"word": word[:LONGEST]})
        return None

    def handing_down(self, accepted: Iterable[str]) -> VoyellesOptions:
        """These options with the words that the table has accepted since, each once."""
        words = {fold(word): word for word in self.our_words.split()}
        more = {fold(word): word for word in accepted}
        if more.keys() <= words.keys():
            return self
        kept = list((words | more).values())[-MOST_OF_OURS:]
        while len("\n".join(kept).encode()) > MOST_BYTES:
            del kept[0]
        return replace(self, our_words="\n".join(kept))
