"""One test for each of our rulings on De Fil en Aiguille."""

from __future__ import annotations

from typing import Literal

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.actions import (
    Choose,
    Confirm,
    Continue,
    Expose,
    Nominate,
    Place,
    Seal,
    Slam,
    Stay,
    Throw,
    Volunteer,
    Vote,
    WishTheme,
)
from tablee.games.fil.moods import Mood
from tablee.games.fil.options import FilOptions
from tablee.games.fil.state import STAY
from tablee.games.fil.tests.scene import ANNONCES, GRENIER, LAST, METIERS, PHILO, Scene, swap, unshuffled
from tablee.games.fil.tests.test_printed_rivals import BLUE, CHACUN, RED, in_the_skip, step, teams
from tablee.games.fil.themes import LANGUAGES, editions
from tablee.kernel import Channel, Refusal

HUMEURS = FilOptions(mode="humeurs", first=0)
NEARER_BLUE, NEARER_RED = 0, 1
FLAT, EDGE = 19, 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_r1_nine_themes_of_sixty_cards_thirty_of_each_sex_in_lonely_hearts(language: str) -> None:
    packs = editions(language)
    assert [len(pack.cards) for pack in packs] == [60] * 9
    assert sum(card.sex == "f" for card in packs[ANNONCES].cards) == 30
    assert {pack.language for pack in packs} == {language}


def test_r2_two_rounds_lost_end_the_game() -> None:
    scene = Scene()
    for _ in range(2):
        scene.opened()
        scene.lose()
        scene.end_round()
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.won is False
    assert "not_adopted" in scene.said


@pytest.mark.parametrize(("answers", "is_played"), [([True, True, False], True), ([False, False, True], False)])
def test_r2_after_two_won_the_third_is_offered(answers: list[bool], is_played: bool) -> None:
    scene = Scene()
    for _ in range(2):
        scene.opened()
        scene.find()
        scene.end_round()
    assert scene.kinds == ["slam"]
    for seat, answer in enumerate(answers):
        scene.do(seat, Slam(answer))
    assert (scene.phase() == "volunteer") == is_played
    assert (GAME.outcome(scene.state) is None) == is_played


def test_r2_silence_plays_on() -> None:
    scene = Scene()
    for _ in range(2):
        scene.opened()
        scene.find()
        scene.end_round()
    scene.run_out("slam")
    assert scene.phase() == "volunteer"


def test_r3_rejected_cards_are_shuffled_back_then_the_letters_are_waived() -> None:
    scene = Scene().opened()
    cards = scene.state.pack().cards
    laid = {letter for clue in scene.state.clues for letter in cards[clue].letters}
    same = [card for card in scene.state.pile if laid & set(cards[card].letters)]
    # All that is left shares a letter: refused, shuffled back, refused again, then drawn all the same.
    scene.state.pile = same[:2]
    scene.vote("clue", draws=[0, 0])
    assert scene.state.clues[2] in same[:2]
    assert scene.board().clues[2].number == cards[scene.state.clues[2]].number


def test_r3_a_rejected_card_comes_back_when_the_pile_runs_out_and_sex_is_never_waived() -> None:
    scene = Scene().opened(ANNONCES)
    cards = scene.state.pack().cards
    sex = cards[LAST].sex
    right = next(card for card in scene.state.pile if cards[card].sex != sex)
    wrong = [card for card in scene.state.pile if cards[card].sex == sex][:2]
    scene.state.pile, scene.state.rejected = wrong, [right]
    scene.vote("clue", draws=[1, 1])
    assert scene.state.clues[2] == right


@pytest.mark.parametrize(
    ("votes", "draws", "result"),
    [
        # An edge changes nothing between blue and red.
        (("blue", "red"), [NEARER_RED, EDGE, EDGE], "red"),
        # The nearer totem's colour is not among the tied: the tied colour.
        (("red", "clue"), [NEARER_BLUE, FLAT, FLAT], "red"),
        (("red", "clue"), [NEARER_BLUE, EDGE, FLAT], "clue"),
    ],
)
def test_r4_the_throw(votes: tuple[str, str], draws: list[int], result: str) -> None:
    scene = Scene().opened()
    scene.vote(*votes, draws=draws)  # type: ignore[arg-type]
    toss = scene.tossed()
    assert toss.result == result
    assert toss.nearer == ("blue", "red")[draws[0]]
    assert toss.blue_edge == (draws[1] == EDGE)
    assert ("on_edge" in scene.said) == (EDGE in draws[1:])


