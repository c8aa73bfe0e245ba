"""What people say to each other: phrases to touch, and words where the host allows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from unicodedata import category

from tablee.kernel.game import OPEN_TALK, Refusal, Seat, Talk, Viewer
from tablee.server.limits import LIMITS
from tablee.server.show.voice import words_of
from tablee.server.table.decision import Decision, Message, Said, Verdict
from tablee.server.wire import commands as m
from tablee.server.wire import tells as t
from tablee.words import LANGUAGES

if TYPE_CHECKING:
    from tablee.server.table.actor import Actor

LONGEST_TALK: Final = LIMITS.talk
PHRASES: Final = ("bravo", "ouch", "hmm", "haha", "oops", "thanks", "hurry", "noway")
"""Ready-made ones that everybody reads in their own language. A game may have more: its labels `phrase.<name>`."""


def say(actor: Actor, message: Message[m.Say]) -> Verdict:
    command = message.command
    return _refuse_talk(actor, command) or Decision(answer={}, effect=Said(command))


def tell(actor: Actor, command: m.Say) -> None:
    """Talk goes to those who may read this channel; the screen hears what everybody may read."""
    seats = range(len(actor.lobby.places))
    readers = {seat for seat in seats if _may_read(actor, seat, command.channel)}
    is_public = len(readers) == len(seats)
    for other in actor.visits:
        if any(is_public if seat is None else seat in readers for seat in other.watches(actor.lobby.places)):
            name = actor.words(other).name(command.seat)
            said: t.Said = {"tell": "said", "channel": command.channel, "seat": command.seat, "name": name}
            if command.text is not None:
                said["text"] = command.text
            elif command.emote is not None:
                said["emote"] = command.emote
            other.tell(t.encode(said))


def _refuse_talk(actor: Actor, command: m.Say) -> Refusal | None:
    said = command.text if command.text is not None else command.emote
    if said is None or (command.text is not None and command.emote is not None) or not said.strip():
        return Refusal("nothing_said")
    if len(said) > LONGEST_TALK:
        return Refusal("too_long", {"most": LONGEST_TALK})
    # What is printed in a terminal must not command it.
    if command.text is not None and any(category(char) in ("Cc", "Cs") for char in command.text):
        return Refusal("nothing_said")
    if command.emote is not None and not _is_phrase(actor, command.emote):
        return Refusal("no_such_phrase")
    if actor.lobby.places[command.seat].muted:
        return Refusal("muted")
    if command.text is not None and not actor.lobby.free_talk:
        return Refusal("phrases_only")
    for channel in _talk(actor, command.seat):
        if channel.name == command.channel:
            allowed = channel.may_write
            may = allowed == "text" or (allowed == "emote" and command.emote is not None)
            return None if may else Refusal("silence")
    return Refusal("silence")


def _is_phrase(actor: Actor, name: str) -> bool:
    return name in PHRASES or words_of(actor.tools.found, LANGUAGES[0]).has_label(f"phrase.{name}")


def _talk(actor: Actor, seat: Seat) -> Talk:
    if actor.running is None:
        return OPEN_TALK
    hand = actor.running.table.view(Viewer(seat)).hand
    return () if hand is None else hand.talk


def _may_read(actor: Actor, seat: Seat, channel: str) -> bool:
    return any(known.name == channel and known.may_read for known in _talk(actor, seat))
