from tablee.arena.match import play_match
from tablee.bots.bot import RandomBot
from tablee.games.pierres import GAME
from tablee.kernel.game import SCREEN, Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kernel.table import Table, open_table


def test_random_bots_finish_a_game() -> None:
    bots = [RandomBot(GAME) for _ in range(4)]
    table = play_match(GAME, GAME.meta.presets["annonce"], (None,) * 4, bots, "random")
    assert table.outcome is not None
    assert sum(table.outcome.scores) == 72


def test_a_random_bot_answers_with_an_action_of_the_ask_it_was_shown() -> None:
    table = open_table(GAME, GAME.meta.presets["rapide"], (None, None), seed_from("bot"))
    assert isinstance(table, Table)
    luck = SeededLuck(seed_from("bot"))
    (ask,) = table.view(SCREEN).asks
    seat = ask.seats[0]
    bot = RandomBot(GAME)
    action = bot.act(table.view(Viewer(seat, held=True)), ask, luck)
    assert type(action) in GAME.meta.kinds[ask.kind].actions
    # The other seat is not asked, so it has nothing to say.
    assert bot.act(table.view(Viewer(1 - seat, held=True)), ask, luck) is None