@pytest.mark.parametrize(
    ("draws", "result"),
    [
        ([NEARER_BLUE, FLAT, FLAT], "blue"),
        ([NEARER_RED, FLAT, FLAT], "red"),
        ([NEARER_BLUE, FLAT, EDGE], "clue"),
        ([NEARER_RED, EDGE, FLAT], "clue"),
    ],
)
def test_r4_a_tie_of_all_three(draws: list[int], result: str) -> None:
    scene = Scene(seats=4).opened()
    scene.vote("blue", "red", "clue", draws=draws)
    assert scene.tossed().result == result
    assert scene.facts("tossed") == {"seat": 0, "nearer": ("blue", "red")[draws[0]], "result": result}
    assert (scene.phase() == "paw") == (result == "clue")
    if result != "clue":
        assert scene.facts("kept")["colour"] == result


def test_r4_one_throw_in_twenty_lands_on_edge() -> None:
    for draw, is_edge in ((0, True), (1, False), (19, False)):
        scene = Scene().opened()
        scene.vote("blue", "red", draws=[NEARER_BLUE, draw, FLAT])
        assert (scene.tossed().blue_edge, scene.tossed().red_edge) == (is_edge, False)
        assert ("on_edge" in scene.said) == is_edge
        scene = Scene().opened()
        scene.vote("blue", "red", draws=[NEARER_RED, FLAT, draw])
        assert (scene.tossed().blue_edge, scene.tossed().red_edge) == (False, is_edge)
        assert ("on_edge" in scene.said) == is_edge


def test_r5_votes_are_visible_changeable_and_end_when_all_have_confirmed() -> None:
    scene = Scene().opened()
    scene.do(1, Vote("blue"))
    assert scene.board().votes == (None, "blue", None)
    assert scene.facts("voted") == {"seat": 1, "choice": "blue"}
    scene.do(1, Vote("red"))
    scene.do(2, Vote("red"))
    scene.do(1, Confirm())
    assert scene.ask("debate").awaited == (2,)
    assert scene.phase() == "debate"
    scene.do(2, Confirm())
    assert scene.facts("kept")["colour"] == "red"


def test_r5_missing_votes_are_abstentions_and_no_vote_asks_for_a_clue() -> None:
    scene = Scene(seats=4).opened()
    scene.do(3, Vote("blue"))
    scene.run_out("debate")
    assert scene.facts("kept")["colour"] == "blue"
    scene.run_out("debate")
    assert "no_vote" in scene.said
    assert scene.phase() == "paw"


def test_r5_no_vote_and_no_clue_left_the_totems_decide() -> None:
    scene = Scene().opened()
    scene.state.greens = 0
    assert scene.refusal(1, Vote("clue")) == Refusal("no_clue_left")
    scene.run_out("debate", [NEARER_RED, FLAT, FLAT])
    assert scene.facts("kept")["colour"] == "red"


def test_r6_mystery_cards_of_earlier_rounds_leave_their_pack() -> None:
    scene = Scene().opened()
    scene.find()
    scene.end_round()
    scene.opened()
    assert scene.state.mystery == LAST - 1
    everywhere = {*scene.state.pile, *scene.state.clues, *scene.state.hidden, *scene.state.rejected}
    assert LAST not in everywhere
    assert LAST - 2 in everywhere | {card for card in scene.state.spaces if card is not None}


def test_r6_other_packs_keep_their_cards_of_that_number() -> None:
    scene = Scene().opened(METIERS)
    scene.find()
    scene.end_round()
    scene.opened(GRENIER)
    assert scene.state.mystery == LAST
    assert [past.mystery.number for past in scene.board().past] == [LAST + 1]


