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
from typing import Final, Literal, NamedTuple, TypeAlias

from tablee.games.anges.awards import Award, awards
from tablee.games.anges.cards import CARDS, Card, Claim, is_triple, readings, shown
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.state import HAND, AngesState, Answer, Reason, score
from tablee.kernel import Board, Hand, Seat

Phrase: TypeAlias = Literal["sworn", "pure", "trust", "liar", "hmm", "smells", "mine", "ouch", "bravo", "phew"]


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


ANNOUNCER_SAYS: Final[tuple[Phrase, ...]] = ("sworn", "pure", "trust", "hmm")
LISTENER_SAYS: Final[tuple[Phrase, ...]] = ("liar", "hmm", "smells", "mine")
OTHERS_SAY: Final[tuple[Phrase, ...]] = ("hmm", "smells", "bravo", "ouch")
AFTERWARDS: Final[tuple[Phrase, ...]] = ("ouch", "bravo", "phew", "hmm")


def is_forced(claim: Claim | None) -> bool:
    """P-5: three equal values must be challenged."""
    return claim is not None and is_triple(claim)


def board_of(state: AngesState) -> AngesBoard:
    claim, winner = state.claim, state.winner
    is_open = state.options.scores or state.phase == "over"
    is_shared = state.phase == "share"
    undecided = state.phase in ("announce", "decide")
    two = state.seats == 2
    return AngesBoard(
        state.options,
        state.turn,
        state.first,
        state.announcer,
        state.listener,
        claim,
        "triple" if is_forced(claim) else None,
        state.answer,
        None if winner is None else (winner == state.listener) == (state.answer == "true"),
        winner,
        None if winner is None else state.listener if winner == state.announcer else state.announcer,
        shown(state.hand) if is_shared else (),
        tuple(
            Pile(len(pile), CARDS[pile[-1].face] if pile and pile[-1].up else None, score(pile) if is_open else None)
            for pile in state.piles
        ),
        len(state.draw),
        state.draws,
        len(state.discard),
        len(state.open_discard) if two else None,
        CARDS[state.open_discard[-1]] if two else None,
        undecided and not is_forced(claim) and len(state.draw) < state.draws,
        undecided and len(state.draw) < HAND,
        _ending(state),
    )


def hand_of(state: AngesState, seat: Seat) -> AngesHand:
    is_holder = state.holder() == seat
    is_announcer = is_holder and state.phase != "keep"
    return AngesHand(
        seat,
        shown(state.hand) if is_holder else (),
        state.drawn if is_holder else 0,
        readings(state.hand) if is_announcer else (),
        _phrases(state, seat),
    )


def _phrases(state: AngesState, seat: Seat) -> tuple[Phrase, ...]:
    """Who may say what follows from what everybody sees."""
    if state.phase not in ("announce", "decide"):
        return AFTERWARDS
    if seat == state.announcer:
        return ANNOUNCER_SAYS
    return LISTENER_SAYS if seat == state.listener else OTHERS_SAY


def _ending(state: AngesState) -> Ending | None:
    if state.reason is None:
        return None
    return Ending(
        state.reason,
        tuple(tuple(Placed(CARDS[laid.face], laid.up, laid.points) for laid in pile) for pile in state.piles),
        tuple(
            Told(
                one.announcer, one.listener, one.claim, shown(one.cards), one.is_true, one.answer, one.winner, one.gains
            )
            for one in state.story
        ),
        awards(state.story),
        shown(state.discard),
        shown(state.open_discard),
        shown(state.draw),
    )
