"""`tablee packs check`: line and reason for everything that is wrong with a theme pack."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.cli import main
from tablee.games.fil.tests.own_packs import SEASONS

THIRD_CARD = 9
"""Its line."""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    path = tmp_path / "seasons.toml"
    path.write_text(SEASONS, encoding="utf-8")
    return path


def test_a_pack_in_order_has_no_remarks(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["packs", "check", str(pack)]) == 0
    assert capsys.readouterr().out == "«\u00a0Saisons\u00a0»\u00a0: 40 cartes, 0 remarque.\n"


def test_a_remark_has_its_line_and_the_pack_can_still_be_played(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack.write_text(SEASONS.replace('Saison \\"3\\"', "Un tres long été"), encoding="utf-8")
    assert main(["packs", "check", str(pack), "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert f"seasons.toml:{THIRD_CARD}: Card 3: “tres” lacks an accent." in out
    assert "40 cards, 1 remark." in out


def test_a_pack_that_cannot_be_played_is_refused_with_line_and_reason(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack.write_text(SEASONS.replace("{ number = 3,", "{ number = oops,"), encoding="utf-8")
    assert main(["packs", "check", str(pack), "--lang", "en"]) == 1
    assert f"seasons.toml:{THIRD_CARD}: Line {THIRD_CARD} of your pack: this is not TOML." in capsys.readouterr().out


def test_several_at_once_fail_if_one_does(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = tmp_path / "few.toml"
    few.write_text("\n".join([*SEASONS.splitlines()[:10], "]"]), encoding="utf-8")
    assert main(["packs", "check", str(pack), str(few)]) == 1
    assert "Votre paquet a 4 cartes" in capsys.readouterr().out


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["packs", "check", str(tmp_path / "none.toml")]) == 2
    assert "none.toml cannot be read" in capsys.readouterr().err
    torn = tmp_path / "torn.toml"
    torn.write_bytes(b'title = "\xe9"')
    assert main(["packs", "check", str(torn)]) == 2
    assert "is not in UTF-8" in capsys.readouterr().err


def test_a_pack_too_big_for_a_table_is_told_so(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack.write_text(SEASONS + "#" * 15_000, encoding="utf-8")
    assert main(["packs", "check", str(pack), "--lang", "en"]) == 0
    assert "it may have at most 15000" in capsys.readouterr().out
