"""What the host of De Fil en Aiguille may set."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tablee.games.fil.packs import BadPack, read_own_pack
from tablee.kernel import APack, ASeat, Options, Refusal

Mode: TypeAlias = Literal["decouverte", "humeurs", "equipes", "chacun"]


@dataclass(frozen=True, slots=True)
class FilOptions(Options):
    mode: Mode = "decouverte"
    language: Literal["fr", "en"] = "fr"
    """Of the cards. Everybody reads all else in their own language."""
    target: Literal["12", "15"] = "12"
    """P-21: the points to reach in Humeurs du Chat."""
    schizo: bool = False
    """P-20: the clues are of another theme, in every round."""
    pense_bete: bool = False
    """R-9: Braincat is shown the Mystery card again while laying a paw."""
    debate: Literal["short", "printed", "long"] = "printed"
    """R-20: half the printed time, the printed time, or half as much again."""
    first: Literal["random"] | ASeat = "random"
    """Who is Braincat first, unless somebody else raises a hand."""
    pack: APack = ""
    """R-1: a theme of the players' own, as the text of a theme pack; empty: none."""

    def refusal(self) -> Refusal | None:
        # the variant is for the two co-operative modes.
        if self.schizo and self.mode in ("equipes", "chacun"):
            return Refusal("schizo_together")
        if self.pack:
            try:
                read_own_pack(self.pack)
            except BadPack as bad:
                return bad.refusal
        return None
