"""The house over HTTP: the page and what it needs to know. The door to the WebSocket is told to whoever serves it."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablee.kernel.codec import Json
from tablee.server.house.house import House
from tablee.server.lobby import Lobby
from tablee.server.net.answers import answer, asked_in, in_json, sorry, write_page
from tablee.server.net.asking import keep, lobby_of, look_up
from tablee.server.net.guard import HERE, Proxies, address_of
from tablee.server.net.inside import Inside
from tablee.server.net.metrics import metrics_text, why_not_ready
from tablee.server.net.past_pages import PastPages
from tablee.server.net.preview import with_preview
from tablee.server.net.qr import qr_svg
from tablee.server.net.socket import Door
from tablee.server.past.theatre import ending_line, record_file, story, theatre
from tablee.server.show.catalog import game_info, word_book
from tablee.server.show.lessons import lesson_page
from tablee.server.show.tools import GameTools
from tablee.server.store.interface import RecordOf, SaveEnding, StoredGame, StoreError
from tablee.server.wire import pages as p

PAGE: Final = Path(__file__).parents[1] / "page"
PAGES: Final = ("/", "/t/{code}", "/r/{record}", "/l/{game}", "/pieces", "/evenings", "/club")
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; media-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(self)",
}
OWN_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})
"""What a machine calls itself: no address for anybody else."""
NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tablée</title>
<p lang="fr">La page n’est pas encore construite\u00a0: lancez <code>make page</code>, puis rechargez.</p>
<p>The page has not been built yet: run <code>make page</code>, then reload.</p>"""


class SecurityHeaders:
    """ASGI: the same headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *self._headers]}
            await send(message)

        await self._app(scope, receive, send_with_headers)


class Immutable(StaticFiles):
    """Files whose names change with their content."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


class Pages:
    """What is behind each address."""

    def __init__(self, house: House, page: Path, address: str | None, door: Door, inside: Inside) -> None:
        self._house = house
        self._door = door
        self._inside = inside
        self._page = page
        self._address = address
        self._made: dict[tuple[str, str], bytes] = {}
        """Answers that stay as they are, by what and in which language: each is made once."""
        self._index: tuple[int, str] = (0, "")
        """The page, and when it was built."""

    async def page(self, request: Request) -> Response:
        index = self._page / "index.html"
        try:
            built = index.stat().st_mtime_ns
        except FileNotFoundError:
            return HTMLResponse(NOT_BUILT, status_code=503)
        if built != self._index[0]:
            self._index = built, index.read_text(encoding="utf-8")
        shown = with_preview(self._index[1], request.url.path, self._base(request), asked_in(request))
        return HTMLResponse(shown, headers={"cache-control": "no-cache", "vary": "accept-language"})

    async def nowhere(self, request: Request, error: Exception) -> Response:
        """Nothing is at this address. The page says so to people; programs get a line."""
        index = self._page / "index.html"
        if "text/html" not in request.headers.get("accept", "") or not index.is_file():
            return _not_found(request)
        return FileResponse(index, status_code=404, headers={"cache-control": "no-cache"})

    async def file(self, request: Request) -> Response:
        """A file of the page that lies beside its index, such as its icon."""
        name = request.path_params["name"]
        wanted = (self._page / name[: self._house.limits.file_name]).resolve()
        if not wanted.is_file() or wanted.parent != self._page.resolve():
            return await self.nowhere(request, FileNotFoundError(wanted))
        return FileResponse(wanted, headers={"cache-control": "no-cache"})

    async def games(self, request: Request) -> Response:
        language = asked_in(request)
        made = self._made.get(("games", language))
        if made is None:
            made = self._keep(
                "games", language, [game_info(tools, language) for tools in self._house.all_tools.values()]
            )
        return in_json(made)

    async def words(self, request: Request) -> Response:
        tools, language = self._house.all_tools.get(request.path_params["game"]), asked_in(request)
        if tools is None:
            return _not_found(request)
        what = f"words of {tools.game.meta.id}"
        return in_json(self._made.get((what, language)) or self._keep(what, language, word_book(tools.found, language)))

    async def lesson(self, request: Request) -> Response:
        tools, language = self._house.all_tools.get(request.path_params["game"]), asked_in(request)
        if tools is None:
            return _not_found(request)
        what = f"lesson of {tools.game.meta.id}"
        made = self._made.get((what, language))
        if made is None:
            made = await asyncio.to_thread(_lesson, tools, language)
            if made is None:
                return _not_found(request)
            self._made[what, language] = made
        return in_json(made)

    def _keep(self, what: str, language: str, page: p.Page) -> bytes:
        made = self._made[what, language] = write_page(page)
        return made

    async def table(self, request: Request) -> Response:
        lobby, address = await self._find(request), _reachable(self._base(request))
        if isinstance(lobby, Response):
            return lobby
        if lobby is None:
            return answer({"exists": False, "game": None, "phase": None, "address": address})
        return answer({"exists": True, "game": lobby.game, "phase": lobby.phase, "address": address})

    async def record(self, request: Request) -> Response:
        stored = await self._stored(request)
        if not isinstance(stored, StoredGame):
            return stored
        seats = len(json.loads(stored.people))
        seat_text, is_open = request.query_params.get("seat"), request.query_params.get("open") == "1"
        seat = int(seat_text) if seat_text is not None and seat_text.isdecimal() and len(seat_text) < 3 else None
        if seat is not None and seat >= seats:
            return _not_found(request)
        tools, language = self._house.all_tools[_game(stored)], asked_in(request)
        # A whole game is long, and so is the text of it.
        shown = partial(theatre, tools, stored, None if is_open else seat, is_open, language)
        return in_json(await asyncio.to_thread(lambda: write_page(shown())))

    async def story(self, request: Request) -> Response:
        stored = await self._stored(request)
        if not isinstance(stored, StoredGame):
            return stored
        tools = self._house.all_tools[_game(stored)]
        return answer(await asyncio.to_thread(story, tools, stored, asked_in(request)))

    async def record_file(self, request: Request) -> Response:
        stored = await self._stored(request)
        if not isinstance(stored, StoredGame):
            return stored
        tools, ending = self._house.all_tools[_game(stored)], stored.ending
        if ending is None:
            ending = await asyncio.to_thread(ending_line, tools, stored)
            await keep(self._house, SaveEnding(stored.record, ending))
        name = f"{_game(stored)}-{stored.record}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(record_file(tools, stored, ending), media_type="application/x-ndjson", headers=headers)

    async def qr(self, request: Request) -> Response:
        lobby = await self._find(request)
        if not isinstance(lobby, Lobby):
            return lobby or _not_found(request)
        drawn = await asyncio.to_thread(qr_svg, f"{self._base(request)}/t/{lobby.code}")
        return Response(drawn, media_type="image/svg+xml")

    async def healthz(self, request: Request) -> Response:
        """Should balancers send people here?"""
        why_not = why_not_ready(self._door, self._inside)
        return PlainTextResponse(
            f"{why_not or 'ok'}\n", status_code=503 if why_not else 200, headers={"cache-control": "no-store"}
        )

    async def metrics(self, request: Request) -> Response:
        return PlainTextResponse(
            metrics_text(self._house, self._door, self._inside), headers={"cache-control": "no-store"}
        )

    def _base(self, request: Request) -> str:
        """The address a phone can reach: the one asked for, unless that is this very machine's own name for itself."""
        if self._address is not None and request.url.hostname in OWN_NAMES:
            return self._address
        return f"{request.url.scheme}://{request.url.netloc}"

    async def _find(self, request: Request) -> Lobby | Response | None:
        """How the table of the code that is asked for stands, None where there is none. Who guesses codes waits,
        whatever is behind them."""
        code, peer = request.path_params["code"], request.client.host if request.client is not None else ""
        asker = address_of(peer, request.headers.get("x-forwarded-for", ""), self._door.guard.proxies)
        waits = self._house.wait_for(asker, code)
        if waits is None:
            return sorry(request, "too_many_guesses", 429)
        if waits:
            try:
                await asyncio.sleep(waits / 1000)
            finally:
                self._house.has_waited(asker)
        found = await lobby_of(self._house, code, asker)
        if isinstance(found, Lobby):
            return found
        return None if found.code == "no_such_table" else sorry(request, "not_read", 503)

    async def _stored(self, request: Request) -> StoredGame | Response:
        """A game that is over. Of one that still runs nothing is told, not even that it exists."""
        try:
            stored = await look_up(self._house, RecordOf(request.path_params["record"]))
        except StoreError as error:
            self._house.log("damaged_record", why=str(error))
            return sorry(request, "damaged_record", 503)
        if stored is None or not stored.is_over or _game(stored) not in self._house.all_tools:
            return _not_found(request)
        return stored


