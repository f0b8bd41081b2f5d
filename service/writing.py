"""What a commit writes: the differences between two snapshots of a table, and the work that was done. Transactions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from db.rows import ActRow, BriefEntry
from db.store import Transaction

from . import codec
from .model import Call, Entry, Notice, Post, Table, Vote


@dataclass(slots=True)
class Work:
    """What a commit writes besides the differences between two snapshots of the table."""

    entries: Sequence[Entry] = ()
    posts: Sequence[Post] = ()
    changed_posts: Sequence[Post] = ()
    act: str | None = None
    vote: Vote | None = None
    state: bytes | None = None
    checkpoint: tuple[int, bytes] | None = None
    forget_from: int | None = None  # checkpoints from this entry on
    key: bytes | None = None  # of a game that starts
    person: tuple[int, str] | None = None
    notices: Sequence[Notice] = ()
    calls: Sequence[Call] = ()


def brief(entry: Entry) -> BriefEntry:
    alone = int(entry.act is None)
    return BriefEntry(entry.seq, entry.seat, entry.kind, entry.move, entry.first, int(entry.barrier), alone)


def write(old: Table, new: Table, work: Work, act: ActRow | None, t: Transaction) -> int | None:
    """One transaction: everything in which two snapshots differ, and the work."""
    vote_id = None
    if work.person is not None:
        t.put_person(*work.person, new.updated_at)
    t.save_game(codec.game_row(new), old.seq)
    if work.key is not None:
        t.save_key(new.id, work.key)
    if new.seats != old.seats:
        _write_seats(t, old, new)
    if new.stretches != old.stretches:
        t.put_stretches(new.id, [codec.stretch_row(new.id, stretch) for stretch in new.stretches])
    if new.kicked != old.kicked:
        t.put_kicked(new.id, new.kicked)
    if new.standing != old.standing:
        t.put_standing(new.id, new.standing)
    if new.programmes != old.programmes:
        t.put_programmes(new.id, [codec.programme_row(new.id, one) for one in new.programmes])
    t.add_entries([codec.entry_row(new.id, entry) for entry in work.entries])
    if work.state is not None:
        t.save_state(new.id, new.seq, work.state)
    if work.forget_from is not None:
        t.drop_checkpoints(new.id, work.forget_from)
    if work.checkpoint is not None:
        t.put_checkpoint(new.id, work.checkpoint[0], new.rules, work.checkpoint[1])
    t.add_posts(codec.post_row(post) for post in work.posts)
    t.put_notices(codec.notice_row(notice) for notice in work.notices)
    t.put_calls(codec.call_row(call) for call in work.calls)
    t.save_posts(codec.post_row(post) for post in work.changed_posts)
    if work.vote is not None:
        if work.vote.id:
            t.save_vote(codec.vote_row(work.vote))
        else:
            vote_id = t.add_vote(codec.vote_row(work.vote))
    if work.act is not None and act is not None:
        t.add_act(work.act, replace(act, vote_id=vote_id if act.vote_id is None else act.vote_id))
    return vote_id


def _write_seats(t: Transaction, old: Table, new: Table) -> None:
    same = len(old.seats) == len(new.seats) and all(
        a.user_id == b.user_id and a.colour == b.colour for a, b in zip(old.seats, new.seats, strict=True)
    )
    if same:
        changed = [b for a, b in zip(old.seats, new.seats, strict=True) if a != b]
        t.save_seats(codec.seat_row(new.id, seat) for seat in changed)
    else:
        t.put_seats(new.id, [codec.seat_row(new.id, seat) for seat in new.seats])
