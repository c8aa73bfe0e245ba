"""The house's memory over HTTP: finding finished games again, counting in them, taking them home, having one deleted.

Who may see what: the machine that the house runs on sees everything (and everybody does where the house was opened
with `--open-evenings`); any other device sees the records it names, whose ids only those know who were there. Who may
delete: that machine, and whoever shows a key that was held at the table when the game ended."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from ipaddress import ip_address
from tempfile import SpooledTemporaryFile
from typing import IO, Final, TypeAlias
from urllib.parse import urlsplit
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tablee.kernel.codec import Json
from tablee.server.house.house import House
from tablee.server.keys import hashed
from tablee.server.limits import LIMITS
from tablee.server.lobby import Lobby
from tablee.server.net.answers import NEVER_KEPT, answer, sorry
from tablee.server.net.asking import keep, lobby_of, look_up
from tablee.server.net.guard import is_own_origin
from tablee.server.past.ratings import ladder
from tablee.server.past.search import PAGE, PlayedGame, Question, card, games_figures, people_figures, search, title_of
from tablee.server.past.summary import Summary, read_summary, summary_again, write_summary
from tablee.server.past.theatre import ending_line, record_file, story, theatre
from tablee.server.show.tools import GameTools
from tablee.server.show.voice import language_of
from tablee.server.store.interface import (
    Forget,
    PastGame,
    PastOf,
    RecordOf,
    SaveEnding,
    SaveSummary,
    StoredGame,
    StoreError,
)
from tablee.server.wire import pages as p
from tablee.server.wire.commands import MOST_KEYS

CHUNK: Final = 64 * 1024
PASSED_ON: Final = frozenset(
    {"forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "cf-connecting-ip", "true-client-ip"}
)
"""What proxies add to a request that they pass on; no browser sends any of it."""


class Keys(msgspec.Struct):
    keys: list[str] = []


class BadQuestion(Exception):
    """Too long to be one."""


Handler: TypeAlias = Callable[[Request], Awaitable[Response]]


def _civil(handle: Handler) -> Handler:
    """What is no question gets a sentence."""

    async def handle_civilly(request: Request) -> Response:
        try:
            return await handle(request)
        except (BadQuestion, msgspec.MsgspecError, UnicodeError):
            return _sorry(request, "bad_question", 400)
        except StoreError:
            return _sorry(request, "not_read", 503)

    return handle_civilly


class PastPages:
    """What is behind the addresses of the house's memory."""

    def __init__(
        self,
        house: House,
        is_open: bool = False,
        has_ratings: bool = False,
        origins: frozenset[str] = frozenset(),
        is_behind_proxy: bool = False,
    ) -> None:
        self._house = house
        self._origins = origins
        self._is_behind_proxy = is_behind_proxy
        self._is_open = is_open
        self._has_ratings = has_ratings
        self._one_at_a_time = asyncio.Lock()
        """Long work is done for one at a time."""

    def routes(self) -> list[Route]:
        return [
            Route("/api/evenings", _civil(self.find), methods=["POST"]),
            Route("/api/evenings/figures", _civil(self.figures), methods=["POST"]),
            Route("/api/evenings/file", _civil(self.file), methods=["GET", "POST"]),
            Route("/api/records/{record}", _civil(self.delete), methods=["DELETE"]),
        ]

    async def find(self, request: Request) -> Response:
        """One page of the games that are meant, the newest first."""
        question, language = await self._question(request), language_of(request.query_params.get("lang") or "fr")
        rows, sees_all = await self._rows(request, question)
        found, games_there = await asyncio.to_thread(self._found, rows, question, language)
        page = min(max(0, question.page), max(0, len(found) - 1) // PAGE)
        games = [await self._played(*pair) for pair in found[page * PAGE : (page + 1) * PAGE]]
        is_home = self._is_at_home(request)
        shown: p.Evenings = {
            "all": sees_all,
            "count": len(found),
            "page": page,
            "pages": max(1, -(-len(found) // PAGE)),
            "games": games_there,
            "evenings": [card(game, language, is_home) for game in games if game is not None],
        }
        return answer(shown, headers=NEVER_KEPT)

    async def figures(self, request: Request) -> Response:
        """What can be counted in the games that are meant."""
        question, language = await self._question(request), language_of(request.query_params.get("lang") or "fr")
        rows, _ = await self._rows(request, question)
        found, _ = await asyncio.to_thread(self._found, rows, question, language)
        games = await asyncio.to_thread(lambda: [_summarised(*pair) for pair in found])
        for place, pair in enumerate(found):
            if games[place] is None:
                games[place] = await self._played(*pair)
        whole = [game for game in games if game is not None]
        return answer(await asyncio.to_thread(self._counted, whole, question, language), headers=NEVER_KEPT)

    def _counted(self, games: Sequence[PlayedGame], question: Question, language: str) -> p.Figures:
        return {
            "games": games_figures(games, language),
            "people": people_figures(games, question.seats, language),
            "ladders": self._ladders(games, language) if self._has_ratings else [],
        }

    def _ladders(self, games: Sequence[PlayedGame], language: str) -> list[p.Ladder]:
        """For each game that has one."""
        made: list[p.Ladder] = []
        for tools in dict.fromkeys(game.tools for game in games):
            people = ladder([game for game in games if game.tools is tools], language)
            if people:
                made.append({"game": tools.game.meta.id, "title": title_of(tools, language), "people": people})
        return made

    async def file(self, request: Request) -> Response:
        """All records that are meant in one file, and who sat where."""
        question = Question() if request.method == "GET" else await self._question(request)
        if request.method == "GET" and not self._sees_all(request):
            return _sorry(request, "not_here", 403)
        rows, _ = await self._rows(request, question)
        found, _ = await asyncio.to_thread(self._found, rows, question, "fr")
        async with self._one_at_a_time:
            packed = await self._pack(found)
        name = f"tablee-{datetime.now(UTC):%Y-%m-%d}.zip"
        headers = {**NEVER_KEPT, "content-disposition": f'attachment; filename="{name}"'}
        return StreamingResponse(_chunks(packed), media_type="application/zip", headers=headers)

    async def delete(self, request: Request) -> Response:
        """Nothing of this game is kept any longer."""
        if not is_own_origin(request.headers.get("origin"), request.headers.get("host", ""), self._origins):
            return _sorry(request, "not_here", 403)
        shown = msgspec.json.decode(await _body(request) or b"{}", type=Keys)
        rows = await look_up(self._house, PastOf((request.path_params["record"],)))
        if not rows:
            return _sorry(request, "not_found", 404)
        if not self._is_at_home(request) and not await self._holds_key(rows[0], shown.keys[:MOST_KEYS]):
            return _sorry(request, "not_deleted", 403)
        error = await keep(self._house, Forget(rows[0].record))
        if error is not None:
            self._house.log("not_deleted", why=str(error))
            return _sorry(request, "not_kept", 503)
        theatre.cache_clear()
        story.cache_clear()
        return answer({"deleted": True}, headers=NEVER_KEPT)

    # Who may.

    def _sees_all(self, request: Request) -> bool:
        return self._is_open or self._is_at_home(request)

    def _is_at_home(self, request: Request) -> bool:
        return not self._is_behind_proxy and is_at_home(request)

    async def _rows(self, request: Request, question: Question) -> tuple[Sequence[PastGame], bool]:
        sees_all = self._sees_all(request)
        if sees_all and question.records is None:
            return await look_up(self._house, PastOf(None)), True
        return await look_up(self._house, PastOf(tuple(question.records or ())[-LIMITS.records :])), sees_all

    def _found(
        self, rows: Sequence[PastGame], question: Question, language: str
    ) -> tuple[list[tuple[PastGame, GameTools]], list[p.GameTitle]]:
        """Those that are meant, and the names of all games among these rows. Takes its time where there are many."""
        tools = self._house.all_tools
        known = dict.fromkeys(row.name for row in rows if row.name in tools)
        titles = sorted((title_of(tools[game], language), game) for game in known)
        return search(rows, tools, question, language), [{"id": game, "title": title} for title, game in titles]

    async def _holds_key(self, row: PastGame, keys: Sequence[str]) -> bool:
        """Who was there when it ended; of games from before that was known, who sits at that table now."""
        shown, summary = {hashed(key) for key in keys}, read_summary(row.summary)
        if summary is not None and summary.keys:
            return not shown.isdisjoint(summary.keys)
        lobby = await lobby_of(self._house, row.code)
        return isinstance(lobby, Lobby) and lobby.knows(frozenset(shown))

    # The records themselves.

    async def _question(self, request: Request) -> Question:
        return msgspec.json.decode(await _body(request) or b"{}", type=Question)

    async def _played(self, row: PastGame, tools: GameTools) -> PlayedGame | None:
        """None where the record is damaged."""
        played = _summarised(row, tools)
        if played is None and read_summary(row.summary) is None:
            async with self._one_at_a_time:
                summary = await self._summarise(row, tools)
            played = _played_game(row, tools, summary)
        return played

    async def _summarise(self, row: PastGame, tools: GameTools) -> Summary | None:
        """Of a game that was played under an earlier version; kept from now on."""
        with suppress(StoreError):
            stored = await look_up(self._house, RecordOf(row.record))
            if stored is not None:
                summary = await asyncio.to_thread(summary_again, tools, stored)
                await keep(self._house, SaveSummary(row.record, write_summary(summary), row.finished or 0))
                return summary
        return None

    async def _pack(self, found: Sequence[tuple[PastGame, GameTools]]) -> IO[bytes]:
        packed: IO[bytes] = SpooledTemporaryFile(LIMITS.packing)  # noqa: SIM115 (whoever sends it closes it)
        listed: list[Json] = []
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for row, tools in found:
                try:
                    stored = await look_up(self._house, RecordOf(row.record))
                except StoreError as error:
                    self._house.log("damaged_record", why=str(error))
                    continue
                if stored is None:
                    continue
                ending = stored.ending
                if ending is None:
                    ending = await asyncio.to_thread(ending_line, tools, stored)
                    await keep(self._house, SaveEnding(stored.record, ending))
                when = datetime.fromtimestamp(row.finished, UTC) if row.finished else None
                name = f"{'undated' if when is None else format(when, '%Y-%m-%d')}-{row.name}-{row.record}.jsonl"
                await asyncio.to_thread(_put, archive, _entry(name, when), tools, stored, ending)
                people = json.loads(row.people)
                listed.append({"file": name, "game": row.name, "finished": row.finished, "people": people})
            await asyncio.to_thread(_finish, archive, listed)
        packed.seek(0)
        return packed


def _summarised(row: PastGame, tools: GameTools) -> PlayedGame | None:
    """None where there is no summary yet, or the record is damaged."""
    return _played_game(row, tools, read_summary(row.summary))


def _played_game(row: PastGame, tools: GameTools, summary: Summary | None) -> PlayedGame | None:
    people = json.loads(row.people)
    return None if summary is None or len(summary.ranks) != len(people) else PlayedGame(row, tools, summary, people)


def _put(archive: ZipFile, entry: ZipInfo, tools: GameTools, stored: StoredGame, ending: str) -> None:
    archive.writestr(entry, record_file(tools, stored, ending), ZIP_DEFLATED)


def _finish(archive: ZipFile, listed: list[Json]) -> None:
    archive.writestr(_entry("evenings.json", None), json.dumps(listed, ensure_ascii=False, indent=1), ZIP_DEFLATED)
    archive.close()  # of many files the table of contents takes as long as everything before


def _entry(name: str, when: datetime | None) -> ZipInfo:
    made = (1980, 1, 1, 0, 0, 0) if when is None else (when.year, when.month, when.day, when.hour, when.minute, 0)
    return ZipInfo(name, made)


async def _chunks(packed: IO[bytes]) -> AsyncIterator[bytes]:
    with packed:
        while chunk := packed.read(CHUNK):
            yield chunk


def is_at_home(request: Request) -> bool:
    """Does this come from the machine that the house runs on, from a page of its own? What a proxy passes on does not:
    it says for whom, or at least by which other name the house was asked."""
    peer = request.client.host if request.client is not None else ""
    server = request.scope.get("server")
    own = str(server[0]) if server else ""
    if any(name in PASSED_ON or name.startswith("x-forwarded-") for name in request.headers):
        return False
    if not is_own_origin(request.headers.get("origin"), request.headers.get("host", ""), frozenset()):
        return False
    named = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    return (_is_loopback(peer) or peer == own) and (named == "localhost" or _is_loopback(named) or named == own)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address.removeprefix("::ffff:")).is_loopback
    except ValueError:
        return False


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LIMITS.question:
            raise BadQuestion
    return bytes(body)


def _sorry(request: Request, code: str, status: int) -> Response:
    return sorry(request, code, status, headers=NEVER_KEPT)
