"""Writes of one commit: log entries and the differences between two snapshots of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from db.rows import ActRow, BriefEntry, EndedAnswerRow, GuestRow
from db.store import Transaction
from rules.core import Transition

from ..state import membership, notifications
from ..state.mail import Notification, Reminder
from ..state.model import CLOCK, EntryKind, LogEntry, Post, SavedConditionalMove, StoredEvent, Table, Vote
from . import codec
from .game_results import record_game_end


@dataclass(slots=True)
class LogWriter:
    """Collects the log entries of one interaction."""

    table: Table
    act: str | None
    now: int
    entries: list[LogEntry]
    by: int | None = None  # the user who acts for the seat in place of its owner

    @property
    def entry_time(self) -> int:
        """Time of the entries; never before that of earlier ones, even if the clock was set back."""
        return max(self.now, self.table.updated_at)

    def write(
        self,
        kind: EntryKind,
        move: str,
        seat: int | None,
        events: Sequence[StoredEvent] = (),
        chance: tuple[int, ...] = (),
        *,
        barrier: bool = False,
    ) -> None:
        first = self.table.seq + 1
        seq = first + len(self.entries)
        events = tuple(events)
        entry = LogEntry(seq, seat, kind, move, chance, barrier, events, self.entry_time, self.act, first, self.by)
        self.entries.append(entry)

    def build_stand_in_event(self, seat: int, by: int) -> StoredEvent:
        """Event: a stand-in or machine acted for the owner of the seat."""
        owner = self.table.seats[seat].user_id
        return StoredEvent("table.by_friend", {"seat": seat, "user": by, "owner_user": owner})

    def write_move(self, seat: int, move: str, t: Transition[Any], *, tells: bool = False) -> None:
        """Write a move, with an event about who made it in place of the owner. `tells`: it reveals a secret."""
        events = codec.to_stored_events(t.events)
        if self.by == CLOCK:
            who = "machine" if self.table.late == "ask" else "clock"  # "machine": the others asked for it
            events = (StoredEvent(f"table.by_{who}", {"seat": seat}), *events)
        elif self.by is not None:
            events = (self.build_stand_in_event(seat, self.by), *events)
        self.write("move", move, seat, events, t.chance, barrier=t.barrier or tells)


@dataclass(slots=True)
class PendingWrites:
    """Writes of a commit besides the differences between two snapshots."""

    entries: Sequence[LogEntry] = ()
    posts: Sequence[Post] = ()
    changed_posts: Sequence[Post] = ()
    act: str | None = None
    vote: Vote | None = None
    state: bytes | None = None
    checkpoint: tuple[int, bytes] | None = None
    drop_checkpoints_from: int | None = None  # drop checkpoints from this entry on
    key: bytes | None = None  # of a starting game
    person: tuple[int, str] | None = None
    reminders: Sequence[Reminder] = ()
    notifications: Sequence[Notification] = ()
    ended_answers: Sequence[EndedAnswerRow] = ()  # standing answers and conditional moves that an undo restores
    changed_conditional_moves: Sequence[
        SavedConditionalMove
    ] = ()  # conditional moves changed or deleted by their owner


def brief_entry(entry: LogEntry) -> BriefEntry:
    by_itself = int(entry.act is None)
    return BriefEntry(entry.seq, entry.seat, entry.kind, entry.move, entry.first, int(entry.barrier), by_itself)


def act_row(table: Table, writes: PendingWrites) -> ActRow | None:
    """Row that records what the interaction wrote, so that it is not repeated."""
    if writes.act is None:
        return None
    first = writes.entries[0].seq if writes.entries else None
    last = writes.entries[-1].seq if writes.entries else None
    vote_id = writes.vote.id if writes.vote is not None and writes.vote.id else None
    return ActRow(table.id, first, last, vote_id)


def plan_mail(table: Table, writes: PendingWrites, now: int, settings: Mapping[int, Mapping[str, str]]) -> None:
    """Split the messages of a commit into mentions in the table's posts and later notifications."""
    posts = membership.drop_mentions_of_departed(table, writes.posts)
    reminders = membership.drop_reminders_of_departed(table, writes.reminders)
    writes.posts, of_posts = notifications.plan_post_notifications(table, posts, now, settings)
    writes.reminders, of_reminders = notifications.plan_reminder_notifications(table, reminders, settings)
    of_vote: list[Notification] = []
    if writes.vote is not None and not writes.vote.id:
        of_vote = notifications.plan_vote_notifications(table, writes.vote, settings)
    writes.notifications = [*writes.notifications, *of_posts, *of_reminders, *of_vote]


