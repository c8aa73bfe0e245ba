"""Words with accents, ligatures and rare endings, judged on the page. The dice are loaded: these cards suit them."""

from __future__ import annotations

from typing import Final, NamedTuple

from playwright.sync_api import expect
from tests.browser import radio, steps
from tests.browser.devices import SMALL_PHONE, WALL, Devices
from tests.browser.house import StageHouse
from tests.browser.seating import Deed, Lay
from tests.browser.words import VOYELLES

from tablee.games.voyelles.actions import Grab, TurnCard
from tablee.kernel.luck import seed_from

ZOE: Final = 0
SEED: Final = seed_from("lesson", "voyelles 3151")
"""It was searched for."""


class Word(NamedTuple):
    pile: int
    """Whose card is turned for it: 0 is the left one."""
    letters: str
    """What is shown then. In these rules a consonant shown twice need occur only once."""
    typed: str
    spelt: str
    moved: tuple[int, ...]
    """How far A E I O U go."""


WORDS: Final = (
    Word(1, "sts", "sante", "santé", (1, 1, 0, 0, 0)),
    Word(1, "sds", "NOEUDS", "nœuds", (0, 1, 0, 1, 1)),
    Word(0, "rds", "Astéroide", "astéroïde", (1, 2, 1, 1, 0)),
    Word(0, "mds", "admirassions", "admirassions", (2, 0, 2, 1, 0)),
)


def test_words_are_judged_as_the_french_spell_them(device: Devices, house: StageHouse, lay: Lay) -> None:
    """They are ticked while they are written, accepted, shown with their accents, and their vowels go ahead."""
    house.seed(SEED)
    house.stop_clock()
    table = lay("voyelles", ["Zoé", "Luc"], preset="posee", options={"first": ZOE})
    table.start()
    pages = zoe, _ = device.at(table, "Zoé", SMALL_PHONE), device.at(table, [], WALL)
    room: tuple[int, ...] = (12, 12, 12, 12, 12)
    for number, word in enumerate(WORDS, 1):
        turner = (number - 1) % 2
        table.play([Deed(turner, f"{number}.turn", TurnCard(word.pile)), Deed(ZOE, f"{number}.0.mic", Grab())])
        expect(radio.field(zoe)).to_be_visible()
        assert "".join(radio.letters(zoe)) == word.letters
        assert radio.room(zoe) == room
        radio.field(zoe).fill(word.typed)
        expect(radio.ticks(zoe)).to_have_count(3)
        steps.press(zoe, VOYELLES("board.word.send"))
        for page in pages:
            expect(radio.verdict(page)).to_contain_text(VOYELLES("screen.moves", count=sum(word.moved)))
            expect(page.get_by_text(word.spelt, exact=True).first).to_be_attached()
        room = tuple(before - steps for before, steps in zip(room, word.moved, strict=True))
        assert radio.room(zoe) == room
