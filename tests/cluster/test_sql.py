"""The SQL of the store in PostgreSQL keeps to what engines take that speak its language and spread over many machines:
a site that outgrows one data base has somewhere to go."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.server.store import postgres

ROOM = Path(postgres.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text("utf-8")
STATEMENT = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|SET|WITH|LOCK|LISTEN|NOTIFY)\b")
FORBIDDEN = {
    "advisory locks": r"advisory",
    "sequences": r"\bserial\b|bigserial|nextval|IDENTITY|SEQUENCE",
    "`LISTEN` and `NOTIFY`": r"\bLISTEN\b|\bNOTIFY\b|pg_notify",
    "functions, procedures and triggers of one’s own": r"FUNCTION|PROCEDURE|TRIGGER|plpgsql|\bDO \$",
    "extensions": r"EXTENSION",
    "locks of whole tables": r"\bLOCK\b",
    "temporary tables": r"\bTEMP\b|TEMPORARY|UNLOGGED",
    "inheritance": r"INHERITS",
    "foreign keys": r"REFERENCES|FOREIGN KEY",
    "cursors": r"\bCURSOR\b|\bDECLARE\b|\bFETCH\b",
    "what a row is on its page": r"\bctid\b|\bxmin\b|\bxmax\b|txid_|pg_current_xact",
    "two-phase commits": r"PREPARE TRANSACTION",
    "exclusion and deferred constraints": r"\bEXCLUDE\b|DEFERRABLE",
    "rules and materialized views": r"\bRULE\b|MATERIALIZED",
    "the hour of the transaction": r"\bnow\(\)|CURRENT_TIMESTAMP|transaction_timestamp",
}
"""By what each is called in docs/scale.md. The last one is no engine's lack: after a wait it is late."""


def texts(tree: ast.AST) -> Iterator[str]:
    """All texts that are no docstrings; of those put together, the fixed parts."""
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            yield node.value


def statements() -> list[tuple[str, str]]:
    found = [
        (path.name, text)
        for path in sorted(ROOM.glob("*.py"))
        for text in texts(ast.parse(path.read_text("utf-8")))
        if STATEMENT.search(text)
    ]
    assert len(found) > 25
    return found


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_statement_asks_for_what_such_engines_lack(what: str) -> None:
    used = [(file, text) for file, text in statements() if re.search(FORBIDDEN[what], text, re.IGNORECASE)]
    assert used == []


def test_a_table_is_made_with_a_primary_key() -> None:
    made = [text for _, text in statements() for text in re.findall(r"CREATE TABLE [^;]*", text)]
    assert len(made) > 5
    assert [text for text in made if "PRIMARY KEY" not in text] == []


def test_the_page_names_them_all() -> None:
    shown = re.search(r"<!-- forbidden -->\n(.*?)\n +<!-- end -->", PAGE, re.DOTALL)
    assert shown
    assert " ".join(shown[1].split()) == ", ".join(FORBIDDEN)


def test_a_statement_that_asks_for_it_is_found() -> None:
    (text,) = texts(
        ast.parse('"""of a file"""\nLOCKED = f"SELECT pg_advisory_lock({number})"'.replace("({number})", "(1)"))
    )
    assert STATEMENT.search(text)
    assert re.search(FORBIDDEN["advisory locks"], text)
