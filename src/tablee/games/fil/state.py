"""Everything that is true at a table of De Fil en Aiguille.

Cards are named by their place in their pack, themes by their place among the table's themes, families by 0 (red) and
1 (blue), clues by the order in which they were laid."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from tablee.games.fil.actions import Colour, Gesture
from tablee.games.fil.moods import ALONE, COOPERATIVE, MOOD_TERMS, TEAMS, Mood, Terms
from tablee.games.fil.options import FilOptions
from tablee.games.fil.packs import Pack
from tablee.games.fil.themes import themes_of
from tablee.kernel import ALL, Audience, Caption, Ms, Seat, State
from tablee.kernel.game import Fact

Phase: TypeAlias = Literal[
    "volunteer",
    "theme",
    "wish",
    "look",
    "paw",
    "debate",
    "step",
    "duel",
    "expose",
    "point",
    "choose",
    "recap",
    "slam",
    "over",
]
TEAM_NAMES: Final = ("red", "blue")
STAY: Final = -1
"""A family's choice to leave its totem where it is."""


class Paw(NamedTuple):
    at: int
    """The clue its claws point at."""
    other: int
    """The clue on its other side."""
    took: Ms
    """How long Braincat thought: information in itself."""
    by_clock: bool


class Toss(NamedTuple):
    """P-15: both totems thrown."""

    nearer: Literal["blue", "red"]
    blue_edge: bool
    red_edge: bool
    result: Colour


class Moment(NamedTuple):
    """One decision of a round, for its story."""

    paws: int
    spaces: tuple[int | None, ...]
    votes: tuple[Colour | None, ...]
    """Co-operative: what each seat voted."""
    marks: tuple[int | None, ...]
    """Where the two totems or everybody's tokens stood after it."""
    result: Colour | None
    out: tuple[int, ...]
    """The Master cards that left the board."""


class Reason(NamedTuple):
    """What somebody says a paw meant."""

    seat: Seat
    paw: int
    because: tuple[int, ...]


class Result(NamedTuple):
    """A round that is over."""

    braincat: Seat
    theme: int
    clue_theme: int
    mood: Mood | None
    mystery: int
    found: bool
    points: tuple[int, ...]
    """What it brought each of `scores`."""


class Duel(NamedTuple):
    """P-29: the first two of `sides` play; whoever loses leaves."""

    team: int
    sides: tuple[tuple[Seat, int], ...]
    """For each tied choice, in order of first vote: who stands for it, and the choice."""
    wins: tuple[int, int]
    thrown: tuple[Gesture | None, Gesture | None]
    last: tuple[Gesture, Gesture] | None
    number: int
    """Throws so far, in this step."""
    back: Literal["step", "point"]
    left: Ms
    """R-12: what is left of the clock that waits."""
    ahead_left: Ms | None
    hurry_left: tuple[Ms | None, Ms | None]


class Family:
    """What one of two families is about to do with its totem. Copied with the state."""

    __slots__ = ("done", "hurries", "hurry", "totem", "votes")

    def __init__(self) -> None:
        self.totem: int | None = None
        self.votes: list[tuple[Seat, int]] = []
        """In the order in which they were cast; a changed vote goes to the end."""
        self.done = False
        self.hurry: Ms | None = None
        """R-20: when the majority counts without the Ambassador."""
        self.hurries = 0

    def copy(self) -> Family:
        new = Family.__new__(Family)
        new.totem = self.totem
        new.votes = self.votes.copy()
        new.done = self.done
        new.hurry = self.hurry
        new.hurries = self.hurries
        return new

    def open(self) -> None:
        """A new decision."""
        self.votes.clear()
        self.done = False
        self.hurry = None
        self.hurries = 0


_PLAIN: Final = (
    "ahead",
    "answer",
    "asked",
    "barred",
    "braincat",
    "clue_theme",
    "debates",
    "duel",
    "first",
    "greens",
    "leader",
    "looked",
    "mood",
    "mystery",
    "options",
    "pauses",
    "phase",
    "pointing",
    "round",
    "since",
    "teams",
    "theme",
    "tossed",
    "tries",
    "turn",
    "until",
)
_LISTS: Final = (
    "ambassadors",
    "been",
    "clues",
    "confirmed",
    "cuddles",
    "hidden",
    "leads",
    "moods",
    "moved",
    "nominations",
    "out",
    "paws",
    "pile",
    "plays",
    "ready",
    "reasons",
    "rejected",
    "results",
    "scores",
    "slams",
    "spaces",
    "story",
    "taken",
    "tokens",
    "votes",
    "wishes",
)


