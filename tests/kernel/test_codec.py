"""Strict JSON: a codec takes just what its type says, gives it back unchanged, and never takes a State."""

from __future__ import annotations

import gc
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Generic, Literal, NamedTuple, TypeVar

import pytest
from examples.morpion import Mark, Position, look
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.toys import Leave, Roll, Say, Stage, StageOptions

from tablee.kernel import ASeat, Between, Caption, Options, Outcome, State
from tablee.kernel.codec import Codec, Json, Malformed, codec_for, parse, tagged
from tablee.kernel.game import Fact

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Everything:
    number: int
    text: str
    flag: bool
    maybe: int | None
    word: Literal["up", "down", 1]
    ranged: Annotated[int, Between(-2, 9)]
    seat: ASeat
    pair: tuple[int, str]
    many: tuple[bool, ...]
    named: Mapping[str, int]
    inner: Say


FULL = Everything(-5, 'é\u2028\n"', True, None, 1, 9, 2, (0, ""), (True, False), {"b": 2, "a": 1}, Say("hi", (1, 2)))
CODEC = codec_for(Everything)


def as_object(value: Everything = FULL) -> dict[str, Json]:
    made = CODEC.to_json(value)
    assert isinstance(made, dict)
    return made


def as_text(value: Json) -> str:
    """As JSON's own library writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


# Round trips.


def test_what_is_written_is_read_again() -> None:
    assert CODEC.loads(CODEC.dumps(FULL)) == FULL


def test_the_text_is_compact_readable_json() -> None:
    assert codec_for(Caption).dumps(Caption("said", {"text": "été", "seat": 1}, (0, 2))) == (
        '{"code":"said","facts":{"seat":1,"text":"été"},"to":[0,2]}'
    )


def test_the_text_does_not_depend_on_the_order_of_a_mapping() -> None:
    assert codec_for(dict[str, int]).dumps({"b": 2, "a": 1}) == '{"a":1,"b":2}'


def texts() -> st.SearchStrategy[str]:
    return st.text(st.characters(exclude_categories=["Cs"]))


def facts() -> st.SearchStrategy[Fact]:
    return st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        texts(),
        st.lists(st.integers()).map(tuple),
        st.lists(texts()).map(tuple),
    )


@given(
    st.builds(
        Everything,
        number=st.integers(),
        text=texts(),
        flag=st.booleans(),
        maybe=st.none() | st.integers(),
        word=st.sampled_from(["up", "down", 1]),
        ranged=st.integers(-2, 9),
        seat=st.integers(0, 11),
        pair=st.tuples(st.integers(), texts()),
        many=st.lists(st.booleans()).map(tuple),
        named=st.dictionaries(texts(), st.integers()),
        inner=st.builds(Say, texts(), st.lists(st.integers()).map(tuple)),
    )
)
def test_every_value_of_a_type_survives_the_trip(value: Everything) -> None:
    assert CODEC.loads(CODEC.dumps(value)) == value
    assert CODEC.loads(CODEC.dumps(value).encode()) == value
    assert CODEC.dumps(value) == as_text(CODEC.to_json(value))


@given(st.builds(Caption, texts(), st.dictionaries(texts(), facts()), st.just("all") | st.tuples(st.integers(0, 5))))
def test_every_caption_survives_the_trip(caption: Caption) -> None:
    codec = codec_for(Caption)
    back = codec.loads(codec.dumps(caption))
    assert back == caption
    assert codec.dumps(caption) == as_text(codec.to_json(caption))
    # True is not 1, here at least.
    assert [type(fact) for fact in back.facts.values()] == [type(caption.facts[name]) for name in back.facts]


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(JSON_VALUES)
def test_anything_else_is_malformed_and_nothing_worse(value: Json) -> None:
    for codec in (CODEC, codec_for(Caption), codec_for(Outcome), Codec(Say | Roll | None)):
        try:
            made: object = codec.from_json(value)
        except Malformed:
            continue
        assert codec.to_json(made) == value


@given(st.sampled_from(sorted(as_object())), JSON_VALUES)
def test_one_wrong_field_spoils_the_whole(name: str, value: Json) -> None:
    changed = as_object() | {name: value}
    try:
        made, where = CODEC.from_json(changed), None
    except Malformed as error:
        made, where = FULL, error.where
    # Either this very value was read, or this very field was complained of.
    assert as_object(made) == changed if where is None else where.startswith(f".{name}")


# Strictness.


def test_an_extra_field_is_malformed() -> None:
    with pytest.raises(Malformed, match=r"^\.cheat: nobody asked for this$"):
        CODEC.from_json(as_object() | {"cheat": 1})


@pytest.mark.parametrize("name", sorted(as_object()))
def test_a_missing_field_is_malformed_even_where_a_default_exists(name: str) -> None:
    changed = as_object()
    del changed[name]
    with pytest.raises(Malformed, match=rf"^\.{name}: this is missing$"):
        CODEC.from_json(changed)
    with pytest.raises(Malformed, match=r"^\.acts: this is missing$"):
        codec_for(StageOptions).from_json({"mood": "calm", "encore": False, "first": "random"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("number", "5"),
        ("number", None),
        ("number", True),
        ("number", [5]),
        ("text", 5),
        ("text", None),
        ("flag", 1),
        ("flag", 0),
        ("flag", "true"),
        ("maybe", False),
        ("maybe", ""),
        ("word", "left"),
        ("word", True),
        ("word", None),
        ("word", "1"),
        ("ranged", 10),
        ("ranged", -3),
        ("ranged", 10**40),
        ("ranged", True),
        ("seat", -1),
        ("seat", False),
        ("seat", "0"),
        ("pair", [0]),
        ("pair", [0, "", 0]),
        ("pair", {"0": 0}),
        ("pair", ["", 0]),
        ("many", [True, 1]),
        ("many", "true"),
        ("many", None),
        ("named", {"a": None}),
        ("named", [["a", 1]]),
        ("inner", None),
        ("inner", {"text": "hi"}),
        ("inner", {"text": "hi", "to": [1, "2"]}),
        ("inner", {"type": "Say", "text": "hi", "to": []}),
    ],
)
def test_a_wrong_value_is_malformed_and_its_place_is_named(name: str, value: Json) -> None:
    with pytest.raises(Malformed) as caught:
        CODEC.from_json(as_object() | {name: value})
    assert caught.value.where.startswith(f".{name}")


def test_the_place_of_an_error_is_a_path() -> None:
    with pytest.raises(Malformed, match=r"^\.inner\.to\[1\]: expected a whole number$"):
        CODEC.from_json(as_object() | {"inner": {"text": "hi", "to": [1, "2"]}})


@pytest.mark.parametrize("low_high", [(-2, True), (9, True), (-3, False), (10, False)])
def test_both_ends_of_a_range_are_in_it(low_high: tuple[int, bool]) -> None:
    number, is_fine = low_high
    if is_fine:
        assert CODEC.from_json(as_object() | {"ranged": number}).ranged == number
    else:
        with pytest.raises(Malformed, match="from -2 to 9"):
            CODEC.from_json(as_object() | {"ranged": number})


# JSON itself.


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        '{"cell":}',
        '{"cell":4',
        "{'cell':4}",
        '{"cell":4,}',
        '{"cell":4}{"cell":5}',
        "hello",
        "\ufeff{}",
        "01",
        "+1",
        '"\t"',
        b"\xff\xfe{\x00}\x00",
        b'{"cell":"\xe9"}',
        "\x00",
    ],
)
def test_what_is_not_json_is_malformed(text: str | bytes) -> None:
    with pytest.raises(Malformed):
        parse(text)


@pytest.mark.parametrize(
    "text", ["NaN", "Infinity", "-Infinity", "1.0", "1e3", "-0.5", "[1.5]", '{"cell":4.0}', "1E400"]
)
def test_there_are_whole_numbers_only(text: str) -> None:
    with pytest.raises(Malformed, match="is no whole number"):
        parse(text)


@pytest.mark.parametrize(
    "text", ['{"cell":4,"cell":5}', '{"cell":4,"cell":4}', '[{"a":{"b":1,"b":2}}]', '{"a":1,"\\u0061":2}']
)
def test_a_key_stands_in_an_object_once(text: str) -> None:
    with pytest.raises(Malformed, match="twice"):
        parse(text)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000])
def test_deep_nesting_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        parse(text)


def test_a_huge_number_is_malformed() -> None:
    with pytest.raises(Malformed):
        codec_for(Mark).loads('{"cell":' + "9" * 5_000 + "}")
    with pytest.raises(Malformed):
        codec_for(Mark).loads('{"cell":' + "9" * 4_000 + "}")


@pytest.mark.parametrize("text", ['"\\ud800"', '{"\\udfff":1}', '["\\ud83d \\ude00"]', '"\ud800"'])
def test_half_a_character_is_malformed(text: str) -> None:
    # It could be played and recorded, and then no file could hold the record.
    with pytest.raises(Malformed, match="UTF-8"):
        parse(text)


def test_a_whole_character_may_be_escaped() -> None:
    assert parse('"\\ud83d\\ude00\\u00e9"') == "😀é"


# Unions and tags.

ACTION = Codec[Say | Roll | Leave](tagged(Say, Roll, Leave))


def test_actions_are_told_apart_by_their_tag() -> None:
    for action in (Say("hi"), Roll(6), Leave()):
        assert ACTION.loads(ACTION.dumps(action)) == action
    assert ACTION.dumps(Roll(6)) == '{"type":"Roll","sides":6}'


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"Dance"}',
        '{"type":"Stage"}',
        '{"type":"roll","sides":6}',
        '{"type":null,"sides":6}',
        '{"type":["Roll"],"sides":6}',
        '{"type":"Roll"}',
        '{"type":"Roll","sides":0}',
        '{"type":"Roll","sides":101}',
        '{"type":"Leave","sides":6}',
        '{"sides":6}',
        "{}",
        "[]",
        "null",
        '"Leave"',
    ],
)
def test_an_unknown_or_misshapen_action_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        ACTION.loads(text)


def test_a_single_kind_of_action_is_tagged_too() -> None:
    # A second verb in a later version must not change how the first is written.
    codec = Codec[Mark](tagged(Mark))
    assert codec.dumps(Mark(4)) == '{"type":"Mark","cell":4}'
    assert codec.loads('{"type":"Mark","cell":4}') == Mark(4)
    with pytest.raises(Malformed):
        codec.loads('{"cell":4}')


def test_a_lone_record_beside_none_needs_no_tag() -> None:
    codec = Codec[Mark | None](Mark | None)
    assert codec.dumps(Mark(4)) == '{"cell":4}'
    assert codec.loads("null") is None


def test_true_and_one_are_kept_apart_in_a_union() -> None:
    codec = Codec[Fact](Fact)
    assert codec.loads("true") is True
    assert type(codec.loads("1")) is int
    with pytest.raises(Malformed):
        codec.loads('[1,"a"]')


# Generic records.


class Pair(NamedTuple, Generic[T]):
    first: T
    rest: tuple[T, ...]
    maybe: T | None


def test_the_fields_of_a_generic_tuple_are_of_its_argument() -> None:
    codec = Codec[Pair[int]](Pair[int])
    value = Pair(1, (2, 3), None)
    assert codec.dumps(value) == '{"first":1,"rest":[2,3],"maybe":null}'
    assert codec.loads(codec.dumps(value)) == value
    with pytest.raises(Malformed, match=r"^\.rest\[0\]"):
        codec.loads('{"first":1,"rest":["2"],"maybe":null}')


def test_generic_records_may_be_nested() -> None:
    codec = Codec[Pair[Pair[str]]](Pair[Pair[str]])
    inner = Pair("a", ("b",), "c")
    assert codec.loads(codec.dumps(Pair(inner, (inner,), None))) == Pair(inner, (inner,), None)


def test_a_generic_record_without_its_argument_has_no_codec() -> None:
    with pytest.raises((TypeError, KeyError)):
        Codec(Pair)


# Writing is strict as well.


@pytest.mark.parametrize(
    "value",
    [
        Roll(0),
        Roll(101),
        Roll(True),
        Say(5),  # type: ignore[arg-type]
        Say("a", ["b"]),  # type: ignore[arg-type]
        Say("a", (None,)),  # type: ignore[arg-type]
        Stage(),
        None,
    ],
)
def test_what_could_not_be_read_again_is_not_written(value: Say | Roll | Leave) -> None:
    for write in (ACTION.to_json, ACTION.dumps):
        with pytest.raises(TypeError):
            write(value)


def test_only_texts_are_keys() -> None:
    for write in (codec_for(dict[str, int]).to_json, codec_for(dict[str, int]).dumps):
        with pytest.raises(TypeError):
            write({1: 2})
    with pytest.raises(TypeError, match="keys"):
        Codec(dict[int, int])


@pytest.mark.parametrize("value", ["c", True, None, "1", ["a"]])
def test_a_literal_is_not_its_look_alike(value: object) -> None:
    codec = Codec[object](Literal["a", 1])
    for write in (codec.to_json, codec.dumps):
        with pytest.raises(TypeError):
            write(value)


@pytest.mark.parametrize("kind", [float, bytes, object, list[int], set[int], complex, type])
def test_some_types_have_no_strict_json(kind: object) -> None:
    with pytest.raises(TypeError, match="no strict JSON"):
        Codec(kind)


@dataclass(frozen=True, slots=True)
class Scale:
    weight: float


@dataclass(frozen=True, slots=True)
class Shop:
    name: str
    scales: tuple[Scale, ...]


def test_a_type_without_json_is_named_with_the_fields_it_lies_in() -> None:
    with pytest.raises(TypeError, match=r"^Shop\.scales: Scale\.weight: no strict JSON for float$"):
        Codec(Shop)


# No State.


@dataclass(frozen=True, slots=True)
class Smuggler:
    name: str
    state: Position


@dataclass(frozen=True, slots=True)
class Accomplice(Options):
    luggage: tuple[Smuggler, ...] = ()


@pytest.mark.parametrize(
    "kind",
    [
        State,
        Position,
        Smuggler,
        Accomplice,
        Position | None,
        tuple[Position, ...],
        tuple[int, Position],
        dict[str, Position],
        Pair[Position],
        Pair[Pair[Smuggler]],
        Annotated[Position, "harmless"],
    ],
)
def test_a_state_has_no_codec_wherever_it_hides(kind: object) -> None:
    with pytest.raises(TypeError, match="is a State: no state ever crosses a boundary"):
        Codec(kind)


def test_a_state_put_where_something_else_belongs_is_not_written() -> None:
    state = Position(2, look(("",) * 9), 0)
    for write in (CODEC.to_json, CODEC.dumps):
        with pytest.raises(TypeError):
            write(state)
    for tell in (codec_for(Caption).to_json, codec_for(Caption).dumps):
        with pytest.raises(TypeError):
            tell(Caption("leak", {"state": state}, "all"))  # type: ignore[dict-item]


def test_json_can_be_read_by_everybody_else() -> None:
    assert json.loads(CODEC.dumps(FULL)) == as_object()


def test_what_was_read_leaves_nothing_to_be_collected() -> None:
    """Circles wait for the collector, and while it looks for them everybody waits."""
    codec = Codec[str | None](str | None)
    gc.collect()
    gc.disable()
    try:
        assert [codec.loads("null") for _ in range(10)] == [None] * 10
        assert gc.collect() == 0
    finally:
        gc.enable()
