"""Bots for Anges & Démons. All of them weigh an announcement in the same way, by the solved stage game and by the cards
they remember; they differ in how well they remember, in what they believe people to be like, and in their nerve.

docs/anges-bots.md has the model and the measurements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from tablee.bots.bot import Bot
from tablee.bots.pace import fraction, normal, thinking
from tablee.games.anges.actions import AngesAction, Announce, Challenge, Keep, Place, Share, Take
from tablee.games.anges.belief import Belief, judge, kept_weights, plausible_lies, some_lie, weights, worth
from tablee.games.anges.cards import ANGELS, DEMONS, FACE_OF, NAMES, Card, Claim, Face, X, is_triple, points_of
from tablee.games.anges.equilibrium import Key, Origin, solved
from tablee.games.anges.memory import Memory
from tablee.games.anges.stage import STAKES, Hand, hand_class, truths
from tablee.games.anges.view import AngesBoard, AngesHand
from tablee.kernel import Ask, Luck, Ms, Seat, View
from tablee.kernel.frames import Frame

AngesView = View[AngesBoard, AngesHand]

SAMPLES: Final = 120
"""How many ways of keeping three cards are imagined."""
FAR_BEHIND: Final = 6
"""Points."""
CLEARLY: Final = 0.6
"""So many points better than the table, and the expert leaves it."""
HABIT: Final = 6
"""How many exchanges it takes until somebody's habits weigh as much as the table."""


@dataclass(frozen=True, slots=True)
class Persona:
    """A character: what it says, what it believes, what it remembers, and how fast it is."""

    honesty: float | None
    """How often it tells the truth where there is a choice; None: as the table says."""
    bluffs: float
    """How many times as often as the table it bluffs with triples."""
    suspicion: float
    """How many times as often as the table it thinks that others lie."""
    nerve: float
    """How many points it misjudges a decision by, as a standard deviation."""
    caution: float
    """By how many points a challenge must look better than a take."""
    notices: int
    """How many of a thousand cards it notices."""
    forgets: int
    """How many of a thousand it forgets with each exchange."""
    learns: bool
    """Remembers how each of the others lies and doubts."""
    chooses: bool
    """Keeps the three cards that are worth most to an announcer."""
    reckons: bool
    """Shares and ends the game with an eye on the score."""
    ponders: Ms
    """The median time over a decision."""


