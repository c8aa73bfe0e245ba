"""De Fil en Aiguille at a real table: every mode's moments and its end, a pack of one's own, silence, secrets kept."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.browser import axe, steps, yarn
from tests.browser.devices import LAPTOP, PHONE, SMALL_PHONE, WALL, Devices
from tests.browser.house import StageHouse
from tests.browser.moods import first_debates
from tests.browser.seating import Lay
from tests.browser.twin import Twin
from tests.browser.words import FIL, SAY, Said, game_words
from tests.browser.yarn import get_on

from tablee.games.fil.actions import (
    Choose,
    Confirm,
    Continue,
    Cuddle,
    Expose,
    Next,
    Nominate,
    Place,
    Point,
    Seal,
    Slam,
    Stay,
    TakeTheme,
    Throw,
    Volunteer,
    Vote,
    WishTheme,
)
from tablee.games.fil.debate import COLOURS
from tablee.games.fil.moods import MOODS
from tablee.games.fil.packs import LEAST_CARDS, MOST_BYTES, MOST_CARDS
from tablee.games.fil.tests.own_packs import SEASONS
from tablee.games.fil.themes import PRINTED, our_pack
from tablee.kernel.luck import seed_from

REFUSED = game_words("fil", part="refusals")
SIX = ("Zoé", "Luc", "Léa", "Tom", "Max", "Ana")
"""In Équipes Zoé, Léa and Max are the red family."""
PHILO = PRINTED.index("philo")
LONELY_HEARTS = PRINTED.index("annonces")


def test_a_person_and_a_bot_play_from_the_lobby_to_the_podium(device: Devices, house: StageHouse) -> None:
    # With this chance whoever keeps the blue card loses soon, and again.
    house.seed(seed_from("short 0"))
    phone, wall = device(PHONE), device(WALL)
    code = steps.open_table(phone, "Zoé", "fil")
    steps.set_rules(phone, "fil", preset="decouverte", first="Zoé")
    steps.add_bot(phone, "easy", "fil")
    steps.start(phone)
    wall.goto(f"/t/{code}")

    # The bot has raised its paw before anybody else could: she is the Family.
    to_vote = phone.get_by_role("button", name=FIL("screen.vote"), exact=True)
    to_confirm = phone.get_by_role("button", name=FIL.like("screen.confirm"))
    to_continue = phone.get_by_role("button", name=FIL("action.Continue"), exact=True)
    podium = steps.podium(phone)
    rounds = 0
    expect(to_vote).to_be_visible()
    while not podium.is_visible():
        if to_continue.is_visible():
            rounds += 1
            to_continue.click()
            expect(to_continue).to_have_count(0)
        else:
            yarn.masters(phone).first.click()
            to_confirm.click()
            expect(to_confirm).to_have_count(0)
        expect(to_vote.or_(to_continue).or_(podium).first).to_be_visible()
    assert rounds >= 2
    for page in (phone, wall):
        yarn.look_back(page)


def test_two_people_in_silence_and_no_secret_gets_out(device: Devices, lay: Lay) -> None:
    """A Memocat, a debate, an explanation: Zoé is Braincat on a phone, Luc is the Family at a laptop."""
    table = lay("fil", ["Zoé", "Luc"], preset="decouverte")
    twin = Twin(table, "silence")
    zoe, luc, wall = device.at(table, "Zoé", PHONE), device.at(table, "Luc", LAPTOP), device.at(table, [], LAPTOP)
    steps.hit(table.house, zoe.get_by_role("button", name=FIL("action.Volunteer")))
    twin.did("Zoé", Volunteer())
    yarn.take_theme(zoe, our_pack("philo", "fr").title)
    twin.did("Zoé", TakeTheme(PHILO))
    mystery = yarn.look_through(zoe)
    for _ in range(5):
        twin.did("Zoé", Next())
    thinking = FIL.anywhere("screen.paw.wait", seat="Zoé")
    for page in (luc, wall):
        expect(page.get_by_role("heading", name=thinking).first).to_be_visible()
        assert mystery not in page.content()
    # P-14: while Braincat thinks nobody says anything.
    assert zoe.get_by_role("button", name=SAY("talk")).count() == 0
    assert luc.get_by_role("button", name=SAY("talk")).count() == 0
    assert mystery not in zoe.content(), "shown once, and then gone"
    steps.press(zoe, FIL("board.memocat"))
    memocat = steps.sheet(zoe, FIL("board.memocat"))
    expect(memocat.get_by_role("listitem")).to_have_count(60)
    expect(memocat.get_by_text(mystery)).to_be_visible()
    axe.check(zoe)
    steps.close_sheet(zoe)
    yarn.lay_paw(zoe, yarn.clue_words(twin.state, 0))
    twin.did("Zoé", Point(0))

    expect(yarn.title(luc, "ask.debate.title")).to_be_visible()
    expect(yarn.title(zoe, "screen.cat.title")).to_be_visible()
    expect(luc.get_by_role("button", name=SAY("talk"))).to_be_visible()
    # P-7: it listens, and does not react.
    assert zoe.get_by_role("button", name=SAY("talk")).count() == 0
    assert FIL("board.memocat") not in zoe.locator("main").inner_text()

    # A vote is changed by keyboard alone, then confirmed.
    yarn.masters(luc).first.press("Enter")
    expect(wall.get_by_text(FIL("screen.votes", count=1))).to_be_visible()
    luc.get_by_role("button", name=FIL("board.vote.clue")).press("Enter")
    luc.get_by_role("button", name=FIL("screen.confirm", choice=FIL("choice.clue")), exact=True).press("Enter")
    for action in (Vote("blue"), Vote("clue"), Confirm()):
        twin.did("Luc", action)
    expect(yarn.title(zoe, "screen.paw.title")).to_be_visible()
    steps.press(zoe, FIL("screen.see_table"))
    expect(steps.sheet(zoe).get_by_role("list", name=FIL("board.chain")).get_by_role("listitem")).to_have_count(3)
    steps.close_sheet(zoe)
    onward = [clue for clue in twin.board.order if clue in twin.board.paw_between][1]
    zoe.keyboard.press("ArrowRight")
    zoe.get_by_role("button", name=FIL.like("screen.paw.lay")).press("Enter")
    expect(luc.get_by_role("img", name=FIL.like("screen.paw.blue", "screen.paw.green"))).to_have_count(2)
    twin.did("Zoé", Point(onward))

    # What the paw meant: Braincat may say.
    twin.go_on(lambda state: state.phase == "recap", get_on)
    zoe.get_by_role("button", name=FIL("story.explain")).first.click()
    sheet = steps.sheet(zoe)
    reasons = [FIL("reasons.night"), FIL("reasons.danger")]
    for reason in reasons:
        steps.press(sheet, reason)
    axe.check(zoe)
    steps.press(sheet, FIL("screen.explain.say"))
    meant = FIL.anywhere("screen.meant", text=re.compile(".*".join(reasons)))
    for page in (luc, wall):
        expect(page.get_by_text(meant).first).to_be_visible()
    assert "hand" not in str(wall.evaluate("JSON.stringify({...localStorage, ...sessionStorage})"))


def test_a_family_votes_duels_and_points(device: Devices, lay: Lay) -> None:
    """Équipes, the first round: Zoé bears the totem of the red family."""
    table = lay("fil", SIX, preset="equipes", options={"first": SIX.index("Tom")})
    twin = Twin(table, "families")
    zoe = device.at(table, "Zoé", PHONE)
    kin = zoe.get_by_role("group", name=FIL("ask.ambassador.title"))
    for button, nominee in (("Léa", "Léa"), (FIL("screen.you"), "Zoé")):
        kin.get_by_role("button", name=button).click()
        expect(kin.get_by_role("button", name=button)).to_have_attribute("aria-pressed", "true")
        twin.did("Zoé", Nominate(SIX.index(nominee)))

    # A card, none, and a card again; the family is divided.
    twin.go_on(lambda state: state.phase == "step", get_on)
    wrong = next(space for space in (0, 1) if twin.state.spaces[space] != twin.state.mystery)
    stay = zoe.get_by_role("button", name=FIL("board.family.stay"))
    yarn.mark(zoe, yarn.words_of(twin.state, wrong))
    stay.click()
    expect(stay).to_have_attribute("aria-pressed", "true")
    yarn.mark(zoe, yarn.words_of(twin.state, wrong))
    for action in (Choose(wrong), Stay(), Choose(wrong)):
        twin.did("Zoé", action)
    twin.does("Léa", Choose(1 - wrong))
    steps.hit(table.house, zoe.get_by_role("button", name=FIL("action.Seal")))
    expect(yarn.title(zoe, "ask.duel.title")).to_be_visible()
    twin.did("Zoé", Seal())
    duel = zoe.get_by_role("group", name=FIL("board.duel", seat="Zoé", by="Léa"))
    for wins in (1, 2):
        expect(yarn.throw(zoe, "rock")).to_have_attribute("aria-pressed", "true")
        twin.did("Zoé", Throw("rock"))
        twin.does("Léa", Throw("scissors"))
        if wins == 1:
            expect(duel.get_by_text("1", exact=True)).to_be_visible()
    expect(yarn.title(zoe, "screen.step.done")).to_be_visible()

    # P-33: nobody stood on it, so they look for it in the skip.
    twin.go_on(lambda state: state.phase == "point", get_on)
    expect(yarn.title(zoe, "ask.point.title")).to_be_visible()
    right = yarn.where_it_is(twin.state)
    yarn.mark(zoe, yarn.words_of(twin.state, right))
    twin.did("Zoé", Choose(right))
    steps.hit(table.house, zoe.get_by_role("button", name=FIL("action.Seal")))
    expect(yarn.title(zoe, "screen.point.wait", team=FIL("team.blue"))).to_be_visible()
    twin.did("Zoé", Seal())
    twin.go_on(lambda state: state.phase == "recap", get_on)
    expect(yarn.title(zoe, "story.found")).to_be_visible()


def test_braincat_rummages_in_the_skip_and_a_family_adopts_it(device: Devices, lay: Lay) -> None:
    """Équipes, the end of the last round: Zoé is Braincat."""
    table = lay("fil", SIX, preset="equipes", options={"first": SIX.index("Tom")})
    twin = Twin(table, "skip")
    twin.go_on(lambda state: state.round == 4 and state.phase == "expose", get_on)
    zoe = device.at(table, "Zoé", PHONE)
    cards = zoe.get_by_role("list", name=FIL("board.skip")).get_by_role("button")
    # The Mystery card is shown in any case: it is no button.
    expect(cards).to_have_count(5)
    show = zoe.get_by_role("button", name=FIL("screen.expose.do"))
    for number in (0, 1):
        expect(show).to_have_count(0)
        cards.nth(number).click()
    show.click()
    expect(yarn.title(zoe, "screen.cat.title")).to_be_visible()
    first, second = [place for place, card in enumerate(twin.state.out) if card != twin.state.mystery][:2]
    twin.did("Zoé", Expose(first, second))
    twin.go_on(lambda state: state.phase == "recap" and state.ready.count(True) == 5, get_on)
    steps.press(zoe, FIL("action.Continue"))
    yarn.look_back(zoe)


def test_everybody_for_themselves_to_the_podium(device: Devices, lay: Lay) -> None:
    """Chacun pour soi: Zoé places her token, pays a visit, stays; and is Braincat in the last round."""
    people = ["Zoé", "Luc", "Léa"]
    table = lay("fil", people, preset="chacun", options={"first": 1})
    twin = Twin(table, "alone")
    twin.go_on(lambda state: state.phase == "choose", get_on)
    zoe = device.at(table, "Zoé", PHONE)
    expect(yarn.title(zoe, "ask.choose.title")).to_be_visible()
    yarn.mark(zoe, yarn.words_of(twin.state, 0))
    steps.press(zoe, FIL("screen.place.do"))
    expect(yarn.title(zoe, "screen.choose.done")).to_be_visible()
    twin.did("Zoé", Place(0))
    twin.does("Léa", Place(1))
    twin.go_on(lambda state: state.phase == "choose", get_on)
    yarn.mark(zoe, yarn.words_of(twin.state, 1))
    expect(zoe.get_by_text(FIL("screen.visit", points=2, seats="Léa"))).to_be_visible()
    steps.press(zoe, FIL("screen.move.do"))
    expect(yarn.title(zoe, "screen.choose.done")).to_be_visible()
    twin.did("Zoé", Place(1))
    twin.go_on(lambda state: state.phase == "choose" and len(state.paws) == 3, get_on)
    steps.press(zoe, FIL("screen.stay"))
    expect(yarn.title(zoe, "screen.choose.done")).to_be_visible()
    twin.did("Zoé", Stay())

    twin.go_on(lambda state: state.round == 3, get_on)
    yarn.take_theme(zoe, twin.state.themes[0].title)
    expect(yarn.title(zoe, "screen.paw.title")).to_be_visible()
    twin.did("Zoé", TakeTheme(0))
    # here Braincat holds the four cards, and the one that counts is marked.
    expect(zoe.get_by_text(FIL("screen.mystery.only"))).to_be_visible()
    steps.press(zoe, FIL("screen.see_table"))
    expect(steps.sheet(zoe).get_by_role("list").last.get_by_role("listitem")).to_have_count(4)
    steps.close_sheet(zoe)
    yarn.lay_paw(zoe, yarn.clue_words(twin.state, 0))
    expect(yarn.title(zoe, "screen.choose.cat")).to_be_visible()
    twin.did("Zoé", Point(0))
    twin.go_on(lambda state: state.phase == "recap" and state.ready.count(True) == 2, get_on)
    steps.press(zoe, FIL("action.Continue"))
    yarn.look_back(zoe)


def test_a_moody_cat_is_caressed_and_adopted(device: Devices, lay: Lay) -> None:
    """Humeurs du Chat: a cat that may be asked, then one that wants another theme; twelve points in two rounds."""
    table = lay("fil", ["Zoé", "Luc"], preset="humeurs", options={"first": 1})
    twin = Twin(table, "moods 8")
    twin.go_on(lambda state: state.phase == "debate", get_on)
    assert twin.state.mood == "calin"
    zoe = device.at(table, "Zoé", PHONE)
    steps.press(zoe, FIL.at_first("board.cuddle"))
    is_there = twin.state.mystery in twin.state.spaces
    expect(zoe.get_by_text(FIL("screen.purr" if is_there else "screen.no_purr"))).to_be_visible()
    twin.did("Zoé", Cuddle())
    keep = yarn.where_it_is(twin.state) if is_there else 0
    yarn.mark(zoe, yarn.words_of(twin.state, keep))
    zoe.get_by_role("button", name=FIL.like("screen.confirm")).click()
    expect(yarn.title(zoe, "ask.debate.title")).to_be_visible()
    for action in (Vote(COLOURS[keep]), Confirm()):
        twin.did("Zoé", action)
    twin.go_on(lambda state: state.phase == "recap" and state.ready[1], get_on)
    steps.press(zoe, FIL("action.Continue"))
    twin.did("Zoé", Continue())

    # P-24: Luc has been Braincat, so nobody else can be.
    expect(yarn.title(zoe, "ask.volunteer.title")).to_be_visible()
    steps.hit(table.house, zoe.get_by_role("button", name=FIL("action.Volunteer")))
    twin.did("Zoé", Volunteer())
    first, second = (theme.title for theme in twin.state.themes[:2])
    yarn.take_theme(zoe, first)
    twin.did("Zoé", TakeTheme(0))
    assert twin.state.mood == "lunatique"
    # What cannot be taken says why.
    expect(zoe.get_by_text(FIL("screen.theme.other"))).to_be_visible()
    shelf = zoe.get_by_role("list", name=FIL("screen.shelf"))
    shelf.get_by_role("button", name=first).press("Enter")
    expect(zoe.get_by_text(REFUSED("another_theme", theme=first)).first).to_be_visible()
    yarn.take_theme(zoe, second)
    expect(yarn.title(zoe, "screen.look.mystery")).to_be_visible()
    twin.did("Zoé", TakeTheme(1))
    twin.go_on(lambda state: state.phase == "recap" and state.ready[1], get_on)
    expect(zoe.get_by_text(FIL("screen.sum", count=14, total=12))).to_be_visible()
    steps.press(zoe, FIL("action.Continue"))
    yarn.look_back(zoe)


def test_two_themes_a_tie_and_no_grand_slam(device: Devices, lay: Lay) -> None:
    """Schizo: Zoé wishes for the clues' theme, the totems are thrown, and after two finds she has had enough."""
    table = lay("fil", ["Zoé", "Luc", "Léa"], preset="schizo", options={"first": 1})
    twin = Twin(table, "schizo 0")
    twin.go_on(lambda state: state.phase == "wish", get_on)
    zoe = device.at(table, "Zoé", PHONE)
    expect(yarn.title(zoe, "screen.wish.title")).to_be_visible()
    hearts = twin.state.themes[LONELY_HEARTS].title
    zoe.get_by_role("list", name=FIL("screen.shelf")).get_by_role("button", name=hearts).press("Enter")
    expect(zoe.get_by_text(REFUSED("theme_alone", theme=hearts)).first).to_be_visible()
    yarn.take_theme(zoe, twin.state.themes[PHILO].title, "screen.wish.do")
    expect(zoe.get_by_text(FIL.anywhere("ask.wish.wait")).first).to_be_visible()
    twin.did("Zoé", WishTheme(PHILO))
    twin.does("Léa", WishTheme(PHILO))
    twin.go_on(lambda state: state.phase == "debate", get_on)
    assert twin.state.mystery not in twin.state.spaces, "whatever leaves the board, nothing is lost"
    twin.does("Léa", Vote("red"))
    yarn.mark(zoe, yarn.words_of(twin.state, 0))
    zoe.get_by_role("button", name=FIL.like("screen.confirm")).click()
    expect(yarn.title(zoe, "screen.debate.done")).to_be_visible()
    for action in (Vote("blue"), Confirm()):
        twin.did("Zoé", action)
    tie = zoe.get_by_text(FIL("screen.tie"), exact=True)
    with steps.stopped_clock(zoe):
        twin.does("Léa", Confirm())
        expect(tie).to_be_visible()
        # Nobody has to wait for the totems to lie still.
        zoe.keyboard.press("Shift")
        expect(tie).to_have_count(0)

    twin.go_on(lambda state: state.phase == "slam", get_on)
    go, stop = (zoe.get_by_role("button", name=FIL(f"screen.slam.{what}"), exact=True) for what in ("go", "stop"))
    for button, is_wanted in ((go, True), (stop, False)):
        button.click()
        expect(button).to_have_attribute("aria-disabled", "true")
        twin.did("Zoé", Slam(is_wanted))
    twin.does("Luc", Slam(False))
    twin.does("Léa", Slam(False))
    yarn.look_back(zoe)