def test_r7_the_first_volunteer_has_it_else_the_next_allowed_seat() -> None:
    scene = Scene(FilOptions(first=1))
    ask = scene.ask("volunteer")
    assert ask.seats == (1, 2, 0)
    assert ask.until == 20_000
    assert GAME.meta.kinds["volunteer"].race
    scene.run_out("volunteer")
    assert scene.state.braincat == 1
    scene = Scene(FilOptions(first=1))
    scene.do(0, Volunteer())
    assert scene.state.braincat == 0


def test_r8_the_memocat_is_there_for_the_blue_paw_too_and_for_braincat_alone() -> None:
    scene = Scene().begin(PHILO)
    assert len(scene.board().paws) == 0
    assert len(scene.hand(0).memocat) == 60
    assert scene.hand(1).memocat == ()
    scene.near()
    # The two cards on the board are not turned over while a paw is laid.
    scene.vote("clue")
    assert all(face is not None for face in scene.board().spaces)


def test_r9_without_a_memocat_the_mystery_card_is_shown_at_the_start_only() -> None:
    for pense_bete in (False, True):
        scene = Scene(FilOptions(first=0, pense_bete=pense_bete))
        scene.begin()
        assert (scene.hand(0).mystery is not None) == pense_bete
        scene.near()
        assert scene.hand(0).mystery is None
        scene.vote("clue")
        assert (scene.hand(0).mystery is not None) == pense_bete


def test_r9_in_chacun_pour_soi_it_is_always_marked_for_braincat() -> None:
    scene = Scene(CHACUN).opened()
    mystery = scene.hand(0).mystery
    assert mystery is not None
    assert mystery in scene.board().spaces
    assert scene.hand(1).mystery is None


def test_r9_whoever_takes_over_braincat_is_shown_the_mystery_card_once() -> None:
    scene = Scene().opened()
    told = GAME.brief(scene.state, 0)
    assert [caption.code for caption in told] == ["mystery_told"]
    assert told[0].facts == {"number": LAST + 1, "card": scene.text(LAST)}
    assert told[0].to == (0,)
    assert GAME.brief(scene.state, 1) == ()
    scene.find()
    assert GAME.brief(scene.state, 0) == ()


def test_r10_schizo_only_together_and_without_lonely_hearts() -> None:
    assert FilOptions(mode="equipes", schizo=True).refusal() == Refusal("schizo_together")
    assert FilOptions(mode="chacun", schizo=True).refusal() == Refusal("schizo_together")
    assert FilOptions(mode="humeurs", schizo=True).refusal() is None
    scene = Scene(FilOptions(schizo=True, first=0))
    scene.do(0, Volunteer())
    assert not scene.board().themes[ANNONCES].is_open


def test_r10_a_tie_or_silence_is_decided_by_chance_and_both_themes_count() -> None:
    scene = Scene(FilOptions(schizo=True, first=0))
    scene.do(0, Volunteer())
    scene.take(METIERS)
    assert scene.ask("wish").until == 30_000
    scene.do(1, WishTheme(PHILO))
    scene.do(2, WishTheme(GRENIER), [1, *unshuffled(60), *unshuffled(60)])
    assert scene.state.clue_theme == GRENIER
    assert (scene.state.plays[METIERS], scene.state.plays[GRENIER], scene.state.plays[PHILO]) == (1, 1, 0)
    scene = Scene(FilOptions(schizo=True, first=0))
    scene.do(0, Volunteer())
    scene.take(METIERS)
    # Neither the Master cards' theme nor lonely hearts: the first that is left is Philo.
    scene.run_out("wish", [0, *unshuffled(60), *unshuffled(60)])
    assert scene.state.clue_theme == PHILO


def test_r11_won_as_soon_as_the_target_is_reached() -> None:
    scene = Scene(HUMEURS)
    moods: tuple[Mood, ...] = ("muet", "presse")
    for mood in moods:
        scene.mood = mood
        scene.opened()
        scene.find()
        scene.end_round()
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.won
    assert outcome.scores == (16, 16, 16)


