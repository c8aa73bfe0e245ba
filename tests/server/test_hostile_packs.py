"""Theme packs and numbers that would take the house seconds to read."""

from __future__ import annotations

import json
import random
import tomllib

import pytest
from tests.server.hall import Hall, start_people
from tests.server.venue import Refused

from tablee.games import find
from tablee.games.fil.options import FilOptions
from tablee.games.fil.packs import MOST_BYTES, QUOTED, BadPack, read_own_pack
from tablee.games.fil.tests.own_packs import SEASONS
from tablee.kernel import Refusal
from tablee.kernel.wire import Wire

DOTS = "a." * 7_000 + "a = 1\n"
MANY_DOTS = "".join(f"{'b.' * 40}k{number} = 1\n" for number in range(160))
HEADERS = "".join(f"[{'c.' * 40}k{number}]\n" for number in range(160))


@pytest.mark.parametrize("text", [DOTS, MANY_DOTS, HEADERS, '"a"."b" = 1', "title = 1.5"])
def test_keys_of_several_parts_are_refused_before_toml_sees_them(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Five such packs stopped the house for 107 s."""
    assert len(text) <= MOST_BYTES

    def never(_: str) -> None:
        raise AssertionError("TOML takes seconds for this")

    monkeypatch.setattr("tablee.games.fil.packs.tomllib.loads", never)
    with pytest.raises(BadPack) as bad:
        read_own_pack("# One. Two.\n" + text)
    assert bad.value.refusal == Refusal("pack_broken", {"line": 2})


HIDDEN = 'x = """\\"""y"""\na.b = 1 # """'
"""Who does not know that the second quote is escaped takes the key for a string."""


def test_a_key_of_several_parts_cannot_be_hidden_behind_a_quote() -> None:
    with pytest.raises(BadPack) as bad:
        read_own_pack(HIDDEN)
    assert bad.value.refusal == Refusal("pack_broken", {"line": 2})


def test_strings_and_comments_of_a_pack_are_just_those_of_toml() -> None:
    """Where dots in them become letters, TOML reads tables of the same build."""
    quotes = ['"', "'", '"""', "'''", '""""', "'''''", "\\", '\\"', "#", "\n", ".", " ", "="]
    pieces = [*quotes, 'a="', 'b="""', "c='", "d='''", "e.f=1\n", "g={h.i=1}\n", "x", 'k="""\\"""y"""\n', '# """']
    luck, read = random.Random(1), 0
    for _ in range(40_000):
        text = "".join(luck.choices(pieces, k=luck.randrange(3, 12)))
        try:
            found = tomllib.loads(text)
        except ValueError:
            continue
        read += 1
        assert build(found) == build(tomllib.loads(QUOTED.sub(lambda one: one[0].replace(".", "_"), text))), text
    assert read > 500


def build(value: object) -> object:
    if isinstance(value, dict):
        return [build(one) for one in value.values()]
    return [[build(one) for one in value]] if isinstance(value, list) else ""


@pytest.mark.parametrize(
    "text", ['"' + '\\"' * 7_000, '"""' + '\\"' * 7_000, '"""' + '"\\' * 7_000, "'''" + "' " * 7_000]
)
def test_a_string_that_is_never_closed_is_looked_at_once(text: str) -> None:
    """To begin anew at each of its quotes took more than a second for one message."""
    assert QUOTED.fullmatch(text)


def test_dots_in_words_are_no_keys() -> None:
    dotted = SEASONS.replace('author = "', 'author = "M. ')
    assert dotted != SEASONS
    assert read_own_pack(dotted).author.startswith("M. ")
    assert read_own_pack(SEASONS.replace("title =", "# e.g. this\ntitle =")).cards


def test_numbers_with_thousands_of_digits_are_bad_and_nothing_worse() -> None:
    hall = Hall([find("fil")])
    _, (host, _) = start_people(hall, "fil", 2)
    host.do("end")
    for options in ({"pack": f"a = {'9' * 5_000}"}, {"rounds": int("9" * 4_000)}):
        whole = {**json.loads(Wire(find("fil").game).options.dumps(FilOptions())), **options}
        with pytest.raises(Refused) as refused:
            host.do("options", options=whole)
        assert refused.value.code in ("pack_broken", "bad_options", "bad_message")
    host.send(b'{"id":"digits","do":"hello","table":' + b"9" * 5_000 + b"}")
    host.read()
    assert not hall.defects
