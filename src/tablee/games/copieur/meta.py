"""Copieur ! at a glance, for lobby, documents, codec and kit."""

from typing import Final

from tablee.games.copieur.actions import (
    Claim,
    Declare,
    Deny,
    Exchange,
    ExchangeCentre,
    Hint,
    HintCentre,
    Point,
    PointCentre,
    Ready,
    Roll,
    Slap,
    TellCentre,
    TellMine,
)
from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.view import CopieurBoard, CopieurHand
from tablee.kernel import Kind, Meta

PRESETS: Final = {
    "classique": CopieurOptions(),
    "petits": CopieurOptions(level="cp", learning="ready", telling=12),
    "longue": CopieurOptions(tokens="18", level="cm"),
    "maitres": CopieurOptions(tokens="24", level="adulte", learning=20, pad="numbers"),
}

META: Final = Meta(
    id="copieur",
    version=2,
    minutes=20,
    age=8,
    options=CopieurOptions,
    presets=PRESETS,
    kinds={
        "look": Kind((Ready,)),
        "roll": Kind((Roll,)),
        "play": Kind((Point, PointCentre, Exchange, ExchangeCentre, Declare)),
        "suspense": Kind(()),
        "early": Kind((Slap,), race=True),
        "claim": Kind((Claim, Deny, Hint, HintCentre), optional=True),
        "tell": Kind((TellMine, TellCentre), race=True),
        "question": Kind((Slap,), race=True),
        "shown": Kind(()),
    },
    board=CopieurBoard,
    hand=CopieurHand,
    seats=lambda _: range(3, 7),
)
