"""The house is killed and opened again: everything stands where it stood, and nothing is played twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.hall import Hall, Visitor, everybody_reads, start_people
from tests.server.keeping import entries, game, keep, table
from tests.server.venue import EXAMPLES, Refused, Venue, open_table, play_out, play_whole, start_table

from tablee.games import find
from tablee.server.play.live import LEAST_LEFT
from tablee.server.play.referee import LONGEST_WAIT
from tablee.server.store.file import CLOCKS
from tablee.server.store.interface import SaveTable
from tablee.server.store.sqlite import SqliteStore


def test_a_running_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, guest) = await start_table(venue, "pierres", "Ana", "Bob", preset="rapide")
            people = [host, guest]
            venue.wall.advance(1_234)
            active = host.frames[0]["board"]["active"]
            await people[active].play(active)
            await people[active].until(lambda: people[active].frames[active]["number"] == 2)
            before = people[active].frames[active]
            await venue.crash()
            venue.wall.advance(500_000)
            await venue.start()
            again = [await venue.client(code, *person.keys) for person in people]
            for person in again:
                await person.until_shown()
            frame = again[active].frames[active]
            assert frame["snapshot"]
            assert {**frame, "number": 0, "captions": [], "snapshot": False, "now": 0} == {
                **before,
                "number": 0,
                "captions": [],
                "snapshot": False,
                "now": 0,
            }
            assert frame["now"] == before["now"] == 1_234
            assert again[0].lobby["commitment"] == host.lobby["commitment"]
            venue.wall.advance(500)
            await again[active].play(active)

    play_out(test)


def test_the_game_after_a_crash_is_the_game_without_one(tmp_path: Path) -> None:
    """The same seed and the same inputs give the same cards, whether or not the house was killed in between."""

    async def test() -> None:
        boards = []
        for folder, has_crash in ((tmp_path / "a", False), (tmp_path / "b", True)):
            async with Venue(folder).limited(rate=1000, burst=10_000) as venue:
                code, people = await start_table(venue, "pierres", "Ana", "Bob", preset="rapide")
                for turn in range(6):
                    screen = await venue.client(code)
                    await screen.until_shown()
                    active, ask = screen.frames[None]["board"]["active"], screen.frames[None]["asks"][0]["id"]
                    await people[active].until_open(ask, active)
                    await people[active].play(active)
                    if has_crash and turn % 2:
                        await venue.crash()
                        await venue.start()
                        people = [await venue.client(code, *person.keys) for person in people]
                        for person in people:
                            await person.until_shown()
                screen = await venue.client(code)
                await screen.until_shown()
                boards.append(screen.frames[None]["board"])
        assert boards[0] == boards[1]

    play_out(test)


def test_a_command_repeated_after_the_crash_is_played_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, (host, _) = await start_table(venue, "morpion", "Ana", "Bob")
            first = await host.play(0, id="just-once")
            await venue.crash()
            await venue.start()
            back = await venue.client(code, *host.keys)
            action = {"type": "Mark", "cell": 8}
            assert await back.do("play", id="just-once", seat=0, ask="0.mark", action=action) == first
            await back.until_shown()
            assert back.frames[0]["board"]["cells"].count("") == 8

    play_out(test)


def test_lobby_commands_repeated_after_the_crash_happen_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            host = await venue.client()
            opened = await host.do("open", id="opening-a-table-1", game="pierres", name="Ana")
            guest = await venue.client(opened["table"])
            sat = await guest.do("sit", id="sitting-down-at-1", name="Bob")
            await host.do("bot", id="a-bot-please", level="easy")
            await venue.crash()
            await venue.start()
            # Neither had the answer, so neither has a key: the same command gives the same place and a new key.
            host, guest = await venue.client(), await venue.client(opened["table"])
            again = await host.do("open", id="opening-a-table-1", game="pierres", name="Ana")
            assert again["table"] == opened["table"]
            assert again["key"] != opened["key"]
            seat = await guest.do("sit", id="sitting-down-at-1", name="Bob")
            assert (seat["place"], seat["key"] != sat["key"]) == (1, True)
            back = await venue.client(opened["table"], opened["key"])
            await back.do("bot", id="a-bot-please", level="easy")
            await back.until(lambda: back.lobby)
            kinds = [place["kind"] for place in back.lobby["places"]]
            assert kinds == ["person", "person", "bot", "free", "free", "free"]
            assert back.you == {"places": [0], "host": True}

    play_out(test)


def test_a_short_id_gives_nobody_elses_place(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            host = await venue.client()
            opened = await host.do("open", id="1", game="pierres", name="Ana")
            other = await venue.client()
            assert (await other.do("open", id="1", game="pierres", name="Eve"))["table"] != opened["table"]
            guest = await venue.client(opened["table"])
            await guest.do("sit", id="2", name="Bob")
            thief = await venue.client(opened["table"])
            with pytest.raises(Refused) as refused:
                await thief.do("sit", id="2", name="Bob")
            assert refused.value.code == "name_taken"

    play_out(test)


def test_a_lobby_and_a_finished_game_are_still_there(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            waiting, _ = await open_table(venue, "pierres", "Zoé", "Yan", preset="annonce")
            code, people = await start_table(venue, "morpion", "Ana", "Bob")
            await play_whole(people)
            await people[0].until_phase("over")
            outcome, record = people[0].frames[0]["outcome"], people[0].lobby["record"]
            await venue.crash()
            await venue.start()
            lobby = await venue.client(waiting)
            await lobby.until(lambda: lobby.lobby)
            assert [place["name"] for place in lobby.lobby["places"][:2]] == ["Zoé", "Yan"]
            assert lobby.lobby["preset"] == "annonce"
            again = await venue.client(code, *people[0].keys)
            await again.until_shown()
            assert again.frames[0]["outcome"] == outcome
            assert again.lobby["record"] == record
            await again.do("again")
            await again.until_phase("playing")

    play_out(test)


@pytest.mark.parametrize("way", ["at once", "after a restart", "by way of the lobby"])
def test_a_command_of_the_game_before_is_no_move_of_the_next(tmp_path: Path, way: str) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, people = await start_table(venue, "morpion", "Ana", "Bob")
            host = people[0]
            late = {"id": "sent-in-game-one", "seat": 0, "ask": "0.mark", "action": {"type": "Mark", "cell": 4}}
            await host.do("play", **late)
            await host.until(lambda: host.asked(0) is None)
            await play_whole(people)
            await host.until_phase("over")
            if way == "by way of the lobby":
                await host.do("again", lobby=True)
                await people[1].do("ready", place=1, ready=True)
                await host.do("start")
            else:
                await host.do("again")
            if way == "after a restart":
                await venue.crash()
                await venue.start()
                host = await venue.client(code, *host.keys)
            await host.until_shown()
            await host.until(lambda: host.frames[0]["outcome"] is None)
            with pytest.raises(Refused) as refused:
                await host.do("play", **late)
            assert refused.value.code == "too_late"
            watcher = await venue.client(code)
            await watcher.until_shown()
            assert not any(watcher.frames[None]["board"]["cells"])

    play_out(test)


def restarted(hall: Hall, code: str, people: list[Visitor]) -> list[Visitor]:
    """A second of the house's life is over: it notes its clocks, and is killed."""
    hall.house.note_clocks()
    hall.reopen()
    hall.wall.advance(100_000)
    back = [hall.visit(code, *person.keys) for person in people]
    everybody_reads(back)
    return back


