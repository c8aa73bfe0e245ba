"""Copieur ! is a game of memory: what people have to remember is shown once, and then it is nowhere; and the finger
decides who slaps first. The dice are loaded as in the lesson: 3, 3, 2, 2."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from playwright.sync_api import Page, WebSocket, expect
from tests.browser import axe, classroom, steps
from tests.browser.classroom import Pupil
from tests.browser.devices import PHONE, WALL, Devices, arrived, seat
from tests.browser.house import StageHouse
from tests.browser.seating import Deed, Laid, Lay
from tests.browser.words import COPIEUR, SAY, game_words

from tablee.games.copieur.actions import Declare, Exchange, Ready, Roll, Slap, TellCentre, TellMine
from tablee.games.copieur.clocks import SHOWING, SUSPENSE
from tablee.games.copieur.lesson import LESSON
from tablee.games.copieur.operations import result_of
from tablee.kernel.luck import seed_from
from tablee.server.play.referee import LONGEST_WAIT

PEOPLE: Final = ("Zoé", "Luc", "Léa", "Ana")
ZOE, LUC, LEA, ANA = range(4)
SEED: Final = seed_from("lesson", LESSON.seed)
TOLD: Final = game_words("copieur", part="captions")
NUMBERS: Final = [f'"number":{number},"operation"' for number in range(1, 7)]
"""How a frame names the slate that it shows."""
STAYS: Final = 6_000
"""Milliseconds for which a caption may be read."""
LOOKS: Final = 20
"""How often a memory is looked into: its engine tidies up before it answers."""
LEFT: Final = """() => document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage })"""
"""All that is left in a page: what is drawn, what is not, and what is stored."""
FIND: Final = """function (code) {
  // Prototypes are among them, and some of those raise when they are asked for what only their objects have.
  const has = (one, key) => Object.getOwnPropertyDescriptor(one, key)?.value;
  return this.filter((one) => has(one, 'code') === code && typeof has(one, 'text') === 'string').length;
}"""
"""How many captions of this kind there are among objects."""
FAR: Final = 140
"""Milliseconds, there and back."""
PINGS: Final = 8
"""So often the house measures a new line in quick succession,"""
PAUSE: Final = 200
"""that is, after so many milliseconds at the latest."""
PICTURE: Final = 20
"""Milliseconds in which a device draws one at the latest."""
HEARD: Final = """window.pings = 0;
window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    this.addEventListener('message', ({ data }) => (window.pings += data.startsWith('{"tell":"ping"')));
  }
};"""
"""Counts how often the house has measured this device's line."""


READY: Final = [Deed(who, "0.look", Ready()) for who in range(4)]
FIRST: Final = [
    Deed(ZOE, "1.roll", Roll()),
    Deed(ZOE, "1.play", Exchange(LEA)),
    Deed(ANA, "1.tell", TellCentre(1)),
    Deed(None, "1.shown", None, SHOWING),
]
SECOND: Final = [
    Deed(LUC, "2.roll", Roll()),
    Deed(LUC, "2.play", Exchange(LEA)),
    Deed(ZOE, "2.tell", TellMine()),
    Deed(None, "2.shown", None, SHOWING),
]
THIRD: Final = [
    Deed(LEA, "3.roll", Roll()),
    Deed(LEA, "3.play", Declare()),
    Deed(None, "3.shown", None, SHOWING),
]
"""Turn by turn: a right exchange, a wrong one, a correction."""


@pytest.fixture(autouse=True)
def loaded(house: StageHouse) -> None:
    house.seed(SEED)
    house.stop_clock()


class Witness:
    """Everything one device is sent, and everything that is left in it. Its clock can be turned."""

    def __init__(self, page: Page, table: Laid, people: Sequence[str]) -> None:
        self.page = page
        self.sent: list[str] = []
        page.on("websocket", self._listen)
        page.add_init_script(HEARD)
        page.clock.install()
        seat(page, table, people)
        page.goto(table.path)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.sent.append(text if isinstance(text, str) else text.decode()))

    def left(self) -> str:
        return str(self.page.evaluate(LEFT))

    def remembers(self, code: str) -> int:
        """How many captions of this kind live anywhere in its memory, whoever holds them."""
        session = self.page.context.new_cdp_session(self.page)
        model = session.send("Runtime.evaluate", {"expression": "Object.prototype"})["result"]["objectId"]
        found = session.send("Runtime.queryObjects", {"prototypeObjectId": model})["objects"]["objectId"]
        call = {"objectId": found, "functionDeclaration": FIND, "arguments": [{"value": code}], "returnByValue": True}
        count = session.send("Runtime.callFunctionOn", call)["result"]["value"]
        session.detach()
        return int(count)

    def loses(self, code: str) -> None:
        """Not even its memory has any of them."""
        left = [self.remembers(code)]
        while left[-1] and len(left) < LOOKS:
            left.append(self.remembers(code))
        assert left[-1] == 0, f"so many of {code} were there at each look: {left}"

    def shows(self, text: str) -> None:
        self.page.wait_for_function(f"(text) => ({LEFT})().includes(text)", arg=text)

    def shows_no(self, texts: Sequence[str]) -> None:
        self.page.wait_for_function(f"(texts) => !texts.some((text) => ({LEFT})().includes(text))", arg=texts)

    def forgets(self, text: str) -> None:
        """Nothing of it is left, and what comes afterwards does not name it."""
        self.shows_no([text])
        told = len(self.sent)
        self.page.reload()
        expect(self.page.get_by_role("heading", level=2).first).to_be_visible()
        assert text not in self.left()
        assert not [frame for frame in self.sent[told:] if text in frame]


