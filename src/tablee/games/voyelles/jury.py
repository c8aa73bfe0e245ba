"""R-10, P-10: the others judge a word. They may dispute it, and then they vote."""

from __future__ import annotations

from dataclasses import replace

from tablee.games.voyelles.clocks import DISPUTING, VOTING
from tablee.games.voyelles.letters import fold
from tablee.games.voyelles.lexicon import lexicon
from tablee.games.voyelles.state import VoyellesState, tell
from tablee.kernel import Ms, Seat


def open_dispute(state: VoyellesState, now: Ms) -> None:
    """Judge `jury`: the word stands unless somebody doubts it."""
    assert state.said is not None
    state.phase = "dispute"
    state.until = now + DISPUTING
    tell(state, "submitted", seat=state.said.seat, word=state.said.word)


def agree(state: VoyellesState, seat: Seat) -> bool:
    """True: all have agreed, there is nothing to wait for."""
    state.agreed.append(seat)
    return len(state.agreed) == len(state.judges())


def dispute(state: VoyellesState, seat: Seat, now: Ms) -> None:
    """Who disputes a word has voted against it."""
    assert state.said is not None
    tell(state, "disputed", seat=seat, word=state.said.word)
    state.said = replace(state.said, disputed_by=seat)
    open_vote(state, now)
    state.votes[seat] = False


def open_vote(state: VoyellesState, now: Ms) -> None:
    state.phase = "jury"
    state.until = now + VOTING
    state.agreed.clear()
    state.votes = [None] * state.seats


def vote(state: VoyellesState, seat: Seat, accepts: bool) -> None:
    state.votes[seat] = accepts
    if accepts:
        tell(state, "voted_for", seat=seat)
    else:
        tell(state, "voted_against", seat=seat)


def have_all_voted(state: VoyellesState) -> bool:
    return all(state.votes[seat] is not None for seat in state.judges())


def is_accepted(state: VoyellesState) -> bool:
    """P-10: the majority of the others accept it. Silence accepts, a tie refuses."""
    assert state.said is not None
    against = sum(state.votes[seat] is False for seat in state.judges())
    accepting = len(state.judges()) - against
    stands = accepting > against
    word = state.said.word
    if stands:
        tell(state, "voted_in", word=word, yes=accepting, no=against)
        if fold(word) not in lexicon():
            # From now on it is a word at this table.
            state.ours.append(word)
    else:
        tell(state, "voted_out", word=word, yes=accepting, no=against)
    return stands
