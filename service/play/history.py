"""Reads the log: effective entries, earlier positions, records."""

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
    """Random numbers drawn in a row; the key reproduces them."""

    first: int = 0  # numbers drawn before them in the game
    numbers: tuple[int, ...] = ()
    below: tuple[int, ...] = ()  # the range of each number


@dataclass(frozen=True, slots=True)
class ReplayedEntry:
    """An effective entry and the view after it."""

    entry: LogEntry
    view: Callable[[int | None], Any]  # the view of a seat; None: public
    draws: RandomDraws | None = None  # numbers drawn; None: unknown how


class History:
    """Reads logs."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    async def load_last_finished(self, channel_id: int) -> Table | None:
        """The last finished game of a channel. ServiceError `unavailable`."""
        table_id = await self.registry.store.read(lambda t: t.last_finished(channel_id))
        return None if table_id is None else await self.registry.load_table(table_id)

    async def read_entries(self, table_id: int, after: int = 0) -> list[LogEntry]:
        """All entries after that number, in order."""
        rows = await self.registry.store.read(lambda t: t.entries(table_id, after + 1))
        return [codec.entry_from_row(row) for row in rows]

    async def read_effective_entries(self, table_id: int) -> list[LogEntry]:
        """Effective entries: without undone moves and undos."""
        return without_undone(await self.read_entries(table_id))

    async def position_before(self, table: Table, seq: int) -> Any:
        """The position before entry `seq`, replayed from the nearest checkpoint with the recorded numbers.

        ServiceError `undo_barrier` if older rules made the moves: upgrades keep only the last position.
        """
        return (await self.positions_before(table, [seq]))[seq]

    async def positions_before(
        self, table: Table, seqs: Sequence[int], history: Sequence[LogEntry] | None = None
    ) -> dict[int, Any]:
        """Positions before several entries, in one replay. `history`: all entries, if loaded."""
        game = table.game
        assert game is not None
        checkpoint = await self.registry.store.read(lambda t: t.checkpoint_before(table.id, min(seqs), table.rules))
        if checkpoint is None:
            raise ServiceError("undo_barrier", reason="version", name="")
        checkpoint_seq, data = checkpoint
        if history is None:
            later = await self.read_entries(table.id, checkpoint_seq)
        else:
            later = [entry for entry in history if entry.seq > checkpoint_seq]
        try:
            return await self._replay_positions(table, game, data, later, seqs)
        except ServiceError:
            raise
        except Exception as error:
            raise self._log_unreadable(table, checkpoint_seq) from error

    @staticmethod
    def _log_unreadable(table: Table, at: int) -> ServiceError:
        """The error for a log that cannot be replayed from that entry; called in an exception handler."""
        log.exception(
            "table %(table)d: the log cannot be replayed from entry %(entry)d", {"table": table.id, "entry": at}
        )
        return ServiceError("unavailable", game=table.kind, id=table.id)

    async def _replay_positions(
        self, table: Table, game: Game[Any], data: bytes, entries: Sequence[LogEntry], seqs: Sequence[int]
    ) -> dict[int, Any]:
        """Positions before several entries, replayed from a checkpoint."""
        wanted = sorted(seqs, reverse=True)  # the next one is the last
        positions: dict[int, Any] = {}
        state = codec.unpack_state(game, data, table.rules)
        async for entry, after, _ in self._replay_entries(table, game, state, entries):
            while wanted and wanted[-1] <= entry.seq:
                positions[wanted.pop()] = state
            if not wanted:
                break
            state = after
        return {**positions, **dict.fromkeys(wanted, state)}

    async def _replay_entries(
        self, table: Table, game: Game[Any], state: Any, entries: Sequence[LogEntry]
    ) -> AsyncIterator[tuple[LogEntry, Any, RandomDraws]]:
        """Replay effective entries from `state`: entry, position after it, numbers drawn."""
        for entry in without_undone(entries):
            draws = RandomDraws()
            if entry.kind == "move":
                assert entry.seat is not None, "a move has a seat"
                made = play(game, state, entry.seat, decode_move(entry.move, game.moves), entry.chance)
                assert made.chance == entry.chance, (
                    f"table {table.id}: entry {entry.seq} draws other numbers when replayed"
                )
                draws = RandomDraws(state.used, made.chance, made.bounds)
                state = made.state
                await asyncio.sleep(0)  # let other tasks run
            elif entry.move.startswith(LAID) and table.lesson is not None:
                state = await self._read_lesson_position(table, game, entry.seq)
            yield entry, state, draws

    async def _read_lesson_position(self, table: Table, game: Game[Any], seq: int) -> Any:
        """The prepared position of a lesson entry."""
        checkpoint = await self.registry.store.read(lambda t: t.checkpoint_before(table.id, seq + 1, table.rules))
        if checkpoint is None or checkpoint[0] != seq:
            raise ServiceError("undo_barrier", reason="version", name="")
        return codec.unpack_state(game, checkpoint[1], table.rules)

    async def replay_game(self, table: Table) -> AsyncGenerator[ReplayedEntry, None]:
        """Replay the whole game, effective entries only. Only one position is in memory at a time: use each view before
        the next. ServiceError `undo_barrier`, `unavailable` as of `position_before`."""
        game = table.game
        assert game is not None
        start = await self.registry.store.read(lambda t: t.checkpoint_before(table.id, 2, table.rules))
        if start is None:
            raise ServiceError("undo_barrier", reason="version", name="")
        first, *entries = await self.read_entries(table.id)
        state = codec.unpack_state(game, start[1], table.rules)
        yield ReplayedEntry(first, partial(game.view, state), await self._opening_draws(table, game, first, state))
        replayed = self._replay_entries(table, game, state, entries)
        while True:
            try:
                entry, state, draws = await anext(replayed)
            except StopAsyncIteration:
                return
            except Exception as error:
                raise self._log_unreadable(table, first.seq) from error
            yield ReplayedEntry(entry, partial(game.view, state), draws)

    async def _opening_draws(self, table: Table, game: Game[Any], first: LogEntry, state: Any) -> RandomDraws | None:
        """Numbers drawn at the set-up or branch; None if the rules set up differently today."""
        row = await self.registry.store.read(lambda t: t.branch(table.id)) if table.branch is not None else None
        try:
            if row is not None:
                start = branch_game(game, codec.unpack_state(game, row.state, row.rules), state.key, first.chance)
            elif table.branch is None:
                start = start_game(game, len(table.seats), state.key, first.chance)
            else:
                return None
        except (RulesError, ValueError):
            return None
        is_same_set_up = (start.chance, start.state.used) == (first.chance, state.used)
        return RandomDraws(0, start.chance, start.bounds) if is_same_set_up else None

    async def view_after(
        self, table: Table, seq: int, seat: int | None = None, history: Sequence[LogEntry] | None = None
    ) -> Any:
        """The public view, or that of a seat, after entry `seq`. `history` and ServiceError as of
        `positions_before`."""
        return (await self.views_after(table, [seq], seat, history))[seq]

    async def views_after(
        self, table: Table, seqs: Sequence[int], seat: int | None = None, history: Sequence[LogEntry] | None = None
    ) -> dict[int, Any]:
        """Views after several entries, in one replay."""
        game = table.game
        assert game is not None
        positions = await self.positions_before(table, [seq + 1 for seq in seqs], history)
        return {seq - 1: game.view(state, seat) for seq, state in positions.items()}

    def do_only_answers_follow(self, table: Table, seq: int) -> bool:
        """Whether only standing answers follow entry `seq`."""
        later = [entry for entry in self.registry.brief_log(table.id) if entry.seq > seq]
        return are_only_automatic_answers(table, later)

    async def build_record(self, table_id: int) -> Record:
        """The record of a game; in a running game without key, numbers and hidden moves."""
        table = await self.registry.load_without_position(table_id)
        if table.seq == 0:
            raise ServiceError("paused_lobby", host=table.seat_name(table.host))
        entries = await self.read_effective_entries(table_id)
        key = bytes.fromhex(table.key_shown) if table.key_shown else None
        moves = [entry for entry in entries if entry.kind == "move"]
        lines = tuple(_public_line(table, entry) if table.is_open else _whole_line(entry) for entry in moves)
        lines = _with_result(lines, table) if table.status == "over" else lines
        set_up_draws = None if table.is_open else entries[0].chance
        if table.branch is not None:
            return await self._build_branch_record(table, lines, key, set_up_draws)
        return Record(
            kind=table.kind,
            choices=table.choices,
            seats=len(table.seats),
            key=key,
            start=set_up_draws,
            lines=lines,
            table=table.id,
            luck_chosen=table.lucky,
        )

    async def _build_branch_record(
        self, table: Table, lines: tuple[Line, ...], key: bytes | None, set_up_draws: tuple[int, ...] | None
    ) -> Record:
        """The record of a branch: opening of the former game, then the moves of this one."""
        row = await self.registry.store.read(lambda t: t.branch(table.id))
        if row is None:
            raise ServiceError("unavailable", game=table.kind, id=table.id)
        try:
            before = read_record(row.record)
        except RulesError as error:
            raise ServiceError("unavailable", game=table.kind, id=table.id) from error
        branches = (*before.branches, Branch(len(before.lines), table.id, key, set_up_draws))
        former_lines = before.lines
        if table.is_open:
            former_lines = tuple(Line(line.seat, mask_move(table, line.move)) for line in former_lines)
            branches = tuple(replace(branch, key=None, drawn=None) for branch in branches)
            before = replace(before, key=None, start=None)
        luck_chosen = before.luck_chosen or table.lucky
        return replace(before, lines=(*former_lines, *lines), branches=branches, luck_chosen=luck_chosen)


def _with_result(lines: tuple[Line, ...], table: Table) -> tuple[Line, ...]:
    """Record lines of a finished game with expected results at the last one."""
    if not lines:
        return lines
    last = lines[-1]
    score = ("score", *(str(seat.score) for seat in table.seats))
    return (*lines[:-1], Line(last.seat, last.move, last.drawn, (score,)))


def _whole_line(entry: LogEntry) -> Line:
    assert entry.seat is not None, "a move has a seat"
    return Line(entry.seat, entry.move, entry.chance)


def _public_line(table: Table, entry: LogEntry) -> Line:
    """A record line without secrets and random numbers."""
    assert entry.seat is not None, "a move has a seat"
    return Line(entry.seat, visible_line(table, entry, None))


def are_only_automatic_answers(table: Table, later: Sequence[BriefEntry]) -> bool:
    """Whether all entries are standing answers that revealed nothing; an undo takes them back along with the move."""
    return all(
        entry.kind == "move"
        and entry.by_itself
        and not entry.barrier
        and entry.seat is not None
        and table.seats[entry.seat].is_human
        for entry in later
    )
