"""How a finished game ended, in a few numbers: made when it is over, kept beside its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

import msgspec

from tablee.kernel.game import Seat
from tablee.kernel.tally import Tally
from tablee.server.lobby import Lobby
from tablee.server.past.record import set_up_again
from tablee.server.show.tools import AnyTable, GameTools
from tablee.server.store.interface import StoredGame


class Summary(msgspec.Struct, frozen=True):
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    won: bool | None
    """Of a game that is played together."""
    ms: int
    """How long it took, in table time."""
    tallies: tuple[Tally, ...] = ()
    keys: tuple[str, ...] = ()
    """SHA-256 of the keys of those who took part: they may have the record deleted."""

    def has_won(self, seat: Seat) -> bool:
        return self.won if self.won is not None else self.ranks[seat] == 1


_decoder: Final = msgspec.json.Decoder(Summary)
_encode: Final = msgspec.json.Encoder().encode


def summary_of(tools: GameTools, table: AnyTable, lobby: Lobby | None) -> Summary:
    """`lobby`: the table as it stands while the game ends; None long after, when nobody knows who held which key."""
    outcome = table.outcome
    assert outcome is not None, "the game is over"
    own = tools.found.part("tally", "tally")
    tallies = cast("Callable[[AnyTable], Sequence[Tally]]", own)(table) if callable(own) else ()
    keys = () if lobby is None else (*lobby.hosts, *(key for place in lobby.places for key in place.keys))
    return Summary(outcome.ranks, outcome.scores, outcome.won, table.now, tuple(tallies), tuple(dict.fromkeys(keys)))


def write_summary(summary: Summary) -> str:
    return _encode(summary).decode()


def read_summary(text: str | None) -> Summary | None:
    """None: there is none yet, or of another version. It can be made again."""
    try:
        return None if text is None else _decoder.decode(text)
    except msgspec.DecodeError:
        return None


def summary_again(tools: GameTools, stored: StoredGame) -> Summary:
    """From the record. Takes its time."""
    return summary_of(tools, set_up_again(tools, stored), None)
