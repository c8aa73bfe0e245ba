"""Gives tests the house and devices to visit it with.

The browser is closed after the last test of this folder: while Playwright's synchronous API is at work, asyncio.run
does not, and other tests need it. (A folder has fixtures of its own only where it is a package.)"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.chromium import Chromium
from tests.browser.devices import PATIENCE, Devices
from tests.browser.evidence import folder_of, keep_evidence, watch
from tests.browser.house import StageHouse, open_house
from tests.browser.seating import Laid, Lay

from tablee.kernel.luck import seed_from

expect.set_options(timeout=PATIENCE)

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="package")
def chromium() -> Iterator[Chromium]:
    with sync_playwright() as playwright:
        chromium = Chromium(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def browser(chromium: Chromium, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """One for all tests; where a test hung, it was closed with all that hung in it, and the next test gets another."""
    browser = chromium.browser()
    with watch(chromium.witness, folder_of(request.node.nodeid)) as hung:
        yield browser
    if hung.is_set():
        chromium.close()


@pytest.fixture(scope="package")
def one_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StageHouse]:
    with open_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StageHouse]:
    """One for all tests but those that want their own. Each test has a chance of its own, the same whenever it runs."""
    with ExitStack() as stack:
        house: StageHouse
        if request.node.get_closest_marker("own_house") is not None:
            house = stack.enter_context(open_house(tmp_path))
        else:
            house = request.getfixturevalue("one_house")
        house.seed(seed_from(request.node.name))
        house.let_ponder(0)
        house.run_clock()
        yield house


@pytest.fixture
def lay(house: StageHouse) -> Iterator[Lay]:
    """Lays tables, see `Laid`."""
    laid: list[Laid] = []

    def lay(game: str, people: Sequence[str], **how: Any) -> Laid:
        laid.append(Laid(house, game, people, **how))
        return laid[-1]

    yield lay
    for table in laid:
        table.leave()


@pytest.fixture
def device(browser: Browser, house: StageHouse, request: pytest.FixtureRequest) -> Iterator[Devices]:
    """Unpacks devices. Nothing may go wrong in them, neither seen nor unseen."""
    devices = Devices(browser, house)
    yield devices
    if request.node.stash.get(FAILED, False):
        keep_evidence(devices, house, request.node)
    devices.close()
    assert devices.complaints == []
