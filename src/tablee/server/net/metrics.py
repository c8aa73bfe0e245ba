"""A few numbers for operations, in the format Prometheus reads. Off by default."""

from __future__ import annotations

from tablee.server.house.house import House
from tablee.server.net.inside import Inside


def metrics_text(house: House, inside: Inside | None = None) -> str:
    phases = {"lobby": 0, "playing": 0, "over": 0}
    for actor in house.tables.values():
        phases[actor.lobby.phase] += 1
    # Those that are awake by their phase, and all there are.
    lines = [f'tablee_tables{{phase="{phase}"}} {number}' for phase, number in phases.items()]
    lines.append(f"tablee_tables_kept {house.number_of_tables}")
    neighbours = house.store.neighbours
    if inside is not None and neighbours is not None:
        lines.append(f"tablee_nodes {len(neighbours)}")
        lines.append(f'tablee_relayed{{way="out"}} {len(inside.out)}')
        lines.append(f'tablee_relayed{{way="in"}} {len(inside.guests)}')
    lines.append(f"tablee_connections {len(house.connections)}")
    return "\n".join(lines) + "\n"
