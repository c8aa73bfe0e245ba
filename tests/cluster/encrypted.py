"""TLS in front of a PostgreSQL that has none: it says yes to who asks for it, and passes on what it deciphers.

What a client makes of a certificate is the client's business, whoever shows it. Those in `certificates` were made up
for these tests, with their keys, and nobody else trusts them."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

CERTIFICATES: Final = Path(__file__).with_name("certificates")
ASKS_FOR_TLS: Final = bytes.fromhex("0000000804d2162f")


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError, ssl.SSLError):
        while piece := await reader.read(65_536):
            writer.write(piece)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def encrypted(port: int, name: str) -> AsyncIterator[int]:
    """The port at which whoever comes is shown this certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / f"{name}.pem")
    guests: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        guests.add(task)
        try:
            assert await reader.readexactly(len(ASKS_FOR_TLS)) == ASKS_FOR_TLS
            writer.write(b"S")
            await writer.start_tls(context)
            there, out = await asyncio.open_connection("127.0.0.1", port)
            await asyncio.gather(_pass_on(reader, out), _pass_on(there, writer))
        except (OSError, ssl.SSLError, asyncio.IncompleteReadError):  # the guest does not like what it is shown
            writer.close()
        finally:
            guests.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await asyncio.gather(*guests)  # they go when their clients do
