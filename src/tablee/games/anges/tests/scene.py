"""A table of Anges & Démons for tests: scripted luck, known cards, and words to play with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tablee.games.anges import GAME
from tablee.games.anges.actions import AngesAction, Announce, Challenge, Keep, Place, Share, Take
from tablee.games.anges.cards import FACE_OF, NAMES, CardName, Face, deck, sorted_claim
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.state import AngesState
from tablee.games.anges.view import AngesBoard, AngesHand
from tablee.kernel import SCREEN, Ask, Ms, Refusal, Seat, Viewer
from tablee.kernel.luck import ScriptedLuck


def faces(text: str) -> list[Face]:
    """`a5 d9 x`: an Angel 5, a Demon 9 and an X."""
    return [FACE_OF[name] for name in names_in(text)]


def names_in(text: str) -> list[CardName]:
    return [next(name for name in NAMES if name == word) for word in text.split()]


def script(cards: Sequence[Face], order: Sequence[Face]) -> list[int]:
    """The draws with which a shuffle turns `cards` into `order`."""
    left, draws = list(cards), []
    for last in range(len(left) - 1, 0, -1):
        other = left.index(order[last], 0, last + 1)
        left[last], left[other] = left[other], left[last]
        draws.append(other)
    return draws


class Scene:
    """Seat 0 begins. `top` are the cards that are drawn first; of two players the first six are those of the set-up."""

    def __init__(
        self, top: str = "", seats: int = 3, *, cards: Literal["60", "54"] = "60", scores: bool = False
    ) -> None:
        whole = deck(cards)
        below = list(whole)
        for face in faces(top):
            below.remove(face)
        luck = ScriptedLuck(script(whole, [*below, *reversed(faces(top))]))
        self.now: Ms = 0
        self.state: AngesState = GAME.setup(AngesOptions(cards, scores, 0), (None,) * seats, 0, luck, GAME.meta.version)
        luck.finish()

    @property
    def asked(self) -> Ask:
        (ask,) = GAME.asks(self.state)
        return ask

    @property
    def who(self) -> Seat:
        (seat,) = self.asked.awaited
        return seat

    @property
    def board(self) -> AngesBoard:
        return GAME.view(self.state, SCREEN).board

    def hand(self, seat: Seat) -> AngesHand:
        hand = GAME.view(self.state, Viewer(seat)).hand
        assert hand is not None
        return hand

    def cards(self, seat: Seat) -> str:
        """What this seat sees in its hand."""
        return " ".join(card.name for card in self.hand(seat).cards)

    def pile(self, seat: Seat) -> str:
        """`a5+ d9-`: an Angel 5 face up under a Demon 9 face down."""
        return " ".join(NAMES[laid.face] + ("+" if laid.up else "-") for laid in self.state.piles[seat])

    @property
    def said(self) -> list[str]:
        return [caption.code for caption in self.state.captions]

    def facts(self, code: str) -> dict[str, object]:
        return dict(next(caption.facts for caption in self.state.captions if caption.code == code))

    def refusal(self, action: AngesAction) -> Refusal | None:
        return GAME.check(self.state, self.who, action)

    def do(self, action: AngesAction) -> None:
        assert self.refusal(action) is None
        assert type(action) in GAME.meta.kinds[self.asked.kind].actions
        luck = ScriptedLuck([])
        self.state = GAME.step(self.state, self.who, action, self.now, luck)

    def announce(self, *values: int) -> None:
        self.do(Announce(sorted_claim(values)))

    def take(self) -> None:
        self.do(Take())

    def challenge(self, truth: bool) -> None:
        self.do(Challenge(truth))

    def keep(self, discard: str, lay: str, up: bool = True, open_discard: str | None = None) -> None:
        self.do(keep(discard, lay, up, open_discard))

    def share(self, *laid: tuple[str, Place]) -> None:
        self.do(share(*laid))

    def share_anyhow(self) -> None:
        """All to the winner, face down."""
        first, second, third = (NAMES[face] for face in self.state.hand)
        self.do(Share((first, second, third), ("mine_down", "mine_down", "mine_down")))

    def run_out(self) -> None:
        """The clock of the open ask runs out."""
        ask = self.asked
        assert ask.until is not None
        self.state = GAME.expire(self.state, ask, ScriptedLuck([]))
        self.now = ask.until

    def leave(self, count: int) -> None:
        """Put the draw pile, but for the next so many cards, out of the way."""
        draw = self.state.draw
        self.state.discard += draw[: len(draw) - count]
        del draw[: len(draw) - count]


def keep(discard: str, lay: str, up: bool = True, open_discard: str | None = None) -> Keep:
    first, second = names_in(f"{discard} {lay}")
    return Keep(first, second, up, None if open_discard is None else names_in(open_discard)[0])


def share(*laid: tuple[str, Place]) -> Share:
    first, second, third = names_in(" ".join(name for name, _ in laid))
    one, two, three = (place for _, place in laid)
    return Share((first, second, third), (one, two, three))
