"""What the host of Voyelles may set."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from tablee.games.voyelles.letters import LONGEST, has_apostrophe, has_hyphen, is_spelt
from tablee.kernel import APack, ASeat, Between, Options, Refusal

MOST_OF_OURS: Final = 500
"""So many words of its own a table may bring along."""


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
