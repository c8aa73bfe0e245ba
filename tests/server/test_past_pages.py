"""The evenings of the house over HTTP: who finds what, what is counted, what is taken home, who may have it deleted."""

from __future__ import annotations

import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread, current_thread, main_thread
from typing import Any
from zipfile import ZipFile

import pytest
from tests.server import keeping
from tests.server.venue import Client, Venue, play_out, play_whole, start_table

from tablee.cli import main
from tablee.server.net import past_pages
from tablee.server.net.http import make_app
from tablee.server.store.interface import PastOf

EXAMPLES = Path(__file__).parents[2] / "examples"
AWAY = {"x-forwarded-for": "198.51.100.7"}
"""As a proxy passes somebody on."""


async def play_a_game(venue: Venue, game: str, *names: str, **options: Any) -> tuple[str, str, list[Client]]:
    """The code of the table, the id of the record, and those who were there."""
    code, people = await start_table(venue, game, *names, **options)
    await play_whole(people)
    await people[0].until_phase("over")
    return code, people[0].lobby["record"], people


async def ask(venue: Venue, path: str = "", headers: dict[str, str] | None = None, **question: Any) -> tuple[int, Any]:
    status, _, body = await venue.send("POST", f"/api/evenings{path}?lang=en", question, **(headers or {}))
    return status, json.loads(body)


