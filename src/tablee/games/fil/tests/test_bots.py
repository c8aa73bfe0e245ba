"""Bots for De Fil en Aiguille: they play every mode by the rules, differ from each other, and can say why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.arena.match import play_match
from tablee.games.fil import GAME
from tablee.games.fil.actions import Choose, Colour, Continue, Explain, Point, Seal, Stay, Vote
from tablee.games.fil.bots import BOTS, PERSONAS, FilBot
from tablee.games.fil.likeness import by_words, hashes, pack_hash
from tablee.games.fil.minds import Mind
from tablee.games.fil.moods import Mood
from tablee.games.fil.options import FilOptions
from tablee.games.fil.reading import Reader
from tablee.games.fil.tags import DIMENSIONS, FEINT
from tablee.games.fil.tests.own_packs import LOVERS, SEASONS
from tablee.games.fil.tests.scene import LAST, METIERS, THEMES, Scene, swap
from tablee.games.fil.tests.test_printed_rivals import CHACUN, teams
from tablee.games.fil.themes import our_pack
from tablee.games.fil.view import Face
from tablee.kernel import Ask, Viewer
from tablee.kernel.frames import Frame
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.wire import Wire

LEVELS = ("easy", "medium", "hard", "expert")


def luck(*words: object) -> SeededLuck:
    return SeededLuck(seed_from("bots", *words))


def look(bot: FilBot, scene: Scene, seat: int) -> None:
    bot.see(Frame(1, GAME.view(scene.state, Viewer(seat, held=True)), ()))


def face(number: int, theme: int = METIERS) -> Face:
    card = our_pack(THEMES[theme], "fr").cards[number - 1]
    return Face(theme, card.number, card.text, card.letters, card.sex, "".join(map(str, card.tags)))


def named(text: str) -> Face:
    return next(face(number) for number in range(1, 61) if face(number).text.startswith(text))


@pytest.mark.parametrize("preset", sorted(GAME.meta.presets))
def test_all_levels_play_every_preset_by_the_rules(preset: str) -> None:
    options = GAME.meta.presets[preset]
    seats = max(4, GAME.meta.seats(options)[0])
    teams_of_seats = tuple(("red", "blue")[seat % 2] if preset == "equipes" else None for seat in range(seats))
    bots = [BOTS[LEVELS[seat % 4]](seat) for seat in range(seats)]
    table = play_match(GAME, options, teams_of_seats, bots, preset)
    assert table.outcome is not None


@pytest.mark.parametrize("pack", [SEASONS, LOVERS])
def test_they_play_a_pack_of_the_players_own(pack: str) -> None:
    bots = [BOTS[level](seat) for seat, level in enumerate(("hard", "expert", "easy"))]
    table = play_match(GAME, FilOptions(mode="humeurs", pack=pack), (None,) * 3, bots, "own")
    assert table.outcome is not None


def test_the_same_seed_gives_the_same_game_byte_for_byte() -> None:
    texts = []
    for _ in range(2):
        bots = [BOTS[level](seat) for seat, level in enumerate(("hard", "expert", "medium"))]
        texts.append(Wire(GAME).write_record(play_match(GAME, FilOptions(), (None,) * 3, bots, "again").record))
    assert texts[0] == texts[1]


# --- Minds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_the_tables_of_words_belong_to_the_cards(theme: str) -> None:
    assert hashes()[theme] == pack_hash(our_pack(theme, "fr"))
    values = [by_words(theme, one, other) for one in range(60) for other in range(one)]
    assert all(value is not None and 0 <= value <= 1 for value in values)
    assert len(set(values)) > 100
    assert by_words(theme, 3, 7) == by_words(theme, 7, 3)


def test_a_mind_finds_the_obvious() -> None:
    """Print's own example: is the bouncer nearer to the gravedigger or to the bus driver? And some that are plain."""
    board = Scene().board()
    mind = Mind("anybody", whims=0)
    for one, near, far in [
        ("Boulangère", "Pâtissier", "Juge"),
        ("Fossoyeur", "Croque-mort", "Clown"),
        ("Vétérinaire", "Gardienne de zoo", "Banquière"),
        ("Infirmière", "Sage-femme", "Garagiste"),
    ]:
        nearer = mind.likeness(board, named(one), named(near))
        assert nearer > mind.likeness(board, named(one), named(far)), one
        assert nearer == mind.likeness(board, named(near), named(one))


def test_no_two_minds_are_alike_and_weaker_ones_agree_less() -> None:
    board = Scene().board()
    pairs = [(face(one), face(other)) for one in range(1, 31) for other in range(31, 61)]

    def agreement(whims: float) -> float:
        """How often two minds agree on which of two pairs is nearer."""
        minds = [Mind(name, whims) for name in ("one", "another")]
        felt = [[mind.likeness(board, *pair) for pair in pairs] for mind in minds]
        agreed = sum((a > b) == (c > d) for a, b, c, d in zip(felt[0], felt[0][1:], felt[1], felt[1][1:], strict=False))
        return agreed / (len(pairs) - 1)

    levels = [agreement(PERSONAS[level].whims) for level in LEVELS]
    assert levels == sorted(levels)
    assert 0.5 < levels[0] < levels[3] - 0.05 < 1


