"""What the kit needs to hear from De Fil en Aiguille: what is hidden from whom, what fades, which pieces there are.

Written from the Hidden section of the rules page. Mystery card: Braincat, at certain times. Undrawn Master cards:
nobody, neither faces nor order. Skip: nobody until P-33. The order of the pile: nobody. A family's votes: that family,
without its Braincat. Co-operative votes are public. What Braincat saw while looking must be remembered, so the screen
forgets it."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.games.fil.actions import Choose, FilAction, Nominate, Stay, Throw
from tablee.games.fil.chain import draw_clue
from tablee.games.fil.duel import GESTURES
from tablee.games.fil.families import check_decision
from tablee.games.fil.showing import TOLD
from tablee.games.fil.state import STAY, FilState
from tablee.kernel import Ask, Luck, Seat, Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.kit import Witness


def scramble(state: FilState, viewer: Viewer, luck: Luck) -> FilState:
    twin = state.copy()
    twin.captions = list(state.captions)
    if state.mystery is not None and state.phase not in TOLD:
        _scramble_cards(twin, viewer, luck)
    if state.options.mode == "equipes" and state.braincat is not None:
        _scramble_votes(twin, viewer, luck)
    return twin


def _scramble_cards(twin: FilState, viewer: Viewer, luck: Luck) -> None:
    is_cat = viewer.seat == twin.braincat
    holds_all = twin.options.mode == "chacun" and twin.leads
    # Faces of undrawn Master cards: one of them and one of the pile change places. (Braincat sees one at a time.)
    if twin.clue_theme == twin.theme and not (is_cat and holds_all):
        place = luck.below(max(1, len(twin.leads))) if twin.leads else luck.below(max(1, len(twin.hidden)))
        masters = twin.leads or twin.hidden
        is_seen = is_cat and twin.phase == "look" and place == twin.looked - 1
        if masters and twin.pile and not is_seen and masters[place] != twin.mystery:
            sex = twin.pack().cards[masters[place]].sex
            fitting = [other for other, card in enumerate(twin.pile) if twin.pack().cards[card].sex == sex]
            if fitting:
                other = luck.pick(fitting)
                masters[place], twin.pile[other] = twin.pile[other], masters[place]
    # Their order, and that of the pile.
    luck.shuffle(twin.hidden)
    if luck.chance(1, 2):
        luck.shuffle(twin.pile)
    # Which of them is the Mystery card: all but Braincat may only guess.
    if not is_cat:
        _another_mystery(twin, luck)


def _another_mystery(twin: FilState, luck: Luck) -> None:
    mystery = twin.mystery
    assert mystery is not None
    lying = [card for card in twin.spaces if card is not None]
    if twin.phase in ("point", "duel", "expose") and twin.pointing is not None:
        twin.mystery = luck.pick(lying)
    elif twin.phase == "expose":
        twin.mystery = luck.pick(twin.out)
    elif twin.leads:
        place = luck.below(len(twin.leads))
        twin.mystery, twin.leads[place] = twin.leads[place], mystery
    elif twin.answer is None:
        # P-8: of an eliminated card it is known what it was; of one in the skip nothing is.
        twin.mystery = luck.pick([*lying, *twin.hidden, *(() if twin.is_together else twin.out)])


def _scramble_votes(twin: FilState, viewer: Viewer, luck: Luck) -> None:
    """R-13: what another family votes, who of it has, and whom it nominates. (That its last clock has run out is
    public, and it runs when all have voted; so a voter may be missing at the twin, but none may be there that is not
    here.)"""
    for team in (0, 1):
        members = twin.members(team)
        if viewer.seat in members:
            continue
        family = twin.families[team]
        if twin.phase in ("step", "point") and not family.done:
            family.votes = [(seat, luck.pick(_choices(twin, team))) for seat, _ in family.votes]
            if family.votes and luck.chance(1, 2):
                family.votes.pop(luck.below(len(family.votes)))
                family.hurry = None
        if twin.phase in ("theme", "look"):
            for seat in members:
                if twin.nominations[seat] is not None:
                    twin.nominations[seat] = luck.pick(members)
    duel = twin.duel
    if duel is not None:
        first, second = (
            gesture if gesture is None or seat == viewer.seat else luck.pick(GESTURES)
            for (seat, _), gesture in zip(duel.sides[:2], duel.thrown, strict=True)
        )
        twin.duel = duel._replace(thrown=(first, second))


def _choices(twin: FilState, team: int) -> list[int]:
    totem = twin.families[team].totem
    spaces = [space for space, card in enumerate(twin.spaces) if card is not None and space != totem]
    return spaces if twin.pointing is not None else [*spaces, STAY]


def reveals(after: FilState, twin: FilState, viewer: Viewer) -> bool:
    """A clue drawn, a card shown, a truth told, a totem moved, a duel's throw: in which the twin may differ."""
    if after.phase in TOLD or after.round != twin.round:
        return True
    if after.mystery is not None and twin.mystery is None:
        return True
    return (
        _shows_cards(after, twin)
        or _shows_decisions(after, twin)
        or (viewer.seat == after.braincat and _shows_to_braincat(after, twin))
    )


