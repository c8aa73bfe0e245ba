"""What one table has to do, one thing at a time; while something is being written, everything else waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Task: TypeAlias = Callable[[], None]


class Mailbox:
    __slots__ = ("_is_busy", "_is_pumping", "_mailbox")

    def __init__(self) -> None:
        self._mailbox: list[Task] = []  # short, and far smaller than a deque
        self._is_busy = False
        """Something is being written."""
        self._is_pumping = False

    @property
    def is_idle(self) -> bool:
        return not (self._is_busy or self._is_pumping or self._mailbox)

    def post(self, task: Task) -> None:
        """Handle this after all that came before."""
        self._mailbox.append(task)
        self._pump()

    def post_first(self, task: Task) -> None:
        """Handle this next."""
        self._mailbox.insert(0, task)

    def _pump(self) -> None:
        """One task at a time, also when a task posts another."""
        if self._is_pumping:
            return
        self._is_pumping = True
        try:
            while self._mailbox and not self._is_busy:
                try:
                    self._mailbox.pop(0)()
                except Exception as error:  # a defect in one message must not end the table
                    self.defect(error)
        finally:
            self._is_pumping = False

    def defect(self, error: Exception) -> None:
        raise NotImplementedError
