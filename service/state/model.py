"""What the service speaks of. All values are frozen: a table is a snapshot, `Tables.get` gives the present one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from rules.core import BadOption, Choices, Game, Phrase, View
from rules.core import registry as games

from .branch_point import Branch
from .lesson_progress import Lesson
from .person_names import clean_name

COLOURS = "RBYKWTVN"  # letters of the seats, in the order in which they are given out

Status = Literal["lobby", "active", "paused", "frozen", "over", "abandoned"]
OPEN: frozenset[Status] = frozenset({"lobby", "active", "paused", "frozen"})
GOING: Final[frozenset[Status]] = frozenset({"active", "paused"})  # moves are made: a pause stops clocks alone
EntryKind = Literal["move", "undo", "resign", "end", "start", "table"]
VoteStatus = Literal["open", "passed", "declined", "void"]
VoteKey = Literal["undo", "end", "pause", "replace", "pace", "late", "language"]
LatePolicy = Literal["ask", "fallback", "machine"]
LATE_POLICIES: Final[tuple[LatePolicy, ...]] = get_args(LatePolicy)
UnreachableReason = Literal["", "post", "channel", "server", "view", "send", "thread", "locked"]
UNREACHABLE_REASONS: Final[tuple[UnreachableReason, ...]] = get_args(UnreachableReason)  # stored by their places
Role = Literal["owner", "friend"]
OfferKind = Literal["standin", "replace"]
OfferReason = Literal["own", "vote", "host", "moderator", "free"]
OfferStatus = Literal["open", "accepted", "declined", "over", "void"]
CLOCK: Final = 0  # in place of a user: who acted for a seat that was late


@dataclass(frozen=True, slots=True)
class TableChannel:
    """Where a table lives: a channel or thread; `guild_id` None in direct messages."""

    guild_id: int | None
    channel_id: int


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, with the display name as last seen: tame, whatever Discord or somebody beside it sends."""

    user_id: int
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", clean_name(self.name) if self.name else "")


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table, owned by `user_id`.

    `machine` (its level) with `user_id`: a machine plays on for one who resigned, or until they are back."""

    index: int
    user_id: int | None
    name: str
    colour: str  # a letter of COLOURS
    machine: str | None = None
    resigned: bool = False
    score: int = 0
    place: int | None = None  # when the game is over; 1 has won
    pinged_at: int | None = None
    pinged_seq: int | None = None  # the entry of the log that the last ping told of
    bank: int | None = None  # seconds that are left of the time for the whole game; None: there is no bank
    missed: int = 0  # stretches in a row that the clock ended, since a person last acted at the table
    left_at: int | None = None  # when its owner was found to be on the server no longer; None: they are
    standin: int | None = None  # the user who decides in place of the owner, who still may
    standin_until: int | None = None  # when they, or the machine, give the seat back by themselves

    @property
    def human(self) -> bool:
        """Whether a person decides for it."""
        return self.user_id is not None and self.machine is None and not self.resigned

    @property
    def here(self) -> bool:
        """Whether a person decides for it who can be reached: they are still on the server, or a friend stands in."""
        return self.human and (self.left_at is None or self.standin is not None)

    @property
    def called(self) -> int | None:
        """The user whom its turns call, and whose hours count: who stands in, else its owner."""
        return self.user_id if self.standin is None else self.standin


@dataclass(frozen=True, slots=True)
class SeatTerm:
    """From which entry of the log to which somebody owned a seat, or stood in for its owner."""

    seat: int
    user_id: int
    role: Role
    since: int  # the entry with which they came
    until: int | None = None  # the last that was theirs; None: it goes on


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """Somebody is asked to stand in at a seat, or to take it over. Its number is its place in `Table.asks`."""

    number: int
    seat: int
    what: OfferKind
    why: OfferReason  # who let it be asked: owner, vote, host, moderator; free: nobody owns the seat
    user_id: int | None  # None: whoever comes first
    by: int
    until: int | None  # of a stand-in: when it ends by itself
    status: OfferStatus
    opened_at: int
    closes_at: int
    shown: OfferStatus | None = None  # what its message tells; None: it was not sent
    shown_at: int | None = None
    message_id: int | None = None
    channel_id: int | None = None


@dataclass(frozen=True, slots=True)
class TurnTimer:
    """How long a stretch may take, and how much of that is used up."""

    allowance: int | None = None  # seconds; None: as long as it takes
    counted: int = 0  # seconds used before `start`
    start: int | None = None  # since when it counts on; None: it stands
    due: int | None = None  # when the allowance will be used up, if nothing changes
    step: int = 0  # reminders that have come
    remind_at: int | None = None  # when the next one comes
    act_at: int | None = None  # when something is done in their place
    nudged_at: int | None = None  # when another player last had them reminded
    hushed: bool = False  # they said that they are on it: no reminder before it is due
    graced: bool = False  # `act_at` was put off because nobody looked in time; once in a stretch


@dataclass(frozen=True, slots=True)
class PendingTurn:
    """Uninterrupted time during which a seat is waited for."""

    seat: int
    since: int
    seq: int  # length of the log when it began
    pinged: bool
    timer: TurnTimer = TurnTimer()


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event of the rules (`rules.core.Event`) as the log keeps it; some are the table's own (`table.*`)."""

    key: str
    params: Mapping[str, Any]
    seats: frozenset[int] | None = None
    reveals: bool = False


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log. Numbers are never reused: an undo is an entry itself (`undo 57`)."""

    seq: int
    seat: int | None
    kind: EntryKind
    move: str
    chance: tuple[int, ...]
    barrier: bool
    events: tuple[StoredEvent, ...]
    at: int
    act: str | None
    first: int  # number of the first entry of the same act
    by: int | None = None  # the user who acted for the seat in place of its owner; CLOCK
    banks: tuple[int, ...] = ()  # what every seat had in its bank afterwards; empty where there are none


@dataclass(frozen=True, slots=True)
class Post:
    """A message the table owes its home, or has sent. Its number is given in the transaction of the act."""

    table_id: int
    number: int
    seq: int  # the newest entry it shows
    reason: str  # turn, start, over, lobby, rematch or what `new_post` was given
    pings: tuple[int, ...]
    message_id: int | None = None
    channel_id: int | None = None
    sent_at: int | None = None
    shown_at: int | None = None  # last sent or edited
    apart: tuple[int, ...] = ()  # of the pings: who hears of it in another place, later or not at all

    @property
    def mentioned(self) -> tuple[int, ...]:
        """Whom the message itself calls."""
        return tuple(user for user in self.pings if user not in self.apart)


@dataclass(frozen=True, slots=True)
class UpcomingAction:
    """Something that will be done at a table without anybody's act, if nobody acts before."""

    at: int
    what: str  # remind, act (in place of a seat), vote, standin, ask, asked, frozen; call (who sits there hears of it)
    table_id: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """A question to the humans of a table."""

    id: int
    table_id: int
    what: VoteKey
    to: int | None
    by: int
    reason: str | None
    voters: tuple[int, ...]
    yes: tuple[int, ...]
    no: tuple[int, ...]
    status: VoteStatus
    opened_at: int
    closes_at: int
    message_id: int | None = None
    channel_id: int | None = None
    value: str | None = None  # what is proposed, where that is no entry to go back to
    told: bool = False  # its message says how it was decided


