"""What the data base of the simulator ever kept, and what devices were told: there is one history of each game, and
nobody was told anything else, or anything sooner."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from tests.server.ledger import real_id
from tests.server.venue import Message
from tests.simulation.database import Change, Row, Session

from tablee.kernel.game import Viewer
from tablee.kernel.replay import replay
from tablee.server.keys import hashed
from tablee.server.show.tools import AnyTable, GameTools

Game: TypeAlias = tuple[str, int]
"""A table, and the ordinal of one of its games."""
Entry: TypeAlias = tuple[str, str | None]
"""One entry of a record, and the command that made it."""


class Played(NamedTuple):
    """Whose command."""

    game: Game
    seat: int | None
    command: str


class Histories:
    def __init__(self, kits: Mapping[str, GameTools], report: Callable[[str, str], None]) -> None:
        self.kept: dict[Game, list[Entry]] = {}
        """Every game that ever began."""
        self.played: Counter[Played] = Counter()
        self.commands: set[str] = set()
        self.moves = 0
        self.keys: dict[tuple[str, int], set[str]] = defaultdict(set)
        """What ever opened this seat of this table."""
        self.opens: dict[str, str] = {}
        """Of each key: which table knew it."""
        self._kits = kits
        self._report = report
        self._headers: dict[Game, str] = {}
        self._owners: dict[str, dict[int, str]] = {}
        """Of each table: whose it was in each epoch."""
        self._over: set[Game] = set()
        self._told: dict[str, dict[tuple[int | None, str], dict[int, int]]] = defaultdict(dict)
        """At each table, what was shown of which seat: and how much of each game was kept when it was."""
        self._unchecked: set[str] = set()

    # What is kept.

    def watch(self, _session: Session, changes: Sequence[Change]) -> None:
        for table, key, before, after in changes:
            if table == "tables":
                self._see_table(key, after)
            elif table == "games" and after is None and before is not None:
                self._over.add((before["code"], before["ordinal"]))
            elif table == "games" and after is not None and (before is None or before["entries"] is None):
                self._see_game(after)
        added = [after for table, _, before, after in changes if table == "log" and after is not None]
        for row in sorted(added, key=lambda row: (row["code"], row["ordinal"], row["seq"])):
            self._see_entry(row)
        for table, key, _, after in changes:
            if table == "log" and after is None and key[:2] not in self._over:
                self._report("lost", f"an entry of a game that runs at {key[0]} is gone")

    def _see_table(self, code: str, row: Row | None) -> None:
        if row is None:
            self._owners.pop(code, None)
            return
        if row["life"] is not None:
            owner = self._owners.setdefault(code, {}).setdefault(row["epoch"], row["life"])
            if owner != row["life"]:
                self._report("owners", f"{code} had two owners in epoch {row['epoch']}")
        doc = json.loads(row["doc"])
        self.opens |= dict.fromkeys(doc["hosts"], code)
        for seat, place in enumerate(doc["places"]):
            keys = [*place.get("keys", ()), *([place["claim"]["key"]] if place.get("claim") else [])]
            self.opens |= dict.fromkeys(keys, code)
            self.keys[code, seat].update(keys)

    def _see_game(self, row: Row) -> None:
        game = (row["code"], row["ordinal"])
        self._headers[game] = row["header"]
        kept = self.kept.setdefault(game, [])
        if row["entries"] is None:
            return
        entries: list[Entry] = [(entry, command) for entry, command in json.loads(row["entries"])]
        if entries[: len(kept)] != kept:
            self._report("lost", f"the record of game {game[1]} at {game[0]} is not what was kept of it")
        for entry in entries[len(kept) :]:
            self._keep(game, entry)
        self._over.add(game)

    def _see_entry(self, row: Row) -> None:
        game = (row["code"], row["ordinal"])
        if game not in self.kept or row["seq"] != len(self.kept[game]):
            self._report("lost", f"entry {row['seq']} of game {game[1]} at {game[0]} does not follow the one before")
        self._keep(game, (row["entry"], row["command"]))

    def _keep(self, game: Game, entry: Entry) -> None:
        self.kept[game].append(entry)
        self.moves += 1
        text, command = entry
        if command is not None:
            self.commands.add(command)
            played = Played(game, json.loads(text)["seat"], command)
            self.played[played] += 1
            if self.played[played] > 1:
                self._report("twice", f"{command} was played twice by seat {played.seat} of {game[0]}")

    def running(self, code: str) -> Game | None:
        return next((game for game in reversed(self.kept) if game[0] == code and game not in self._over), None)

    # What is told.

    def told(self, code: str, message: Message) -> None:
        asks = [[real_id(ask["id"]), ask["seats"], ask["awaited"], ask["until"]] for ask in message["asks"]]
        shown = _text(message["board"], message["hand"], asks)
        kept = {ordinal: len(entries) for (at, ordinal), entries in self.kept.items() if at == code}
        if self._told[code].setdefault((message["seat"], shown), kept) is kept:
            self._unchecked.add(code)

    def check_keys(self, who: str, code: str | None, seats: Sequence[int], keys: Sequence[str]) -> None:
        mine = {hashed(key) for key in keys}
        for seat in seats:
            if code is not None and mine.isdisjoint(self.keys[code, seat]):
                self._report("secret", f"{who} was shown seat {seat} of {code} without a key of it")

    def check(self) -> None:
        """All that was shown is a moment of a game, and was kept by then."""
        for code in sorted(self._unchecked):
            told = self._told[code]
            seats = {seat for seat, _ in told}
            moments: dict[tuple[int | None, str], list[tuple[int, int]]] = defaultdict(list)
            for game in self.kept:
                if game[0] == code:
                    for number, table in enumerate(self._tables(game), 1):
                        for seat in seats:
                            for shown in self._views(game, table, seat):
                                moments[seat, shown].append((game[1], number))
            for (seat, shown), kept in told.items():
                found = moments.get((seat, shown), ())
                if not found:
                    self._report("told", f"seat {seat} of {code} was shown what never was: {shown[:200]}")
                elif all(number > kept.get(ordinal, 0) for ordinal, number in found):
                    self._report("told", f"seat {seat} of {code} was shown what was not kept yet: {shown[:200]}")
        self._unchecked.clear()

    def _kit(self, game: Game) -> GameTools:
        return self._kits[str(json.loads(self._headers[game])["header"]["game"])]

    def _tables(self, game: Game) -> Any:
        kit = self._kit(game)
        lines = [self._headers[game], *(entry for entry, _ in self.kept[game])]
        return replay(kit.game, kit.wire.read_record("".join(f"{line}\n" for line in lines)))

    def _views(self, game: Game, table: AnyTable, seat: int | None) -> set[str]:
        kit = self._kit(game)
        if seat is not None and seat >= table.seats:
            return set()
        shown = set()
        for is_held in (False, True) if seat is not None else (False,):
            view = table.view(Viewer(seat, is_held))
            asks = [[ask.id, list(ask.seats), list(ask.awaited), ask.until] for ask in view.asks]
            hand = None if view.hand is None else kit.hand.to_json(view.hand)
            shown.add(_text(kit.board.to_json(view.board), hand, asks))
        return shown


def _text(*what: object) -> str:
    return json.dumps(what, sort_keys=True)
