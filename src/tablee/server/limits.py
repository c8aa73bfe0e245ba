"""How much anybody may ask of the house: every number that bounds somebody, and why it is that number.

`tablee doctor` prints them, and docs/operations.md has the same table; a test holds the one against the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple, TypeVar

from tablee.kernel.game import Ms

Group = Literal["Socket", "HTTP", "House", "Table", "Work"]
Unit = Literal["", "bytes", "ms", "s", "a second"]
Number = TypeVar("Number", int, float)


class Bound(NamedTuple):
    """What is known of a limit beside its value."""

    group: Group
    unit: Unit
    what: str
    why: str


def _limit(value: Number, group: Group, unit: Unit, what: str, why: str) -> Number:
    made: Number = field(default=value, metadata={"bound": Bound(group, unit, what, why)})
    return made


@dataclass(frozen=True, slots=True)
class Limits:
    message: int = _limit(16_384, "Socket", "bytes", "one message", "a theme pack of the players' own fits in")
    frame: int = _limit(
        4, "Socket", "", "messages that fit into one frame, pieces and all", "beyond it the socket is closed"
    )
    pieces: int = _limit(64, "Socket", "", "pieces of one message", "each counts as a message, and browsers send none")
    rate: int = _limit(30, "Socket", "a second", "messages of a connection", "nobody touches a screen as often")
    burst: int = _limit(90, "Socket", "", "messages of it at once", "what a device repeats after a bad line")
    hello: int = _limit(6, "Socket", "", "messages that one `hello` counts for", "others at the table are told of it")
    keys: int = _limit(12, "Socket", "", "keys in one `hello`", "a family on one tablet")
    crowd: int = _limit(
        20, "Socket", "", "devices at a table for which each message counts once more", "moves excepted: all are told"
    )
    waiting: int = _limit(200, "Socket", "", "undelivered messages of it", "a slow reader is asked to come back")
    silence: int = _limit(20, "Socket", "s", "silence before a ping, and after it", "phones that were put away")
    last_words: int = _limit(5, "Socket", "s", "to close, once told good-bye", "who does not is cut off")
    long_message: int = _limit(2_048, "Socket", "bytes", "a message that is not long", "only packs are longer")
    long_at_once: int = _limit(60, "Socket", "", "long messages from one address", "each host brings a pack or two")
    long_rate: float = _limit(0.5, "Socket", "a second", "long messages after that", "to read one takes up to 10 ms")
    all_at_once: int = _limit(15_000, "Socket", "", "messages from one address", "a school that comes back all at once")
    all_rate: int = _limit(1_500, "Socket", "a second", "messages after that", "a school in the middle of a race")

    head: int = _limit(16_384, "HTTP", "bytes", "address and headers of a request", "far more than browsers send")
    headers: int = _limit(64, "HTTP", "", "headers of a request", "browsers and proxies send half as many")
    address: int = _limit(2_000, "HTTP", "bytes", "what stands behind the host", "no address of ours is as long")
    host: int = _limit(255, "HTTP", "bytes", "the name of the host", "names on the internet end there")
    file_name: int = _limit(100, "HTTP", "", "letters of a file's name", "ours are shorter")
    handshake: int = _limit(100, "HTTP", "bytes", "the key of a WebSocket's handshake", "it has 24")
    body: int = _limit(
        524_288, "HTTP", "bytes", "what is sent along", "twice the longest question, to refuse it in words"
    )
    question: int = _limit(262_144, "HTTP", "bytes", "a question about past games", "a device's keys and records")
    records: int = _limit(4_000, "HTTP", "", "records that one question names", "years of evenings")
    request_seconds: int = _limit(10, "HTTP", "s", "for a request to become whole", "a bad line needs a few")
    requests: int = _limit(
        150,
        "HTTP",
        "a second",
        "requests from one address",
        "a school opens the page within a minute",
    )
    requests_at_once: int = _limit(
        3_000, "HTTP", "", "requests from it at once", "the page and all its parts, for everybody in that class"
    )
    socket_costs: int = _limit(5, "HTTP", "", "requests that opening a socket counts for", "a device does it once")
    table_costs: int = _limit(5, "HTTP", "", "requests that asking for a table counts for", "people type a code")
    bad_costs: int = _limit(10, "HTTP", "", "requests that one which is none counts for", "no browser sends such")
    code_costs: int = _limit(8, "HTTP", "", "requests that a QR code counts for", "it takes 8 ms to draw one")
    past_costs: int = _limit(10, "HTTP", "", "requests that a search of past games counts for", "it reads them all")
    theatre_costs: int = _limit(20, "HTTP", "", "requests that a record counts for", "the whole game is played again")
    file_costs: int = _limit(300, "HTTP", "", "requests that a file of all records counts for", "seconds of packing")

    connections: int = _limit(6_000, "House", "", "connections", "what one process and its files bear")
    per_address: int = _limit(600, "House", "", "connections from one address", "a school behind one line")
    tables: int = _limit(50_000, "House", "", "tables, awake or asleep", "each is a row of a few kilobytes")
    awake_tables: int = _limit(5_000, "House", "", "tables that are awake", "these stand in memory")
    sleeps_after: int = _limit(
        600_000, "House", "ms", "without anybody before a table sleeps", "people who lost their line"
    )
    opens_at_once: int = _limit(60, "House", "", "tables that one address opens", "those of a school in one morning")
    opens: float = _limit(1 / 60, "House", "a second", "tables it opens after that", "one a minute")
    guesses_at_once: int = _limit(20, "House", "", "codes of no table, from one address", "people mistype")
    guesses: float = _limit(0.5, "House", "a second", "such codes after that", "a code has four letters only")
    guesses_waiting: int = _limit(
        20, "House", "", "such codes of one address that wait at once", "many lines, one guesser"
    )
    guess_waits: int = _limit(1_000, "House", "ms", "wait for each answer beyond", "slowed down, never locked out")
    empty_lobby: int = _limit(
        24 * 3_600_000, "House", "ms", "a table stays at which nobody ever played and nobody is", "opened for tomorrow"
    )
    spare_lobby: int = _limit(600_000, "House", "ms", "the same, where the house is full", "others need the room")
    tidy: int = _limit(60_000, "House", "ms", "between two looks for such tables", "looking costs a little")
    tidy_full: int = _limit(5_000, "House", "ms", "the same, where the house is full", "somebody is at the door")
    cleared_at_once: int = _limit(100, "House", "", "such tables cleared in one look", "others want a turn in between")
    store_hangs: int = _limit(
        20, "House", "s", "that the store says nothing before it is begun anew", "slow disks take seconds"
    )
    lock_waits: int = _limit(5, "House", "s", "for another program to let go of the file", "a backup needs one")

    per_seat: int = _limit(4, "Table", "", "devices of one seat", "phone, tablet, and both once more; the oldest goes")
    spectators: int = _limit(200, "Table", "", "devices that look on", "each is told of everything")
    news: int = _limit(1_000, "Table", "ms", "between two tellings of how many look on", "it is news for nobody")
    name: int = _limit(20, "Table", "", "letters of a name", "what fits on a chair")
    talk: int = _limit(280, "Table", "", "letters of what is said", "a sentence or two")
    turned_away: int = _limit(3, "Table", "", "times a place is asked back in vain", "then its people have peace")
    answers: int = _limit(400, "Table", "", "answers in memory", "to give again, where a command is repeated")
    answers_kept: int = _limit(40, "Table", "", "answers that outlive a restart", "those a line may still repeat")
    receipts: int = _limit(32, "Table", "", "receipts of races", "who wants one asks soon")
    host_away: int = _limit(20_000, "Table", "ms", "a host is away before others lead", "a line that was lost is back")
    host_lost: int = _limit(
        180_000, "Table", "ms", "before they may stop the game and give the host's chair away", "a phone is restarted"
    )

    played_again: int = _limit(
        150, "Work", "", "moves of a game that are played again at once when its table is woken", "up to 15 ms"
    )
    codes_drawn: int = _limit(512, "Work", "", "QR codes in memory", "each is drawn once")
    theatres: int = _limit(16, "Work", "", "replayed games in memory", "each is a whole game in pictures")
    stories: int = _limit(64, "Work", "", "stories of games in memory", "each is a few lines")
    packing: int = _limit(4_000_000, "Work", "bytes", "a file of records in memory", "beyond it goes to disk")

    def for_devices(self, devices: int) -> Limits:
        """Where so many come from one address: all that is counted by address grows or shrinks with them."""
        usual = LIMITS.per_address

        def share(value: int) -> int:
            return max(1, value * devices // usual)

        return replace(
            self,
            per_address=devices,
            opens_at_once=share(LIMITS.opens_at_once),
            opens=LIMITS.opens * devices / usual,
            guesses_at_once=share(LIMITS.guesses_at_once),
            guesses=LIMITS.guesses * devices / usual,
            long_at_once=share(LIMITS.long_at_once),
            long_rate=LIMITS.long_rate * devices / usual,
            all_at_once=max(share(LIMITS.all_at_once), LIMITS.burst),
            all_rate=max(share(LIMITS.all_rate), LIMITS.rate),
            requests=share(LIMITS.requests),
            # Whoever asks for the dearest thing must be able to pay for it.
            requests_at_once=max(share(LIMITS.requests_at_once), LIMITS.file_costs),
        )


LIMITS: Final = Limits()


class Bucket:
    """So many at once; then they come back one by one."""

    __slots__ = ("_counted", "_tokens")

    def __init__(self, burst: int, now: Ms) -> None:
        self._tokens = float(burst * 1000)
        self._counted = now

    def take(self, now: Ms, burst: int, rate: float, cost: int = 1) -> bool:
        """`rate`: so many a second."""
        tokens, most, price = self._tokens + (now - self._counted) * rate, burst * 1000, cost * 1000
        if tokens > most:
            tokens = most
        self._counted = now
        is_enough = tokens >= price
        self._tokens = tokens - price if is_enough else tokens
        return is_enough

    def spend(self, cost: int) -> None:
        """Whether or not there is as much."""
        self._tokens = max(0.0, self._tokens - cost * 1000)

    def put_back(self) -> bool:
        self._tokens += 1000
        return True

    def is_full(self, now: Ms, burst: int, rate: float) -> bool:
        return self._tokens + (now - self._counted) * rate >= burst * 1000


class Buckets:
    """One for each address that asks. Those that are full again are forgotten."""

    def __init__(self, burst: int, rate: float) -> None:
        self._burst = self._whole_burst = burst
        self._rate = self._whole_rate = rate
        self._buckets: dict[str, Bucket] = {}
        self._most = 1_000

    def share(self, houses: int) -> None:
        """So many houses are one: each gives its part."""
        self._burst, self._rate = max(1, self._whole_burst // houses), self._whole_rate / houses

    def take(self, address: str, now: Ms, cost: int = 1) -> bool:
        return self.of(address, now).take(now, self._burst, self._rate, cost)

    def of(self, address: str, now: Ms) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._forget(now)
            bucket = self._buckets[address] = Bucket(self._burst, now)
        return bucket

    def is_dry(self, address: str, now: Ms) -> bool:
        """Would nothing more be given?"""
        bucket = self._buckets.get(address)
        return bucket is not None and not (bucket.take(now, self._burst, self._rate) and bucket.put_back())

    def _forget(self, now: Ms) -> None:
        full = [one for one, bucket in self._buckets.items() if bucket.is_full(now, self._burst, self._rate)]
        for one in full:
            del self._buckets[one]
        self._most = max(1_000, 2 * len(self._buckets))
