"""Answers in JSON: everything that is told over HTTP is declared in wire/pages.py, and goes out here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.show.voice import house_words, language_of
from tablee.server.wire import pages as p

NEVER_KEPT: Final = {"cache-control": "no-store"}
_encode: Final = msgspec.json.Encoder().encode


def write_page(page: p.Page) -> bytes:
    return _encode(page)


def answer(page: p.Page, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return in_json(write_page(page), status=status, headers=headers)


def in_json(text: bytes, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(text, status, headers, media_type="application/json")


def sorry(request: Request, code: str, status: int, *, headers: Mapping[str, str] | None = None) -> Response:
    """A sentence for whoever asked."""
    return answer({"code": code, "text": house_words(asked_in(request)).label(code)}, status=status, headers=headers)


def asked_in(request: Request) -> str:
    """The language that is wanted, or that this device speaks."""
    return language_of(request.query_params.get("lang") or request.headers.get("accept-language") or "fr")
