"""What a device is sent of a running table."""

from __future__ import annotations

import json

from tablee.games import find
from tablee.games.voyelles.actions import Grab, TurnCard
from tablee.kernel.game import Refusal, Viewer
from tablee.kernel.luck import seed_from
from tablee.kernel.table import open_table
from tablee.server.lobby import Place
from tablee.server.show.tools import tools_of
from tablee.server.show.views import Views


def test_moves_that_can_be_chosen_are_sent_and_samples_of_free_text_are_not() -> None:
    """The speaker of Voyelles has to find a word: none may lie on the device."""
    found = find("voyelles")
    table = open_table(found.game, found.game.meta.options(), (None, None), seed_from("stage"))
    assert not isinstance(table, Refusal)
    stage = Views(tools_of(found), table, (Place(), Place()), {})

    def moves(seat: int) -> list[object]:
        stage.changed()
        sent = json.loads(b"{%b}" % stage.view(Viewer(seat)))["moves"]
        assert isinstance(sent, list)
        return sent

    turner = table.asks[0].seats[0]
    assert len(moves(turner)) == 3
    assert moves(1 - turner) == []
    assert table.play(turner, "1.turn", TurnCard(0), 0) is None
    assert moves(0) == moves(1) == [{"type": "Grab"}, {"type": "Pass"}]
    assert table.play(1, "1.0.mic", Grab(), 500) is None
    assert found.game.moves(table.view(Viewer(1)), table._luck) != []
    assert moves(1) == []
