"""The QR of a table's address, for screens and terminals."""

from __future__ import annotations

import io
from functools import lru_cache

import segno

from tablee.server.limits import LIMITS


@lru_cache(maxsize=LIMITS.codes_drawn)
def qr_svg(address: str) -> bytes:
    made = io.BytesIO()
    segno.make(address, error="m", micro=False).save(made, kind="svg", border=2, scale=8, xmldecl=False, dark="#1d1a16")
    return made.getvalue()


def qr_terminal(address: str) -> str:
    made = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(made, compact=True, border=2)
    return made.getvalue()
