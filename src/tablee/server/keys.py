"""Seat keys are told once to their owner and kept only as SHA-256; so are the ids of commands that take a place."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

LEAST_SECRET: Final = 16
"""From this length on a command's id is random enough to prove that the same client repeats itself."""


def hashed(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def hashed_id(command: str) -> str:
    """What is kept of the id of a command that takes a place; nothing if it could be guessed."""
    return sha256(f"command {command}".encode()).hexdigest() if len(command) >= LEAST_SECRET else ""


def clean_code(code: str) -> str:
    """As people type it."""
    return code.strip().upper()[:8]
