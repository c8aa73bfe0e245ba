"""The balancers of docs/operations, each started with the very file that stands there: only names, ports, certificates
and folders are put in."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from tests.server.venue import Client, Refused, Venue
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

FILES: Final = Path(__file__).parents[2] / "docs" / "operations"
HERE: Final = "127.0.0.1"
PAUSE: Final = 0.05
"""Seconds after which a page that was turned away comes again."""
PROGRAMS: Final = {"nginx": "nginx.conf", "haproxy": "haproxy.cfg", "caddy": "Caddyfile"}
NGINX: Final = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr crit;
worker_processes 1;
events {{ worker_connections 512; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {file};
}}
"""
CADDY: Final = """{{
\tadmin off
\tauto_https disable_redirects
\tdefault_bind 127.0.0.1
\tlog {{
\t\tlevel ERROR
\t}}
}}
"""


class NoBalancer(Exception):
    """It is not installed. The message is a sentence."""


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if found is None:
        raise NoBalancer(f"There is no {name} here: run 'make balancers' as root, or install the package {name}.")
    return found


def quiet_port() -> int:
    """One that is free, and that the system gives to nobody by itself: a node that comes back finds it free again."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as some, suppress(OSError):
            some.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            some.bind((HERE, port))
            return port


class Certificate(NamedTuple):
    folder: Path

    @property
    def context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "site.pem"))


def make_certificate(folder: Path) -> Certificate:
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    words += ["-days", "2", "-subj", "/CN=tablee.example", "-addext", f"subjectAltName=IP:{HERE}"]
    words += ["-keyout", str(folder / "site.key"), "-out", str(folder / "site.pem")]
    subprocess.run(words, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    both = (folder / "site.pem").read_text() + (folder / "site.key").read_text()
    (folder / "site-and-key.pem").write_text(both)
    return Certificate(folder)


def with_places(text: str, places: Mapping[str, str]) -> str:
    """Each of these is in the file, and another one takes its place."""
    for place, other in places.items():
        assert place in text, f"{place} is not in the file"
        text = text.replace(place, other)
    return text


def command(name: str, port: int, nodes: Sequence[int], certificate: Certificate, folder: Path) -> list[str]:
    """How this balancer is started, with the file of docs/operations."""
    places = {f"{HERE}:{8001 + number}": f"{HERE}:{node}" for number, node in enumerate(nodes)}
    text = with_places((FILES / PROGRAMS[name]).read_text("utf-8"), places)
    own, tls = folder / PROGRAMS[name], str(certificate.folder)
    if name == "nginx":
        own.write_text(with_places(text, {"/etc/tablee/tls": tls, "listen 443 ssl": f"listen {HERE}:{port} ssl"}))
        whole = folder / "whole.conf"
        whole.write_text(NGINX.format(folder=folder, file=own))
        return [program(name), "-e", "stderr", "-p", str(folder), "-c", str(whole)]
    if name == "haproxy":
        own.write_text(with_places(text, {"/etc/tablee/tls": tls, "bind :443 ssl": f"bind {HERE}:{port} ssl"}))
        return [program(name), "-db", "-f", str(own)]
    site = f"https://{HERE}:{port} {{\n\ttls {tls}/site.pem {tls}/site.key"
    own.write_text(CADDY.format() + with_places(text, {"{$TABLEE_SITE:tablee.example} {": site}))
    return [program(name), "run", "--adapter", "caddyfile", "--config", str(own)]


class Balancer(Venue):
    """To who comes it is the house."""

    def __init__(self, name: str, port: int, certificate: Certificate, folder: Path) -> None:
        super().__init__(folder)
        self.name = name
        self.port = port
        self._context = certificate.context

    async def visit(self, code: str | None = None, keys: Sequence[str] = (), address: str = HERE) -> Client:
        """As a page does, from this address of loopback: it comes again until it is let in."""
        while True:
            try:
                client = await self._knock(code, keys, address)
            except (OSError, InvalidHandshake, EOFError):
                await asyncio.sleep(PAUSE)
                continue
            try:
                await client.do("hello", table=code, keys=list(keys), language="en")
            except (ConnectionClosed, Refused) as away:
                if isinstance(away, Refused) and away.code not in ("not_read", "not_kept"):
                    raise
                await client.close()
                await asyncio.sleep(PAUSE)
            else:
                self._clients.append(client)
                return client

    async def _knock(self, code: str | None, keys: Sequence[str], address: str) -> Client:
        socket = await connect(
            f"wss://{HERE}:{self.port}/ws{'' if code is None else f'/{code}'}",
            ssl=self._context,
            origin=Origin(f"https://{HERE}:{self.port}"),
            additional_headers={"X-Forwarded-For": "203.0.113.9"},  # whatever a client says of itself
            local_addr=(address, 0),
            compression=None,
            max_queue=None,
        )
        client = Client(socket, self)
        client.keys = list(keys)
        return client

    async def send(self, method: str, path: str, body: object, **headers: str) -> tuple[int, dict[str, str], bytes]:
        reader, writer = await asyncio.open_connection(HERE, self.port, ssl=self._context)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {HERE}:{self.port}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        answer = await reader.read()
        writer.close()
        head, _, rest = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), {}, rest

    async def is_up(self) -> bool:
        try:
            await self.get("/healthz")
        except (OSError, IndexError, ValueError):
            return False
        return True

    async def close_all(self) -> None:
        for client in self._clients:
            await client.close()


@asynccontextmanager
async def balancer(name: str, nodes: Sequence[int], certificate: Certificate, folder: Path) -> AsyncIterator[Balancer]:
    """One that is up. It ends with whoever started it."""
    port = quiet_port()
    words = command(name, port, nodes, certificate, folder)
    with (folder / "said.txt").open("wb") as said:
        process = await asyncio.create_subprocess_exec(
            *("setpriv", "--pdeathsig", "TERM", *words),
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            cwd=folder,
            env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
        )
    house = Balancer(name, port, certificate, folder)
    try:
        while not await house.is_up():
            assert process.returncode is None, (folder / "said.txt").read_text("utf-8", "replace")
            await asyncio.sleep(PAUSE)
        yield house
    finally:
        await house.close_all()
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def until(is_so: Callable[[], object]) -> None:
    while not is_so():
        await asyncio.sleep(PAUSE)
