"""Buzzer: a race and a sealed vote, the two flows that give something away most easily. Three rounds: wait for the
lamp; the first to buzz has a point; then all vote for a colour in secret, and the majority have a point each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from tablee.kernel import ALL, Action, Ask, Board, Caption, Game, Hand, Kind, Luck, Meta, Options, Outcome, Refusal
from tablee.kernel.game import State, View, Viewer
from tablee.kernel.options import Between
from tablee.kernel.parts.ballot import leaders
from tablee.kernel.parts.scores import most_wins
from tablee.kit import NO_PIECES, Witness

ROUNDS, COLOURS, MOST_BEATS = 3, 3, 6
BEAT, BUZZING, VOTING = 1_000, 5_000, 20_000  # milliseconds
Votes = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Buzz(Action):
    pass


@dataclass(frozen=True, slots=True)
class Vote(Action):
    colour: Annotated[int, Between(0, COLOURS - 1)]


@dataclass(frozen=True, slots=True)
class Lamp(Board):
    round: int
    beat: int
    scores: tuple[int, ...]
    shown: Votes  # of the round before, never of this one


@dataclass(frozen=True, slots=True)
class Ballot(Hand):
    vote: int | None


class Party(State):
    __slots__ = ("lamp", "stage", "until", "votes")  # the lamp is public as it is, the votes are the only secret

    def __init__(self, rules: int, lamp: Lamp, stage: str, until: int, votes: Votes, *captions: Caption) -> None:
        self.rules, self.captions = rules, list(captions)
        self.lamp, self.stage, self.until, self.votes = lamp, stage, until, votes


MOVES: dict[str, list[Buzz | Vote]] = {"ready": [], "buzz": [Buzz()], "vote": [Vote(c) for c in range(COLOURS)]}


class Buzzer(Game[Options, Party, Buzz | Vote, Lamp, Ballot]):
    meta = Meta("buzzer", version=1, minutes=2, age=6, options=Options, presets={"classic": Options()},
                kinds={"ready": Kind(()), "buzz": Kind((Buzz,), race=True), "vote": Kind((Vote,))},
                board=Lamp, hand=Ballot, seats=lambda _: range(2, 7))  # fmt: skip

    def setup(self, options: Options, teams: tuple[str | None, ...], now: int, luck: Luck, rules: int) -> Party:
        nobody = (None,) * len(teams)
        return Party(rules, Lamp(1, 0, (0,) * len(teams), nobody), "ready", now + BEAT, nobody)

    def asks(self, state: Party) -> tuple[Ask, ...]:
        number, everybody = state.lamp.round, tuple(range(len(state.votes)))
        if state.stage == "ready":
            # A timed moment: no seats. Everybody sees its deadline, so a lamp drawn beforehand would surprise nobody,
            # and deadlines must not lie. Hence it is drawn when a beat is over, and until then it is nowhere.
            return (Ask(f"{number}.{state.lamp.beat}.ready", "ready", (), (), state.until),)
        if state.stage == "buzz":
            return (Ask(f"{number}.buzz", "buzz", everybody, everybody, state.until),)
        if state.stage == "vote":
            # All stay in `seats` and nobody sees who is awaited, or one could watch the others vote.
            awaited = tuple(seat for seat in everybody if state.votes[seat] is None)
            return (Ask(f"{number}.vote", "vote", everybody, awaited, state.until, awaited_to=()),)
        return ()

    def check(self, state: Party, seat: int, action: Buzz | Vote) -> Refusal | None:
        return Refusal("voted") if isinstance(action, Vote) and state.votes[seat] is not None else None

    def step(self, state: Party, seat: int, action: Buzz | Vote, now: int, luck: Luck) -> Party:
        if isinstance(action, Buzz):
            told = Caption("buzzed", {"seat": seat}, ALL)
            return Party(state.rules, scored(state.lamp, (seat,)), "vote", now + VOTING, state.votes, told)
        # No caption, not even "somebody has voted": it would be a frame on every screen.
        votes = (*state.votes[:seat], action.colour, *state.votes[seat + 1 :])
        new = Party(state.rules, state.lamp, "vote", state.until, votes)
        return new if None in votes else reveal(new, now)

    def expire(self, state: Party, ask: Ask, luck: Luck) -> Party:
        now, lamp, votes = state.until, state.lamp, state.votes
        if ask.kind == "vote":
            return reveal(state, now)
        if ask.kind == "buzz":
            return Party(state.rules, lamp, "vote", now + VOTING, votes, Caption("nobody_buzzed", {}, ALL))
        if luck.chance(1, 3) or lamp.beat == MOST_BEATS:
            return Party(state.rules, lamp, "buzz", now + BUZZING, votes, Caption("lamp", {}, ALL))
        return Party(state.rules, replace(lamp, beat=lamp.beat + 1), "ready", now + BEAT, votes)

    def outcome(self, state: Party) -> Outcome | None:
        return most_wins(state.lamp.scores) if state.stage == "over" else None

    def board(self, state: Party) -> Lamp:
        return state.lamp

    def hand(self, state: Party, seat: int, held: bool) -> Ballot:
        return Ballot(seat, state.votes[seat])

    def moves(self, view: View[Lamp, Ballot], luck: Luck) -> Sequence[Buzz | Vote]:
        return MOVES[view.asks[0].kind] if view.asks and view.hand and view.hand.vote is None else ()

    def imagine(self, view: View[Lamp, Ballot], luck: Luck) -> Party:
        ask, hand = view.asks[0] if view.asks else Ask("", "over", (), (), 0), view.hand
        votes = tuple(hand.vote if hand and hand.seat == seat else None for seat in range(len(view.board.scores)))
        return Party(self.meta.version, view.board, ask.kind, ask.until or 0, votes)

    def precedence(self, state: Party, ask: Ask) -> tuple[int, ...]:
        return tuple(sorted(ask.seats, key=state.lamp.scores.__getitem__))  # photo finish: whoever is behind


def scored(lamp: Lamp, winners: Sequence[int]) -> Lamp:
    return replace(lamp, scores=tuple(score + (seat in winners) for seat, score in enumerate(lamp.scores)))


def reveal(state: Party, now: int) -> Party:
    """All votes at once. A shared majority counts for nothing, nor does a vote not cast."""
    votes, leading = state.votes, leaders(state.votes)
    winners = tuple(seat for seat, vote in enumerate(votes) if leading == (vote,))
    stage, number = ("ready", state.lamp.round + 1) if state.lamp.round < ROUNDS else ("over", ROUNDS)
    lamp = replace(scored(state.lamp, winners), round=number, beat=0, shown=votes)
    told = Caption("revealed", {"colours": leading, "winners": winners}, ALL)
    return Party(state.rules, lamp, stage, now + BEAT, (None,) * len(votes), told)


def scramble(state: Party, viewer: Viewer, luck: Luck) -> Party:
    """Hidden: what the others voted, and which of them have. (How many decides when all is shown.)"""
    others = [vote for seat, vote in enumerate(state.votes) if seat != viewer.seat]
    luck.shuffle(others)
    votes = [None if vote is None else luck.below(COLOURS) for vote in others]
    if viewer.seat is not None:
        votes.insert(viewer.seat, state.votes[viewer.seat])
    return Party(state.rules, state.lamp, state.stage, state.until, tuple(votes))


def disguise(twin: Party, _: Viewer, seat: int, ask: Ask, action: Buzz | Vote, luck: Luck) -> Buzz | Vote | None:
    is_secret, has_voted = ask.kind == "vote", twin.votes[seat] is not None
    return action if not is_secret else None if has_voted else luck.pick(MOVES["vote"])


GAME = Buzzer()
WITNESS = Witness(scramble, lambda after, _twin, _viewer: after.stage != "vote", disguise, pieces=NO_PIECES)
