"""What is seen of a game of De Fil en Aiguille: the types. `showing.py` fills them in.

For whoever draws the screens. Everything a screen needs is here or in the asks of the view; no rule is needed.

* `board.phase` says what goes on; the ask of the same kind says who is awaited and until when:
  `volunteer` (who wants to be Braincat), `theme` (Braincat chooses), `wish` (the Family votes for the clues' theme),
  `look` (Braincat sees the Mystery card, then each false lead: `hand.mystery`, `hand.lead`), `paw` (Braincat points),
  `debate` (co-operative vote), `step` (Équipes: both families choose; asks `vote`, `seal`, and the clocks `step`,
  `ahead`, `hurry`), `duel` (rock, paper, scissors), `expose` (Braincat picks two cards of the skip: `hand.skip`),
  `point` (a family points; asks `point`, `seal`, `hurry`), `choose` (Chacun pour soi), `recap` (the story of the
  round; asks `recap`, `explain`), `slam` (the third round of Découverte?), `over`.
* The chain: draw `board.clues` in the order of `board.order`, left to right; between two neighbours lies the one paw
  of `board.paws` that names both. Paw 0 is blue, the others are green.
* Master cards lie on `board.spaces`. Co-operative: 0 is the blue space, 1 the red one. Équipes: three spaces and the
  two totems in `board.totems` (red, blue). Chacun pour soi: four, and `board.tokens` for each seat.
* Facts called `team` are "red" or "blue"; `choice` of a family is a space, or -1 to stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from tablee.games.fil.actions import Colour, Gesture
from tablee.games.fil.moods import Mood
from tablee.games.fil.options import FilOptions
from tablee.games.fil.pieces import Paw, Reason, Toss
from tablee.games.fil.state import Phase
from tablee.kernel import Board, Hand, Ms, Seat, View

Reminder: TypeAlias = Literal["", "memocat", "card"]


class Face(NamedTuple):
    """A card, face up."""

    theme: int
    """Its place in `board.themes`."""
    number: int
    text: str
    letters: str
    sex: str
    """`f`, `m` or empty."""
    tags: str
    """Its twenty ratings, a digit each, in the order of `tags.DIMENSIONS`; empty if nobody rated it. For bots."""


class Line(NamedTuple):
    """A line of the Memocat."""

    number: int
    text: str


class ThemeCard(NamedTuple):
    """A theme on the shelf."""

    id: str
    title: str
    author: str
    memocat: bool
    sexed: bool
    cards: int
    own: bool
    plays: int
    """How often it was played in this game."""
    is_open: bool
    """May whoever is asked for a theme take it now?"""


class Scene(NamedTuple):
    """One decision of the round that is told: what lay there, who wanted what, and what became of it."""

    paws: int
    """How many paws lay when it was taken."""
    spaces: tuple[Face | None, ...]
    votes: tuple[Colour | None, ...]
    """Co-operative: for each seat."""
    marks: tuple[int | None, ...]
    """Équipes: where the red and the blue totem stood after it. Chacun pour soi: everybody's token."""
    result: Colour | None
    out: tuple[Face, ...]
    """The Master cards that left the board."""


class Story(NamedTuple):
    """The end of a round: the chain is read back, and everything lies open."""

    mystery: Face
    masters: tuple[Face, ...]
    """All Master cards, by number."""
    found: bool
    """Did anybody find it?"""
    points: tuple[int, ...]
    """What the round brought, as in `board.scores`."""
    scenes: tuple[Scene, ...]
    astray: int | None
    """The scene in which the Mystery card was given away; None if it never was."""


class PastRound(NamedTuple):
    braincat: Seat
    theme: int
    clue_theme: int
    mood: Mood | None
    mystery: Face
    found: bool
    points: tuple[int, ...]


class DuelView(NamedTuple):
    team: str
    seats: tuple[Seat, Seat]
    """The two who play; further ones wait in `queue`."""
    queue: tuple[Seat, ...]
    wins: tuple[int, int]
    last: tuple[Gesture, Gesture] | None
    """The last throw, once both had made it; equal gestures are played again."""
    number: int
    back: Phase
    """Where the game goes on."""
    left: Ms
    """What is left of the clock that waits."""
    ahead_left: Ms | None


