"""Between what the service speaks of and the rows of the storage."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

from db.rows import GameRow, LogRow, PostRow, ProgrammeRow, SeatRow, StretchRow, VoteRow, format_numbers, parse_numbers
from rules.core import BadSave, Choices, Event, Game, Phrase
from rules.core import registry as games
from rules.core.saving import UNFIT, from_plain, to_plain

from ..state import branch_point, lesson_progress
from ..state.model import (
    UNREACHABLE_REASONS,
    EntryKind,
    LatePolicy,
    LogEntry,
    PendingTurn,
    Post,
    SavedConditionalMove,
    Seat,
    Status,
    StoredEvent,
    Table,
    TableChannel,
    TurnTimer,
    Vote,
    VoteKey,
    VoteStatus,
)
from ..state.person_names import clean_name
from .damaged_tables import raise_damaged_on_error

LEVEL = 1  # of compression: higher ones cost more time than the few bytes are worth


def pack_state(state: Any) -> bytes:
    """A position as it is stored."""
    return zlib.compress(json.dumps(to_plain(state), separators=(",", ":")).encode(), LEVEL)


def unpack_state(game: Game[Any], data: bytes, version: int) -> Any:
    """A stored position, brought up to the version of the game. BadSave if it does not fit."""
    try:
        plain = json.loads(zlib.decompress(data))
        if version != game.version:
            plain = game.upgrade(plain, version)
        return game.restored(from_plain(game.state, plain))
    except (zlib.error, RecursionError, *UNFIT) as error:
        raise BadSave("save.unreadable", cls=game.state.__name__, reason=repr(error)) from error


def encode_events(events: Iterable[StoredEvent]) -> str:
    """Events as they are stored: [key, params, seats, reveals], the last two left out where they say nothing."""
    rows: list[list[Any]] = []
    for event in events:
        row: list[Any] = [event.key, dict(event.params)]
        if event.seats is not None or event.reveals:
            row += [None if event.seats is None else sorted(event.seats), int(event.reveals)]
        rows.append(row)
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)


def decode_events(text: str) -> tuple[StoredEvent, ...]:
    """What `events_out` wrote."""
    found = []
    for key, params, *rest in json.loads(text):
        seats, reveals = rest or (None, 0)
        found.append(StoredEvent(key, params, None if seats is None else frozenset(seats), bool(reveals)))
    return tuple(found)


def to_stored_events(events: Iterable[Event]) -> tuple[StoredEvent, ...]:
    """Events of the rules, with parameters as they read after storing (lists for tuples, texts for tokens)."""
    return tuple(
        StoredEvent(e.key, json.loads(json.dumps(dict(e.params), default=str)), e.seats, e.reveals) for e in events
    )


def entry_row(table_id: int, entry: LogEntry) -> LogRow:
    return LogRow(
        game_id=table_id,
        seq=entry.seq,
        seat=entry.seat,
        kind=entry.kind,
        move=entry.move,
        chance=format_numbers(entry.chance),
        barrier=int(entry.barrier),
        events=encode_events(entry.events),
        at=entry.at,
        act=entry.act,
        first=entry.first,
        by=entry.by,
        banks=format_numbers(entry.banks),
    )


@raise_damaged_on_error
def entry_from_row(row: LogRow) -> LogEntry:
    return LogEntry(
        seq=row.seq,
        seat=row.seat,
        kind=cast(EntryKind, row.kind),
        move=row.move,
        chance=parse_numbers(row.chance),
        barrier=bool(row.barrier),
        events=decode_events(row.events),
        at=row.at,
        act=row.act,
        first=row.first,
        by=row.by,
        banks=parse_numbers(row.banks),
    )


def game_row(table: Table) -> GameRow:
    return GameRow(
        id=table.id,
        guild_id=table.home.guild_id,
        channel_id=table.home.channel_id,
        kind=table.kind,
        options=json.dumps(_spell_choices(table.kind, table.choices).to_json(), separators=(",", ":")),
        status=table.status,
        host=table.host,
        max_seats=table.max_seats,
        seat_order=None if table.order is None else "".join(table.order),
        language=table.language,
        thread=int(table.thread),
        tidy=None if table.tidy is None else int(table.tidy),
        tag=table.tag,
        rules=table.rules,
        commitment=table.commitment,
        lucky=int(table.lucky),
        seq=table.seq,
        rematch_of=table.rematch_of,
        homeless=UNREACHABLE_REASONS.index(table.homeless),
        undone_at=table.undone_at,
        posts=table.posts,
        live=table.live.number if table.live else None,
        created_at=table.created_at,
        updated_at=table.updated_at,
        pace=table.pace,
        late=table.late,
        paused_at=table.paused_at,
        moved_at=table.moved_at,
        asked_at=table.asked_at,
        look_at=table.look_at,
        branch=branch_point.encode_branch(table.branch),
        hints=int(table.hints),
        hinted=int(table.hinted),
        lesson=lesson_progress.encode_lesson(table.lesson),
    )


def seat_row(table_id: int, seat: Seat) -> SeatRow:
    return SeatRow(
        game_id=table_id,
        seat=seat.index,
        user_id=seat.user_id,
        name=seat.name,
        colour=seat.colour,
        machine=seat.machine,
        resigned=int(seat.resigned),
        score=seat.score,
        place=seat.place,
        pinged_at=seat.pinged_at,
        pinged_seq=seat.pinged_seq,
        bank=seat.bank,
        missed=seat.missed,
        left_at=seat.left_at,
        standin=seat.standin,
        standin_until=seat.standin_until,
    )


def seat_from_row(row: SeatRow) -> Seat:
    return Seat(
        row.seat,
        row.user_id,
        row.name if row.user_id is None else clean_name(row.name),
        row.colour,
        row.machine,
        bool(row.resigned),
        row.score,
        row.place,
        row.pinged_at,
        row.pinged_seq,
        row.bank,
        row.missed,
        row.left_at,
        row.standin,
        row.standin_until,
    )


def pending_turn_row(table_id: int, stretch: PendingTurn) -> StretchRow:
    timer = stretch.timer
    return StretchRow(
        table_id,
        stretch.seat,
        stretch.since,
        stretch.seq,
        int(stretch.pinged),
        timer.allowance,
        timer.counted,
        timer.start,
        timer.due,
        timer.step,
        timer.remind_at,
        timer.act_at,
        timer.nudged_at,
        int(timer.hushed),
        int(timer.graced),
    )


def pending_turn_from_row(row: StretchRow) -> PendingTurn:
    timer = TurnTimer(
        row.allowance,
        row.counted,
        row.from_at,
        row.due,
        row.step,
        row.remind_at,
        row.act_at,
        row.nudged_at,
        bool(row.hushed),
        bool(row.graced),
    )
    return PendingTurn(row.seat, row.since, row.seq, bool(row.pinged), timer)


def _spell_choices(kind: str, choices: Choices) -> Choices:
    return games.game_types()[kind].spelled(choices) if kind in games.game_types() else choices


def _choices_from_row(row: GameRow) -> Choices:
    """What a table plays. A game that has begun goes on as it began, also where that became an option later."""
    choices = Choices.from_json(json.loads(row.options))
    kind = games.game_types().get(row.kind)
    if kind is None:
        return choices
    if row.seq or row.branch is not None:
        return kind.recalled(choices)
    return replace(kind.recalled(kind.spelled(choices)), pools=())


def conditional_move_from_row(row: ProgrammeRow) -> SavedConditionalMove:
    dropped = Phrase(*json.loads(row.dropped)) if row.dropped is not None else None
    return SavedConditionalMove(row.user_id, row.number, row.text, row.made_at, dropped)


def conditional_move_row(game_id: int, one: SavedConditionalMove) -> ProgrammeRow:
    dropped = json.dumps([one.dropped.key, dict(one.dropped.params)], default=str) if one.dropped is not None else None
    return ProgrammeRow(game_id, one.user_id, one.number, one.text, one.made_at, dropped)


def table_from_rows(
    row: GameRow,
    seats: Iterable[SeatRow],
    stretches: Iterable[StretchRow] = (),
    live: PostRow | None = None,
    kicked: Iterable[tuple[int, int]] = (),
    standing: Iterable[tuple[int, str, bool]] = (),
    programmes: Iterable[ProgrammeRow] = (),
) -> Table:
    """A table without its position."""
    return Table(
        id=row.id,
        kind=row.kind,
        choices=_choices_from_row(row),
        home=TableChannel(row.guild_id, row.channel_id),
        status=cast(Status, row.status),
        host=row.host,
        max_seats=row.max_seats,
        seats=tuple(seat_from_row(each) for each in seats),
        order=None if row.seat_order is None else tuple(row.seat_order),
        language=row.language,
        thread=bool(row.thread),
        tidy=None if row.tidy is None else bool(row.tidy),
        tag=row.tag,
        seq=row.seq,
        created_at=row.created_at,
        updated_at=row.updated_at,
        rules=row.rules,
        commitment=row.commitment,
        stretches=tuple(map(pending_turn_from_row, stretches)),
        live=post_from_row(live) if live else None,
        rematch_of=row.rematch_of,
        branch=branch_point.decode_branch(row.branch),
        lesson=lesson_progress.decode_lesson(row.lesson),
        kicked=tuple(kicked),
        standing=tuple(standing),
        programmes=tuple(map(conditional_move_from_row, programmes)),
        lucky=bool(row.lucky),
        homeless=UNREACHABLE_REASONS[row.homeless]
        if 0 <= row.homeless < len(UNREACHABLE_REASONS)
        else UNREACHABLE_REASONS[1],
        undone_at=row.undone_at,
        posts=row.posts,
        pace=row.pace,
        late=cast(LatePolicy, row.late),
        paused_at=row.paused_at,
        moved_at=row.moved_at,
        asked_at=row.asked_at,
        look_at=row.look_at,
        hints=bool(row.hints),
        hinted=bool(row.hinted),
    )


@raise_damaged_on_error
def post_from_row(row: PostRow) -> Post:
    return Post(
        row.game_id,
        row.number,
        row.seq,
        row.reason,
        parse_numbers(row.pings),
        row.message_id,
        row.channel_id,
        row.sent_at,
        row.shown_at,
        parse_numbers(row.apart),
    )


def post_row(post: Post) -> PostRow:
    return PostRow(
        post.table_id,
        post.number,
        post.seq,
        post.reason,
        format_numbers(post.pings),
        post.message_id,
        post.channel_id,
        post.sent_at,
        post.shown_at,
        format_numbers(post.apart),
    )


@raise_damaged_on_error
def vote_from_row(row: VoteRow) -> Vote:
    return Vote(
        row.id,
        row.game_id,
        cast(VoteKey, row.what),
        row.back_to,
        row.proposer,
        row.reason,
        parse_numbers(row.voters),
        parse_numbers(row.yes),
        parse_numbers(row.no),
        cast(VoteStatus, row.status),
        row.opened_at,
        row.closes_at,
        row.message_id,
        row.channel_id,
        row.value,
        bool(row.told),
    )


def vote_row(vote: Vote) -> VoteRow:
    return VoteRow(
        vote.id,
        vote.table_id,
        vote.what,
        vote.to,
        vote.value,
        vote.by,
        vote.reason,
        format_numbers(vote.voters),
        format_numbers(vote.yes),
        format_numbers(vote.no),
        vote.status,
        vote.opened_at,
        vote.closes_at,
        vote.message_id,
        vote.channel_id,
        int(vote.told),
    )
