"""Lines between nodes, as the system has them."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from tests.cluster.site import nodes
from tests.server.venue import open_table, play_out

from tablee.server.net.calls import PROBED_EACH, UNHEARD


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no such option")
def test_a_line_by_which_nothing_arrives_is_given_up_by_the_system_at_both_ends(tmp_path: Path, database: str) -> None:
    async def test() -> None:
        async with nodes(tmp_path, database) as (one, two):
            code, _ = await open_table(one, "morpion", "Ada", "Bob")
            guest = await two.client(code)
            await guest.until(lambda: guest.lobby)
            for line in (*two.inside.out, *one.inside.guests):
                assert line.transport is not None
                some = line.transport.get_extra_info("socket")
                assert some.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNHEARD
                assert some.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
                for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL):
                    assert some.getsockopt(socket.IPPROTO_TCP, option) == PROBED_EACH
            assert two.inside.out
            assert one.inside.guests

    play_out(test)
