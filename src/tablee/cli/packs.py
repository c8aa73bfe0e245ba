"""`tablee packs`: theme packs of De Fil en Aiguille, proof-read."""

from __future__ import annotations

import argparse
from pathlib import Path

from tablee.cli.complaint import Complaint
from tablee.games import find
from tablee.games.fil.packs import MOST_BYTES, BadPack, read_pack
from tablee.games.fil.proof import proof_read
from tablee.words import Words


def run(arguments: argparse.Namespace) -> int:
    words = Words(arguments.lang, find("fil").locales)
    return max([_check(path, words) for path in arguments.files])


def _check(path: Path, words: Words) -> int:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise Complaint(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise Complaint(f"{path} is not in UTF-8: save it as UTF-8 and try again.") from None
    try:
        pack = read_pack(text, path.stem)
    except BadPack as bad:
        line = bad.refusal.facts.get("line")
        where = f"{path}:{line}" if line is not None else str(path)
        print(f"{where}: {words.refusal(bad.refusal)}")
        return 1
    remarks = 0
    for remark in proof_read(text, pack):
        remarks += 1
        print(f"{path}:{remark.line}: {words.fill(f'proof.{remark.code}', remark.facts)}")
    size = len(text.encode())
    if size > MOST_BYTES:
        remarks += 1
        print(f"{path}: {words.label('proof.big', size=size, most=MOST_BYTES)}")
    print(words.label("proof.done", theme=pack.title, cards=len(pack.cards), count=remarks))
    return 0
