"""One person at a table of a house, line by line: what happens is said in sentences, what is typed is sent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final
from unicodedata import category

from tablee.cli.keyring import Keyring
from tablee.cli.line import Line, Message
from tablee.cli.prompt import Reader, command_of, plain
from tablee.cli.screen import AnyView, Screen, say_outcome
from tablee.cli.session import FEW
from tablee.cli.shared import words_of
from tablee.games import Found, UnknownGame, find
from tablee.kernel.codec import Json
from tablee.kernel.game import Action, Ask, Board, Hand, Options, Refusal, State
from tablee.kernel.wire import Wire
from tablee.server.table.talk import PHRASES
from tablee.words import Words

WISHES: Final = {
    "pret": "ready", "ready": "ready", "attendez": "unready", "unready": "unready",
    "commencer": "start", "start": "start", "encore": "again", "again": "again",
    "qui": "who", "who": "who", "pause": "pause", "reprendre": "resume", "resume": "resume",
    "partir": "stand", "stand": "stand",
}  # fmt: skip
TALK: Final = ("dire ", "say ")


def printable(text: str) -> str:
    """Whatever others wrote, without what would command the terminal."""
    return "".join(char for char in text if char in "\n\t" or category(char) not in ("Cc", "Cs", "Cf"))


def _letters(text: str) -> str:
    """« Ha ha ! » and « haha » are the same."""
    return "".join(char for char in plain(text) if char.isalnum())


class Left(Exception):
    """The person has gone."""


class Play:
    """The game at the table: its words, its drawing, its codecs."""

    def __init__(self, found: Found, language: str, names: tuple[str, ...]) -> None:
        self.found = found
        self.words = words_of(found, language, names)
        self.screen = Screen(found, self.words)
        self.wire: Wire[Options, State, Action, Board, Hand] = Wire(found.game)
        self.reader = Reader(self.wire.action, self.screen.parse)

    def view(self, frame: Message) -> AnyView:
        asks: list[Json] = [{key: value for key, value in ask.items() if key != "race"} for ask in frame["asks"]]
        return self.wire.view.from_json({"board": frame["board"], "hand": frame["hand"], "asks": asks})

    def kinds(self, ask: Ask) -> tuple[type[Action], ...]:
        return self.found.game.meta.kinds[ask.kind].actions


class Guest:
    def __init__(
        self,
        code: str,
        language: str,
        keyring: Keyring,
        table_key: str,
        games: dict[str, Found],
        say: Callable[[str], None],
    ) -> None:
        self.code = code
        self._language = language
        self._keyring = keyring
        self._table_key = table_key
        self._games = games
        self._say_it = say
        self._house = Words(language)
        self._table: Message = {}
        self._you: Message = {"places": [], "host": False}
        self._frame: Message | None = None
        self._play: Play | None = None
        self._asked: set[str] = set()
        self._shown_at = 0.0
        self._drawn = ""
        self._is_told_over = False
        self._is_cut = False
        self._name: str | None = None
        self._place: int | None = None
        self._is_naming = False
        self.line: Line | None = None
        self._tasks: set[asyncio.Future[Message]] = set()

    # Beginning.

    def hello(self) -> Message:
        return {"table": self.code, "keys": self._keyring.of(self._table_key), "language": self._language}

    async def arrive(self, name: str | None, place: int | None) -> None:
        """Sit down, unless we sit here already or can only watch."""
        self._name, self._place = name, place
        title, code = self._table["title"], self._table["code"]
        self._say(self._label("join.table", game=title, code=code))
        if self._you["places"]:
            self._say(self._label("join.back", name=self._my_place()["name"]))
        elif self._table["phase"] != "lobby":
            self._say(self._label("join.watching"))
        elif name is None:
            self._is_naming = True
            self._say(self._label("join.name"))
        else:
            await self._sit(name)
        self._who()
        self._say(self._label("join.hint"))

    async def _sit(self, name: str) -> None:
        answer = await self._ask("sit", name=name, place=self._place)
        self._is_naming = answer is None
        if answer is None:
            self._say(self._label("join.name"))
            return
        self._keyring.add(self._table_key, answer["key"])
        self._say(self._label("join.seated", number=answer["place"] + 1))

    def _say(self, text: str) -> None:
        self._say_it(printable(text))

    # What comes.

    def hear(self, tell: Message) -> None:
        match tell["tell"]:
            case "lobby":
                self._hear_lobby(tell)
            case "frame":
                self._hear_frame(tell)
            case "said":
                text = tell.get("text") or self._phrase(tell.get("emote") or "")
                if not any(self._table["places"][place]["name"] == tell["name"] for place in self._you["places"]):
                    self._say(self._label("join.says", name=tell["name"], text=text))
            case "bye":
                self._say(tell["text"])
                if tell["code"] in ("removed", "cleared"):
                    self._keyring.drop(self._table_key)

    def cut(self, is_cut: bool) -> None:
        if is_cut != self._is_cut:
            self._is_cut = is_cut
            self._say(self._label("join.lost" if is_cut else "join.found"))

    def _hear_lobby(self, tell: Message) -> None:
        before, self._table, self._you = self._table, tell["table"], tell["you"]
        if before:
            self._compare(before["places"], self._table["places"])
        if self._table["phase"] != before.get("phase") and self._table["phase"] == "lobby":
            self._frame, self._play = None, None
        if self._table["phase"] == "playing" and before.get("phase") not in (None, "playing"):
            self._begin()
        if before and before["paused"] != self._table["paused"]:
            self._say(self._label("join.paused" if self._table["paused"] else "join.resumed"))

    def _compare(self, before: list[Message], now: list[Message]) -> None:
        """Who came, who went, who is ready."""
        known, there = (
            {place["name"]: place for place in places if place["kind"] == "person"} for places in (before, now)
        )
        for name, place in there.items():
            if name not in known:
                self._say(self._label("join.comes", name=name))
            elif place["ready"] and not known[name]["ready"]:
                self._say(self._label("join.is_ready", name=name))
        for name in known.keys() - there.keys():
            self._say(self._label("join.goes", name=name))

    def _begin(self) -> None:
        self._asked.clear()
        self._drawn, self._is_told_over = "", False
        self._frame = self._play = None
        self._say(self._label("join.begins"))

    def _hear_frame(self, frame: Message) -> None:
        if frame["seat"] != self._seat:
            return
        self._frame = frame
        for caption in frame["captions"]:
            self._say(caption["text"])
        if frame["snapshot"] and self._seat is not None and self.line is not None:
            # Nobody looks over a shoulder here: one's own secret is held up to the eye.
            self._do(self.line.ask("hold", seat=self._seat, held=True))
        if frame["outcome"] is not None:
            self._tell_over(frame)
        else:
            self._turn()

    def _tell_over(self, frame: Message) -> None:
        if self._is_told_over:
            return
        self._is_told_over = True
        play = self._playing()
        self._draw(play, play.view(frame))
        for line in say_outcome(play.wire.outcome.from_json(frame["outcome"]), play.words):
            self._say(line)
        self._say(self._label("join.again" if self._you["host"] else "join.over"))

    # One's turn.

    @property
    def _seat(self) -> int | None:
        return self._you["places"][0] if self._you["places"] else None

    def _turn(self, *, is_asked: bool = False) -> None:
        """Say what is asked of us, once."""
        ask = self._open_ask()
        if ask is None or self._frame is None:
            if is_asked:
                self._say(self._label("join.nothing"))
            return
        if ask.id in self._asked and not is_asked:
            return
        if self._seat not in ask.awaited and not is_asked:
            return
        self._asked.add(ask.id)
        self._shown_at = time.monotonic()
        play = self._playing()
        view, moves = play.view(self._frame), self._moves(play)
        self._draw(play, view)
        if play.screen.parse is None and len(moves) <= FEW:
            self._list(play, moves)
        key = f"ask.{ask.kind}"
        asked = (
            play.words.label(key, clocked=bool(self._time_for(ask)))
            if play.words.has_label(key)
            else play.words.label("your_turn", seat=self._seat)
        )
        example = play.words.label("for_example", example=play.screen.example(view, moves))
        self._say(" ".join(part for part in (asked, self._time_for(ask), example) if part))

    def _open_ask(self) -> Ask | None:
        if self._frame is None or self._seat is None or self._table["phase"] != "playing":
            return None
        mine = [ask for ask in self._playing().view(self._frame).asks if self._seat in ask.seats]
        return next((ask for ask in mine if self._seat in ask.awaited), mine[0] if mine else None)

    def _is_awaited(self) -> bool:
        """Then an empty line may be an answer too: the game's own reader knows."""
        ask = self._open_ask()
        return ask is not None and self._seat in ask.awaited

    def _time_for(self, ask: Ask) -> str:
        assert self._frame is not None
        if ask.until is None or not self._frame["speed"]:
            return ""
        return self._label("join.seconds", count=max(0, (ask.until - self._frame["now"]) // self._frame["speed"]))

    def _moves(self, play: Play) -> list[Action]:
        assert self._frame is not None
        return [play.wire.action.from_json(move) for move in self._frame["moves"]]

    def _list(self, play: Play, moves: list[Action]) -> None:
        for number, move in enumerate(moves, 1):
            self._say(f"{number}. {play.screen.describe(move)}")

    def _draw(self, play: Play, view: AnyView) -> None:
        drawing = play.screen.draw(view)
        if drawing != self._drawn:
            self._say(drawing)
            self._drawn = drawing

    # What is typed.

    async def typed(self, line: str) -> None:
        text = plain(line)
        if command_of(line) == "quit":
            raise Left
        if self._is_naming:
            if line.strip():
                await self._sit(line.strip())
            return
        for start in TALK:
            if text.startswith(start):
                await self._talk(line.strip()[len(start) :])
                return
        if text in WISHES:
            await self._wish(WISHES[text])
        elif command_of(line) is not None:
            self._obey(str(command_of(line)))
        elif line.strip() or self._is_awaited():
            await self._answer(line)

    async def _wish(self, wish: str) -> None:
        places = self._you["places"]
        if wish == "who":
            self._who()
        elif wish in ("ready", "unready", "stand") and not places:
            self._say(self._house.refusal(Refusal("seated_only")))
        elif wish in ("ready", "unready"):
            await self._ask("ready", place=places[0], ready=wish == "ready")
        elif wish == "stand":
            if await self._ask("stand", place=places[0]) is not None:
                raise Left
        else:
            await self._ask(wish)

    async def _talk(self, text: str) -> None:
        if self._seat is None:
            self._say(self._house.refusal(Refusal("seated_only")))
            return
        hand: Any = {} if self._frame is None else self._frame["hand"] or {}
        emote = next((code for code in PHRASES if _letters(text) in (code, _letters(self._phrase(code)))), None)
        enough = ("text",) if emote is None else ("text", "emote")
        channels = [one["name"] for one in hand.get("talk", ()) if one["may_write"] in enough]
        if self._frame is not None and not channels:
            self._say(self._house.refusal(Refusal("silence")))
            return
        if emote is None and not self._table["words"]:
            phrases = ", ".join(self._phrase(code) for code in PHRASES)
            self._say(self._label("join.phrases", text=phrases))
            return
        said = {"text": text} if emote is None else {"emote": emote}
        await self._ask("say", seat=self._seat, channel=channels[0] if channels else "table", **said)

    def _phrase(self, emote: str) -> str:
        """What this code says; the code itself where it is a game's own."""
        return self._label(f"emote.{emote}") if emote in PHRASES else emote

    def _obey(self, command: str) -> None:
        play = self._playing() if self._table else None
        if command == "help" or play is None:
            self._say(self._label("join.help"))
            if self._open_ask() is not None:
                self._turn(is_asked=True)
        elif command == "rules":
            self._say("\n\n".join(play.words.rules_short()))
        elif command == "all rules":
            self._say("\n\n".join("\n".join([section.title, *section.text]) for section in play.words.rules_full()))
        elif self._frame is None:
            self._say(self._house.refusal(Refusal("not_playing")))
        elif command == "moves":
            self._list(play, self._moves(play))
        else:
            self._drawn = ""
            self._draw(play, play.view(self._frame))
            self._turn(is_asked=True)

    async def _answer(self, line: str) -> None:
        if self._frame is None or self._table["phase"] != "playing":
            self._say(self._house.refusal(Refusal("not_understood", {"text": line.strip()[:80]})))
            return
        play = self._playing()
        view, moves = play.view(self._frame), self._moves(play)
        mine = [ask for ask in view.asks if self._seat in ask.seats]
        if not mine:
            self._say(self._label("join.nothing"))
            return
        kinds = [kind for ask in mine for kind in play.kinds(ask)]
        action = play.reader.read(line, view, moves, kinds)
        if isinstance(action, Refusal):
            if line.strip():
                self._say(play.words.refusal(action))
            return
        ask = next((ask for ask in mine if type(action) in play.kinds(ask)), None)
        if ask is None:
            self._say(play.words.refusal(Refusal("malformed")))
            return
        took = (time.monotonic() - self._shown_at) * 1000
        encoded: Json = play.wire.action.to_json(action)
        await self._ask("play", seat=self._seat, ask=ask.id, action=encoded, reaction=round(took))

    # Helpers.

    async def _ask(self, do: str, **fields: Any) -> Message | None:
        """None: it was refused, and the sentence is said."""
        assert self.line is not None
        answer = await self.line.ask(do, **fields)
        if answer["ok"]:
            return answer
        self._say(answer["refusal"]["text"])
        return None

    def _do(self, asking: Coroutine[Any, Any, Message]) -> None:
        """Nobody waits for the answer."""
        task = asyncio.ensure_future(asking)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _who(self) -> None:
        people = [self._person(place) for place in self._table["places"] if place["kind"] != "free"]
        self._say(self._label("join.people", text=", ".join(people) or "–"))

    def _person(self, place: Message) -> str:
        notes = []
        if place["kind"] == "bot":
            notes.append(self._label("join.bot"))
        elif not place["here"]:
            notes.append(self._label("join.away"))
        elif place["ready"] and self._table["phase"] == "lobby":
            notes.append(self._label("join.ready"))
        return f"{place['name']} ({', '.join(notes)})" if notes else str(place["name"])

    def _my_place(self) -> Message:
        place: Message = self._table["places"][self._you["places"][0]]
        return place

    def _playing(self) -> Play:
        """The game at the table, with the names of those who sit there."""
        if self._play is None:
            game = self._table["game"]
            try:
                found = self._games.get(game) or find(game)
            except UnknownGame:
                raise UnknownGame(self._label("join.unknown_game", game=game)) from None
            names = tuple(place["name"] for place in self._table["places"] if place["kind"] != "free")
            self._play = Play(found, self._language, names)
        return self._play

    def _label(self, key: str, **facts: Any) -> str:
        return self._house.label(key, **facts)
