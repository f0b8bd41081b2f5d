"""Checks after a campaign, from the database, the screens and the log."""

from __future__ import annotations

import contextlib
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from rules.core import branch_game, key_commitment
from rules.core.record import Branch as Begun
from rules.core.record import Line, Record, format_record, parse_record, replay_record
from rules.core.saving import to_plain
from service.state import branch_point as stored
from service.state.model import Table
from service.state.readable_log import without_undone
from service.store import codec
from tools.host import verify

from .book import DONE, PLAYED, DatabaseReader, Intent, IntentLog, answer_text
from .people import GameRoom, People


async def check_game_continues(people: People, room: GameRoom) -> list[str]:
    """Findings if the room's game does not accept a move now."""
    said = "nothing"
    for _ in range(3):  # a machine may move first
        table = people.disk.table(room.table) if room.table is not None else None
        if table is None or not table.is_open or table.status == "lobby":
            return []
        found = people.turn(table)
        if found is None:
            return [f"table {table.id}: nobody is waited for who could move"]
        who = people.box.world.users[table.seats[found[0]].user_id or 0]
        intent = people.book.intent(table.id, table.seq, found[1])
        answer = await people.typed(who, room.channel, "/game move", intent, line=found[1], game=str(table.id))
        if intent.told:
            people.book.counts["games that go on"] += 1
            return []
        said = f"{found[1]} by {who.name} at table {table.id}: {answer_text(answer)[:200] if answer else 'no answer'}"
    return [f"does not go on: {said}"]


def check_table_message(people: People, room: GameRoom) -> Iterator[str]:
    """Findings if the table's message is missing or outdated."""
    table = people.disk.table(room.table) if room.table is not None else None
    if table is None or not table.is_open:
        return
    world = people.box.world
    if table.homeless:
        yield f"table {table.id}: it has no home ({table.homeless})"
        return
    live = table.live
    message = world.message(live.channel_id or 0, live.message_id or 0) if live is not None else None
    if live is None or message is None:
        yield f"table {table.id}: its message is not there"
        return
    owed = people.disk.read("SELECT count(*) FROM posts WHERE game_id = ? AND sent_at IS NULL", table.id)[0][0]
    if owed:
        yield f"table {table.id}: {owed} messages are owed to it"
    if table.status == "lobby":
        return
    names = [file.filename for file in message.attachments]
    if f"table-{table.id}-{table.seq}.png" not in names:
        yield f"table {table.id}: its message shows {names}, the log has {table.seq} entries"
    shown = people.box.newest(room.channel, button="My move")
    if shown is None or shown.id != message.id:
        yield f"table {table.id}: its newest message is another one"
    asked = [seat.name for seat in table.seats if seat.index in table.seats_to_move and seat.is_human]
    missing = [name for name in asked if name not in (shown.text if shown is not None else "")]
    if missing:
        yield f"table {table.id}: its message does not name {', '.join(missing)}, who are waited for"


SOON: Final = 3  # entries, as others may move at the same time


def find_lost_and_doubled(book: IntentLog, disk: DatabaseReader) -> tuple[Counter[str], list[str]]:
    """Numbers of moves, lost and doubled ones; and descriptions of them."""
    rows = disk.read("SELECT act, game_id, count(DISTINCT first) FROM log WHERE act IS NOT NULL GROUP BY act, game_id")
    done = Counter(str(act) for act, _, _ in rows)
    counted = "SELECT count(*) FROM log WHERE kind = 'move' AND (act IS NULL OR act NOT LIKE 'before %')"
    counts: Counter[str] = Counter(moves=disk.read(counted)[0][0])
    wrong = [f"act {act} was done {n} times" for act, n in done.items() if n > 1]
    wrong += [f"act {act} made {n} groups of entries" for act, _, n in rows if n > 1]
    counts["doubled"] = len(wrong)
    played = {(i.table, i.since) for i in book.intents if any(str(act) in done for act in i.acts)}
    for intent in book.intents:
        mine = [act for act in intent.acts if str(act) in done]
        what = f"table {intent.table} after {intent.since}: {intent.line}"
        if len(mine) > 1:
            counts["doubled"] += 1
            wrong.append(f"{what} was played {len(mine)} times")
        by_another = intent.told == {PLAYED} and (
            (intent.table, intent.since) in played or _was_moved_otherwise(disk, intent)
        )
        if intent.told and not mine and not by_another:
            counts["lost"] += 1
            wrong.append(f"{what} was acknowledged ({', '.join(intent.told)}) and is not in the log")
        counts["acknowledged"] += bool(intent.told)
        counts["done and never acknowledged"] += bool(mine) and not intent.told
        counts["clicks beyond the first"] += max(0, len(intent.acts) - 1)
    counts["read as done"] = sum(DONE in intent.told for intent in book.intents)
    return counts, wrong


def _was_moved_otherwise(disk: DatabaseReader, intent: Intent) -> bool:
    """Whether the same move was made in another way: by a standing answer or on another screen."""
    since, line = intent.asked
    sql = "SELECT 1 FROM log WHERE game_id = ? AND seq BETWEEN ? AND ? AND move = ? AND kind = 'move'"
    return bool(disk.read(sql, intent.table, since + 1, since + SOON, line))


