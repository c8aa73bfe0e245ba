"""One test for each printed rule of De Fil en Aiguille: material, the co-operative modes, Memocat and Schizo."""

from __future__ import annotations

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.actions import Colour, Confirm, Point, Slam, TakeTheme, Volunteer, Vote, WishTheme
from tablee.games.fil.moods import MOODS, Mood
from tablee.games.fil.options import FilOptions
from tablee.games.fil.tests.scene import ANNONCES, GRENIER, LAST, METIERS, PHILO, Scene, swap, unshuffled
from tablee.games.fil.themes import LANGUAGES, PRINTED, editions
from tablee.kernel import Refusal, Viewer
from tablee.kernel.luck import ScriptedLuck

HUMEURS = FilOptions(mode="humeurs", first=0)
NEARER_BLUE, NEARER_RED = 0, 1
FLAT, EDGE = 19, 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_p1_themes_are_packs_of_numbered_cards_with_letters_or_a_sex(language: str) -> None:
    packs = editions(language)
    assert tuple(pack.id for pack in packs[:3]) == PRINTED
    assert len(packs) == 9
    for pack in packs:
        assert [card.number for card in pack.cards] == list(range(1, 61))
        assert all(1 <= len(card.letters) <= 3 for card in pack.cards) != pack.sexed
    assert [pack.id for pack in packs if pack.sexed] == ["annonces"]


def test_p2_material() -> None:
    scene = Scene().opened()
    assert scene.state.greens == 7
    assert len(MOODS) == 10
    assert [pack.id for pack in editions("fr") if pack.memocat] == ["philo", "annonces"]
    assert len(scene.board().spaces) == 2


def test_p3_three_rounds_and_three_found_are_a_grand_slam() -> None:
    scene = Scene()
    assert scene.board().rounds == 3
    for _ in range(2):
        scene.opened()
        scene.find()
        scene.end_round()
    for seat in (0, 1, 2):
        scene.do(seat, Slam(True))
    scene.opened()
    scene.find()
    scene.end_round()
    assert "grand_slam" in scene.said
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.won
    assert outcome.scores == (3, 3, 3)


def test_p3_two_of_three_are_enough() -> None:
    scene = Scene().opened()
    scene.lose()
    scene.end_round()
    for _ in range(2):
        scene.opened()
        scene.find()
        scene.end_round()
    assert "adopted" in scene.said
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.won
    assert outcome.ranks == (1, 1, 1)


def test_p4_braincat_chooses_memorises_glances_and_never_sees_them_again() -> None:
    scene = Scene()
    scene.do(0, Volunteer())
    assert scene.ask("theme").seats == (0,)
    scene.take(METIERS)
    assert scene.phase() == "look"
    mystery = scene.hand(0).mystery
    assert mystery is not None
    assert mystery.number == LAST + 1
    assert scene.hand(0).lead is None
    assert scene.board().face_down == 5
    seen = []
    for _ in range(4):
        scene.run_out("look")
        lead = scene.hand(0).lead
        assert lead is not None
        seen.append(lead.number)
    assert seen == [59, 58, 57, 56]
    scene.run_out("look", unshuffled(5))
    assert scene.phase() == "paw"
    assert sorted(scene.state.hidden) == [55, 56, 57, 58, 59]
    assert scene.hand(0).mystery is None
    assert scene.hand(0).lead is None
    assert len(scene.state.pile) + len(scene.state.clues) == 55


def test_p5_two_clues_and_the_blue_paw_between_them() -> None:
    scene = Scene().begin()
    assert len(scene.board().clues) == 2
    assert scene.board().paw_between == (0, 1)
    assert scene.ask("paw").seats == (0,)
    assert scene.refusal(0, Point(2)) == Refusal("not_between")
    scene.now = 12_000
    scene.point(1)
    paw = scene.board().paws[0]
    assert (paw.at, paw.other, paw.took, paw.by_clock) == (1, 0, 12_000, False)


def test_p6_only_then_two_master_cards_are_laid() -> None:
    scene = Scene().begin()
    assert scene.board().spaces == (None, None)
    scene.point(0)
    blue, red = scene.board().spaces
    assert blue is not None
    assert red is not None
    assert (blue.number, red.number) == (56, 57)
    assert scene.board().face_down == 3


def test_p7_the_family_votes_within_four_minutes_and_a_relative_majority_decides() -> None:
    scene = Scene(seats=6).opened()
    ask = scene.ask("debate")
    assert ask.seats == (1, 2, 3, 4, 5)
    assert ask.until == scene.now + 240_000
    assert GAME.meta.kinds["debate"].firm
    assert scene.hand(0).talk[0].may_write == "none"
    assert scene.hand(1).talk[0].may_write == "text"
    # Two of five are enough where the others are split.
    scene.vote("red", "red", "blue", "clue", "clue", draws=[NEARER_RED, FLAT, FLAT])
    assert scene.facts("kept")["colour"] == "red"
    scene.vote("clue", "clue", "clue", "blue", "red")
    assert scene.facts("clue_asked") == {"left": 2}


