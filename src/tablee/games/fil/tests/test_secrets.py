"""What a seat may not know; and a leak would be found."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from tablee.games.fil.actions import FilAction, Seal, Throw
from tablee.games.fil.options import FilOptions, Mode
from tablee.games.fil.rules import Fil
from tablee.games.fil.state import STAY, FilState
from tablee.games.fil.tests.own_packs import SEASONS
from tablee.games.fil.tests.scene import Scene
from tablee.games.fil.tests.test_printed_rivals import BLUE, teams
from tablee.games.fil.tests.witness import WITNESS
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import ALL, Ask, Caption, Luck, Ms, Refusal, Seat
from tablee.kit import check_game


def test_r1_a_pack_of_the_players_own_is_marked_and_its_text_travels_with_no_frame() -> None:
    scene = Scene(FilOptions(first=0, pack=SEASONS, pense_bete=True, debate="long"))
    assert [theme.own for theme in scene.board().themes] == [False] * 9 + [True]
    assert scene.board().options == FilOptions(first=0, pense_bete=True, debate="long")


def test_p29_a_duel_is_public_but_no_gesture_before_both_have_thrown() -> None:
    scene = teams().opened()
    assert scene.board().pauses == 0
    scene.lean(2, 0)
    scene.lean(4, 1)
    scene.do(2, Seal())
    assert scene.facts("duel") == {"team": "red", "seat": 2, "by": 4}
    duel = scene.duel()
    assert (duel.team, duel.seats, duel.queue, duel.wins, duel.last) == ("red", (2, 4), (), (0, 0), None)
    scene.do(4, Throw("rock"))
    assert scene.ask("duel").awaited == (2,)
    assert [scene.hand(seat).gesture for seat in range(6)] == [None, None, None, None, "rock", None]
    assert scene.said == []
    scene.do(2, Throw("paper"))
    assert scene.facts("thrown") == {"seat": 2, "first": "paper", "by": 4, "second": "rock"}
    assert scene.duel().last == ("paper", "rock")
    assert scene.hand(4).gesture is None
    scene.throw("scissors", "paper")
    assert scene.facts("duel_won") == {"seat": 2, "by": 4}
    assert scene.board().pauses == 1
    assert scene.board().duel is None
    scene.move(BLUE, STAY)
    scene.near()
    assert scene.board().pauses == 0


# --- Leaks, planted on purpose ---------------------------------------------------------------------------------------


class ShowsTheMysteryCard(Fil):
    """A board that says whether the Mystery card lies on it."""

    def board(self, state: FilState) -> FilBoard:
        return replace(super().board(state), cuddle_answer=state.mystery in state.spaces)


class ShowsWhatComesNext(Fil):
    """A hand with the next Master card."""

    def hand(self, state: FilState, seat: Seat, held: bool) -> FilHand:
        hand = super().hand(state, seat, held)
        return replace(hand, votes=((seat, state.hidden[-1]),)) if state.hidden else hand


class RemindsBraincat(Fil):
    """A screen that does not forget what Braincat must remember."""

    def hand(self, state: FilState, seat: Seat, held: bool) -> FilHand:
        hand = super().hand(state, seat, held)
        is_debate = seat == state.braincat and state.phase == "debate" and state.mystery is not None
        return replace(hand, votes=((seat, state.mystery or 0),)) if is_debate else hand


class AwaitsInTheOpen(Fil):
    """A family's vote whose voters everybody can watch."""

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        return tuple(ask._replace(awaited_to=ALL) for ask in super().asks(state))


class SaysWhatAFamilyVotes(Fil):
    def step(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> FilState:
        new = super().step(state, seat, action, now, luck)
        if new.phase == "step" and new.families[new.team_of(seat)].votes:
            new.captions.append(Caption("leak", {"space": new.families[new.team_of(seat)].votes[-1][1]}, ALL))
        return new


@dataclass(frozen=True, slots=True)
class Together(FilOptions):
    def refusal(self) -> Refusal | None:
        return None if self == Together() else Refusal("no")


@dataclass(frozen=True, slots=True)
class Families(FilOptions):
    mode: Mode = "equipes"

    def refusal(self) -> Refusal | None:
        return None if self == Families() else Refusal("no")


@pytest.mark.parametrize(
    ("leaky", "options", "law"),
    [
        (ShowsTheMysteryCard, Together, 9),
        (ShowsWhatComesNext, Together, 9),
        (RemindsBraincat, Together, 10),
        (AwaitsInTheOpen, Families, 9),
        (SaysWhatAFamilyVotes, Families, 9),
    ],
)
def test_the_witness_notices_what_must_not_be_noticed(leaky: type[Fil], options: type[FilOptions], law: int) -> None:
    class Leaky(leaky):  # type: ignore[misc, valid-type]
        meta = replace(Fil.meta, options=options, presets={})

    assert law in check_game(Leaky(), WITNESS, tables=12, seed="leaks").broken
