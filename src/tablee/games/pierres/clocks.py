"""R-2, R-10: how long an ask waits."""

from typing import Final

from tablee.kernel import Ms

CLEARING: Final[Ms] = 20_000
DRAWING: Final[Ms] = 5_000
REMOVING: Final[Ms] = 60_000
ANNOUNCING: Final[Ms] = 30_000
