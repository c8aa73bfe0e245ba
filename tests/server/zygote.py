"""Starts `tablee serve` again and again at little cost: everything is imported once, then every server is a fork.

Reads lines of JSON: `{"words": the command line, "inline": whether bots think in the server itself}`. Says the process
id of each server it starts; what that server says follows. The server is the real one; only the worker processes for
bots, which take longer to start than a server lives here, are left out where `inline`."""

from __future__ import annotations

import json
import os
import signal
import sys
from asyncio import AbstractEventLoop
from contextlib import suppress
from threading import Thread

from tablee.arena.entrants import seat_teams
from tablee.cli import main
from tablee.games import Found, find
from tablee.kernel.luck import seed_from
from tablee.kernel.table import open_table
from tablee.server import start
from tablee.server.bots.workers import InlineThinker, Thinker
from tablee.server.show import catalog
from tablee.server.show.tools import tools_of


def inline(loop: AbstractEventLoop, **_: object) -> Thinker:
    return InlineThinker(loop)


def serve(words: list[str], is_inline: bool) -> None:
    sys.stdin = open(os.devnull)  # noqa: SIM115, PTH123
    if is_inline:
        setattr(start, "ProcessThinker", inline)  # noqa: B010
    os._exit(main(words))


def warm_up(found: Found) -> None:
    """Whatever a game works out once in a process."""
    catalog.warm_up([tools_of(found)])
    options = found.game.meta.options()
    seats = found.game.meta.seats(options)[0]
    open_table(found.game, options, seat_teams(found.game, options, seats), seed_from("zygote"))


def run() -> None:
    import uvloop  # noqa: F401 - what a server needs, it finds here

    import tablee.server.store.postgres.store  # noqa: F401

    for game in sys.argv[1:]:
        warm_up(find(game))
    children: set[int] = set()
    for line in sys.stdin:
        wish = json.loads(line)
        child = os.fork()
        if child == 0:
            serve(wish["words"], wish["inline"])
        children.add(child)
        print(json.dumps({"pid": child}), flush=True)
        Thread(target=bury, args=(child, children), daemon=True).start()
    # Whoever started this has gone: no server stays behind.
    for child in list(children):
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


def bury(child: int, children: set[int]) -> None:
    os.waitpid(child, 0)
    children.discard(child)
    print(json.dumps({"gone": child}), flush=True)


if __name__ == "__main__":
    run()