class AngesBot(Bot[AngesAction, AngesBoard, AngesHand]):
    def __init__(self, persona: Persona) -> None:
        self._persona = persona
        self._memory = Memory()

    def see(self, frame: Frame[AngesBoard, AngesHand]) -> None:
        hand = frame.view.hand
        assert hand is not None, "a bot sits at a seat"
        if hand.readings:
            self._memory.hold(_faces(hand.cards))
        for caption in frame.captions:
            self._memory.hear(caption, hand.seat)

    def act(self, view: AngesView, ask: Ask, luck: Luck) -> AngesAction | None:
        persona = self._persona
        self._memory.recall(persona.notices, persona.forgets, luck)
        if ask.kind == "announce":
            return Announce(self._announce(view, luck))
        if ask.kind == "decide":
            return self._decide(view, luck)
        return self._keep(view, luck) if ask.kind == "keep" else self._share(view.board)

    def think(self, view: AngesView, ask: Ask, luck: Luck) -> Ms:
        median = self._persona.ponders
        if ask.kind == "decide" and view.board.forced:
            median = median * 3 // 4
        elif ask.kind == "share":
            median = median * 2 // 3
        return thinking(luck, median, longest=28_000 if ask.kind == "decide" else 40_000)

    # --- Announcing ----------------------------------------------------------------------------------------------

    def _announce(self, view: AngesView, luck: Luck) -> Claim:
        board, hand = view.board, view.hand
        assert hand is not None
        held, key = hand_class(_faces(hand.cards)), _key(board, self._memory.origin)
        # Lies are spread over what could be true for all that everybody has seen.
        lies = plausible_lies(key, self._memory.unseen(board.options, public=True))
        truth, bluff = self._tendency(key, held, board)
        drawn = fraction(luck)
        if drawn <= truth:
            return _truth(key, held, luck)
        return some_lie(held, drawn <= truth + bluff, lies, luck)

    def _tendency(self, key: Key, held: Hand, board: AngesBoard) -> tuple[float, float]:
        """How often to tell the truth, and how often to bluff with a triple."""
        persona, stage = self._persona, solved()[key]
        truth, bluff = sum(stage.truthful[held].values()), stage.bluffs[held]
        has_triple = any(map(is_triple, truths(held)))
        if persona.learns:
            return self._lean(key, held, (truth, bluff), board)
        bluff = min(1.0, bluff * persona.bluffs)
        if persona.honesty is not None and not has_triple:
            truth = (1 - bluff) * persona.honesty
        return truth, bluff

    def _lean(self, key: Key, held: Hand, usual: tuple[float, float], board: AngesBoard) -> tuple[float, float]:
        """As the table says, unless this listener answers something badly: then that, every other time."""
        stake, take = STAKES[held], solved()[key].takes[held]
        ordinary, triple = (self._answers(key, board.listener, is_bluff) for is_bluff in (False, True))
        lie = -stake * ordinary[1] - take * ordinary[0]
        if any(map(is_triple, truths(held))):
            values = (stake * triple[1], float("-inf"), lie)
        else:
            values = (stake * ordinary[1] - take * ordinary[0], -stake * triple[1], lie)
        shares = (*usual, 1 - sum(usual))
        expected = sum(share * value for share, value in zip(shares, values, strict=True) if share)
        best = max(values)
        if best < expected + CLEARLY:
            return usual
        truth, bluff, _ = (share / 2 + (value == best) / 2 for share, value in zip(shares, values, strict=True))
        return truth, bluff

    def _answers(self, key: Key, listener: Seat, triple: bool) -> tuple[float, float]:
        """How often this listener takes, and by how much oftener they say false than true."""
        usual = solved()[key].answers[(9, 9, 9) if triple else (9, 8, 7)]
        heard = self._memory.of(listener).answers
        counts = {answer: heard[triple, answer] for answer in ("take", "true", "false")}
        whole = HABIT + sum(counts.values())
        shares = [(HABIT * share + counts[answer]) / whole for answer, share in zip(counts, usual, strict=True)]
        return shares[0], shares[2] - shares[1]

    # --- Answering -----------------------------------------------------------------------------------------------

    def _decide(self, view: AngesView, luck: Luck) -> Take | Challenge:
        board, persona = view.board, self._persona
        claim = board.claim
        assert claim is not None
        belief = self._belief(board, claim, luck)
        gain, cost = _moved(len(board.piles))
        true = belief.true * belief.stake_true * gain - (1 - belief.true) * belief.stake_false * cost
        false = (1 - belief.true) * belief.stake_false * gain - belief.true * belief.stake_true * cost
        true, false = true + persona.nerve * normal(luck), false + persona.nerve * normal(luck)
        if board.forced:
            return Challenge(self._forced(board, true, false, luck))
        take = self._worth_of_taking(board, belief) + persona.nerve * normal(luck)
        if max(true, false) > take + persona.caution:
            return Challenge(true > false)
        return Take()

    def _forced(self, board: AngesBoard, true: float, false: float, luck: Luck) -> bool:
        """What is even is decided as the table says, lest anybody know beforehand."""
        if abs(true - false) > 2 + self._persona.caution:
            return true > false
        answers = solved()[_key(board, self._memory.origin)].answers[(9, 9, 9)]
        return fraction(luck) <= answers.true

    def _belief(self, board: AngesBoard, claim: Claim, luck: Luck) -> Belief:
        memory, persona = self._memory, self._persona
        key = _key(board, memory.origin)
        unseen = memory.unseen(board.options)
        likely: dict[Hand, float] = {}
        if memory.origin == "kept" and memory.passed and persona.learns:
            rest = list(unseen)
            for face in memory.passed:
                rest[face] = max(0, rest[face] - 1)
            likely = kept_weights(key, memory.passed, memory.bared, rest, luck, SAMPLES)
        if not likely:
            likely = weights(key, unseen)
        public = memory.unseen(board.options, public=True)
        return judge(claim, solved()[key], likely, plausible_lies(key, public), self._suspicion(board, claim))

    def _suspicion(self, board: AngesBoard, claim: Claim) -> float:
        """How many times as often as the table this announcer seems to lie."""
        if not self._persona.learns:
            return self._persona.suspicion
        habits, triple = self._memory.of(board.announcer), is_triple(claim)
        lies, known = habits.lies[triple], habits.lies[triple] + habits.truths[triple]
        rate = (HABIT / 2 + lies) / (HABIT + known)
        return rate / (1 - rate)

    def _worth_of_taking(self, board: AngesBoard, belief: Belief) -> float:
        if not board.take_ends:
            # Of more than two, an announcement costs its maker little: the chosen hand matters less.
            return belief.take if len(board.piles) == 2 else 2.0 + (belief.take - 2.0) / 3
        if not self._persona.reckons:
            return 0.0
        # The last cards: who is ahead takes them out of the game, who is not must try something.
        seat, points = board.listener, self._scores(board)
        ahead = points[seat] - max(points[other] for other in range(len(points)) if other != seat)
        return 4.0 if ahead > 0 else -4.0

    # --- Keeping and sharing -------------------------------------------------------------------------------------

    def _keep(self, view: AngesView, luck: Luck) -> Keep:
        board, hand = view.board, view.hand
        assert hand is not None
        faces = _faces(hand.cards)
        count = 3 if len(board.piles) == 2 else 2
        values = worth(_key(board, "kept"))
        if not self._persona.chooses:
            return _simple_keep(faces, count)
        worths: dict[tuple[Face, ...], float] = {}
        for out in sorted(set(permutations(sorted(faces), count))):
            lay, *discards = out
            kept = list(faces)
            for face in out:
                kept.remove(face)
            # What is discarded is gone for all: rather a Demon than an Angel.
            worths[out] = _laid(lay) + values[hand_class(kept)] - 0.05 * sum(face in ANGELS for face in discards)
        best = max(worths.values())
        return _keep_of(luck.pick([out for out, value in worths.items() if value > best - 0.1]))

    def _share(self, board: AngesBoard) -> Share:
        winner, other = board.winner, board.other
        assert winner is not None
        assert other is not None
        places = [self._place(FACE_OF[card.name], board, other) for card in board.shown]
        laid = sorted(
            zip((card.name for card in board.shown), places, strict=True), key=lambda pair: pair[1] == "mine_down"
        )
        first, second, third = laid
        return Share((first[0], second[0], third[0]), (first[1], second[1], third[1]))

    def _place(self, face: Face, board: AngesBoard, other: Seat) -> Place:
        if face in ANGELS:
            return "mine_up"
        if face == X:
            return "mine_down"
        if not self._persona.reckons or len(board.piles) == 2:
            return "other_up"
        # Of several, a Demon hurts a rival by two; on somebody far behind it would be wasted.
        points, winner = self._scores(board), board.winner
        assert winner is not None
        return "other_up" if points[other] > points[winner] - FAR_BEHIND else "mine_down"

    def _scores(self, board: AngesBoard) -> list[int]:
        """The points of each pile: shown, or as I have counted them."""
        two = 2 if len(board.piles) == 2 else 0
        return [
            self._memory.points[seat] + two if pile.points is None else pile.points
            for seat, pile in enumerate(board.piles)
        ]


