"""The page as an app: it can be installed, opens where the house does not answer, and is renewed with the house."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser import axe, steps
from tests.browser.devices import PHONE, WALL, Devices, seat
from tests.browser.house import StageHouse
from tests.browser.seating import Lay
from tests.browser.words import SAY, rules_of, title_of

from tablee.server.net.http import PAGE
from tablee.server.show.voice import house_words

GO = """path => {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}"""
"""To another screen of the same page, as somebody who goes back to it."""
ASKS_EVERY = 3_000
"""Milliseconds after which a page without its house looks for it again."""
IS_READY = """async () => {
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise((done) => requestAnimationFrame(done));
}"""
IS_NEWER = """async () => {
  while ((await caches.keys()).join() !== 'tablee-newer') await new Promise((done) => requestAnimationFrame(done));
}"""
KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
  }
  return kept;
}"""


def is_kept(page: Page) -> None:
    page.evaluate(IS_READY)


def test_the_page_can_be_installed(device: Devices) -> None:
    page = device(PHONE, keeps_page=True)
    page.goto("/")
    is_kept(page)
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    read = json.loads(manifest["data"])
    assert (read["name"], read["display"], read["start_url"]) == ("Tablée", "standalone", "/")
    for icon in read["icons"]:
        answer = page.request.get(icon["src"])
        assert (answer.status, answer.headers["content-type"].split(";")[0]) == (200, icon["type"]), icon
        if icon["sizes"] != "any":
            image = (
                "src => { const image = new Image(); image.src = src; return image.decode().then(() => image.width); }"
            )
            assert f"{page.evaluate(image, icon['src'])}x" in icon["sizes"]
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A private window, as tests have them, is never offered the installation; nothing else may be in the way.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


@pytest.mark.own_house
def test_where_the_house_does_not_answer_the_page_says_so_and_comes_back_by_itself(
    device: Devices, house: StageHouse, lay: Lay
) -> None:
    device.forgive("Failed to load resource")
    device.forgive("WebSocket connection")
    table = lay("pierres", ["Zoé"])
    page = device(PHONE, keeps_page=True)
    page.clock.install()
    seat(page, table, "Zoé")
    page.goto(table.path)
    is_kept(page)
    page.reload()
    expect(steps.chair(page, "Zoé")).to_be_visible()
    # Only what is the same for everybody lies on the device.
    kept = page.evaluate(KEPT)
    assert "/" in kept
    assert all(path in ("/", "/favicon.svg") or path.startswith("/assets/") for path in kept), kept
    house.kill()
    page.goto(table.path)
    expect(page.get_by_role("heading", name=SAY("away"))).to_be_visible()
    expect(page.get_by_role("main").get_by_text(SAY("away.text"))).to_be_visible()
    axe.check(page)
    assert page.evaluate("fetch('/api/games').then(() => 'kept', () => 'not kept')") == "not kept"
    house.start()
    page.clock.fast_forward(ASKS_EVERY)
    expect(steps.chair(page, "Zoé")).to_be_visible()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """A page that is closed waits for no answer."""


class _Page(SimpleHTTPRequestHandler):
    """The files of the page and nothing else."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        return

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        super().end_headers()


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the page that a test may change, and where it is served."""
    shutil.copytree(PAGE, tmp_path / "page")
    server = _Server(("127.0.0.1", 0), partial(_Page, directory=tmp_path / "page"))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield tmp_path / "page", f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_newer_page_takes_the_place_of_the_older_one(browser: Browser, copy: tuple[Path, str]) -> None:
    folder, address = copy
    context = browser.new_context(base_url=address, viewport=PHONE)
    page = context.new_page()
    page.goto("/")
    is_kept(page)
    (before,) = page.evaluate("caches.keys()")
    worker, index = folder / "worker.js", folder / "index.html"
    index.write_text(index.read_text("utf-8").replace("<title>Tablée", "<title>Newer"), "utf-8")
    worker.write_text(re.sub(r"tablee-\w{12}", "tablee-newer", worker.read_text("utf-8")), "utf-8")
    page.goto("/manifest.webmanifest")  # nothing of the page runs
    page.goto("/")
    # A browser looks for a newer one by itself, but takes its time.
    page.evaluate("navigator.serviceWorker.ready.then((kept) => kept.update()).then(() => undefined)")
    page.evaluate(IS_NEWER)
    assert before != "tablee-newer"
    assert "<title>Newer" in page.evaluate("caches.match('/').then((kept) => kept.text())")
    context.close()


def test_a_link_tells_others_what_it_leads_to_and_no_secret(house: StageHouse, lay: Lay) -> None:
    code = lay("pierres", ["Zoé-la-secrète"]).code
    found = {}
    for path in ("/", f"/t/{code}", "/r/whatever", "/l/pierres", "/evenings"):
        with urlopen(Request(f"{house.address}{path}", headers={"accept-language": "en-GB"})) as answer:
            text = answer.read().decode()
        head = text.partition("<body")[0]
        assert code not in head
        assert "Zoé" not in text
        assert "<!--preview-->" not in text
        found[path] = re.findall(r'<meta property="og:title" content="([^"]*)"', head)
        picture = re.findall(r'<meta property="og:image" content="([^"]*)"', head)[0]
        with urlopen(picture) as answer:
            assert answer.headers["content-type"] == "image/png"
    assert found["/"] == ["Tablée"]
    assert found[f"/t/{code}"] == [house_words("en").label("preview.table")]
    assert len({title for titles in found.values() for title in titles}) == 5


def test_every_screen_has_a_title_of_its_own(device: Devices, lay: Lay) -> None:
    code = lay("pierres", ["Zoé"]).code
    page = device(WALL)
    page.goto("/")
    expect(page).to_have_title("Tablée")
    for path, title in (
        ("/evenings", f"{SAY('evenings')} · Tablée"),
        ("/club", f"{SAY('club')} · Tablée"),
        ("/pieces", f"{SAY('pieces.title')} · Tablée"),
        ("/l/pierres", f"{SAY('lesson.title')} · {title_of('pierres')} · Tablée"),
        (f"/t/{code}", f"{title_of('pierres')} · {code} · Tablée"),
        ("/t/QQQQ", "QQQQ · Tablée"),
    ):
        page.evaluate(GO, path)
        expect(page).to_have_title(title)


def test_rules_are_printed_whole_and_alone(device: Devices) -> None:
    page = device(PHONE)
    page.add_init_script("window.print = () => { window.printed = true; }")
    steps.press_key(steps.choose_game(page, "pierres"), "rules")
    steps.press_key(page.get_by_role("dialog").last, "rules.print")
    assert page.evaluate("window.printed") is True
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name=rules_of("pierres").full[1].title)).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("main")).to_have_count(0)
    # Nothing is cut off by what was a window on the screen.
    last = page.get_by_role("dialog").last.locator("section").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= page.evaluate("document.documentElement.scrollHeight")
