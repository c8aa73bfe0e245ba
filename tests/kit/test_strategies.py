"""Property tests with the kit's own strategies."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.kit.vigil import GAME, Peek, Vote

from tablee.kernel import Action, Options, Refusal, Viewer
from tablee.kernel.codec import Json, Malformed
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.wire import Wire
from tablee.kit import strategies
from tablee.kit.fuzz import action_types, some_action, some_json, spoil
from tablee.kit.loose import AnyTable

WIRE: Wire[Any, Any, Any, Any, Any] = Wire(GAME)
calmly = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@calmly
@given(strategies.options(GAME))
def test_options_never_contradict_themselves(options: Options) -> None:
    assert options.refusal() is None
    assert WIRE.options.loads(WIRE.options.dumps(options)) == options


@calmly
@given(strategies.tables(GAME), strategies.actions(GAME), st.data())
def test_any_action_at_any_table_is_played_or_refused(table: AnyTable, action: Action, data: st.DataObject) -> None:
    asks = [ask.id for ask in table.asks]
    ask, seat = data.draw(st.sampled_from([*asks, "x"])), data.draw(st.integers(0, table.seats))
    in_range = not isinstance(action, Peek) or (action.card in (0, 1) and action.target >= 0)
    if in_range and not (isinstance(action, Vote) and action.choice < 0):
        assert isinstance(table.play(seat, ask, action, table.now), Refusal | None)


@calmly
@given(strategies.tables(GAME))
def test_whoever_sees_moves_may_play_them(table: AnyTable) -> None:
    for seat in range(table.seats):
        for move in GAME.moves(table.view(Viewer(seat, held=True)), SeededLuck(bytes(32))):
            kinds = [ask for ask in table.asks if type(move) in GAME.meta.kinds[ask.kind].actions]
            assert [table.refusal(seat, ask.id, move) for ask in kinds] == [None]


@calmly
@given(strategies.json_junk())
def test_junk_is_malformed(junk: Json) -> None:
    try:
        WIRE.action.from_json(junk)
    except Malformed:
        return
    raise AssertionError(f"{junk} was taken for an action")


def test_actions_go_beyond_what_is_allowed() -> None:
    found: set[int] = set()

    @settings(max_examples=300, deadline=None, derandomize=True)
    @given(strategies.actions(GAME))
    def collect(action: Action) -> None:
        if isinstance(action, Peek):
            found.add(action.card)

    collect()
    assert {0, 1} < found


def test_fuzzed_actions_are_what_the_wire_would_let_through() -> None:
    luck = SeededLuck(seed_from("fuzz"))
    for cls in action_types(GAME) * 50:
        action = some_action(cls, luck)
        assert WIRE.action.from_json(WIRE.action.to_json(action)) == action


def test_spoilt_actions_are_mostly_malformed() -> None:
    luck = SeededLuck(seed_from("spoil"))
    malformed = 0
    for cls in action_types(GAME) * 50:
        try:
            WIRE.action.from_json(spoil(WIRE.action.to_json(some_action(cls, luck)), luck))
        except Malformed:
            malformed += 1
    assert malformed > 150
    assert len({str(some_json(luck)) for _ in range(50)}) > 20
