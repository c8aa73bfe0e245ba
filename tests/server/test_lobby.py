"""The lobby: who may sit, change and start what. Pure, so without a server."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.games import find
from tablee.games.pierres.options import PierresOptions
from tablee.kernel.game import Refusal
from tablee.server.lobby import Change, Lobby, Who
from tablee.server.show.tools import tools_of
from tablee.server.show.voice import names_of
from tablee.server.table import games, places, setting
from tablee.server.table.changing import Rule, Wish
from tablee.server.table.handlers import HANDLERS
from tablee.server.table.rights import refuse
from tablee.server.table.saved import read_lobby, write_lobby
from tablee.server.wire import commands as m

PIERRES = find("pierres")
HOST = Who(frozenset({"host"}), True, False)
GUEST = Who(frozenset({"guest"}), False, False)
RULES: dict[type[m.Command], Rule] = {
    m.Comfort: setting.comfort,
    m.HandOver: places.hand_over,
    m.Move: places.move,
    m.Pause: games.pause,
    m.Ready: places.ready,
    m.Remove: places.remove,
    m.Rename: places.rename,
    m.SeatBot: places.seat_bot,
    m.SetOptions: setting.options,
    m.SetPace: setting.pace,
    m.Stand: places.stand,
    m.TakeBack: places.take_back,
}
NOBODY = Who(frozenset(), False, False)


def done(change: Change) -> Lobby:
    assert isinstance(change, Lobby), change
    return change


def code(change: Change) -> str:
    assert isinstance(change, Refusal)
    return change.code


def sit(lobby: Lobby, name: str, key: str, place: int | None = None) -> Change:
    command = m.Sit(id="x", name=name, place=place)
    return places.seat(lobby, command, name, key, "", Who(frozenset({key}), False, False), PIERRES)


def change(lobby: Lobby, command: m.LobbyCommand, who: Who = HOST) -> Change:
    """As a table does: first the right, then the rule."""
    refusal = refuse(HANDLERS[type(command)].right, lobby, command, who)
    return refusal or RULES[type(command)](Wish(lobby, command, who, PIERRES))


@pytest.fixture
def lobby() -> Lobby:
    """Ana, who hosts, and Bob."""
    empty = places.new_lobby(PIERRES, "ABCD", "host", "")
    return done(sit(done(sit(empty, "Ana", "host")), "Bob", "guest"))


def test_the_first_free_place_or_the_one_that_is_wanted(lobby: Lobby) -> None:
    assert [place.name for place in lobby.places] == ["Ana", "Bob", "", "", "", ""]
    assert done(sit(lobby, "Cléo", "c", 4)).places[4].name == "Cléo"
    assert code(sit(lobby, "Cléo", "c", 1)) == "place_taken"
    assert code(sit(lobby, "Cléo", "c", 6)) == "no_such_place"
    for name in ("C", "D", "E", "F"):
        lobby = done(sit(lobby, name, name))
    assert code(sit(lobby, "G", "g")) == "full"


@pytest.mark.parametrize("name", ["bob", " Bob ", "BOB", "Bo\u0062"])
def test_a_name_is_taken_however_it_is_written(lobby: Lobby, name: str) -> None:
    assert code(sit(lobby, name, "c")) == "name_taken"


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "a\x00b", "a\u202eb", "\ud83d"])
def test_nobody_is_called_so(lobby: Lobby, name: str) -> None:
    assert code(sit(lobby, name, "c")) == "bad_name"


def test_names_are_tidied(lobby: Lobby) -> None:
    assert done(sit(lobby, "  Jean \t Paul ", "c")).places[2].name == "Jean Paul"
    assert done(sit(lobby, "e\u0301lodie", "c")).places[2].name == "élodie"


def test_only_the_host_changes_the_table(lobby: Lobby) -> None:
    commands: list[m.LobbyCommand] = [
        m.SeatBot(id="x", level="easy"),
        m.Remove(id="x", place=0),
        m.Move(id="x", from_=0, to=1),
        m.SetOptions(id="x", preset="rapide"),
        m.SetPace(id="x", pace="fast"),
    ]
    for command in commands:
        assert code(change(lobby, command, GUEST)) == "host_only"
        done(change(lobby, command))
    deputy = replace_who(GUEST)
    done(change(lobby, commands[0], deputy))
    assert code(change(lobby, commands[1], deputy)) == "host_only"


def replace_who(who: Who) -> Who:
    """While no host is here, who is seated leads, but sends nobody away."""
    return who._replace(is_deputy=True)


def test_everybody_changes_their_own_place_only(lobby: Lobby) -> None:
    for command in (
        m.Stand(id="x", place=0),
        m.Rename(id="x", place=0, name="Eve"),
        m.Ready(id="x", place=0, ready=True),
        m.Comfort(id="x", place=0, percent=150),
        m.TakeBack(id="x", place=0),
    ):
        assert code(change(lobby, command, GUEST)) == "not_your_place"
        done(change(lobby, command, HOST))
    assert code(change(lobby, m.Rename(id="x", place=1, name="ana"), GUEST)) == "name_taken"
    assert done(change(lobby, m.Rename(id="x", place=1, name="BOB"), GUEST)).places[1].name == "BOB"
    assert code(change(lobby, m.Rename(id="x", place=1, name="Bo", emblem="<b>"), GUEST)) == "bad_emblem"


def test_bots(lobby: Lobby) -> None:
    assert code(change(lobby, m.SeatBot(id="x", level="genius"))) == "no_such_bot"
    with_bots = done(change(done(change(lobby, m.SeatBot(id="x", level="easy"))), m.SeatBot(id="x", level="easy")))
    assert names_of(PIERRES, with_bots.places, "fr")[:4] == ("Ana", "Bob", "Gravier", "Gravier 2")
    assert done(change(with_bots, m.SeatBot(id="x", level="hard", place=2))).places[2].level == "hard"
    assert done(change(with_bots, m.Remove(id="x", place=2))).places[2].kind == "free"
    assert code(change(with_bots, m.Remove(id="x", place=5))) == "no_such_place"


def test_options(lobby: Lobby) -> None:
    ready = done(change(lobby, m.Ready(id="x", place=1, ready=True), GUEST))
    fast = done(change(ready, m.SetOptions(id="x", preset="rapide")))
    assert not fast.places[1].ready, "what Bob said yes to has changed"
    whole = {
        "opening": "quick",
        "grid": 7,
        "first": "random",
        "meme_chiffre": True,
        "annonce": False,
        "tournoi": False,
        "minutes": 5,
    }
    chosen = done(change(lobby, m.SetOptions(id="x", options=whole))).options
    assert chosen == PierresOptions(opening="quick", grid=7, meme_chiffre=True)
    assert code(change(lobby, m.SetOptions(id="x", options={**whole, "annonce": True}))) == "one_variant"
    assert code(change(lobby, m.SetOptions(id="x", options={**whole, "grid": 41}))) == "bad_options"
    assert code(change(lobby, m.SetOptions(id="x", options={"opening": "quick"}))) == "bad_options"
    assert code(change(lobby, m.SetOptions(id="x", preset="poker"))) == "no_such_preset"
    assert code(change(lobby, m.SetOptions(id="x"))) == "bad_options"


def test_a_start_needs_people_who_are_ready(lobby: Lobby) -> None:
    assert refuse(HANDLERS[m.Start].right, lobby, m.Start(id="x"), GUEST) == Refusal("host_only")
    assert games.seated(lobby, HOST, PIERRES) == Refusal("not_ready", {"name": "Bob"})
    alone = done(change(lobby, m.Remove(id="x", place=1)))
    assert code(games.seated(alone, HOST, PIERRES)) == "seats"
    ready = done(change(lobby, m.Ready(id="x", place=1, ready=True), GUEST))
    moved = done(change(ready, m.Move(id="x", from_=1, to=4)))
    begun = done(games.seated(moved, HOST, PIERRES))
    assert [place.name for place in begun.places] == ["Ana", "Bob"], "a place is a seat now"
    assert begun.phase == "playing"
    assert code(games.seated(begun, HOST, PIERRES)) == "playing"
    for command in (m.Stand(id="x", place=0), m.Remove(id="x", place=1), m.SetOptions(id="x", preset="rapide")):
        assert code(change(begun, command)) == "playing"
    assert code(sit(begun, "Cléo", "c")) == "playing"


def test_back_to_the_lobby_with_the_same_people(lobby: Lobby) -> None:
    assert code(games.back_to_lobby(lobby, PIERRES)) == "in_lobby"
    over = replace(lobby, places=lobby.places[:2], phase="over", record="x")
    again = done(games.back_to_lobby(over, PIERRES))
    assert (len(again.places), again.phase, again.record) == (6, "lobby", None)


def test_a_lobby_is_kept_and_read_again(lobby: Lobby) -> None:
    kit = tools_of(PIERRES)
    assert read_lobby(kit, write_lobby(kit, lobby, {"a": {}})) == (lobby, {"a": {}})


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "A\u00adna", "\u200bAna", "a" + "\u0301" * 3, "", "x" * 21])
def test_a_name_is_there_to_be_seen(lobby: Lobby, name: str) -> None:
    assert code(sit(lobby, name, "c")) == "bad_name"


@pytest.mark.parametrize("name", ["Аnа", "ａｎａ", "A na", "B0b", "Βob".replace("Β", "B").replace("o", "ο")])
def test_nobody_is_taken_for_somebody_else(lobby: Lobby, name: str) -> None:
    """Letters of other alphabets look like ours; accents do not."""
    assert code(sit(lobby, name, "c")) == "name_taken"
    assert done(sit(lobby, "Aná", "c")).places[2].name == "Aná"
