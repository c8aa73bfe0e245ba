"""A house whose dice are loaded: every game has the same seed. `python loaded.py SEED FOLDER`"""

from __future__ import annotations

import sys
from pathlib import Path

from tablee.games import find, known_games
from tablee.kernel.luck import seed_from
from tablee.server.start import Settings, listen, run_house


def main(seed: str, data: str) -> None:
    games = [find(name) for name in known_games()]
    settings = Settings(games, Path(data), "127.0.0.1", 0, make_seed=lambda: seed_from("lesson", seed))
    with listen(settings.host, settings.port) as listener:
        run_house(settings, listener, lambda address: print(address, flush=True))


# Bots think in processes of their own, which read this file too.
if __name__ == "__main__":
    main(*sys.argv[1:])
