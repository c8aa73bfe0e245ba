"""What the server really tells is what server/tells.py says, and what the page's types say."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect
from tests.server.typescript import complaints, constant
from tests.server.venue import GAMES, Message, Refused, Venue, open_table, play_out, play_whole
from tools.make_types import game_types

from tablee.games import find
from tablee.kernel.codec import codec_for
from tablee.kernel.game import Outcome, Refusal
from tablee.server.show.tools import GameTools, tools_of
from tablee.server.wire import commands as messages
from tablee.server.wire import tells
from tablee.server.wire.commands import read

KINDS: dict[tuple[str, bool], Any] = {
    ("answer", True): tells.Done,
    ("answer", False): tells.Refused,
    ("lobby", True): tells.Lobby,
    ("frame", True): tells.Frame,
    ("clock", True): tells.Clock,
    ("said", True): tells.Said,
    ("pong", True): tells.Pong,
    ("ping", True): tells.Ping,
    ("bye", True): tells.Bye,
}


@cache
def told() -> dict[str, list[bytes]]:
    """All that was told at a whole game of each kind, by the game's id."""
    heard: dict[str, list[bytes]] = {}

    async def party() -> None:
        with TemporaryDirectory() as folder:
            async with Venue(Path(folder)).limited(burst=200) as venue:
                for game in ("morpion", "pierres", "buzzer"):
                    heard[game] = await evening(venue, game)

    play_out(party)
    return heard


async def evening(venue: Venue, game: str) -> list[bytes]:
    """A table where everything happens that is told about."""
    code, people = await open_table(venue, game, "Ana", "Bo")
    host, guest = people
    watcher = await venue.client(code)
    with pytest.raises(Refused):
        await guest.do("start")
    await host.do("start")
    await watcher.until_shown()
    await host.do("words", open=True)
    await host.do("say", seat=0, channel="table", text="Salut")
    await host.do("say", seat=0, channel="table", emote="bravo")
    await host.send({"id": "ping-1", "do": "ping", "sent": 12.5})
    await host.send("this is no message")
    await host.do("pause")
    await watcher.until_speed(0)
    await host.do("resume")
    if game == "buzzer":
        while host.frames[0]["outcome"] is None:
            venue.wall.advance(1_000)
            await host.do("hold", seat=0, held=True)
    else:
        for person in people:
            await person.until_shown()
        await play_whole(people)
    await host.until_phase("over")
    await host.do("again", lobby=True)
    await host.do("remove", place=1)
    await guest.until_closed()
    return [text for client in (host, guest, watcher) for text in client.bytes]


def read_tell(text: bytes) -> tuple[Message, Message]:
    """The message as it is, and as its type has it: what the type does not know is left out there."""
    message: Message = json.loads(text)
    kind = KINDS[message["tell"], message.get("ok", True)]
    return message, msgspec.json.decode(text, type=kind, strict=True)


@pytest.mark.parametrize("game", ["morpion", "pierres", "buzzer"])
def test_all_that_is_told_is_written_down(game: str) -> None:
    for text in told()[game]:
        message, typed = read_tell(text)
        assert message == typed


def test_everything_written_down_was_told() -> None:
    heard = [json.loads(text) for texts in told().values() for text in texts]
    assert {(message["tell"], message.get("ok", True)) for message in heard} == set(KINDS)
    assert set(KINDS.values()) == set(get_args(tells.Tell))


@pytest.mark.parametrize("name", GAMES)
def test_the_insides_of_a_frame_are_those_of_the_codec(name: str) -> None:
    kit: GameTools = tools_of(find(name))
    packs: dict[str, str] = {}
    for message in map(json.loads, told()[kit.game.meta.id]):
        facts = [caption["facts"] for caption in message.get("captions", [])]
        facts += [message["refusal"]["facts"]] if "refusal" in message else []
        for one in facts:
            codec_for(Refusal).from_json({"code": "", "facts": one})
        if message["tell"] == "lobby":
            packs = packs if message["packs"] is None else message["packs"]
            kit.wire.options.from_json({**message["table"]["options"], **packs})
        if message["tell"] == "frame":
            kit.board.from_json(message["board"])
            for move in message["moves"]:
                kit.wire.action.from_json(move)
            if message["hand"] is not None:
                kit.hand.from_json(message["hand"])
            if message["outcome"] is not None:
                codec_for(Outcome).from_json(message["outcome"])


