"""Coming to the table: the host on a wide screen, guests on their phones, and those who went astray."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser import steps
from tests.browser.devices import PHONE, WALL, Devices
from tests.browser.seating import Lay
from tests.browser.words import PIERRES, SAY, game_words

REFUSED = game_words("pierres", part="refusals")


def test_a_host_opens_a_table_on_a_wide_screen_adds_a_bot_and_starts_quickly(device: Devices) -> None:
    page = device(WALL)
    steps.press_key(steps.choose_game(page, "pierres"), "start.shared")
    code = steps.code_of(page)
    expect(page.get_by_role("img", name=SAY("code.is", code=" ".join(code)))).to_be_visible()
    qr = page.get_by_role("img", name=SAY("lobby.qr", code=code))
    expect(qr).to_be_visible()
    assert qr.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0

    steps.press_key(page, "lobby.sit_here")
    steps.say_who(steps.sheet(page), "Zoé")
    steps.press_key(steps.sheet(page), "lobby.sit")
    expect(steps.chair(page, "Zoé")).to_be_visible()
    expect(page.get_by_text(SAY.like("lobby.too_few", low=2))).to_be_visible()
    steps.add_bot(page, "medium")
    robot = SAY("place.bot", level=PIERRES("bot.medium.level").lower())
    expect(steps.chair(page, PIERRES("bot.medium"))).to_contain_text(robot)
    steps.set_rules(page, preset="rapide", first="Zoé")
    steps.start_button(page, 2).click()

    expect(page.get_by_role("gridcell", name=steps.STONE)).to_have_count(72)
    expect(page.get_by_role("gridcell", name=steps.DIGIT)).to_have_count(9)
    expect(page.get_by_role("heading", name=PIERRES("ask.draw.title"))).to_be_visible()
    steps.press(page, PIERRES("action.Draw"))
    # With the chance of this test it is no 0, which would end the turn at once.
    found = PIERRES.like("ask.remove.title", wanted=re.compile("[1-9]"))
    expect(page.get_by_role("heading", name=found)).to_be_visible()


def test_guests_come_by_link_and_by_code_and_take_their_turns_on_phones(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé"], options={"first": 1})
    host, by_link, by_code = device.at(table, "Zoé", PHONE), device(PHONE), device(PHONE)

    by_link.goto(table.path)
    steps.say_who(by_link, "Luc", "sardine")
    expect(by_link.get_by_text(SAY("who.emblem", emblem=SAY("emblem.the.sardine")))).to_be_visible()
    steps.press_key(by_link, "lobby.sit")
    expect(steps.chair(by_link, "Luc")).to_be_visible()

    by_code.goto("/")
    by_code.get_by_label(SAY("home.code")).fill(table.code.lower())
    steps.press_key(by_code, "home.join")
    taken = SAY("who.emblem.taken", emblem=SAY("emblem.sardine"))
    expect(by_code.get_by_role("radio", name=taken)).to_be_visible()
    steps.say_who(by_code, "Odile")
    steps.press_key(by_code, "lobby.sit")

    expect(steps.chair(host, "Odile")).to_be_visible()
    start = steps.start_button(host, 3)
    expect(start).to_have_attribute("aria-disabled", "true")
    expect(host.get_by_text(SAY.like("lobby.waits", names=re.compile("Luc .+ Odile"))).first).to_be_visible()
    for guest in (by_link, by_code):
        steps.is_ready(guest)
        expect(guest.get_by_role("button", name=SAY("lobby.not_ready"))).to_be_visible()
    expect(host.get_by_text(SAY("lobby.all_set"))).to_be_visible()
    expect(start).not_to_have_attribute("aria-disabled", "true")
    start.click()

    # On a phone the board is for looking; the loupe has stones of a thumb's size.
    expect(by_link.get_by_role("heading", name=PIERRES("ask.clear.title"))).to_be_visible()
    steps.mark(by_link, "A1")
    loupe = by_link.get_by_role("group", name=PIERRES("board.loupe"))
    loupe.get_by_role("button", name=PIERRES("board.cell.stone", number=2, column="B")).click()
    # Trembling thumbs play once.
    by_link.get_by_role("button", name=PIERRES("action.Remove", cell="B2")).dblclick()
    for page in (by_link, by_code, host):
        expect(steps.cell(page, "B2")).to_have_accessible_name(steps.DIGIT)
        expect(page.get_by_role("gridcell", name=steps.DIGIT)).to_have_count(1)

    # What the rules forbid is explained, and changes nothing.
    expect(by_code.get_by_role("heading", name=PIERRES("ask.clear.title"))).to_be_visible()
    steps.cell(by_code, "A1").click()
    expect(by_code.get_by_text(REFUSED("square_done", cell="A1")).first).to_be_visible()
    expect(steps.cell(by_code, "A1")).to_have_accessible_name(steps.STONE)
    steps.lift(by_code, "D1")
    expect(host.get_by_role("heading", name=PIERRES("ask.clear.title"))).to_be_visible()


def test_a_chair_that_was_touched_does_not_change_under_the_finger(device: Devices, lay: Lay) -> None:
    table = lay("pierres", ["Zoé"])
    host = device.at(table, "Zoé", PHONE)
    steps.free_chair(host).click()
    title = steps.sheet(host).get_by_role("heading").inner_text()
    table.ask("sit", name="Luc", emblem="poire")  # on that very chair
    expect(host.get_by_text(SAY("lobby.waits", names="Luc")).first).to_be_attached()
    expect(steps.sheet(host).get_by_role("heading", name=title)).to_be_visible()
    steps.sheet(host).get_by_role("button", name=PIERRES("bot.easy")).click()
    expect(host.get_by_text(SAY("place.changed")).first).to_be_visible()
    expect(steps.sheet(host)).to_have_count(0)
    expect(steps.chair(host, "Luc")).to_be_visible()
    expect(steps.chair(host, PIERRES("bot.easy"))).to_have_count(0)

    # Who only wants to sit down gets another chair.
    late = device.at(table, [], WALL)
    steps.press_key(late, "lobby.sit")
    table.ask("sit", name="Odile", emblem="citron")
    expect(steps.chair(host, "Odile")).to_be_visible()
    steps.say_who(steps.sheet(late), "Max")
    steps.press_key(steps.sheet(late), "lobby.sit")
    expect(steps.chair(host, "Max")).to_be_visible()


def test_an_unknown_code_is_answered_with_a_sentence(device: Devices) -> None:
    page = device(PHONE)
    page.goto("/")
    page.get_by_label(SAY("home.code")).fill("ab")
    steps.press_key(page, "home.join")
    expect(page.get_by_role("alert")).to_have_text(SAY("home.code.short", missing=2))
    page.get_by_label(SAY("home.code")).fill("qqqq")
    steps.press_key(page, "home.join")
    expect(page.get_by_role("alert")).to_contain_text(SAY("home.code.unknown", code="QQQQ"))

    page.goto("/t/QQQQ")
    expect(page.get_by_role("heading", name=SAY("table.unknown", code="QQQQ"))).to_be_visible()
    expect(page.get_by_text(REFUSED("no_such_table", code="QQQQ"))).to_be_visible()
    steps.press_key(page, "home.back")
    expect(page.get_by_role("button", name=SAY("home.open"))).to_be_visible()


def test_a_name_that_is_taken_and_a_full_table_are_answered_with_a_sentence(device: Devices, lay: Lay) -> None:
    table = lay("examples/morpion.py", ["Zoé"])
    page = device.at(table, [], PHONE)
    steps.press_key(page, "lobby.sit")
    expect(page.get_by_role("alert")).to_have_text(SAY("who.name.missing"))
    steps.say_who(page, "zoé")
    steps.press_key(page, "lobby.sit")
    expect(page.get_by_role("alert")).to_contain_text(SAY("who.name.taken", name="zoé"))

    # Somebody else is quicker.
    table.ask("sit", name="Luc", emblem="poire")
    expect(page.get_by_text(SAY("lobby.watching.full"))).to_be_visible()
    expect(page.get_by_role("button", name=SAY("lobby.sit"))).to_be_hidden()
