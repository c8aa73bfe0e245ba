"""One person at a table of bots, line by line. Bots take no time; the person's clock runs while they type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from tablee.arena.match import Match
from tablee.cli.prompt import Command, Reader, command_of
from tablee.cli.screen import Screen, say_outcome
from tablee.games import AnyGame
from tablee.kernel.frames import Frame
from tablee.kernel.game import Action, Ask, Board, Hand, Ms, Options, Refusal, Seat, State, Viewer
from tablee.kernel.luck import SeededLuck, seed_from
from tablee.words import Words

AnyMatch: TypeAlias = Match[Options, State, Action, Board, Hand]

FEW = 12
"""So many moves are listed without being asked for."""


class Left(Exception):
    """The person has gone."""


class Console:
    """Where lines come from and go to, and a clock that measures how long a line took."""

    def __init__(self, read: Callable[[str], str], say: Callable[[str], None], clock: Callable[[], Ms]) -> None:
        self.say = say
        self._read = read
        self._clock = clock

    def ask(self, prompt: str) -> tuple[str, Ms]:
        began = self._clock()
        try:
            line = self._read(prompt)
        except (EOFError, KeyboardInterrupt):
            self.say("")
            raise Left from None
        return line, self._clock() - began


class Person:
    """Sits at one seat, is told what happens there, and answers."""

    def __init__(
        self, game: AnyGame, seat: Seat, words: Words, screen: Screen, reader: Reader, console: Console
    ) -> None:
        self._game = game
        self._seat = seat
        self._words = words
        self._screen = screen
        self._reader = reader
        self._console = console
        self._luck = SeededLuck(seed_from("menu"))
        self._drawn = ""
        self._has_news = True
        self._spent: Ms = 0

    def see(self, frame: Frame[Board, Hand]) -> None:
        for caption in frame.captions:
            self._console.say(self._words.caption(caption))
        self._has_news = True

    def play(self, match: AnyMatch) -> None:
        """To the end of the game, unless they leave."""
        while match.table.asks:
            ask = self._ask_to_me(match)
            if ask is None or not (self._seat in ask.awaited or (self._has_news and self._can_answer(match, ask))):
                self._spent = 0
                match.happen()
            else:
                self._answer(match, ask)
        self._draw(match)
        outcome = match.table.outcome
        if outcome is not None:
            self._console.say("\n".join(say_outcome(outcome, self._words)))

    def _ask_to_me(self, match: AnyMatch) -> Ask | None:
        """The ask they may answer, first one that waits for them."""
        mine = [ask for ask in match.table.view(Viewer(self._seat, held=True)).asks if self._seat in ask.seats]
        return next((ask for ask in mine if self._seat in ask.awaited), mine[0] if mine else None)

    def _can_answer(self, match: AnyMatch, ask: Ask) -> bool:
        """Is there anything left that they could do?"""
        if not self._game.meta.kinds[ask.kind].enumerable:
            return True
        return bool(self._game.moves(match.table.view(Viewer(self._seat, held=True)), self._luck))

    def _answer(self, match: AnyMatch, ask: Ask) -> None:
        self._has_news = False
        view = match.table.view(Viewer(self._seat, held=True))
        moves = self._game.moves(view, self._luck)
        if self._draw(match):
            if self._screen.parse is None and len(moves) <= FEW:
                self._list(moves)
            self._console.say(f"{self._say_ask(ask)} {self._say_example(match, moves)}")
        line, took = self._console.ask("> ")
        self._spent += took
        command = command_of(line)
        if command is not None:
            self._obey(command, match, moves)
            return
        if not line.strip() and self._seat not in ask.awaited:
            return
        kinds = [kind for open_ask in view.asks if self._seat in open_ask.seats for kind in self._kinds(open_ask)]
        action = self._reader.read(line, view, moves, kinds)
        refusal = action if isinstance(action, Refusal) else self._submit(match, action)
        if refusal is not None and line.strip():
            self._console.say(self._words.refusal(refusal))

    def _submit(self, match: AnyMatch, action: Action) -> Refusal | None:
        """Play it at the moment it was typed, after all that happened before."""
        asks = match.table.view(Viewer(self._seat, held=True)).asks
        ask = next((ask for ask in asks if self._seat in ask.seats and type(action) in self._kinds(ask)), None)
        if ask is None:
            return Refusal("malformed")
        now = match.table.now + self._spent
        # A line is never too late for its own ask: nobody can type into the past, so the table waits.
        now = now if ask.until is None else max(match.table.now, min(now, ask.until))
        while (following := match.next_at()) is not None and following < now:
            match.happen()
        self._spent = 0
        return match.answer(self._seat, ask.id, action, max(now, match.table.now))

    def _kinds(self, ask: Ask) -> tuple[type[Action], ...]:
        return self._game.meta.kinds[ask.kind].actions

    def _say_ask(self, ask: Ask) -> str:
        key = f"ask.{ask.kind}"
        if not self._words.has_label(key):
            return self._words.label("your_turn", seat=self._seat)
        return self._words.label(key, clocked=ask.until is not None)

    def _say_example(self, match: AnyMatch, moves: Sequence[Action]) -> str:
        view = match.table.view(Viewer(self._seat, held=True))
        return self._words.label("for_example", example=self._screen.example(view, moves))

    def _obey(self, command: Command, match: AnyMatch, moves: Sequence[Action]) -> None:
        say, words = self._console.say, self._words
        if command == "quit":
            raise Left
        if command == "wait":
            self._spent = 0
            match.happen()
        elif command == "moves":
            self._list(moves)
        elif command == "show":
            self._drawn = ""
            self._draw(match)
        elif command == "rules":
            say("\n\n".join(words.rules_short()))
        elif command == "all rules":
            say("\n\n".join("\n".join([section.title, *section.text]) for section in words.rules_full()))
        else:
            how = "type_move" if self._screen.parse is not None else "type_move_or_number"
            say(f"{words.label(how)} {self._say_example(match, moves)}")
            say(words.label("help"))

    def _list(self, moves: Sequence[Action]) -> None:
        for number, move in enumerate(moves, 1):
            self._console.say(f"{number:>4}  {self._screen.describe(move)}")

    def _draw(self, match: AnyMatch) -> bool:
        """Show the board, if it has changed since it was last shown."""
        drawing = self._screen.draw(match.table.view(Viewer(self._seat, held=True)))
        if drawing == self._drawn:
            return False
        self._console.say(drawing)
        self._drawn = drawing
        return True
