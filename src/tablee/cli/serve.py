"""`tablee serve`: the house, for everybody on the local network."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from pathlib import Path
from typing import Final

from tablee.cli.complaint import Complaint
from tablee.cli.shared import Commands, add_command
from tablee.cli.tongue import language_of, say
from tablee.games import find, known_games
from tablee.server.limits import LIMITS
from tablee.server.net.http import PAGE
from tablee.server.net.qr import qr_terminal
from tablee.server.start import CannotStart, Settings, data_folder, listen, run_house
from tablee.server.store.interface import StoreError

NO_PAGE: Final = "The page is not built: run 'make page'."


def add(commands: Commands) -> None:
    parser = add_command(
        commands,
        "serve",
        run,
        "Open the house: people on the local network sit down with their phones or browsers. Everything is kept in one "
        "folder, and after a restart every table stands where it stood.",
        "tablee serve --port 8000 --open",
    )
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen at (default: all)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default 8000; 0: any free one)")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where everything is kept (default $TABLEE_DATA)")
    parser.add_argument("--open", action="store_true", help="show the page in this machine's browser")
    parser.add_argument(
        "--game", action="append", default=[], metavar="G", help="one more game: a .py file or a module"
    )
    parser.add_argument(
        "--longest-thought", type=int, metavar="MS", help="bots answer after so many milliseconds at most"
    )
    parser.add_argument("--open-evenings", action="store_true", help="everybody here may see all finished games")
    parser.add_argument("--ratings", action="store_true", help="for clubs: past evenings show who is how strong")
    parser.add_argument(
        "--per-address",
        type=int,
        default=LIMITS.per_address,
        metavar="N",
        help=f"devices that may come from one address, as those of a school do (default {LIMITS.per_address}); what "
        "else is counted by address follows",
    )
    parser.add_argument(
        "--behind-proxy", action="store_true", help="nobody is this machine's own user: all come through a proxy"
    )
    parser.add_argument("--metrics", action="store_true", help="show numbers for operations at /metrics")
    parser.add_argument("--origin", action="append", default=[], metavar="URL", help="a further site that may connect")


def run(arguments: argparse.Namespace) -> int:
    if not 0 <= arguments.port <= 65535:
        raise Complaint(f"There is no port {arguments.port}: ports go from 0 to 65535.")
    if arguments.longest_thought is not None and arguments.longest_thought < 0:
        raise Complaint("Bots cannot answer before they are asked: --longest-thought is 0 or more.")
    if arguments.per_address < 1:
        raise Complaint("Somebody has to be able to come in: --per-address is 1 or more.")
    games = [find(name) for name in (*known_games(), *arguments.game)]
    settings = Settings(
        games,
        arguments.data or data_folder(),
        host=arguments.host,
        port=arguments.port,
        limits=LIMITS.for_devices(arguments.per_address),
        is_behind_proxy=arguments.behind_proxy,
        has_metrics=arguments.metrics,
        origins=frozenset(arguments.origin),
        longest_thought=arguments.longest_thought,
        has_open_evenings=arguments.open_evenings,
        has_ratings=arguments.ratings,
    )
    if not (PAGE / "index.html").exists():
        # People find the same on the page; whoever opens the house need not wait for them.
        print(f"tablee: {say(NO_PAGE, language_of((), os.environ))}", file=sys.stderr)
    try:
        listener = listen(settings.host, settings.port)
        with listener:
            run_house(settings, listener, lambda address: _welcome(address, arguments.open))
    except (CannotStart, StoreError) as error:
        raise Complaint(str(error)) from error
    return 0


def _welcome(address: str, is_shown: bool) -> None:
    print(qr_terminal(address))
    print(f"Tablée : {address}", flush=True)
    if is_shown:
        webbrowser.open(address)
