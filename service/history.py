"""The log read back: what is undone, positions of earlier times, the record."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, TypeVar

from db.rows import BriefEntry
from rules.core import Game, RulesError, branch, decode, masked, play, start
from rules.core.move import HIDDEN
from rules.core.record import Branch, Line, Record
from rules.core.record import read as read_record

from . import codec
from .errors import Played, ServiceError, Stale
from .hall import Hall
from .lesson import LAID
from .model import Entry, Table

log = logging.getLogger(__name__)


class Logged(Protocol):
    """What an entry and its short form have in common."""

    @property
    def seq(self) -> int: ...

    @property
    def seat(self) -> int | None: ...

    @property
    def kind(self) -> str: ...

    @property
    def move(self) -> str: ...


E = TypeVar("E", bound=Logged)


@dataclass(frozen=True, slots=True)
class Draws:
    """Numbers that were drawn one after the other. Whoever has the key can draw them again."""

    first: int = 0  # so many were drawn in the game before them
    numbers: tuple[int, ...] = ()
    below: tuple[int, ...] = ()  # each was drawn from those below this one


@dataclass(frozen=True, slots=True)
class Passed:
    """An entry of the line that counts, and how the game looked after it."""

    entry: Entry
    view: Callable[[int | None], Any]  # what that seat saw then; None: what everybody saw
    draws: Draws | None = None  # the numbers of the entry; None: nobody can say how they were drawn


def undone_from(move: str) -> int:
    """The entry an `undo 57` goes back to."""
    return int(move.partition(" ")[2])


def without_undone(log: Iterable[E]) -> list[E]:
    """The log without undone moves and without the undos. Only moves are taken back, never a resignation."""
    kept: list[E] = []
    for entry in log:
        if entry.kind == "undo":
            first = undone_from(entry.move)
            kept = [e for e in kept if e.seq < first or e.kind != "move"]
        else:
            kept.append(entry)
    return kept


def stands(log: Sequence[Logged], seq: int) -> bool:
    """Whether the game was after that entry as it would be today: it was not taken back, and no undo went past it."""
    later = [undone_from(entry.move) for entry in log if entry.kind == "undo" and entry.seq > seq]
    return all(seq < first for first in later)


def reject_stale(
    brief_log: Sequence[BriefEntry], seat: int, since: int, lines: Sequence[str] = (), *, addressed: bool = False
) -> None:
    """Stale if the seat or an undo has entered the log after `since`; Played if it played these very lines.

    `addressed`: the lines name what they answer, so what the seat has said since makes no difference to what they
    mean. They are Played where they are the last that it said. (After an undo another question may bear that name.)
    """
    if not 0 < since <= len(brief_log):
        raise Stale
    later = brief_log[since:]  # entries count from 1 without gaps
    if any(entry.kind == "undo" for entry in later):
        raise Stale
    mine = [entry.move for entry in later if entry.seat == seat]
    if addressed:
        if lines and mine[-len(lines) :] == list(lines):
            raise Played(tuple(lines))
        return
    if mine and lines and mine[: len(lines)] == list(lines):
        raise Played(tuple(lines))
    if mine:
        raise Stale


def shown(table: Table, entry: Logged, seat: int | None) -> str:
    """The line of an entry as that seat (None: the public) may read it.

    While the game runs, nobody but the mover reads what is secret in a move; a machine that has taken over moves for
    nobody. Where this version of the rules cannot read the move, its kind alone is shown.
    """
    if entry.kind != "move" or not table.open:
        return entry.move
    if seat is not None and seat == entry.seat and seat < len(table.seats) and not table.seats[seat].resigned:
        return entry.move
    return _masked(table, entry.move)


def _masked(table: Table, move: str) -> str:
    """A move without what is secret in it."""
    game = table.game
    try:
        return _cloaked(move) if game is None else masked(decode(move, game.moves))
    except RulesError:
        return _cloaked(move)


def _cloaked(line: str) -> str:
    """A move of which only the kind may be read."""
    kind, *tokens = line.split(" ")
    return " ".join([kind, *(HIDDEN for _ in tokens)])


class History:
    """Reads logs."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def last_finished(self, channel_id: int) -> Table | None:
        """The game that ended last in this channel. ServiceError `unavailable`."""
        table_id = await self.hall.store.read(lambda t: t.last_finished(channel_id))
        return None if table_id is None else await self.hall.finish_anyway(self.hall.load(table_id))

    async def entries(self, table_id: int, after: int = 0) -> list[Entry]:
        """Every entry after that number, in order."""
        table, logs = self.hall.tables.get(table_id), self.hall.logs
        if table is None or self.hall.share.divided:  # of several processes another one may have changed the log
            rows = await self.hall.store.read(lambda t: t.entries(table_id, after + 1))
            return [codec.entry(row) for row in rows]
        known = logs.of(table_id)
        if len(known) < table.seq:
            generation, first = logs.generation, len(known) + 1
            rows = await self.hall.store.read(lambda t: t.entries(table_id, first))
            more = [codec.entry(row) for row in rows]
            if generation != logs.generation:  # what was known may be something else by now
                return await self.entries(table_id, after)
            known = [*known[: first - 1], *more]
            if table_id in self.hall.tables:
                logs.add(table_id, more)
        return list(known[after:])

    async def effective(self, table_id: int) -> list[Entry]:
        """The entries that count: without undone moves and without the undos themselves."""
        return without_undone(await self.entries(table_id))

    async def position_before(self, table: Table, seq: int) -> Any:
        """The position before entry `seq`: the nearest saved one, and replay from there with the numbers drawn then.

        ServiceError `undo_barrier` where an older version of the rules played: only its last position was carried over.
        """
        return (await self.positions_before(table, [seq]))[seq]

    async def positions_before(
        self, table: Table, seqs: Sequence[int], history: Sequence[Entry] | None = None
    ) -> dict[int, Any]:
        """The same of several entries, in one replay. `history`: all entries, where they are at hand."""
        game = table.game
        assert game is not None
        saved = self.hall.positions.before(table.id, min(seqs))
        if saved is None:
            saved = await self.hall.store.read(lambda t: t.checkpoint_before(table.id, min(seqs), table.rules))
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
        self, table: Table, game: Game[Any], data: bytes, entries: Sequence[Entry], seqs: Sequence[int]
    ) -> dict[int, Any]:
        """Positions before some entries, played from a saved one."""
        left = sorted(seqs, reverse=True)
        found: dict[int, Any] = {}
        state = codec.unpacked(game, data, table.rules)
        async for entry, after, _ in self._played(table, game, state, entries):
            while left and left[-1] <= entry.seq:
                found[left.pop()] = state
            if not left:
                break
            state = after
        return {**found, **dict.fromkeys(left, state)}

    async def _played(
        self, table: Table, game: Game[Any], state: Any, entries: Sequence[Entry]
    ) -> AsyncIterator[tuple[Entry, Any, Draws]]:
        """Each of the entries that counts, with the position after it and what it drew, played on from `state`."""
        for entry in without_undone(entries):
            draws = Draws()
            if entry.kind == "move":
                assert entry.seat is not None, "a move has a seat"
                t = play(game, state, entry.seat, decode(entry.move, game.moves), entry.chance)
                assert t.chance == entry.chance, (
                    f"table {table.id}: entry {entry.seq} draws other numbers when replayed"
                )
                draws = Draws(state.used, t.chance, t.bounds)
                state = t.state
                await asyncio.sleep(0)  # a long way back must not keep others waiting
            elif entry.move.startswith(LAID) and table.lesson is not None:
                state = await self._laid(table, game, entry.seq)
            yield entry, state, draws

    async def _laid(self, table: Table, game: Game[Any], seq: int) -> Any:
        """The position that an entry of a lesson lays out."""
        saved = await self.hall.store.read(lambda t: t.checkpoint_before(table.id, seq + 1, table.rules))
        if saved is None or saved[0] != seq:
            raise ServiceError("undo_barrier", reason="version", name="")
        return codec.unpacked(game, saved[1], table.rules)

    async def walk(self, table: Table) -> AsyncGenerator[Passed, None]:
        """The whole game from its start, entry by entry, without what was taken back. One position is in memory at a
        time: look at it before asking for the next. ServiceError `undo_barrier` and `unavailable` as `position_before`.
        """
        game = table.game
        assert game is not None
        start = await self.hall.store.read(lambda t: t.checkpoint_before(table.id, 2, table.rules))
        if start is None:
            raise ServiceError("undo_barrier", reason="version", name="")
        first, *entries = await self.entries(table.id)
        state = codec.unpacked(game, start[1], table.rules)
        yield Passed(first, partial(game.view, state), await self._opening(table, game, first, state))
        played = self._played(table, game, state, entries)
        while True:
            try:
                entry, state, draws = await anext(played)
            except StopAsyncIteration:
                return
            except Exception as error:
                raise self._unreadable(table, first.seq) from error
            yield Passed(entry, partial(game.view, state), draws)

    async def _opening(self, table: Table, game: Game[Any], first: Entry, state: Any) -> Draws | None:
        """How the game was set up, or a branch shuffled anew; None where the rules no longer do it so."""
        row = await self.hall.store.read(lambda t: t.branch(table.id)) if table.branch is not None else None
        try:
            if row is not None:
                t = branch(game, codec.unpacked(game, row.state, row.rules), state.key, first.chance)
            elif table.branch is None:
                t = start(game, len(table.seats), state.key, first.chance)
            else:
                return None
        except (RulesError, ValueError):
            return None
        return Draws(0, t.chance, t.bounds) if (t.chance, t.state.used) == (first.chance, state.used) else None

    async def view_after(
        self, table: Table, seq: int, seat: int | None = None, history: Sequence[Entry] | None = None
    ) -> Any:
        """What everybody, or that seat, saw after entry `seq`, on the line that counts now. `history` and ServiceError
        as `positions_before`."""
        return (await self.views_after(table, [seq], seat, history))[seq]

    async def views_after(
        self, table: Table, seqs: Sequence[int], seat: int | None = None, history: Sequence[Entry] | None = None
    ) -> dict[int, Any]:
        """The same of several entries, in one replay."""
        game = table.game
        assert game is not None
        found = await self.positions_before(table, [seq + 1 for seq in seqs], history)
        return {before - 1: game.view(state, seat) for before, state in found.items()}

    def untouched(self, table: Table, seq: int) -> bool:
        """Whether after entry `seq` nothing has happened but answers that stand, which go with what they answered."""
        return untouched(table, [entry for entry in self.hall.brief_log(table.id) if entry.seq > seq])

    async def record(self, table_id: int) -> Record:
        """The game as a record; while it runs without the key, the numbers and what is still hidden."""
        table = await self.hall.light(table_id)
        if table.seq == 0:
            raise ServiceError("paused_lobby", host=table.seat_name(table.host))
        entries = await self.effective(table_id)
        key = bytes.fromhex(table.key_shown) if table.key_shown else None
        moves = [entry for entry in entries if entry.kind == "move"]
        lines = tuple(_open_line(table, entry) if table.open else _whole_line(entry) for entry in moves)
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
        row = await self.hall.store.read(lambda t: t.branch(table.id))
        if row is None:
            raise ServiceError("unavailable", game=table.kind, id=table.id)
        try:
            before = read_record(row.record)
        except RulesError as error:
            raise ServiceError("unavailable", game=table.kind, id=table.id) from error
        begun = (*before.branches, Branch(len(before.lines), table.id, key, drawn))
        former = before.lines
        if table.open:
            former = tuple(Line(line.seat, _masked(table, line.move)) for line in former)
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


def _whole_line(entry: Entry) -> Line:
    assert entry.seat is not None, "a move has a seat"
    return Line(entry.seat, entry.move, entry.chance)


def _open_line(table: Table, entry: Entry) -> Line:
    """What everybody may know of a move, without the numbers drawn."""
    assert entry.seat is not None, "a move has a seat"
    return Line(entry.seat, shown(table, entry, None))


def untouched(table: Table, later: Sequence[BriefEntry]) -> bool:
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
