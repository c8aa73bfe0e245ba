"""De Fil en Aiguille obeys the twelve laws, and its witness would notice if it did not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tablee.games.fil import GAME
from tablee.games.fil.actions import FilAction
from tablee.games.fil.options import FilOptions, Mode
from tablee.games.fil.rules import Fil
from tablee.games.fil.state import FilState
from tablee.games.fil.tests.own_packs import LOVERS, SEASONS
from tablee.games.fil.tests.witness import WITNESS
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import ALL, APack, Ask, Caption, Luck, Ms, Refusal, Seat
from tablee.kit import check_game

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


def test_fil_obeys_the_twelve_laws() -> None:
    report = check_game(GAME, WITNESS, tables=30, seed="ci", playthroughs=PLAYTHROUGHS)
    report.raise_if_breached()
    assert all(law.cases for law in report.laws)


@dataclass(frozen=True, slots=True)
class SeasonsOptions(FilOptions):
    pack: APack = SEASONS


@dataclass(frozen=True, slots=True)
class LoversOptions(FilOptions):
    pack: APack = LOVERS


@pytest.mark.parametrize("options", [SeasonsOptions, LoversOptions])
def test_a_pack_of_the_players_own_obeys_them_too(options: type[FilOptions]) -> None:
    """The kit tries only the default pack, so here is one by default."""

    class WithPack(Fil):
        meta = replace(Fil.meta, options=options, presets={})

    report = check_game(WithPack(), WITNESS, tables=8, seed=options.__name__)
    broken = [law for law in report.laws if law.breaches and law.number != 11]
    assert not broken, report.render()[-2_000:]


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
