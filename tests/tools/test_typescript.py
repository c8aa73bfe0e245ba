"""Each kind of Python type as TypeScript, just as the codec writes it in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, NamedTuple, NotRequired, TypeAlias, TypedDict, TypeVar

import msgspec
import pytest
from tools.make_types import WIRE, all_files
from tools.typescript.sheet import Sheet, field_name
from tools.typescript.source import Named, named_hints_of
from tools.typescript.structs import Structs

from tablee.games import find, known_games
from tablee.kernel.game import Board, Fact, Ms, Seat, State
from tablee.kernel.options import APack, ASeat, Between
from tablee.kernel.shape import Choice, Fields, Lookup, Noted, Row, Series, Shape, shape_of, tagged

T = TypeVar("T")
Suit: TypeAlias = Literal["heart", "spade"]


@dataclass(frozen=True)
class Card:
    """One of the deck."""

    suit: Suit
    owner: Seat | None
    """Who has it."""


@dataclass(frozen=True)
class Joker:
    pass


class Pile(NamedTuple):
    cards: tuple[Card, ...]
    until: Ms


@dataclass(frozen=True)
class Pair(Generic[T]):
    left: T
    right: T


@dataclass(frozen=True)
class Talon(Board):
    top: Card
    drawn: Card | Joker


def expression(kind: object) -> str:
    return Sheet().expression(shape_of(kind, named_hints_of))


def sheet_of(kind: object, name: str = "It") -> str:
    sheet = Sheet()
    sheet.declare(name, kind)
    return sheet.text()


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (int, "number"),
        (str, "string"),
        (bool, "boolean"),
        (type(None), "null"),
        (int | None, "number | null"),
        (Literal["a", 2, True, None], "'a' | 2 | true | null"),
        (Literal["it's", 'so "so"', "a\\b"], "'it\\'s' | 'so \"so\"' | 'a\\\\b'"),
        (Literal["random"] | Annotated[int, Between(1, 40)], "'random' | number"),
        (Literal["random"] | ASeat, "'random' | Seat"),
        (APack, "string"),
        (tuple[int, ...], "number[]"),
        (tuple[int | None, ...], "(number | null)[]"),
        (tuple[tuple[int, ...], ...], "number[][]"),
        (tuple[int, str], "[number, string]"),
        (tuple[int], "[number]"),
        (tuple[()], "[]"),
        (Mapping[str, int], "{ [key: string]: number }"),
        (dict[str, tuple[int | str, ...]], "{ [key: string]: (number | string)[] }"),
        (tuple[int, ...] | tuple[str, ...], "number[] | string[]"),
        (Annotated[int, Between(0, 1)] | int, "number"),
        (Fact, "boolean | number | string | number[] | string[] | null"),
    ],
)
def test_each_kind_of_type(kind: object, written: str) -> None:
    assert expression(kind) == written


def test_a_record_is_an_interface_with_its_sentences() -> None:
    assert sheet_of(Card, "PileCard") == (
        "/** One of the deck. */\n"
        "export interface PileCard {\n"
        "  suit: Suit;\n"
        "  /** Who has it. */\n"
        "  owner: Seat | null;\n"
        "}\n\n"
        "export type Suit = 'heart' | 'spade';\n"
    )


def test_a_set_of_words_with_a_name_is_declared_once() -> None:
    assert sheet_of(tuple[Card, Pile]).count("'heart'") == 1


def test_a_named_tuple_is_an_object_as_the_codec_writes_it() -> None:
    assert "export interface Pile {\n  cards: Card[];\n  until: Ms;\n}\n" in sheet_of(Pile, "Pile")


def test_what_is_needed_is_declared_once() -> None:
    text = sheet_of(tuple[Pile, Card], "Both")
    assert text.count("export interface Card ") == 1
    assert text.startswith("export type Both = [Pile, Card];\n")


def test_one_of_several_is_told_apart_by_its_type_field() -> None:
    text = sheet_of(tagged(Card, Joker))
    assert "export type It = Card | Joker;\n" in text
    assert "export type Joker = { type: 'Joker' };\n" in text
    assert "  type: 'Card';\n  suit: Suit;\n" in text


def test_a_single_action_bears_its_tag_too() -> None:
    assert "export type Joker = { type: 'Joker' };\n" in sheet_of(tagged(Joker))


def test_the_same_class_with_and_without_a_tag_is_two_types() -> None:
    text = sheet_of(Talon, "Talon")
    assert "  top: Card;\n  drawn: Card2 | Joker;\n" in text
    assert "export interface Card {\n  suit" in text
    assert "export type Card2 = {\n  type: 'Card';\n" in text


def test_a_generic_class_is_declared_for_each_of_its_uses() -> None:
    text = sheet_of(tuple[Pair[int], Pair[str], Pair[int]])
    assert "export type It = [Pair, Pair2, Pair];\n" in text
    assert "export interface Pair {\n  left: number;" in text
    assert "export interface Pair2 {\n  left: string;" in text


def test_names_of_the_wire_are_not_taken_by_a_game() -> None:
    sheet = Sheet({}, elsewhere=("Card",))
    assert sheet.expression(shape_of(Card, named_hints_of)) == "Card2"


def test_what_has_a_name_elsewhere_is_used_and_noted_for_the_import() -> None:
    sheet = Sheet({shape_of(Card, named_hints_of): "Card"}, elsewhere=("Card", "Joker", "Ms", "Seat"))
    assert sheet.expression(shape_of(Pile, named_hints_of)) == "Pile"
    assert sheet.used == {"Card", "Ms"}


def test_a_state_has_no_type_on_the_page() -> None:
    with pytest.raises(TypeError, match="no state ever crosses a boundary"):
        sheet_of(State)


def test_a_key_that_is_no_identifier_is_quoted() -> None:
    assert field_name("by-hand") == "'by-hand'"
    assert field_name("by_hand") == "by_hand"


# Messages: as msgspec reads and writes them.


class Inner(TypedDict):
    value: int | None
    more: NotRequired[list[str]]
    """If there are any."""


class Outer(TypedDict):
    tell: Literal["outer"]
    inner: Inner
    seat: Annotated[int, msgspec.Meta(title="Seat")]
    board: Annotated[dict[str, Any], msgspec.Meta(title="B")]


class Wish(msgspec.Struct, tag_field="do", tag="wish", kw_only=True):
    from_: int = msgspec.field(name="from")
    percent: int | float
    level: str | None = None


def test_messages_are_as_msgspec_has_them() -> None:
    sheet = Sheet()
    structs = Structs(sheet, {"Outer": {"B": "= unknown"}})
    assert structs.told(Outer, "tell") == "({ tell: 'outer' } & Outer)"
    assert structs.command(Wish) == "WishCommand"
    assert sheet.text() == (
        "export interface Outer<B = unknown> {\n  inner: Inner;\n  seat: Seat;\n  board: B;\n}\n\n"
        "export interface Inner {\n  value: number | null;\n  /** If there are any. */\n  more?: string[];\n}\n\n"
        "export type Seat = number;\n\n"
        "export interface WishCommand {\n  do: 'wish';\n  from: number;\n  percent: number;\n"
        "  level?: string | null;\n}\n"
    )


# The types of the house.


def without_names(shape: Shape) -> Shape:
    """The shape as the codec has it."""
    match shape:
        case Noted(base, Named()):
            return without_names(base)
        case Noted(base, note):
            return Noted(without_names(base), note)
        case Series(item):
            return Series(without_names(item))
        case Row(items):
            return Row(tuple(map(without_names, items)))
        case Lookup(item):
            return Lookup(without_names(item))
        case Fields(cls, tag, fields):
            return Fields(cls, tag, tuple((name, without_names(part)) for name, part in fields))
        case Choice(records, others):
            shapes = tuple(map(without_names, records))
            return Choice(tuple(one for one in shapes if isinstance(one, Fields)), tuple(map(without_names, others)))
        case _:
            return shape


@pytest.mark.parametrize("name", known_games())
def test_the_page_is_shown_what_the_codec_writes(name: str) -> None:
    meta = find(name).game.meta
    actions = [action for kind in meta.kinds.values() for action in kind.actions]
    for kind in (meta.options, meta.board, meta.hand, tagged(*actions)):
        assert without_names(shape_of(kind, named_hints_of)) == shape_of(kind)


def test_the_committed_types_are_those_of_python() -> None:
    stale = [path for path, text in all_files().items() if not path.exists() or path.read_text("utf-8") != text]
    assert stale == [], "Run 'make types-ts'."


def test_every_game_with_screens_has_its_types() -> None:
    with_screens = {find(name).folder / "web" for name in known_games() if (find(name).folder / "web").is_dir()}
    assert {path.parent for path in all_files()} == {WIRE.parent, *with_screens}
