"""Copieur ! is a game of memory: what people have to remember is shown once, and then it is nowhere; and the finger
decides who slaps first. The dice are loaded as in the lesson: 3, 3, 2, 2."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect
from tests.browser import axe, classroom, steps
from tests.browser.classroom import Pupil
from tests.browser.devices import PHONE, WALL, Devices
from tests.browser.house import House, open_house
from tests.browser.lines import long_line

from tablee.games.copieur.lesson import LESSON

FAR = 0.15
"""Seconds, one way."""
SOON = 5_000
"""Milliseconds."""
LOOK, LOOKS = 500, 120
"""Milliseconds between two looks into a memory, and how many there are at most."""
LEFT = """() => document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage })"""
"""All that is left in a page: what is drawn, what is not, and what is stored."""
FIND = """function (code) {
  return this.filter((one) => one.code === code && typeof one.text === 'string').length;
}"""
"""How many captions of this kind there are among objects."""
SLAP = """([answer, delay]) => {
  window.took = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      // The question is there, not only the pad for who wants to be early.
      const isAsked = [...document.querySelectorAll('h2')].some((title) => title.textContent.startsWith('Combien'));
      const key = document.querySelector(`[aria-label="Taper ${answer}"]`);
      if (!isAsked || !key) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const shown = performance.now();
        setTimeout(() => {
          resolve(performance.now() - shown);
          key.click();
        }, delay);
      });
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}"""
"""A finger that comes down so long after the question has been drawn, and notes how long it really took."""


@pytest.fixture
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("loaded"), loaded=LESSON.seed) as house:
        yield house


@pytest.fixture
def device(browser: Browser, loaded: House) -> Iterator[Devices]:
    devices = Devices(browser, loaded.address)
    yield devices
    devices.close()
    assert devices.complaints == []


class Witness:
    """Everything one device is sent, and everything that is left in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.sent.append(text if isinstance(text, str) else text.decode()))

    def left(self) -> str:
        return str(self.page.evaluate(LEFT))

    def remembers(self, code: str) -> int:
        """How many captions of this kind live anywhere in its memory, whoever holds them. (The engine tidies up
        before it answers.)"""
        session = self.page.context.new_cdp_session(self.page)
        model = session.send("Runtime.evaluate", {"expression": "Object.prototype"})["result"]["objectId"]
        found = session.send("Runtime.queryObjects", {"prototypeObjectId": model})["objects"]["objectId"]
        call = {"objectId": found, "functionDeclaration": FIND, "arguments": [{"value": code}], "returnByValue": True}
        count = session.send("Runtime.callFunctionOn", call)["result"]["value"]
        session.detach()
        return int(count)

    def loses(self, code: str) -> None:
        """In the end not even its memory has any of them."""
        for _ in range(LOOKS):
            if self.remembers(code) == 0:
                return
            self.page.wait_for_timeout(LOOK)
        raise AssertionError(f"{self.remembers(code)} of {code} are still there")

    def forgets(self, text: str) -> None:
        """Soon nothing of it is left, and what comes afterwards does not name it."""
        self.page.wait_for_function(f"(text) => !({LEFT})().includes(text)", arg=text)
        told = len(self.sent)
        self.page.reload()
        expect(self.page.get_by_role("heading", level=2).first).to_be_visible()
        assert text not in self.left()
        assert not [frame for frame in self.sent[told:] if text in frame]


