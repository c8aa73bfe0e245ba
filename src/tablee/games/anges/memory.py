"""What a bot has seen and heard. It is told once, like everybody; how much of it stays is a matter of character."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from tablee.games.anges.cards import COPIES, FACE_OF, CardName, Claim, Face, X, is_triple, is_true, points_of
from tablee.games.anges.equilibrium import Origin
from tablee.games.anges.options import AngesOptions
from tablee.games.anges.state import Answer
from tablee.kernel import Caption, Luck, Seat

_FINE: Final = 1000


class Seen(NamedTuple):
    """A card that has left the hands for good."""

    face: Face
    is_public: bool


class Habits:
    """How somebody announces and answers, triples and other claims apart."""

    def __init__(self) -> None:
        self.lies: Counter[bool] = Counter()
        """Of triples (True) and of others (False)."""
        self.truths: Counter[bool] = Counter()
        self.answers: Counter[tuple[bool, Answer]] = Counter()


class Memory:
    def __init__(self) -> None:
        self.habits: dict[Seat, Habits] = {}
        self.points: Counter[Seat] = Counter()
        self.origin: Origin = "fresh"
        """Was the hand that is being announced drawn or kept after a take?"""
        self.passed: tuple[Face, ...] = ()
        """Of a table of two: what I passed, and the other took."""
        self.bared: list[Face] = []
        """What a taker has laid or discarded face up just now."""
        self._heard: list[Seen] = []
        self._seen: list[Seen] = []
        self._claim: Claim | None = None
        self._announcer: Seat | None = None
        self._mine: tuple[Face, ...] = ()
        self._exchanges = 0

    def of(self, seat: Seat) -> Habits:
        return self.habits.setdefault(seat, Habits())

    def hold(self, faces: Sequence[Face]) -> None:
        """These are my cards, which I am about to pass."""
        self._mine = tuple(faces)

    def hear(self, caption: Caption, me: Seat) -> None:
        facts, code = caption.facts, caption.code
        if code in _GONE:
            self._heard += [
                Seen(face, caption.code not in _PRIVATE) for face in _faces(facts.get("card", facts.get("cards")))
            ]
        if code in ("announced", "challenged", "took", "was_true", "was_false", "received"):
            self._hear_exchange(caption, me)
        elif code in ("laid_up", "discarded_open"):
            self.bared += _faces(facts["card"])
        elif code == "drew":
            self.origin, self.passed, self.bared = "fresh", (), []
        if code in ("kept", "given"):
            owner = cast(Seat, facts["seat"] if code == "kept" else facts["to"])
            self.points[owner] += points_of(_faces(facts["card"])[0], bool(facts["up"]))
        elif code in ("laid_up", "laid_down"):
            self.points[cast(Seat, facts["seat"])] += (
                points_of(_faces(facts["card"])[0], True) if code == "laid_up" else 1
            )

    def _hear_exchange(self, caption: Caption, me: Seat) -> None:
        facts, code = caption.facts, caption.code
        if code == "announced":
            self._claim, self._announcer = cast(Claim, facts["values"]), cast(Seat, facts["seat"])
            self._exchanges += 1
            return
        claim, announcer = self._claim, self._announcer
        if claim is None or announcer is None:
            return  # It was said before I sat down here.
        triple = is_triple(claim)
        if code == "challenged":
            self.of(cast(Seat, facts["seat"])).answers[triple, "true" if facts["truth"] else "false"] += 1
        elif code == "took":
            self.of(cast(Seat, facts["seat"])).answers[triple, "take"] += 1
            self.origin, self.bared = "kept", []
            self.passed = self._mine if announcer == me else ()
        elif code == "received":
            self._judge(announcer, triple, is_true(claim, _faces(facts["cards"])))
        else:
            self._judge(announcer, triple, code == "was_true")

    def _judge(self, announcer: Seat, triple: bool, was_true: bool) -> None:
        habits = self.of(announcer)
        (habits.truths if was_true else habits.lies)[triple] += 1

    def recall(self, notices: int, forgets: int, luck: Luck) -> None:
        """Let what was heard sink in: so many of a thousand cards are noticed at all, and with each exchange so many of
        a thousand are forgotten again."""
        for _ in range(self._exchanges):
            self._seen = [seen for seen in self._seen if not luck.chance(forgets, _FINE)]
        self._seen += [seen for seen in self._heard if luck.chance(notices, _FINE)]
        self._heard, self._exchanges = [], 0

    def unseen(self, options: AngesOptions, *, public: bool = False) -> list[int]:
        """How many of each face could still be anywhere, as far as I remember; `public`: as far as everybody could."""
        left = [count if options.deck == "60" or face != X else 0 for face, count in enumerate(COPIES)]
        for seen in self._seen:
            if seen.is_public or not public:
                left[seen.face] = max(0, left[seen.face] - 1)
        return left


_GONE: Final = frozenset(
    {"kept", "given", "laid_up", "discarded_open", "two_piles", "peeked", "discarded_own", "laid_down_own"}
)
_PRIVATE: Final = frozenset({"peeked", "discarded_own", "laid_down_own"})


def _faces(names: object) -> list[Face]:
    """A card or several of a caption."""
    several = names if isinstance(names, tuple) else (names,)
    return [FACE_OF[cast(CardName, name)] for name in several]
