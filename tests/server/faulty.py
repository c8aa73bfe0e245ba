"""A store on a disk that begins to fail: run as a process of its own, because what it does cannot be undone.

    python faulty.py FOLDER CALLS ERROR

Writes entries, then lets the kernel answer these system calls with this error, and writes on. Says what became of each
entry, one line of JSON each, and ends as a crash does. Exit code 77: this system has no such means."""

from __future__ import annotations

import asyncio
import ctypes
import errno
import json
import os
import platform
import struct
import sys
from pathlib import Path
from typing import Final

from tablee.server.store.interface import Append, Batch, NewGame, Owner, SaveTable, StoreError, Write
from tablee.server.store.sqlite import SqliteStore

NOT_HERE: Final = 77
BEFORE, AFTER = 5, 4
NUMBERS: Final = {
    "x86_64": {"pwrite64": 18, "fsync": 74, "fdatasync": 75},
    "aarch64": {"pwrite64": 68, "fsync": 82, "fdatasync": 83},
}
PR_SET_NO_NEW_PRIVS, SECCOMP_SET_MODE_FILTER, TSYNC = 38, 1, 1
SECCOMP: Final = {"x86_64": 317, "aarch64": 277}


def fail_from_now_on(calls: list[str], error: int) -> bool:
    """All threads of this process get this error from these system calls: a filter of seccomp, as sandboxes use."""
    machine = platform.machine()
    if sys.platform != "linux" or machine not in NUMBERS:
        return False
    code = [(0x20, 0, 0, 0)]  # load the number of the call
    numbers = [NUMBERS[machine][call] for call in calls]
    for place, number in enumerate(numbers):
        code.append((0x15, len(numbers) - place, 0, number))  # if it is this one, jump to the error
    code += [(0x06, 0, 0, 0x7FFF0000), (0x06, 0, 0, 0x00050000 | error)]  # allow; error
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in code))
    filters = struct.pack("HxxxxxxP", len(code), ctypes.addressof(program))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        return False
    return bool(libc.syscall(SECCOMP[machine], SECCOMP_SET_MODE_FILTER, TSYNC, filters) == 0)


async def keep(store: SqliteStore, *writes: Write) -> StoreError | None:
    done: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
    store.write(Batch(Owner("AAAA"), writes), done.set_result)
    return await done


async def run(folder: Path, calls: list[str], error: int) -> int:
    store = SqliteStore(folder, asyncio.get_running_loop())
    new = NewGame(1, "record-1", "header", "seed", "[]")
    assert await keep(store, SaveTable("{}"), new) is None
    for seq in range(BEFORE + AFTER):
        if seq == BEFORE and not fail_from_now_on(calls, error):
            return NOT_HERE
        # What was refused did not happen, so its number is free again.
        number = min(seq, BEFORE)
        failure = await keep(store, Append(1, number, f"entry {seq}", None))
        print(json.dumps({"entry": f"entry {seq}", "error": None if failure is None else str(failure)}), flush=True)
    return 0


if __name__ == "__main__":
    os._exit(asyncio.run(run(Path(sys.argv[1]), sys.argv[2].split(","), getattr(errno, sys.argv[3]))))