def _shows_cards(after: FilState, twin: FilState) -> bool:
    if len(after.clues) > len(twin.clues):
        peek = twin.copy()
        luck = SeededLuck(seed_from("peek"))
        while len(peek.clues) < len(after.clues):
            peek.clues.append(draw_clue(peek, luck, strict=bool(peek.paws)))
        if peek.clues != after.clues or not twin.pile:
            return True
    if twin.hidden:
        shown = len(twin.hidden) - len(after.hidden)
        if shown and twin.hidden[-shown:] != [*reversed(_newly_lying(after, twin))]:
            return True
    elif twin.leads and not after.leads and after.options.mode == "chacun":
        return True
    if after.is_together and len(after.out) > len(twin.out):
        return (after.out[-1] == after.mystery) != (after.out[-1] == twin.mystery)
    if after.answer != twin.answer:
        return after.answer != (twin.mystery in twin.spaces)
    # P-33: the skip is taken up, three of it are shown.
    return after.phase in ("expose", "point") and twin.phase not in (after.phase, "duel")


def _newly_lying(after: FilState, twin: FilState) -> list[int]:
    return [card for card, was in zip(after.spaces, twin.spaces, strict=True) if card is not None and card != was]


def _shows_decisions(after: FilState, twin: FilState) -> bool:
    pairs = zip(after.families, twin.families, strict=True)
    if any(now.done != was.done or now.totem != was.totem for now, was in pairs):
        return True
    if (after.duel is None) != (twin.duel is None) or after.pointing != twin.pointing or after.turn != twin.turn:
        return True
    if after.ambassadors != twin.ambassadors or (twin.phase == "look" and after.phase == "paw"):
        return after.options.mode == "equipes"
    return after.duel is not None and twin.duel is not None and after.duel.number != twin.duel.number


def _shows_to_braincat(after: FilState, twin: FilState) -> bool:
    """R-8, R-9: the Mystery card again, a false lead, the Memocat of one sex."""
    if after.mystery != twin.mystery and after.mystery is not None and twin.mystery is not None:
        cards = after.pack().cards
        is_again = after.options.mode == "chacun" or after.options.pense_bete or after.phase in ("look", "expose")
        if is_again or cards[after.mystery].sex != cards[twin.mystery].sex:
            return True
    place = after.looked - 1
    return after.phase == "look" and after.looked != twin.looked and after.leads[place] != twin.leads[place]


def disguise(twin: FilState, viewer: Viewer, seat: Seat, ask: Ask, action: FilAction, luck: Luck) -> FilAction | None:
    """Another vote of another family; a changed vote stays a changed vote."""
    if isinstance(action, Choose | Stay) and twin.phase in ("step", "point"):
        team = twin.team_of(seat)
        if viewer.seat in twin.members(team):
            return action
        if luck.chance(1, 3) and all(voter != seat for voter, _ in twin.families[team].votes):
            return None
        options: list[FilAction] = [Stay() if choice == STAY else Choose(choice) for choice in _choices(twin, team)]
        legal = [option for option in options if check_decision(twin, seat, option) is None]
        return luck.pick(legal) if legal else None
    if isinstance(action, Nominate) and viewer.seat not in twin.members(twin.team_of(seat)):
        others = [other for other in twin.members(twin.team_of(seat)) if other != twin.nominations[seat]]
        return Nominate(luck.pick(others))
    if isinstance(action, Throw) and twin.duel is not None and None in twin.duel.thrown:
        return Throw(luck.pick(GESTURES))
    return action


def fade(state: FilState, viewer: Viewer, luck: Luck) -> FilState | None:
    """P-4, R-9: what Braincat saw while looking, once the cards are shuffled."""
    if viewer.seat != state.braincat or state.mystery is None or state.phase not in ("paw", "debate", "step", "duel"):
        return None
    if state.options.mode == "chacun" or (state.phase == "paw" and state.options.pense_bete):
        return None
    twin = state.copy()
    _another_mystery(twin, luck)
    return None if twin.mystery == state.mystery else twin


def pieces(state: FilState) -> Iterator[tuple[str, int, int]]:
    """The cards of the packs in play, the paws, the mood cards."""
    is_told = state.phase in TOLD
    past = state.results[:-1] if is_told else state.results
    lying = [card for card in state.spaces if card is not None]
    masters = [*state.leads, *state.hidden, *lying, *state.out]
    if state.leads and state.mystery is not None:
        masters.append(state.mystery)
    clues = [*state.clues, *state.pile, *state.rejected]
    is_dealt = state.mystery is not None
    for theme, pack in enumerate(state.themes):
        in_play = is_dealt and theme in (state.theme, state.clue_theme)
        gone = {result.mystery for result in past if result.theme == theme}
        if not in_play:
            yield from (("card", theme, card) for card in range(len(pack.cards)))
            continue
        yield from (("card", theme, card) for card in gone)
        cards = (masters if theme == state.theme else []) + (clues if theme == state.clue_theme else [])
        if theme == state.clue_theme:
            yield from (("card", theme, card) for card in cards)
        else:
            # P-20: of the Master cards' theme the rest stays in the box.
            rest = [card for card in range(len(pack.cards)) if card not in cards and card not in gone]
            yield from (("card", theme, card) for card in [*cards, *rest])
    if state.options.mode == "decouverte":
        used = sum(len(moment.out) == 0 and moment.result == "clue" for moment in state.story)
        assert used == state.asked
    on_board = max(0, len(state.clues) - 2)
    if state.options.mode != "decouverte":
        yield from (("green", 0, 0) for _ in range(state.greens + on_board))


WITNESS = Witness(scramble=scramble, reveals=reveals, disguise=disguise, fade=fade, pieces=pieces)
