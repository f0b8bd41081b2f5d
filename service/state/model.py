"""Values of the service, all frozen: a table is a snapshot, and `TableRegistry.get` returns the current one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from rules.core import BadOption, Choices, Game, Phrase, View
from rules.core import registry as games

from .branch_point import Branch
from .lesson_progress import Lesson
from .person_names import clean_name

COLOURS = "RBYKWTVN"  # letters of seat colours, in order of assignment

Status = Literal["lobby", "active", "paused", "frozen", "over", "abandoned"]
OPEN: frozenset[Status] = frozenset({"lobby", "active", "paused", "frozen"})
GOING: Final[frozenset[Status]] = frozenset({"active", "paused"})  # moves are possible; a pause stops the clocks only
EntryKind = Literal["move", "undo", "resign", "end", "start", "table"]
VoteStatus = Literal["open", "passed", "declined", "void"]
VoteKey = Literal["undo", "end", "pause", "replace", "pace", "late", "language"]
LatePolicy = Literal["ask", "fallback", "machine"]
LATE_POLICIES: Final[tuple[LatePolicy, ...]] = get_args(LatePolicy)
UnreachableReason = Literal["", "post", "channel", "server", "view", "send", "thread", "locked"]
UNREACHABLE_REASONS: Final[tuple[UnreachableReason, ...]] = get_args(UnreachableReason)  # stored by index
Role = Literal["owner", "friend"]
OfferKind = Literal["standin", "replace"]
OfferReason = Literal["own", "vote", "host", "moderator", "free"]
OfferStatus = Literal["open", "accepted", "declined", "over", "void"]
CLOCK: Final = 0  # in place of a user id: the clock acted for a late seat


@dataclass(frozen=True, slots=True)
class TableChannel:
    """Channel or thread of a table; `guild_id` is None in direct messages."""

    guild_id: int | None
    channel_id: int


@dataclass(frozen=True, slots=True)
class Person:
    """A user and their display name, cleaned."""

    user_id: int
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", clean_name(self.name) if self.name else "")


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat, owned by `user_id`. A `machine` (its level) with `user_id` plays for an owner who resigned or is away."""

    index: int
    user_id: int | None
    name: str
    colour: str  # a letter of COLOURS
    machine: str | None = None
    resigned: bool = False
    score: int = 0
    place: int | None = None  # in the final result; 1 has won
    pinged_at: int | None = None
    pinged_seq: int | None = None  # log entry of the last mention
    bank: int | None = None  # seconds left for the whole game; None: no time bank
    missed: int = 0  # turns in a row ended by the clock since the last action of a person
    left_at: int | None = None  # when the owner was found to have left the server; None: present
    standin: int | None = None  # user who decides besides the owner
    standin_until: int | None = None  # when stand-in or machine end by themselves

    @property
    def is_human(self) -> bool:
        """Whether a person decides."""
        return self.user_id is not None and self.machine is None and not self.resigned

    @property
    def is_present(self) -> bool:
        """Whether a person decides who is on the server, or has a stand-in."""
        return self.is_human and (self.left_at is None or self.standin is not None)

    @property
    def notify_user_id(self) -> int | None:
        """The user to notify, whose hours count: stand-in, else owner."""
        return self.user_id if self.standin is None else self.standin


@dataclass(frozen=True, slots=True)
class SeatTerm:
    """A period of log entries in which a user owned a seat or stood in."""

    seat: int
    user_id: int
    role: Role
    since: int  # first entry
    until: int | None = None  # last entry; None: goes on


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """An offer to stand in or take over a seat. Its number is its index in `Table.asks` plus one."""

    number: int
    seat: int
    what: OfferKind
    why: OfferReason  # origin: owner, vote, host, moderator; free: the seat has no owner
    user_id: int | None  # None: anybody
    by: int
    until: int | None  # end of a stand-in
    status: OfferStatus
    opened_at: int
    closes_at: int
    shown: OfferStatus | None = None  # status shown by its message; None: not sent
    shown_at: int | None = None
    message_id: int | None = None
    channel_id: int | None = None


