"""De Fil en Aiguille at a real table: four modes to their end, a pack of one's own, silence, secrets that stay so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser import axe, steps, yarn
from tests.browser.devices import LAPTOP, PHONE, SMALL_PHONE, WALL, Devices
from tests.browser.house import House, open_house
from tests.browser.moods import first_debate

from tablee.games import fil
from tablee.games.fil.moods import MOODS
from tablee.games.fil.tests.own_packs import SEASONS
from tablee.kernel.codec import Json

LABELS = json.loads((Path(fil.__file__).parent / "locales" / "fr.json").read_text("utf-8"))["labels"]
BOTS = ("Pelote", "Moustache", "Aiguille")
TRANSLATED = ("Équipes", "Chacun pour soi")
"""The modes that are looked at in English too; between them they have every state there is."""


@pytest.fixture(scope="module")
def hasty_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("hasty"), thought=50) as house:
        yield house


@pytest.fixture
def hasty(browser: Browser, hasty_house: House) -> Iterator[Devices]:
    """Devices in a house whose bots do not dawdle."""
    devices = Devices(browser, hasty_house.address)
    yield devices
    devices.close()
    assert devices.complaints == []


def seat_bots(page: Page, count: int) -> None:
    for number in range(count):
        free = page.get_by_role("region", name="Places").get_by_role("button", name="Place libre")
        before = free.count()
        free.first.click()
        steps.sheet(page).get_by_role("button", name=BOTS[number % 3]).click()
        expect(free).to_have_count(before - 1)


NOTHING_CUT_OFF = """
[...document.querySelectorAll('.fil.wall')].every((wall) => wall.scrollHeight <= wall.clientHeight + 4)
"""
# For each mode: how many bots, and what only goes on once this person has done something.
MODES = {
    "Découverte": (2, {"Débattez et votez|Confirmez votre vote"}),
    "Humeurs du Chat": (1, {"Choisissez un thème", "Où tirent vos griffes"}),
    "Équipes": (11, {"Choisissez un thème", "Où tirent vos griffes", "Votez en famille|C’est décidé"}),
    "Chacun pour soi": (2, {"Choisissez un thème", "Où tirent vos griffes", "Suivez votre flair"}),
    "Schizo": (2, {"Choisissez (un thème|le thème des indices)", "Débattez et votez|Confirmez votre vote"}),
}


@pytest.mark.parametrize("mode", MODES, ids=["decouverte", "humeurs", "equipes", "chacun", "schizo"])
def test_a_person_and_bots_play_to_the_end(hasty: Devices, mode: str) -> None:
    bots, wanted = MODES[mode]
    phone, wall = hasty(PHONE), hasty(WALL)
    code = yarn.open_table(phone, "Zoé")
    yarn.set_rules(phone, mode, first="Zoé")
    seat_bots(phone, bots)
    steps.start(phone)
    wall.goto(f"/t/{code}")

    player = yarn.Player(phone)
    checked: set[str] = set()

    def look(title: str) -> None:
        assert wall.evaluate(NOTHING_CUT_OFF), title
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), title
        # Titles name people; what kind of state it is stands in the first word.
        if title.split()[0] not in checked and len(checked) < 6:
            checked.add(title.split()[0])
            for page in (phone, wall):
                axe.check(page, both_languages=mode in TRANSLATED)

    player.play_to_the_end(look)
    for pattern in wanted | {"Trouvée|Perdue"}:
        assert any(re.match(pattern, title) for title in player.seen), (pattern, player.seen)
    for page in (phone, wall):
        expect(page.get_by_role("region", name="Podium")).to_be_visible()
        steps.press(page, "Revoir le plateau")
        expect(page.get_by_role("heading", name="Les manches")).to_be_visible()
        page.get_by_text("La dernière manche, patte par patte").click()
        expect(page.get_by_role("heading", name="On relit le fil")).to_be_visible()
        axe.check(page)


def test_two_people_in_silence_and_no_secret_gets_out(device: Devices) -> None:
    """A Memocat, a debate, an explanation: Zoé is Braincat on a phone, Luc is the Family at a laptop."""
    zoe, luc, wall = device(PHONE), device(LAPTOP), device(WALL)
    code = yarn.open_table(zoe, "Zoé")
    luc.goto(f"/t/{code}")
    steps.press(luc, "Je m’assieds")
    steps.say_who(steps.sheet(luc), "Luc")
    steps.press(steps.sheet(luc), "Je m’assieds")
    yarn.set_rules(zoe, "Découverte", first="Zoé")
    steps.press(luc, "C’est bon pour moi")
    steps.start(zoe)
    wall.goto(f"/t/{code}")

    yarn.raise_paw(zoe)
    yarn.take_theme(zoe, "Philo de Bistrot")
    mystery = yarn.look_through(zoe)
    for page in (luc, wall):
        expect(page.get_by_role("heading", name=re.compile("Chut.* Zoé réfléchit")).first).to_be_visible()
        assert mystery not in page.content()
    # P-14: while Braincat thinks nobody says anything.
    assert zoe.get_by_role("button", name="Dire quelque chose").count() == 0
    assert luc.get_by_role("button", name="Dire quelque chose").count() == 0
    assert mystery not in zoe.content(), "shown once, and then gone"
    steps.press(zoe, "Memocat")
    memocat = steps.sheet(zoe, "Memocat")
    expect(memocat.get_by_role("listitem")).to_have_count(60)
    expect(memocat.get_by_text(mystery)).to_be_visible()
    axe.check(zoe)
    steps.press(memocat, "Fermer")
    axe.check(zoe)
    yarn.lay_paw(zoe)

    expect(luc.get_by_role("heading", name="Débattez et votez")).to_be_visible()
    expect(zoe.get_by_role("heading", name="Écoutez sans broncher")).to_be_visible()
    expect(luc.get_by_role("button", name="Dire quelque chose")).to_be_visible()
    # P-7: it listens, and does not react.
    assert zoe.get_by_role("button", name="Dire quelque chose").count() == 0
    assert "Memocat" not in zoe.locator("main").inner_text()
    for page in (zoe, luc, wall):
        axe.check(page)

    # A vote is changed by keyboard alone, then confirmed.
    yarn.masters(luc).first.press("Enter")
    expect(wall.get_by_text("1 voix")).to_be_visible()
    luc.get_by_role("button", name="+ 1 indice").press("Enter")
    luc.get_by_role("button", name=re.compile(r"^Confirmer\s: réclamer un indice$")).press("Enter")
    expect(zoe.get_by_role("heading", name="Où tirent vos griffes")).to_be_visible()
    zoe.get_by_role("button", name="Voir la table").click()
    expect(steps.sheet(zoe).get_by_role("list", name="La chaîne d’indices").get_by_role("listitem")).to_have_count(3)
    steps.press(steps.sheet(zoe), "Fermer")
    zoe.keyboard.press("ArrowRight")
    zoe.get_by_role("button", name=re.compile("^Poser vers «")).press("Enter")
    paws = luc.get_by_role("img", name=re.compile(r"^Patte (bleue|verte)\s: plutôt"))
    expect(paws).to_have_count(2)

    recap = zoe.get_by_role("heading", name=re.compile("Trouvée|Perdue"))
    while not recap.is_visible():
        debate = luc.get_by_role("button", name="Touchez votre choix")
        expect(debate.or_(luc.get_by_role("heading", name=re.compile("Trouvée|Perdue"))).first).to_be_visible()
        if not debate.is_visible():
            break
        yarn.masters(luc).first.click()
        confirm = luc.get_by_role("button", name=re.compile(r"^Confirmer\s: garder"))
        confirm.click()
        expect(confirm).to_have_count(0)
    # What the paw meant: Braincat may say.
    zoe.get_by_role("button", name="Dire pourquoi").first.click()
    sheet = steps.sheet(zoe)
    steps.press(sheet, "la nuit")
    steps.press(sheet, "le danger")
    axe.check(zoe)
    steps.press(sheet, "Le dire à la table")
    for page in (luc, wall):
        expect(page.get_by_text("y mettait la nuit et le danger").first).to_be_visible()
    assert "hand" not in str(wall.evaluate("JSON.stringify({...localStorage, ...sessionStorage})"))


def test_a_pack_of_ones_own_from_the_page(device: Devices, tmp_path: Path) -> None:
    # No bot, which would raise its paw before her.
    page, other = device(SMALL_PHONE), device(PHONE)
    code = yarn.open_table(page, "Zoé")
    steps.sit_down(other, code, "Luc")
    page.get_by_role("button", name="Changer").click()
    rules = steps.sheet(page, "Les règles de ce soir")
    rules.get_by_text("Plus de réglages").click()
    bad = {
        "few.toml": (SEASONS.split("cards = [")[0] + "cards = []\n").encode(),
        "broken.toml": SEASONS.replace("number = 3,", "number = trois,").encode(),
        "film.toml": bytes(range(256)),
        "long.toml": (SEASONS + "#" * 16_000).encode(),
    }
    said = {
        "few.toml": "Votre paquet a 0 carte : il en faut de 30 à 150.",
        "broken.toml": "Ligne 9 de votre paquet : ce n’est pas du TOML.",
        "film.toml": "Ce fichier n’est pas du texte",
        "long.toml": "Ce fichier est trop gros",
    }
    chooser = rules.get_by_label("Votre thème").locator("input")
    for name, content in bad.items():
        (tmp_path / name).write_bytes(content)
        chooser.set_input_files(tmp_path / name)
        expect(rules.get_by_role("alert")).to_contain_text(re.compile(said[name].replace(" ", r"\s")))
    axe.check(page)
    (tmp_path / "saisons.toml").write_text(SEASONS, "utf-8")
    chooser.set_input_files(tmp_path / "saisons.toml")
    expect(rules.get_by_text(re.compile(r"Sur l’étagère\s: «\sSaisons\s»"))).to_be_visible()
    expect(rules.get_by_role("alert")).to_have_count(0)
    steps.press(rules, "Fermer")
    expect(page.get_by_text("Saisons")).to_be_visible()
    steps.press(other, "C’est bon pour moi")
    expect(page.get_by_text("Tout le monde est là")).to_be_visible()
    steps.start(page)
    yarn.raise_paw(page)
    yarn.take_theme(page, "Saisons")
    expect(page.locator(".look .face b")).to_have_text(re.compile(r'^Saison "\d+"$'))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_five_are_not_two_families(device: Devices) -> None:
    page = device(PHONE)
    yarn.open_table(page, "Zoé")
    yarn.set_rules(page, "Équipes")
    seat_bots(page, 4)
    # It lies flat, and says which rule forbids it.
    page.get_by_role("button", name="Commencer à").press("Enter")
    expect(page.get_by_text(re.compile(r"^Il faut être au moins 6\s: il manque quelqu’un")).first).to_be_visible()


def _tell(script: Json, route: Route) -> None:
    route.fulfill(json=script)


def test_every_mood_has_its_board(device: Devices) -> None:
    """What the server would send of each mood's first debate, on the page."""
    page = device(PHONE)
    for mood in MOODS:
        page.route("**/api/lessons/fil*", partial(_tell, first_debate(mood, "fr")))
        page.goto("/l/fil")
        name = LABELS[f"mood.{mood}"]
        steps.press(page, name)
        expect(page.get_by_text(LABELS[f"mood.{mood}.text"])).to_be_visible()
        expect(page.get_by_role("heading", name="Débattez et votez")).to_be_visible()
        clues = page.get_by_role("list", name="La chaîne d’indices").get_by_role("listitem")
        expect(clues).to_have_count(3 if mood == "prodigue" else 2)
        expect(yarn.masters(page)).to_have_count(2)
        cuddle = page.get_by_role("button", name=re.compile("^Caresser le chat"))
        expect(cuddle).to_have_count(1 if mood == "calin" else 0)
        themes = page.locator(".standing .chip").last.inner_text()
        assert (" + " in themes.replace("\u00a0", " ")) == (mood == "schizo")
        asked = {"avare": 2, "prodigue": 2}.get(mood, 3)
        expect(page.get_by_text(f"Encore {asked} indices à réclamer").first).to_be_visible()
        page.unroute("**/api/lessons/fil*")
    axe.check(page)
