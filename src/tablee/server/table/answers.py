"""What was answered to which command, so that a repeated one gets the first answer again and nothing happens twice."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from tablee.kernel.codec import Json
from tablee.server.limits import LIMITS


class Answers:
    """By who asked (a seat, a key, a connection) and by the command's id."""

    __slots__ = ("_recent", "ids", "kept")

    def __init__(self, kept: dict[str, Json] | None = None) -> None:
        self._recent: dict[tuple[object, str], bytes] = {}
        self.ids: dict[str, int] = {}
        """How often each id is among them, whoever asked."""
        self.kept: dict[str, Json] = kept or {}
        """Of commands that changed the lobby, without secrets: what survives a restart."""

    def find(self, askers: Iterable[object], command: str) -> bytes | None:
        for asker in askers:
            found = self._recent.get((asker, command))
            if found is not None:
                return found
        return None

    def remember(self, askers: Iterable[object], command: str, answer: bytes) -> None:
        for asker in askers:
            if (asker, command) not in self._recent:
                self.ids[command] = self.ids.get(command, 0) + 1
            self._recent[asker, command] = answer
        while len(self._recent) > LIMITS.answers:
            first = next(iter(self._recent))
            del self._recent[first]
            _, oldest = first
            self.ids[oldest] -= 1
            if not self.ids[oldest]:
                del self.ids[oldest]

    def find_kept(self, askers: Iterable[object], command: str) -> Json:
        for asker in askers:
            found = self.kept.get(_digest(asker, command))
            if found is not None:
                return found
        return None

    def with_kept(self, askers: Iterable[object], command: str, body: Json) -> dict[str, Json]:
        """What is to be kept once this command is answered."""
        kept = self.kept | {_digest(asker, command): body for asker in askers}
        while len(kept) > LIMITS.answers_kept:
            del kept[next(iter(kept))]
        return kept


def _digest(asker: object, command: str) -> str:
    return sha256(f"{asker} {command}".encode()).hexdigest()[:24]
