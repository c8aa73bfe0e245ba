"""De Fil en Aiguille at a glance, for lobby, documents, codec and kit."""

from typing import Final

from tablee.games.fil.actions import (
    Choose,
    Confirm,
    Continue,
    Cuddle,
    Explain,
    Expose,
    Next,
    Nominate,
    Place,
    Point,
    Seal,
    Slam,
    Stay,
    TakeTheme,
    Throw,
    Volunteer,
    Vote,
    WishTheme,
)
from tablee.games.fil.options import FilOptions
from tablee.games.fil.state import TEAM_NAMES
from tablee.games.fil.themes import content_hashes
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Kind, Meta, Teams

PRESETS: Final = {
    "decouverte": FilOptions(),
    "humeurs": FilOptions(mode="humeurs"),
    "equipes": FilOptions(mode="equipes"),
    "chacun": FilOptions(mode="chacun"),
    "schizo": FilOptions(schizo=True),
}


def seats_of(options: FilOptions) -> range:
    """P-25 names six for Équipes; the others are rulings drawn from the material."""
    return {"equipes": range(6, 13), "chacun": range(3, 9)}.get(options.mode, range(2, 13))


def teams_of(options: FilOptions) -> Teams | None:
    return Teams(TEAM_NAMES, 3) if options.mode == "equipes" else None


META: Final = Meta(
    id="fil",
    version=1,
    minutes=40,
    age=10,
    options=FilOptions,
    presets=PRESETS,
    kinds={
        "volunteer": Kind((Volunteer,), race=True),
        "theme": Kind((TakeTheme,)),
        "wish": Kind((WishTheme,)),
        "ambassador": Kind((Nominate,), optional=True),
        "look": Kind((Next,)),
        "paw": Kind((Point,)),
        "debate": Kind((Vote, Confirm, Cuddle), firm=True),
        "step": Kind(()),
        "ahead": Kind(()),
        "hurry": Kind(()),
        "vote": Kind((Choose, Stay), firm=True),
        "seal": Kind((Seal,), race=True),
        "duel": Kind((Throw,)),
        "expose": Kind((Expose,)),
        "point": Kind((Choose,)),
        "choose": Kind((Place, Stay), firm=True),
        "recap": Kind((Continue,)),
        "explain": Kind((Explain,), enumerable=False, optional=True),
        "slam": Kind((Slam,)),
    },
    board=FilBoard,
    hand=FilHand,
    seats=seats_of,
    teams=teams_of,
    # Rival families cannot vote in private on one device.
    one_device=lambda options: options.mode != "equipes",
    contents=content_hashes(),
)