@dataclass(frozen=True, slots=True)
class SavedConditionalMove:
    """A programme of somebody at a table: their secret."""

    user_id: int
    number: int  # of those of this person the lowest that fits speaks
    text: str  # as `rules.core.Game.programmed` reads it
    made_at: int
    dropped: Phrase | None = None  # why it cannot speak any more: waits to be told to its owner


@dataclass(frozen=True, slots=True)
class Table:
    """One game from lobby to end."""

    id: int
    kind: str
    choices: Choices
    home: TableChannel
    status: Status
    host: int
    max_seats: int
    seats: tuple[Seat, ...]  # in the lobby in order of joining; after the start in seat order
    order: tuple[str, ...] | None  # colours, where the order of seats is fixed
    language: str
    thread: bool  # the game is to be played in a new thread
    tidy: bool | None
    tag: str  # 8 hex digits, for the nonces of its posts
    seq: int  # length of the log
    created_at: int
    updated_at: int
    rules: int = 0  # version of the rules its state was saved by
    commitment: str | None = None
    key_shown: str | None = None
    stretches: tuple[PendingTurn, ...] = ()
    live: Post | None = None
    rematch_of: int | None = None
    branch: Branch | None = None  # it begins in the middle of another game, and counts nowhere
    lesson: Lesson | None = None  # somebody learns here, and it counts nowhere
    kicked: tuple[tuple[int, int], ...] = ()  # user, until when
    standing: tuple[tuple[int, str, bool], ...] = ()  # user, key of a standing answer, whether given
    programmes: tuple[SavedConditionalMove, ...] = ()  # by user and number
    lucky: bool = False  # some luck was chosen: nobody can vouch for it
    homeless: UnreachableReason = ""  # why nothing can be posted in its home; empty: it can
    undone_at: int | None = None
    terms: tuple[SeatTerm, ...] = ()  # who sat where, as soon as it was not one person from the start on
    guests: tuple[tuple[int, str], ...] = ()  # user, name: of whom the table tells without their owning a seat
    asks: tuple[SeatOffer, ...] = ()
    held: frozenset[int] = field(default=frozenset(), compare=False)  # seats put off by questions to machines alone
    posts: int = 0  # number of the newest post
    pace: str = "none"  # a `service.time.pace.Pace` in words
    late: LatePolicy = "ask"
    hints: bool = True  # whoever decides may ask a machine for its advice
    hinted: bool = False  # somebody has: nobody is rated by it
    paused_at: int | None = None
    moved_at: int | None = None  # when a person last moved
    asked_at: int | None = None  # when all were asked whether they go on
    look_at: int | None = field(default=None, compare=False)  # when to do something without anybody's act
    state: Any = field(default=None, compare=False, repr=False)
    _seen: list[Any] = field(default_factory=list, init=False, compare=False, repr=False)  # the view of everybody

    @property
    def open(self) -> bool:
        return self.status in OPEN

    @property
    def available(self) -> bool:
        """Whether this version of the bot knows the game."""
        return self.kind in games.game_types()

    @property
    def game(self) -> Game[Any] | None:
        """The rules; None in the lobby and where the game is unknown to this version."""
        if self.status == "lobby" or not self.available:
            return None
        try:
            return games.make_game(self.kind, self.choices)
        except BadOption:
            return None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return tuple(stretch.seat for stretch in self.stretches)

    @property
    def humans(self) -> tuple[Seat, ...]:
        """Seats that persons decide for."""
        return tuple(seat for seat in self.seats if seat.human)

    @property
    def present(self) -> tuple[Seat, ...]:
        """Seats that persons decide for who are still on the server."""
        return tuple(seat for seat in self.seats if seat.here)

    @property
    def all_left(self) -> bool:
        """Whether all who play have left the server, and no friend plays for any of them."""
        people = [seat for seat in self.seats if seat.user_id is not None and not seat.resigned]
        return bool(people) and all(seat.left_at is not None and seat.standin is None for seat in people)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def tidies(self) -> bool:
        """Whether former messages of the table are deleted: as chosen, else in channels but not in threads."""
        return self.tidy if self.tidy is not None else not self.thread

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat.index for seat in self.seats if seat.place == 1)

    @property
    def tally(self) -> Mapping[str, tuple[int, ...]]:
        """Category of points -> points of each seat; empty while the state is not loaded."""
        seen = self.public
        return seen.tally if seen is not None else {}

    @property
    def public(self) -> View | None:
        """The view of everybody, made once; None while the state is not loaded."""
        game = self.game
        if not self._seen and game is not None and self.state is not None:
            self._seen.append(game.view(self.state, None))
        return self._seen[0] if self._seen else None

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat that a person owns, also of one who resigned. Who decides: `seat_control.find_visible_seat`."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def seat_name(self, user_id: int) -> str:
        """The name of somebody whom the table knows; empty for a stranger."""
        seat = self.seat_of(user_id)
        return seat.name if seat else dict(self.guests).get(user_id, "")

    def pending_turn_of(self, seat: int) -> PendingTurn | None:
        return next((stretch for stretch in self.stretches if stretch.seat == seat), None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an act came to: the table afterwards and the entries the act wrote."""

    table: Table
    entries: tuple[LogEntry, ...]
