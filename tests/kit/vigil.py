"""Vigil: a small honest game with every kind of secret, for the tests of the kit.

Everybody has two cards face down and two tokens; the other cards are a face-down deck. Each turn the active seat may
peek at somebody's card (told once), then all vote in private and may change their minds while, unseen, the active seat
may swap its first card with the deck. When the vote's clock runs out the loser pays a token and turns a card up.

Hidden: cards that lie face down from all but their owner, who glances at them; the deck from all; votes from all but
the voter; a swap from all but the swapper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from tablee.kernel import (
    ALL,
    Action,
    ASeat,
    Ask,
    Between,
    Board,
    Caption,
    Game,
    Hand,
    Kind,
    Luck,
    Meta,
    Ms,
    Options,
    Outcome,
    Refusal,
    Seat,
    State,
    View,
)
from tablee.kernel.parts.ballot import leaders
from tablee.kernel.parts.scores import most_wins

PEEKING: Ms = 10_000
VOTING: Ms = 15_000
SPARE_CARDS = 3
TOKENS = 2


@dataclass(frozen=True, slots=True)
class VigilOptions(Options):
    rounds: Annotated[int, Between(1, 2)] = 1
    lots: bool = True
    """A tied vote is decided by lot; otherwise nobody loses."""

    def refusal(self) -> Refusal | None:
        return Refusal("too_long") if self.rounds == 2 and not self.lots else None


@dataclass(frozen=True, slots=True)
class Peek(Action):
    target: ASeat
    card: Annotated[int, Between(0, 1)]


@dataclass(frozen=True, slots=True)
class Skip(Action):
    pass


@dataclass(frozen=True, slots=True)
class Vote(Action):
    choice: ASeat


@dataclass(frozen=True, slots=True)
class Swap(Action):
    pass


SKIP = Skip()
VigilAction: TypeAlias = Peek | Skip | Vote | Swap
Phase: TypeAlias = Literal["peek", "vote", "over"]


@dataclass(frozen=True, slots=True)
class VigilBoard(Board):
    rounds: int
    lots: bool
    turn: int
    phase: Phase
    tokens: tuple[int, ...]
    bank: int
    up: tuple[tuple[int | None, int | None], ...]
    """Each seat's cards that lie face up."""
    backs: tuple[tuple[int, int], ...]
    """What tells face-down cards apart on the screen: their places and nothing else."""
    deck: int
    """How many cards it has."""


@dataclass(frozen=True, slots=True)
class VigilHand(Hand):
    cards: tuple[int | None, int | None]
    """A glance: only while held."""
    vote: Seat | None
    note: int | None = None
    """Nothing in the honest game."""


class VigilState(State):
    __slots__ = (
        *("bank", "cards", "deck", "lots", "phase", "ranked", "rounds"),
        *("seen", "swapped", "tokens", "turn", "until", "up", "votes"),
    )
    cards: list[list[int]]
    deck: list[int]
    tokens: list[int]
    up: list[list[bool]]
    votes: list[Seat | None]
    phase: Phase

    def __init__(self, rules: int, seats: int, rounds: int, lots: bool) -> None:
        super().__init__(rules)
        self.rounds, self.lots = rounds, lots
        self.turn, self.phase, self.until, self.bank = 0, "peek", 0, 0
        self.tokens = [TOKENS] * seats
        self.up = [[False, False] for _ in range(seats)]
        self.votes = [None] * seats
        self.swapped = False
        self.seen: tuple[Seat, Seat, int] | None = None
        """Who peeked whose which card in this turn."""
        self.ranked: tuple[Seat, ...] = ()
        """Who had the most votes in the last turn."""
        self.cards, self.deck = [], []

    def copy(self) -> VigilState:
        new = VigilState(self.rules, len(self.tokens), self.rounds, self.lots)
        new.turn, new.phase, new.until, new.bank = self.turn, self.phase, self.until, self.bank
        new.swapped, new.seen, new.ranked = self.swapped, self.seen, self.ranked
        new.tokens, new.votes, new.deck = self.tokens.copy(), self.votes.copy(), self.deck.copy()
        new.up, new.cards = [up.copy() for up in self.up], [cards.copy() for cards in self.cards]
        return new

    @property
    def active(self) -> Seat:
        return self.turn % len(self.tokens)


