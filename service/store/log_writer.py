"""What a commit writes: the differences between two snapshots of a table, and the work that was done. Transactions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from db.rows import ActRow, BriefEntry, BygoneRow, GuestRow
from db.store import Transaction

from ..state.mail import Notification, Reminder
from ..state.model import LogEntry, Post, SavedConditionalMove, Table, Vote
from . import codec, company, mail_rows
from .game_results import record_game_end


@dataclass(slots=True)
class PendingWrites:
    """What a commit writes besides the differences between two snapshots of the table."""

    entries: Sequence[LogEntry] = ()
    posts: Sequence[Post] = ()
    changed_posts: Sequence[Post] = ()
    act: str | None = None
    vote: Vote | None = None
    state: bytes | None = None
    checkpoint: tuple[int, bytes] | None = None
    forget_from: int | None = None  # checkpoints from this entry on
    key: bytes | None = None  # of a game that starts
    person: tuple[int, str] | None = None
    notices: Sequence[Reminder] = ()
    calls: Sequence[Notification] = ()
    bygone: Sequence[BygoneRow] = ()  # what stands again if this is undone
    let_go: Sequence[SavedConditionalMove] = ()  # programmes that their owner changed or deleted


def brief_entry(entry: LogEntry) -> BriefEntry:
    alone = int(entry.act is None)
    return BriefEntry(entry.seq, entry.seat, entry.kind, entry.move, entry.first, int(entry.barrier), alone)


def act_row(table: Table, writes: PendingWrites) -> ActRow | None:
    """What is noted of the interaction that did it."""
    if writes.act is None:
        return None
    first = writes.entries[0].seq if writes.entries else None
    last = writes.entries[-1].seq if writes.entries else None
    vote_id = writes.vote.id if writes.vote is not None and writes.vote.id else None
    return ActRow(table.id, first, last, vote_id)


def write_changes(old: Table, new: Table, writes: PendingWrites, act: ActRow | None, t: Transaction) -> int | None:
    """One transaction: everything in which two snapshots differ, and the work."""
    vote_id = None
    if writes.person is not None:
        t.put_person(*writes.person, new.updated_at)
    t.save_game(codec.game_row(new), old.seq)
    if old.home.guild_id != new.home.guild_id:
        t.tell(f"table {new.id}")
    if writes.key is not None:
        t.save_key(new.id, writes.key)
    if new.seats != old.seats:
        _write_seats(t, old, new)
    if new.stretches != old.stretches:
        t.put_stretches(new.id, [codec.pending_turn_row(new.id, stretch) for stretch in new.stretches])
    if new.kicked != old.kicked:
        t.put_kicked(new.id, new.kicked)
    if new.standing != old.standing:
        t.put_standing(new.id, new.standing)
    _write_seat_history(t, old, new)
    if new.programmes != old.programmes:
        t.put_programmes(new.id, [codec.conditional_move_row(new.id, one) for one in new.programmes])
    _restore_or_forget_answers(t, new, writes)
    t.add_entries([codec.entry_row(new.id, entry) for entry in writes.entries])
    if writes.state is not None:
        t.save_state(new.id, new.seq, writes.state)
    if writes.forget_from is not None:
        t.drop_checkpoints(new.id, writes.forget_from)
    if writes.checkpoint is not None:
        t.put_checkpoint(new.id, writes.checkpoint[0], new.rules, writes.checkpoint[1])
    t.add_posts(codec.post_row(post) for post in writes.posts)
    t.put_notices(mail_rows.reminder_row(notice) for notice in writes.notices)
    t.put_calls(mail_rows.notification_row(call) for call in writes.calls)
    t.save_posts(codec.post_row(post) for post in writes.changed_posts)
    if writes.vote is not None:
        if writes.vote.id:
            t.save_vote(codec.vote_row(writes.vote))
        else:
            vote_id = t.add_vote(codec.vote_row(writes.vote))
    if old.open and not new.open and new.seq and new.lesson is None:
        record_game_end(t, new)
    if writes.act is not None and act is not None:
        t.add_act(writes.act, replace(act, vote_id=vote_id if act.vote_id is None else act.vote_id))
    return vote_id


def _restore_or_forget_answers(t: Transaction, new: Table, writes: PendingWrites) -> None:
    """What was undone is restored, and what its owner let go never is."""
    if writes.forget_from is not None or not new.open:
        t.drop_bygone(new.id, writes.forget_from if new.open and writes.forget_from is not None else 0)
    for one in writes.let_go:
        t.drop_bygone_programme(new.id, one.user_id, one.number, one.made_at)
    t.put_bygone(writes.bygone)


def _write_seat_history(t: Transaction, old: Table, new: Table) -> None:
    """Who sat where, and who is asked: what was there is never taken away, only changed."""
    if new.terms != old.terms:
        changed = (n for n, term in enumerate(new.terms) if term not in old.terms)
        t.put_terms(company.term_row(new.id, n, new.terms[n]) for n in changed)
    if new.guests != old.guests:
        t.put_guests(GuestRow(new.id, *guest) for guest in new.guests if guest not in old.guests)
    if new.asks != old.asks:
        t.put_asks(company.seat_offer_row(new.id, ask) for ask in new.asks if ask not in old.asks)


def _write_seats(t: Transaction, old: Table, new: Table) -> None:
    same = len(old.seats) == len(new.seats) and all(
        a.user_id == b.user_id and a.colour == b.colour for a, b in zip(old.seats, new.seats, strict=True)
    )
    if same:
        changed = [b for a, b in zip(old.seats, new.seats, strict=True) if a != b]
        t.save_seats(codec.seat_row(new.id, seat) for seat in changed)
    else:
        t.put_seats(new.id, [codec.seat_row(new.id, seat) for seat in new.seats])
