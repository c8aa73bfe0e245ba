"""A table from its opening to the end of the game, over real WebSockets."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.venue import Client, Refused, Venue, open_table, play_out, play_whole, start_table

from tablee.cli import main
from tablee.server.limits import LIMITS


def mark(cell: int) -> dict[str, object]:
    return {"type": "Mark", "cell": cell}


async def play_beside_a_bot(venue: Venue, people: list[Client]) -> None:
    """People answer at once; where it is the bot's turn time passes."""
    watcher, done = people[0], ""
    while watcher.frames[0]["outcome"] is None:
        ask = next(iter(watcher.frames[0]["asks"]), None)
        if ask is None or ask["id"] == done:
            await watcher.hear()
        elif ask["seats"][0] < len(people):
            done = ask["id"]
            seat = ask["seats"][0]
            await people[seat].until_open(done, seat)
            await people[seat].play(seat)
        else:
            venue.wall.advance(400)
            await asyncio.sleep(0)
            await watcher.do("hold", seat=0, held=False)


def test_two_people_and_a_bot_play_pierres_to_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(rate=1000, burst=100_000) as venue:
            _, people = await open_table(venue, "pierres", "Ana", "Bob")
            host, guest = people
            await host.do("options", preset="rapide")
            await host.do("bot", place=None, level="easy")
            await guest.do("ready", place=1, ready=True)
            await host.do("start")
            await asyncio.gather(host.until_shown(), guest.until_shown())
            await play_beside_a_bot(venue, people)
            await host.until_phase("over")
            assert sum(host.frames[0]["outcome"]["scores"]) == 72
            status, _, record = await venue.get(f"/api/records/{host.lobby['record']}/file")
            assert status == 200
            (tmp_path / "game.jsonl").write_bytes(record)

    play_out(test)
    assert main(["verify", str(tmp_path / "game.jsonl")]) == 0
    capsys.readouterr()


