"""Voyelles at a glance, for lobby, documents, codec and kit."""

from hashlib import sha256
from typing import Final

from tablee.games.voyelles import familiarity, lexicon
from tablee.games.voyelles.actions import Agree, Dispute, Grab, Pass, Say, TurnCard, Vote
from tablee.games.voyelles.options import VoyellesOptions
from tablee.games.voyelles.view import VoyellesBoard
from tablee.kernel import Hand, Kind, Meta

PRESETS: Final = {
    "classique": VoyellesOptions(),
    "jury": VoyellesOptions(judge="jury"),
    "mixte": VoyellesOptions(judge="mixte"),
    "posee": VoyellesOptions(every_double=False, speaking=12, searching=90),
    "eclair": VoyellesOptions(after_error="round-ends", speaking=4, searching=30),
}

META: Final = Meta(
    id="voyelles",
    version=1,
    minutes=25,
    age=9,
    options=VoyellesOptions,
    presets=PRESETS,
    kinds={
        "turn": Kind((TurnCard,)),
        "mic": Kind((Grab, Pass), race=True),
        # Firm: nobody may hold the microphone for ever, at whatever pace the table plays.
        "speak": Kind((Say,), firm=True, enumerable=False),
        "again": Kind((Say,), firm=True, enumerable=False),
        "dispute": Kind((Dispute, Agree), firm=True),
        "jury": Kind((Vote,)),
    },
    board=VoyellesBoard,
    hand=Hand,
    seats=lambda _: range(2, 5),
    contents={name: sha256(lexicon.read(name)).hexdigest() for name in (lexicon.FILE, familiarity.FILE)},
)
