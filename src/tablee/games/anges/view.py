"""What is seen of a game of Anges & Démons. For whoever draws the screens:

**Board**, the same for everybody. `announcer` and `listener` are the two people of this exchange; `view.asks` says
who is waited for (`announce` of the announcer, `decide` of the listener, `keep` of the listener who took, `share` of
`board.winner`). The piles show their height and their top card, nothing below: do not keep what you drew before.
`shown` are the three cards of a challenge, only while they are being shared; `Card.up` and `Card.down` are the points
of either side, so that a screen can add up what a sharing gives. `forced` says that the listener cannot take, and by
which rule; `take_ends` that taking will end the game with the cards discarded: warn the listener. `ending` is None
until the game is over and then tells everything: the piles card by card, every exchange with its truth, three awards.

**Hand**. `cards` are the announcer's three (also after passing them, until the listener has decided) or all five or
six of a taker, of whom the last `drawn` came from the draw pile. `readings` is every truthful announcement of the
announcer's cards, highest first: anything else is a lie. `phrases` are what this seat may say with one tap, to be
sent as an `emote` on the channel `table`; their words are the labels `phrase.<name>`.

**Actions**: `Announce(values)` three values highest first; `Take()`; `Challenge(truth)`; `Keep(discard, lay, up,
open_discard)` cards by `Card.name`, `open_discard` None unless `board.open_discard` is a number; `Share(cards,
places)` the names of `shown` in the order in which they are laid, and for each one of `mine_up`, `mine_down`,
`other_up`, `other_down`, seen from the winner. A hand is sorted: no card can be followed from one hand to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from tablee.games.anges.cards import Card, Claim
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.state import Answer, Reason
from tablee.kernel import Board, Hand, Seat

Phrase: TypeAlias = Literal["sworn", "pure", "trust", "liar", "hmm", "smells", "mine", "ouch", "bravo", "phew"]
Prize: TypeAlias = Literal["bluff", "believed", "doubt"]


class Pile(NamedTuple):
    """A victory pile, as long as the game goes on."""

    height: int
    top: Card | None
    """None: face down, or there is none."""
    points: int | None
    """Only where the option says so, and at the end."""


class Placed(NamedTuple):
    """A card of a pile at the end."""

    card: Card
    up: bool
    points: int


class Told(NamedTuple):
    """One exchange, told at the end."""

    announcer: Seat
    listener: Seat
    claim: Claim
    cards: tuple[Card, ...]
    is_true: bool
    answer: Answer
    winner: Seat | None
    """Who shared the cards; None if they were taken."""
    gains: tuple[int, int]
    """What the sharing was worth to the announcer and to the listener."""


class Award(NamedTuple):
    prize: Prize
    seat: Seat
    """Who gets it."""
    other: Seat
    """At whose cost, or by whose help."""
    told: int
    """Which exchange, as numbered in `Ending.told`."""
    amount: int
    """Points won by the bluff, values between the believed lie and the truth, points lost by the doubt."""


class Ending(NamedTuple):
    """Everything, once it is over."""

    reason: Reason
    """`take`: somebody took and could not draw. `challenge`: nobody could draw three after one."""
    piles: tuple[tuple[Placed, ...], ...]
    """For each seat, from the bottom up."""
    told: tuple[Told, ...]
    awards: tuple[Award, ...]
    discard: tuple[Card, ...]
    open_discard: tuple[Card, ...]
    left: tuple[Card, ...]
    """What was left of the draw pile, the next card last."""


@dataclass(frozen=True, slots=True)
class AngesBoard(Board):
    options: AngesOptions
    turn: int
    """Counts the announcements, from 1."""
    first: Seat
    announcer: Seat
    listener: Seat
    """The announcer's left neighbour, who hears the announcement and decides."""
    claim: Claim | None
    """The values announced, from the announcement until the cards are kept or shared."""
    forced: Literal["triple"] | None
    """P-5: three equal values, the listener must challenge."""
    answer: Answer | None
    """What the listener decided, until the cards are kept or shared."""
    is_true: bool | None
    """After a challenge, until the cards are shared: was the announcement true? Never told of cards that were taken."""
    winner: Seat | None
    """Who shares the three cards, while they are being shared."""
    other: Seat | None
    """The other of the two."""
    shown: tuple[Card, ...]
    """The three cards of a challenge until they are shared."""
    piles: tuple[Pile, ...]
    draw: int
    """Cards in the draw pile."""
    draws: int
    """How many a taker draws: two, or three of two players."""
    discard: int
    """Cards in the face-down discard pile."""
    open_discard: int | None
    """Cards in the face-up discard pile of two players; None with more."""
    open_top: Card | None
    take_ends: bool
    """P-13, P-15: taking these cards, where it is allowed, ends the game, and they are discarded."""
    challenge_ends: bool
    """P-14: a challenge of these cards, once shared, ends the game."""
    ending: Ending | None


@dataclass(frozen=True, slots=True)
class AngesHand(Hand):
    cards: tuple[Card, ...]
    drawn: int
    """A taker's: how many of the last cards were just drawn; the others are those that were passed."""
    readings: tuple[Claim, ...]
    """The announcer's: all that is true of these cards."""
    phrases: tuple[Phrase, ...]