class School:
    """Zoé, Luc (far away), Léa and Ana, each at their own phone, and a wall."""

    def __init__(self, device: Devices, far_port: int) -> None:
        self.phones = [Witness(device(PHONE)) for _ in range(4)]
        self.zoe, self.luc, self.lea, self.ana = self.pupils = [Pupil(phone.page) for phone in self.phones]
        self.wall = Witness(device(WALL))
        self.everybody = [*self.phones, self.wall]
        code = classroom.open_table(self.zoe.page, "Zoé")
        self.luc.page.goto(f"http://127.0.0.1:{far_port}/t/{code}")
        steps.say_who(self.luc.page, "Luc")
        steps.press(self.luc.page, "Je m’assieds")
        expect(steps.chair(self.zoe.page, "Luc")).to_be_visible()
        for pupil, name in ((self.lea, "Léa"), (self.ana, "Ana")):
            steps.sit_down(pupil.page, code, name)
        classroom.set_rules(self.zoe.page, "Petite école", "Zoé")
        for pupil in self.pupils[1:]:
            steps.press(pupil.page, "C’est bon pour moi")
        steps.start(self.zoe.page)
        self.wall.page.goto(f"/t/{code}")

    def learn(self) -> dict[int, str]:
        """What stands on each slate, by its number, while all lie open."""
        slates = self.zoe.page.get_by_role("img", name=re.compile(r"^Ardoise \d"))
        expect(slates).to_have_count(6)
        found = [classroom.SLATE.search(slate.get_attribute("aria-label") or "") for slate in slates.all()]
        for pupil in self.pupils:
            pupil.is_ready()
        self.waits_for("Zoé va lancer le dé")
        return {int(one[1]): one[2] for one in found if one is not None}

    def waits_for(self, news: str) -> None:
        expect(self.wall.page.get_by_role("heading", name=news)).to_be_visible()

    def knows_no(self, texts: list[str], but: Witness | None = None) -> None:
        """A slate is turned down in a moment, behind the long line a little later."""
        none = f"(texts) => !texts.some((text) => ({LEFT})().includes(text))"
        for witness in self.everybody:
            if witness is not but:
                witness.page.wait_for_function(none, arg=texts, timeout=SOON)

    def hears(self, since: list[int], texts: list[str], but: Witness | None = None) -> list[str]:
        """Which of these were sent to anybody since then."""
        heard = [
            frame
            for witness, told in zip(self.everybody, since, strict=True)
            if witness is not but
            for frame in witness.sent[told:]
        ]
        return [text for text in texts if any(text in frame for frame in heard)]

    def now(self) -> list[int]:
        return [len(witness.sent) for witness in self.everybody]


def test_what_must_be_remembered_is_nowhere_and_the_finger_decides(device: Devices, loaded: House) -> None:
    with long_line(loaded.port, FAR) as far_port:
        school = School(device, far_port)
        operations = school.learn()
        texts = list(operations.values())
        school.knows_no(texts)
        _a_peek_is_for_one_and_for_as_long_as_it_is_held(school, operations)
        _an_exchange_is_told_once(school)
        _a_claim_fades_and_a_shout_shows_one_slate(school, operations)
        _slates_pass_to_the_left_face_down(school, texts)
        _the_quicker_finger_wins_over_the_longer_line(school, operations)
        # The long line is taken down before the phone at its end is put away.
        school.luc.page.goto("about:blank")


def _a_peek_is_for_one_and_for_as_long_as_it_is_held(school: School, operations: dict[int, str]) -> None:
    zoe, mine, texts = school.phones[0], operations[1], list(operations.values())
    since = school.now()
    slate = school.zoe.button(classroom.PEEK)
    slate.hover()
    zoe.page.mouse.down()
    expect(zoe.page.get_by_text(classroom.SLATE)).to_have_text(re.compile(rf"^Ardoise 1\s: {re.escape(mine)}$"))
    axe.check(zoe.page, both_lights=False)
    school.knows_no(texts, but=zoe)
    zoe.page.mouse.up()
    expect(zoe.page.get_by_text(classroom.SLATE)).to_have_count(0)
    school.knows_no(texts)
    assert school.hears(since, texts) == [mine]
    assert school.hears(since, texts, but=zoe) == []
    # The same by key; and whoever leaves the page lets it fall.
    assert school.zoe.peek() == 1
    slate.focus()
    zoe.page.keyboard.down("Space")
    expect(zoe.page.get_by_text(classroom.SLATE)).to_have_count(1)
    zoe.page.get_by_role("button", name="Menu").focus()
    expect(zoe.page.get_by_text(classroom.SLATE)).to_have_count(0)
    zoe.page.keyboard.up("Space")
    zoe.forgets(mine)