def scored(target: Literal["12", "15"], *finds: tuple[Mood, int]) -> Scene:
    """Rounds of Humeurs du Chat that were won, each with its mood and the clues asked for."""
    scene = Scene(FilOptions(mode="humeurs", first=0, target=target))
    for mood, clues in finds:
        scene.mood = mood
        scene.opened()
        for _ in range(clues):
            scene.vote("clue")
            scene.near()
        scene.find()
        scene.end_round()
    return scene


@pytest.mark.parametrize(
    ("target", "finds"),
    [("12", (("muet", 0), ("presse", 3))), ("15", (("avare", 0), ("muet", 1)))],  # 8 + 4, 9 + 6
)
def test_r11_a_total_exactly_at_the_target_wins(
    target: Literal["12", "15"], finds: tuple[tuple[Mood, int], ...]
) -> None:
    scene = scored(target, *finds)
    assert scene.facts("adopted_with") == {"points": int(target)}
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.won
    assert outcome.ranks == (1, 1, 1)
    assert outcome.scores == (int(target),) * 3


@pytest.mark.parametrize(
    ("target", "finds"),
    [("12", (("muet", 1), ("presse", 2))), ("15", (("muet", 0), ("presse", 1)))],  # 6 + 5, 8 + 6
)
def test_r11_a_total_one_short_of_the_target_plays_on(
    target: Literal["12", "15"], finds: tuple[tuple[Mood, int], ...]
) -> None:
    scene = scored(target, *finds)
    assert scene.board().scores == (int(target) - 1,)
    assert GAME.outcome(scene.state) is None
    assert scene.board().round == 3


def test_r11_a_lost_round_scores_nothing_and_four_rounds_are_all() -> None:
    scene = Scene(FilOptions(mode="humeurs", first=0, target="15"))
    moods: tuple[Mood, ...] = ("muet", "presse", "rebours", "curieux")
    for mood in moods:
        assert GAME.outcome(scene.state) is None
        scene.mood = mood
        scene.opened(PHILO if mood == "curieux" else METIERS if mood != "rebours" else GRENIER)
        scene.find() if mood == "muet" else scene.lose()
        scene.end_round()
    outcome = GAME.outcome(scene.state)
    assert outcome is not None
    assert outcome.won is False
    assert outcome.scores == (8, 8, 8)
    assert outcome.ranks == (2, 2, 2)
    assert scene.facts("not_adopted_with") == {"points": 8}


def test_r12_the_first_voters_duel_and_the_step_s_clock_waits() -> None:
    scene = teams(10).opened()
    # Red votes: 2, 4, 6, 8 (0 is Braincat). Two for each card; 4 and 2 were first.
    scene.now = 10_000
    for seat, choice in ((4, 1), (2, 0), (6, 0), (8, 1)):
        scene.lean(seat, choice)
    step_ask, hurry = scene.ask("step"), scene.ask("hurry")
    assert hurry.to == (2, 4, 6, 8)
    scene.do(scene.ambassador(RED), Seal())
    assert scene.kinds == ["duel"]
    assert scene.ask("duel").seats == (4, 2)
    assert scene.ask("duel").until == 20_000
    # A draw is played again; silence throws at random.
    scene.throw("rock", "rock")
    assert scene.duel().wins == (0, 0)
    scene.do(4, Throw("paper"))
    assert scene.hand(4).gesture == "paper"
    assert scene.hand(2).gesture is None
    scene.run_out("duel", [0])
    assert scene.duel().last == ("paper", "rock")
    scene.throw("paper", "rock")
    assert scene.board().totems == (1, None)
    # The clock ran on from where it stood, under another name.
    again = scene.ask("step")
    assert again.id != step_ask.id
    assert again.until == scene.now + (step_ask.until or 0) - 10_000


def duelled(scene: Scene) -> None:
    """Red, whose voters are 2 and 4, is split from 10 s on; 2 wins at 24 s."""
    scene.now = 10_000
    scene.lean(2, 0)
    scene.lean(4, 1)
    scene.do(2, Seal())
    for scene.now in (15_000, 24_000):
        assert scene.kinds == ["duel"]
        scene.throw("rock", "scissors")


