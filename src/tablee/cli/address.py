"""The address of a data base, as it is typed."""

from __future__ import annotations

import re
from typing import Final

from tablee.cli.complaint import Complaint

BEGINNINGS: Final = ("postgresql://", "postgres://")


def is_address(text: str) -> bool:
    return text.startswith(BEGINNINGS)


def refuse_other(text: str) -> None:
    """A Complaint, unless it is one."""
    if not is_address(text):
        raise Complaint(
            f"{without_password(text)} is no address of a data base: --store wants postgresql://user@host/name."
        )


def without_password(text: str) -> str:
    """Whatever else may be wrong with it."""
    return re.sub(r"(?<=//)([^:/@]*):[^@]*@", r"\1@", text)