def _reachable(base: str) -> str | None:
    """This address, if another device can reach it."""
    return None if urlsplit(base).hostname in OWN_NAMES else base


def _lesson(tools: GameTools, language: str) -> bytes | None:
    found = lesson_page(tools, language)
    return None if found is None else write_page(found)


def _game(stored: StoredGame) -> str:
    header: Json = json.loads(stored.header)["header"]
    return str(header["game"]) if isinstance(header, dict) else ""


def _not_found(request: Request) -> Response:
    return sorry(request, "not_found", 404)


def make_app(
    house: House,
    *,
    page: Path = PAGE,
    address: str | None = None,
    has_metrics: bool = False,
    origins: frozenset[str] = frozenset(),
    has_open_evenings: bool = False,
    has_ratings: bool = False,
    is_behind_proxy: bool = False,
    inside: Inside | None = None,
    proxies: Proxies = HERE,
) -> Starlette:
    """`address`: where phones reach this machine; `origins`: further sites whose pages may connect."""
    door = Door(house, origins, address, proxies)
    pages = Pages(house, page, address, door, inside or Inside())
    routes: list[Route | Mount] = [
        *(Route(path, pages.page) for path in PAGES),
        *PastPages(house, has_open_evenings, has_ratings, origins, is_behind_proxy).routes(),
        Route("/api/games", pages.games),
        Route("/api/words/{game}", pages.words),
        Route("/api/lessons/{game}", pages.lesson),
        Route("/api/tables/{code}", pages.table),
        Route("/api/records/{record}", pages.record),
        Route("/api/records/{record}/story", pages.story),
        Route("/api/records/{record}/file", pages.record_file),
        Route("/qr/{code}.svg", pages.qr),
        Route("/healthz", pages.healthz),
    ]
    if has_metrics:
        routes.append(Route("/metrics", pages.metrics))
    routes.append(Mount("/assets", Immutable(directory=page / "assets", check_dir=False)))
    routes.append(Route("/{name}", pages.file))
    app = Starlette(routes=routes, middleware=[Middleware(SecurityHeaders)], exception_handlers={404: pages.nowhere})
    app.state.door = door
    return app