class School:
    """Some of them, each at their own phone, and a wall. The others are heard of only."""

    def __init__(self, device: Devices, table: Laid, *people: str) -> None:
        self.table = table
        self.phones = [Witness(device(PHONE), table, [name]) for name in people]
        self.wall = Witness(device(WALL), table, [])
        self.everybody = [*self.phones, self.wall]

    def waits_for(self, key: str, **facts: str | int) -> None:
        expect(classroom.news(self.wall.page, key, **facts)).to_be_visible()

    def shows_no(self, texts: Sequence[str], but: Witness | None = None) -> None:
        for witness in self.everybody:
            if witness is not but:
                witness.shows_no(texts)

    def wait_until_it_fades(self) -> None:
        """So much later that nothing may be read any more."""
        for witness in self.everybody:
            witness.page.clock.fast_forward(STAYS)

    def now(self) -> list[int]:
        return [len(witness.sent) for witness in self.everybody]

    def hears(self, since: list[int], texts: Sequence[str], but: Witness | None = None) -> list[str]:
        """Which of these were sent to anybody since then."""
        heard = [
            frame
            for witness, told in zip(self.everybody, since, strict=True)
            if witness is not but
            for frame in witness.sent[told:]
        ]
        return [text for text in texts if any(text in frame for frame in heard)]


def lay_table(lay: Lay, *turns: Sequence[Deed]) -> Laid:
    """So far it has gone."""
    table = lay("copieur", PEOPLE, preset="petits", options={"first": ZOE})
    table.start()
    for deeds in turns:
        table.play(deeds)
    return table


def test_a_slate_is_for_who_holds_it_and_for_as_long_as_it_is_held(device: Devices, lay: Lay) -> None:
    school = School(device, lay_table(lay), "Zoé")
    phone = school.phones[ZOE]
    zoe = Pupil(phone.page)
    lying = zoe.page.get_by_role("img", name=classroom.SLATE)
    expect(lying).to_have_count(6)
    open_slates = [slate.get_attribute("aria-label") or "" for slate in lying.all()]
    operations = {shown["number"]: shown["operation"] for shown in school.table.frames[ZOE]["board"]["shown"]}
    assert sorted(open_slates) == [COPIEUR("board.slate.up", number=n, operation=operations[n]) for n in range(1, 7)]
    zoe.is_ready()
    school.table.play(READY[1:])
    school.waits_for("screen.roll", seat="Zoé")
    texts, mine = list(operations.values()), operations[1]
    school.shows_no(texts)

    # One peeks with a finger, and nobody else is told.
    since = school.now()
    seen = zoe.page.get_by_text(classroom.SLATE)
    zoe.button(classroom.PEEK).hover()
    zoe.page.mouse.down()
    expect(seen).to_have_text(COPIEUR.like("board.slate.up", number=1, operation=mine))
    axe.check(zoe.page, both_lights=False)
    school.shows_no(texts, but=phone)
    zoe.page.mouse.up()
    expect(seen).to_have_count(0)
    school.shows_no(texts)
    assert school.hears(since, texts) == [mine]
    assert school.hears(since, texts, but=phone) == []

    # The same by key; and whoever leaves it lets it fall.
    assert zoe.peek() == 1
    zoe.button(classroom.PEEK).focus()
    zoe.page.keyboard.down("Space")
    expect(seen).to_have_count(1)
    zoe.page.get_by_role("button", name=SAY("menu")).focus()
    expect(seen).to_have_count(0)
    zoe.page.keyboard.up("Space")
    phone.forgets(mine)

    # After a correction they have passed to the left, face down.
    school.table.play([*FIRST, *SECOND, *THIRD])
    school.waits_for("screen.roll", seat="Ana")
    school.shows_no(texts)
    assert zoe.peek() == 4
    school.shows_no(texts)


