"""The doctor looks at the data base too, and says of each thing that it is well, or what to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from tests.cluster.postgres import DURABLE, Postgres, free_port, open_folder
from tests.server.keeping import ask, keep
from tests.server.venue import play_out

from tablee.cli import main
from tablee.cli.tongue import VARIABLES, say
from tablee.server.store.interface import Codes, SaveTable
from tablee.server.store.postgres.health import LINES, Finding, examine
from tablee.server.store.postgres.lives import Node
from tablee.server.store.postgres.store import open_store


async def look(address: str, clock: Callable[[], float] = time.time) -> dict[str, list[Finding]]:
    """Each can be said in French."""
    found: dict[str, list[Finding]] = {}
    async for finding in examine(address, clock):
        assert say(finding.what, "fr") != finding.what
        assert finding.what.endswith((".", "…"))
        found.setdefault(finding.name, []).append(finding)
    return found


async def do(address: str, *statements: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


def only(found: dict[str, list[Finding]], name: str) -> tuple[bool, str]:
    (finding,) = found[name]
    return finding.is_fine, finding.what


def test_an_empty_data_base_that_keeps_nothing_through_a_power_cut(database: str) -> None:
    """As that of these tests does."""
    found = asyncio.run(look(database))
    assert list(found) == ["base", "program", "keeping", "clock", "room", "line", "tables", "rights"]
    assert only(found, "keeping") == (
        False,
        "A power cut may lose what was acknowledged there: set fsync, full_page_writes to on.",
    )
    assert only(found, "tables") == (True, "Nothing of Tablée is in it yet: the first node makes what it needs.")
    assert only(found, "line") == (True, "The line is not encrypted, and does not leave this machine.")
    is_fine, said = only(found, "rights")
    assert is_fine
    assert "may do everything, more than Tablée needs" in said
    is_fine, said = only(found, "base")
    assert is_fine
    assert said.startswith("The data base at its socket/house_")


def test_a_server_as_a_real_site_has_it(template: Path) -> None:
    with open_folder() as folder, closing(Postgres(folder, template, DURABLE)) as server:
        server.start()
        address = server.make_database("house")
        is_fine, said = only(asyncio.run(look(address)), "keeping")
        assert is_fine
        assert said.startswith("What it has acknowledged outlives a power cut")


def test_who_runs_who_is_silent_and_what_they_left(database: str) -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        north = await open_store(database, Node("north"), loop)
        south = await open_store(database, Node("south"), loop)
        await keep(north, "ABCD", SaveTable("{}"))
        await keep(north, "EFGH", SaveTable("{}"))
        await keep(south, "IJKL", SaveTable("{}"))
        found = await look(database)
        said = [(finding.what.partition(",")[0], finding.what.partition(". ")[2]) for finding in found["node"]]
        assert said == [("north runs", "Its tables: 2."), ("south runs", "Its tables: 1.")]
        south.abort()
        await do(database, "UPDATE lives SET beat = beat - interval '60 seconds' WHERE node = 'south'")
        found = await look(database)
        assert found["node"][1].what.startswith("south has been silent for 6")
        assert all(finding.is_fine for finding in found["node"])
        await do(database, "DELETE FROM lives WHERE node = 'south'")
        found = await look(database)
        assert found["node"][1].what.startswith("Tables left by nodes that are gone: 1.")
        assert "Tables: 3; games: 0." in only(found, "size")[1]
        await north.close()
        assert (await look(database))["node"][0].what == "No node runs."

    play_out(scene)


def test_a_node_takes_as_many_lines_as_are_reckoned_for_it(database: str) -> None:
    async def scene() -> None:
        store = await open_store(database, Node("one"), asyncio.get_running_loop())
        await asyncio.gather(*(ask(store, Codes()) for _ in range(50)))
        connection = await asyncpg.connect(database)
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1"
        assert await connection.fetchval(query, "tablee") == LINES
        await connection.close()
        await store.close()

    play_out(scene)


def test_tables_of_another_version_or_of_another_program(database: str) -> None:
    async def scene() -> None:
        store = await open_store(database, Node("one"), asyncio.get_running_loop())
        await store.close()
        assert only(await look(database), "tables")[1].endswith("as they should be.")
        await do(database, "UPDATE house SET version = 99")
        is_fine, said = only(await look(database), "tables")
        assert not is_fine
        assert "written by a newer Tablée (store version 99" in said
        await do(database, "DROP TABLE house", "CREATE TABLE house (street text)")
        is_fine, said = only(await look(database), "tables")
        assert not is_fine
        assert "belongs to another program" in said

    play_out(scene)


def test_a_role_that_may_too_little_and_a_data_base_with_too_little_room(database: str) -> None:
    name = database.partition("@/")[2].partition("?")[0]
    role = f"doctor_of_{name}"

    async def scene() -> None:
        store = await open_store(database, Node("one"), asyncio.get_running_loop())
        await store.close()
        await do(
            database,
            f"CREATE ROLE {role} LOGIN CONNECTION LIMIT 3",
            "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
            f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}",
        )
        found = await look(database.replace("tablee@", f"{role}@"))
        is_fine, said = only(found, "rights")
        assert not is_fine
        assert f"The role {role} may not CREATE, INSERT, UPDATE, DELETE there." in said
        is_fine, said = only(found, "room")
        assert not is_fine
        assert " of 3 connections are free, and a node takes 5: raise max_connections." in said
        await do(
            database,
            f"GRANT CREATE ON SCHEMA public TO {role}",
            f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}",
            f"ALTER ROLE {role} CONNECTION LIMIT -1",
        )
        found = await look(database.replace("tablee@", f"{role}@"))
        assert only(found, "rights") == (True, f"The role {role} may do what nodes do.")
        assert only(found, "room")[0]

    play_out(scene)


@pytest.mark.parametrize(("seconds", "is_fine"), [(0, True), (300, False), (-300, False)])
def test_clocks_that_differ(database: str, seconds: int, is_fine: bool) -> None:
    found = asyncio.run(look(database, lambda: time.time() + seconds))
    assert only(found, "clock")[0] is is_fine
    assert is_fine or "differ by 300 s. No game depends on it" in only(found, "clock")[1]


def test_where_nobody_answers_that_is_all_there_is_to_say(closed_port: int) -> None:
    found = asyncio.run(look(f"postgresql://tablee@127.0.0.1:{closed_port}/house"))
    assert list(found) == ["base"]
    is_fine, said = only(found, "base")
    assert not is_fine
    assert said.endswith("cannot be reached (Connection refused).")


@pytest.fixture
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("_english")
def test_the_command_looks_at_both_and_without_an_address_at_neither(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, database: str
) -> None:
    words = ["doctor", "--port", str(free_port()), "--data", str(tmp_path)]
    main(words)
    alone = capsys.readouterr().out
    assert main([*words, "--store", database]) == 1, "a power cut would lose something"
    both = capsys.readouterr().out
    assert "  base     " not in alone
    for name in ("base", "program", "keeping", "clock", "room", "line", "tables", "rights"):
        assert f"  {name:<8} " in both
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    main([*words, "--store", database])
    assert "LOOK  keeping  Une coupure de courant peut y perdre" in capsys.readouterr().out
    assert main(["doctor", "--store", "mysql://h/d"]) == 2
    assert "n’est pas l’adresse d’une base de données" in capsys.readouterr().err