# The page's types, as its own compiler reads them.

SPOILT: dict[str, Any] = {
    "a field of the board is missing": lambda frame: frame["board"].pop("stones"),
    "a field of the board is another": lambda frame: frame["board"].update(stones=["2"]),
    "a field too many": lambda frame: frame["hand"].update(secret=1),
    "a move of another game": lambda frame: frame["moves"].append({"type": "Mark", "cell": 1}),
    "a caption nobody wrote": lambda frame: frame["captions"].append({"code": "storm", "facts": {}, "text": ""}),
    "a caption without its fact": lambda frame: frame["captions"].append({"code": "turn", "facts": {}, "text": ""}),
    "a seat that is none": lambda frame: frame.update(seat="0"),
    "no time": lambda frame: frame.pop("now"),
}


def some_commands() -> list[Message]:
    """One of each, with just what it must have, and with all that it may have."""
    commands: list[Message] = []
    for kind in get_args(messages.AnyCommand):
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        least = {field.encode_name: sample(field.type) for field in info.fields if field.required}
        text = json.dumps({"do": info.tag, **least})
        commands += [json.loads(text), json.loads(msgspec.json.encode(read(text)))]
    return commands


def sample(info: inspect.Type) -> object:
    match info:
        case inspect.Metadata(type=inner):
            return sample(inner)
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.DictType() | inspect.RawType():
            return {"type": "Draw"}
        case inspect.UnionType(types=kinds):
            return sample(kinds[-1])
        case _:
            return {inspect.IntType: 1, inspect.FloatType: 1.5, inspect.StrType: "x", inspect.BoolType: True}[
                type(info)
            ]


def some_tells(game: str) -> list[Message]:
    """One of each that looks different: another message, other captions, other asks."""
    found: dict[str, Message] = {}
    for message in map(json.loads, told()[game]):
        captions = [caption["code"] for caption in message.get("captions", [])]
        asks = [ask["kind"] for ask in message.get("asks", [])]
        moves = sorted({move["type"] for move in message.get("moves", [])})
        found[json.dumps([sorted(message), message["tell"], captions, asks, moves, message.get("seat")])] = message
    return list(found.values())


def constants() -> list[str]:
    lines: list[str] = []
    for game in told():
        for message in some_tells(game):
            kind = f"{{ tell: 'frame' }} & {game.capitalize()}Frame" if message["tell"] == "frame" else "Tell"
            lines.append(constant(len(lines), kind, message))
    lines += [constant(len(lines) + number, "Command", command) for number, command in enumerate(some_commands())]
    frame = next(one for one in some_tells("pierres") if one.get("hand") and one["moves"] and one["captions"])
    for spoil in SPOILT.values():
        spoilt = json.loads(json.dumps(frame))
        spoil(spoilt)
        lines += ["// @ts-expect-error", constant(len(lines), "{ tell: 'frame' } & PierresFrame", spoilt)]
    return lines


def test_what_is_told_is_what_the_page_takes_it_for(tmp_path: Path) -> None:
    """Real messages as constants of the page's types: they compile, and spoilt ones do not."""
    lines = ["import type { Command, Tell } from '$lib/wire';"]
    for name in GAMES:
        game = find(name).game.meta.id
        (tmp_path / f"{game}.ts").write_text(game_types(find(name)), encoding="utf-8")
        lines.append(f"import type {{ {game.capitalize()}Frame }} from './{game}';")
    assert complaints(tmp_path, [*lines, *constants()]) == ""