def test_r12_the_clock_of_the_family_ahead_waits_too() -> None:
    scene = teams().opened()
    assert scene.ask("ahead").until == 90_000
    duelled(scene)
    assert scene.ask("ahead").until == 24_000 + 80_000
    assert scene.ask("step").until == 24_000 + 110_000
    scene.lean(1, 1)
    scene.run_out("ahead")
    assert scene.board().totems == (0, 1)


def test_r12_the_twenty_seconds_of_the_other_ambassador_wait_too() -> None:
    scene = teams().opened()
    scene.now = 5_000
    for seat in (1, 3, 5):
        scene.lean(seat, 1)
    assert scene.ask("hurry").until == 25_000
    duelled(scene)
    assert scene.ask("hurry").until == 24_000 + 15_000
    scene.run_out("hurry")
    assert scene.board().totems == (0, 1)


def test_r12_the_family_ahead_needs_its_clock_no_more_once_its_own_duel_is_over() -> None:
    scene = teams(8).opened()
    scene.now = 10_000
    for seat, choice in ((1, 0), (3, 0), (5, 1), (7, 1)):
        scene.lean(seat, choice)
    scene.do(scene.ambassador(BLUE), Seal())
    assert scene.duel().ahead_left == 80_000
    for _ in range(2):
        scene.throw("paper", "rock")
    assert scene.board().totems == (None, 0)
    assert "ahead" not in scene.kinds
    assert scene.ask("step").until == 10_000 + 110_000


def test_r12_three_sides_duel_in_order_of_first_vote() -> None:
    scene = teams(8).opened()
    for seat, choice in ((6, STAY), (2, 1), (4, 0)):
        scene.lean(seat, choice)
    scene.do(scene.ambassador(RED), Seal())
    assert scene.ask("duel").seats == (6, 2)
    assert scene.duel().queue == (4,)
    scene.throw("rock", "paper")
    scene.throw("rock", "paper")
    assert scene.ask("duel").seats == (2, 4)
    scene.throw("rock", "paper")
    scene.throw("rock", "paper")
    assert scene.board().totems == (0, None)


def test_r13_votes_are_private_to_a_family_and_braincat_has_none() -> None:
    scene = teams().opened()
    scene.lean(2, 0)
    assert scene.hand(4).votes == ((2, 0),)
    assert scene.hand(0).votes == ()
    assert scene.hand(1).votes == ()
    assert scene.said == []
    asks = [ask for ask in scene.asks if ask.kind == "vote" and ask.id.endswith("red")]
    assert asks[0].seats == (2, 4)
    assert asks[0].awaited == (4,)
    assert asks[0].awaited_to == (2, 4)
    # "Stay" is one of the choices, and a family in which nobody voted does not move.
    assert scene.refusal(2, Stay()) is None
    assert scene.refusal(scene.ambassador(BLUE), Seal()) == Refusal("nobody_voted")
    scene.run_out("ahead")
    assert scene.facts("totem_stays") == {"team": "blue"}


def test_r14_fixed_when_the_ambassador_confirms_and_moved_at_once() -> None:
    scene = teams().opened()
    scene.lean(2, 0)
    scene.lean(4, 0)
    assert scene.board().totems == (None, None)
    scene.do(2, Seal())
    assert scene.board().totems == (0, None)
    # Confirmed first, so it is blue that steps on it, though blue may not wait.
    scene.move(BLUE, 0)
    assert scene.board().scores == (1, 0)


def test_r14_the_family_ahead_has_three_quarters_of_the_time() -> None:
    scene = teams().opened()
    assert scene.ask("ahead").until == scene.now + 90_000
    scene.lean(1, 1)
    scene.run_out("ahead")
    assert scene.board().totems == (None, 1)
    assert scene.board().done == (False, True)
    assert "ahead" not in scene.kinds
    scene.lean(2, 0)
    scene.run_out("step")
    assert scene.board().totems == (0, 1)
    assert scene.phase() == "paw"