@dataclass(frozen=True, slots=True)
class TurnTimer:
    """Time limit of a pending turn, and its use."""

    allowance: int | None = None  # seconds; None: no limit
    counted: int = 0  # seconds used before `start`
    start: int | None = None  # running since; None: stopped
    due: int | None = None  # when the allowance ends, unless something changes
    step: int = 0  # reminders so far
    remind_at: int | None = None  # next reminder
    act_at: int | None = None  # when the late policy acts
    nudged_at: int | None = None  # last reminder requested by another player
    hushed: bool = False  # no reminders before it is due, on the player's wish
    graced: bool = False  # `act_at` was postponed after a downtime; once per turn


@dataclass(frozen=True, slots=True)
class PendingTurn:
    """Period during which a seat is to move."""

    seat: int
    since: int
    seq: int  # length of the log at its start
    pinged: bool
    timer: TurnTimer = TurnTimer()


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A rules event (`rules.core.Event`) in the log, or one of the table (`table.*`)."""

    key: str
    params: Mapping[str, Any]
    seats: frozenset[int] | None = None
    reveals: bool = False


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A log entry. Numbers are never reused: an undo is an entry of its own (`undo 57`)."""

    seq: int
    seat: int | None
    kind: EntryKind
    move: str
    chance: tuple[int, ...]
    barrier: bool
    events: tuple[StoredEvent, ...]
    at: int
    act: str | None
    first: int  # first entry of the same interaction
    by: int | None = None  # user who acted in place of the owner; CLOCK
    banks: tuple[int, ...] = ()  # time banks of all seats afterwards; empty without banks


@dataclass(frozen=True, slots=True)
class Post:
    """A post, unsent or sent. Its number is assigned in the transaction of the act."""

    table_id: int
    number: int
    seq: int  # last entry shown
    reason: str  # turn, start, over, lobby, rematch, or as given to `new_post`
    pings: tuple[int, ...]
    message_id: int | None = None
    channel_id: int | None = None
    sent_at: int | None = None
    shown_at: int | None = None  # last sent or edited
    apart: tuple[int, ...] = ()  # users among `pings` who are notified elsewhere, later or not at all

    @property
    def mentioned_user_ids(self) -> tuple[int, ...]:
        """Users mentioned by the message itself."""
        return tuple(user for user in self.pings if user not in self.apart)


