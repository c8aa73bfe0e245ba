"""Write the lexicon of Voyelles from Dicollecte's French dictionary: `python tools/make_lexicon.py fr.aff fr.dic`.

The input is the dictionary “toutes variantes” 7.0 as Debian packs it (`apt-get download hunspell-fr-comprehensive`,
then `dpkg-deb -x`). Its suffixes are expanded, and what is no word of the game is left out: proper nouns, symbols and
units, prefixes and fragments, whatever has a hyphen or an apostrophe. `allow.txt` and `deny.txt` have the last word.
Always the same output for the same input; the notice beside it says which. After it run `make_having.py` and
`make_familiarity.py`, which tell of its forms by their places.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from tablee.games.voyelles.letters import fold
from tablee.games.voyelles.lexicon import pack

CONTENT: Final = Path(__file__).parent.parent / "src/tablee/games/voyelles/content"

NO_WORDS: Final = frozenset({"npr", "prn", "patr", "pfx", "sfx", "sign", "ponc", "div"})
"""Parts of speech that are no words of the game, if an entry has no other."""
SYMBOLS: Final = frozenset({"||", "U."})
"""Flags of units and symbols, which keep their capitals."""
NEEDS_AFFIX: Final = "()"
ASKED_ONLY: Final = "po:1isg"
"""“mangè”, which exists in “mangè-je” only."""
SPELT: Final = re.compile("[a-zàâäáãåçéèêëíîïñóôöùûüÿœæ]+")
BY_ITSELF: Final = frozenset({"a", "à", "ô", "y"})
"""The only words of one letter."""


class Affix(NamedTuple):
    strip: str
    add: str
    flags: frozenset[str]
    condition: re.Pattern[str]
    tags: tuple[str, ...]


class Entry(NamedTuple):
    stem: str
    flags: frozenset[str]
    tags: tuple[str, ...]


class Affixes(NamedTuple):
    suffixes: dict[str, list[Affix]]
    prefixes: dict[str, list[Affix]]


def flags_of(text: str) -> frozenset[str]:
    """FLAG long: two characters each."""
    return frozenset(text[start : start + 2] for start in range(0, len(text), 2))


def read_affixes(text: str) -> Affixes:
    affixes = Affixes({}, {})
    for line in text.splitlines():
        parts = line.split()
        if len(parts) < 5 or parts[0] not in ("SFX", "PFX"):
            continue
        kind, name, strip, add, condition, *tags = parts
        add, _, flags = add.partition("/")
        is_suffix = kind == "SFX"
        affix = Affix(
            "" if strip == "0" else strip,
            "" if add == "0" else add,
            flags_of(flags),
            re.compile(f"(?:{condition})$" if is_suffix else f"^(?:{condition})"),
            tuple(tags),
        )
        (affixes.suffixes if is_suffix else affixes.prefixes).setdefault(name, []).append(affix)
    return affixes


def read_entries(text: str) -> Iterator[Entry]:
    for line in text.splitlines()[1:]:
        head, *tags = line.split()
        stem, _, flags = head.partition("/")
        yield Entry(stem, flags_of(flags), tuple(tags))


def is_wanted(entry: Entry) -> bool:
    if entry.stem != entry.stem.lower() or entry.flags & SYMBOLS or "po:err" in entry.tags:
        return False
    kinds = {tag.removeprefix("po:") for tag in entry.tags if tag.startswith("po:")}
    return not kinds or any(kind not in NO_WORDS and not kind.startswith("loc.") for kind in kinds)


def suffixed(stem: str, flags: frozenset[str], affixes: Affixes) -> Iterator[str]:
    """The word itself where it is one, and with each suffix that fits."""
    if NEEDS_AFFIX not in flags:
        yield stem
    for flag in flags:
        for affix in affixes.suffixes.get(flag, ()):
            if ASKED_ONLY in affix.tags or not affix.condition.search(stem) or not stem.endswith(affix.strip):
                continue
            yield from suffixed(stem[: len(stem) - len(affix.strip)] + affix.add, affix.flags, affixes)


def expanded(entry: Entry, affixes: Affixes) -> Iterator[str]:
    yield from suffixed(entry.stem, entry.flags, affixes)
    # kilo-, centi-: the prefixes of units bring their own suffixes. Those with an apostrophe are no words.
    for flag in entry.flags:
        for affix in affixes.prefixes.get(flag, ()):
            if "'" not in affix.add and affix.condition.search(entry.stem):
                yield from suffixed(affix.add + entry.stem, affix.flags, affixes)


def read_list(name: str) -> set[str]:
    """A list reviewed by hand: one word a line, `#` begins a remark."""
    lines = (CONTENT / name).read_text(encoding="utf-8").splitlines()
    return {word for line in lines for word in line.partition("#")[0].split()}


def forms(affixes: Affixes, entries: Iterable[Entry]) -> set[str]:
    return {
        form
        for entry in entries
        if is_wanted(entry)
        for form in expanded(entry, affixes)
        if SPELT.fullmatch(form) and (len(form) > 1 or form in BY_ITSELF)
    }


NOTICE: Final = """\
lexicon.bin: the words of Voyelles

Made by tools/make_lexicon.py from the French spelling dictionary of Dicollecte, “toutes variantes” 7.0, as found in the
Debian package hunspell-fr-comprehensive 1:7.0-1, with allow.txt and deny.txt beside this file.

Copyright 2007-2018 the contributors of Dicollecte (grammalecte.net).
This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was not
distributed with this file, You can obtain one at http://mozilla.org/MPL/2.0/.

The same licence holds for lexicon.bin, allow.txt and deny.txt. The source form is what the script reads; the script's
only change is to expand suffixes and to leave words out.

{count} forms
{hashes}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("aff", type=Path)
    parser.add_argument("dic", type=Path)
    arguments = parser.parse_args()
    found = forms(
        read_affixes(arguments.aff.read_text(encoding="utf-8")),
        read_entries(arguments.dic.read_text(encoding="utf-8")),
    )
    words = sorted((found - read_list("deny.txt")) | read_list("allow.txt"), key=lambda word: (fold(word), word))
    packed = pack(words)
    (CONTENT / "lexicon.bin").write_bytes(packed)
    files = [(path.name, path.read_bytes()) for path in (arguments.aff, arguments.dic)]
    files += [(name, (CONTENT / name).read_bytes()) for name in ("allow.txt", "deny.txt")]
    hashes = "\n".join(f"sha256 {sha256(data).hexdigest()}  {name}" for name, data in [*files, ("lexicon.bin", packed)])
    (CONTENT / "lexicon.NOTICE").write_text(NOTICE.format(count=len(words), hashes=hashes), encoding="utf-8")
    print(f"{len(words)} forms, {len({fold(word) for word in words})} folded, {len(packed)} bytes")


if __name__ == "__main__":
    main()
