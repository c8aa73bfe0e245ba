"""A house that is told to stop: balancers hear of it first, then its people."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest
from tests.server.venue import Client, Venue, play_out, start_table
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tablee.cli import main
from tablee.server.net.guard import Guard, Proxies, address_of
from tablee.server.net.socket import Door


def test_who_leaves_says_so_to_balancers_and_lets_nobody_new_in(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path) as venue:
            door: Door = venue.server.config.loaded_app.app.state.door
            assert (await venue.get("/healthz"))[::2] == (200, b"ok\n")
            _, (ada, bob) = await start_table(venue, "morpion", "Ada", "Bob")
            door.is_leaving = True
            status, headers, body = await venue.get("/healthz")
            assert (status, headers["cache-control"]) == (503, "no-store")
            assert body == b"leaving: this node is about to close, its tables go on at the others\n"
            assert b"tablee_ready 0\n" in (await venue.get("/metrics"))[2]
            with pytest.raises(InvalidStatus, match="503"):
                await venue.client()
            await ada.play(0)
            await bob.until_asked(1)
            door.is_leaving = False
            assert (await venue.get("/healthz"))[::2] == (200, b"ok\n")
            await (await venue.client()).close()

    play_out(test)


async def until_status(house: Venue, status: int) -> None:
    while (await house.get("/healthz"))[0] != status:
        pass


def test_told_to_stop_it_goes_on_until_balancers_know_and_who_says_so_twice_need_not_wait(tmp_path: Path) -> None:
    async def test() -> None:
        words = ("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--drain", "600")
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tablee.cli", *words, stdout=pipe)
        try:
            assert process.stdout is not None
            while b"http://" not in (line := await process.stdout.readline()):
                assert line
            house = Venue(tmp_path)
            house.port = int(line.rsplit(b":", 1)[1])
            async with connect(f"ws://127.0.0.1:{house.port}/ws") as socket:
                guest = Client(socket, house)
                process.send_signal(signal.SIGTERM)
                await until_status(house, 503)
                code = (await guest.do("open", game="pierres", name="Ada", emblem=None))["table"]
                await guest.until(lambda: guest.lobby.get("code") == code)
                process.send_signal(signal.SIGTERM)
                await guest.until_closed()
                assert guest.bye is not None
                assert guest.bye["code"] == "closing"
            assert await process.wait() == 0
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    play_out(test)


def test_balancers_on_other_machines_are_believed_once_they_are_named() -> None:
    proxies = Proxies(["10.0.0.5", "192.168.7.0/24", "2001:db8::/32"])
    for peer in ("127.0.0.1", "::1", "10.0.0.5", "192.168.7.200", "2001:db8::9"):
        assert proxies.has(peer), peer
        assert address_of(peer, "203.0.113.9", proxies) == "203.0.113.9"
    for peer in ("10.0.0.6", "192.168.8.1", "203.0.113.9", "", "unix"):
        assert not proxies.has(peer), peer
        assert address_of(peer, "203.0.113.9", proxies) == peer


def test_the_connections_of_a_balancer_are_those_of_all(tmp_path: Path) -> None:
    async def test() -> None:
        async with Venue(tmp_path).limited(per_address=2) as venue:
            guard = Guard(venue.limits, proxies=Proxies(["10.0.0.5"]))
            assert [guard.enter("10.0.0.5") for _ in range(5)] == [True] * 5
            assert [guard.enter("10.0.0.6") for _ in range(3)] == [True, True, False]

    play_out(test)


def test_a_balancer_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--proxy", "balancer", "--port", "0"]) == 2
    assert "balancer: --proxy wants the address of a machine" in capsys.readouterr().err


def test_a_house_that_should_leave_before_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--drain", "-1"]) == 2
    assert "--drain is 0 or more" in capsys.readouterr().err