@dataclass(frozen=True, slots=True)
class UpcomingAction:
    """An action of the clock, unless somebody acts before."""

    at: int
    what: str  # remind, act, vote, standin, ask, asked, frozen; call (a notification to the user of the seat)
    table_id: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote of the users at a table."""

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
    value: str | None = None  # proposed value, if not an entry
    told: bool = False  # its message shows the result


@dataclass(frozen=True, slots=True)
class SavedConditionalMove:
    """A conditional move, secret to its owner."""

    user_id: int
    number: int  # the lowest that applies is made
    text: str  # as read by `rules.core.conditional_moves.parse_conditional_move`
    made_at: int
    dropped: Phrase | None = None  # reason why it was dropped, to be told to its owner


@dataclass(frozen=True, slots=True)
class Table:
    """A game from lobby to end."""

    id: int
    kind: str
    choices: Choices
    home: TableChannel
    status: Status
    host: int
    max_seats: int
    seats: tuple[Seat, ...]  # in order of joining; after the start in seat order
    order: tuple[str, ...] | None  # colours, if the order is fixed
    language: str
    thread: bool  # play in a new thread
    tidy: bool | None
    tag: str  # 8 hex digits, for nonces of its posts
    seq: int  # length of the log
    created_at: int
    updated_at: int
    rules: int = 0  # version of the rules of its state
    commitment: str | None = None
    key_shown: str | None = None
    stretches: tuple[PendingTurn, ...] = ()
    live: Post | None = None
    rematch_of: int | None = None
    branch: Branch | None = None  # continues another game; not rated
    lesson: Lesson | None = None  # a lesson; not rated
    kicked: tuple[tuple[int, int], ...] = ()  # user, until when
    standing: tuple[tuple[int, str, bool], ...] = ()  # user, key of a standing answer, whether given
    programmes: tuple[SavedConditionalMove, ...] = ()  # by user and number
    lucky: bool = False  # random numbers were chosen; not rated
    homeless: UnreachableReason = ""  # why posting in the channel fails; empty: it works
    undone_at: int | None = None
    terms: tuple[SeatTerm, ...] = ()  # empty as long as all owners are the first ones
    guests: tuple[tuple[int, str], ...] = ()  # user and name of people mentioned without owning a seat
    asks: tuple[SeatOffer, ...] = ()
    # Seats that were mentioned and whose decision is postponed while machines answer.
    held: frozenset[int] = field(default=frozenset(), compare=False)
    posts: int = 0  # number of the newest post
    pace: str = "none"  # a `service.time.pace.Pace` as text
    late: LatePolicy = "ask"
    hints: bool = True  # players may ask for hints
    hinted: bool = False  # a hint was given; not rated
    paused_at: int | None = None
    moved_at: int | None = None  # last move of a person
    asked_at: int | None = None  # when everybody was asked whether the game goes on
    look_at: int | None = field(default=None, compare=False)  # next action of the clock
    state: Any = field(default=None, compare=False, repr=False)
    _seen: list[Any] = field(default_factory=list, init=False, compare=False, repr=False)  # public view, if computed

    @property
    def is_open(self) -> bool:
        return self.status in OPEN

    @property
    def is_available(self) -> bool:
        """Whether this version knows the game."""
        return self.kind in games.game_types()

    @property
    def game(self) -> Game[Any] | None:
        """The game; None in the lobby and for unknown games."""
        if self.status == "lobby" or not self.is_available:
            return None
        try:
            return games.make_game(self.kind, self.choices)
        except BadOption:
            return None

    @property
    def seats_to_move(self) -> tuple[int, ...]:
        """Seats to move."""
        return tuple(stretch.seat for stretch in self.stretches)

    @property
    def human_seats(self) -> tuple[Seat, ...]:
        """Seats of persons."""
        return tuple(seat for seat in self.seats if seat.is_human)

    @property
    def present_seats(self) -> tuple[Seat, ...]:
        """Seats of persons on the server."""
        return tuple(seat for seat in self.seats if seat.is_present)

    @property
    def has_everybody_left(self) -> bool:
        """Whether all players have left the server without stand-ins."""
        people = [seat for seat in self.seats if seat.user_id is not None and not seat.resigned]
        return bool(people) and all(seat.left_at is not None and seat.standin is None for seat in people)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def deletes_former_posts(self) -> bool:
        """Whether former posts are deleted: as chosen, else in channels but not in threads."""
        return self.tidy if self.tidy is not None else not self.thread

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat.index for seat in self.seats if seat.place == 1)

    @property
    def points_by_category(self) -> Mapping[str, tuple[int, ...]]:
        """Category of points -> points by seat; empty without the position."""
        view = self.public_view
        return view.tally if view is not None else {}

    @property
    def public_view(self) -> View | None:
        """The public view, computed once; None without the position."""
        game = self.game
        if not self._seen and game is not None and self.state is not None:
            self._seen.append(game.view(self.state, None))
        return self._seen[0] if self._seen else None

    def is_addressed(self, kinds: Sequence[str]) -> bool:
        """Whether moves of these kinds name the offer or question that they answer."""
        known = self.game.moves if self.game is not None else {}
        return bool(kinds) and all(kind in known and known[kind].names_its_question for kind in kinds)

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat owned by a user, even if resigned. For the deciding user see `seat_control.find_visible_seat`."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def seat_name(self, user_id: int) -> str:
        """The name of a user known to the table; else empty."""
        seat = self.seat_of(user_id)
        return seat.name if seat else dict(self.guests).get(user_id, "")

    def pending_turn_of(self, seat: int) -> PendingTurn | None:
        return next((stretch for stretch in self.stretches if stretch.seat == seat), None)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The table after an act, and its log entries."""

    table: Table
    entries: tuple[LogEntry, ...]