def check_database(disk: DatabaseReader, folder: Path, counts: Counter[str]) -> Iterator[str]:
    """Findings if the database is damaged, a log does not replay, or a finished game does not verify."""
    yield from (f"the database: {damage}" for damage in disk.damage())
    for (number,) in disk.read("SELECT id FROM games WHERE seq > 0 ORDER BY id"):
        try:
            yield from _check_replay(disk, number, folder, counts)
        except Exception as error:  # any error is a finding, and the other tables are still checked
            yield f"table {number}: {type(error).__name__}: {error}"


def _check_replay(disk: DatabaseReader, number: int, folder: Path, counts: Counter[str]) -> Iterator[str]:
    table = disk.table(number)
    with disk.reading() as t:
        entries = [codec.entry_from_row(row) for row in t.entries(number)]
        key = t.key(number)
    if [entry.seq for entry in entries] != list(range(1, table.seq + 1)):
        yield f"table {number}: its log has gaps"
    moves = [entry for entry in without_undone(entries) if entry.kind == "move"]
    lines = tuple(Line(entry.seat or 0, entry.move, entry.chance) for entry in moves)
    if table.branch is None:
        record = Record(table.kind, table.choices, len(table.seats), key, None, entries[0].chance, lines, table=number)
    else:
        before = _record_before_branch(disk, table)
        yield from _check_branch_start(disk, table, before)
        begun = (*before.branches, Begun(len(before.lines), number, key, entries[0].chance))
        record = replace(before, lines=(*before.lines, *lines), branches=begun)
        counts["branches that replay"] += 1
        counts["branches that were played on"] += bool(lines)
    last = _final_position(record)
    counts["logs that replay"] += 1
    if to_plain(last) != to_plain(table.state):
        yield f"table {number}: the log replays to another position than the snapshot"
    assert table.game is not None
    table.game.audit(table.state)
    if table.status == "over":
        yield from _check_verification(table, record, key, folder, counts)


def _final_position(record: Record) -> Any:
    """The last position of a record; of a branch without moves, its opening."""
    *_, last = replay_record(record)
    for begun in record.branches:
        if begun.after == len(record.lines):
            last = branch_game(record.make_game(), last.state, begun.key or b"", begun.drawn or ())
    return last.state


def _record_before_branch(disk: DatabaseReader, table: Table) -> Record:
    """The moves before a branch, from its opening row."""
    with disk.reading() as t:
        row = t.branch(table.id)
    assert row is not None, "it has its row"
    return parse_record(row.record)


def _check_branch_start(disk: DatabaseReader, table: Table, before: Record) -> Iterator[str]:
    """Findings if a branch's opening row differs from its record or from the log of the former game."""
    assert table.branch is not None
    assert table.game is not None
    with disk.reading() as t:
        row = t.branch(table.id)
        former = [codec.entry_from_row(entry) for entry in t.entries(table.branch.of)]
    assert row is not None, "it has its row"
    if to_plain(codec.unpack_state(table.game, row.state, row.rules)) != to_plain(_final_position(before)):
        yield f"table {table.id}: its opening row holds another position than its record leads to"
    until = [entry for entry in former if entry.seq <= table.branch.at]
    moves = [(entry.seat, entry.move) for entry in without_undone(until) if entry.kind == "move"]
    own = [(line.seat, line.move) for line in before.lines][len(before.lines) - len(moves) :]
    if own != moves:
        yield f"table {table.id}: its record is not what was played in game {table.branch.of}"


def check_branches(book: IntentLog, disk: DatabaseReader, counts: Counter[str]) -> Iterator[str]:
    """Findings if branches differ from the acknowledged and requested ones."""
    with disk.reading() as t:
        rows = t.db.execute("SELECT branch FROM games WHERE branch IS NOT NULL").fetchall()
    there = Counter((found.of, found.at) for row in rows if (found := stored.decode_branch(row[0])) is not None)
    counts["branches"] = there.total()
    for (of, at), n in sorted(there.items()):
        if n > book.branched[of, at]:
            yield f"game {of} was branched {n} times after {at}, and {book.branched[of, at]} were wanted"
    for (of, at), n in sorted(book.opened.items()):
        if n > there[of, at]:
            yield f"{n} branches of game {of} after {at} were acknowledged, and there are {there[of, at]}"


def _check_verification(
    table: Table, record: Record, key: bytes | None, folder: Path, counts: Counter[str]
) -> Iterator[str]:
    assert key is not None, "every game has one"
    file = folder / f"{table.id}.game"
    file.write_text(format_record(record), encoding="utf-8")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = verify.main([str(file)])
    if status != 0:
        yield f"table {table.id}: {said.getvalue().strip()}"
    if table.commitment != key_commitment(key, table.id):
        yield f"table {table.id}: the key is not the one that was promised"
    counts[f"{table.kind} to the end"] += 1
