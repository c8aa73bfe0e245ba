"""Strangers are at the table in a few taps. How long it takes is measured by bench/journeys.py."""

from __future__ import annotations

from tests.browser import journeys
from tests.browser.devices import Devices
from tests.browser.house import StageHouse
from tests.browser.lines import cuttable_line


def test_somebody_alone_plays_after_two_taps(device: Devices) -> None:
    taps = journeys.alone(device).taps
    assert taps is not None
    assert taps <= 2


def test_a_guest_is_seated_three_taps_after_the_scan_and_comes_back_by_itself(
    device: Devices, house: StageHouse
) -> None:
    for trouble in ("WebSocket connection to", "Failed to load resource"):
        device.forgive(trouble)
    hosted, code = journeys.host_with_a_screen(device)
    with cuttable_line(house.port) as line:
        seated, phone = journeys.guest_on_a_phone(device, code, line)
        journeys.unlock(phone, line)
        phone.close()
    assert hosted.taps is not None
    assert hosted.taps <= 3
    assert seated.taps is not None
    assert seated.taps <= 3


def test_the_first_load_is_light(device: Devices) -> None:
    size = journeys.first_load(device).kilobytes
    assert size is not None
    assert 10 < size <= 100
