"""Maps values of the service to database rows and back; encodes positions and events."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from db.rows import (
    ConditionalMoveRow,
    GameRow,
    GuestRow,
    LogRow,
    NotificationRow,
    PendingTurnRow,
    PostRow,
    ReminderRow,
    SeatOfferRow,
    SeatRow,
    TermRow,
    VoteRow,
)
from rules.core import BadSave, Choices, Event, Game, Phrase
from rules.core import registry as games
from rules.core.saving import UNFIT, from_plain, to_plain

from ..state import branch_point, lesson_progress
from ..state.mail import Notification, Reminder
from ..state.model import (
    UNREACHABLE_REASONS,
    LogEntry,
    PendingTurn,
    Post,
    SavedConditionalMove,
    Seat,
    SeatOffer,
    SeatTerm,
    StoredEvent,
    Table,
    UnreachableReason,
    Vote,
)
from ..state.person_names import clean_name
from .damaged_tables import raise_damaged_on_error
from .field_mapper import Converter, FieldMapper

ZLIB_LEVEL = 1  # zlib level; higher levels cost more time than the saved bytes are worth


def pack_state(state: Any) -> bytes:
    """Encode a position: JSON, compressed."""
    return zlib.compress(json.dumps(to_plain(state), separators=(",", ":")).encode(), ZLIB_LEVEL)


def unpack_state(game: Game[Any], data: bytes, version: int) -> Any:
    """Decode a stored position and upgrade it to the game's version. BadSave if that fails."""
    try:
        plain = json.loads(zlib.decompress(data))
        if version != game.version:
            plain = game.upgrade_saved_state(plain, version)
        return game.restore_unsaved_fields(from_plain(game.state, plain))
    except (zlib.error, RecursionError, *UNFIT) as error:
        raise BadSave("save.unreadable", cls=game.state.__name__, reason=repr(error)) from error


def encode_events(events: Iterable[StoredEvent]) -> str:
    """Encode events as JSON: [key, params, seats, reveals]; the last two only if one of them is set."""
    rows: list[list[Any]] = []
    for event in events:
        row: list[Any] = [event.key, dict(event.params)]
        if event.seats is not None or event.reveals:
            row += [None if event.seats is None else sorted(event.seats), int(event.reveals)]
        rows.append(row)
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)


def decode_events(text: str) -> tuple[StoredEvent, ...]:
    """Decode the result of `encode_events`."""
    found = []
    for key, params, *rest in json.loads(text):
        seats, reveals = rest or (None, 0)
        found.append(StoredEvent(key, params, None if seats is None else frozenset(seats), bool(reveals)))
    return tuple(found)


def to_stored_events(events: Iterable[Event]) -> tuple[StoredEvent, ...]:
    """Convert rules events to stored ones, with parameters as JSON returns them (lists for tuples, strings for
    tokens)."""
    return tuple(
        StoredEvent(e.key, json.loads(json.dumps(dict(e.params), default=str)), e.seats, e.reveals) for e in events
    )


ENTRIES: Final = FieldMapper(
    LogEntry, LogRow, columns=["game_id"], converters={"events": Converter(encode_events, decode_events)}
)
SEATS: Final = FieldMapper(Seat, SeatRow, renamed={"index": "seat"}, columns=["game_id"], given=["name"])
TURNS: Final = FieldMapper(PendingTurn, PendingTurnRow, renamed={"timer.start": "from_at"}, columns=["game_id"])
POSTS: Final = FieldMapper(Post, PostRow, renamed={"table_id": "game_id"})
VOTES: Final = FieldMapper(Vote, VoteRow, renamed={"table_id": "game_id", "to": "back_to", "by": "proposer"})
TERMS: Final = FieldMapper(
    SeatTerm, TermRow, renamed={"since": "from_seq", "until": "to_seq"}, columns=["game_id", "number"]
)
OFFERS: Final = FieldMapper(SeatOffer, SeatOfferRow, renamed={"by": "by_id"}, columns=["game_id"])
CONDITIONAL_MOVES: Final = FieldMapper(
    SavedConditionalMove,
    ConditionalMoveRow,
    columns=["game_id"],
    converters={
        "dropped": Converter(
            lambda phrase: json.dumps([phrase.key, dict(phrase.params)], default=str),
            lambda text: Phrase(*json.loads(text)),
        )
    },
)
REMINDERS: Final = FieldMapper(Reminder, ReminderRow, renamed={"table_id": "game_id"})
NOTIFICATIONS: Final = FieldMapper(Notification, NotificationRow, renamed={"table_id": "game_id"})


