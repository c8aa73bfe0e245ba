"""Write which words of Voyelles have which letter how often: `python tools/make_having.py`.

The input is the lexicon alone; run it again whenever that has changed, as a test will tell. Always the same sets for
the same lexicon; the notice beside the file says which.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

from tablee.games.voyelles import lexicon
from tablee.games.voyelles.having import FILE, count, pack

CONTENT: Final = Path(__file__).parent.parent / "src/tablee/games/voyelles/content"

NOTICE: Final = """\
{file}: which words of Voyelles have which letter, and how often

Made by tools/make_having.py from lexicon.bin beside this file, and from nothing else: what is in it was counted in the
words there, so that no game has to count. See lexicon.NOTICE for where they come from.

Copyright 2007-2018 the contributors of Dicollecte (grammalecte.net).
This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was not
distributed with this file, You can obtain one at http://mozilla.org/MPL/2.0/.

sha256 {source}  {lexicon}
sha256 {made}  {file}
"""


def main() -> None:
    words = lexicon.lexicon()
    packed = pack(count(words.text()), len(words))
    (CONTENT / FILE).write_bytes(packed)
    source, made = (sha256(data).hexdigest() for data in (lexicon.read(lexicon.FILE), packed))
    notice = NOTICE.format(file=FILE, lexicon=lexicon.FILE, source=source, made=made)
    (CONTENT / "having.NOTICE").write_text(notice, encoding="utf-8")
    print(f"{len(words)} forms, {len(packed)} bytes")


if __name__ == "__main__":
    main()