def test_a_pack_of_ones_own_from_the_page(device: Devices, lay: Lay, tmp_path: Path) -> None:
    table = lay("fil", ["Zoé", "Luc"])
    page = device.at(table, "Zoé", SMALL_PHONE)
    rules = steps.open_rules(page)
    rules.get_by_text(SAY("options.more")).click()
    bad = {
        "few.toml": (SEASONS.split("cards = [")[0] + "cards = []\n").encode(),
        "broken.toml": SEASONS.replace("number = 3,", "number = trois,").encode(),
        "film.toml": bytes(range(256)),
        "long.toml": (SEASONS + "#" * MOST_BYTES).encode(),
    }
    said: dict[str, str | Said] = {
        "few.toml": REFUSED("pack_count", cards=0, least=LEAST_CARDS, most=MOST_CARDS),
        "broken.toml": REFUSED("pack_broken", line=9),
        "film.toml": SAY("pack.not_text"),
        "long.toml": SAY.anywhere("pack.big"),
    }
    chooser = rules.get_by_label(FIL("option.pack")).locator("input")
    for name, content in bad.items():
        (tmp_path / name).write_bytes(content)
        chooser.set_input_files(tmp_path / name)
        expect(rules.get_by_role("alert")).to_contain_text(said[name])
    axe.check(page)
    (tmp_path / "saisons.toml").write_text(SEASONS, "utf-8")
    chooser.set_input_files(tmp_path / "saisons.toml")
    expect(rules.get_by_text(SAY("pack.loaded", title="Saisons"))).to_be_visible()
    expect(rules.get_by_role("alert")).to_have_count(0)
    steps.close_sheet(page)
    expect(page.get_by_text("Saisons")).to_be_visible()
    # What people said yes to has changed.
    table.ask("ready", place=1, ready=True)
    expect(page.get_by_text(SAY("lobby.all_set"))).to_be_visible()
    # This lobby came without the pack, which the page has already.
    expect(page.get_by_text("Saisons")).to_be_visible()
    steps.start(page)
    expect(yarn.title(page, "ask.volunteer.title")).to_be_visible()
    steps.hit(table.house, page.get_by_role("button", name=FIL("action.Volunteer")))
    yarn.take_theme(page, "Saisons")
    expect(page.locator(".look .face b")).to_have_text(re.compile(r'^Saison "\d+"$'))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_five_are_not_two_families(device: Devices, lay: Lay) -> None:
    page = device.at(lay("fil", SIX[:5], preset="equipes"), "Zoé", PHONE)
    # It lies flat, and says which rule forbids it.
    steps.start_button(page).press("Enter")
    expect(page.get_by_text(SAY("lobby.too_few", low=6, missing=1)).first).to_be_visible()