def test_p8_the_other_card_leaves_and_is_told() -> None:
    scene = Scene().opened()
    blue = scene.state.spaces[0]
    assert blue is not None
    scene.vote("red")
    assert scene.facts("false_lead") == {"card": scene.text(blue)}
    # A new Master card takes its place, and a new action turn begins.
    assert scene.state.spaces == [57, 56]
    assert scene.phase() == "debate"
    assert scene.board().votes == (None, None, None)
    swap(scene.state, 0)
    scene.vote("red")
    assert scene.facts("mystery_lost") == {"card": scene.text(LAST)}
    assert scene.phase() == "recap"


def test_p9_a_clue_asked_for_goes_to_the_end_of_the_chain_with_a_green_paw() -> None:
    scene = Scene().opened()
    spaces = scene.state.spaces
    scene.vote("clue")
    assert scene.phase() == "paw"
    assert len(scene.board().clues) == 3
    assert scene.state.greens == 6
    scene.near()
    assert len(scene.board().paws) == 2
    assert scene.phase() == "debate"
    assert scene.state.spaces == spaces


@pytest.mark.parametrize(
    ("at", "pairs", "order"), [(0, [(1, 2), (2, 3)], (0, 1, 2, 3)), (1, [(0, 2), (2, 3)], (3, 2, 0, 1))]
)
def test_p10_the_chain_grows_away_from_the_claws(at: int, pairs: list[tuple[int, int]], order: tuple[int, ...]) -> None:
    scene = Scene().begin()
    scene.point(at)
    for pair in pairs:
        scene.vote("clue")
        assert scene.board().paw_between == pair
        scene.point(pair[1])
    assert scene.board().order == order


def test_p11_three_clues_a_round_and_seven_green_paws_a_game() -> None:
    scene = Scene().opened()
    for _ in range(3):
        scene.vote("clue")
        scene.near()
    assert len(scene.board().paws) == 4
    assert scene.refusal(1, Vote("clue")) == Refusal("no_clue_left")
    scene.find()
    scene.end_round()
    scene.opened()
    assert len(scene.board().paws) == 1  # The blue paw is back.
    for _ in range(3):
        scene.vote("clue")
        scene.near()
    scene.lose()
    scene.end_round()
    scene.opened()
    assert scene.board().clues_left == 1
    scene.vote("clue")
    scene.near()
    assert scene.state.greens == 0
    assert scene.board().clues_left == 0


def test_p12_won_when_all_false_leads_are_out() -> None:
    scene = Scene().opened()
    scene.find()
    assert len(scene.state.out) == 4
    assert scene.facts("round_won") == {"card": scene.text(LAST)}
    assert scene.state.scores == [1]


def test_p13_a_new_clue_shares_no_letter_with_the_chain() -> None:
    scene = Scene().opened()
    cards = scene.state.pack().cards
    laid = {letter for clue in scene.state.clues for letter in cards[clue].letters}
    same = next(card for card in scene.state.pile if laid & set(cards[card].letters))
    other = next(card for card in scene.state.pile if not laid & set(cards[card].letters))
    rest = [card for card in scene.state.pile if card not in (same, other)]
    scene.state.pile = [*rest, other, same]
    scene.vote("clue")
    assert scene.state.clues[2] == other
    assert scene.state.rejected == [same]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_p13_every_clue_of_the_chain_counts(place: int) -> None:
    scene = Scene().opened()
    scene.vote("clue")
    scene.near()
    cards = scene.state.pack().cards
    letters = [set(cards[clue].letters) for clue in scene.state.clues]
    others = set().union(*(letters[other] for other in range(3) if other != place))
    same = next(
        card
        for card in scene.state.pile
        if letters[place] & set(cards[card].letters) and not others & set(cards[card].letters)
    )
    free = next(card for card in scene.state.pile if not set().union(*letters) & set(cards[card].letters))
    scene.state.pile = [free, same]
    scene.vote("clue")
    assert scene.state.clues[3] == free
    assert scene.state.rejected[-1] == same


