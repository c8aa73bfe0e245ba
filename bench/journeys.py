"""The first five minutes in real Chromium: taps, seconds the house adds, kilobytes of script, beside what we aim at.

    python bench/journeys.py

The seconds are the machine's own; on a busy machine they are longer. tests/browser/test_journeys.py holds the taps and
the kilobytes to the aims."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.browser import journeys
from tests.browser.devices import Devices
from tests.browser.house import open_house
from tests.browser.journeys import Journey
from tests.browser.lines import cuttable_line
from tools.find_chromium import find_chromium

AIMS = {
    "command → QR": "≤ 10 s",
    "first load of the home screen": "≤ 100 kB of script, gzipped",
    "alone: home → playing with bots": "≤ 2 taps",
    "guest: scan → seated": "≤ 20 s, ≤ 3 taps",
    "unlock → playing": "≤ 2 s",
}


def line(journey: Journey) -> str:
    taps = "" if journey.taps is None else f"{journey.taps} taps"
    seconds = "" if journey.seconds is None else f"{journey.seconds:.1f} s"
    size = "" if journey.kilobytes is None else f"{journey.kilobytes:.0f} kB"
    return f"{journey.name:<40} {taps:>7} {seconds:>7} {size:>7}   {AIMS.get(journey.name, '')}"


def main() -> None:
    path = find_chromium()
    if path is None:
        raise SystemExit("There is no Chromium here: run 'make chromium'.")
    with tempfile.TemporaryDirectory() as folder:
        print(line(journeys.command_to_qr(Path(folder))), flush=True)
        with open_house(Path(folder)) as house, sync_playwright() as playwright:
            device = Devices(playwright.chromium.launch(executable_path=path), house)
            print(line(journeys.first_load(device)), flush=True)
            print(line(journeys.alone(device)), flush=True)
            hosted, code = journeys.host_with_a_screen(device)
            print(line(hosted), flush=True)
            with cuttable_line(house.port) as wire:
                seated, phone = journeys.guest_on_a_phone(device, code, wire)
                print(line(seated), flush=True)
                print(line(journeys.unlock(phone, wire)), flush=True)
                phone.close()
            print(line(journeys.one_device_for_two(device)), flush=True)
            device.close()


if __name__ == "__main__":
    main()
