"""A writer on a disk that begins to fail: the real one, to which the kernel answers some system calls with an error
from the moment it is sent SIGUSR1, or as soon as it starts where the file BROKEN stands.

    python faulty.py CALLS ERROR BROKEN SOCKET"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import signal
import struct
import sys
from pathlib import Path
from typing import Final

from tablee.server.store import writer

NUMBERS: Final = {
    "x86_64": {"pwrite64": 18, "fsync": 74, "fdatasync": 75},
    "aarch64": {"pwrite64": 68, "fsync": 82, "fdatasync": 83},
}
PR_SET_NO_NEW_PRIVS, SECCOMP_SET_MODE_FILTER, TSYNC = 38, 1, 1
SECCOMP: Final = {"x86_64": 317, "aarch64": 277}


def can_fail() -> bool:
    """Has this system such means?"""
    return sys.platform == "linux" and platform.machine() in NUMBERS


def command(calls: str, error: str, broken: Path) -> tuple[str, ...]:
    """How this writer is started."""
    return (sys.executable, __file__, calls, error, str(broken))


def fail_from_now_on(calls: list[str], error: int) -> None:
    """This process gets this error from these system calls: a filter of seccomp, as sandboxes use."""
    machine = platform.machine()
    code = [(0x20, 0, 0, 0)]  # load the number of the call
    numbers = [NUMBERS[machine][call] for call in calls]
    for place, number in enumerate(numbers):
        code.append((0x15, len(numbers) - place, 0, number))  # if it is this one, jump to the error
    code += [(0x06, 0, 0, 0x7FFF0000), (0x06, 0, 0, 0x00050000 | error)]  # allow; error
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in code))
    filters = struct.pack("HxxxxxxP", len(code), ctypes.addressof(program))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.syscall(
        SECCOMP[machine], SECCOMP_SET_MODE_FILTER, TSYNC, filters
    ):
        os._exit(77)


def main() -> None:
    calls, error, broken = sys.argv[1].split(","), getattr(errno, sys.argv[2]), Path(sys.argv[3])
    signal.signal(signal.SIGUSR1, lambda *_: fail_from_now_on(calls, error))
    if broken.exists():
        fail_from_now_on(calls, error)
    writer.main()


if __name__ == "__main__":
    main()