def test_r14_who_is_behind_is_judged_when_the_step_begins_and_a_totem_is_never_lifted_off() -> None:
    scene = teams().opened()
    scene.move(BLUE, 0)
    scene.move(RED, 0)
    scene.near()
    assert scene.board().leader == BLUE
    assert scene.refusal(scene.ambassador(BLUE), Choose(0)) == Refusal("already_there")
    scene.move(BLUE, STAY)
    assert scene.board().totems == (0, 0)


def test_r15_the_sixth_master_card_goes_to_the_skip_too() -> None:
    scene = teams().opened()
    step(scene, red=0, blue=1)
    for _ in range(3):
        step(scene)
    # Unshuffled, the Mystery card is the sixth.
    assert "in_the_skip" in scene.said
    assert LAST in scene.state.out
    assert scene.board().face_down == 0


def test_r16_braincat_chooses_the_two_others_and_the_three_are_shuffled() -> None:
    scene = in_the_skip()
    assert scene.ask("expose").until == scene.now + 30_000
    skip = scene.hand(0).skip
    mystery = next(place for place, face in enumerate(skip) if face.number == LAST + 1)
    others = [place for place in range(len(skip)) if place != mystery]
    assert scene.refusal(0, Expose(mystery, others[0])) == Refusal("not_the_mystery")
    assert scene.refusal(0, Expose(others[0], others[0])) == Refusal("two_cards")
    assert scene.refusal(0, Expose(others[0], 5)) == Refusal("two_cards")
    wanted = {skip[place].number for place in (*others[2:], mystery)}
    scene.do(0, Expose(others[2], others[3]), [0, 0])
    assert {face.number for face in scene.board().spaces if face is not None} == wanted
    assert scene.state.spaces[0] != LAST


def test_r17_the_table_s_channel_and_each_family_s_own() -> None:
    scene = teams()
    assert [channel.name for channel in scene.hand(0).talk] == ["table", "red"]
    assert [channel.name for channel in scene.hand(1).talk] == ["table", "blue"]
    assert scene.hand(0).talk[0].may_write == "text"
    # Braincat neither reads nor writes in its family's own.
    assert not scene.hand(0).talk[1].may_read
    assert scene.hand(0).talk[1].may_write == "none"
    scene.opened()
    assert scene.hand(0).talk[0].may_write == "none"
    assert scene.hand(2).talk[1] == Channel("red", True, "text")


def test_r17_the_ambassador_is_the_first_other_seat_unless_the_family_votes_otherwise() -> None:
    scene = teams(8)
    assert scene.board().ambassadors == (2, 1)
    scene.do(4, Nominate(6))
    scene.do(6, Nominate(6))
    scene.do(2, Nominate(2))
    assert scene.hand(2).nominations == ((2, 2), (4, 6), (6, 6))
    assert scene.hand(1).nominations == ()
    assert scene.refusal(1, Nominate(2)) == Refusal("not_family")
    assert scene.refusal(4, Nominate(0)) == Refusal("not_family")
    scene.opened()
    assert scene.board().ambassadors == (6, 1)


def test_r17_tied_nominations_change_nothing() -> None:
    scene = teams(8)
    scene.do(4, Nominate(6))
    scene.do(6, Nominate(4))
    scene.do(3, Nominate(5))
    scene.do(5, Nominate(7))
    scene.do(7, Nominate(5))
    scene.opened()
    told = [caption.facts for caption in scene.state.captions if caption.code == "ambassador"]
    assert told == [{"seat": 2, "team": "red"}, {"seat": 5, "team": "blue"}]
    assert scene.board().ambassadors == (2, 5)


def test_r18_none_found_nothing_for_braincat() -> None:
    scene = Scene(CHACUN).opened()
    right = scene.state.spaces.index(LAST)
    wrong = (right + 1) % 4
    other = (right + 2) % 4
    for number in range(4):
        scene.place(*([wrong, other] if number == 0 else [-1, -1]))
        if scene.phase() == "paw":
            scene.near()
    assert "found_by_nobody" in scene.said
    assert scene.board().scores == (0, 0, 0)