def _an_exchange_is_told_once(school: School) -> None:
    school.zoe.roll()
    school.waits_for("Zoé cherche le 3")
    school.zoe.point("Léa")
    expect(school.lea.page.get_by_text("lorgne votre ardoise").first).to_be_visible()
    for page in (school.zoe.page, school.lea.page, school.wall.page):
        axe.check(page)
    school.zoe.exchange("Léa")
    school.waits_for("Copieur ?")
    for witness in school.everybody:
        expect(witness.page.get_by_text(re.compile("échange(z votre| son) ardoise avec")).first).to_be_attached()
    # Now it is in the wall's memory; it was pointed at before, and that is gone again a little later.
    assert school.wall.remembers("exchanged") > 0
    axe.check(school.luc.page)
    # One may think that the right slate lies in the centre, and be wrong.
    school.ana.button("C’est la 1 du centre").click()
    school.waits_for("Regardez bien")
    school.waits_for("Luc va lancer le dé")
    school.knows_no(["échange son ardoise", "échangez votre ardoise"])
    for witness in school.everybody:
        witness.loses("exchanged")
    for witness in (school.phones[2], school.wall):
        witness.forgets("échange son ardoise")


def _a_claim_fades_and_a_shout_shows_one_slate(school: School, operations: dict[int, str]) -> None:
    school.luc.roll()
    school.waits_for("Luc cherche le 3")
    # Zoé has it now, and says that she has not.
    school.zoe.button("« Ce n’est pas moi ! »").click()
    expect(school.luc.page.get_by_text("Ce n’est pas moi").first).to_be_visible()
    school.luc.exchange("Léa")
    school.waits_for("Copieur ?")
    since = school.now()
    school.zoe.shout()
    for witness in school.everybody:
        expect(witness.page.get_by_role("img", name=re.compile(r"^Ardoise 3\s: "))).to_be_visible()
    school.waits_for("Léa va lancer le dé")
    assert school.hears(since, list(operations.values())) == [operations[3]]
    school.knows_no(list(operations.values()))
    school.wall.forgets("Ce n’est pas moi")


def _slates_pass_to_the_left_face_down(school: School, texts: list[str]) -> None:
    school.lea.roll()
    school.waits_for("Léa a fait 2")
    school.lea.try_to("C’est moi la Maîtresse")
    school.waits_for("Correction collective")
    school.waits_for("Ana va lancer le dé")
    school.knows_no(texts)
    assert [pupil.peek() for pupil in school.pupils] == [4, 3, 1, 2]
    school.knows_no(texts)


def _the_quicker_finger_wins_over_the_longer_line(school: School, operations: dict[int, str]) -> None:
    near, far = school.zoe.page, school.luc.page
    near.evaluate(SLAP, [7, 700])
    far.evaluate(SLAP, [7, 400])  # much quicker, and yet heard later
    since = school.now()
    school.ana.roll()
    school.waits_for("Ana a fait 2")
    school.ana.try_to("C’est moi la Maîtresse")
    took = {"Zoé": near.evaluate("window.took"), "Luc": far.evaluate("window.took")}
    assert took["Luc"] < took["Zoé"], "this machine is too busy to press a button"
    # That somebody has slapped is public; what they answered is not, until the ranking.
    expect(school.lea.page.get_by_text("Paf !")).to_have_count(2)
    for witness, told in zip(school.everybody, since, strict=True):
        frames = [json.loads(text) for text in witness.sent[told:] if '"tell":"frame"' in text]
        assert frames
        assert all(not frame["board"]["ranking"] for frame in frames)
        assert not [caption for frame in frames for caption in frame["captions"] if caption["facts"].get("answer")]
        assert not [frame for frame in frames if frame["hand"] and frame["hand"]["answer"]]
    school.lea.slap(3)
    ranking = near.get_by_role("list", name="Classement").get_by_role("listitem")
    expect(ranking).to_have_count(3)
    assert [line.split("\n")[1] for line in ranking.all_inner_texts()] == ["Luc", "Vous", "Léa"]
    steps.press(near, "Qui a été le plus rapide ?")
    receipt = steps.sheet(near, "Qui a été le plus rapide")
    expect(receipt.get_by_role("listitem").nth(0)).to_contain_text("Luc")
    school.waits_for("Zoé va lancer le dé")
    assert school.hears(since, list(operations.values())) == [operations[2]]
    school.knows_no([*operations.values(), "bonne réponse"])
