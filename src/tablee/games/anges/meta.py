"""Anges & Démons at a glance, for lobby, documents, codec and kit."""

from typing import Final

from tablee.games.anges.actions import Announce, Challenge, Keep, Share, Take
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.view import AngesBoard, AngesHand
from tablee.kernel import Kind, Meta

PRESETS: Final = {
    "classique": AngesOptions(),
    "famille": AngesOptions(deck="54", scores=True),
    "sans-x": AngesOptions(deck="54"),
    "comptes-ouverts": AngesOptions(scores=True),
}

META: Final = Meta(
    id="anges",
    version=1,
    minutes=20,
    age=8,
    options=AngesOptions,
    presets=PRESETS,
    kinds={
        "announce": Kind((Announce,)),
        "decide": Kind((Take, Challenge)),
        "keep": Kind((Keep,)),
        "share": Kind((Share,)),
    },
    board=AngesBoard,
    hand=AngesHand,
    seats=lambda _: range(2, 7),
)
