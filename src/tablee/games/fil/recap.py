"""The end of a round and of a game: the chain is read back, everybody may say what a paw meant, Braincat is adopted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tablee.games.fil.actions import MOST_REASONS, Continue, Explain, FilAction, Slam
from tablee.games.fil.clocks import RECAP
from tablee.games.fil.clocks import SLAM as SLAM_TIME
from tablee.games.fil.faces import astray
from tablee.games.fil.moods import CUDDLE_COST
from tablee.games.fil.phase import Rulebook, Then
from tablee.games.fil.pieces import Reason, Result
from tablee.games.fil.rounds import rounds_of
from tablee.games.fil.state import TEAM_NAMES, FilState
from tablee.games.fil.tags import REASONS
from tablee.games.fil.view import FilBoard, FilHand
from tablee.kernel import Ask, Luck, Ms, Outcome, Refusal, Seat
from tablee.kernel.parts.scores import most_wins, ranking

ENOUGH_WON = 2  # P-3
ENOUGH_LOST = 2


class Recap(Rulebook):
    """Everything about the round lies open. It goes on when all have seen enough."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        state.until = now + RECAP
        _score(state)
        _read_back(state)
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        everybody = tuple(state.seats)
        awaited = tuple([seat for seat, is_ready in enumerate(state.ready) if not is_ready])
        return (
            Ask(f"{state.round}.recap", "recap", everybody, awaited, state.until),
            Ask(f"{state.round}.explain", "explain", everybody, (), state.until),
        )

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        if isinstance(action, Continue):
            return Refusal("waiting_for_others") if state.ready[seat] else None
        assert isinstance(action, Explain)
        if not 0 <= action.paw < len(state.paws):
            return Refusal("no_such_paw")
        because = action.because
        if not 1 <= len(set(because)) == len(because) <= MOST_REASONS:
            return Refusal("reasons", {"most": MOST_REASONS})
        return None if all(0 <= reason < len(REASONS) for reason in because) else Refusal("no_such_reason")

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        if isinstance(action, Explain):
            _explain(state, seat, action)
            return None
        state.ready[seat] = True
        return _go_on(state) if all(state.ready) else None

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        return _go_on(state)

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        """Of reasons only single ones are offered; a screen puts several together."""
        return _offers(len(board.paws), board.ready[hand.seat])


@lru_cache(maxsize=16)
def _offers(paws: int, is_ready: bool) -> tuple[FilAction, ...]:
    made: tuple[FilAction, ...] = () if is_ready else (Continue(),)
    return made + tuple(Explain(paw, (reason,)) for paw in range(paws) for reason in range(len(REASONS)))


def _score(state: FilState) -> None:
    """What the round brought. In Équipes and Chacun pour soi points came as they were made."""
    assert state.theme is not None
    assert state.clue_theme is not None
    assert state.mystery is not None
    before = [0] * len(state.scores)
    for result in state.results:
        before = [had + got for had, got in zip(before, result.points, strict=True)]
    if state.is_together:
        found = state.mystery not in state.out
        if found:
            state.scores[0] += _worth(state)
    elif state.options.mode == "equipes":
        found = any(_stands_on(state, family.totem) for family in state.families)
    else:
        found = any(_stands_on(state, token) for token in state.tokens)
    points = tuple(score - had for score, had in zip(state.scores, before, strict=True))
    state.results.append(Result(state.cat, state.theme, state.clue_theme, state.mood, state.mystery, found, points))
    if state.is_together:
        text = state.pack().cards[state.mystery].quoted
        if not found:
            state.tell("round_lost", card=text)
        elif state.options.mode == "humeurs":
            state.tell("round_scored", card=text, points=points[0], total=state.scores[0])
        else:
            state.tell("round_won", card=text)


def _stands_on(state: FilState, space: int | None) -> bool:
    return space is not None and state.spaces[space] == state.mystery


def _worth(state: FilState) -> int:
    """P-22: by paws laid; M-10: two less once the cat was asked. In Découverte a round is a round."""
    if state.options.mode == "decouverte":
        return 1
    return state.terms().points[state.asked] - (CUDDLE_COST if state.answer is not None else 0)


worth = _worth


