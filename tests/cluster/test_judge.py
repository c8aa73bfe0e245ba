"""The judge of the fault tests finds what is wrong: in histories that were doctored."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import pytest
from tests.cluster.judge import Findings, Judge, KeptTable, Line, Story
from tests.server.hall import Hall, Visitor
from tests.server.venue import Message

from tablee.games import find
from tablee.server.store.interface import LobbyOf, RecordOf

SECRET = "what-only-nodes-know"


class Diarist(Visitor):
    """Writes down what it sends and is told."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall, ())
        self.lines: list[Line] = [Line("visit", "node-0")]

    def send(self, message: Message | str | bytes) -> None:
        self.lines.append(Line("sent", json.dumps(message)))
        super().send(message)

    def hear(self, text: bytes) -> Message:
        self.lines.append(Line("told", text.decode()))
        return super().hear(text)


@cache
def an_evening(game: str = "pierres", preset: str = "rapide") -> tuple[KeptTable, tuple[Story, ...]]:
    """A game whose hands are hidden, as both its players and a screen have it."""
    hall = Hall([find(game)])
    host, guest, screen = Diarist(hall), Diarist(hall), Diarist(hall)
    code = host.do("open", game=game, name="Ana", emblem=None)["table"]
    for one in (guest, screen):
        one.do("hello", table=code, keys=[], language="en")
    host.do("options", preset=preset)
    guest.do("sit", place=1, name="Bob", emblem=None)
    guest.do("ready", place=1, ready=True)
    host.do("start")
    people = [host, guest]
    while host.lobby["phase"] != "over":
        for one in (*people, screen):
            one.read()
        for seat, one in enumerate(people):
            asks = one.frames[seat]["asks"]
            if asks and seat in asks[0]["awaited"]:
                one.play(seat)
                break
    for one in (*people, screen):
        one.read()
    stored, doc = hall.ask(RecordOf(host.lobby["record"])), hall.ask(LobbyOf(code))
    assert stored is not None
    assert doc is not None
    stories = [
        Story(name, seat, one.lines) for name, seat, one in (("a", 0, host), ("b", 1, guest), ("s", None, screen))
    ]
    return KeptTable(code, doc, (stored,)), tuple(stories)


def judged(kept: KeptTable | None, stories: Sequence[Story], *instead: Story) -> Findings:
    """`instead`: of those of the same names."""
    others = {story.name: story for story in instead}
    judge = Judge()
    judge.look_at(kept, [others.get(story.name, story) for story in stories], SECRET)
    return judge.findings


def told(story: Story, do: str) -> list[int]:
    """Where in this story such a message is."""
    return [n for n, line in enumerate(story.lines) if line.kind == "told" and f'{{"tell":"{do}"' in line.text]


def plays(story: Story) -> list[Message]:
    sent = [json.loads(line.text) for line in story.lines if line.kind == "sent"]
    return [command for command in sent if command["do"] == "play"]


def captions(story: Story) -> list[Message]:
    frames = [json.loads(story.lines[at].text) for at in told(story, "frame")]
    return [caption for frame in frames for caption in frame["captions"]]


def doctored(story: Story, at: int, change: Callable[[Message], Message]) -> Story:
    lines = list(story.lines)
    lines[at] = Line("told", json.dumps(change(json.loads(lines[at].text)), separators=(",", ":")))
    return story._replace(lines=lines)


def heard(story: Story, text: str) -> Story:
    return story._replace(lines=[*story.lines, Line("told", text)])


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    kept, stories = an_evening()
    findings = judged(kept, stories)
    assert findings.breaches == []
    assert findings.moves == sum(len(plays(story)) for story in stories) > 10
    assert findings.frames > 3 * 10
    assert findings.stale == 0


def test_a_move_that_was_acknowledged_and_is_gone_is_found() -> None:
    kept, stories = an_evening()
    (game,) = kept.games
    shorter = replace(game, entries=game.entries[:-1], commands=game.commands[:-1], is_over=False)
    findings = judged(kept._replace(games=(shorter,)), stories)
    assert any("was acknowledged" in one for one in findings.lost)
    assert any("never was" in one for one in findings.histories)


def test_a_table_a_seat_and_a_game_that_are_gone_are_found() -> None:
    kept, stories = an_evening()
    assert judged(None, stories).lost
    keys = json.loads(kept.doc)
    keys["places"][1]["keys"] = []
    assert "sat down" in judged(kept._replace(doc=json.dumps(keys)), stories).lost[0]
    assert any("games were begun" in one for one in judged(kept._replace(games=()), stories).lost)