def _unreachable_reason(number: int) -> UnreachableReason:
    return UNREACHABLE_REASONS[number if 0 <= number < len(UNREACHABLE_REASONS) else 1]


GAMES: Final = FieldMapper(
    Table,
    GameRow,
    renamed={"order": "seat_order"},
    columns=["options", "live"],
    given=["choices", "seats", "stretches", "live", "kicked", "standing", "programmes"],
    converters={
        "seat_order": Converter("".join, tuple),
        "homeless": Converter(UNREACHABLE_REASONS.index, _unreachable_reason),
        "branch": Converter(branch_point.encode_branch, branch_point.decode_branch),
        "lesson": Converter(lesson_progress.encode_lesson, lesson_progress.decode_lesson),
    },
)

entry_row = ENTRIES.to_row
seat_row = SEATS.to_row
pending_turn_row = TURNS.to_row
post_row = POSTS.to_row
vote_row = VOTES.to_row
term_row = TERMS.to_row
seat_offer_row = OFFERS.to_row
conditional_move_row = CONDITIONAL_MOVES.to_row
reminder_row, reminder_from_row = REMINDERS.to_row, REMINDERS.from_row
notification_row, notification_from_row = NOTIFICATIONS.to_row, NOTIFICATIONS.from_row


@raise_damaged_on_error
def entry_from_row(row: LogRow) -> LogEntry:
    return ENTRIES.from_row(row)


@raise_damaged_on_error
def post_from_row(row: PostRow) -> Post:
    return POSTS.from_row(row)


@raise_damaged_on_error
def vote_from_row(row: VoteRow) -> Vote:
    return VOTES.from_row(row)


def seat_from_row(row: SeatRow) -> Seat:
    return SEATS.from_row(row, name=row.name if row.user_id is None else clean_name(row.name))


def game_row(table: Table) -> GameRow:
    options = json.dumps(_spell_choices(table.kind, table.choices).to_json(), separators=(",", ":"))
    return GAMES.to_row(table, options=options, live=table.live.number if table.live else None)


def _spell_choices(kind: str, choices: Choices) -> Choices:
    return games.game_types()[kind].choices_for_saving(choices) if kind in games.game_types() else choices


def _choices_from_row(row: GameRow) -> Choices:
    """Choices of a table. A started game keeps its rules when a later version turns one of them into an option."""
    choices = Choices.from_json(json.loads(row.options))
    kind = games.game_types().get(row.kind)
    if kind is None:
        return choices
    if row.seq or row.branch is not None:
        return kind.choices_from_saved(choices)
    return replace(kind.choices_from_saved(kind.choices_for_saving(choices)), pools=())


def table_from_rows(
    row: GameRow,
    seats: Iterable[SeatRow],
    stretches: Iterable[PendingTurnRow] = (),
    live: PostRow | None = None,
    kicked: Iterable[tuple[int, int]] = (),
    standing: Iterable[tuple[int, str, bool]] = (),
    programmes: Iterable[ConditionalMoveRow] = (),
) -> Table:
    """Build a table without its position."""
    return GAMES.from_row(
        row,
        choices=_choices_from_row(row),
        seats=tuple(map(seat_from_row, seats)),
        stretches=tuple(map(TURNS.from_row, stretches)),
        live=post_from_row(live) if live else None,
        kicked=tuple(kicked),
        standing=tuple(standing),
        programmes=tuple(map(CONDITIONAL_MOVES.from_row, programmes)),
    )


def with_seat_history(
    table: Table, terms: Iterable[TermRow], guests: Iterable[GuestRow], asks: Iterable[SeatOfferRow]
) -> Table:
    """Add seat terms, guests and seat offers to a table."""
    return replace(
        table,
        terms=tuple(map(TERMS.from_row, terms)),
        guests=tuple((row.user_id, row.name) for row in guests),
        asks=tuple(map(OFFERS.from_row, asks)),
    )


def group_rows_by_game(
    terms: Iterable[TermRow], guests: Iterable[GuestRow], asks: Iterable[SeatOfferRow]
) -> dict[int, tuple[list[TermRow], list[GuestRow], list[SeatOfferRow]]]:
    """Group rows by game number; games without rows are left out."""
    found: dict[int, tuple[list[TermRow], list[GuestRow], list[SeatOfferRow]]] = {}
    for term in terms:
        found.setdefault(term.game_id, ([], [], []))[0].append(term)
    for guest in guests:
        found.setdefault(guest.game_id, ([], [], []))[1].append(guest)
    for ask in asks:
        found.setdefault(ask.game_id, ([], [], []))[2].append(ask)
    return found
