"""Holds a data base as long as somebody holds this process: `python warden.py USER POSTGRES OPTION …`.

One line of its input says how the data base is to end; where the input ends without one, whoever asked for it has gone,
and no server is left behind."""

import os
import pwd
import signal
import subprocess
import sys
from threading import Thread

ENDS = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}


def hold(user: str, words: list[str]) -> None:
    group = pwd.getpwnam(user).pw_gid if user else None
    process = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, user=user or None, group=group, extra_groups=[] if user else None
    )
    Thread(target=lambda: os._exit(process.wait() and 1), daemon=True).start()
    process.send_signal(ENDS[sys.stdin.readline().strip() or "immediate"])
    process.wait()


if __name__ == "__main__":
    hold(sys.argv[1], sys.argv[2:])
