"""Pierres at a glance, for lobby, documents, codec and kit."""

from hashlib import sha256
from importlib.resources import files
from typing import Final

from tablee.games.pierres.actions import Announce, Draw, Remove
from tablee.games.pierres.options import PierresOptions
from tablee.games.pierres.state import MOST_SEATS
from tablee.games.pierres.view import PierresBoard
from tablee.kernel import Hand, Kind, Meta

PRESETS: Final = {
    "classique": PierresOptions(),
    "rapide": PierresOptions(opening="quick"),
    "meme-chiffre": PierresOptions(meme_chiffre=True),
    "annonce": PierresOptions(annonce=True),
    "tournoi": PierresOptions(opening="quick", tournoi=True),
}

META: Final = Meta(
    id="pierres",
    version=1,
    minutes=20,
    age=8,
    options=PierresOptions,
    presets=PRESETS,
    kinds={
        "clear": Kind((Remove,)),
        "draw": Kind((Draw,)),
        "announce": Kind((Announce,)),
        "remove": Kind((Remove,)),
        "time": Kind(()),
    },
    board=PierresBoard,
    hand=Hand,
    seats=lambda _: range(2, MOST_SEATS + 1),
    contents={"grids.txt": sha256((files(__package__) / "content" / "grids.txt").read_bytes()).hexdigest()},
)
