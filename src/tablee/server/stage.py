"""What is shown of a running table: each view encoded once, however many look at it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tablee.kernel.codec import Json
from tablee.kernel.frames import heard
from tablee.kernel.game import ALL, Ask, Viewer
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.server.archive import AnyTable, Kit
from tablee.server.people import Place
from tablee.server.voice import facts_json, names_of, words_of
from tablee.words import Words

_encode = msgspec.json.Encoder().encode


class Stage:
    """Encodes the views of one table. Tell it when the table has changed."""

    def __init__(self, kit: Kit, table: AnyTable, places: Sequence[Place]) -> None:
        self._kit = kit
        self._table = table
        self._words: dict[str, Words] = {}
        self.call_by(places)
        self.changed()

    def call_by(self, places: Sequence[Place]) -> None:
        """These people sit here now."""
        self._places = places
        self._words.clear()

    def words(self, language: str) -> Words:
        words = self._words.get(language)
        if words is None:
            names = names_of(self._kit.found, self._places, language)
            words = self._words[language] = words_of(self._kit.found, language, names)
        return words

    def changed(self) -> None:
        """The table took an input: nothing encoded before is true any more."""
        self._board: bytes | None = None
        self._outcome: bytes | None = None
        self._asks: tuple[tuple[Ask, ...] | None, bytes] = (None, b"")
        self._views: dict[Viewer, bytes] = {}
        self._captions: dict[tuple[int | None, str], tuple[bytes, ...]] = {}

    def view(self, viewer: Viewer) -> bytes:
        """The fields of a frame that show this viewer's view, without what changes from frame to frame."""
        shown = self._views.get(viewer)
        if shown is None:
            shown = self._views[viewer] = self._encode_view(viewer)
        return shown

    def captions(self, seat: int | None, language: str) -> tuple[bytes, ...]:
        """What this viewer is told of the last input."""
        if not self._table.captions:
            return ()
        told = self._captions.get((seat, language))
        if told is None:
            words = self.words(language)
            told = self._captions[seat, language] = tuple(
                _encode({"code": caption.code, "facts": facts_json(caption.facts), "text": words.caption(caption)})
                for caption in heard(self._table.captions, Viewer(seat))
            )
        return told

    def _encode_asks(self, asks: tuple[Ask, ...]) -> bytes:
        """Where nothing is kept from anybody all viewers have the same asks."""
        shown, encoded = self._asks
        if asks is not shown:
            encoded = _encode([_ask_json(ask) for ask in asks])
            self._asks = asks, encoded
        return encoded

    def _encode_view(self, viewer: Viewer) -> bytes:
        table = self._table
        view = table.view(viewer)
        if self._board is None or self._outcome is None:
            self._board = _encode(self._kit.board.to_json(view.board))
            outcome = table.outcome
            self._outcome = b"null" if outcome is None else _encode(self._kit.wire.outcome.to_json(outcome))
        hand = b"null" if view.hand is None else _encode(self._kit.hand.to_json(view.hand))
        asks = self._encode_asks(view.asks)
        moves = b"[]"
        if viewer.seat is not None and any(viewer.seat in ask.seats for ask in view.asks):
            to_json = self._kit.wire.action.to_json
            moves = _encode([to_json(move) for move in self._kit.game.moves(view, _public_luck())])
        return b'"board":%b,"hand":%b,"asks":%b,"moves":%b,"outcome":%b' % (
            self._board,
            hand,
            asks,
            moves,
            self._outcome,
        )


def _ask_json(ask: Ask) -> Json:
    """As the kernel's codec has it; a view's asks are without their audiences."""
    return {
        "id": ask.id,
        "kind": ask.kind,
        "seats": list(ask.seats),
        "awaited": list(ask.awaited),
        "until": ask.until,
        "to": ALL,
        "awaited_to": ALL,
    }


def _public_luck() -> Luck:
    """Where there are too many moves to show, which ones are shown depends on nothing secret."""
    return SeededLuck(seed_from("moves"))
