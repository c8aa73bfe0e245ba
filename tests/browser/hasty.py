"""`tablee serve` in which the bots' time runs forty times as fast. All else is the real thing."""

from __future__ import annotations

import sys
from typing import Final

from tablee.cli import main
from tablee.kernel.game import Ms
from tablee.kernel.pace import Clock, Speed
from tablee.server import cast

HASTE: Final = 40


class HastyClock(Clock):
    def run(self, wall: Ms, at: Speed) -> None:
        super().run(wall, at * HASTE)


if __name__ == "__main__":
    cast.Clock = HastyClock  # type: ignore[attr-defined]
    sys.exit(main())