@pytest.mark.parametrize("space", [0, 1])
def test_p13_a_new_clue_may_share_a_letter_with_either_card_on_the_board(space: int) -> None:
    scene = Scene().opened()
    cards, pile = scene.state.pack().cards, scene.state.pile
    laid = {letter for clue in scene.state.clues for letter in cards[clue].letters}
    free = [card for card in pile if not laid & set(cards[card].letters)]
    master, clue = next(
        (one, other)
        for one in free
        for other in free
        if one < other and set(cards[one].letters) & set(cards[other].letters)
    )
    scene.state.spaces[space] = master
    scene.state.pile = [*(card for card in pile if card not in (master, clue)), clue]
    scene.vote("clue")
    assert scene.state.clues[2] == clue
    assert scene.state.rejected == []


def test_p13_the_first_two_clues_and_master_cards_do_not_count() -> None:
    scene = Scene()
    scene.do(0, Volunteer())
    scene.take(METIERS)
    cards, pile = scene.state.pack().cards, scene.state.pile
    one, other = next(
        (one, other)
        for one in pile
        for other in pile
        if one < other and set(cards[one].letters) & set(cards[other].letters)
    )
    scene.state.pile = [*(card for card in pile if card not in (one, other)), other, one]
    scene.look()
    assert scene.state.clues == [one, other]
    scene.near()
    masters = {letter for card in range(55, 60) for letter in cards[card].letters}
    laid = {letter for clue in scene.state.clues for letter in cards[clue].letters}
    like_a_master = next(
        card for card in scene.state.pile if masters & set(cards[card].letters) and not laid & set(cards[card].letters)
    )
    scene.state.pile = [*(card for card in scene.state.pile if card != like_a_master), like_a_master]
    scene.vote("clue")
    assert scene.state.clues[2] == like_a_master


def test_p14_the_family_is_silent_while_braincat_thinks() -> None:
    scene = Scene().begin()
    assert all(scene.hand(seat).talk[0].may_write == "none" for seat in range(3))
    scene.near()
    assert scene.hand(1).talk[0].may_write == "text"


@pytest.mark.parametrize(
    ("votes", "draws", "result"),
    [
        (("blue", "red"), [NEARER_BLUE, FLAT, FLAT], "blue"),
        (("blue", "red"), [NEARER_RED, FLAT, FLAT], "red"),
        (("blue", "clue"), [NEARER_RED, EDGE, FLAT], "clue"),
        (("blue", "clue"), [NEARER_BLUE, FLAT, EDGE], "clue"),
        (("blue", "clue"), [NEARER_BLUE, FLAT, FLAT], "blue"),
    ],
)
def test_p15_a_tie_is_decided_by_the_totems(votes: tuple[Colour, ...], draws: list[int], result: str) -> None:
    scene = Scene().opened()
    scene.vote(*votes, draws=draws)
    assert scene.facts("tossed")["result"] == result
    assert scene.tossed().result == result
    assert scene.phase() == ("paw" if result == "clue" else "debate")


@pytest.mark.parametrize(("blue", "green"), [(0, 1), (0, 2), (1, 0), (1, 2)])
@pytest.mark.parametrize("seconds", [0, 89])
def test_p16_braincat_may_point_either_way_and_nothing_is_said_of_it(blue: int, green: int, seconds: int) -> None:
    scene = Scene().begin()
    for paw, at in enumerate((blue, green)):
        between = scene.board().paw_between
        assert between is not None
        view = GAME.view(scene.state, Viewer(0))
        assert GAME.moves(view, ScriptedLuck([])) == [Point(clue) for clue in between]
        scene.now += 1_000 * seconds
        scene.point(at)
        assert scene.board().paws[paw].at == at
        assert scene.board().paws[paw].other == sum(between) - at
        clues = scene.board().clues
        # Which clue the claws show, and how long it took; not whether it is the nearer one.
        assert scene.facts("paw") == {
            "seat": 0,
            "number": paw + 1,
            "near": clues[at].text,
            "far": clues[sum(between) - at].text,
            "seconds": seconds,
        }
        assert scene.said == (["paw"] if paw else ["paw", "shown", "shown"])
        assert scene.phase() == "debate"
        scene.vote("clue")


def test_p17_the_same_braincat_and_the_same_theme_again() -> None:
    scene = Scene().opened()
    scene.find()
    scene.end_round()
    assert scene.ask("volunteer").seats == (1, 2, 0)
    scene.begin(METIERS, cat=0)
    assert scene.state.braincat == 0
    assert scene.state.plays[METIERS] == 2


