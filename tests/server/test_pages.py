"""What the house really answers over HTTP is what wire/pages.py says, and what the page's types say."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast, get_args

import msgspec
import pytest
from starlette.routing import Route
from tests.server.typescript import complaints, constant
from tests.server.venue import Client, Message, Venue, play_out, play_whole, start_table

from tablee.games import find, known_games
from tablee.kernel.codec import Json, codec_for
from tablee.kernel.game import Outcome
from tablee.server.net.answers import write_page
from tablee.server.net.http import make_app
from tablee.server.show.catalog import game_info, word_book
from tablee.server.show.lessons import find_lesson, lesson_page
from tablee.server.show.tools import tools_of
from tablee.server.wire import pages
from tablee.words import LANGUAGES

NO_JSON = {"GET /api/records/{record}/file", "GET /api/evenings/file", "POST /api/evenings/file"}
SORRY = "what is not answered"
KINDS: dict[str, Any] = {**pages.PAGES, SORRY: pages.Sorry}
GAMES = [name for name in known_games() if find_lesson(tools_of(find(name))) is not None]


class Evening:
    """Somebody asks for everything there is, after two games."""

    def __init__(self, venue: Venue) -> None:
        self.venue = venue
        self.answers: dict[str, list[bytes]] = {kind: [] for kind in KINDS}
        self.sent: list[bytes] = []
        """What the second player of the first game was sent while it ran."""
        self.record = ""

    async def pass_by(self) -> None:
        code, people = await self._play("pierres", "Ana", "Bob", preset="annonce")
        self.sent, self.record = people[1].bytes, people[0].lobby["record"]
        _, (bot, *_) = await self._play("morpion", "Ana", "Bob")
        for language in LANGUAGES:
            await self._ask("GET /api/games", f"/api/games?lang={language}")
        for game in ("pierres", "morpion", "buzzer"):
            await self._ask("GET /api/words/{game}", f"/api/words/{game}")
        await self._ask("GET /api/lessons/{game}", "/api/lessons/pierres")
        for known in (code, "QQQQ"):
            await self._ask("GET /api/tables/{code}", f"/api/tables/{known}")
        for eyes in ("", "?seat=0", "?seat=1", "?open=1"):
            await self._ask("GET /api/records/{record}", f"/api/records/{self.record}{eyes}")
        await self._ask("GET /api/records/{record}/story", f"/api/records/{self.record}/story")
        question = {"seats": {self.record: [0], bot.lobby["record"]: [1]}}
        await self._ask("POST /api/evenings", "/api/evenings", question)
        await self._ask("POST /api/evenings/figures", "/api/evenings/figures", question)
        await self._ask("DELETE /api/records/{record}", f"/api/records/{bot.lobby['record']}", {})
        for path in ("/api/records/none", "/api/lessons/morpion", "/api/words/none", "/api/nothing"):
            await self._ask(SORRY, path, status=404)
        await self._ask(SORRY, "/api/evenings", {"nothing": 1}, method="POST", status=400)

    async def _play(self, game: str, *names: str, **options: Any) -> tuple[str, list[Client]]:
        code, people = await start_table(self.venue, game, *names, **options)
        await play_whole(people)
        await people[0].until_phase("over")
        return code, people

    async def _ask(
        self, kind: str, path: str, body: Message | None = None, *, method: str | None = None, status: int = 200
    ) -> None:
        method = method or (kind.split()[0] if kind != SORRY else "GET")
        answered, headers, text = await self.venue.send(method, path, b"" if body is None else body)
        assert (answered, headers["content-type"]) == (status, "application/json"), path
        self.answers[kind].append(text)


@cache
def evening() -> Evening:
    past: list[Evening] = []

    async def test() -> None:
        with TemporaryDirectory() as folder:
            async with Venue(Path(folder)) as venue:
                venue.server.config.loaded_app.app = make_app(venue.house, has_ratings=True)
                past.append(Evening(venue))
                await past[0].pass_by()

    play_out(test)
    return past[0]


def fits(text: bytes, kind: Any) -> bool:
    """A type drops what it does not know, and refuses where something is missing or another thing."""
    return bool(json.loads(text) == msgspec.json.decode(text, type=kind, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_is_answered_is_written_down(kind: str) -> None:
    texts = evening().answers[kind]
    assert texts, "nobody has asked for it"
    for text in texts:
        assert fits(text, KINDS[kind])


def test_every_address_has_its_answer(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            routes = [route for route in make_app(venue.house).routes if isinstance(route, Route)]
            asked = {
                f"{method} {route.path}"
                for route in routes
                for method in (route.methods or ())
                if route.path.startswith("/api/") and method != "HEAD"
            }
            assert asked == {*pages.PAGES, *NO_JSON}

    play_out(test)


def test_what_can_be_empty_was_answered_full() -> None:
    """Nothing is said about the inside of a list that is empty."""
    figures = json.loads(evening().answers["POST /api/evenings/figures"][0])
    assert all(figures[part] for part in ("games", "people", "ladders"))
    assert any(game["lines"] for person in figures["people"] for game in person["games"])
    assert any(game["best"] for game in figures["games"])
    assert json.loads(evening().answers["GET /api/records/{record}/story"][0])
    assert len(json.loads(evening().answers["POST /api/evenings"][0])["evenings"]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_what_each_game_has_to_say(name: str, language: str) -> None:
    kit = tools_of(find(name))
    lesson = lesson_page(kit, language)
    assert lesson is not None
    assert fits(write_page([game_info(kit, language)]), list[pages.GameInfo])
    assert fits(write_page(word_book(kit.found, language)), pages.WordBook)
    assert fits(write_page(lesson), pages.Lesson)
    kit.wire.options.from_json(cast(Json, lesson["options"]))
    for step in lesson["steps"]:
        frame = step["frame"]
        kit.board.from_json(frame["board"])
        kit.hand.from_json(frame["hand"])
        for action in (*frame["moves"], *step["expected"]):
            kit.wire.action.from_json(action)
        if frame["outcome"] is not None:
            codec_for(Outcome).from_json(frame["outcome"])


def test_the_theatre_shows_what_was_sent() -> None:
    """As that seat saw it, word for word; only nobody plays any more, and it is about somebody else."""

    def seen(frame: Message) -> str:
        told = [{**caption, "text": ""} for caption in frame["captions"]]
        return json.dumps([frame[part] for part in ("tell", "seat", "board", "hand", "asks", "outcome")] + told)

    sent = [json.loads(text) for text in evening().sent if text.startswith(b'{"tell":"frame"')]
    shown = json.loads(evening().answers["GET /api/records/{record}"][2])["moments"]
    assert len(sent) > 20
    assert {seen(frame) for frame in sent} <= {seen(moment["frame"]) for moment in shown}
    assert {tuple(frame) for frame in sent} == {tuple(moment["frame"]) for moment in shown}


# The page's types, as its own compiler reads them.

SPOILT: dict[str, Any] = {
    "a field of an answer is missing": lambda theatre: theatre.pop("seed"),
    "a field too many": lambda theatre: theatre.update(secret=1),
    "a frame without its time": lambda theatre: theatre["moments"][0]["frame"].pop("now"),
    "a frame with more than a frame has": lambda theatre: theatre["moments"][0]["frame"].update(hands=[]),
    "an ask that may be a race or not": lambda theatre: theatre["moments"][0]["frame"]["asks"][0].pop("race"),
    "hands that are none": lambda theatre: theatre["moments"][0].update(hands=[1]),
}


def name_of(kind: Any) -> str:
    inner = get_args(kind)
    return f"{inner[0].__name__}[]" if inner else str(kind.__name__)


def test_what_is_answered_is_what_the_page_takes_it_for(tmp_path: Path) -> None:
    """Real answers as constants of the page's types: they compile, and spoilt ones do not."""
    names = {kind: name_of(of) for kind, of in KINDS.items()}
    lines = [f"import type {{ {', '.join(name.removesuffix('[]') for name in names.values())} }} from '$lib/pages';"]
    for kind, name in names.items():
        lines += [constant(len(lines) + n, name, json.loads(text)) for n, text in enumerate(evening().answers[kind])]
    for spoil in SPOILT.values():
        spoilt = json.loads(evening().answers["GET /api/records/{record}"][-1])
        spoilt["moments"] = spoilt["moments"][:1]
        spoil(spoilt)
        lines += ["// @ts-expect-error", constant(len(lines), "Theatre", spoilt)]
    assert complaints(tmp_path, lines) == ""
