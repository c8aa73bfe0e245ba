"""`tablee doctor`: is this machine ready to be the house? One line for each thing that can be wrong."""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tablee.cli.address import refuse_other
from tablee.cli.complaint import Complaint
from tablee.cli.tongue import language_of, say
from tablee.server.limits import LIMITS
from tablee.server.net.http import PAGE
from tablee.server.show.limits_text import in_terminal
from tablee.server.start import NO_CLUSTER, CannotStart, data_folder, listen, own_address
from tablee.server.store.file import examine as examine_store
from tablee.server.store.interface import StoreError

ENOUGH_MEGABYTES: Final = 200
MOST_CLOCK_DRIFT: Final = 0.05


class Symptom(NamedTuple):
    name: str
    is_fine: bool
    what: str


def run(arguments: argparse.Namespace) -> int:
    is_well, language = True, language_of((), os.environ)
    symptoms = list(_base(arguments.store)) if arguments.store is not None else []
    for symptom in (*examine(arguments.port, arguments.data or data_folder()), *symptoms):
        is_well = is_well and symptom.is_fine
        print(f"{'ok  ' if symptom.is_fine else 'LOOK'}  {symptom.name:<8} {say(symptom.what, language)}")
    print(f"\n{in_terminal(LIMITS)}")
    return 0 if is_well else 1


def examine(port: int, data: Path) -> Iterator[Symptom]:
    address = own_address()
    is_reachable = not address.startswith("127.")
    yield Symptom("address", is_reachable, f"Phones will find this machine at http://{address}:{port}." if is_reachable
                  else "This machine is in no network: phones cannot reach it. Join the Wi-Fi they use.")  # fmt: skip
    yield _port(port)
    if is_reachable:
        yield _isolation(address)
    yield _disk(data)
    yield _store(data)
    yield _clocks()
    is_built = (PAGE / "index.html").exists()
    yield Symptom("page", is_built, "The page is built." if is_built else "The page is not built: run 'make page'.")


def _port(port: int) -> Symptom:
    try:
        listen("0.0.0.0", port).close()
    except CannotStart as error:
        return Symptom("port", False, str(error))
    return Symptom("port", True, f"Port {port} is free.")


def _isolation(address: str) -> Symptom:
    """Can a connection come in at the address the phones will use? What the router forbids shows only from outside."""
    with socket.create_server((address, 0)) as server:
        server.settimeout(2)
        try:
            with socket.create_connection(server.getsockname(), timeout=2):
                pass
        except OSError as error:
            return Symptom("Wi-Fi", False, f"Nothing gets in at {address} ({error}): a firewall is in the way.")
    advice = "If a phone in the same Wi-Fi still finds nothing, the router keeps devices apart: use another network."
    return Symptom("Wi-Fi", True, f"Connections get in at {address}. {advice}")


def _disk(data: Path) -> Symptom:
    folder = next(parent for parent in (data, *data.absolute().parents) if parent.exists())
    free = shutil.disk_usage(folder).free // 1_000_000
    try:
        probe = folder / ".tablee-doctor"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return Symptom(
            "disk", False, f"Nothing can be written to {folder}: {error.strerror}. Choose another with --data."
        )
    is_enough = free >= ENOUGH_MEGABYTES
    return Symptom(
        "disk", is_enough, f"{free} MB are free at {folder}." + ("" if is_enough else " That is little: make room.")
    )


def _store(data: Path) -> Symptom:
    """Is everything in it as it was written?"""
    try:
        return Symptom("store", True, examine_store(data))
    except (OSError, StoreError) as error:
        return Symptom("store", False, str(error))


def _base(address: str) -> Iterator[Symptom]:
    """The data base that many nodes share."""
    refuse_other(address)
    try:
        from tablee.server.store.postgres.health import Finding
        from tablee.server.store.postgres.health import examine as examine_base
    except ModuleNotFoundError as error:
        raise Complaint(NO_CLUSTER) from error

    async def look() -> list[Finding]:
        return [finding async for finding in examine_base(address)]

    for finding in asyncio.run(look()):
        yield Symptom(*finding)


def _clocks() -> Symptom:
    """Do the two clocks of this machine run alike? Games are timed by the one that nobody can set."""
    walls, steady = time.time(), time.monotonic()
    while time.monotonic() - steady < 0.2:
        pass
    drift = abs((time.time() - walls) - (time.monotonic() - steady))
    is_fine = drift < MOST_CLOCK_DRIFT
    return Symptom("clocks", is_fine, "The clocks of this machine agree." if is_fine
                   else f"The clock was set by {drift:.1f} s while we looked: let it settle first.")  # fmt: skip