def test_a_refusal_is_a_sentence_in_ones_language(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (host, guest) = await start_table(venue, "morpion", "Ana", "Bob")
            with pytest.raises(Refused, match=r"This is not yours to answer\.") as refused:
                await guest.do("play", seat=1, ask="0.mark", action=mark(0))
            assert refused.value.code == "not_yours"
            await guest.do("hello", table=host.lobby["code"], keys=guest.keys, language="fr")
            with pytest.raises(Refused, match="Ce n’est pas à vous de répondre"):
                await guest.do("play", seat=1, ask="0.mark", action=mark(0))

    play_out(test)


def test_what_is_wrong_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (host, guest) = await start_table(venue, "morpion", "Ana", "Bob")
            wrong: list[tuple[str, dict[str, Any]]] = [
                ("not_yours", {"seat": 1, "ask": "0.mark", "action": mark(0)}),
                ("not_yours", {"seat": 7, "ask": "0.mark", "action": mark(0)}),
                ("too_late", {"seat": 0, "ask": "9.mark", "action": mark(0)}),
                ("malformed", {"seat": 0, "ask": "0.mark", "action": mark(9)}),
                ("malformed", {"seat": 0, "ask": "0.mark", "action": {"type": "Burn"}}),
                ("malformed", {"seat": 0, "ask": "0.mark", "action": {"type": "Mark", "cell": 1.0}}),
                ("bad_message", {"seat": "0", "ask": "0.mark", "action": mark(0)}),
                ("malformed", {"seat": 0, "ask": "0.mark", "action": "Mark"}),
            ]
            for code, fields in wrong:
                with pytest.raises(Refused) as refused:
                    await host.do("play", **fields)
                assert refused.value.code == code
            await host.do("play", seat=0, ask="0.mark", action=mark(4))
            await guest.until_asked(1)
            assert guest.frames[1]["board"]["cells"] == [*[""] * 4, "X", *[""] * 4]
            with pytest.raises(Refused) as refused:
                await guest.do("play", seat=1, ask="1.mark", action=mark(4))
            assert refused.value.code == "taken"

    play_out(test)


def test_a_double_click_plays_once_and_gets_the_same_answer(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (host, guest) = await start_table(venue, "morpion", "Ana", "Bob")
            message = {"id": "twice", "do": "play", "seat": 0, "ask": "0.mark", "action": mark(4)}
            await host.send(message)
            await host.send(message)
            await host.until(lambda: sum(said.get("id") == "twice" for said in host.heard) == 2)
            first, second = [said for said in host.heard if said.get("id") == "twice"]
            assert first == second
            assert first["ok"]
            await guest.play(1)
            await host.until_asked(0)
            await host.send(message)
            await host.until(lambda: sum(said.get("id") == "twice" for said in host.heard) == 3)
            assert host.heard[-1] == first
            assert host.frames[0]["board"]["cells"][4] == "X"

    play_out(test)


def test_a_rematch_with_the_same_people(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, people = await start_table(venue, "morpion", "Ana", "Bob")
            host, guest = people
            with pytest.raises(Refused, match="not over yet"):
                await host.do("again")
            await play_whole(people)
            await host.until_phase("over")
            await guest.until_phase("over")
            first = host.lobby["record"]
            with pytest.raises(Refused, match="Only whoever opened the table"):
                await guest.do("again")
            await host.do("again")
            await host.until_phase("playing")
            await host.until(lambda: host.frames[0]["outcome"] is None)
            await guest.until(lambda: guest.frames[1]["outcome"] is None)
            assert host.frames[0]["snapshot"]
            assert host.lobby["seed"] is None
            assert host.lobby["record"] is None
            await play_whole(people)
            await host.until_phase("over")
            assert host.lobby["record"] != first
            await host.do("again", lobby=True)
            await host.until_phase("lobby")
            assert [place["kind"] for place in host.lobby["places"]] == ["person", "person"]

    play_out(test)


def test_a_spectator_sees_the_board_and_no_hand(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, _) = await start_table(venue, "morpion", "Ana", "Bob")
            watcher = await venue.client(code)
            await watcher.until_shown()
            assert watcher.frames.keys() == {None}
            assert watcher.frames[None]["hand"] is None
            assert watcher.frames[None]["moves"] == []
            assert watcher.you == {"places": [], "host": False}
            venue.wall.advance(LIMITS.news)
            await host.until(lambda: host.lobby["spectators"] == 1)
            with pytest.raises(Refused):
                await watcher.do("play", seat=0, ask="0.mark", action=mark(0))
            await host.play(0)
            await watcher.until(lambda: "X" in watcher.frames[None]["board"]["cells"])

    play_out(test)


def test_several_seats_and_the_board_on_one_device(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            host = await venue.client()
            code = (await host.do("open", game="morpion", name=None, emblem=None))["table"]
            assert (await host.do("sit", name="Ana"))["place"] == 0
            assert (await host.do("sit", name="Bob"))["place"] == 1
            await host.do("start")
            again = await venue.client(code, *host.keys, screen=True)
            await again.until(lambda: len(again.frames) == 3)
            assert again.you == {"places": [0, 1], "host": True}
            while again.frames[None]["outcome"] is None:
                seat = again.frames[None]["asks"][0]["seats"][0]
                await again.until_open(again.frames[None]["asks"][0]["id"], seat)
                number = again.frames[None]["number"]
                await again.play(seat)
                while again.frames[None]["number"] == number:
                    await again.hear()

    play_out(test)


def test_talk_reaches_those_who_may_read_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (host, guest) = await start_table(venue, "morpion", "Ana", "Bob")
            await host.do("words", open=True)
            await host.do("say", seat=0, channel="table", text="<b>Bonjour</b>")
            await guest.until(lambda: guest.heard[-1]["tell"] == "said")
            assert guest.heard[-1] == {
                "tell": "said",
                "channel": "table",
                "seat": 0,
                "name": "Ana",
                "text": "<b>Bonjour</b>",
            }
            for fields, code in (
                ({"seat": 1, "channel": "table", "text": "x"}, "not_yours"),
                ({"seat": 0, "channel": "secret", "text": "x"}, "silence"),
                ({"seat": 0, "channel": "table", "text": " "}, "nothing_said"),
                ({"seat": 0, "channel": "table", "text": "x" * 281}, "too_long"),
            ):
                with pytest.raises(Refused) as refused:
                    await host.do("say", **fields)
                assert refused.value.code == code

    play_out(test)


def test_who_is_sent_away_is_told_so_and_has_no_key_any_more(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, guest) = await open_table(venue, "morpion", "Ana", "Bob")
            await host.do("remove", place=1)
            await guest.until_closed()
            assert guest.bye is not None
            assert guest.bye["code"] == "removed"
            back = await venue.client(code, *guest.keys)
            await back.until(lambda: back.lobby)
            assert back.you == {"places": [], "host": False}
            await back.do("sit", name="Bob")
            await back.do("stand", place=1)
            await host.until(lambda: host.lobby["places"][1]["kind"] == "free")

    play_out(test)


def test_an_empty_table_is_led_by_who_is_there(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, (host, guest) = await open_table(venue, "morpion", "Ana", "Bob")
            with pytest.raises(Refused, match="Only whoever opened"):
                await guest.do("pace", pace="fast")
            await host.close()
            await guest.until(lambda: not guest.lobby["places"][0]["here"])
            with pytest.raises(Refused, match="Only whoever opened"):
                await guest.do("pace", pace="fast")
            venue.wall.advance(LIMITS.host_away)
            await guest.until(lambda: guest.you["host"])
            await guest.do("pace", pace="relaxed")
            with pytest.raises(Refused, match="Only whoever opened"):
                await guest.do("remove", place=0)

    play_out(test)