def test_what_is_done_and_said_is_told_once(device: Devices, house: StageHouse, lay: Lay) -> None:
    school = School(device, lay_table(lay, READY), "Zoé", "Luc")
    zoe, luc = (Pupil(phone.page) for phone in school.phones)
    zoe.roll()
    zoe.point("Luc")
    expect(luc.page.get_by_text(COPIEUR("screen.play.eyes.you", seat="Zoé"))).to_be_visible()
    zoe.exchange("Léa")
    school.waits_for("screen.tell")
    told = TOLD("exchanged@seat", to="Léa"), TOLD("exchanged", seat="Zoé", to="Léa")
    for witness, text in zip(school.everybody, (*told, told[1]), strict=True):
        witness.shows(text)
    assert school.wall.remembers("exchanged") > 0
    # One may think that the right slate lies in the centre, and be wrong.
    school.table.play(FIRST[2:])
    school.waits_for("screen.roll", seat="Luc")
    school.wait_until_it_fades()
    school.shows_no(told)
    for witness in school.everybody:
        witness.loses("exchanged")
    for witness in (school.phones[LUC], school.wall):
        witness.forgets(told[1])

    # Zoé has the slate that Luc looks for, and says that she has not.
    since = school.now()
    luc.roll()
    school.waits_for("screen.play.rolled", seat="Luc", number=3)
    zoe.button(COPIEUR("action.Deny")).click()
    for witness in (school.phones[LUC], school.wall):
        expect(witness.page.get_by_text(COPIEUR("action.Deny"), exact=True)).to_be_visible()
    luc.exchange("Léa")
    school.waits_for("screen.tell")
    steps.hit(house, zoe.button(COPIEUR("screen.tell.have")))
    for witness in school.everybody:
        expect(witness.page.get_by_role("img", name=COPIEUR.like("board.slate.up", number=3))).to_be_visible()
    school.table.let_run_out("2.shown", SHOWING)
    school.waits_for("screen.roll", seat="Léa")
    assert school.hears(since, NUMBERS) == [NUMBERS[2]]
    school.wait_until_it_fades()
    school.wall.forgets(COPIEUR("action.Deny"))


class Racer(Pupil):
    """Somebody whose device's clock goes on only as the test says."""

    def __init__(self, witness: Witness) -> None:
        super().__init__(witness.page)
        # At any moment to come: from then on it stands still.
        witness.page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))

    def answer(self, ping: int) -> None:
        """So many there were; the last is answered with the next picture."""
        self.page.wait_for_function("(ping) => window.pings >= ping", arg=ping)
        self.see()

    def see(self) -> None:
        """What has come is drawn."""
        self.page.clock.run_for(PICTURE)

    def slap_after(self, reaction: int, answer: int) -> None:
        self.page.clock.run_for(reaction)
        self.slap(answer)
        arrived(self.page)


def test_the_quicker_finger_wins_over_the_longer_line(device: Devices, house: StageHouse, lay: Lay) -> None:
    """Luc is far away. All clocks are the test's: his line is as long as the house's clock goes on meanwhile."""
    table = lay_table(lay, READY, FIRST, SECOND, THIRD)
    table.keep("Zoé", "Ana")
    school = School(device, table, "Luc", "Léa")
    luc, lea = (Racer(phone) for phone in school.phones)
    for ping in range(1, PINGS + 1):
        lea.answer(ping)
        house.forward(FAR)
        luc.answer(ping)
        house.forward(PAUSE - FAR)
    since = school.now()
    # Nobody knows yet that Ana may ask, until it is told for her.
    table.play([Deed(ANA, "4.roll", Roll()), Deed(None, "4.suspense", None, SUSPENSE)])
    board = table.frames[ZOE]["board"]
    result = result_of(board["question"])
    for racer in (luc, lea):
        expect(racer.page.get_by_role("heading", name=COPIEUR.like("board.question"))).to_be_visible()
        racer.see()

    # Luc was much quicker, and is heard later.
    house.forward(600 + PICTURE)
    lea.slap_after(600, result)
    house.forward(60)
    luc.slap_after(520, result)
    house.forward(LONGEST_WAIT)

    # That somebody has slapped is public; what they answered is not, until the ranking.
    expect(school.wall.page.get_by_text(COPIEUR("screen.slapped"), exact=True)).to_have_count(2)
    for witness, told in zip(school.everybody, since, strict=True):
        frames = [json.loads(text) for text in witness.sent[told:] if '"tell":"frame"' in text]
        assert frames
        assert all(not frame["board"]["ranking"] for frame in frames)
        assert not [caption for frame in frames for caption in frame["captions"] if caption["facts"].get("answer")]
        assert not [frame for frame in frames if frame["hand"] and frame["hand"]["answer"]]
    table.answer(ZOE, "4.question", Slap(next(other for other in board["pad"] if other != result)))
    ranking = lea.page.get_by_role("list", name=COPIEUR("board.ranking")).get_by_role("listitem")
    expect(ranking).to_have_count(3)
    assert [line.split("\n")[1] for line in ranking.all_inner_texts()] == ["Luc", COPIEUR("screen.you"), "Zoé"]
    steps.press(lea.page, COPIEUR("screen.receipt"))
    lines = steps.sheet(lea.page, SAY("receipt.title")).get_by_role("listitem")
    expect(lines).to_contain_text(["Luc", "Léa", "Zoé"])
    # The house believes what the devices have measured.
    for line, reaction in zip(lines.all_inner_texts()[:2], (520, 600), strict=True):
        took = SAY.read("receipt.took", line.splitlines()[-1])
        assert took is not None
        assert reaction <= int(took["ms"]) <= reaction + PICTURE

    # The slate that was asked is turned down again, and nothing else was shown.
    table.let_run_out("4.shown", SHOWING)
    school.waits_for("screen.roll", seat="Zoé")
    assert school.hears(since, NUMBERS) == [NUMBERS[1]]
    school.shows_no([COPIEUR("screen.right")])