def test_a_mind_gives_its_reasons_in_the_words_of_the_grid() -> None:
    mind = Mind("anybody", whims=0)
    reasons = mind.reasons(named("Videur"), named("Fossoyeur"), named("Chauffeuse"))
    assert {DIMENSIONS[reason] for reason in reasons} <= {"night", "body"}
    unrated = replace_tags(named("Videur"), "")
    assert mind.reasons(unrated, named("Fossoyeur"), named("Chauffeuse")) == (FEINT,)


def replace_tags(card: Face, tags: str) -> Face:
    return card._replace(tags=tags)


# --- The Family ------------------------------------------------------------------------------------------------------


def chained(scene: Scene) -> Scene:
    """A chain that says everything: each paw points from a judge at what smells of bread."""
    state = scene.state
    baker, judge = (state.pack().index(named(name).number) for name in ("Pâtissier", "Juge"))
    state.clues = [baker, judge]
    blue, red = (state.pack().index(named(name).number) for name in ("Boulangère", "Huissier"))
    state.hidden = [card for card in (*state.hidden, *state.spaces) if card not in (blue, red, None)][:3]
    state.spaces = [blue, red]
    return scene


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_keeps_the_card_the_paws_speak_for(level: str) -> None:
    scene = chained(Scene().opened())
    scene.state.greens = 0  # No clue to ask for: it must cut.
    answers = [answer(BOTS[level](1), scene, 1, "debate", seed) for seed in range(5)]
    assert answers == [Vote("blue")] * 5


def answer(bot: FilBot, scene: Scene, seat: int, kind: str, seed: object = 0) -> object:
    view = GAME.view(scene.state, Viewer(seat, held=True))
    return bot.act(view, scene.ask(kind), luck(seed))


@pytest.mark.parametrize("level", LEVELS)
def test_m2_rebours_a_bot_of_the_family_keeps_the_card_the_claws_turn_away_from(level: str) -> None:
    """The claws point at a pastry cook and away from a judge; a baker lies on blue, a bailiff on red."""
    readings: tuple[tuple[Mood, Colour], ...] = (("rebours", "red"), ("muet", "blue"))
    for mood, kept in readings:
        scene = chained(Scene(FilOptions(mode="humeurs", first=0), mood=mood).opened())
        scene.state.greens = 0  # No clue to ask for: it must cut.
        assert answer(BOTS[level](1), scene, 1, "debate") == Vote(kept)


def test_the_reader_weighs_paws_as_bradley_and_terry_would() -> None:
    scene = chained(Scene().opened())
    board = scene.board()
    reader = Reader(Mind("anybody", whims=0), paws=4, clocks=False)
    chances = reader.chances(board, luck())
    assert chances[0] > 2 * chances[1]
    assert 0 < sum(chances) < 1  # Three Master cards are still face down.
    # M-2: with a backwards cat the same paw says the opposite.
    backwards = replace(board, mood="rebours", options=replace(board.options, mode="humeurs"))
    turned = reader.chances(backwards, luck())
    assert turned[1] > 2 * turned[0]
    # A paw that fell by chance says nothing.
    paw = board.paws[0]._replace(by_clock=True)
    blind = reader.chances(replace(board, paws=(paw,)), luck())
    assert blind[0] == blind[1]


def test_who_looks_ahead_asks_for_a_clue_while_it_is_free_and_cuts_when_it_is_sure() -> None:
    scene = Scene().opened()
    scene.state.clues = [scene.state.pack().index(named(name).number) for name in ("Juge", "Huissier")]
    assert answer(BOTS["expert"](1), scene, 1, "debate") == Vote("clue")


def rival_on(space: int, *, blind: bool) -> Scene:
    """Équipes: the rival totem stands here. `blind`: the paw fell by chance, so that both cards are worth the same."""
    scene = chained(teams().opened())
    scene.state.families[1].totem = space
    if blind:
        scene.state.paws = [scene.state.paws[0]._replace(by_clock=True)]
    return scene


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("rival", [0, 1])
def test_who_looks_ahead_does_not_step_onto_a_rival_for_little(level: str, rival: int) -> None:
    assert answer(BOTS[level](2), rival_on(rival, blind=True), 2, "vote") == Choose(1 - rival)
    # Where the paws speak clearly for a card, the rival's points are worth it.
    assert answer(BOTS[level](2), rival_on(rival, blind=False), 2, "vote") == Choose(0)


