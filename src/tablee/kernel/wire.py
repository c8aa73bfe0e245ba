"""All codecs of one game, and its record as text: one line of JSON for the header, for each entry, for the ending."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Generic

from tablee.kernel.codec import Codec, Json, Malformed, codec_for, parse, tagged
from tablee.kernel.frames import Frame
from tablee.kernel.game import A, B, Caption, Game, H, O, Outcome, S, View
from tablee.kernel.record import Ending, Entry, Header, Record

FORMAT = 1


class BadRecord(Exception):
    """This text is no whole record. `line` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class Wire(Generic[O, S, A, B, H]):
    """Strict JSON for everything of this game that may leave the table."""

    def __init__(self, game: Game[O, S, A, B, H]) -> None:
        meta = game.meta
        actions = {action: None for kind in meta.kinds.values() for action in kind.actions}
        any_action = tagged(*actions)
        view = View[meta.board, meta.hand]  # type: ignore[name-defined]
        self.options: Codec[O] = Codec(meta.options)
        self.action: Codec[A] = Codec(any_action)
        self.view: Codec[View[B, H]] = Codec(view)
        self.frame: Codec[Frame[B, H]] = Codec(Frame[meta.board, meta.hand])  # type: ignore[name-defined]
        self.caption = codec_for(Caption)
        self.outcome = codec_for(Outcome)
        self._header: Codec[Header[O]] = Codec(Header[meta.options])  # type: ignore[name-defined]
        self._entry: Codec[Entry[A]] = Codec(Entry[any_action])  # type: ignore[valid-type]
        self._ending = codec_for(Ending)

    def write_record(self, record: Record[O, A]) -> str:
        """The record as text. A finished one ends with a line that seals all lines before it and itself."""
        lines = [f'{{"tablee":{FORMAT},"header":{self._header.dumps(record.header)}}}\n']
        lines += [f"{self._entry.dumps(entry)}\n" for entry in record.entries]
        if record.ending is not None:
            ending = self._ending.to_json(record.ending)
            lines.append(_line({"ending": ending, "sha256": _seal(lines, ending)}))
        return "".join(lines)

    def read_record(self, text: str) -> Record[O, A]:
        """The record of this text, or BadRecord. A record without its ending is one of a game that still runs."""
        # Not splitlines: what somebody typed may hold a line separator, and it is only text.
        lines = [f"{line}\n" for line in text.split("\n")]
        last = lines.pop()[:-1]
        if last:
            lines.append(last)
        record: Record[O, A] | None = None
        for number, line in enumerate(lines, 1):
            if record is not None and record.ending is not None:
                raise BadRecord(number, "something follows the ending")
            if not line.endswith("\n"):
                raise BadRecord(number, "the line is cut short")
            try:
                value = parse(line)
                if record is None:
                    record = Record(self._header.from_json(_envelope(value, "header")))
                elif isinstance(value, dict) and "ending" in value:
                    record.ending = self._ending.from_json(value["ending"])
                    if value != {"ending": value["ending"], "sha256": _seal(lines[: number - 1], value["ending"])}:
                        raise BadRecord(number, "the seal is broken: something was changed, added or removed")
                else:
                    record.entries.append(self._entry.from_json(value))
            except Malformed as error:
                raise BadRecord(number, str(error)) from error
        if record is None:
            raise BadRecord(1, "the file is empty")
        return record


def game_of(text: str) -> str:
    """The id of the game this record is of, from its first line."""
    try:
        header = _envelope(parse(text.partition("\n")[0]), "header")
    except Malformed as error:
        raise BadRecord(1, str(error)) from error
    game = header.get("game") if isinstance(header, dict) else None
    if not isinstance(game, str):
        raise BadRecord(1, "it does not name its game")
    return game


def _envelope(value: Json, content: str) -> Json:
    if not isinstance(value, dict) or value.keys() != {"tablee", content}:
        raise Malformed("", "this is not the first line of a Tablée record")
    if value["tablee"] is True or value["tablee"] != FORMAT:
        raise Malformed("", f"the file has format {value['tablee']}, this program reads format {FORMAT}")
    return value[content]


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def _seal(lines: list[str], ending: Json) -> str:
    return sha256(("".join(lines) + _line(ending)).encode()).hexdigest()
