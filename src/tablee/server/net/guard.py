"""Who may knock at the door, under which name, how much and how long they may ask, before anything of the house is
touched."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from tablee.kernel.game import Ms
from tablee.server.limits import LIMITS, Buckets, Limits

LOOPBACK: Final = ("127.0.0.1", "::1")
_AT_HOME: Final = (".local", ".lan", ".home", ".internal", ".localhost", ".box")
"""What names of a house's own network end with: nobody on the internet can have such a name."""


class Proxies:
    """Those who are believed when they say for whom they speak: all on this very machine, and who comes from these
    addresses or networks."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        """ValueError: one of them is no address."""
        self._networks = tuple(ip_network(one, strict=False) for one in named)
        self._known: dict[str, bool] = dict.fromkeys(LOOPBACK, True)

    def has(self, peer: str) -> bool:
        known = self._known.get(peer)
        if known is None:
            known = (
                bool(self._networks) and _is_address(peer) and any(ip_address(peer) in one for one in self._networks)
            )
            if known:  # there are few of these, and many of all others
                self._known[peer] = True
        return known


HERE: Final = Proxies()


class Guard:
    """Counts requests and connections that are no sockets yet, by address."""

    def __init__(self, limits: Limits, names: frozenset[str] = frozenset(), proxies: Proxies = HERE) -> None:
        """`names`: by which the house may be called beside those of its own network."""
        self.limits = limits
        self.proxies = proxies
        self._names = names
        self._connections: dict[str, int] = {}
        self._requests = Buckets(limits.requests_at_once, limits.requests)

    def enter(self, address: str) -> bool:
        """One more connection. Those of a proxy are those of all."""
        held = self._connections.get(address, 0)
        most = self.limits.connections if self.proxies.has(address) else self.limits.per_address
        if held >= most:
            return False
        self._connections[address] = held + 1
        return True

    def leave(self, address: str) -> None:
        held = self._connections.get(address, 0) - 1
        if held > 0:
            self._connections[address] = held
        else:
            self._connections.pop(address, None)

    def may_ask(self, address: str, now: Ms, cost: int = 1) -> bool:
        # To ask in vain costs nothing: where many devices of one address come back at once, none ever would.
        return self._requests.take(address, now, cost)

    def note_bad(self, address: str, now: Ms) -> None:
        """It sent what is no request. For whom a proxy sent it, nobody knows then."""
        if not self.proxies.has(address):
            self._requests.of(address, now).spend(self.limits.bad_costs)

    def is_tired_of(self, address: str, now: Ms) -> bool:
        """Has it asked so much that not even its next question is read? A proxy asks for many."""
        return not self.proxies.has(address) and self._requests.is_dry(address, now)

    def cost(self, url: bytes, address: str) -> int:
        """For how many requests this one counts: what is dear to answer is dear to ask for. A proxy that does
        not say for whom it speaks brings all who come."""
        limits = self.limits
        if url.startswith(b"/ws"):
            return 1 if self.proxies.has(address) else limits.socket_costs
        if url.startswith(b"/api/tables/"):
            return 1 if self.proxies.has(address) else limits.table_costs
        if url.startswith(b"/qr/"):
            return limits.code_costs
        if url.startswith(b"/api/evenings/file"):
            return limits.file_costs
        if url.startswith(b"/api/evenings"):
            return limits.past_costs
        return limits.theatre_costs if url.startswith(b"/api/records/") else 1

    def knows(self, host: str) -> bool:
        """May the house be called so? A page of the internet can give this machine a name of its own, and would then
        pass for a page of ours."""
        name = host_name(host)
        if name is None:
            return False
        if name in self._names or "." not in name or name.endswith(_AT_HOME):
            return True
        return _is_address(name)


@lru_cache(maxsize=256)
def host_name(host: str) -> str | None:
    """Without its port; None: this is no name."""
    if not host or len(host) > LIMITS.host or not host.isascii() or any(char in host for char in " \t\\/@?#\x00"):
        return None
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    return parts.hostname


def names_of(origins: frozenset[str], address: str | None) -> frozenset[str]:
    """The names in these addresses."""
    hosts = (urlsplit(one).hostname for one in (*origins, *((address,) if address else ())))
    return frozenset(host for host in hosts if host)


def address_of(peer: str, forwarded: str, proxies: Proxies = HERE) -> str:
    """Who connects. A proxy that is known is believed when it says for whom. Whoever has one address of the new kind
    has billions of them: those of one line count as one."""
    address = forwarded.rpartition(",")[2].strip()[:64] or peer if proxies.has(peer) else peer
    if ":" not in address:
        return address
    try:
        found = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return address if found.is_loopback else f"{IPv6Address(int(found) >> 64 << 64)}/64"


def is_own_origin(origin: str | None, host: str, also: frozenset[str]) -> bool:
    """A page of another site must not play with this one's keys. Programs, which send no Origin, have no such keys."""
    if origin is None:
        return True
    if origin in also:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
