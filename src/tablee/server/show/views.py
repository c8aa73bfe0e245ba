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
NO_ASKS: Final = (None, b"")
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


class Views:
    """Writes the views of one table. Tell it when the table has changed."""

    __slots__ = (
        *("_aliases", "_asks", "_board", "_captions", "_hands", "_news", "_tools", "_places", "_prefix"),
        *("_table", "_views", "_words"),
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
        self._hands: dict[Viewer, tuple[Hand, bytes]] = {}
        """The last one of each viewer: many inputs leave it as it was."""
        self._board: bytes | None = None
        self._asks: tuple[tuple[Ask, ...] | None, bytes] = NO_ASKS
        self._views: dict[Viewer, bytes] = {}
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
        self._board = None
        self._asks = NO_ASKS
        self._views.clear()
        self._captions.clear()
        self._news.clear()

    def view(self, viewer: Viewer) -> bytes:
        """The fields of a frame that show this viewer's view, without what changes from frame to frame."""
        shown = self._views.get(viewer)
        if shown is not None:
            return shown
        view = self._table.view(viewer)
        board, hand, asks = view
        last = self._hands.get(viewer)
        if hand is None:
            held = b"null"
        elif last is not None and (last[0] is hand or last[0] == hand):
            held = last[1]
        else:
            held = self._write_hand(viewer, hand)
        seat, moves = viewer.seat, b""
        for ask in asks:
            if seat in ask.seats:
                moves = self._write_moves(viewer, view)
                break
        # Joined: to look for the places in a format takes longer than to copy.
        shown = self._views[viewer] = b"".join(
            (
                self._board or self._write_board(board),
                b',"hand":',
                held,
                b',"asks":',
                self._asks[1] if asks is self._asks[0] else self._write_asks(asks),
                b',"moves":[',
                moves,
                b"]",
            )
        )
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

    def _write_hand(self, viewer: Viewer, hand: Hand) -> bytes:
        text = self._tools.write_hand(hand)
        self._hands[viewer] = hand, text
        return text

    def _write_asks(self, asks: tuple[Ask, ...]) -> bytes:
        """Where nothing is kept from anybody all viewers have the same asks."""
        write, prefix, aliases = self._tools.write_ask, self._prefix, self._aliases
        text = b"[%b]" % b",".join([write(ask, prefix + aliases.get(ask.id, ask.id)) for ask in asks])
        self._asks = asks, text
        return text

    def _write_moves(self, viewer: Viewer, view: AnyView) -> bytes:
        """What a seat that is asked may choose. Free text is typed: samples of it could be words to win with."""
        kinds, free = self._tools.game.meta.kinds, self._tools.free
        for ask in view.asks:
            if viewer.seat in ask.seats and not (free and free.issuperset(kinds[ask.kind].actions)):
                moves = self._tools.game.moves(view, SeededLuck(PUBLIC))
                shown = [move for move in moves if type(move) not in free] if free else moves
                return self._tools.write_offer(shown)
        return b""


class _Heads(dict[Seat | None, bytes]):
    """How a frame begins, by whose it is."""

    def __missing__(self, seat: Seat | None) -> bytes:
        head = self[seat] = b'{"tell":"frame","seat":%b,"number":' % (b"null" if seat is None else b"%d" % seat)
        return head


_HEADS: Final = _Heads()


def write_news(seat: Seat | None, number: int, time: bytes, view: bytes) -> bytes:
    """The message where nothing was told and it is no snapshot, as `write_frame` has it."""
    return b'%b%d,"snapshot":false,"captions":[],%b,%b}' % (_HEADS[seat], number, time, view)


def write_frame(
    seat: Seat | None, number: int, is_snapshot: bool, captions: Sequence[bytes], time: bytes, view: bytes
) -> bytes:
    """The message, put together from what was written before."""
    return b"".join(
        (
            _HEADS[seat],
            b"%d" % number,
            b',"snapshot":true,"captions":[' if is_snapshot else b',"snapshot":false,"captions":[',
            b",".join(captions) if captions else b"",
            b"],",
            time,
            b",",
            view,
            b"}",
        )
    )