def _read_back(state: FilState) -> None:
    """The chain, paw by paw, and where the Mystery card was given away."""
    clues, masters = state.clue_pack().cards, state.pack().cards
    for number, paw in enumerate(state.paws, 1):
        near, far = clues[state.clues[paw.at]].quoted, clues[state.clues[paw.other]].quoted
        state.tell("read_back", number=number, near=near, far=far)
    scene = astray(state.story, state.mystery)
    if scene is not None and state.mystery is not None:
        state.tell("astray", paws=state.story[scene].paws, card=masters[state.mystery].quoted)


def _explain(state: FilState, seat: Seat, action: Explain) -> None:
    paw_number = action.paw
    state.reasons = [old for old in state.reasons if old.seat != seat or old.paw != paw_number]
    state.reasons.append(Reason(seat, action.paw, action.because))
    paw = state.paws[action.paw]
    near = state.clue_pack().cards[state.clues[paw.at]].quoted
    names = tuple(REASONS[reason] for reason in action.because)
    if seat == state.braincat:
        state.tell("meant", seat=seat, number=action.paw + 1, near=near, reasons=names)
    else:
        state.tell("took_for", seat=seat, number=action.paw + 1, near=near, reasons=names)


def _go_on(state: FilState) -> Then:
    lost = len([result for result in state.results if not result.found])
    won = len(state.results) - lost
    if state.options.mode == "decouverte":
        if lost == ENOUGH_LOST:
            return "over"
        if won == ENOUGH_WON and state.round == ENOUGH_WON:
            return "slam"
    # won as soon as the target is reached.
    if state.options.mode == "humeurs" and state.scores[0] >= int(state.options.target):
        return "over"
    return "round" if state.round < rounds_of(state) else "over"


class GrandSlam(Rulebook):
    """R-2: after two rounds won the third is still offered. It is played unless most say no."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        state.until = now + SLAM_TIME
        state.tell("slam_offered")
        return None

    def asks(self, state: FilState) -> tuple[Ask, ...]:
        everybody = tuple(state.seats)
        awaited = tuple(seat for seat in everybody if state.slams[seat] is None)
        return (Ask(f"{state.round}.slam", "slam", everybody, awaited, state.until),)

    def check(self, state: FilState, seat: Seat, action: FilAction) -> Refusal | None:
        assert isinstance(action, Slam)
        return Refusal("same_vote") if state.slams[seat] == action.go else None

    def play(self, state: FilState, seat: Seat, action: FilAction, now: Ms, luck: Luck) -> Then:
        assert isinstance(action, Slam)
        state.slams[seat] = action.go
        return self._count(state) if None not in state.slams else None

    def expire(self, state: FilState, ask: Ask, now: Ms, luck: Luck) -> Then:
        return self._count(state)

    def moves(self, board: FilBoard, hand: FilHand) -> Sequence[FilAction]:
        return [Slam(go) for go in (True, False) if board.slams[hand.seat] != go]

    def _count(self, state: FilState) -> Then:
        return "over" if state.slams.count(False) > state.slams.count(True) else "round"


class Over(Rulebook):
    """Adoption."""

    def enter(self, state: FilState, now: Ms, luck: Luck) -> Then:
        mode, scores = state.options.mode, state.scores
        best = max(scores)
        if mode == "decouverte":
            state.tell("grand_slam" if best == 3 else "adopted" if best >= ENOUGH_WON else "not_adopted", points=best)
        elif mode == "humeurs":
            state.tell("adopted_with" if best >= int(state.options.target) else "not_adopted_with", points=best)
        elif mode == "equipes":
            if scores[0] == scores[1]:
                state.tell("adopted_by_both", points=best)
            else:
                state.tell("adopted_by", team=TEAM_NAMES[scores.index(best)], points=best)
        else:
            winners = tuple(seat for seat, score in enumerate(scores) if score == best)
            state.tell("adopted_by_one" if len(winners) == 1 else "adopted_by_many", winners=winners, points=best)
        return None


def outcome_of(state: FilState) -> Outcome:
    mode, scores, seats = state.options.mode, state.scores, len(state.teams)
    if mode == "chacun":
        return most_wins(scores)  # P-40
    if mode == "equipes":
        # P-34: the highest score wins, ties share.
        ranks = ranking(scores)
        teams = [state.team_of(seat) for seat in state.seats]
        return Outcome(tuple(ranks[team] for team in teams), tuple(scores[team] for team in teams), state.teams)
    goal = ENOUGH_WON if mode == "decouverte" else int(state.options.target)
    won = scores[0] >= goal
    return Outcome((1 if won else 2,) * seats, (scores[0],) * seats, won=won)
