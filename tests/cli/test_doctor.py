"""The doctor says what is wrong, and what to do."""

import socket
import sqlite3
from pathlib import Path

import pytest
from tests.cli.helpers import Cli
from tests.server.damaging import fill

from tablee.cli import doctor
from tablee.cli.tongue import say
from tablee.server.store.schema import FILE


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def test_every_part_has_its_line(cli: Cli, tmp_path: Path) -> None:
    said = cli("doctor", "--port", free_port(), "--data", tmp_path / "not" / "there")
    for name in ("address", "port", "disk", "store", "clocks", "page"):
        assert f"  {name:<8} " in said.out
    assert "Port" in said.out


def test_every_line_can_be_said_in_french(tmp_path: Path) -> None:
    for symptom in doctor.examine(free_port(), tmp_path):
        assert say(symptom.what, "fr") != symptom.what


def test_a_port_in_use_is_named_and_another_one_offered(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as server:
        port = server.getsockname()[1]
        symptom = next(symptom for symptom in doctor.examine(port, tmp_path) if symptom.name == "port")
    assert not symptom.is_fine
    assert f"--port {port + 1}" in symptom.what


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    plain_file = tmp_path / "file"
    plain_file.write_bytes(b"")
    symptom = next(symptom for symptom in doctor.examine(free_port(), plain_file) if symptom.name == "disk")
    assert not symptom.is_fine
    assert "--data" in symptom.what


def test_a_missing_page_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PAGE", tmp_path)
    symptom = next(symptom for symptom in doctor.examine(free_port(), tmp_path) if symptom.name == "page")
    assert not symptom.is_fine
    assert "make page" in symptom.what


def test_a_store_is_read_from_end_to_end(tmp_path: Path) -> None:
    def look(folder: Path) -> doctor.Symptom:
        return next(symptom for symptom in doctor.examine(free_port(), folder) if symptom.name == "store")

    assert "Nothing is kept" in look(tmp_path / "nowhere").what
    fill(tmp_path)
    for state in ("crashed", "closed"):
        assert look(tmp_path / state).is_fine
        assert "4 tables, 4 games" in look(tmp_path / state).what
    with sqlite3.connect(tmp_path / "closed" / FILE) as connection:
        connection.execute("UPDATE games SET entries = entries || ' ' WHERE game = 2")
    connection.close()
    symptom = look(tmp_path / "closed")
    assert not symptom.is_fine
    assert "is damaged" in symptom.what
    (tmp_path / "crashed" / FILE).unlink()
    assert "older than what people were told" in look(tmp_path / "crashed").what
