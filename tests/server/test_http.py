"""The page, what it needs to know, and what strangers may not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.server.venue import Venue, open_table, play_out, play_whole, start_table

from tablee.cli import main
from tablee.server.net.qr import qr_svg


def test_the_page_or_how_to_build_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            status, headers, body = await venue.get("/")
            assert status == 503
            assert "make page" in body.decode()
            (tmp_path / "page" / "assets").mkdir(parents=True)
            (tmp_path / "page" / "index.html").write_text("<p>page")
            (tmp_path / "page" / "icon.svg").write_text("<svg/>")
            (tmp_path / "page" / "assets" / "a-1234.js").write_text("1")
            for path in ("/", "/t/ABCD", "/r/whatever", "/pieces"):
                status, headers, body = await venue.get(path)
                assert (status, body) == (200, b"<p>page")
                assert headers["cache-control"] == "no-cache"
            status, headers, _ = await venue.get("/assets/a-1234.js")
            assert (status, "immutable" in headers["cache-control"]) == (200, True)
            assert (await venue.get("/icon.svg"))[0] == 200
            for path in ("/..%2ftablee.db", "/%2e%2e/tablee.db", "/assets/../../tablee.db", "/tablee.db", "/nothing"):
                assert (await venue.get(path))[0] == 404, path
            # People read on the page itself that there is nothing; programs read a line.
            for path in ("/nothing", "/nothing/at/all"):
                status, _, body = await venue.get(path, accept="text/html,*/*")
                assert (status, body) == (404, b"<p>page")
                status, _, body = await venue.get(path)
                assert (status, json.loads(body)["code"]) == (404, "not_found")

    play_out(test)


def test_every_answer_has_the_security_headers(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            for path in ("/", "/api/games", "/healthz", "/nothing/at/all"):
                _, headers, _ = await venue.get(path)
                policy = headers["content-security-policy"]
                assert "default-src 'none'" in policy
                assert "script-src 'self';" in policy
                assert "frame-ancestors 'none'" in policy
                assert headers["x-content-type-options"] == "nosniff"
                assert "access-control-allow-origin" not in headers
                assert "server" not in headers

    play_out(test)


def test_games_and_words(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            games = json.loads((await venue.get("/api/games?lang=fr"))[2])
            assert [game["id"] for game in games] == ["pierres", "morpion", "buzzer"]
            pierres = games[0]
            assert [preset["label"] for preset in pierres["presets"]][:2] == ["Classique", "Rapide"]
            assert pierres["bots"][0]["name"] == "Gravier"
            assert pierres["kinds"]["remove"] == {"race": False, "optional": False, "actions": ["Remove"]}
            assert games[2]["kinds"]["buzz"] == {"race": True, "optional": False, "actions": ["Buzz"]}
            assert {option["name"] for option in pierres["options"]} == set(pierres["presets"][0]["options"])
            labels = {option["name"]: option["number_label"] for option in pierres["options"]}
            assert labels["minutes"] == "{number}\u00a0{number:minute|minutes}"
            assert labels["opening"] is None
            assert [bot["level"] for bot in games[1]["bots"]] == ["random"]
            words = json.loads((await venue.get("/api/words/pierres?lang=en"))[2])
            assert words["rules"]["title"]
            assert words["refusals"]["too_late"]
            assert words["captions"]["kept"]
            assert (await venue.get("/api/words/chess"))[0] == 404

    play_out(test)


def test_a_table_by_its_code_and_its_qr(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, _ = await open_table(venue, "pierres", "Ana")
            known = json.loads((await venue.get(f"/api/tables/{code.lower()}"))[2])
            assert known == {"exists": True, "game": "pierres", "phase": "lobby", "address": None}
            assert json.loads((await venue.get("/api/tables/QQQQ"))[2])["exists"] is False
            status, headers, body = await venue.get(f"/qr/{code}.svg")
            assert (status, headers["content-type"]) == (200, "image/svg+xml")
            assert b"<svg" in body
            assert (await venue.get("/qr/QQQQ.svg"))[0] == 404
            assert (await venue.get("/healthz"))[2] == b"ok\n"
            metrics = (await venue.get("/metrics"))[2]
            assert b'tablee_tables{phase="lobby"} 1' in metrics
            assert b"tablee_tables_kept 1" in metrics

    play_out(test)


def test_who_asks_at_this_machine_is_told_the_address_others_reach_it_by(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path, address="http://192.168.1.20:8000") as venue:
            code, _ = await open_table(venue, "pierres", "Ana")
            at_home = json.loads((await venue.get(f"/api/tables/{code}"))[2])
            assert at_home["address"] == "http://192.168.1.20:8000"
            visitor = json.loads((await venue.get(f"/api/tables/{code}", host="salon.lan"))[2])
            assert visitor["address"] == "http://salon.lan"
            qr, far = [(await venue.get(f"/qr/{code}.svg", host=host))[2] for host in ("localhost", "salon.lan")]
            assert qr == qr_svg(f"http://192.168.1.20:8000/t/{code}")
            assert far == qr_svg(f"http://salon.lan/t/{code}")

    play_out(test)


def test_the_story_of_a_game_is_told_when_it_is_over(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, people = await start_table(venue, "pierres", "Ana", "Bob", preset="annonce")
            record = venue.house.tables[code].lobby.record
            assert (await venue.get(f"/api/records/{record}/story"))[0] == 404
            await play_whole(people)
            await people[0].until_phase("over")
            french, english = [
                json.loads((await venue.get(f"/api/records/{record}/story?lang={language}"))[2])
                for language in ("fr", "en")
            ]
            assert 1 <= len(french) <= 4
            assert [line["at"] for line in french] == [line["at"] for line in english]
            for line, other in zip(french, english, strict=True):
                assert any(name in line["text"] for name in ("Ana", "Bob"))
                assert line["text"] != other["text"]

    play_out(test)


def test_a_game_that_tells_no_story_has_none(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, people = await start_table(venue, "morpion", "Ana", "Bob")
            await play_whole(people)
            await people[0].until_phase("over")
            record = venue.house.tables[code].lobby.record
            assert (await venue.get(f"/api/records/{record}/story"))[2] == b"[]"

    play_out(test)


def test_a_record_is_read_when_the_game_is_over_and_not_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            code, people = await start_table(venue, "morpion", "Ana", "Bob")
            record = venue.house.tables[code].lobby.record
            for path in (f"/api/records/{record}", f"/api/records/{record}/file", "/api/records/nothing"):
                assert (await venue.get(path))[0] == 404
            await play_whole(people)
            await people[0].until_phase("over")
            seat = json.loads((await venue.get(f"/api/records/{record}?seat=1&lang=en"))[2])
            whole = json.loads((await venue.get(f"/api/records/{record}?open=1"))[2])
            assert [person["name"] for person in seat["people"]] == ["Ana", "Bob"]
            assert seat["moments"][-1]["frame"]["hand"]["seat"] == 1
            assert [hand["seat"] for hand in whole["moments"][0]["hands"]] == [0, 1]
            assert whole["outcome"] == people[0].frames[0]["outcome"]
            assert (await venue.get(f"/api/records/{record}?seat=2"))[0] == 404
            first = (await venue.get(f"/api/records/{record}/file"))[2]
            assert (await venue.get(f"/api/records/{record}/file"))[2] == first
            (tmp_path / "game.jsonl").write_bytes(first)

    play_out(test)
    game = str(Path(__file__).parents[2] / "examples" / "morpion.py")
    assert main(["verify", str(tmp_path / "game.jsonl"), "--game", game]) == 0
    capsys.readouterr()
