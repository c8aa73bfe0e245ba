"""A golden playthrough: one whole random game as text that a person can read, and that the same seed writes again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from tablee.bots.bot import Bot
from tablee.kernel.frames import Watcher
from tablee.kernel.game import SCREEN, Options, Refusal, Seat, Viewer
from tablee.kernel.luck import Luck, SeededLuck, seed_from
from tablee.kernel.record import Entry
from tablee.kernel.table import open_table
from tablee.kit.changes import seats_list, seconds, show, show_caption, view_changes
from tablee.kit.loose import AnyGame, AnyTable, AnyView
from tablee.kit.play import Answer, RandomPeople, some_teams

AnyBot: TypeAlias = Bot[Any, Any, Any]

LONGEST = 20_000
_SILENCE = 10
_WIDTH = 16
_FIRST_LINE = re.compile(
    r"Tablée playthrough: (?P<game>\S+), version (?P<version>\d+), preset (?P<preset>\S+), "
    r"(?P<seats>\d+) seats, seed (?P<seed>.+)"
)


class Title(NamedTuple):
    """The first line of a playthrough: all it takes to write it again."""

    game: str
    version: int
    preset: str
    seats: int
    seed: str

    def __str__(self) -> str:
        return (
            f"Tablée playthrough: {self.game}, version {self.version}, preset {self.preset}, "
            f"{self.seats} seats, seed {self.seed}"
        )


def read_title(text: str) -> Title | None:
    """The title of this playthrough, None if the text is no playthrough."""
    match = _FIRST_LINE.fullmatch(text.partition("\n")[0])
    if match is None:
        return None
    return Title(match["game"], int(match["version"]), match["preset"], int(match["seats"]), match["seed"])


def render_playthrough(
    game: AnyGame,
    preset: str | Options,
    seats: int | None = None,
    seed: str = "golden",
    bots: Callable[[Seat], AnyBot] | None = None,
) -> str:
    """One whole game of this preset (or these options) by random people, or by these bots, one of whose clocks in ten
    runs out."""
    options: Options = game.meta.presets[preset] if isinstance(preset, str) else preset
    name = preset if isinstance(preset, str) else "custom"
    seats = usual_seats(game, options) if seats is None else seats
    words = ("playthrough", game.meta.id, name, seats, seed)
    teams = some_teams(game.meta, options, seats, SeededLuck(seed_from(*words, "teams")))
    table = open_table(game, options, teams, seed_from(*words))
    if isinstance(table, Refusal):
        raise ValueError(f"{game.meta.id} cannot open with {options} and {seats} seats: {table.code}")
    lines = [str(Title(game.meta.id, game.meta.version, name, seats, seed))]
    lines += [f"options: {show(options)}", f"commitment: {table.record.header.commitment}"]
    if any(teams):
        lines.append(f"teams: {show(teams)}")
    lines += _whole_game(table, SeededLuck(seed_from(*words, "people")), bots)
    return "\n".join(lines) + "\n"


def usual_seats(game: AnyGame, options: Options) -> int:
    """Three where the game allows it: more than a duel, and still short."""
    allowed = game.meta.seats(options)
    return min(max(3, allowed[0]), allowed[-1])


def _whole_game(table: AnyTable, luck: Luck, bots: Callable[[Seat], AnyBot] | None) -> list[str]:
    teller = _Teller(table)
    people = RandomPeople(table, luck, _SILENCE) if bots is None else _BotPeople(table, luck, bots)
    lines = ["", _head(0, table.record.entries[0]), *teller.news()]
    while table.asks:
        answer = people.next_input()
        if answer is None or len(table.record.entries) > LONGEST:
            return [*lines, "", "This game does not end."]
        _give(table, answer)
        lines += ["", _head(len(table.record.entries) - 1, table.record.entries[-1]), *teller.news()]
    return [*lines, "", f"outcome: {show(table.outcome)}"]


def _give(table: AnyTable, answer: Answer) -> None:
    if answer.seat is None:
        table.expire(answer.ask)
        return
    refusal = table.play(answer.seat, answer.ask.id, answer.action, answer.now)
    if refusal is not None:
        raise ValueError(f"seat {answer.seat} answered {answer.ask.id} with {answer.action}: {refusal.code}")


class _BotPeople(RandomPeople):
    """Bots in the seats. They keep their own memory of the frames they get."""

    def __init__(self, table: AnyTable, luck: Luck, bots: Callable[[Seat], AnyBot]) -> None:
        super().__init__(table, luck, _SILENCE)
        self._bots = [bots(seat) for seat in range(table.seats)]
        self._watchers = [Watcher(table, Viewer(seat, held=True)) for seat in range(table.seats)]

    def next_input(self) -> Answer | None:
        for bot, watcher in zip(self._bots, self._watchers, strict=True):
            frame = watcher.frame()
            if frame is not None:
                bot.see(frame)
        return super().next_input()

    def moves(self, ask: Any, view: AnyView) -> list[Any]:
        assert view.hand is not None
        action = self._bots[view.hand.seat].act(view, ask, self._luck)
        return [] if action is None else [action]


def _head(step: int, entry: Entry[Any]) -> str:
    draws = f"  draws {' '.join(map(str, entry.draws))}" if entry.draws else ""
    if entry.kind == "setup":
        what = "set-up"
    elif entry.kind == "expire":
        what = f"{entry.ask} runs out"
    else:
        what = f"seat {entry.seat} answers {entry.ask}: {show(entry.action)}"
    return f"[{step}] {seconds(entry.now)}  {what}{draws}"


class _Teller:
    """Follows a table with everybody's eyes and says who learns what, each thing once."""

    def __init__(self, table: AnyTable) -> None:
        seats = range(table.seats)
        self._viewers = [SCREEN, *(Viewer(seat, held) for seat in seats for held in (False, True))]
        self._watchers = {viewer: Watcher(table, viewer) for viewer in self._viewers}
        self._views: dict[Viewer, AnyView] = {}

    def news(self) -> list[str]:
        learnt: dict[str, list[Viewer]] = {}
        for viewer, watcher in self._watchers.items():
            frame = watcher.frame()
            if frame is None:
                continue
            told = [show_caption(caption) for caption in frame.captions]
            for line in (*told, *view_changes(self._views.get(viewer), frame.view)):
                learnt.setdefault(line, []).append(viewer)
            self._views[viewer] = frame.view
        lines, last = [], ""
        for line, viewers in learnt.items():
            name = self._who(viewers)
            lines.append(f"    {'' if name == last else name:<{_WIDTH - 1}} {line}")
            last = name
        return lines

    def _who(self, viewers: list[Viewer]) -> str:
        if len(viewers) == len(self._viewers):
            return "all"
        unheld = [viewer.seat for viewer in viewers if viewer.seat is not None and not viewer.held]
        held = [viewer.seat for viewer in viewers if viewer.seat is not None and viewer.held]
        both = tuple(seat for seat in unheld if seat in held)
        open_only = tuple(seat for seat in unheld if seat not in both)
        held_only = tuple(seat for seat in held if seat not in both)
        parts = ["screen"] if SCREEN in viewers else []
        parts += [seats_list(both)] if both else []
        parts += [f"{seats_list(open_only)} unheld"] if open_only else []
        parts += [f"{seats_list(held_only)} held"] if held_only else []
        return ", ".join(parts)
