"""Seat keys: 128 bits, told once to their owner, kept only as SHA-256. Table codes and record ids."""

from __future__ import annotations

import secrets
from collections.abc import Container
from hashlib import sha256
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""No I, O or Q: read aloud or on a far screen, each is one letter only."""
CODE_LETTERS: Final = 4
LEAST_SECRET: Final = 16
"""From this length on a command's id is random enough to prove that the same client repeats itself."""


def new_key() -> str:
    return secrets.token_urlsafe(16)


def hashed(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def hashed_id(command: str) -> str:
    """What is kept of the id of a command that takes a place; nothing if it could be guessed."""
    return sha256(f"command {command}".encode()).hexdigest() if len(command) >= LEAST_SECRET else ""


def new_code(taken: Container[str]) -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))
        if code not in taken:
            return code


def clean_code(code: str) -> str:
    """As people type it."""
    return code.strip().upper()[:8]


def new_record_id() -> str:
    return secrets.token_urlsafe(12)
