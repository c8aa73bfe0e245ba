"""Vigil with one leak in each: what the kit must notice by laws 9 and 10."""

from __future__ import annotations

from dataclasses import replace

from tests.kit.vigil import Peek, Swap, Vigil, VigilAction, VigilBoard, VigilHand, VigilState, Vote

from tablee.kernel import ALL, Ask, Caption, Luck, Ms, Refusal, Seat

# ── Law 9: leaks ─────────────────────────────────────────────────────────────────────────────────────────────────────


class LeaksOnTheBoard(Vigil):
    def board(self, state: VigilState) -> VigilBoard:
        return replace(super().board(state), deck=state.deck[-1])


class LeaksInAHand(Vigil):
    """One's left neighbour's vote."""

    def hand(self, state: VigilState, seat: Seat, held: bool) -> VigilHand:
        return replace(super().hand(state, seat, held), note=state.votes[(seat + 1) % len(state.votes)])


class LeaksInABack(Vigil):
    """A face-down card keeps its identity."""

    def board(self, state: VigilState) -> VigilBoard:
        backs = tuple((100 + first, 100 + second) for first, second in state.cards)
        return replace(super().board(state), backs=backs)


class LeaksInACaption(Vigil):
    """Everybody hears what the vote was."""

    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = super().step(state, seat, action, now, luck)
        new.captions = [caption._replace(to=ALL) for caption in new.captions]
        return new


class LeaksAPeek(Vigil):
    """The neighbour hears what was peeked, and nothing else is wrong."""

    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = super().step(state, seat, action, now, luck)
        everybody = tuple(range(len(state.tokens)))
        new.captions = [told._replace(to=everybody) if told.code == "peeked" else told for told in new.captions]
        return new


class LeaksToASwapper(Vigil):
    """Whoever swaps hears how the others have voted so far."""

    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = super().step(state, seat, action, now, luck)
        if isinstance(action, Swap):
            new.captions.append(Caption("overheard", {"votes": str(new.votes)}, (seat,)))
        return new


class LeaksWhenSomebodyIsBroke(Vigil):
    """Only who loses a third time, at one table in five, hears what lies on the deck."""

    def punish(self, new: VigilState, loser: Seat) -> None:
        if not new.tokens[loser]:
            new.captions.append(Caption("consoled", {"deck": new.deck[-1]}, (loser,)))
        super().punish(new, loser)


class LeaksInADeadline(Vigil):
    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = super().step(state, seat, action, now, luck)
        if isinstance(action, Peek):
            new.until += 100 * new.deck[0]
        return new


class LeaksByTheNumberOfFrames(Vigil):
    """Something rustles when somebody swaps: no fact, but one frame more."""

    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = super().step(state, seat, action, now, luck)
        if isinstance(action, Swap):
            new.captions.append(Caption("rustle", {}, ALL))
        return new


class LeaksInARefusal(Vigil):
    def check(self, state: VigilState, seat: Seat, action: VigilAction) -> Refusal | None:
        refusal = super().check(state, seat, action)
        return refusal and refusal._replace(facts={"hint": state.deck[-1]})


class LeaksWhoIsAwaited(Vigil):
    def asks(self, state: VigilState) -> tuple[Ask, ...]:
        return tuple(ask._replace(awaited_to=ALL) for ask in super().asks(state))


class LeaksThroughLuck(Vigil):
    """How often it draws depends on a hidden card."""

    def expire(self, state: VigilState, ask: Ask, luck: Luck) -> VigilState:
        for _ in range(state.deck[0] % 3):
            luck.below(6)
        return super().expire(state, ask, luck)


class LeaksToANewcomer(Vigil):
    def brief(self, state: VigilState, seat: Seat) -> tuple[Caption, ...]:
        return (Caption("welcome", {"deck": state.deck[0]}, (seat,)),)


# ── Law 10: what must be gone ────────────────────────────────────────────────────────────────────────────────────────


class RemembersThePeek(Vigil):
    """Told once, and still there with the next frame."""

    def hand(self, state: VigilState, seat: Seat, held: bool) -> VigilHand:
        hand = super().hand(state, seat, held)
        if state.seen is None or state.seen[0] != seat:
            return hand
        return replace(hand, note=state.cards[state.seen[1]][state.seen[2]])


class RepeatsThePeek(Vigil):
    """Told once, and told again with the peeker's vote."""

    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = super().step(state, seat, action, now, luck)
        if isinstance(action, Vote) and state.seen and state.seen[0] == seat:
            again = state.cards[state.seen[1]][state.seen[2]]
            new.captions.append(Caption("by_the_way", {"value": again}, (seat,)))
        return new


class ShowsWhatIsNotHeld(Vigil):
    def hand(self, state: VigilState, seat: Seat, held: bool) -> VigilHand:
        return super().hand(state, seat, True)


class KeepsOldCaptions(Vigil):
    def step(self, state: VigilState, seat: Seat, action: VigilAction, now: Ms, luck: Luck) -> VigilState:
        new = super().step(state, seat, action, now, luck)
        new.captions = [*state.captions, *new.captions]
        return new
