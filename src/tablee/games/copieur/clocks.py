"""How long an ask waits."""

from typing import Final

from tablee.kernel import Ms

#
ROLLING: Final[Ms] = 10_000
PLAYING: Final[Ms] = 30_000
SUSPENSE: Final[Ms] = 3_000
SHOWING: Final[Ms] = 4_000
ANSWERING: Final[Ms] = 10_000
"""R-8."""
LEARNING: Final[Ms] = 120_000
"""R-1: who learns until all are ready has two minutes, for nobody can freeze a table."""