def _key(board: AngesBoard, origin: Origin) -> Key:
    return Key(board.options.deck, board.draws, origin)


def _faces(cards: Sequence[Card]) -> list[Face]:
    return [FACE_OF[card.name] for card in cards]


def _truth(key: Key, held: Hand, luck: Luck) -> Claim:
    """One of the truths that the table tells of this hand."""
    told = solved()[key].truthful[held]
    return luck.pick([claim for claim, share in told.items() if share] or list(told))


def _moved(seats: int) -> tuple[float, float]:
    """How much of a stake a right guess gains against the field, and how much a wrong one costs."""
    if seats == 2:
        return 1.0, 1.0
    # Half of the cards are Angels, worth two points to the winner alone; four in ten are Demons, given to the other.
    # What the other one gains or loses is shared among all who are left.
    return 0.5 + 0.4 / (seats - 1), 0.4 + 0.5 / (seats - 1)


def _laid(face: Face) -> int:
    """An Angel is laid face up, anything else face down."""
    return points_of(face, face in ANGELS)


def _simple_keep(faces: Sequence[Face], count: int) -> Keep:
    """Lay an Angel, the lowest; discard Demons, the highest."""
    left = sorted(faces)
    lay = left.pop(0)
    demons = [face for face in left if face in DEMONS]
    rest = [face for face in left if face not in DEMONS]
    discards = [*reversed(demons), *reversed(rest)][: count - 1]
    return _keep_of((lay, *discards))


def _keep_of(out: tuple[Face, ...]) -> Keep:
    """The first is laid, the second discarded face down, the third face up."""
    lay, discard, *more = out
    return Keep(NAMES[discard], NAMES[lay], lay in ANGELS, NAMES[more[0]] if more else None)


PERSONAS: Final[Mapping[str, Persona]] = {
    "easy": Persona(0.8, 0.3, 0.7, 2.1, 0.3, 0, 0, False, False, False, 6_000),
    "medium": Persona(0.25, 2.2, 1.3, 1.5, 0.9, 300, 150, False, False, False, 5_000),
    "hard": Persona(None, 1.0, 1.0, 0.4, 0.5, 700, 50, False, True, False, 7_000),
    "expert": Persona(None, 1.0, 1.0, 0.0, 0.3, 980, 5, True, True, True, 8_000),
}


def _maker(persona: Persona) -> Callable[[Seat], AngesBot]:
    return lambda _: AngesBot(persona)


BOTS: Final[Mapping[str, Callable[[Seat], AngesBot]]] = {name: _maker(who) for name, who in PERSONAS.items()}
