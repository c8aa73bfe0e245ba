"""What goes wrong in the terminal is said in the language of whoever sits at it."""

from __future__ import annotations

import ast
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.helpers import ROOT, Cli

import tablee
from tablee.cli.french import FRENCH
from tablee.cli.tongue import VARIABLES, language_of, say
from tablee.server.store.schema import FILE

RAISED = frozenset({"Complaint", "CannotStart", "StoreError", "UnknownGame"})
"""What ends up on stderr as a sentence."""
SENTENCES: dict[str, str] = json.loads(FRENCH.read_text("utf-8"))
HOLE = re.compile(r"\{\w*\}")


def sentences(path: Path) -> Iterator[str]:
    """Those that are raised in this file, with `{}` for each fact."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED and node.args:
            (argument,) = node.args
            if isinstance(argument, ast.Constant):
                yield str(argument.value)
            elif isinstance(argument, ast.JoinedStr):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in argument.values)


def test_every_complaint_has_its_french() -> None:
    raised = {
        sentence: path.name for path in Path(tablee.__file__).parent.rglob("*.py") for sentence in sentences(path)
    }
    assert len(raised) > 40
    known = {HOLE.sub("{}", english) for english in SENTENCES}
    missing = {sentence: name for sentence, name in raised.items() if sentence not in known}
    assert not missing


def test_the_french_says_the_same_facts_as_french_is_written() -> None:
    for english, french in SENTENCES.items():
        assert sorted(HOLE.findall(french)) == sorted(fact for fact in HOLE.findall(english) if fact != "{type}")
        assert not re.search(r"[^\u00a0]:(?!//|\d)|[^\u202f][;!?]|['“”]|«[^\u00a0]|[^\u00a0]»", french), french


@pytest.mark.parametrize(
    ("environment", "words", "language"),
    [
        ({}, (), "en"),
        ({"LANG": "C.UTF-8"}, (), "en"),
        ({"LANG": "fr_FR.UTF-8"}, (), "fr"),
        ({"LANG": "fr"}, ("serve",), "fr"),
        ({"LANG": "fr_CA.UTF-8", "LC_ALL": "en_GB.UTF-8"}, (), "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fr_BE.UTF-8"}, (), "fr"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, (), "fr"),
        ({"LANG": "frr_DE"}, (), "en"),
        ({"LANG": "fr_FR"}, ("play", "pierres", "--lang", "en"), "en"),
        ({"LANG": "en_GB"}, ("play", "pierres", "--lang=fr"), "fr"),
        ({"LANG": "en_GB"}, ("play", "--lang"), "en"),
        ({"LANG": "fr_FR"}, ("play", "--lang", "klingon"), "fr"),
    ],
)
def test_whose_language_it_is(environment: dict[str, str], words: tuple[str, ...], language: str) -> None:
    assert language_of(words, environment) == language


@pytest.fixture(params=["fr_FR.UTF-8", "en_GB.UTF-8"], ids=["fr", "en"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", request.param)
    return str(request.param)[:2]


def plain(text: str) -> str:
    return re.sub(r"\s", " ", text)


def test_a_port_in_use(cli: Cli, language: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = cli.complains("serve", "--host", "127.0.0.1", "--port", port, "--data", tmp_path)
    wanted = {
        "fr": f"Le port {port} est déjà pris, peut-être par une autre Tablée. Arrêtez-la, ou choisissez un autre port "
        f"avec --port {port + 1}.",
        "en": f"Port {port} is already in use, perhaps by another Tablée. Stop that one, or choose another port with "
        f"--port {port + 1}.",
    }
    assert said == f"tablee: {wanted[language]}"


def serve(data: Path) -> str:
    """A house that does not come up, as a program of its own."""
    command = [sys.executable, "-m", "tablee.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
    said = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert said.returncode == 2, said
    assert "Traceback" not in said.stderr
    return plain(said.stderr.strip().splitlines()[-1])


def test_a_folder_that_cannot_be_written_to(language: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    wanted = {
        "fr": f"Impossible d’écrire dans le dossier {folder} (ce n’est pas un dossier). Choisissez-en un autre avec "
        "--data.",
        "en": f"The folder {folder} cannot be written to (Not a directory). Choose another one with --data.",
    }
    assert serve(folder) == f"tablee: {wanted[language]}"


def test_a_store_of_a_newer_version(language: str, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as store:
        store.execute("PRAGMA user_version = 99")
    store.close()
    wanted = {"fr": "Ces données viennent d’une Tablée plus récente", "en": "The data was written by a newer Tablée"}
    assert wanted[language] in serve(tmp_path)


def test_a_full_disk() -> None:
    english = "The disk is full: /d/tablee.db cannot grow. Make room, then play on."
    assert plain(say(english, "fr")).startswith("Le disque est plein : /d/tablee.db ne peut plus grandir.")
    assert say(english, "en") == english


def test_what_no_command_understands(cli: Cli, language: str) -> None:
    wanted = {
        ("serve", "--frobnicate"): ("option inconnue : --frobnicate", "unrecognized arguments: --frobnicate"),
        ("serve", "--port", "huit"): ("--port : 'huit' n’est pas un nombre entier", "invalid int value: 'huit'"),
        ("play",): ("il manque : game", "the following arguments are required: game"),
        ("play", "pierres", "--seats", "0"): ("un nombre entier à partir de 1", "a whole number from 1 on"),
        ("play", "pieres"): ("Il n’y a pas de jeu « pieres »", "There is no game “pieres”"),
        ("play", "pierres", "--bots", "zoe"): ("pierres n’a pas de robot « zoe »", "pierres has no bot “zoe”"),
        ("join", "ABCD", "--house", "ftp://x"): ("« ftp://x » n’est pas l’adresse", "“ftp://x” is no address"),
    }
    for words, (french, english) in wanted.items():
        assert (french if language == "fr" else english) in plain(cli.complains(*words))


@pytest.mark.usefixtures("language")
def test_a_chosen_language_counts_more_than_the_terminal_s(cli: Cli) -> None:
    assert "There is no game" in cli.complains("play", "pieres", "--lang", "en")
    assert "Il n’y a pas de jeu" in plain(cli.complains("play", "pieres", "--lang", "fr"))


def test_what_nobody_has_put_into_french_stays_english() -> None:
    assert say("The cat is on the table.", "fr") == "The cat is on the table."
