"""What the last input had to say, in one language: each sentence is written once, for all who read the same one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from tablee.kernel.codec import Json
from tablee.kernel.game import Caption, Seat, is_told
from tablee.server.show.voice import facts_json
from tablee.server.wire import tells as t
from tablee.words import Words

_encode: Final = msgspec.json.Encoder().encode


class News:
    """The captions of one input, as they go over the wire."""

    __slots__ = ("_captions", "_facts", "_words", "_written")

    def __init__(self, captions: Sequence[Caption], words: Words) -> None:
        self._captions = captions
        self._words = words
        self._facts: dict[int, dict[str, Json]] = {}
        self._written: dict[tuple[int, str], bytes] = {}
        """By the caption's place in the list and the code of the sentence, which differs for whom it is about."""

    def told(self, seat: Seat | None, you: Seat | None) -> tuple[bytes, ...]:
        """What is told to this seat, as somebody at seat `you` reads it. To whom else is nobody's business."""
        return tuple(
            [
                self._text(number, caption, you)
                for number, caption in enumerate(self._captions)
                if is_told(caption.to, seat)
            ]
        )

    def _text(self, number: int, caption: Caption, you: Seat | None) -> bytes:
        code = self._words.address(caption, you)
        text = self._written.get((number, code))
        if text is None:
            facts = self._facts.get(number)
            if facts is None:
                facts = self._facts[number] = facts_json(caption.facts)
            sentence = self._words.spoken(code, caption.facts)
            told: t.Caption = {"code": caption.code, "facts": facts, "text": sentence}
            text = self._written[number, code] = _encode(told)
        return text
