"""What is seen of a table of Copieur !: an allow-list, built of other types than the state's.

**For whoever draws it.** A *place* is where a slate lies: 0 to seats − 1 before that seat, then the centre's 1, 2, 3
(place `seats` is centre 1). Slates have no identity: a view names places, and what lies face up there now.

The board is public. What it shows goes with what is asked (`ask.kind`):

- `look`: all, `Ready`. All six slates lie face up in `shown`.
- `roll`: the active seat, `Roll`. `die` is None.
- `play`: the active seat, `Point`, `PointCentre`, `Exchange`, `ExchangeCentre`, `Declare`. The board has `die`, `role`
  (None while it is a secret) and `pointed`. Beside it are open, the same for both roles:
  `suspense`, a moment of 3 s, until the role is public;
  `early`, while the tile shows questioning, until the role is public: the others, `Slap`, with `pad` and `slapped`;
  `claim`: all, `Claim`, `Deny`, `Hint`, `HintCentre`, with `claims_left`.
- `tell`: all but the Copier, `TellMine`, `TellCentre`. Nothing more on the board: the exchange was a caption.
- `question`: all but the Teacher, `Slap`, with `question`, `pad` and `slapped`.
- `shown`: a moment of 4 s. One slate in `shown`; after a question the `ranking` too.
- nothing asked: the game is over. All six in `shown`, and `awards`.

The hand has two secrets, `slate` and `answer` (one's own slap of this turn), present only while it is held up to the
eye, so that a device may lie open on the table. `moves` of a hand that is not held offers all buttons of its ask,
whatever the slate is; a wrong one is refused with a sentence.

What must be forgotten is in captions only, told once: who exchanged with whom (`exchanged`, `exchanged_centre`), what
was claimed, who was punished. Nothing lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from tablee.games.copieur.options import CopieurOptions
from tablee.games.copieur.state import Place, Ranked, Role, Tile
from tablee.kernel import Board, Channel, Hand, Seat, Talk

LINES: Final = 4
"""Talk shows the last few lines only: remembering what was said is the game."""
TALK: Final[Talk] = (Channel("table", True, "text", LINES),)


class Slate(NamedTuple):
    number: int
    operation: str


class Shown(NamedTuple):
    """A slate that lies face up."""

    place: Place
    number: int
    operation: str


class SlapSeen(NamedTuple):
    """Somebody has slapped; what they answered is seen in the ranking."""

    seat: Seat
    is_early: bool


class Award(NamedTuple):
    """`memory`: most right exchanges in a row. `reflex`: most questions won. `bluff`: most Copiers led astray."""

    name: Literal["memory", "reflex", "bluff"]
    seats: tuple[Seat, ...]
    times: int


@dataclass(frozen=True, slots=True)
class CopieurBoard(Board):
    options: CopieurOptions
    supply: int
    """Bad points that nobody has yet."""
    points: tuple[int, ...]
    """Bad points of each seat."""
    tile: Tile
    first: Seat
    active: Seat
    turn: int
    """0 while the slates are learned."""
    turns: int
    """How many turns there are at most."""
    die: int | None
    role: Role | None
    """What the active seat is, once it is public."""
    pointed: Place | None
    """What the Copier eyes."""
    slapped: tuple[SlapSeen, ...]
    """Who has slapped in this turn, in order."""
    claims_left: tuple[int, ...]
    """How many more claims each seat may make in this turn."""
    question: str | None
    """The operation that the Teacher reads."""
    pad: tuple[int, ...]
    """While one may slap: the six results in ascending order; nothing where the pad is one of plain numbers."""
    shown: tuple[Shown, ...]
    """Slates that lie face up now, by place."""
    ranking: tuple[Ranked, ...]
    """After a question: first, second, … last."""
    awards: tuple[Award, ...]
    """When all is over."""


@dataclass(frozen=True, slots=True)
class CopieurHand(Hand):
    slate: Slate | None
    """Glance: present only while it is held up to the eye."""
    answer: int | None
    """Glance: one's own slap of this turn, which nobody else may see before the ranking."""
