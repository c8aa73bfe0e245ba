"""Texts of what is shown, by msgspec: byte for byte those of the codec, and no more lenient than they may be."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

import pytest
from examples.morpion import Mark, Position, look
from hypothesis import given
from hypothesis import strategies as st

from tablee.games import AnyGame, Found, find, known_games
from tablee.kernel import Action, Board, Caption, Channel, Hand, Refusal
from tablee.kernel.codec import Codec, tagged
from tablee.kernel.frames import Watcher
from tablee.kernel.game import SCREEN, Fact, Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.replay import watch_trail
from tablee.kernel.table import Table, open_table
from tablee.kit.play import RandomPeople
from tablee.server.show.texts import MOST_TALKS, writer_of
from tablee.server.show.tools import AnyTable, GameTools, tools_of

T = TypeVar("T")
STEPS = 60
TABLES = 3

A_STATE = Position(2, look(("",) * 9), 0)
"""Never leaves the rules."""


# All games.


def found_games() -> list[Found]:
    return [*(find(name) for name in known_games()), find("examples.morpion"), find("examples.buzzer")]


def some_teams(game: AnyGame) -> tuple[str | None, ...]:
    options = game.meta.options()
    seats, teams = game.meta.seats(options)[-1], game.meta.teams(options)
    return tuple(None if teams is None else teams.names[seat % len(teams.names)] for seat in range(seats))


@pytest.mark.parametrize("found", found_games(), ids=lambda found: found.name)
def test_whatever_a_table_shows_is_written_as_the_codec_writes_it(found: Found) -> None:
    tools, game = tools_of(found), found.game
    for number in range(TABLES):
        table = open_table(game, game.meta.options(), some_teams(game), seed_from("texts", number))
        assert isinstance(table, Table)
        viewers = [SCREEN, *(Viewer(seat, held) for seat in range(table.seats) for held in (False, True))]
        watchers = [Watcher(table, viewer) for viewer in viewers]
        people = RandomPeople(table, SeededLuck(seed_from("people", number)), 5)
        for _ in range(STEPS):
            compare(tools, table, watchers, viewers)
            given = people.next_input()
            if given is None:
                break
            if given.seat is None or given.action is None:
                table.expire(given.ask)
            else:
                assert table.play(given.seat, given.ask.id, given.action, given.now) is None
        # What seals a record is the same, whoever wrote the texts.
        assert watch_trail(game, table.record, tools.write_frame)[1] == watch_trail(game, table.record)[1]


def compare(
    tools: GameTools,
    table: AnyTable,
    watchers: list[Watcher[Any, Any, Any, Any, Any]],
    viewers: list[Viewer],
) -> None:
    wire = tools.wire
    entry = table.record.entries[-1]
    assert tools.write_entry(entry) == tools.entry.dumps(entry)
    if table.outcome is not None:
        assert tools.write_outcome(table.outcome).decode() == wire.outcome.dumps(table.outcome)
    for watcher, viewer in zip(watchers, viewers, strict=True):
        frame, view = watcher.frame(), table.view(viewer)
        if frame is not None:
            assert tools.write_frame(frame).decode() == wire.frame.dumps(frame)
        assert tools.write_board(view.board).decode() == tools.board.dumps(view.board)
        if view.hand is not None:
            assert tools.write_hand(view.hand).decode() == tools.hand.dumps(view.hand)
        for move in tools.game.moves(view, SeededLuck(seed_from("moves"))):
            assert tools.write_action(move).decode() == wire.action.dumps(move)


# All shapes.


class Card(NamedTuple):
    name: str
    value: int | None


class Pair(NamedTuple, Generic[T]):
    first: T
    rest: tuple[T, ...]


@dataclass(frozen=True, slots=True)
class Plainly:
    number: int
    _hidden: str
    unit: ClassVar[str] = "€"


@dataclass(frozen=True)
class Alone:
    """Without slots, with a single field."""

    card: Card


@dataclass(frozen=True, slots=True)
class All:
    plain: Plainly
    alone: Alone | None
    cards: tuple[Card, ...]
    rows: tuple[tuple[Card, int], ...]
    maybe: tuple[Card, ...] | None
    pair: tuple[Card, Literal["x", 1]]
    mixed: Card | int | str | None
    twice: tuple[Card, ...] | tuple[int, int, int] | None
    """Told apart by trying only."""
    named: Mapping[str, Card]
    facts: Mapping[str, Fact]
    generic: Pair[Card]
    ranged: Annotated[tuple[Card, ...], "whatever"]


def texts() -> st.SearchStrategy[str]:
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=4)


def cards() -> st.SearchStrategy[Card]:
    return st.builds(Card, texts(), st.none() | st.integers())


def some(items: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(items, max_size=3).map(tuple)


FACTS: st.SearchStrategy[Fact] = st.one_of(
    st.none(), st.booleans(), st.integers(), texts(), some(st.integers()), some(texts())
)


@given(
    st.builds(
        All,
        plain=st.builds(Plainly, st.integers(), texts()),
        alone=st.none() | st.builds(Alone, cards()),
        cards=some(cards()),
        rows=some(st.tuples(cards(), st.integers())),
        maybe=st.none() | some(cards()),
        pair=st.tuples(cards(), st.sampled_from(["x", 1])),
        mixed=st.one_of(cards(), st.integers(), texts(), st.none()),
        twice=st.one_of(some(cards()), st.tuples(*[st.integers()] * 3), st.none()),
        named=st.dictionaries(texts(), cards(), max_size=3),
        facts=st.dictionaries(texts(), FACTS, max_size=3),
        generic=st.builds(Pair, cards(), some(cards())),
        ranged=some(cards()),
    )
)
def test_every_shape_is_written_as_the_codec_writes_it(value: All) -> None:
    assert WRITE_ALL(value).decode() == Codec[All](All).dumps(value)


WRITE_ALL = writer_of(All)


@pytest.mark.parametrize("kind", [int, tuple[Card, ...], Card | None, Literal["a"], Mapping[str, int], Pair[int]])
def test_a_type_need_not_be_an_object(kind: object) -> None:
    values: dict[object, object] = {
        int: 5,
        tuple[Card, ...]: (Card("é", 1),),
        Card | None: None,
        Literal["a"]: "a",
        Mapping[str, int]: {"b": 2, "a": 1},
        Pair[int]: Pair(1, (2, 3)),
    }
    assert writer_of(kind)(values[kind]).decode() == Codec[object](kind).dumps(values[kind])


def test_a_tuple_of_any_class_is_a_list() -> None:
    kind = tuple[Card, Card] | None
    value = Pair(Card("a", 1), Card("b", 2))
    assert writer_of(kind)(value).decode() == Codec[object](kind).dumps(value)


def test_every_character_is_written_alike() -> None:
    every = "".join(chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    assert writer_of(str)(every).decode() == Codec[str](str).dumps(every)


@pytest.mark.parametrize("number", [0, -1, 2**63, -(2**63) - 1, 2**64, 10**40])
def test_numbers_of_any_size_are_written_alike(number: int) -> None:
    assert writer_of(int)(number).decode() == Codec[int](int).dumps(number)


# What is refused.


@dataclass(frozen=True, slots=True)
class Sure(Action):
    yes: bool


@dataclass(frozen=True, slots=True)
class Either(Action):
    value: Literal[True, 1]


@dataclass(frozen=True, slots=True)
class Say(Action):
    text: str


@dataclass(frozen=True, slots=True)
class Louder(Say):
    pass


WRONG_MARKS = [Mark(True), Mark(9), Mark("1"), Mark(None), Mark((1,))]  # type: ignore[arg-type]


@pytest.mark.parametrize("mark", WRONG_MARKS)
def test_an_action_of_few_values_is_written_as_strictly_as_by_the_codec(mark: Mark) -> None:
    with pytest.raises(TypeError):
        writer_of(tagged(Mark))(mark)


def test_true_never_becomes_the_text_of_one() -> None:
    write = writer_of(tagged(Mark, Sure, Either))
    assert write(Mark(1)) == b'{"type":"Mark","cell":1}'
    assert write(Mark(True)) == b'{"type":"Mark","cell":1}'
    assert write(Sure(True)) == b'{"type":"Sure","yes":true}'
    assert write(Sure(1)) == b'{"type":"Sure","yes":true}'  # type: ignore[arg-type]
    for value in (1, True, 1, True):
        assert write(Either(value)).decode() == Codec[object](tagged(Mark, Sure, Either)).dumps(Either(value))


@pytest.mark.parametrize("value", [Louder("x"), Mark(1), None, "Say", A_STATE])
def test_only_actions_of_the_game_are_written(value: object) -> None:
    for kinds in (tagged(Say), tagged(Say, Sure)):
        with pytest.raises(TypeError):
            writer_of(kinds)(value)


@dataclass(frozen=True, slots=True)
class Shelf(Board):
    cards: tuple[Card, ...]
    of: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Wider(Board):
    label: str


@dataclass(frozen=True, slots=True)
class Widest(Wider):
    secret: str


@pytest.mark.parametrize(
    "value",
    [
        Shelf((("a", 1),), {}),  # type: ignore[arg-type]
        Shelf((Card("a", A_STATE),), {}),  # type: ignore[arg-type]
        Shelf((), {"a": A_STATE}),  # type: ignore[dict-item]
        A_STATE,
        Hand(0),
        None,
    ],
)
def test_a_stranger_on_a_board_is_not_written(value: object) -> None:
    with pytest.raises(TypeError):
        writer_of(Shelf)(value)


@pytest.mark.parametrize("value", [Widest("a", "b"), A_STATE, Wider(A_STATE)])  # type: ignore[arg-type]
def test_a_plain_board_is_of_its_very_class(value: object) -> None:
    with pytest.raises(TypeError):
        writer_of(Wider)(value)


def test_talk_is_as_strict_as_the_codec_however_often_it_is_written() -> None:
    write, codec = writer_of(Hand), Codec[Hand](Hand)
    for lines in (None, 0, 1, *range(MOST_TALKS + 2), 1):
        hand = Hand(1, talk=(Channel("table", True, "text", lines),))
        assert write(hand).decode() == codec.dumps(hand)
    shouted: Any = "shout"
    wrong: list[Any] = [(("table", 2, "text", None),), (Channel("table", True, shouted),), [], ("a",)]
    for talk in wrong:
        with pytest.raises(TypeError):
            write(Hand(1, talk=talk))


def test_half_a_character_is_never_sent() -> None:
    with pytest.raises(UnicodeEncodeError):
        writer_of(Caption)(Caption("said", {"text": "\ud800"}, "all"))
    with pytest.raises(UnicodeEncodeError):
        writer_of(Refusal)(Refusal("\udfff"))
