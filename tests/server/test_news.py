"""What the last input had to say: written once for all who read the same, and told to nobody else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablee.kernel.codec import codec_for
from tablee.kernel.game import ALL, Caption, Facts, Refusal
from tablee.server.show.news import News
from tablee.server.show.voice import facts_json
from tablee.words import Words

TAKEN = Caption("took", {"seat": 0, "to": 1, "stones": 2}, ALL)
WHISPERED = Caption("seen", {"seat": 1, "card": "king"}, (1, 2))
ENDED = Caption("ended", {}, ALL)


@pytest.fixture
def words(tmp_path: Path) -> Words:
    captions = {
        "took": "{seat} donne {stones} à {to}.",
        "took@seat": "Vous donnez {stones}.",
        "seen": "{seat} a vu : {card}.",
        "seen@seat": "Vous avez vu : {card}.",
        "ended": "Fini.",
    }
    (tmp_path / "fr.json").write_text(json.dumps({"captions": captions}), encoding="utf-8")
    return Words("fr", tmp_path, names=("Ana", "Bob", "Cléo"), strict=True)


def texts(told: tuple[bytes, ...]) -> list[str]:
    return [json.loads(text)["text"] for text in told]


def test_each_seat_hears_what_is_for_its_ears_in_words_of_its_own(words: Words) -> None:
    news = News([TAKEN, WHISPERED, ENDED], words)
    # The seat that is told most comes first: what was written for it reaches nobody else.
    assert texts(news.told(1, 1)) == ["Ana donne 2 à Bob.", "Vous avez vu : king.", "Fini."]
    assert texts(news.told(2, 2)) == ["Ana donne 2 à Bob.", "Bob a vu : king.", "Fini."]
    assert texts(news.told(0, 0)) == ["Vous donnez 2.", "Fini."]
    assert texts(news.told(None, None)) == ["Ana donne 2 à Bob.", "Fini."]
    # Somebody who looks on is told what a seat is told, and is not spoken to.
    assert texts(news.told(0, None)) == ["Ana donne 2 à Bob.", "Fini."]


def test_who_is_not_spoken_to_reads_the_same_bytes_as_all_others(words: Words) -> None:
    news = News([TAKEN, WHISPERED], words)
    screen, (taken, whispered) = news.told(None, None), news.told(2, 2)
    assert screen[0] is taken
    assert json.loads(whispered) == {"code": "seen", "facts": {"card": "king", "seat": 1}, "text": "Bob a vu : king."}
    assert json.loads(news.told(0, 0)[0])["code"] == "took"


def test_the_same_code_twice_is_two_sentences(words: Words) -> None:
    news = News([TAKEN, TAKEN._replace(facts={"seat": 1, "to": 0, "stones": 5})], words)
    assert texts(news.told(None, None)) == ["Ana donne 2 à Bob.", "Bob donne 5 à Ana."]


class Pair(tuple[int, ...]):
    """A tuple is a list in JSON, whatever its class."""


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"b": 1, "a": True, "c": None, "d": "x"},
        {"ints": (1, 2), "texts": ("a", "b"), "none": ()},
        {"pair": Pair((3, 4))},
    ],
)
def test_facts_go_out_as_the_codec_writes_them(facts: Facts) -> None:
    value = codec_for(Refusal).to_json(Refusal("", facts))
    assert isinstance(value, dict)
    assert json.dumps(facts_json(facts)) == json.dumps(value["facts"])


class Text(str):
    __slots__ = ()


class Number(int):
    pass


@pytest.mark.parametrize(
    "facts",
    [
        {"x": 1.5},
        {"x": [1]},
        {"x": {"y": 1}},
        {"x": b"bytes"},
        {"x": (1, "a")},
        {"x": (1, True)},
        {"x": (None,)},
        {"x": ((1,),)},
        {"x": frozenset({1})},
        {"x": Text("a")},
        {"x": Number(1)},
        {"x": (Text("a"),)},
        {"x": (Number(1),)},
        {1: 1},
        {Text("a"): 1},
        [("a", 1)],
        None,
    ],
)
def test_what_is_no_fact_is_not_written(facts: Any) -> None:
    for write in (facts_json, lambda given: codec_for(Refusal).to_json(Refusal("", given))):
        with pytest.raises(TypeError):
            write(facts)