def write_changes(old: Table, new: Table, writes: PendingWrites, act: ActRow | None, t: Transaction) -> int | None:
    """Write the differences between two snapshots and the pending writes. Returns the number of a new vote."""
    vote_id = None
    if writes.person is not None:
        t.put_person(*writes.person, new.updated_at)
    t.save_game(codec.game_row(new), old.seq)
    if old.home.guild_id != new.home.guild_id:
        t.send_to_processes(f"table {new.id}")
    if writes.key is not None:
        t.save_key(new.id, writes.key)
    if new.seats != old.seats:
        _write_seats(t, old, new)
    if new.stretches != old.stretches:
        t.put_pending_turns(new.id, [codec.pending_turn_row(turn, game_id=new.id) for turn in new.stretches])
    if new.kicked != old.kicked:
        t.put_kicked(new.id, new.kicked)
    if new.standing != old.standing:
        t.put_standing_answers(new.id, new.standing)
    _write_seat_history(t, old, new)
    if new.programmes != old.programmes:
        t.put_conditional_moves(new.id, [codec.conditional_move_row(one, game_id=new.id) for one in new.programmes])
    _restore_or_forget_answers(t, new, writes)
    t.add_entries([codec.entry_row(entry, game_id=new.id) for entry in writes.entries])
    if writes.state is not None:
        t.save_state(new.id, new.seq, writes.state)
    if writes.drop_checkpoints_from is not None:
        t.drop_checkpoints(new.id, writes.drop_checkpoints_from)
    if writes.checkpoint is not None:
        t.put_checkpoint(new.id, writes.checkpoint[0], new.rules, writes.checkpoint[1])
    t.add_posts(codec.post_row(post) for post in writes.posts)
    t.put_reminders(map(codec.reminder_row, writes.reminders))
    t.put_notifications(map(codec.notification_row, writes.notifications))
    t.save_posts(codec.post_row(post) for post in writes.changed_posts)
    if writes.vote is not None:
        if writes.vote.id:
            t.save_vote(codec.vote_row(writes.vote))
        else:
            vote_id = t.add_vote(codec.vote_row(writes.vote))
    if old.is_open and not new.is_open and new.seq and new.lesson is None:
        record_game_end(t, new)
    if writes.act is not None and act is not None:
        t.add_act(writes.act, act if vote_id is None else replace(act, vote_id=vote_id))
    return vote_id


def _restore_or_forget_answers(t: Transaction, new: Table, writes: PendingWrites) -> None:
    """Store answers that an undo restores; delete those that their owner changed."""
    if writes.drop_checkpoints_from is not None or not new.is_open:
        t.drop_ended_answers(
            new.id, writes.drop_checkpoints_from if new.is_open and writes.drop_checkpoints_from is not None else 0
        )
    for one in writes.changed_conditional_moves:
        t.drop_ended_conditional_move(new.id, one.user_id, one.number, one.made_at)
    t.put_ended_answers(writes.ended_answers)


def _write_seat_history(t: Transaction, old: Table, new: Table) -> None:
    """Write changed terms, guests and seat offers; none is ever deleted."""
    if new.terms != old.terms:
        changed = (n for n, term in enumerate(new.terms) if term not in old.terms)
        t.put_terms(codec.term_row(new.terms[n], game_id=new.id, number=n) for n in changed)
    if new.guests != old.guests:
        t.put_guests(GuestRow(new.id, *guest) for guest in new.guests if guest not in old.guests)
    if new.asks != old.asks:
        t.put_seat_offers(codec.seat_offer_row(ask, game_id=new.id) for ask in new.asks if ask not in old.asks)


def _write_seats(t: Transaction, old: Table, new: Table) -> None:
    """Write the changed seats; all of them if others sit there."""
    owners_before, owners_after = ([(seat.user_id, seat.colour) for seat in table.seats] for table in (old, new))
    if owners_before == owners_after:
        changed = [seat for before, seat in zip(old.seats, new.seats, strict=True) if before != seat]
        t.save_seats(codec.seat_row(seat, game_id=new.id) for seat in changed)
    else:
        t.put_seats(new.id, [codec.seat_row(seat, game_id=new.id) for seat in new.seats])