class Vigil(Game[VigilOptions, VigilState, VigilAction, VigilBoard, VigilHand]):
    meta = Meta(
        "vigil",
        version=1,
        minutes=2,
        age=7,
        options=VigilOptions,
        presets={"short": VigilOptions(), "long": VigilOptions(rounds=2)},
        kinds={"peek": Kind((Peek, Skip)), "vote": Kind((Vote,), firm=True), "swap": Kind((Swap,))},
        board=VigilBoard,
        hand=VigilHand,
        seats=lambda _: range(2, 4),
    )

    def setup(
        self, options: VigilOptions, teams: tuple[str | None, ...], now: Ms, luck: Luck, rules: int
    ) -> VigilState:
        state = VigilState(rules, len(teams), options.rounds, options.lots)
        state.deck = list(range(2 * len(teams) + SPARE_CARDS))
        luck.shuffle(state.deck)
        state.cards = [[state.deck.pop(), state.deck.pop()] for _ in teams]
        state.until = now + PEEKING
        state.captions.append(Caption("dealt", {}, ALL))
        return state

    def asks(self, state: VigilState) -> tuple[Ask, ...]:
        active, everybody = (state.active,), tuple(range(len(state.tokens)))
        if state.phase == "over":
            return ()
        if state.phase == "peek":
            return (Ask(f"{state.turn}.peek", "peek", active, active, state.until),)
        undecided = tuple(seat for seat in everybody if state.votes[seat] is None)
        vote = Ask(f"{state.turn}.vote", "vote", everybody, undecided, state.until, awaited_to=())
        if state.swapped or state.up[state.active][0]:
            return (vote,)
        return (vote, Ask(f"{state.turn}.swap", "swap", active, (), state.until, to=active))

    def check(self, state: VigilState, seat: Seat, action: VigilAction) -> Refusal | None:
        if isinstance(action, Peek):
            if action.target >= len(state.tokens):
                return Refusal("no_such_seat")
            if action.target == seat:
                return Refusal("your_own")
            return Refusal("face_up") if state.up[action.target][action.card] else None
        if isinstance(action, Vote):
            if action.choice >= len(state.tokens):
                return Refusal("no_such_seat")
            return Refusal("yourself", {"seat": seat}) if action.choice == seat else None
        return None

    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = state.copy()
        if isinstance(action, Vote):
            new.votes[seat] = action.choice
            new.captions.append(Caption("voted", {"choice": action.choice}, (seat,)))
        elif isinstance(action, Swap):
            new.cards[seat][0], new.deck[-1] = new.deck[-1], new.cards[seat][0]
            new.swapped = True
            new.captions.append(Caption("swapped", {}, (seat,)))
        else:
            if isinstance(action, Peek):
                new.seen = (seat, action.target, action.card)
                value = new.cards[action.target][action.card]
                new.captions.append(Caption("peeks", {"target": action.target, "card": action.card}, ALL))
                new.captions.append(Caption("peeked", {"value": value}, (seat,)))
            new.phase, new.until = "vote", now + VOTING
        return new

    def expire(self, state: VigilState, ask: Ask, luck: Luck) -> VigilState:
        new = state.copy()
        if state.phase == "peek":
            new.phase, new.until = "vote", state.until + VOTING
            return new
        new.ranked = leaders(state.votes)
        tied = new.ranked or tuple(range(len(state.tokens)))
        if len(tied) == 1 or state.lots:
            self.punish(new, tied[0] if len(tied) == 1 else luck.pick(tied))
        new.votes, new.swapped, new.seen = [None] * len(state.tokens), False, None
        new.turn, new.until = state.turn + 1, state.until + PEEKING
        new.phase = "over" if new.turn == state.rounds * len(state.tokens) else "peek"
        return new

    def punish(self, new: VigilState, loser: Seat) -> None:
        if new.tokens[loser]:
            new.tokens[loser] -= 1
            new.bank += 1
        if False in new.up[loser]:
            card = new.up[loser].index(False)
            new.up[loser][card] = True
            facts = {"seat": loser, "card": card, "value": new.cards[loser][card]}
            new.captions.append(Caption("turned", facts, ALL))

    def outcome(self, state: VigilState) -> Outcome | None:
        return most_wins(state.tokens) if state.phase == "over" else None

    def board(self, state: VigilState) -> VigilBoard:
        return VigilBoard(
            rounds=state.rounds,
            lots=state.lots,
            turn=state.turn,
            phase=state.phase,
            tokens=tuple(state.tokens),
            bank=state.bank,
            up=tuple(
                (cards[0] if up[0] else None, cards[1] if up[1] else None)
                for cards, up in zip(state.cards, state.up, strict=True)
            ),
            backs=tuple((2 * seat, 2 * seat + 1) for seat in range(len(state.tokens))),
            deck=len(state.deck),
        )

    def hand(self, state: VigilState, seat: Seat, held: bool) -> VigilHand:
        first, second = state.cards[seat]
        return VigilHand(seat, (first, second) if held else (None, None), state.votes[seat])

    def moves(self, view: View[VigilBoard, VigilHand], luck: Luck) -> Sequence[VigilAction]:
        if view.hand is None:
            return ()
        seat, others = view.hand.seat, [other for other in range(len(view.board.up)) if other != view.hand.seat]
        moves: list[VigilAction] = []
        for ask in view.asks:
            if seat not in ask.seats:
                continue
            if ask.kind == "peek":
                down = [(other, card) for other in others for card in (0, 1) if view.board.up[other][card] is None]
                moves += [SKIP, *(Peek(other, card) for other, card in down)]
            elif ask.kind == "vote":
                moves += [Vote(other) for other in others]
            else:
                moves.append(Swap())
        return moves

    def imagine(self, view: View[VigilBoard, VigilHand], luck: Luck) -> VigilState:
        board, hand = view.board, view.hand
        state = VigilState(1, len(board.up), board.rounds, board.lots)
        state.turn, state.phase, state.bank, state.tokens = board.turn, board.phase, board.bank, list(board.tokens)
        state.until = (view.asks[0].until if view.asks else None) or 0
        known = [list(cards) for cards in board.up]
        state.up = [[card is not None for card in cards] for cards in known]
        if hand is not None:
            for card in (0, 1):
                if known[hand.seat][card] is None:
                    known[hand.seat][card] = hand.cards[card]
            state.votes[hand.seat] = hand.vote
            state.swapped = hand.seat == state.active and len(view.asks) == 1 and board.phase == "vote"
        seen = {card for cards in known for card in cards}
        state.deck = [card for card in range(2 * len(known) + board.deck) if card not in seen]
        luck.shuffle(state.deck)
        state.cards = [[state.deck.pop() if card is None else card for card in cards] for cards in known]
        return state


GAME = Vigil()