def test_clocks_go_on_where_people_saw_them() -> None:
    hall = Hall([find("pierres")])
    code, people = start_people(hall, "pierres", 2)
    hall.wall.advance(12_345)
    people = restarted(hall, code, people)
    assert [person.clock["now"] for person in people] == [12_345, 12_345]
    deadline = hall.running(code).table.deadline
    assert deadline is not None
    hall.wall.advance(deadline - 12_345 - 10)
    people = restarted(hall, code, people)
    assert people[0].clock["now"] == deadline - LEAST_LEFT, "coming back takes a moment"
    hall.wall.advance(LEAST_LEFT + LONGEST_WAIT)
    assert len(hall.running(code).table.record.entries) == 2


def test_a_moment_ends_however_often_the_house_is_killed() -> None:
    hall = Hall([find(str(EXAMPLES / "buzzer.py"))])
    code, people = start_people(hall, "buzzer", 2)
    (moment,) = hall.running(code).table.asks
    assert not moment.seats
    assert moment.until is not None
    for _ in range(-(-moment.until // 50) + 1):
        hall.wall.advance(50)
        people = restarted(hall, code, people)
    assert moment not in hall.running(code).table.asks


def test_a_house_whose_notes_are_lost_begins_its_clocks_anew(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path, asyncio.get_running_loop())
        await keep(store, "ABCD", SaveTable("{}"), game(1), *entries(1, 0))
        store.note_clocks({"ABCD": 12, "GONE": 5})
        store.close()
        for content, shown in ((None, 12), (b'{"1":', 0), (b'{"1":17}', 17)):
            if content is not None:
                (tmp_path / CLOCKS).write_bytes(content)
            store = SqliteStore(tmp_path, asyncio.get_running_loop())
            assert (await table(store, "ABCD")).shown == shown
            store.close()

    play_out(test)
