"""A seat cannot be stolen: not by guessing its key, not by replaying what was said, not with what the store holds, not
with the key of another table. (Sockets, logs and files are searched for keys in test_hostile.py; asking for a place
back is in test_claims.py.)"""

from __future__ import annotations

import json
import random

import pytest
from tests.server.hall import Hall, Visitor, start_people
from tests.server.venue import Message, Refused

from tablee.server.keys import hashed
from tablee.server.outside import Chance
from tablee.server.wire.commands import MOST_KEYS

GUESSES = 3000


def try_keys(hall: Hall, code: str, keys: list[str]) -> None:
    """Nobody is let in by these."""
    for at in range(0, len(keys), MOST_KEYS):
        thief = hall.visit(code, *keys[at : at + MOST_KEYS])
        thief.read()
        assert thief.you == {"places": [], "host": False}
        assert thief.frames.keys() == {None}
        thief.leave()


def a_table(hall: Hall) -> tuple[str, list[Visitor]]:
    return start_people(hall, "morpion", 2)


def test_guesses() -> None:
    hall, luck = Hall(), random.Random(1)
    code, people = a_table(hall)
    key = people[1].keys[0]
    near = [
        key[:-1],
        key + "=",
        key.swapcase(),
        key[::-1],
        f" {key}",
        f"{key} ",
        key[:16],
        key + "\x00",
        key.encode().hex(),
    ]
    near += [key[:spot] + luck.choice("abcXYZ019") + key[spot + 1 :] for spot in range(len(key))]
    try_keys(hall, code, [guess for guess in near if guess != key])
    try_keys(hall, code, [Chance().key() for _ in range(GUESSES)])
    try_keys(hall, code, ["", "null", "0", "*", "%", "'", code, "Ana", "host"])
    assert len(key) == 22, "128 bits"


def test_what_the_store_holds_opens_nothing() -> None:
    hall = Hall()
    code, people = a_table(hall)
    doc = json.loads(hall.store.docs[code])
    kept = [key for place in doc["places"] for key in place["keys"]] + doc["hosts"]
    assert hashed(people[1].keys[0]) in kept
    assert not any(key in hall.store.docs[code] for person in people for key in person.keys)
    texts = [doc["made_by"], *(place["made_by"] for place in doc["places"]), *doc["answers"]]
    try_keys(hall, code, [text for text in kept + texts if text])


def test_a_key_of_another_table() -> None:
    hall = Hall()
    first, _ = a_table(hall)
    _, others = a_table(hall)
    try_keys(hall, first, [key for person in others for key in person.keys])


def test_what_somebody_said_is_worth_nothing_in_another_mouth() -> None:
    """A spectator sends again, byte for byte, all that the others have sent but their keys."""
    hall = Hall()
    code, people = a_table(hall)
    said: list[Message] = [
        {"id": "ready-command-number-1", "do": "ready", "place": 1, "ready": True},
        {"id": "rename-command-number-1", "do": "rename", "place": 1, "name": "Bobby"},
        {"id": "comfort-command-number-1", "do": "comfort", "place": 1, "percent": 200},
        {
            "id": "play-command-number-1",
            "do": "play",
            "seat": 0,
            "ask": "0.mark",
            "action": {"type": "Mark", "cell": 4},
        },
        {"id": "hold-command-number-1", "do": "hold", "seat": 1, "held": True},
        {"id": "say-command-number-1", "do": "say", "seat": 1, "channel": "table", "text": "hello"},
        {"id": "pause-command-number-1", "do": "pause"},
    ]
    people[0].do("words", open=True)
    thief = hall.visit(code)
    for command in said:
        owner = people[0 if command.get("seat") == 0 else 1]
        owner.send(command)
        for again in (command, {**command, "id": f"again-{command['id']}"}):
            thief.send(again)
            thief.read()
            assert not thief.answers[again["id"]]["ok"], f"{again} was done for a spectator"
    thief.read()
    assert thief.lobby["places"][1]["name"] == "Bobby"
    assert sum(1 for cell in thief.frames[None]["board"]["cells"] if cell) == 1


def test_the_ids_that_give_a_place_again_are_told_to_nobody() -> None:
    """Who repeats the id of `open` or `sit` gets the place again, so it is as good as a key."""
    hall = Hall()
    host = hall.visit()
    opening, sitting = "opening-is-my-secret-1", "sitting-is-my-secret-2"
    code = host.do("open", id=opening, game="morpion", name="Ana")["table"]
    guest, thief = hall.visit(code), hall.visit(code)
    guest.do("sit", id=sitting, name="Bob")
    for person in (host, guest, thief):
        person.read()
    for secret, owner in ((opening, host), (sitting, guest)):
        others = [text for person in (host, guest, thief) if person is not owner for text in person.bytes]
        assert not any(secret.encode() in text for text in others)
        assert secret not in hall.store.docs[code]
        assert secret not in hall.log.getvalue()


@pytest.mark.parametrize("way", ["stand", "remove"])
def test_a_key_to_a_place_that_was_left_is_a_key_to_nothing(way: str) -> None:
    hall = Hall()
    host = hall.visit()
    code = host.do("open", game="pierres", name="Ana")["table"]
    guest = hall.visit(code)
    guest.do("sit", place=1, name="Bob")
    (guest if way == "stand" else host).do(way, place=1)
    newcomer = hall.visit(code)
    newcomer.do("sit", place=1, name="Eve")
    back = hall.visit(code, *guest.keys)
    back.read()
    assert back.you == {"places": [], "host": False}
    with pytest.raises(Refused):
        back.do("rename", place=1, name="Bob")