@dataclass(frozen=True, slots=True)
class FilBoard(Board):
    options: FilOptions
    """Without the text of the players' own pack, which is only in the record."""
    teams: tuple[str | None, ...]
    phase: Phase
    round: int
    rounds: int
    """How many there are at most."""
    first: Seat
    braincat: Seat | None
    been: tuple[Seat, ...]
    """Who has been Braincat, this round's included."""
    candidates: tuple[Seat, ...]
    """Who may be Braincat in the round for which volunteers are sought."""
    themes: tuple[ThemeCard, ...]
    taken: tuple[tuple[int, int], ...]
    """Équipes: (family, theme) for every theme a family has chosen."""
    theme: int | None
    """Of the Master cards."""
    clue_theme: int | None
    barred: int | None
    """Chat lunatique: the theme that must be changed."""
    tries: int
    wishes: tuple[int | None, ...]
    """Schizo: the clue theme each seat votes for."""
    mood: Mood | None
    moods: tuple[Mood, ...]
    """Moods drawn so far."""

    looked: int
    """How many cards Braincat has looked at."""
    clues: tuple[Face, ...]
    """In the order in which they were laid."""
    order: tuple[int, ...]
    """The chain from left to right: places in `clues`."""
    paws: tuple[Paw, ...]
    paw_between: tuple[int, int] | None
    """While Braincat thinks: the two clues between which the paw will lie."""
    since: Ms
    """When the present paw was asked for."""
    greens: int
    """Green paws left: of the game in Découverte, of the round elsewhere."""
    asked: int
    clues_left: int
    """How many clues the Family may still ask for."""
    worth: int | None
    """Humeurs du Chat: what a find would score now."""

    spaces: tuple[Face | None, ...]
    visits: tuple[int, ...]
    """Équipes, Chacun pour soi, while places are chosen: for each space what each of those who stand there scores if
    somebody steps onto it now; 0 where nobody stands."""
    face_down: int
    """How many Master cards nobody has seen yet."""
    out: tuple[Face, ...]
    """Co-operative: false leads that were eliminated."""
    skip: int
    """Équipes: how many cards lie in the skip."""

    debates: int
    votes: tuple[Colour | None, ...]
    """Co-operative: for each seat, in the open."""
    confirmed: tuple[bool, ...]
    tossed: Toss | None
    """The last throw of the totems in this round."""
    cuddles: tuple[bool, ...]
    """Chat câlin: who wants to ask."""
    cuddle_answer: bool | None
    """Chat câlin: is the Mystery card on the board? None: not asked."""

    turn: int
    """Équipes: the turn of the round, 1 to 4."""
    totems: tuple[int | None, int | None]
    done: tuple[bool, bool]
    """Équipes: which family (red, blue) has decided."""
    leader: int
    """Équipes: the family that may not wait, as judged when the step began."""
    ambassadors: tuple[Seat | None, Seat | None]
    pointing: int | None
    pauses: int
    duel: DuelView | None

    tokens: tuple[int | None, ...]
    """Chacun pour soi: for each seat the space of its token."""
    moved: tuple[bool, ...]
    """Chacun pour soi: who has moved or said stay since the last paw."""

    scores: tuple[int, ...]
    """Découverte: rounds won. Humeurs: points. Équipes: red, blue. Chacun pour soi: for each seat."""
    fifteens: tuple[int, ...]
    """P-40: how many cards worth 15 each of them has."""
    past: tuple[PastRound, ...]
    story: Story | None
    """While a round is told, and when all is over."""
    reasons: tuple[Reason, ...]
    """What Braincat says each paw meant, and what others took it for: places in `tags.REASONS`."""
    ready: tuple[bool, ...]
    slams: tuple[bool | None, ...]


@dataclass(frozen=True, slots=True)
class FilHand(Hand):
    mystery: Face | None = None
    """Braincat, at the times at which it may be seen."""
    reminder: Reminder = ""
    """Braincat, while looking at the Mystery card: what there will be to remind of it while a paw is laid. Nothing, its
    number in the Memocat, or the card itself."""
    lead: Face | None = None
    """Braincat, while looking at the false leads: the one that is shown."""
    memocat: tuple[Line, ...] = ()
    """Braincat, while laying a paw of a theme with a Memocat: all texts by number. Which is the Mystery card's number
    must be remembered."""
    masters: tuple[Face, ...] = ()
    """Chacun pour soi: the four Master cards, while Braincat holds them."""
    skip: tuple[Face, ...] = ()
    """Équipes: the skip, when Braincat takes it up."""
    votes: tuple[tuple[Seat, int], ...] = ()
    """Équipes: one's own family's votes, (seat, space or -1), first cast first. Never the Braincat's to see."""
    nominations: tuple[tuple[Seat, Seat], ...] = ()
    """Équipes: whom one's own family wants as Ambassador, (voter, nominee)."""
    gesture: Gesture | None = None
    """One's own throw in a duel, until the other is made."""


FilView: TypeAlias = View[FilBoard, FilHand]
