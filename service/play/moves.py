"""Moves, undo, resignation, end of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import replace
from typing import Any

from db.rows import ActRow
from rules.core import UnknownMove, decode_move, encode_move, play

from ..errors import ServiceError
from ..state import conditional_moves, seat_offer, standing_answers, table_rest, turn_clocks, undo_restore
from ..state.lesson_progress import current_step
from ..state.machine_levels import default_level
from ..state.membership import awaited_departed_seats, empty_seat_questions, host_or_successor
from ..state.model import CLOCK, LogEntry, Outcome, Post, Seat, Status, StoredEvent, Table, Vote, VoteStatus
from ..state.notifications import INVITE
from ..state.readable_log import reject_stale, without_undone
from ..state.requirements import require_may_act, require_running
from ..state.results import seats_with_places
from ..state.seat_control import (
    find_acting_stand_in,
    find_visible_seat,
    owner_since_entry,
    require_owned_seat,
    require_seat_of,
    with_owner_back,
    with_seat,
)
from ..store import codec
from ..store.durable import durable
from ..store.log_writer import LogWriter, PendingWrites
from ..store.publisher import News, TableChange
from ..store.registry import TableRegistry
from ..time.pace import parse_pace
from .history import History, are_only_automatic_answers
from .outbox import (
    forget_mentions,
    newly_invited_seats,
    update_turns_and_mentions,
    with_invitation_post,
    with_posts_for_answers,
)

CHECKPOINT_EVERY = 50  # log entries
Result = tuple[Outcome, list[TableChange]]
PlayLesson = Callable[[Table, int, Sequence[str], str | None], Coroutine[Any, Any, Result]]
CloseVote = Callable[[Vote, Table, Sequence[LogEntry]], VoteStatus | None]


def _news_kind(old: Table, new: Table, is_undo: bool) -> News:
    if not new.is_open:
        return "over"
    if old.seq == 0:
        return "started"
    return "undone" if is_undo else "moved"


class Playing:
    """Changes running games. The caller holds the lock, except for durable methods and `do`."""

    def __init__(self, registry: TableRegistry, history: History) -> None:
        self.registry = registry
        self.history = history
        # The effect of log entries on an open vote.
        self.status_of_open_vote: CloseVote = lambda vote, table, entries: None
        self.play_lesson_move: PlayLesson | None = None  # plays lessons; set by Lessons

    def new_log_writer(self, table: Table, act: str | None, by: int | None = None) -> LogWriter:
        """A writer for the log entries of one interaction. `by`: the user in place of the seat's owner."""
        return LogWriter(table, act, self.registry.clock.now(), [], by)

    async def run_interaction(
        self, table_id: int, act: str | None, work: Callable[[], Coroutine[Any, Any, Result]]
    ) -> Outcome:
        """Run one interaction under the lock and publish its changes after that."""

        async def again(row: ActRow) -> Result:
            return await self.registry.outcome_of_act(row), []

        async with self.registry.lock_table(table_id):
            outcome, changes = await self.registry.past_acts.run_once(act, work, again)
        for change in changes:
            await self.registry.publish(change)
        return outcome

    @durable
    async def play_moves(
        self, table_id: int, user_id: int, lines: Sequence[str], *, since: int | None = None, act: str | None = None
    ) -> Outcome:
        """Make one or several moves, all or none. ServiceError, Stale, Played; RulesError."""

        async def work() -> Result:
            table = await self.registry.load_under_lock(table_id)
            seat = find_visible_seat(table, user_id)
            if since is not None and seat is not None and table.status in ("active", "paused", "frozen"):
                kinds = [line.partition(" ")[0] for line in lines]
                reject_stale(
                    self.registry.brief_log(table_id), seat.index, since, lines, addressed=table.is_addressed(kinds)
                )
            require_running(table)
            seat = require_seat_of(table, user_id)
            require_may_act(table, seat)
            if self.play_lesson_move is not None and current_step(table.kind, table.lesson) is not None:
                return await self.play_lesson_move(table, seat.index, lines, act)
            return await self.make_moves(table, seat.index, lines, act, find_acting_stand_in(seat, user_id))

        return await self.run_interaction(table_id, act, work)

    @durable
    async def require_fresh_table(self, table_id: int, user_id: int, since: int, kind: str = "") -> Table:
        """The table with its position, for a button that opens another screen. ServiceError `stale` if the
        seat moved or somebody undid a move after entry `since`. `kind`: the kind of move on the button; if such moves
        name the offer or question they answer, only an undo makes it stale."""
        async with self.registry.lock_table(table_id):
            table = await self.registry.load_under_lock(table_id)
            require_running(table)
            seat = require_seat_of(table, user_id).index
            reject_stale(self.registry.brief_log(table_id), seat, since, addressed=table.is_addressed([kind]))
            return table

    async def make_moves(
        self,
        table: Table,
        seat: int,
        lines: Sequence[str],
        act: str | None,
        by: int | None = None,
        *,
        tells: bool = False,
        after: Table | None = None,
    ) -> Result:
        """Make moves for a seat. `by`: the user in place of the owner; `tells`: the move reveals a secret, so its owner
        cannot undo it alone; `after`: the table with further changes."""
        game, state = table.game, table.state
        assert game is not None
        if not lines:
            raise UnknownMove("move.unknown", text="")
        moves = [decode_move(line, game.moves) for line in lines]
        writer = self.new_log_writer(table, act, by)
        luck = self.registry.chosen_luck[:]
        revealing: str | None = None  # the move that revealed something
        for move in moves:
            if revealing is not None:  # a further move could exploit what the user has not seen
                raise ServiceError("one_at_a_time", move=revealing)
            try:
                transition = play(game, state, seat, move, luck)
            except ValueError as error:
                if not luck:
                    raise
                raise ServiceError("luck_bad", value=luck[0]) from error
            writer.write_move(seat, encode_move(move), transition, tells=tells)
            luck = luck[len(transition.chance) :]
            state = transition.state
            if transition.barrier:
                revealing = encode_move(move)
        used = len(self.registry.chosen_luck) - len(luck)
        used_luck = self.registry.chosen_luck[:used]
        del self.registry.chosen_luck[:used]
        try:
            return await self.commit_position(
                replace(after or table, lucky=table.lucky or used > 0), table, state, writer
            )
        except BaseException:
            self.registry.chosen_luck[:0] = used_luck
            raise

    async def commit_position(
        self, table: Table, old: Table, state: Any, writer: LogWriter, writes: PendingWrites | None = None
    ) -> Result:
        """Commit a new position and its entries; ends the game if the rules say so."""
        game = table.game
        assert game is not None
        scored = zip(table.seats, game.scores(state), strict=True)
        seats = tuple(seat if seat.score == score else replace(seat, score=score) for seat, score in scored)
        table = replace(table, state=state, seats=seats)
        if game.over(state):
            return await self.end_game(table, old, writer, "over", game.winners(state), (), writes)
        return await self.commit_move(table, old, writer, writes or PendingWrites())

    async def end_game(
        self,
        table: Table,
        old: Table,
        writer: LogWriter,
        status: Status,
        winners: Sequence[int],
        events: Sequence[StoredEvent],
        writes: PendingWrites | None = None,
    ) -> Result:
        """Commit the end of the game and reveal its key."""
        key = table.state.key.hex()
        for seat in table.seats:
            if seat.standin is not None:
                table = with_owner_back(table, seat, old.seq + len(writer.entries) + 1)
        writer.write("end", "end", None, [*events, StoredEvent("luck.key", {"key": key})])
        table = replace(
            table, status=status, key_shown=key, seats=seats_with_places(table, winners), paused_at=None, asked_at=None
        )
        return await self.commit_move(table, old, writer, writes or PendingWrites())

    async def abandon_game(self, table: Table, act: str | None) -> Result:
        """End an abandoned game."""
        writer = self.new_log_writer(table, act)
        return await self.end_game(
            table, table, writer, "abandoned", winners=(), events=[StoredEvent("table.ended", {})]
        )

    async def commit_move(self, table: Table, old: Table, writer: LogWriter, writes: PendingWrites) -> Result:
        """Commit log, position, pending turns, posts and the votes that this closes."""
        game = table.game
        assert game is not None
        seq = old.seq + len(writer.entries)
        is_undo = any(entry.kind == "undo" for entry in writer.entries)
        table = replace(table, seq=seq, updated_at=writer.entry_time)
        if writer.act is not None or table.moved_at is None:
            table = replace(table_rest.wake_unless_paused(table), moved_at=writer.now)
        if table.status == "active" and table.has_everybody_left and not old.has_everybody_left:
            table = replace(table, status="frozen")  # the last person has left
        table = self._with_answers_and_offers(old, table, writer, is_undo=is_undo)
        if not is_undo and table.is_open:
            writes.ended_answers = undo_restore.collect_ended_answers(old, table)
        table, posts = await self._with_posts(old, table, writer, is_undo=is_undo)
        brief_log = self.registry.brief_log(old.id) if old.seq else ()
        awaited = awaited_departed_seats(table, brief_log, writer.entries)
        table = self._with_updated_clocks(old, table, writer, awaited, undo=is_undo)
        writes.reminders = [*writes.reminders, *empty_seat_questions(old, table, awaited, writer.now)]
        writes.entries, writes.act = writer.entries, writer.act
        writes.posts = [*writes.posts, *posts]
        writes.state = codec.pack_state(table.state)
        if writes.checkpoint is None and seq // CHECKPOINT_EVERY > old.seq // CHECKPOINT_EVERY:
            writes.checkpoint = (seq, writes.state)
        vote = self.registry.open_votes.get(old.id)
        if vote is not None and writes.vote is None:
            status = self.status_of_open_vote(vote, table, writer.entries)
            if status is not None:
                writes.vote = replace(vote, status=status)
        await self.registry.commit(old, table, writes)
        changes = [TableChange(table, _news_kind(old, table, is_undo))]
        if writes.vote is not None:
            changes.append(TableChange(table, "vote", writes.vote))
        return Outcome(table, tuple(writer.entries)), changes

    def _with_answers_and_offers(self, old: Table, table: Table, writer: LogWriter, *, is_undo: bool) -> Table:
        """Drop standing answers, conditional moves and seat offers that the entries have settled."""
        if not is_undo:
            table = standing_answers.drop_fulfilled_wishes(old, table)
        table = conditional_moves.drop_dead_conditional_moves(standing_answers.drop_dead_bid_limits(table))
        acted = {entry.seat: entry.by for entry in writer.entries if entry.seat is not None and entry.act}
        acted_themselves = {seat for seat, by in acted.items() if by in (None, old.seats[seat].standin)}
        return seat_offer.drop_settled_offers(table, acted_themselves)

    async def _with_posts(
        self, old: Table, table: Table, writer: LogWriter, *, is_undo: bool
    ) -> tuple[Table, list[Post]]:
        """Update pending turns; add posts for turns, invitations, and answers to offers."""
        game, now = table.game, writer.now
        assert game is not None
        answered = {seat.index for seat, _ in standing_answers.list_standing_answers(table, self.registry.settings)}
        waiting, suspended = game.waiting(table.state), game.seats_with_postponed_decision(table.state)
        table, posts = update_turns_and_mentions(
            old, table, waiting, now, undo=is_undo, answered=answered, suspended=suspended
        )
        if is_undo:
            return table, posts
        invited = [seat for seat in newly_invited_seats(old, table) if seat not in answered]
        if invited:
            rows = await self.registry.store.read(lambda t: t.posts_with_reason(table.id, INVITE))
            table, invitations = with_invitation_post(table, invited, now, list(map(codec.post_from_row, rows)))
            posts = [*posts, *invitations]
        movers = {entry.seat for entry in writer.entries}
        table, answers = await with_posts_for_answers(self.registry, old, table, movers, now)
        return table, [*posts, *answers]

    def _with_updated_clocks(
        self, old: Table, table: Table, writer: LogWriter, awaited: Collection[int], *, undo: bool
    ) -> Table:
        """Update clocks and record the time banks in the log."""
        moved = {entry.seat for entry in writer.entries if entry.seat is not None}
        table = turn_clocks.update_missed_turns(
            old, table, moved, by_person=writer.act is not None, by_clock=writer.by == CLOCK
        )
        decided = self.seats_with_decisions(old)
        table = turn_clocks.update_turn_clocks(
            old, table, writer.now, self.registry.closed_hours_of, decided, undo=undo, awaited=awaited
        )
        if writer.entries:
            writer.entries[-1] = replace(writer.entries[-1], banks=turn_clocks.list_seat_banks(table))
        return table

    def seats_with_decisions(self, table: Table) -> set[int]:
        """Seats that a person has decided for before."""
        log = self.registry.brief_log(table.id) if table.seq else []
        moves = (entry for entry in log if entry.kind == "move" and not entry.by_itself)
        return {entry.seat for entry in moves if entry.seat is not None}

    @durable
    async def undo_last_move(
        self, table_id: int, user_id: int, *, since: int | None = None, act: str | None = None
    ) -> Outcome:
        """Undo the user's last move if no other move followed and nothing was revealed. ServiceError `undo_none`,
        `undo_barrier`; Stale if the seat moved or an undo followed `since`, as a second press would undo earlier
        moves."""

        async def work() -> Result:
            table = await self.registry.load_under_lock(table_id)
            require_running(table)
            seat = require_seat_of(table, user_id)
            brief_log = self.registry.brief_log(table_id)
            if since is not None:
                reject_stale(brief_log, seat.index, since)
            moves = [entry for entry in without_undone(brief_log) if entry.kind == "move"]
            last = next((entry for entry in reversed(moves) if entry.seat == seat.index), None)
            if last is None:
                raise ServiceError("undo_none")
            later = [entry for entry in moves if entry.seq > last.seq]
            if not are_only_automatic_answers(table, later):
                mover = moves[-1].seat
                name = table.seats[mover].name if mover is not None else ""
                raise ServiceError("undo_barrier", reason="moved", name=name)
            if last.seq < owner_since_entry(table, seat.index):  # moves of a former owner
                raise ServiceError("undo_barrier", reason="handed", name="")
            same_act = [entry for entry in moves if entry.first == last.first]
            to = same_act[0].seq
            if any(entry.barrier for entry in same_act):
                raise ServiceError("undo_barrier", reason=await self._undo_barrier_reason(table_id, to), name="")
            by = find_acting_stand_in(seat, user_id)
            return await self.undo_to_entry(table, to, seat.index, act, PendingWrites(), by)

        return await self.run_interaction(table_id, act, work)

    async def _undo_barrier_reason(self, table_id: int, first: int) -> str:
        """The reason why a move cannot be undone: `shown`, `luck` or `seen`."""
        rows = await self.registry.store.read(lambda t: t.entries(table_id, first))
        entries = [codec.entry_from_row(row) for row in rows]
        if any(event.reveals for entry in entries for event in entry.events):
            return "shown"
        return "luck" if any(entry.chance for entry in entries) else "seen"

    async def undo_to_entry(
        self, table: Table, to: int, seat: int | None, act: str | None, writes: PendingWrites, by: int | None = None
    ) -> Result:
        """Go back to before entry `to`, permission checked. `by`: the user in place of the owner."""
        effective = without_undone(self.registry.brief_log(table.id))
        undone = [entry.seq for entry in effective if entry.kind == "move" and entry.seq >= to]
        state = await self.history.position_before(table, to)
        writer = self.new_log_writer(table, act, by)
        params: dict[str, Any] = {"to": to, "entries": undone}
        key, of_seat = ("table.undone_vote", {}) if seat is None else ("table.undone", {"seat": seat})
        event = StoredEvent(key, of_seat | params)
        stand_in_events = [writer.build_stand_in_event(seat, by)] if by is not None and seat is not None else []
        writer.write("undo", f"undo {to}", seat, [*stand_in_events, event])
        writes.drop_checkpoints_from = to
        writes.checkpoint = (table.seq + 1, codec.pack_state(state))
        unsent_posts, unnotified, ended_answers = await self.registry.store.read(
            lambda t: (t.unsent_posts(table.id), t.users_with_undelivered(table.id), t.ended_answers(table.id, to))
        )
        unmentioned = {user for row in unsent_posts for user in codec.post_from_row(row).pings}
        new = replace(forget_mentions(table, to, unmentioned | unnotified), undone_at=writer.now)
        new = replace(new, seats=await self._seats_with_former_banks(new, to))
        new = undo_restore.restore_ended_answers(new, ended_answers, writer.now)
        return await self.commit_position(new, table, state, writer, writes)

    async def _seats_with_former_banks(self, table: Table, to: int) -> tuple[Seat, ...]:
        """Seats with their time banks before entry `to`."""
        before = [entry.seq for entry in without_undone(self.registry.brief_log(table.id)) if entry.seq < to]
        rows = await self.registry.store.read(lambda t: t.entries(table.id, before[-1], before[-1])) if before else []
        banks = codec.entry_from_row(rows[0]).banks if rows else ()
        full_bank = parse_pace(table.pace).bank
        if len(banks) != len(table.seats) or full_bank is None:  # no banks, another pace, or damaged rows
            return table.seats
        return tuple(replace(seat, bank=min(bank, full_bank)) for seat, bank in zip(table.seats, banks, strict=True))

    @durable
    async def resign(self, table_id: int, user_id: int, *, act: str | None = None) -> Outcome:
        """Resign: with two players the other one wins, with more a machine plays on. Cannot be undone."""

        async def work() -> Result:
            table = await self.registry.load_under_lock(table_id)
            require_running(table)
            seat = require_owned_seat(table, user_id)
            writer = self.new_log_writer(table, act)
            does_game_go_on = len(table.seats) > 2 and any(other != seat for other in table.human_seats)
            key = "table.resigned_machine" if does_game_go_on else "table.resigned"
            writer.write("resign", "resign", seat.index, [StoredEvent(key, {"seat": seat.index})])
            if len(table.seats) == 2:
                winner = 1 - seat.index
                won = [StoredEvent("table.won", {"seat": winner})]
                new = with_seat(table, replace(seat, resigned=True))
                return await self.end_game(new, table, writer, "over", (winner,), won)
            new = with_owner_back(table, seat, table.seq + 1)
            new = with_seat(new, replace(new.seats[seat.index], resigned=True, machine=default_level()))
            if not new.human_seats:
                return await self.end_game(new, table, writer, "abandoned", (), [StoredEvent("table.ended", {})])
            new = replace(new, host=host_or_successor(new))
            return await self.commit_move(new, table, writer, PendingWrites())

        return await self.run_interaction(table_id, act, work)
