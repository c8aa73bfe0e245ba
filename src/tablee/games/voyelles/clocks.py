"""How long an ask waits, beside the two clocks that the host may set: the round's and the speaker's."""

from typing import Final

from tablee.kernel import Ms

TURNING: Final[Ms] = 15_000
DISPUTING: Final[Ms] = 5_000
VOTING: Final[Ms] = 10_000
