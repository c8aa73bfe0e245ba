"""What `pip install` puts into an empty environment is a whole house, with its page."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from urllib.request import urlopen

import hatch_build
import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def tablee(tmp_path: Path) -> Path:
    """The command, installed from a wheel. What the wheel depends on is lent by the environment of the tests."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("tablee-*.whl")
    home = tmp_path / "empty"
    venv.create(home, symlinks=True)
    pip = [sys.executable, "-m", "pip", f"--python={home / 'bin' / 'python'}", "install", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--quiet", "--disable-pip-version-check", str(wheel)], check=True)
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"))
    return home / "bin" / "tablee"


def test_a_wheel_in_an_empty_environment_serves_the_page(tablee: Path, tmp_path: Path) -> None:
    where = ["--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data")]
    house = subprocess.Popen([tablee, "serve", *where], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert house.stdout is not None
    try:
        said = next(line for line in house.stdout if "http://" in line)
        address = said[said.index("http://") :].strip()
        with urlopen(address) as answer:
            page = answer.read().decode()
        scripts = re.findall(r'<script[^>]+src="(/assets/[^"]+\.js)"', page)
        assert scripts
        for script in scripts:
            with urlopen(address + script) as answer:
                assert answer.headers["Content-Type"].startswith("text/javascript")
    finally:
        house.terminate()
        house.communicate()


def test_the_page_is_built_with_the_node_of_the_house() -> None:
    assert hatch_build.NODE in (ROOT / "requirements" / "house.txt").read_text("utf-8").splitlines()


def test_where_nothing_can_build_the_page_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(FileNotFoundError, match="run 'make page' first"):
        hatch_build.build_page(ROOT / "web")
