"""`tablee play`: a person against bots, line by line."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.helpers import BELL, MORPION, Cli, Said

from tablee.cli.session import Console, Left
from tablee.games import find
from tablee.kernel.record import Record
from tablee.kernel.wire import Wire

CELLS = [f"{column}{row}" for row in range(1, 10) for column in "ABCDEFGHI"]


def record_of(path: Path, game: str) -> Record[object, object]:  # type: ignore[type-var]
    return Wire(find(game).game).read_record(path.read_text())  # type: ignore[return-value]


def test_a_whole_game_by_numbers(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    words = ("play", MORPION, "--seed", "3", "--save", path, "--lang", "en")
    said = cli(*words, typed=["1"] * 9)
    assert said.status == 0
    assert said.err == ""
    assert "   1  Square 0\n" in said.out
    assert "The game is over." in said.out
    assert f"The game is saved in {path}." in said.out
    assert cli("verify", path, "--game", MORPION).status == 0
    written = path.read_bytes()
    again = cli(*words, typed=["1"] * 9)
    assert again == said
    assert path.read_bytes() == written


def test_moves_by_name_and_what_is_not_understood(cli: Cli) -> None:
    typed = ["mark 4", "Mark  4", "mark 9", "mark x", "mark", "12", "0", "hop", "", "é" * 501, "quit"]
    said = cli("play", MORPION, "--seed", "1", "--lang", "en", typed=typed)
    assert said.status == 0
    # The cell is taken now: the game itself refuses.
    assert "That square is taken. Choose another one." in said.out
    assert "I do not understand “mark 9”." in said.out
    assert "I do not understand “mark x”." in said.out
    assert "I do not understand “mark”." in said.out
    assert "There is no move number 12: they go from 1 to 7." in said.out
    assert "There is no move number 0" in said.out
    assert "I do not understand “hop”. Type help." in said.out
    assert "“”" not in said.out
    assert "too long: 500 characters" in said.out
    assert said.out.endswith("The game was left. Goodbye!\n")


def test_help_rules_moves_show_and_wait(cli: Cli) -> None:
    said = cli("play", MORPION, "--seed", "1", typed=["AIDE", "règles", "Règles tout", "coups", "voir", "attendre"])
    assert said.status == 0
    assert "Autres commandes\u00a0: coups" in said.out
    assert "Par exemple\u00a0: mark 0" in said.out
    assert "Chacun marque une case à son tour." in said.out
    assert "Les deux joueurs marquent à tour de rôle" in said.out
    assert said.out.count("   9  Case 8\n") == 2
    assert said.out.count(f"cells: {', '.join('·' * 9)}") == 2
    # The clock has played for them, the bot has answered.
    assert "X" in (last := re.findall(r"cells: (.*)", said.out)[-1])
    assert "O" in last


def test_the_end_of_the_input_is_a_polite_end(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "left.jsonl"
    said = cli("play", MORPION, "--save", path, typed=["5"])
    assert said.status == 0
    assert "Partie interrompue. Au revoir\u202f!" in said.out
    assert cli("replay", path, "--game", MORPION).status == 0
    assert cli("verify", path, "--game", MORPION).status == 1


def test_ctrl_c_is_a_polite_end(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    said = cli("play", MORPION)
    assert said.status == 0
    assert "Au revoir" in said.out
    assert "Traceback" not in said.err


def clear_everything(cli: Cli, *words: str) -> Said:
    """Play Pierres by trying every cell again and again; an empty line draws."""
    typed = [line for _ in range(60) for cell in CELLS for line in ("", cell)]
    return cli("play", "pierres", "--seed", "7", "--bots", "random", *words, typed=typed)


def test_a_whole_game_of_pierres(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "pierres.jsonl"
    said = clear_everything(cli, "--save", str(path))
    assert said.status == 0
    assert said.err == ""
    assert "      A B C   D E F   G H I\n" in said.out
    assert "La partie est finie." in said.out
    assert "1. " in said.out
    assert cli("verify", path).status == 0


def test_pierres_in_english_with_announcements(cli: Cli) -> None:
    typed = ["0", "p", "C4", "5", "5", "j1", "4c", "rules", "quit"]
    words = ("--options", "annonce,opening=quick,first=0", "--lang", "en", "--name", "Zoé")
    said = cli("play", "pierres", "--seed", "2", "--bots", "random", *words, typed=typed)
    assert "You are Zoé." in said.out
    assert "I do not understand “p”." in said.out
    assert "I do not understand “j1”." in said.out
    assert "That is no answer to what is asked." in said.out
    assert "Zoé" in said.out
    assert "sudoku" in said.out.lower()


def test_the_bots_have_the_names_the_game_gives_them(cli: Cli) -> None:
    words = ("play", "pierres", "--seed", "1", "--options", "rapide,first=0", "--seats", 4, "--bots", "easy,hard")
    said = cli(*words, typed=["quit"])
    shown = said.out.replace("\u00a0", " ")
    assert "Camille 0 pierre | Gravier I 0 pierre | Silex 0 pierre | Gravier II 0 pierre" in shown


def test_without_a_seed_no_two_games_are_alike(cli: Cli, tmp_path: Path) -> None:
    for name in ("one", "two"):
        cli("play", MORPION, "--save", tmp_path / name, typed=["1"] * 9)
    one, two = (record_of(tmp_path / name, MORPION).header.commitment for name in ("one", "two"))
    assert one != two


def test_the_commitment_is_shown_before_the_first_move(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game"
    said = cli("play", MORPION, "--save", path, typed=["1"] * 9)
    noted = said.out.splitlines()[2].rpartition(" ")[2]
    assert cli("verify", path, "--game", MORPION, "--commitment", noted).status == 0


def test_a_race_and_free_text(cli: Cli) -> None:
    """Lines of a script take no time, so the person rings first; the bots ring when the person waits."""
    typed = ["ring", "say  well,  well", "", "wait", "ring", "say", "say x"]
    said = cli("play", BELL, "--bots", "quick,slow", "--options", "rounds=4", "--lang", "en", typed=typed)
    assert said.status == 0
    assert "This happens: said, seat Camille, text well,  well." in said.out
    assert "This happens: rang, seat Basile." in said.out
    assert "I do not understand “say”." in said.out
    assert "text x." in said.out
    assert "The game is over." in said.out


def test_a_game_without_words_of_its_own_is_told_plainly(cli: Cli) -> None:
    said = cli("play", BELL, "--bots", "quick", typed=["regles"])
    assert "Ce jeu n’a pas encore de page de règles." in said.out


class Slow:
    """A person whose every line takes as long as the test says."""

    def __init__(self, lines: list[tuple[str, int]]) -> None:
        self._lines = iter(lines)
        self._now = 0

    def read(self, _: str) -> str:
        line, took = next(self._lines, ("quit", 0))
        self._now += took
        return line

    def clock(self) -> int:
        return self._now


@pytest.fixture
def slowly(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    def play(lines: list[tuple[str, int]], *words: object) -> Said:
        person = Slow(lines)
        monkeypatch.setattr("builtins.input", person.read)
        monkeypatch.setattr("tablee.cli.play._wall", person.clock)
        monkeypatch.setattr("tablee.cli.play._nothing", person.clock)
        return cli("play", *words)

    return play


def test_who_types_slowly_comes_second_in_a_race(slowly: Callable[..., Said]) -> None:
    said = slowly([("ring", 150)], BELL, "--bots", "quick", "--options", "rounds=1", "--lang", "en")
    assert "rang, seat Basile" in said.out
    assert "Too late: this is no longer asked." in said.out


def test_who_types_quickly_comes_first(slowly: Callable[..., Said]) -> None:
    said = slowly([("ring", 50), ("say a", 10)], BELL, "--bots", "quick", "--options", "rounds=1", "--lang", "en")
    assert "rang, seat Camille" in said.out
    assert "Too late" not in said.out


def test_the_table_waits_for_its_own_question(slowly: Callable[..., Said], tmp_path: Path) -> None:
    path = tmp_path / "slow"
    slowly([("1", 10_000), ("1", 99_000)], MORPION, "--save", path)
    entries = record_of(path, MORPION).entries
    assert [(entry.kind, entry.seat, entry.now) for entry in entries[1:4]] == [
        ("step", 0, 10_000),
        ("step", 1, 10_000),
        ("step", 0, 40_000),
    ]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--seats", "9"), "9 joueurs\u202f? Ce jeu se joue de 2 à 6."),
        (("--seats", "1"), "1 joueur\u202f? Ce jeu se joue de 2 à 6."),
        (("--options", "annonce,meme_chiffre=oui"), "ne vont pas ensemble"),
        (("--lang", "de"), "no words for the language “de”"),
        (("--bots", "hal"), "no bot “hal”"),
        (("--bots", "random,random", "--seats", "2"), "2 bots are named for 1 seats"),
        (("--save", "/no/such/folder/x"), "cannot be saved in /no/such/folder/x: No such file"),
    ],
)
def test_what_cannot_be_played(cli: Cli, words: tuple[str, ...], complaint: str) -> None:
    assert complaint in cli.complains("play", "pierres", *words)


def test_a_console_that_ends() -> None:
    said = io.StringIO()

    def end(_: str) -> str:
        raise EOFError

    console = Console(end, lambda line: print(line, file=said), lambda: 0)
    with pytest.raises(Left):
        console.ask("> ")
    assert said.getvalue() == "\n"