@pytest.mark.parametrize("level", LEVELS)
def test_a_totem_stays_where_moving_brings_nothing(level: str) -> None:
    scene = rival_on(0, blind=True)
    scene.state.families[0].totem = 1
    assert answer(BOTS[level](2), scene, 2, "vote") == Stay()


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_who_does_not_look_ahead_counts_no_rival_s_points(level: str) -> None:
    assert answer(BOTS[level](2), rival_on(0, blind=True), 2, "vote") == Choose(0)


def test_an_ambassador_confirms_when_all_of_the_family_have_voted() -> None:
    scene = teams().opened()
    for seat in (2, 4):
        assert answer(BOTS["easy"](2), scene, 2, "seal") is None
        scene.lean(seat, 0)
    assert answer(BOTS["easy"](2), scene, 2, "seal") == Seal()


def test_alone_it_places_its_token_once() -> None:
    scene = Scene(CHACUN).opened()
    bot = BOTS["hard"](1)
    action = answer(bot, scene, 1, "choose")
    scene.do(1, action)  # type: ignore[arg-type]
    assert answer(bot, scene, 1, "choose") is None


# --- The cat ---------------------------------------------------------------------------------------------------------


def as_cat(level: str, mystery: str, clues: tuple[str, str], mood: Mood | None = None) -> tuple[FilBot, Scene]:
    """A bot that has seen this Mystery card and must lay the blue paw between these clues."""
    scene = Scene(FilOptions(mode="humeurs" if mood else "decouverte", first=0), mood=mood)
    scene.run_out("volunteer")
    scene.take(METIERS)
    scene.state.mystery = scene.state.pack().index(named(mystery).number)
    bot = BOTS[level](0)
    look(bot, scene, 0)
    scene.look()
    scene.state.clues = [scene.state.pack().index(named(name).number) for name in clues]
    look(bot, scene, 0)
    return bot, scene


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_the_cat_remembers_the_mystery_card_and_points_at_what_is_near(level: str) -> None:
    bot, scene = as_cat(level, "Boulangère", ("Juge", "Pâtissier"))
    assert scene.hand(0).mystery is None
    assert answer(bot, scene, 0, "paw") == Point(1)


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_m2_rebours_a_bot_as_braincat_points_at_the_farther_clue(level: str) -> None:
    bot, scene = as_cat(level, "Boulangère", ("Juge", "Pâtissier"), mood="rebours")
    assert answer(bot, scene, 0, "paw") == Point(0)
    bot, scene = as_cat(level, "Boulangère", ("Juge", "Pâtissier"), mood="muet")
    assert answer(bot, scene, 0, "paw") == Point(1)


def test_an_obvious_paw_is_laid_faster() -> None:
    times = []
    for clues in (("Juge", "Pâtissier"), ("Juge", "Huissier")):
        bot, scene = as_cat("expert", "Boulangère", clues)
        view = GAME.view(scene.state, Viewer(0, held=True))
        ask: Ask = scene.ask("paw")
        times.append(sum(bot.think(view, ask, luck("time", number)) for number in range(60)))
    assert times[0] < 0.7 * times[1]


def test_a_stand_in_is_told_the_mystery_card_and_plays_with_it() -> None:
    scene = Scene().begin()
    names = ("Juge", "Pâtissier")
    scene.state.mystery = scene.state.pack().index(named("Boulangère").number)
    scene.state.clues = [scene.state.pack().index(named(name).number) for name in names]
    bot = BOTS["expert"](0)
    view = GAME.view(scene.state, Viewer(0, held=True))
    bot.see(Frame(0, view, GAME.brief(scene.state, 0)))
    assert bot.act(view, scene.ask("paw"), luck()) == Point(1)


# --- Afterwards ------------------------------------------------------------------------------------------------------


def test_after_the_round_the_cat_says_what_each_paw_meant() -> None:
    scene = Scene().opened()
    scene.vote("clue")
    scene.near()
    scene.lose()
    bot = BOTS["expert"](0)
    for number in range(2):
        action = answer(bot, scene, 0, "explain")
        assert isinstance(action, Explain)
        assert action.paw == number
        scene.do(0, action)
    assert answer(bot, scene, 0, "explain") is None
    assert "meant" in scene.said
    assert answer(bot, scene, 0, "recap") == Continue()


def test_who_went_astray_says_what_the_last_paw_was_taken_for() -> None:
    scene = Scene().opened()
    swap(scene.state, 0)
    assert scene.state.mystery == LAST
    scene.vote("red")
    action = answer(BOTS["hard"](1), scene, 1, "explain")
    assert isinstance(action, Explain)
    scene.do(1, action)
    assert "took_for" in scene.said
    assert answer(BOTS["hard"](1), scene, 1, "explain") is None


@pytest.mark.parametrize("level", LEVELS)
def test_thinking_takes_human_time_and_never_the_whole_clock(level: str) -> None:
    scene = Scene().begin()
    view = GAME.view(scene.state, Viewer(0, held=True))
    times = [BOTS[level](0).think(view, scene.ask("paw"), luck(number)) for number in range(100)]
    assert min(times) > 1_000
    assert max(times) <= 80_000
