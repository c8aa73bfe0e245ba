"""Names for the games, tables and views of a game the kit knows nothing about."""

from __future__ import annotations

from typing import Any, TypeAlias

from tablee.kernel.frames import Frame
from tablee.kernel.game import Game, View
from tablee.kernel.record import Entry
from tablee.kernel.table import Table
from tablee.kernel.wire import Wire

AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
AnyTable: TypeAlias = Table[Any, Any, Any, Any, Any]
AnyView: TypeAlias = View[Any, Any]
AnyFrame: TypeAlias = Frame[Any, Any]
AnyEntry: TypeAlias = Entry[Any]
AnyWire: TypeAlias = Wire[Any, Any, Any, Any, Any]