def test_every_mood_has_its_board(device: Devices) -> None:
    """What the server would send of each mood's first debate, on the page."""
    page = device(PHONE)
    page.route("**/api/lessons/fil*", lambda route: route.fulfill(json=first_debates("fr")))
    page.goto("/l/fil")
    steps.press(page, FIL(f"mood.{MOODS[0]}"))
    for mood in MOODS:
        expect(page.get_by_role("button", name=FIL(f"mood.{mood}"))).to_have_attribute("aria-expanded", "true")
        expect(page.get_by_text(FIL(f"mood.{mood}.text"))).to_be_visible()
        expect(yarn.title(page, "ask.debate.title")).to_be_visible()
        clues = page.get_by_role("list", name=FIL("board.chain")).get_by_role("listitem")
        expect(clues).to_have_count(3 if mood == "prodigue" else 2)
        expect(yarn.masters(page)).to_have_count(2)
        cuddle = page.get_by_role("button", name=FIL.at_first("board.cuddle"))
        expect(cuddle).to_have_count(1 if mood == "calin" else 0)
        themes = page.locator(".standing .chip").last.inner_text()
        assert (" + " in themes.replace("\u00a0", " ")) == (mood == "schizo")
        asked = {"avare": 2, "prodigue": 2}.get(mood, 3)
        expect(page.get_by_text(FIL("board.clues_left", count=asked)).first).to_be_visible()
        yarn.masters(page).first.click()
