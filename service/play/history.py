"""The log read back: what is undone, positions of earlier times, the record."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from db.rows import BriefEntry
from rules.core import Game, RulesError, branch_game, decode_move, play, start_game
from rules.core.record import Branch, Line, Record
from rules.core.record import parse_record as read_record

from ..errors import ServiceError
from ..state.lesson_progress import LAID
from ..state.model import LogEntry, Table
from ..state.readable_log import mask_move, visible_line, without_undone
from ..store import codec
from ..store.registry import TableRegistry

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RandomDraws:
    """Numbers that were drawn one after the other. Whoever has the key can draw them again."""

    first: int = 0  # so many were drawn in the game before them
    numbers: tuple[int, ...] = ()
    below: tuple[int, ...] = ()  # each was drawn from those below this one


@dataclass(frozen=True, slots=True)
class ReplayedEntry:
    """An entry of the line that counts, and how the game looked after it."""

    entry: LogEntry
    view: Callable[[int | None], Any]  # what that seat saw then; None: what everybody saw
    draws: RandomDraws | None = None  # the numbers of the entry; None: nobody can say how they were drawn


class History:
    """Reads logs."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def last_finished(self, channel_id: int) -> Table | None:
        """The game that ended last in this channel. ServiceError `unavailable`."""
        table_id = await self.registry.store.read(lambda t: t.last_finished(channel_id))
        return None if table_id is None else await self.registry.load(table_id)

    async def entries(self, table_id: int, after: int = 0) -> list[LogEntry]:
        """Every entry after that number, in order."""
        rows = await self.registry.store.read(lambda t: t.entries(table_id, after + 1))
        return [codec.entry_from_row(row) for row in rows]

    async def effective(self, table_id: int) -> list[LogEntry]:
        """The entries that count: without undone moves and without the undos themselves."""
        return without_undone(await self.entries(table_id))

    async def position_before(self, table: Table, seq: int) -> Any:
        """The position before entry `seq`: the nearest saved one, and replay from there with the numbers drawn then.

        ServiceError `undo_barrier` where an older version of the rules played: only its last position was carried over.
        """
        return (await self.positions_before(table, [seq]))[seq]

    async def positions_before(
        self, table: Table, seqs: Sequence[int], history: Sequence[LogEntry] | None = None
    ) -> dict[int, Any]:
        """The same of several entries, in one replay. `history`: all entries, where they are at hand."""
        game = table.game
        assert game is not None
        saved = await self.registry.store.read(lambda t: t.checkpoint_before(table.id, min(seqs), table.rules))
        if saved is None:
            raise ServiceError("undo_barrier", reason="version", name="")
        at, data = saved
        later = await self.entries(table.id, at) if history is None else [entry for entry in history if entry.seq > at]
        try:
            return await self._replayed(table, game, data, later, seqs)
        except ServiceError:
            raise
        except Exception as error:
            raise self._unreadable(table, at) from error

    @staticmethod
    def _unreadable(table: Table, at: int) -> ServiceError:
        """What to raise where the log cannot be replayed from that entry; called while the fault is handled."""
        log.exception(
            "table %(table)d: the log cannot be replayed from entry %(entry)d", {"table": table.id, "entry": at}
        )
        return ServiceError("unavailable", game=table.kind, id=table.id)

    async def _replayed(
        self, table: Table, game: Game[Any], data: bytes, entries: Sequence[LogEntry], seqs: Sequence[int]
    ) -> dict[int, Any]:
        """Positions before some entries, played from a saved one."""
        left = sorted(seqs, reverse=True)
        found: dict[int, Any] = {}
        state = codec.unpack_state(game, data, table.rules)
        async for entry, after, _ in self._played(table, game, state, entries):
            while left and left[-1] <= entry.seq:
                found[left.pop()] = state
            if not left:
                break
            state = after
        return {**found, **dict.fromkeys(left, state)}

    async def _played(
        self, table: Table, game: Game[Any], state: Any, entries: Sequence[LogEntry]
    ) -> AsyncIterator[tuple[LogEntry, Any, RandomDraws]]:
        """Each of the entries that counts, with the position after it and what it drew, played on from `state`."""
        for entry in without_undone(entries):
            draws = RandomDraws()
            if entry.kind == "move":
                assert entry.seat is not None, "a move has a seat"
                t = play(game, state, entry.seat, decode_move(entry.move, game.moves), entry.chance)
                assert t.chance == entry.chance, (
                    f"table {table.id}: entry {entry.seq} draws other numbers when replayed"
                )
                draws = RandomDraws(state.used, t.chance, t.bounds)
                state = t.state
                await asyncio.sleep(0)  # a long way back must not keep others waiting
            elif entry.move.startswith(LAID) and table.lesson is not None:
                state = await self._laid(table, game, entry.seq)
            yield entry, state, draws

    async def _laid(self, table: Table, game: Game[Any], seq: int) -> Any:
        """The position that an entry of a lesson lays out."""
        saved = await self.registry.store.read(lambda t: t.checkpoint_before(table.id, seq + 1, table.rules))
        if saved is None or saved[0] != seq:
            raise ServiceError("undo_barrier", reason="version", name="")
        return codec.unpack_state(game, saved[1], table.rules)

    async def walk(self, table: Table) -> AsyncGenerator[ReplayedEntry, None]:
        """The whole game from its start, entry by entry, without what was taken back. One position is in memory at a
        time: look at it before asking for the next. ServiceError `undo_barrier` and `unavailable` as `position_before`.
        """
        game = table.game
        assert game is not None
        start = await self.registry.store.read(lambda t: t.checkpoint_before(table.id, 2, table.rules))
        if start is None:
            raise ServiceError("undo_barrier", reason="version", name="")
        first, *entries = await self.entries(table.id)
        state = codec.unpack_state(game, start[1], table.rules)
        yield ReplayedEntry(first, partial(game.view, state), await self._opening(table, game, first, state))
        played = self._played(table, game, state, entries)
        while True:
            try:
                entry, state, draws = await anext(played)
            except StopAsyncIteration:
                return
            except Exception as error:
                raise self._unreadable(table, first.seq) from error
            yield ReplayedEntry(entry, partial(game.view, state), draws)

    async def _opening(self, table: Table, game: Game[Any], first: LogEntry, state: Any) -> RandomDraws | None:
        """How the game was set up, or a branch shuffled anew; None where the rules no longer do it so."""
        row = await self.registry.store.read(lambda t: t.branch(table.id)) if table.branch is not None else None
        try:
            if row is not None:
                t = branch_game(game, codec.unpack_state(game, row.state, row.rules), state.key, first.chance)
            elif table.branch is None:
                t = start_game(game, len(table.seats), state.key, first.chance)
            else:
                return None
        except (RulesError, ValueError):
            return None
        return RandomDraws(0, t.chance, t.bounds) if (t.chance, t.state.used) == (first.chance, state.used) else None

    async def view_after(
        self, table: Table, seq: int, seat: int | None = None, history: Sequence[LogEntry] | None = None
    ) -> Any:
        """What everybody, or that seat, saw after entry `seq`, on the line that counts now. `history` and ServiceError
        as `positions_before`."""
        return (await self.views_after(table, [seq], seat, history))[seq]

    async def views_after(
        self, table: Table, seqs: Sequence[int], seat: int | None = None, history: Sequence[LogEntry] | None = None
    ) -> dict[int, Any]:
        """The same of several entries, in one replay."""
        game = table.game
        assert game is not None
        found = await self.positions_before(table, [seq + 1 for seq in seqs], history)
        return {before - 1: game.view(state, seat) for before, state in found.items()}

    def untouched(self, table: Table, seq: int) -> bool:
        """Whether after entry `seq` nothing has happened but answers that stand, which go with what they answered."""
        return are_only_automatic_answers(
            table, [entry for entry in self.registry.brief_log(table.id) if entry.seq > seq]
        )

    async def record(self, table_id: int) -> Record:
        """The game as a record; while it runs without the key, the numbers and what is still hidden."""
        table = await self.registry.light(table_id)
        if table.seq == 0:
            raise ServiceError("paused_lobby", host=table.seat_name(table.host))
        entries = await self.effective(table_id)
        key = bytes.fromhex(table.key_shown) if table.key_shown else None
        moves = [entry for entry in entries if entry.kind == "move"]
        lines = tuple(_public_line(table, entry) if table.open else _whole_line(entry) for entry in moves)
        lines = _with_result(lines, table) if table.status == "over" else lines
        start = None if table.open else entries[0].chance
        if table.branch is not None:
            return await self._branched(table, lines, key, start)
        return Record(
            kind=table.kind,
            choices=table.choices,
            seats=len(table.seats),
            key=key,
            start=start,
            lines=lines,
            table=table.id,
            luck_chosen=table.lucky,
        )

    async def _branched(
        self, table: Table, lines: tuple[Line, ...], key: bytes | None, drawn: tuple[int, ...] | None
    ) -> Record:
        """The record of a table that begins in the middle of another game: how that began, then what followed here."""
        row = await self.registry.store.read(lambda t: t.branch(table.id))
        if row is None:
            raise ServiceError("unavailable", game=table.kind, id=table.id)
        try:
            before = read_record(row.record)
        except RulesError as error:
            raise ServiceError("unavailable", game=table.kind, id=table.id) from error
        begun = (*before.branches, Branch(len(before.lines), table.id, key, drawn))
        former = before.lines
        if table.open:
            former = tuple(Line(line.seat, mask_move(table, line.move)) for line in former)
            begun = tuple(replace(one, key=None, drawn=None) for one in begun)
            before = replace(before, key=None, start=None)
        luck_chosen = before.luck_chosen or table.lucky
        return replace(before, lines=(*former, *lines), branches=begun, luck_chosen=luck_chosen)


def _with_result(lines: tuple[Line, ...], table: Table) -> tuple[Line, ...]:
    """The lines of a game that is over, the last one with what must hold after it: the record is a test."""
    if not lines:
        return lines
    last = lines[-1]
    score = ("score", *(str(seat.score) for seat in table.seats))
    return (*lines[:-1], Line(last.seat, last.move, last.drawn, (score,)))


def _whole_line(entry: LogEntry) -> Line:
    assert entry.seat is not None, "a move has a seat"
    return Line(entry.seat, entry.move, entry.chance)


def _public_line(table: Table, entry: LogEntry) -> Line:
    """What everybody may know of a move, without the numbers drawn."""
    assert entry.seat is not None, "a move has a seat"
    return Line(entry.seat, visible_line(table, entry, None))


def are_only_automatic_answers(table: Table, later: Sequence[BriefEntry]) -> bool:
    """Whether these entries are answers that stand for people, and nothing became known by them: they go with what
    they answered when that is taken back."""
    return all(
        entry.kind == "move"
        and entry.by_itself
        and not entry.barrier
        and entry.seat is not None
        and table.seats[entry.seat].human
        for entry in later
    )
