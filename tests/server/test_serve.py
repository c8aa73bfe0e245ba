"""`tablee serve`: what it says when it cannot start. That it starts is proved by test_kills.py."""

from __future__ import annotations

import io
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.venue import EXAMPLES

from tablee.cli import main
from tablee.server.keys import clean_code, hashed
from tablee.server.net.guard import is_own_origin
from tablee.server.net.qr import qr_svg, qr_terminal
from tablee.server.outside import LETTERS, Chance, Log
from tablee.server.start import base_address, data_folder
from tablee.server.store.schema import FILE, MIGRATIONS


def complaint(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["serve", "--host", "127.0.0.1", *map(str, words)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "Traceback" not in said.err
    return said.err


def test_a_port_in_use(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = complaint(capsys, "--port", port, "--data", tmp_path)
    assert f"Port {port} is already in use" in said
    assert f"--port {port + 1}" in said


def test_a_port_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert "ports go from 0 to 65535" in complaint(capsys, "--port", 70_000)


def test_bots_that_should_answer_before_they_are_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert "0 or more" in complaint(capsys, "--longest-thought", -1)


def test_data_of_a_newer_version_or_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    assert "written by a newer Tablée" in complaint(capsys, "--port", 0, "--data", tmp_path)
    assert "cannot be written to" in complaint(capsys, "--port", 0, "--data", tmp_path / FILE / "x")


def test_before_it_says_that_it_is_open_it_has_made_what_games_need(tmp_path: Path) -> None:
    game = (EXAMPLES / "morpion.py").read_text("utf-8") + "\ndef warm() -> None:\n    print('warm', flush=True)\n"
    (tmp_path / "stove.py").write_text(game.replace('"morpion"', '"stove"'), "utf-8")
    words = (
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--data",
        str(tmp_path),
        "--game",
        str(tmp_path / "stove.py"),
    )
    house = subprocess.Popen(
        [sys.executable, "-m", "tablee.cli", *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    with house:
        assert house.stdout is not None
        said = [house.stdout.readline() for _ in range(2)]
        house.kill()
    assert said[0] == "warm\n"
    assert said[1] != "warm\n"


def test_where_the_data_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLEE_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/shared")
    assert data_folder() == Path("/shared/tablee")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "tablee"
    monkeypatch.setenv("TABLEE_DATA", "/own")
    assert data_folder() == Path("/own")


def test_addresses_and_codes_to_scan() -> None:
    assert base_address("127.0.0.1", 8000) == "http://127.0.0.1:8000"
    assert base_address("::1", 8000) == "http://[::1]:8000"
    assert base_address("0.0.0.0", 8000).startswith("http://")
    assert b"<svg" in qr_svg("http://192.0.2.1:8000/t/ABCD")
    assert len(qr_terminal("http://192.0.2.1:8000").splitlines()) > 10


def test_codes_of_letters_that_nobody_mistakes() -> None:
    codes = {Chance().code(()) for _ in range(200)}
    assert all(len(code) == 4 and set(code) <= set(LETTERS) for code in codes)
    assert not set("IOQ0123456789") & set(LETTERS)
    assert clean_code(" abcd ") == "ABCD"
    assert len({Chance().key() for _ in range(100)}) == 100
    assert len(Chance().key()) == 22
    assert hashed("x") != "x"


def test_whose_page_it_is() -> None:
    also = frozenset({"https://play.example"})
    assert is_own_origin("http://house:8000", "house:8000", also)
    assert is_own_origin("https://HOUSE", "house", also)
    assert is_own_origin("https://play.example", "house", also)
    assert is_own_origin(None, "house", also)
    for origin in ("null", "", "http://house", "http://house:8000.evil", "http://evil/house:8000", "ws://house:8000"):
        assert not is_own_origin(origin, "house:8000", also)


def test_a_log_line_shows_a_fingerprint_of_the_table() -> None:
    stream = io.StringIO()
    Log(stream)("start", table="ABCD", seats=3)
    assert '"event": "start"' in stream.getvalue()
    assert "ABCD" not in stream.getvalue()
    Log(stream, is_quiet=True)("nothing")
    assert "nothing" not in stream.getvalue()
