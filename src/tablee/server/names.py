"""What people may be called: short, visible, and nothing one would not say at a family's table."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from tablee.kernel.game import Refusal

LONGEST_NAME: Final = 20
_LOOKALIKES: Final = str.maketrans("013457@$€!|", "oieastaseil")
_LETTERS: Final = re.compile(r"[a-z]+")
_DRAWN_OUT: Final = re.compile(r"(.)\1{2,}")
# What no real name contains, and what is rude only by itself: Connor, Monique and Nazim are welcome.
_STEMS: Final = "asshole bitch bougnoul connard connass encul fuck hitler pedophil pouffias putain whore"
_WORDS: Final = """
    anus ass batard batarde bite bites chatte chiasse chier con conne cons couille couilles cul culs cunt dickhead fdp
    fiotte gouine merde merdeux nazi nazie nazis negre negro nigga nigger nique niquer ntm pd pede penis porn porno
    pussy pute putes rape salaud salopard salope sex sexe shit shitty slut suceur suceuse tapette tepu teub trouduc
    twat vagin viol wank wanker youpin zob
"""
_RUDE_STEMS: Final = tuple(_STEMS.split())
_RUDE_WORDS: Final = frozenset(_WORDS.split())


def tidied(name: str) -> str:
    """The name as everybody will see it."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def refuse_name(name: str) -> Refusal | None:
    """Why nobody can be called so at a table of ours."""
    if not 0 < len(name) <= LONGEST_NAME or any(unicodedata.category(char)[0] == "C" for char in name):
        return Refusal("bad_name", {"most": LONGEST_NAME})
    return Refusal("rude_name") if is_rude(name) else None


def is_rude(name: str) -> bool:
    """Accents, capitals, digits that look like letters, letters spaced or drawn out hide nothing."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char)).casefold()
    for text in (plain, plain.translate(_LOOKALIKES)):
        words = _LETTERS.findall(_DRAWN_OUT.sub(r"\1", text))
        if words and all(len(word) == 1 for word in words):
            words = ["".join(words)]
        if not _RUDE_WORDS.isdisjoint(words) or any(stem in word for stem in _RUDE_STEMS for word in words):
            return True
    return False
