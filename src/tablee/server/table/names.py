"""What people may be called: short, visible, and nothing one would not say at a family's table."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from tablee.kernel.game import Refusal
from tablee.server.limits import LIMITS

LONGEST_NAME: Final = LIMITS.name
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


_INVISIBLE: Final = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and signs of which there is nothing to see."""
_ALIKE: Final = str.maketrans("авекмнорстухіјѕԁԛԝαεικνορτυχ01", "abekmhopctyxijsdqwaeikvoptuxol")
"""Letters of other alphabets, and digits, that look like ours."""
_MARKS: Final = re.compile(r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3,}")


def tidied(name: str) -> str:
    """The name as everybody will see it."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def refuse_name(name: str) -> Refusal | None:
    """Why nobody can be called so at a table of ours."""
    is_hidden = any(char in _INVISIBLE or unicodedata.category(char)[0] == "C" for char in name)
    if not 0 < len(name) <= LONGEST_NAME or is_hidden or _MARKS.search(unicodedata.normalize("NFD", name)):
        return Refusal("bad_name", {"most": LONGEST_NAME})
    return Refusal("rude_name") if is_rude(name) else None


def looks(name: str) -> str:
    """What it looks like from a little way off: two people at a table must not be taken for each other."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().translate(_ALIKE).split())


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