def test_p18_the_memocat_is_read_while_laying_a_paw_and_never_in_a_debate() -> None:
    scene = Scene()
    scene.do(0, Volunteer())
    scene.take(PHILO)
    assert scene.hand(0).mystery is not None
    scene.look()
    memocat = scene.hand(0).memocat
    assert [line.number for line in memocat] == list(range(1, 61))
    assert scene.hand(0).mystery is None  # Its number must be remembered.
    assert scene.hand(1).memocat == ()
    scene.near()
    assert scene.hand(0).memocat == ()
    scene.vote("clue")
    assert scene.hand(0).memocat == memocat
    scene.near()
    for _ in range(3):
        scene.vote("blue" if scene.state.spaces[0] == LAST else "red")
    assert scene.state.hidden == []
    scene.vote("clue")
    assert scene.hand(0).memocat == ()  # All Master cards are revealed.


def test_p19_lonely_hearts_false_leads_of_one_sex_clues_of_the_other() -> None:
    scene = Scene().begin(ANNONCES)
    cards = scene.state.pack().cards
    sex = cards[LAST].sex
    assert {line.text for line in scene.hand(0).memocat} == {card.text for card in cards if card.sex == sex}
    scene.near()
    masters = [card for card in scene.state.spaces if card is not None] + scene.state.hidden
    assert len(masters) == 5
    assert {cards[card].sex for card in masters} == {sex}
    for _ in range(3):
        scene.vote("clue")
        scene.near()
    assert {cards[card].sex for card in scene.state.clues} == {"f" if sex == "m" else "m"}
    assert all(cards[card].sex == sex for card in scene.state.rejected)
    assert {card.letters for card in cards} == {""}


def test_p20_schizo_braincat_chooses_the_masters_theme_the_family_that_of_the_clues() -> None:
    scene = Scene(FilOptions(schizo=True, first=0))
    scene.do(0, Volunteer())
    scene.take(METIERS)
    assert scene.ask("wish").seats == (1, 2)
    scene.do(1, WishTheme(GRENIER))
    scene.do(2, WishTheme(GRENIER), [*unshuffled(60), *unshuffled(60)])
    scene.look()
    assert {face.theme for face in scene.board().clues} == {GRENIER}
    scene.near()
    assert {face.theme for face in scene.board().spaces if face is not None} == {METIERS}


def test_p21_four_rounds_a_target_and_three_green_paws_every_round() -> None:
    scene = Scene(HUMEURS)
    assert scene.board().rounds == 4
    moods: tuple[Mood, ...] = ("presse", "muet")
    for mood in moods:
        scene.mood = mood
        scene.opened()
        assert scene.state.greens == 3
        scene.vote("clue")
        scene.near()
        scene.lose()
        scene.end_round()
    assert scene.board().options.target == "12"


@pytest.mark.parametrize(("clues", "points"), [(0, 8), (1, 6), (2, 5), (3, 4)])
def test_p22_a_find_scores_by_paws_laid(clues: int, points: int) -> None:
    scene = Scene(HUMEURS, mood="muet").opened()
    for _ in range(clues):
        scene.vote("clue")
        scene.near()
    assert scene.board().worth == points
    scene.find()
    assert scene.state.scores == [points]
    assert scene.facts("round_scored")["points"] == points


def test_p23_the_theme_first_then_a_mood() -> None:
    scene = Scene(HUMEURS, mood="curieux")
    scene.do(0, Volunteer())
    assert scene.board().mood is None
    scene.take(METIERS)
    assert scene.facts("mood") == {"mood": "curieux"}
    assert scene.said.index("theme") < scene.said.index("mood")


def test_p24_nobody_again_before_all_have_been_a_theme_twice_moods_discarded() -> None:
    scene = Scene(HUMEURS, seats=2)
    moods: tuple[Mood, ...] = ("muet", "presse", "avare", "curieux")
    cats = []
    for number, mood in enumerate(moods):
        scene.mood = mood
        allowed = scene.ask("volunteer").seats
        assert set(allowed) == ({0, 1}, {1}, {0, 1}, {1})[number]
        scene.do(allowed[0], Volunteer())
        if number == 2:
            assert scene.refusal(allowed[0], TakeTheme(METIERS)) == Refusal(
                "theme_played", {"theme": "Métiers & Patelins"}
            )
        scene.opened(METIERS if number < 2 else PHILO)
        cats.append(scene.state.braincat)
        assert scene.board().moods == moods[: number + 1]
        scene.lose()
        scene.end_round()
    assert cats == [0, 1, 0, 1]
    assert GAME.outcome(scene.state) is not None


def test_a_confirmation_needs_a_vote_and_a_changed_vote_needs_another_confirmation() -> None:
    scene = Scene().opened()
    assert scene.refusal(1, Confirm()) == Refusal("vote_first")
    scene.do(1, Vote("blue"))
    scene.do(1, Confirm())
    assert scene.board().confirmed == (False, True, False)
    scene.do(1, Vote("red"))
    assert scene.board().confirmed == (False, False, False)
