"""What a line typed at the table means: a command, a move by its number, or a move by its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Final, Literal, TypeAlias, get_type_hints
from unicodedata import combining, normalize

from tablee.cli.screen import AnyView, Parse, plain_name
from tablee.kernel.codec import Codec, Json, Malformed
from tablee.kernel.game import Action, Refusal

Command: TypeAlias = Literal["help", "rules", "all rules", "moves", "show", "wait", "quit"]

LONGEST: Final = 500

_COMMANDS: Final[dict[str, Command]] = {
    "aide": "help", "help": "help", "?": "help",
    "regles": "rules", "rules": "rules",
    "regles tout": "all rules", "rules all": "all rules", "toutes les regles": "all rules",
    "coups": "moves", "moves": "moves",
    "voir": "show", "show": "show",
    "attendre": "wait", "wait": "wait",
    "quit": "quit", "quitter": "quit", "exit": "quit", "q": "quit",
}  # fmt: skip


def plain(text: str) -> str:
    """Without accents, capitals or spare spaces: « Règles » is `regles`."""
    bare = "".join(char for char in normalize("NFD", text) if not combining(char))
    return " ".join(bare.casefold().split())


def command_of(line: str) -> Command | None:
    return _COMMANDS.get(plain(line))


class Reader:
    """Turns what a player types into an action that is open to them, or says why it cannot."""

    def __init__(self, codec: Codec[Action], parse: Parse | None) -> None:
        self._codec = codec
        self._parse = parse

    def read(
        self, line: str, view: AnyView, moves: Sequence[Action], kinds: Sequence[type[Action]]
    ) -> Action | Refusal:
        """`moves` are those there are, `kinds` the types of action that are asked for."""
        if len(line) > LONGEST:
            return Refusal("too_long", {"most": LONGEST})
        if self._parse is not None:
            return self._parse(line, view) or Refusal("not_understood", {"text": line.strip()})
        text = plain(line)
        if text.isascii() and text.isdecimal():
            number = int(text)
            if 1 <= number <= len(moves):
                return moves[number - 1]
            return Refusal("no_such_move", {"number": number, "count": len(moves)})
        named = next((move for move in moves if plain(plain_name(move)) == text), None)
        return named or self._build(line, kinds) or Refusal("not_understood", {"text": line.strip()})

    def _build(self, line: str, kinds: Sequence[type[Action]]) -> Action | None:
        """`say what one likes`: a name and its values; the last takes the rest of the line if it is a text."""
        name, _, rest = line.strip().partition(" ")
        kind = next((kind for kind in kinds if plain(kind.__name__) == plain(name)), None)
        if kind is None:
            return None
        names = [field.name for field in fields(kind)]
        hints = get_type_hints(kind)
        values = rest.split(None, len(names) - 1) if names else []
        if len(values) != len(names):
            return None
        made: dict[str, Json] = {"type": kind.__name__}
        for field, value in zip(names, values, strict=True):
            is_number = hints[field] is int and value.removeprefix("-").isdecimal() and len(value) < 10
            made[field] = int(value) if is_number else value.strip()
        try:
            return self._codec.from_json(made)
        except Malformed:
            return None
