"""What changed between two views, field by field, in words a person can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import groupby

from tablee.kernel.game import Ask, Caption, Ms, Seat
from tablee.kit.loose import AnyView

_LONG = 8


def show(value: object) -> str:
    """One value, compactly: a run of equal items in a long tuple is counted."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        return f"({', '.join(_items(value))})"
    inside = _fields_of(value)
    if inside is not None:
        return f"{type(value).__name__}({', '.join(f'{name}={show(item)}' for name, item in inside)})"
    if isinstance(value, Mapping):
        return f"({', '.join(f'{key}={show(item)}' for key, item in sorted(value.items()))})"
    if isinstance(value, str):
        return value if value.isidentifier() else repr(value)
    # An address in memory is another one each time.
    return f"<{type(value).__name__}>" if type(value).__repr__ is object.__repr__ else str(value)


def _items(values: tuple[object, ...] | list[object]) -> Iterator[str]:
    shown = [show(value) for value in values]
    if len(shown) <= _LONG:
        yield from shown
        return
    for text, run in groupby(shown):
        length = len(list(run))
        yield text if length == 1 else f"{length}×{text}"


def _fields_of(value: object) -> list[tuple[str, object]] | None:
    if is_dataclass(value) and not isinstance(value, type):
        return [(field.name, getattr(value, field.name)) for field in fields(value)]
    names = getattr(value, "_fields", None)
    return None if names is None else [(name, getattr(value, name)) for name in names]


def changes(path: str, old: object, new: object) -> Iterator[str]:
    """`path: old → new` for every spot that differs."""
    if old == new and type(old) is type(new):
        return
    if type(old) is type(new):
        inside, before = _fields_of(new), _fields_of(old)
        if inside is not None and before is not None:
            for (name, now), (_, was) in zip(inside, before, strict=True):
                yield from changes(f"{path}.{name}", was, now)
            return
        if isinstance(old, tuple) and isinstance(new, tuple):
            yield from _tuple_changes(path, old, new)
            return
    yield f"{path}: {show(old)} → {show(new)}"


def _tuple_changes(path: str, old: tuple[object, ...], new: tuple[object, ...]) -> Iterator[str]:
    if len(old) == len(new):
        spots = [i for i, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
        if 2 * len(spots) <= len(new) or len(new) <= 2:
            for spot in spots:
                yield from changes(f"{path}[{spot}]", old[spot], new[spot])
            return
    else:
        gone, come = [item for item in old if item not in new], [item for item in new if item not in old]
        kept = [item for item in old if item in new]
        if len(gone) + len(come) <= 2 and kept == [item for item in new if item in old]:
            yield f"{path}: {' '.join([*(f'− {show(item)}' for item in gone), *(f'+ {show(item)}' for item in come)])}"
            return
    yield f"{path}: {show(old)} → {show(new)}"


def whole(path: str, value: object) -> Iterator[str]:
    """Every field of a board or hand that is seen for the first time."""
    for name, item in _fields_of(value) or []:
        yield f"{path}.{name}: {show(item)}"


def view_changes(old: AnyView | None, new: AnyView) -> Iterator[str]:
    """The news of this view for somebody who saw the old one, if any."""
    if old is None:
        yield from whole("board", new.board)
        yield from whole("hand", new.hand)
    else:
        yield from changes("board", old.board, new.board)
        yield from changes("hand", old.hand, new.hand)
    yield from _ask_changes(() if old is None else old.asks, new.asks)


def _ask_changes(old: tuple[Ask, ...], new: tuple[Ask, ...]) -> Iterator[str]:
    before, after = {ask.id: ask for ask in old}, {ask.id: ask for ask in new}
    yield from (f"closed {name}" for name in before if name not in after)
    for name, ask in after.items():
        if name not in before:
            yield f"asked {show_ask(ask)}"
        elif before[name] != ask:
            yield f"changed {name}: {', '.join(_ask_fields(before[name], ask))}"


def _ask_fields(old: Ask, new: Ask) -> Iterator[str]:
    if old.kind != new.kind:
        yield f"kind {old.kind} → {new.kind}"
    if old.seats != new.seats:
        yield f"of {seats_list(old.seats)} → {seats_list(new.seats)}"
    if old.awaited != new.awaited:
        yield f"awaits {seats_list(old.awaited)} → {seats_list(new.awaited)}"
    if old.until != new.until:
        yield f"until {_clock(old.until)} → {_clock(new.until)}"


def _clock(until: Ms | None) -> str:
    return "no clock" if until is None else seconds(until)


def show_ask(ask: Ask) -> str:
    until = "no clock" if ask.until is None else f"until {seconds(ask.until)}"
    if not ask.seats:
        return f"{ask.id} ({ask.kind}) a moment, {until}"
    waits = "" if ask.awaited == ask.seats else f", awaits {seats_list(ask.awaited)}"
    return f"{ask.id} ({ask.kind}) of {seats_list(ask.seats)}{waits}, {until}"


def show_caption(caption: Caption) -> str:
    facts = ", ".join(f"{name}={show(fact)}" for name, fact in caption.facts.items())
    return f"“{caption.code}” {facts}".rstrip()


def seats_list(seats: tuple[Seat, ...]) -> str:
    return "+".join(str(seat) for seat in seats) or "nobody"


def seconds(now: Ms) -> str:
    return f"{now // 1000}.{now % 1000:03d} s"
