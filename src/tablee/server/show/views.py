"""What is shown of a table: each view written once, however many look at it, and what views have in common once for
all. Whoever is shown a game, at a running table, in a lesson or in the theatre, is sent what is written here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

import msgspec

from tablee.kernel.game import Ask, Board, Caption, Hand, Ms, Outcome, Seat, Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.server.lobby import Place
from tablee.server.show.news import News
from tablee.server.show.tools import AnyView, GameTools
from tablee.server.show.voice import names_of, words_of
from tablee.words import Words

_encode: Final = msgspec.json.Encoder().encode
_NO_HAND: Final = b',"hand":null,"asks":['
PUBLIC: Final = seed_from("moves")
"""Where there are too many moves to show, which ones are shown depends on nothing secret."""


class Shown(Protocol):
    """What there is to be shown: a table, or one on which all cards lie open."""

    @property
    def now(self) -> Ms: ...

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def captions(self) -> list[Caption]: ...

    def view(self, viewer: Viewer) -> AnyView: ...


class _Seen:
    """What one viewer saw last."""

    __slots__ = ("hand", "hand_text", "inputs", "view")

    def __init__(self) -> None:
        self.inputs = -1
        """After how many inputs."""
        self.view = b""
        self.hand: Hand | None = None
        """Many inputs leave it as it was."""
        self.hand_text = _NO_HAND


class Views:
    """Writes the views of one table. Tell it when the table has changed."""

    __slots__ = (
        *("_aliases", "_asked", "_asks", "_asks_text", "_board", "_captions", "_inputs", "_luck", "_news"),
        *("_places", "_prefix", "_seen", "_table", "_tools", "_words"),
    )

    def __init__(
        self,
        tools: GameTools,
        table: Shown,
        places: Sequence[Place],
        aliases: Mapping[str, str],
        prefix: str = "",
    ) -> None:
        """`aliases`: asks that go by another id on the wire; `prefix`: what all ids have before them there."""
        self._tools = tools
        self._table = table
        self._aliases = aliases
        self._prefix = prefix
        self._words: dict[str, Words] = {}
        self._news: dict[str, News] = {}
        self._luck = SeededLuck(PUBLIC)
        self._inputs = 0
        """How many were told of."""
        self._seen: dict[Viewer, _Seen] = {}
        self._board = b""
        self._asks: tuple[Ask, ...] | None = None
        """Those that were written last: where nothing is kept from anybody all viewers have the same."""
        self._asks_text = b""
        self._asked: tuple[Seat, ...] = ()
        """By those."""
        self._captions: dict[tuple[int | None, str], tuple[bytes, ...]] = {}
        self.call_by(places)

    def call_by(self, places: Sequence[Place]) -> None:
        """These people sit here now."""
        self._places = places
        self._words.clear()
        self._news.clear()

    def words(self, language: str) -> Words:
        words = self._words.get(language)
        if words is None:
            names = names_of(self._tools.found, self._places, language)
            words = self._words[language] = words_of(self._tools.found, language, names)
        return words

    def changed(self) -> None:
        """The table took an input: nothing written before is true any more."""
        self._inputs += 1
        self._board = b""
        self._asks = None
        if self._captions or self._news:
            self._captions.clear()
            self._news.clear()

    def view(self, viewer: Viewer) -> bytes:
        """The fields of a frame that show this viewer's view, without what changes from frame to frame."""
        try:
            seen = self._seen[viewer]
        except KeyError:
            seen = self._seen[viewer] = _Seen()
        if seen.inputs == self._inputs:
            return seen.view
        view = self._table.view(viewer)
        board, hand, asks = view
        if hand is not seen.hand and hand != seen.hand:
            self._write_hand(seen, hand)
        if asks is not self._asks:
            self._write_asks(asks)
        moves = self._write_moves(viewer, view) if viewer[0] in self._asked else b""
        # Joined: to look for the places in a format takes longer than to copy.
        shown = seen.view = b"".join(
            (self._board or self._write_board(board), seen.hand_text, self._asks_text, moves, b"]")
        )
        seen.inputs = self._inputs
        return shown

    def captions(self, seat: int | None, language: str) -> tuple[bytes, ...]:
        """What this viewer is told of the last input."""
        captions = self._table.captions
        if not captions:
            return ()
        told = self._captions.get((seat, language))
        if told is None:
            news = self._news.get(language)
            if news is None:
                news = self._news[language] = News(captions, self.words(language))
            told = self._captions[seat, language] = news.told(seat, seat)
        return told

    def _write_board(self, board: Board) -> bytes:
        """Board and outcome are everybody's."""
        outcome = self._table.outcome
        ending = b"null" if outcome is None else self._tools.write_outcome(outcome)
        self._board = text = b"".join((b'"board":', self._tools.write_board(board), b',"outcome":', ending))
        return text

    def _write_hand(self, seen: _Seen, hand: Hand | None) -> None:
        seen.hand_text = _NO_HAND if hand is None else b',"hand":%b,"asks":[' % self._tools.write_hand(hand)
        seen.hand = hand

    def _write_asks(self, asks: tuple[Ask, ...]) -> None:
        write, prefix, aliases = self._tools.write_ask, self._prefix, self._aliases
        text = b""
        asked: tuple[Seat, ...] = ()
        for ask in asks:
            name, _, seats, _, _, _, _ = ask
            shown = write(ask, prefix + (aliases.get(name, name) if aliases else name))
            text = text + b"," + shown if text else shown
            asked = asked + seats if asked else seats
        self._asks, self._asks_text, self._asked = asks, text + b'],"moves":[', asked

    def _write_moves(self, viewer: Viewer, view: AnyView) -> bytes:
        """What a seat that is asked may choose. Free text is typed: samples of it could be words to win with."""
        tools = self._tools
        game, free = tools.game, tools.free
        if free and all(
            viewer.seat not in ask.seats or free.issuperset(game.meta.kinds[ask.kind].actions) for ask in view.asks
        ):
            return b""
        self._luck.begin_again()
        moves = game.moves(view, self._luck)
        return tools.write_offer([move for move in moves if type(move) not in free] if free else moves)


class _Heads(dict[Seat | None, bytes]):
    """How a frame begins, by whose it is."""

    def __missing__(self, seat: Seat | None) -> bytes:
        head = self[seat] = b'{"tell":"frame","seat":%b,"number":' % (b"null" if seat is None else b"%d" % seat)
        return head


HEADS: Final = _Heads()


def write_frame(
    seat: Seat | None, number: int, is_snapshot: bool, captions: Sequence[bytes], time: bytes, view: bytes
) -> bytes:
    """The message, put together from what was written before."""
    return join_frame(HEADS[seat], number, write_between(is_snapshot, captions, time), view)


def write_between(is_snapshot: bool, captions: Sequence[bytes], time: bytes) -> bytes:
    """What stands between number and view: the same for all who are told the same."""
    if not (is_snapshot or captions):
        return b',"snapshot":false,"captions":[],' + time + b","
    return b',"snapshot":%b,"captions":[%b],%b,' % (b"true" if is_snapshot else b"false", b",".join(captions), time)


def join_frame(head: bytes, number: int, between: bytes, view: bytes) -> bytes:
    """The message. `head`: of those in HEADS."""
    return b"".join((head, _encode(number), between, view, b"}"))
