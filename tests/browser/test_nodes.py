"""One house on two nodes: phones at both play at one table, and go on by themselves when a node leaves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser import steps
from tests.browser.devices import PHONE, Devices, seat
from tests.browser.house import NodeHouse, opened
from tests.browser.lines import Ends, cuttable_line
from tests.browser.seating import Lay
from tests.browser.words import SAY
from tests.cluster.conftest import own_postgres, template  # noqa: F401
from tests.cluster.postgres import Postgres

Site = tuple[NodeHouse, NodeHouse]


@pytest.fixture
def site(tmp_path: Path, own_postgres: Postgres) -> Iterator[Site]:  # noqa: F811
    database = own_postgres.make_database("house")
    with ExitStack() as stack:
        folders = [tmp_path / name for name in ("one", "two")]
        for folder in folders:
            folder.mkdir()
        one, two = (stack.enter_context(opened(NodeHouse(folder, database, folder.name))) for folder in folders)
        yield one, two


@pytest.fixture
def house(site: Site) -> NodeHouse:
    """Where tables are laid."""
    return site[0]


def is_back(*pages: Page) -> None:
    for page in pages:
        expect(page.get_by_text(SAY("lost.title"), exact=True)).to_be_hidden()


def test_two_phones_at_two_nodes_play_on_when_the_one_and_then_the_other_leaves(
    site: Site, device: Devices, lay: Lay
) -> None:
    device.forgive("WebSocket connection to")
    one, two = site
    table = lay("pierres", ["Zoé", "Luc"], options={"first": 0})
    table.start()
    host, guest = device(PHONE), device(PHONE)
    with cuttable_line(one.port) as host_s_way, cuttable_line(two.port) as guest_s_way:
        ways: list[tuple[Page, str, Ends]] = [(host, "Zoé", host_s_way), (guest, "Luc", guest_s_way)]
        for page, person, way in ways:
            seat(page, table, person)
            page.goto(f"http://127.0.0.1:{way.port}{table.path}")
        steps.lift(host, "A1")
        expect(steps.cell(guest, "A1")).to_have_accessible_name(steps.DIGIT)
        table.leave()
        steps.lift(guest, "D1")
        expect(steps.cell(host, "D1")).to_have_accessible_name(steps.DIGIT)

        # The guest's node leaves: what a balancer does then, and what the page does, bring him to the other one.
        guest_s_way.lead(one.port)
        two.stop()
        steps.lift(host, "G1")
        expect(steps.cell(guest, "G1")).to_have_accessible_name(steps.DIGIT)
        is_back(guest)

        # It is back, and the table's own leaves.
        two.start()
        for _, _, way in ways:
            way.lead(two.port)
        one.stop()
        steps.lift(guest, "A4")
        expect(steps.cell(host, "A4")).to_have_accessible_name(steps.DIGIT)
        steps.lift(host, "D4")
        expect(steps.cell(guest, "D4")).to_have_accessible_name(steps.DIGIT)
        is_back(host, guest)
        for page in (host, guest):
            page.close()