def test_at_home_every_finished_game_is_found_and_elsewhere_those_one_can_name(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, first, _ = await play_a_game(venue, "morpion", "Ana", "Bob")
            _, second, _ = await play_a_game(venue, "pierres", "Zoé", "Bob", preset="rapide")
            await start_table(venue, "morpion", "Ana", "Not over")
            status, found = await ask(venue)
            assert (status, found["all"], found["count"], found["pages"]) == (200, True, 2, 1)
            assert [one["record"] for one in found["evenings"]] == [second, first]
            assert {one["finished"] > 1_600_000_000 for one in found["evenings"]} == {True}
            ana = found["evenings"][1]["people"][0]
            assert (ana["name"], ana["bot"], ana["won"], ana["score"]) == ("Ana", False, True, 1)
            assert [game["id"] for game in found["games"]] == ["morpion", "pierres"]

            _, nothing = await ask(venue, headers=AWAY)
            assert (nothing["all"], nothing["count"], nothing["evenings"], nothing["games"]) == (False, 0, [], [])
            _, named = await ask(venue, headers=AWAY, records=[first, "guessed"])
            assert [one["record"] for one in named["evenings"]] == [first]
            proxied = [
                {name: "x"} for name in ("via", "forwarded", "x-real-ip", "x-forwarded-proto", "x-forwarded-host")
            ]
            for headers in (AWAY, {"host": "tablee.lan"}, {"origin": "http://evil.example"}, *proxied):
                assert (await ask(venue, headers=headers))[1]["count"] == 0, headers
            assert "Not over" not in json.dumps(found)

    play_out(test)


def test_behind_a_proxy_nobody_is_at_home(tmp_path: Path) -> None:
    """Not even where the proxy says nothing about whom it speaks for."""

    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, record, _ = await play_a_game(venue, "morpion", "Ana", "Bob")
            venue.server.config.loaded_app.app = make_app(venue.house, is_behind_proxy=True)
            assert (await ask(venue))[1]["count"] == 0
            assert (await venue.get("/api/evenings/file"))[0] == 403
            assert (await ask(venue, records=[record]))[1]["count"] == 1

    play_out(test)


def test_where_the_evenings_are_open_everybody_finds_them(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            await play_a_game(venue, "morpion", "Ana", "Bob")
            venue.server.config.loaded_app.app = make_app(venue.house, has_open_evenings=True)
            _, found = await ask(venue, headers=AWAY)
            assert (found["all"], found["count"]) == (True, 1)
            assert not found["evenings"][0]["deletable"]

    play_out(test)


@pytest.mark.parametrize("what", ["search", "games_figures", "people_figures", "ladder", "_summarised", "record_file"])
def test_what_takes_long_where_there_are_many_games_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """It is done in another thread than the one in which everybody's moves are."""
    plain, threads = getattr(past_pages, what), list[Thread]()

    def watched(*arguments: Any) -> Any:
        threads.append(current_thread())
        return plain(*arguments)

    async def test() -> None:
        async with Venue(tmp_path) as venue:
            venue.server.config.loaded_app.app = make_app(venue.house, has_ratings=True)
            await play_a_game(venue, "morpion", "Ana", "Bob")
            monkeypatch.setattr(past_pages, what, watched)
            assert (await ask(venue, "/figures"))[1]["games"][0]["played"] == 1
            status, _, body = await venue.send("POST", "/api/evenings/file", {})
            assert (status, len(ZipFile(io.BytesIO(body)).namelist())) == (200, 2)
        assert threads
        assert main_thread() not in threads

    play_out(test)


def test_a_game_is_found_by_name_title_game_and_date(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, morpion, _ = await play_a_game(venue, "morpion", "Ana", "Élodie")
            _, pierres, _ = await play_a_game(venue, "pierres", "Zoé", "Bob", preset="rapide")
            when = (await ask(venue))[1]["evenings"][0]["finished"]
            for question, expected in (
                ({"text": "elodie"}, [morpion]),
                ({"text": "  ZOE "}, [pierres]),
                ({"text": "pierr"}, [pierres]),
                ({"text": "nobody"}, []),
                ({"game": "morpion"}, [morpion]),
                ({"since": when - 3600, "until": when + 3600}, [pierres, morpion]),
                ({"since": when + 3600}, []),
                ({"until": when - 3600}, []),
                ({"records": []}, []),
            ):
                _, found = await ask(venue, **question)
                assert [one["record"] for one in found["evenings"]] == expected, question

    play_out(test)


def test_there_are_pages_and_none_beyond_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.net.past_pages.PAGE", 2)

    async def test() -> None:
        async with Venue(tmp_path) as venue:
            records = [(await play_a_game(venue, "morpion", "Ana", "Bob"))[1] for _ in range(3)]
            seen = []
            for page, expected in ((0, 0), (1, 1), (7, 1), (-3, 0)):
                _, found = await ask(venue, page=page)
                assert (found["page"], found["pages"], found["count"]) == (expected, 2, 3)
                seen += [one["record"] for one in found["evenings"]]
            assert seen[:3] == records[::-1]

    play_out(test)


def test_what_is_counted_of_the_people_of_this_device(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, first, people = await play_a_game(venue, "pierres", "Zoé", "Bob", preset="rapide")
            _, second, again = await play_a_game(venue, "pierres", "Bob", "zoe", preset="rapide")
            stones = [person[0].frames[0]["outcome"]["scores"] for person in (people, again)]
            mine = {first: [0], second: [1, 1, 9], "guessed": [0]}
            status, told = await ask(venue, "/figures", headers=AWAY, records=[first, second], seats=mine)
            assert status == 200
            (zoe,) = told["people"]
            assert (zoe["name"], zoe["played"]) == ("zoe", 2)
            (pierres,) = zoe["games"]
            most = max(stones[0][0], stones[1][1])
            assert pierres["lines"] == [
                f"{stones[0][0] + stones[1][1]} stones picked up",
                f"best harvest: {most} stone{'s' if most != 1 else ''}",
            ]
            (game,) = told["games"]
            assert (game["title"], game["played"], game["best"]["score"]) == ("Pierres", 2, max(map(max, stones)))
            _, nobody = await ask(venue, "/figures", headers=AWAY, seats=mine)
            assert nobody == {"games": [], "people": [], "ladders": []}

    play_out(test)


def test_everything_can_be_taken_home_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = io.BytesIO()

    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, first, _ = await play_a_game(venue, "morpion", "Ana", "Bob")
            await play_a_game(venue, "morpion", "Zoé", "Bob")
            status, headers, body = await venue.get("/api/evenings/file")
            assert (status, headers["content-type"], headers["cache-control"]) == (200, "application/zip", "no-store")
            packed.write(_dechunked(body))
            assert (await venue.get("/api/evenings/file", **AWAY))[0] == 403
            _, _, own = await venue.send("POST", "/api/evenings/file", {"records": [first]}, **AWAY)
            with ZipFile(io.BytesIO(_dechunked(own))) as one:
                assert len(one.namelist()) == 2

    play_out(test)
    with ZipFile(packed) as archive:
        assert archive.testzip() is None
        listed = json.loads(archive.read("evenings.json"))
        assert [line["people"][0]["names"]["fr"] for line in listed] == ["Zoé", "Ana"]
        archive.extractall(tmp_path / "home")
    for line in listed:
        assert main(["verify", str(tmp_path / "home" / line["file"]), "--game", str(EXAMPLES / "morpion.py")]) == 0
    capsys.readouterr()


def test_who_was_there_may_have_a_game_deleted_and_nobody_else(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, record, people = await play_a_game(venue, "morpion", "Ana", "Bob")
            _, other, strangers = await play_a_game(venue, "morpion", "Cléo", "Dan")
            path = f"/api/records/{record}"
            # Who only looked on, and sat down when it was over, was not there.
            await people[0].do("again", lobby=True)
            await people[1].do("stand", place=1)
            onlooker = await venue.client(code)
            await onlooker.do("sit", place=1, name="Eve", emblem=None)
            for keys in ([], ["guessed"], strangers[1].keys, onlooker.keys):
                status, _, body = await venue.send("DELETE", f"{path}?lang=en", {"keys": keys}, **AWAY)
                assert status == 403
                assert "were at that table" in json.loads(body)["text"]
            evil = {"origin": "http://evil.example"}
            assert (await venue.send("DELETE", path, {"keys": people[1].keys}, **evil))[0] == 403
            assert (await venue.get(path))[0] == 200
            assert (await venue.send("DELETE", path, {"keys": people[1].keys}, **AWAY))[0] == 200
            for gone in (path, f"{path}/story", f"{path}/file"):
                assert (await venue.get(gone))[0] == 404
            assert (await venue.send("DELETE", path, {"keys": people[1].keys}, **AWAY))[0] == 404
            assert [one["record"] for one in (await ask(venue))[1]["evenings"]] == [other]
            # At home no key is needed.
            assert (await venue.send("DELETE", f"/api/records/{other}", {}))[0] == 200
            assert (await ask(venue))[1]["count"] == 0

    play_out(test)


def test_a_running_game_cannot_be_deleted(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, people = await start_table(venue, "morpion", "Ana", "Bob")
            record = venue.house.tables[code].lobby.record
            assert (await venue.send("DELETE", f"/api/records/{record}", {"keys": people[0].keys}))[0] == 404
            await play_whole(people)

    play_out(test)


def test_after_a_restart_a_table_whose_last_game_was_deleted_is_back_in_its_lobby(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, record, people = await play_a_game(venue, "morpion", "Ana", "Bob")
            assert (await venue.send("DELETE", f"/api/records/{record}", {}))[0] == 200
            await venue.crash()
            await venue.start()
            host = await venue.client(code, *people[0].keys)
            await host.until_phase("lobby")
            guest = await venue.client(code, *people[1].keys)
            await guest.do("ready", place=1, ready=True)
            await host.do("start")
            await host.until_phase("playing")

    play_out(test)


def test_games_of_an_earlier_version_are_digested_when_somebody_looks(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            _, record, _ = await play_a_game(venue, "morpion", "Ana", "Bob")
            before = (await ask(venue))[1]["evenings"][0]
            with closing(sqlite3.connect(venue.store.path)) as connection:
                connection.execute("DELETE FROM shelf")
                connection.commit()
            for _ in range(2):
                after = (await ask(venue))[1]["evenings"][0]
                assert after == {**before, "finished": None}
            assert (await keeping.ask(venue.store, PastOf((record,))))[0].summary is not None

    play_out(test)


@pytest.mark.parametrize("body", [b"{", b'{"page": "x"}', b'{"unknown": 1}', b"[]", b"\xff", b" " * 300_000])
def test_what_is_no_question_gets_a_sentence(tmp_path: Path, body: bytes) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            for method, path in (
                ("POST", "/api/evenings"),
                ("POST", "/api/evenings/figures"),
                ("POST", "/api/evenings/file"),
            ):
                status, _, answer = await venue.send(method, f"{path}?lang=en", body)
                assert (status, json.loads(answer)["code"]) == (400, "bad_question")

    play_out(test)


def _dechunked(body: bytes) -> bytes:
    """As HTTP/1.1 sends what has no length."""
    whole = bytearray()
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        whole += rest[:length]
        body = rest[length + 2 :]
        if not length:
            break
    return bytes(whole)