def test_a_command_that_is_played_twice_is_found() -> None:
    kept, stories = an_evening()
    (game,) = kept.games
    first, second = [n for n, command in enumerate(game.commands) if command is not None][:2]
    commands = list(game.commands)
    commands[second] = commands[first]
    findings = judged(kept._replace(games=(replace(game, commands=tuple(commands)),)), stories)
    assert "played 2 times" in findings.twice[0]


def test_a_move_that_was_refused_and_is_played_is_found() -> None:
    kept, stories = an_evening()
    host = stories[0]
    number = plays(host)[0]["id"]
    at = next(n for n in told(host, "answer") if number in host.lines[n].text)
    refused = doctored(
        host, at, lambda one: one | {"ok": False, "refusal": {"code": "not_kept", "facts": {}, "text": ""}}
    )
    assert "was refused, and is played" in judged(kept, stories, refused).twice[0]


def test_a_move_that_is_played_as_another_one_or_by_nobody_is_found() -> None:
    kept, stories = an_evening()
    host = stories[0]
    lines = [one for one in host.lines if one.kind != "sent" or '"play"' not in one.text]
    assert "nobody has sent" in judged(kept, stories, stories[0]._replace(lines=lines)).histories[0]
    changed = [
        Line(kind, text.replace('"seat": 0', '"seat": 1')) if kind == "sent" else Line(kind, text)
        for kind, text in host.lines
    ]
    assert "is played as" in judged(kept, stories, stories[0]._replace(lines=changed)).histories[0]


@pytest.mark.parametrize("who", [0, 1, 2])
def test_another_history_is_found_whoever_was_told_it(who: int) -> None:
    kept, stories = an_evening()
    frames = told(stories[who], "frame")
    other = doctored(stories[who], frames[5], lambda one: one | {"outcome": {"teams": []}})
    assert "never was" in judged(kept, stories, other).histories[0]
    lines = list(stories[who].lines)
    lines[frames[5]], lines[frames[9]] = lines[frames[9]], lines[frames[5]]
    assert "earlier than" in judged(kept, stories, stories[who]._replace(lines=lines)).histories[0]
    lobby = doctored(
        stories[who], told(stories[who], "lobby")[-1], lambda one: one | {"table": one["table"] | {"commitment": "0"}}
    )
    assert "is told of the game" in judged(kept, stories, lobby).histories[0]


def test_who_comes_to_a_node_that_lags_behind_is_counted_and_told_nothing_wrong() -> None:
    kept, stories = an_evening()
    host = stories[0]
    early = host.lines[told(host, "frame")[2]]
    late = host._replace(lines=[*host.lines, Line("visit", "node-1"), early])
    findings = judged(kept, stories, late)
    assert findings.histories == []
    assert findings.stale == 1


def test_what_another_seat_sees_is_found() -> None:
    kept, stories = an_evening()
    host, guest, screen = stories
    hand = json.loads(guest.lines[told(guest, "frame")[3]].text)
    assert "what seat 1 sees" in judged(kept, stories, heard(host, json.dumps(hand, separators=(",", ":")))).secrets[0]
    seen = doctored(screen, told(screen, "frame")[3], lambda one: one | {"hand": hand["hand"]})
    assert "never was" in judged(kept, stories, seen).histories[0]


def test_a_sentence_that_is_for_somebody_else_is_found() -> None:
    kept, stories = an_evening("anges", "classique")
    _, guest, screen = stories
    public = [(one["code"], one["facts"]) for one in captions(screen)]
    private = next(one for one in captions(guest) if (one["code"], one["facts"]) not in public)
    told_too = doctored(screen, told(screen, "frame")[3], lambda one: one | {"captions": [private]})
    assert "is not for seat None" in judged(kept, stories, told_too).secrets[0]


def test_keys_seeds_and_the_secret_of_the_house_are_found_in_any_byte() -> None:
    kept, stories = an_evening()
    host, guest, _ = stories
    (key,) = [json.loads(line.text)["key"] for line in guest.lines if '"key":' in line.text]
    for text in (key, kept.games[0].seed, SECRET):
        found = judged(kept, stories, heard(host, f'{{"tell":"pong","sent":"{text}"}}')).secrets
        assert text in found[0]
    early = doctored(
        host, told(host, "lobby")[0], lambda one: one | {"table": one["table"] | {"seed": kept.games[0].seed}}
    )
    assert kept.games[0].seed in judged(kept, stories, early).secrets[0]
