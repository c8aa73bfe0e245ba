"""Law 8: whatever may leave the table survives the codec unchanged, and a state never passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from tablee.kernel.codec import Codec, Malformed
from tablee.kernel.frames import Watcher
from tablee.kernel.game import Ask, State, Viewer
from tablee.kit.changes import changes
from tablee.kit.laws.law import Broken, Law, Run, Subject, describe, who
from tablee.kit.loose import AnyEntry, AnyWire
from tablee.kit.play import SideTable

_RARITY = 16
_CAPTION_RARITY = 4
_RECORD_RARITY = 4
_LOOKS = 3


class Encoding(Law):
    number = 8
    title = "codecs round-trip, and no state passes"

    def __init__(self, subject: Subject, problem: Exception | None) -> None:
        super().__init__(subject)
        self._problem = problem

    @property
    def _wire(self) -> AnyWire:
        if self.subject.wire is None:
            assert self._problem is not None
            raise Broken(f"the game's types have no codec: {describe(self._problem)}")
        return self.subject.wire

    def begin(self, run: Run) -> None:
        header = run.table.record.header
        self._round_trip(self._wire.options, header.options, "the options")
        self._refuse_state(run.state)
        self._see(run)

    def rest(self, run: Run) -> None:
        self._shown(run, run.viewers[run.step % len(run.viewers)])
        if self.luck.chance(1, _RARITY):
            self._look(run, self.luck.pick(run.viewers))

    def moved(self, run: Run, entry: AnyEntry, ask: Ask, before: State) -> None:
        if entry.action is not None:
            self._written(self._wire.action, entry.action, "an action")
            if self.luck.chance(1, 2):
                self._round_trip(self._wire.action, entry.action, "an action")
        if self.luck.chance(1, _CAPTION_RARITY):
            for caption in run.table.captions:
                self._round_trip(self._wire.caption, caption, "a caption")

    def end(self, run: Run) -> None:
        self._see(run)
        if run.table.outcome is not None:
            self._round_trip(self._wire.outcome, run.table.outcome, "the outcome")
        if self.luck.chance(1, _RECORD_RARITY) or run.number == 0:
            self._whole_record(run)

    def _whole_record(self, run: Run) -> None:
        self.cases += 1
        record = run.table.record
        if self._wire.read_record(self._wire.write_record(record)) != record:
            raise Broken("the record comes back from its text changed")

    def _see(self, run: Run) -> None:
        for _ in range(_LOOKS):
            self._look(run, self.luck.pick(run.viewers))
        for seat in range(run.table.seats):
            for caption in self.game.brief(run.state, seat):
                self._round_trip(self._wire.caption, caption, "a brief")

    def _shown(self, run: Run, viewer: Viewer) -> None:
        """A house writes views and what can be chosen without looking at each value again; so all of it is looked at
        here, at every stop, of one viewer after the other."""
        view = run.table.view(viewer)
        self._written(self._wire.view, view, f"the view of {who(viewer)}")
        if view.hand is not None and any(viewer.seat in ask.seats for ask in view.asks):
            for move in self.game.moves(view, self.luck):
                self._written(self._wire.action, move, f"a move offered to {who(viewer)}")

    def _look(self, run: Run, viewer: Viewer) -> None:
        view = run.table.view(viewer)
        if holds_state(view):
            raise Broken(f"the view of {who(viewer)} has a State inside")
        frame = Watcher(SideTable(run.table, run.state, self.luck), viewer).frame()
        self._round_trip(self._wire.view, view, f"the view of {who(viewer)}")
        if frame is not None and frame.captions:
            self._round_trip(self._wire.frame, frame, f"the frame of {who(viewer)}")

    def _round_trip(self, codec: Codec[Any], value: object, what: str) -> None:
        self._written(codec, value, what)
        try:
            back = codec.loads(codec.dumps(value))
        except Malformed as error:
            raise Broken(_without_json(what, value, error)) from error
        if back != value:
            raise Broken(f"{what} comes back changed: {next(changes('it', value, back), 'its type')}")

    def _written(self, codec: Codec[Any], value: object, what: str) -> None:
        self.cases += 1
        try:
            codec.to_json(value)
        except TypeError as error:
            raise Broken(_without_json(what, value, error)) from error

    def _refuse_state(self, state: State) -> None:
        self.cases += 1
        try:
            Codec[Any](type(state))
        except TypeError:
            return
        raise Broken(f"there is a codec for {type(state).__name__}: a state could leave the table")


def holds_state(value: object) -> bool:
    """Is there a State anywhere inside?"""
    if isinstance(value, State):
        return True
    inside: Iterable[object] = ()
    if isinstance(value, tuple | list | set | frozenset):
        inside = value
    elif isinstance(value, Mapping):
        inside = value.values()
    elif is_dataclass(value) and not isinstance(value, type):
        inside = (getattr(value, field.name) for field in fields(value))
    return any(holds_state(item) for item in inside)


def _without_json(what: str, value: object, error: Exception) -> str:
    where = next(_strangers("", value), "")
    return f"{what} has no strict JSON: {where}{str(error)[:300]}"


def _strangers(path: str, value: object) -> Iterator[str]:
    """Where something lies that is neither text nor whole number nor made of such."""
    if is_dataclass(value):
        for field in fields(value):
            yield from _strangers(f"{path}.{field.name}", getattr(value, field.name))
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for name, item in zip(value._fields, value, strict=True):
            yield from _strangers(f"{path}.{name}", item)
    elif isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _strangers(f"{path}[{number}]", item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _strangers(f"{path}[{key!r}]", item)
    elif not isinstance(value, int | str | None):
        yield f"{path.removeprefix('.')} is a {type(value).__name__}: "