class FilState(State):
    __slots__ = (*_PLAIN, *_LISTS, "families")

    # The table.
    options: FilOptions
    teams: tuple[str | None, ...]
    first: Seat
    phase: Phase
    until: Ms
    since: Ms
    """When the present paw was asked for."""

    # The game so far.
    round: int
    braincat: Seat | None
    been: list[Seat]
    """Who has been Braincat; begun anew when all have (P-24)."""
    plays: list[int]
    """How often each theme was played."""
    taken: list[tuple[int, int]]
    """P-25: which family has chosen which theme."""
    moods: list[Mood]
    """Moods that are discarded, the present one included."""
    greens: int
    """Green paws that are left: of the game in Découverte, of the round elsewhere."""
    scores: list[int]
    results: list[Result]

    # This round.
    mood: Mood | None
    theme: int | None
    clue_theme: int | None
    tries: int
    """How often a theme was asked for in this round."""
    barred: int | None
    """M-6: the theme that may not be taken."""
    wishes: list[int | None]
    ambassadors: list[Seat | None]
    nominations: list[Seat | None]
    mystery: int | None
    leads: list[int]
    """The false leads in the order in which Braincat looks at them; empty once they are shuffled."""
    looked: int
    hidden: list[int]
    """The Master cards face down; the last is shown next."""
    spaces: list[int | None]
    out: list[int]
    """Master cards eliminated (P-8) or in the skip (P-30)."""
    pile: list[int]
    """The last is drawn next."""
    rejected: list[int]
    clues: list[int]
    paws: list[Paw]
    asked: int
    """Clues the Family asked for."""
    story: list[Moment]
    reasons: list[Reason]
    ready: list[bool]
    slams: list[bool | None]

    # Découverte and Humeurs.
    votes: list[Colour | None]
    confirmed: list[bool]
    debates: int
    tossed: Toss | None
    cuddles: list[bool]
    answer: bool | None
    """M-10: is the Mystery card on the board? Once asked."""

    # Équipes.
    families: list[Family]
    turn: int
    leader: int
    """The family ahead when the step began, which may not wait."""
    ahead: Ms | None
    """R-14: when the family ahead must have confirmed."""
    pauses: int
    """How often duels have stopped the clock of this step."""
    pointing: int | None
    duel: Duel | None

    # Chacun pour soi.
    tokens: list[int | None]
    moved: list[bool]

    def __init__(self, rules: int, options: FilOptions, teams: tuple[str | None, ...], first: Seat) -> None:
        super().__init__(rules)
        seats = len(teams)
        self.options = options
        self.teams = teams
        self.first = first
        self.phase = "over"
        self.until = self.since = 0
        self.round = 0
        self.been, self.taken, self.moods, self.results = [], [], [], []
        self.plays = [0] * len(themes_of(options))
        self.greens = 7  # P-11
        self.scores = [0] * (seats if options.mode == "chacun" else 2 if options.mode == "equipes" else 1)
        self.clear()

    def clear(self) -> None:
        """Nothing of a round."""
        seats = len(self.teams)
        self.braincat = self.mood = self.theme = self.clue_theme = self.barred = self.mystery = None
        self.tries = self.looked = self.asked = self.debates = self.turn = self.leader = self.pauses = 0
        self.ahead = self.pointing = self.duel = self.tossed = self.answer = None
        self.leads, self.hidden, self.spaces, self.out = [], [], [], []
        self.pile, self.rejected, self.clues, self.paws = [], [], [], []
        self.story, self.reasons = [], []
        self.ambassadors = [None, None]
        self.nominations = [None] * seats
        self.wishes = [None] * seats
        self.slams = [None] * seats
        self.votes = [None] * seats
        self.tokens = [None] * seats
        self.ready = [False] * seats
        self.confirmed = [False] * seats
        self.cuddles = [False] * seats
        self.moved = [False] * seats
        self.families = [Family(), Family()]

    def copy(self) -> FilState:
        """The same, free to be changed, with nothing told yet."""
        new = FilState.__new__(FilState)
        new.rules = self.rules
        new.captions = []
        for name in _PLAIN:
            setattr(new, name, getattr(self, name))
        for name in _LISTS:
            setattr(new, name, getattr(self, name).copy())
        new.families = [family.copy() for family in self.families]
        return new

    def tell(self, code: str, to: Audience = ALL, **facts: Fact) -> None:
        self.captions.append(Caption(code, facts, to))

    # --- Who ---------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> range:
        return range(len(self.teams))

    @property
    def is_together(self) -> bool:
        """Is this one of the two co-operative modes?"""
        return self.options.mode in ("decouverte", "humeurs")

    @property
    def cat(self) -> Seat:
        """Braincat, where there must be one."""
        assert self.braincat is not None
        return self.braincat

    def clockwise(self, start: Seat) -> list[Seat]:
        seats = len(self.teams)
        return [(start + step) % seats for step in range(seats)]

    def family(self) -> tuple[Seat, ...]:
        """Everybody but Braincat, clockwise from Braincat's left."""
        return tuple(self.clockwise(self.cat)[1:])

    def team_of(self, seat: Seat) -> int:
        return 0 if self.teams[seat] == TEAM_NAMES[0] else 1

    def members(self, team: int) -> tuple[Seat, ...]:
        """R-13: those of a family who vote: all but the round's Braincat."""
        name = TEAM_NAMES[team]
        return tuple(seat for seat in self.seats if self.teams[seat] == name and seat != self.braincat)

    # --- What --------------------------------------------------------------------------------------------------------

    @property
    def themes(self) -> tuple[Pack, ...]:
        return themes_of(self.options)

    def pack(self) -> Pack:
        """The theme of the Master cards."""
        assert self.theme is not None
        return self.themes[self.theme]

    def clue_pack(self) -> Pack:
        assert self.clue_theme is not None
        return self.themes[self.clue_theme]

    def terms(self) -> Terms:
        mode = self.options.mode
        if mode == "equipes":
            return TEAMS
        return ALONE if mode == "chacun" else COOPERATIVE if self.mood is None else MOOD_TERMS[self.mood]

    def is_schizo(self) -> bool:
        """P-20: are the clues of another theme in this round?"""
        return self.options.schizo or self.terms().schizo

    def clues_left(self) -> int:
        """P-11, R-5: how many clues the Family may still ask for."""
        return min(self.terms().clues - self.asked, self.greens)

    def gone(self, theme: int) -> set[int]:
        """R-6: Mystery cards of earlier rounds, which have left their pack."""
        return {result.mystery for result in self.results if result.theme == theme}
