"""What the page lists by a key is never there twice: Svelte's `{#each}` blocks trust in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablee.games.fil import GAME
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import SCREEN, Refusal, Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.table import open_table
from tablee.kit.play import RandomPeople, some_teams

TABLES = 15


def keys_of_a_board(board: FilBoard) -> Iterator[tuple[str, Sequence[object]]]:
    """As the `{#each … (key)}` of `web/` have them."""
    yield "Chain, Strand, Pointing", board.order
    yield "Spread", [face.number for face in board.out]
    for paw in range(len(board.paws)):
        yield "Recap", [reason.seat for reason in board.reasons if reason.paw == paw]
    if board.duel is not None:
        yield "Duel", board.duel.seats


def keys_of_a_hand(hand: FilHand) -> Iterator[tuple[str, Sequence[object]]]:
    yield "Memocat", [line.number for line in hand.memocat]
    yield "Masters", [face.number for face in hand.masters]
    yield "Voters", [seat for seat, _ in hand.votes]
    yield "Nominees", [voter for voter, _ in hand.nominations]


def test_no_key_is_there_twice_in_any_state_of_any_mode() -> None:
    ways, seen = tuple(GAME.meta.presets.values()), set[str]()
    for number in range(TABLES):
        luck = SeededLuck(seed_from("keys", number))
        options = ways[number % len(ways)]
        seats = luck.pick(GAME.meta.seats(options))
        table = open_table(GAME, options, some_teams(GAME.meta, options, seats, luck), seed_from("keys", number))
        assert not isinstance(table, Refusal)
        people = RandomPeople(table, luck, 5)
        while table.asks:
            lists = list(keys_of_a_board(table.view(SCREEN).board))
            for seat in range(seats):
                hand = table.view(Viewer(seat)).hand
                assert hand is not None
                lists += keys_of_a_hand(hand)
            for where, keys in lists:
                assert len(set(keys)) == len(keys), (where, keys, table.state.phase)
                if keys:
                    seen.add(where)
            answer = people.next_input()
            assert answer is not None
            if answer.seat is None or answer.action is None:
                table.expire(answer.ask)
            else:
                table.play(answer.seat, answer.ask.id, answer.action, answer.now)  # type: ignore[arg-type]
    assert len(seen) == 8, seen
