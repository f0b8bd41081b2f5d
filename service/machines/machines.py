"""Automatic moves: machines when no person is to move, and standing answers of users at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import ai
from db.errors import StoreError
from rules.core import Game, Move, Phrase, RulesError, encode_move

from ..errors import ServiceError
from ..play.moves import Playing
from ..play.outbox import AWAY_SECONDS, last_presence_by_seat
from ..state import conditional_moves, standing_answers
from ..state.lesson_progress import current_step
from ..state.log_fields import table_log_values
from ..state.machine_levels import default_level, with_quick_level
from ..state.machine_luck import machine_luck
from ..state.model import GOING, Seat, Table
from ..store.durable import durable
from ..store.publisher import TableChange
from ..store.registry import TableRegistry
from .search_queue import MachineThoughts

log = logging.getLogger(__name__)

SAVE_RETRY_SECONDS = 5  # seconds before a move that could not be saved is tried again
ANSWER_SECONDS = 120  # seconds that persons have to answer an offer of a machine


def find_machine_to_move(table: Table) -> Seat | None:
    """The machine to move: one is waited for, and no person is."""
    if table.status not in GOING or not table.is_available:
        return None
    awaited = [table.seats[index] for index in table.seats_to_move]
    if not awaited or any(seat.is_human for seat in awaited):
        return None
    return awaited[0]


def find_invited_machine(table: Table, considered: Mapping[tuple[int, int], Phrase]) -> tuple[Seat, Phrase] | None:
    """A machine with an invitation that it has not `considered` (by table and seat), and the invitation. Nobody waits
    for its answer."""
    game = table.game if table.status in GOING and table.is_available else None
    if game is None or table.state is None:
        return None
    for index, invitation in game.invitations(table.state).items():
        seat = table.seats[index]
        if not seat.is_human and considered.get((table.id, index)) != invitation:
            return seat, invitation
    return None


def machine_player_at(seat: Seat) -> ai.Player:
    """The player of a seat; the default one for unknown levels."""
    players = ai.players_by_level()
    return players.get(seat.machine or "") or players[default_level()]


def choose_machine_move(table: Table, seat: Seat) -> Move | None:
    """Choose a move from what the seat may see. After an error the first legal one, so that the game goes on. None: the
    machine declines an invitation.

    A player may also choose legal moves that are not listed.
    """
    game, state = table.game, table.state
    assert game is not None
    luck = machine_luck(table, seat.index)
    is_invited = seat.index not in table.seats_to_move
    moves = ai.moves_to_consider(game, state, seat.index, luck)
    imagine = ai.Imagine(game, state, seat.index, luck)
    try:
        player, view = machine_player_at(seat), game.view(state, seat.index)
        move = (player.answer if is_invited else player.choose)(view, moves, imagine, luck)
    except Exception:
        log.exception("table %(table)d: the machine could not choose after %(entry)d", table_log_values(table))
        return None if is_invited else moves[0]
    if move is None or move in moves or _is_legal_unlisted(game, state, seat.index, move):
        return move
    log.error("table %(table)d: the machine chose nothing legal after %(entry)d", table_log_values(table))
    return None if is_invited else moves[0]


async def choose_in_background(table: Table, seat: Seat) -> Move | None:
    """Like `choose_machine_move`; slow players run in a thread."""
    if getattr(machine_player_at(seat), "slow", False):
        return await asyncio.to_thread(choose_machine_move, table, seat)
    return choose_machine_move(table, seat)


def _is_legal_unlisted(game: Game[Any], state: Any, seat: int, move: Move) -> bool:
    """Whether the move is legal and of a kind that is not, or not fully, listed."""
    if type(move) not in game.moves.values() or (
        move.listed and move.kind not in game.partly_listed_kinds(state, seat)
    ):
        return False
    try:
        game.check(state, seat, move)
    except RulesError:
        return False
    return True


class MachineRunner:
    """Runs one task for each table with automatic moves."""

    def __init__(self, registry: TableRegistry, playing: Playing) -> None:
        self.registry = registry
        self.playing = playing
        self.searches = MachineThoughts(registry, self.start_automatic_moves)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._answer_pauses: dict[int, tuple[int, asyncio.Task[None]]] = {}  # until when persons have time to answer
        self._startup_check: asyncio.Task[None] | None = None  # checks tables whose positions are not in memory
        self._considered_invitations: dict[
            tuple[int, int], Phrase
        ] = {}  # table and seat -> the last invitation considered
        self._offer_times: dict[int, tuple[int, int]] = {}  # table -> log entry of a machine's offer, and its time

    def start_automatic_moves(self, table: Table) -> None:
        """Start the task of a table if an automatic move is possible now."""
        table = self.registry.tables.get(table.id, table)
        if not table.is_open:
            self._considered_invitations = {
                key: invitation for key, invitation in self._considered_invitations.items() if key[0] != table.id
            }
            self._offer_times.pop(table.id, None)
        if find_machine_to_move(table) is None:
            self.searches.drop_search(table.id)
        if table.id in self._tasks:
            return
        if table.id in self._answer_pauses:
            self._answer_pauses.pop(table.id)[1].cancel()
        if self._can_move_automatically(table):
            self._tasks[table.id] = asyncio.create_task(self._run_table(table.id), name=f"machines of table {table.id}")

    def resume_after_restart(self) -> None:
        """After a restart, continue tables where a machine is to move, then those with standing answers."""
        unread_ids = []
        for table in list(self.registry.tables.values()):
            if find_machine_to_move(table) is not None:
                self.start_automatic_moves(table)
            elif standing_answers.may_have_answers(table, self.registry.settings):
                unread_ids.append(table.id)
        if unread_ids:
            self._startup_check = asyncio.create_task(self._check_unread_tables(unread_ids), name="standing answers")

    async def _check_unread_tables(self, table_ids: Sequence[int]) -> None:
        """Check one table after the other, so that interactions need not wait for all of them."""
        for table_id in table_ids:
            table = self.registry.tables.get(table_id)
            if table is not None:
                self.start_automatic_moves(table)
                await self._wait_for_tasks(table_id)

    async def wait_until_idle(self, table_id: int) -> None:
        """Return when no automatic move is possible at the table now (a machine may be waiting for answers)."""
        if self._startup_check is not None:
            await asyncio.wait([self._startup_check])
        await self._wait_for_tasks(table_id)

    async def _wait_for_tasks(self, table_id: int) -> None:
        while (task := self._running_task(table_id)) is not None:
            await asyncio.wait([task])

    def _running_task(self, table_id: int) -> asyncio.Task[None] | None:
        return self._tasks.get(table_id) or self._overdue_pause(table_id) or self.searches.running_search(table_id)

    def _overdue_pause(self, table_id: int) -> asyncio.Task[None] | None:
        until, task = self._answer_pauses.get(table_id, (0, None))
        return task if self.registry.clock.now() >= until else None

    async def close(self) -> None:
        """Stop after the move that is being written."""
        pauses = [task for _, task in self._answer_pauses.values()]
        tasks = [*self._tasks.values(), *pauses, *([self._startup_check] if self._startup_check is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.searches.close()
        await self.registry.thinking.thinker.close()
        self._tasks.clear()
        self._answer_pauses.clear()

    def _can_move_automatically(self, table: Table) -> bool:
        if current_step(table.kind, table.lesson) is not None:
            return False  # the course makes all moves of a lesson
        if (
            find_machine_to_move(table) is not None
            or find_invited_machine(table, self._considered_invitations) is not None
        ):
            return True
        if table.state is None:
            return standing_answers.may_have_answers(table, self.registry.settings)
        return next(standing_answers.list_standing_answers(table, self.registry.settings), None) is not None

    async def _run_table(self, table_id: int) -> None:
        try:
            while True:
                try:
                    if not await self._make_one_move(table_id):
                        return
                except StoreError as error:
                    log.error(
                        "table %(table)d: the machine's move was not saved: %(why)s",
                        {"table": table_id, "why": error.key},
                    )
                    await self.registry.clock.sleep(SAVE_RETRY_SECONDS)
        except ServiceError as error:  # logged with table and cause
            log.warning("table %(table)d: its machines have stopped: %(why)s", {"table": table_id, "why": error.key})
            self._tasks.pop(table_id, None)
        except Exception:
            log.exception("table %(table)d: its machines have stopped", {"table": table_id})
            self._tasks.pop(table_id, None)

    @durable
    async def _make_one_move(self, table_id: int) -> bool:
        """Make one move. False, and the task ends, if none is possible."""
        async with self.registry.lock_table(table_id):
            table = self.registry.tables.get(table_id)
            changes = None
            if table is not None and self._can_move_automatically(table):
                changes = await self._make_first_automatic_move(await self.registry.load_under_lock(table_id))
            if changes is None:
                self._tasks.pop(table_id, None)
                return False
        for change in changes:
            await self.registry.publish(change)
        return True

    async def _make_first_automatic_move(self, table: Table) -> list[TableChange] | None:
        """Make the first possible automatic move; None: none yet."""
        answer = standing_answers.find_next_standing_answer(
            table, self.registry.settings, self.registry.brief_log(table.id)
        )
        if answer is not None:
            seat, move = answer
            return await self._make_prepared_move(table, seat, move)
        invited = find_invited_machine(table, self._considered_invitations)
        if invited is not None:
            seat, invitation = invited
            self._considered_invitations[table.id, seat.index] = invitation
            return await self._make_quick_move(table, seat)
        mover = find_machine_to_move(table)
        if mover is None or (mover.standin_until is not None and mover.standin_until <= self.registry.clock.now()):
            return None  # the stand-in's time is over: the timekeeper acts
        seconds = await self._seconds_left_to_answer(table, mover)
        if seconds > 0:
            task = asyncio.create_task(self._pause_for_answers(table.id, seconds), name=f"pause of table {table.id}")
            self._answer_pauses[table.id] = self.registry.clock.now() + seconds, task
            return None
        if not self.searches.should_search(table, mover):
            return await self._make_quick_move(table, mover)
        thought = self.searches.find_finished_search(table, mover)
        return await self._make_searched_move(table, mover, thought.move) if thought is not None else None

    async def _make_prepared_move(self, table: Table, seat: Seat, move: Move) -> list[TableChange]:
        """Make a move that the user chose in advance. Bid limits and conditional moves stay secret."""
        made = conditional_moves.first_conditional_answer(table, seat)
        after = made.table if made is not None and made.move == move else None
        brief_log = self.registry.brief_log(table.id)
        is_secret = after is not None and conditional_moves.would_reveal_secret(brief_log, seat.index)
        tells = is_secret or move == standing_answers.find_limited_bid(table, seat)
        by = seat.standin if seat.is_human else None
        _, changes = await self.playing.make_moves(
            table, seat.index, [encode_move(move)], act=None, by=by, tells=tells, after=after
        )
        return changes

    async def _seconds_left_to_answer(self, table: Table, seat: Seat) -> int:
        """Seconds that persons still have to answer a machine's offer; 0 if none of the silent ones was active
        lately."""
        game = table.game
        assert game is not None
        silent = [index for index in game.seats_yet_to_answer(table.state) if table.seats[index].is_human]
        if not silent:
            return 0
        last_presence = await last_presence_by_seat(self.registry, table)
        if all(self.registry.clock.now() - last_presence[index] >= AWAY_SECONDS for index in silent):
            return 0
        own_entries = [entry.seq for entry in self.registry.brief_log(table.id) if entry.seat == seat.index]
        offer_seq = max(own_entries, default=0)
        rows = await self.registry.store.read(lambda t: t.entries(table.id, offer_seq, offer_seq))
        if not rows:
            return 0
        return self._offer_time(table.id, offer_seq, rows[0].at) + ANSWER_SECONDS - self.registry.clock.now()

    def _offer_time(self, table_id: int, seq: int, at: int) -> int:
        """Time of the offer in that log entry; corrected after the clock was set back."""
        known_seq, known_at = self._offer_times.get(table_id, (0, at))
        at = min(self.registry.clock.now(), known_at if known_seq == seq else at)
        self._offer_times[table_id] = seq, at
        return at

    async def _pause_for_answers(self, table_id: int, seconds: int) -> None:
        await self.registry.clock.sleep(seconds)
        self._answer_pauses.pop(table_id, None)
        table = self.registry.tables.get(table_id)
        if table is not None:
            self.start_automatic_moves(table)

    async def _make_quick_move(self, table: Table, seat: Seat) -> list[TableChange]:
        move = await choose_in_background(table, with_quick_level(seat))
        if move is None:
            return []
        _, changes = await self.playing.make_moves(table, seat.index, [encode_move(move)], act=None)
        return changes

    async def _make_searched_move(self, table: Table, seat: Seat, line: str | None) -> list[TableChange]:
        """Make the move that was found, or after a failure that of a machine without search."""
        if line is None:
            changes = await self._make_quick_move(table, seat)
        else:
            try:
                _, changes = await self.playing.make_moves(table, seat.index, [line], act=None)
            except RulesError:
                values = table_log_values(table)
                log.error("table %(table)d: the strong machine thought of nothing legal after %(entry)d", values)
                changes = await self._make_quick_move(table, seat)
        self.searches.drop_search(table.id)
        return [
            replace(change, machine_moves_again=True) if self._does_machine_move_again(change, seat) else change
            for change in changes
        ]

    def _does_machine_move_again(self, change: TableChange, seat: Seat) -> bool:
        """Whether the machine moves again before any person can act."""
        table = change.table
        mover, game = find_machine_to_move(table), table.game
        if change.what != "moved" or mover is None or mover.index != seat.index or game is None:
            return False
        asked = {*game.invitations(table.state), *game.seats_yet_to_answer(table.state)}
        return not any(table.seats[index].is_human for index in asked)
