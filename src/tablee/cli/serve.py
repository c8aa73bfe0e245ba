"""`tablee serve`: the house, for everybody on the local network."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from collections.abc import Sequence
from socket import gethostname
from typing import Final

from tablee.cli.address import refuse_other
from tablee.cli.complaint import Complaint
from tablee.cli.tongue import language_of, say
from tablee.games import find, known_games
from tablee.server.limits import LIMITS
from tablee.server.net.guard import Proxies
from tablee.server.net.http import PAGE
from tablee.server.net.qr import qr_terminal
from tablee.server.start import CannotStart, Settings, data_folder, listen, run_house
from tablee.server.store.interface import StoreError

NO_PAGE: Final = "The page is not built: run 'make page'."


def run(arguments: argparse.Namespace) -> int:
    if not 0 <= arguments.port <= 65535:
        raise Complaint(f"There is no port {arguments.port}: ports go from 0 to 65535.")
    if arguments.longest_thought is not None and arguments.longest_thought < 0:
        raise Complaint("Bots cannot answer before they are asked: --longest-thought is 0 or more.")
    if arguments.per_address < 1:
        raise Complaint("Somebody has to be able to come in: --per-address is 1 or more.")
    if arguments.drain < 0:
        raise Complaint("A house cannot leave before it is told to: --drain is 0 or more.")
    if arguments.store is not None:
        refuse_other(arguments.store)
    games = [find(name) for name in (*known_games(), *arguments.game)]
    settings = Settings(
        games,
        arguments.data or data_folder(),
        store=arguments.store,
        node=arguments.node or gethostname(),
        inside=arguments.inside,
        host=arguments.host,
        port=arguments.port,
        limits=LIMITS.for_devices(arguments.per_address),
        is_behind_proxy=arguments.behind_proxy or bool(arguments.proxy),
        proxies=_proxies(arguments.proxy),
        drain=arguments.drain,
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


def _proxies(named: Sequence[str]) -> Proxies:
    try:
        return Proxies(named)
    except ValueError:
        raise Complaint(
            f"{' '.join(named)}: --proxy wants the address of a machine, such as 10.0.0.5, or a network, such as "
            "10.0.0.0/24."
        ) from None


def _welcome(address: str, is_shown: bool) -> None:
    print(qr_terminal(address))
    print(f"Tablée : {address}", flush=True)
    if is_shown:
        webbrowser.open(address)
