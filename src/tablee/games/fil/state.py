"""Everything that is true at a table of De Fil en Aiguille.

Cards are named by their place in their pack, themes by their place among the table's themes, families by 0 (red) and
1 (blue), clues by the order in which they were laid."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from tablee.games.fil.actions import Colour
from tablee.games.fil.moods import ALONE, COOPERATIVE, MOOD_TERMS, TEAMS, Mood, Terms
from tablee.games.fil.options import FilOptions
from tablee.games.fil.packs import Pack
from tablee.games.fil.pieces import Duel, Family, Moment, Paw, Reason, Result, Toss
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


@lru_cache(maxsize=256)
def _members(teams: tuple[str | None, ...], name: str, braincat: Seat | None) -> tuple[Seat, ...]:
    return tuple(seat for seat, team in enumerate(teams) if team == name and seat != braincat)


@lru_cache(maxsize=256)
def _others(cat: Seat, seats: int) -> tuple[Seat, ...]:
    return tuple((cat + step) % seats for step in range(1, seats))


class FilState(State):
    __slots__ = (
        "ahead",
        "ambassadors",
        "answer",
        "asked",
        "barred",
        "been",
        "braincat",
        "clue_theme",
        "clues",
        "confirmed",
        "cuddles",
        "debates",
        "duel",
        "families",
        "first",
        "greens",
        "hidden",
        "leader",
        "leads",
        "looked",
        "mood",
        "moods",
        "moved",
        "mystery",
        "nominations",
        "options",
        "out",
        "pauses",
        "paws",
        "phase",
        "pile",
        "plays",
        "pointing",
        "ready",
        "reasons",
        "rejected",
        "results",
        "round",
        "scores",
        "since",
        "slams",
        "spaces",
        "story",
        "taken",
        "teams",
        "theme",
        "tokens",
        "tossed",
        "tries",
        "turn",
        "until",
        "votes",
        "wishes",
    )

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
        # The table.
        new.options = self.options
        new.teams = self.teams
        new.first = self.first
        new.phase = self.phase
        new.until = self.until
        new.since = self.since
        # The game so far.
        new.round = self.round
        new.braincat = self.braincat
        new.been = self.been.copy()
        new.plays = self.plays.copy()
        new.taken = self.taken.copy()
        new.moods = self.moods.copy()
        new.greens = self.greens
        new.scores = self.scores.copy()
        new.results = self.results.copy()
        # This round.
        new.mood = self.mood
        new.theme = self.theme
        new.clue_theme = self.clue_theme
        new.tries = self.tries
        new.barred = self.barred
        new.wishes = self.wishes.copy()
        new.ambassadors = self.ambassadors.copy()
        new.nominations = self.nominations.copy()
        new.mystery = self.mystery
        new.leads = self.leads.copy()
        new.looked = self.looked
        new.hidden = self.hidden.copy()
        new.spaces = self.spaces.copy()
        new.out = self.out.copy()
        new.pile = self.pile.copy()
        new.rejected = self.rejected.copy()
        new.clues = self.clues.copy()
        new.paws = self.paws.copy()
        new.asked = self.asked
        new.story = self.story.copy()
        new.reasons = self.reasons.copy()
        new.ready = self.ready.copy()
        new.slams = self.slams.copy()
        # Découverte and Humeurs.
        new.votes = self.votes.copy()
        new.confirmed = self.confirmed.copy()
        new.debates = self.debates
        new.tossed = self.tossed
        new.cuddles = self.cuddles.copy()
        new.answer = self.answer
        # Équipes.
        new.families = [family.copy() for family in self.families]
        new.turn = self.turn
        new.leader = self.leader
        new.ahead = self.ahead
        new.pauses = self.pauses
        new.pointing = self.pointing
        new.duel = self.duel
        # Chacun pour soi.
        new.tokens = self.tokens.copy()
        new.moved = self.moved.copy()
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
        return _others(self.cat, len(self.teams))

    def team_of(self, seat: Seat) -> int:
        return 0 if self.teams[seat] == TEAM_NAMES[0] else 1

    def members(self, team: int) -> tuple[Seat, ...]:
        """R-13: those of a family who vote: all but the round's Braincat."""
        return _members(self.teams, TEAM_NAMES[team], self.braincat)

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