def test_r19_the_first_choice_is_compulsory() -> None:
    scene = Scene(CHACUN, seats=5).opened()
    assert scene.refusal(1, Stay()) == Refusal("place_first")
    scene.do(1, Place(0))
    scene.do(2, Place(1))
    # Two cards are empty: chance picks among them, then among the one that is left.
    scene.run_out("choose", [1, 0])
    assert scene.board().tokens == (None, 0, 1, 3, 2)
    assert scene.phase() == "paw"
    scene.near()
    # Later, silence means stay.
    scene.run_out("choose")
    assert scene.board().tokens == (None, 0, 1, 3, 2)


def test_r19_at_the_limit_occupants_score_as_usual() -> None:
    scene = Scene(CHACUN, seats=6).opened()
    for seat, space in ((1, 0), (2, 1), (3, 2), (4, 3)):
        scene.do(seat, Place(space))
    scene.run_out("choose", [2])
    assert scene.board().scores == (0, 0, 0, 1, 0, 0)


def test_r20_clocks() -> None:
    scene = Scene()
    scene.do(0, Volunteer())
    assert scene.ask("theme").until == 30_000
    scene.run_out("theme", [GRENIER, *unshuffled(60)])
    assert scene.state.theme == GRENIER
    assert scene.ask("look").until == scene.now + 20_000
    scene.run_out("look")
    assert scene.ask("look").until == scene.now + 5_000
    scene.look()
    assert scene.ask("paw").until == scene.now + 90_000
    scene.run_out("paw", [1])
    assert "clock_paw" in scene.said
    assert scene.board().paws[0].by_clock
    assert scene.board().paws[0].took == 90_000


def test_r20_the_story_of_a_round_lasts_a_minute_and_the_offer_of_a_third_twenty_seconds() -> None:
    scene = Scene()
    for _ in range(2):
        scene.opened()
        scene.find()
        assert scene.ask("recap").until == scene.now + 60_000
        scene.run_out("recap")
    assert scene.kinds == ["slam"]
    assert scene.ask("slam").until == scene.now + 20_000


def test_r20_the_ambassador_has_twenty_seconds_after_all_have_voted() -> None:
    scene = teams().opened()
    scene.lean(2, 0)
    assert "hurry" not in scene.kinds
    scene.now = 5_000
    scene.lean(4, 0)
    assert scene.ask("hurry").until == 25_000
    assert scene.ask("hurry").to == (2, 4)
    # A changed vote restarts them.
    scene.now = 10_000
    scene.lean(4, STAY)
    assert scene.ask("hurry").until == 30_000
    scene.now = 12_000
    scene.lean(4, 0)
    scene.run_out("hurry")
    assert scene.board().totems == (0, None)
    assert scene.now == 32_000


@pytest.mark.parametrize(("debate", "together", "rivals"), [("short", 120_000, 60_000), ("long", 360_000, 180_000)])
def test_r20_debates_may_be_shorter_or_longer(debate: str, together: int, rivals: int) -> None:
    scene = Scene(FilOptions(first=0, debate=debate)).opened()  # type: ignore[arg-type]
    assert scene.ask("debate").until == scene.now + together
    scene = Scene(FilOptions(mode="chacun", first=0, debate=debate)).opened()  # type: ignore[arg-type]
    assert scene.ask("choose").until == scene.now + rivals


def test_the_story_of_a_round_says_where_the_thread_was_lost() -> None:
    scene = Scene().opened()
    scene.vote("clue")
    scene.near()
    scene.vote("red")
    swap(scene.state, 0)
    scene.vote("red")
    story = scene.board().story
    assert story is not None
    assert story.mystery.number == LAST + 1
    assert len(story.masters) == 5
    assert [moment.result for moment in story.scenes] == ["clue", "red", "red"]
    assert story.astray == 2
    assert scene.facts("astray") == {"paws": 2, "card": scene.text(LAST)}
    assert scene.said.count("read_back") == 2
    assert scene.refusal(0, Continue()) is None
