"""The lines of these tests pass everything on until they are cut, and do what their cut says until they are mended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.cluster.lines import Line
from tests.server.venue import play_out


class Target:
    """Says everything back, and what it heard."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            self.heard.put_nowait(line)
            writer.write(line)
        writer.close()


@asynccontextmanager
async def a_line() -> AsyncIterator[tuple[Line, Target]]:
    target = Target()
    server = await asyncio.start_server(target.serve, "127.0.0.1", 0)
    line = Line(server.sockets[0].getsockname()[1])
    await line.open()
    try:
        yield line, target
    finally:
        await line.close()
        server.close()


async def knock(line: Line) -> None:
    reader, _ = await asyncio.open_connection("127.0.0.1", line.port)
    await reader.readexactly(1)


def test_a_silent_line_keeps_what_is_said_and_tells_it_late() -> None:
    async def test() -> None:
        async with a_line() as (line, target):
            reader, writer = await asyncio.open_connection("127.0.0.1", line.port)
            writer.write(b"one\n")
            assert await reader.readline() == b"one\n"
            target.heard.get_nowait()
            line.cut("silent")
            writer.write(b"two\n")
            async with a_line() as (other, _):
                # What goes another way comes and goes meanwhile.
                far, near = await asyncio.open_connection("127.0.0.1", other.port)
                near.write(b"three\n")
                assert await far.readline() == b"three\n"
                near.close()
            assert target.heard.empty()
            line.mend()
            assert await reader.readline() == b"two\n"
            writer.close()

    play_out(test)


def test_a_line_without_answers_tells_what_is_asked() -> None:
    async def test() -> None:
        async with a_line() as (line, target):
            reader, writer = await asyncio.open_connection("127.0.0.1", line.port)
            writer.write(b"one\n")
            await reader.readline()
            line.cut("answers")
            writer.write(b"two\n")
            assert [await target.heard.get(), await target.heard.get()] == [b"one\n", b"two\n"]
            answer = asyncio.ensure_future(reader.readline())
            late, also_late = await asyncio.open_connection("127.0.0.1", line.port)
            also_late.write(b"three\n")
            assert await target.heard.get() == b"three\n"
            assert not answer.done()
            line.mend()
            assert await answer == b"two\n"
            assert await late.readline() == b"three\n"
            writer.close()
            also_late.close()

    play_out(test)


def test_a_line_that_breaks_breaks_at_both_ends_and_stays_broken_until_it_is_mended() -> None:
    async def test() -> None:
        async with a_line() as (line, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", line.port)
            writer.write(b"one\n")
            await reader.readline()
            line.cut("reset")
            with pytest.raises(ConnectionResetError):
                await reader.readline()
            with pytest.raises((ConnectionResetError, EOFError)):
                await knock(line)
            line.mend()
            reader, writer = await asyncio.open_connection("127.0.0.1", line.port)
            writer.write(b"two\n")
            assert await reader.readline() == b"two\n"
            writer.close()

    play_out(test)


def test_a_line_to_nobody_breaks() -> None:
    async def test() -> None:
        async with a_line() as (line, _):
            line.target = 1  # nobody listens there
            with pytest.raises((ConnectionResetError, EOFError)):
                await knock(line)

    play_out(test)
