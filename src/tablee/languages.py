"""The languages that Tablée speaks."""

from __future__ import annotations

LANGUAGES = ("fr", "en")
