"""Chance is fair and can be verified: the seed is promised before the first card and told after the last, in every
game. (That draws are fair is proved in tests/kernel/test_luck.py, that `tablee verify` finds every lie in
tests/cli/test_verify.py.)"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from tests.server.cutting import games
from tests.server.hall import Hall, play_on, seat_people

from tablee.cli import main
from tablee.games import Found
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.server.past.theatre import ending_line, record_file
from tablee.server.store.interface import RecordOf


@pytest.mark.parametrize("found", list(games()), ids=lambda found: found.game.meta.id)
def test_the_seed_is_promised_first_and_told_last(
    found: Found, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hall, luck = Hall([found]), SeededLuck(seed_from("chance", found.game.meta.id))
    seats = max(2, found.game.meta.seats(found.game.meta.options())[0])
    code, people = seat_people(hall, found.game.meta.id, seats)
    people[0].do("start")
    seed = hall.running(code).seed
    for person in people:
        told = person.read()
        kinds = [message["tell"] for message in (person.heard[-len(told) :] if told else person.heard)]
        assert "lobby" in kinds
        assert kinds.index("lobby") < kinds.index("frame"), "the promise comes before the first card"
    promised = people[0].lobby["commitment"]
    assert promised == sha256(seed).hexdigest()
    while play_on(hall, code, people, luck):
        assert people[0].lobby["seed"] is None or people[0].lobby["phase"] == "over"
        assert people[0].lobby["commitment"] == promised
    for person in people:
        assert (person.lobby["phase"], person.lobby["seed"]) == ("over", seed.hex())
        secret = seed.hex().encode()
        early = [text for text in person.bytes if secret in text and b'"phase":"over"' not in text]
        assert not early, "the seed is told at the end only"
    stored = hall.ask(RecordOf(people[0].lobby["record"]))
    assert stored is not None
    kit = hall.house.all_tools[found.game.meta.id]
    (tmp_path / "game.jsonl").write_text(record_file(kit, stored, ending_line(kit, stored)), "utf-8")
    assert main(["verify", str(tmp_path / "game.jsonl"), "--game", found.name]) == 0
    capsys.readouterr()
