"""Joins the parts of the service. Code outside the service calls a part: `tables.lobby.join(...)`."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Self

from db.store import Store, Transaction

from .archive.endings import ResultsBackfill
from .archive.game_measures import MeasuringJob
from .archive.replay_posts import SharedReplays
from .archive.reviews import ReviewMaker
from .archive.stats_queries import StatsQueries
from .jobs.cluster_sync import ClusterSync
from .jobs.removed_servers import RemovedServers
from .jobs.scheduler import ScheduledJob, Scheduler
from .jobs.timekeeper import Timekeeper
from .machines.hints import HintService
from .machines.machines import MachineRunner
from .people.known_people import KnownPeople
from .people.personal_data import UserData
from .people.preferences import PersonalChoices
from .people.server_language import ServerLanguage
from .people.vacation_cover import VacationMachines
from .people.vacations import Vacations
from .play.branches import Branches
from .play.channels import TableChannels
from .play.digests import Digests
from .play.direct_messages import DirectMessages
from .play.game_start import GameStart
from .play.history import History
from .play.lessons import Lessons
from .play.lobby import Lobby
from .play.machine_seats import MachineSeats
from .play.moves import Playing
from .play.nudges import Nudges
from .play.outbox import Outbox
from .play.pauses import PauseActs
from .play.prepared_moves import ConditionalMoveEditor
from .play.reminders import Reminders
from .play.server_members import FindMember, MembershipCache, answer_unknown
from .play.table_language import TableLanguage
from .seats.member_leaves import MemberLeaves
from .seats.seat_transfers import SeatTransfers
from .seats.votes import Votes
from .state import due_dates, urgency
from .state.model import Table, UpcomingAction
from .store.clock import Clock
from .store.publisher import Publisher
from .store.registry import TableRegistry


class Tables:
    """The parts of the service. State-changing methods of the parts are `@durable` and return after the commit."""

    def __init__(self, store: Store, clock: Clock, publisher: Publisher, ask: FindMember = answer_unknown) -> None:
        registry = self.registry = TableRegistry(store, clock, publisher)
        self.history = History(registry)
        # Play
        self.moves = Playing(registry, self.history)
        self.lobby = Lobby(registry)
        self.machine_seats = MachineSeats(self.lobby)
        self.table_language = TableLanguage(registry, self.lobby)
        self.game_start = GameStart(self.lobby, self.moves)
        self.branches = Branches(self.lobby, self.history)
        self.lessons = Lessons(registry, self.lobby, self.moves)
        self.pauses = PauseActs(self.moves)
        self.nudges = Nudges(registry, self.moves)
        self.outbox = Outbox(registry)
        self.direct_messages = DirectMessages(registry)
        self.reminders, self.digests = Reminders(registry), Digests(registry)
        self.server_members = MembershipCache(clock, ask)
        self.channels = TableChannels(registry, self.server_members)
        # Seats
        self.votes = Votes(registry, self.moves)
        self.seat_transfers = SeatTransfers(registry, self.moves, self.votes)
        self.member_leaves = MemberLeaves(
            registry, self.moves, self.votes, self.server_members, self.channels, self.seat_transfers
        )
        # Machines and people
        self.machines = MachineRunner(registry, self.moves)
        self.hints = HintService(registry, self.lobby)
        self.conditional_moves = ConditionalMoveEditor(registry, self.machines.start_automatic_moves)
        self.preferences = PersonalChoices(registry, self.machines.start_automatic_moves)
        self.known_people = KnownPeople(registry)
        self.server_language = ServerLanguage(registry)
        self.vacations = Vacations(registry, self.votes, VacationMachines(registry, self.seat_transfers))
        self.user_data = UserData(registry, self.moves, self.lobby, self.seat_transfers)
        # Archive
        self.stats, self.replays, self.reviews = StatsQueries(registry), SharedReplays(registry), ReviewMaker(registry)
        self._measuring_job, results = MeasuringJob(registry), ResultsBackfill(registry)
        # Jobs
        self.removed_servers = RemovedServers(registry)
        self.cluster_sync = ClusterSync(registry, self.machines, self.vacations, self.user_data)
        self.timekeeper = Timekeeper(
            registry, self.moves, self.votes, self.vacations, self.member_leaves, self.seat_transfers
        )
        jobs = (
            ScheduledJob(
                "table", Transaction.games_with_due_action, Transaction.next_action_time, self.timekeeper.do_due_actions
            ),
            ScheduledJob(
                "vacation",
                Transaction.users_with_due_vacation,
                Transaction.next_vacation_time,
                self.vacations.begin_planned_vacation,
            ),
            ScheduledJob(
                "person",
                Transaction.users_to_notify,
                Transaction.next_notification_time,
                self.direct_messages.gather_notifications,
            ),
            ScheduledJob(
                "server",
                self.removed_servers.expired_servers,
                self.removed_servers.next_deletion_time,
                self.removed_servers.delete_server_data,
            ),
            ScheduledJob("ending", results.games_without_results, results.next_due_time, results.write_results_of_game),
            ScheduledJob(
                "measure",
                self._measuring_job.unmeasured_games,
                self._measuring_job.next_due_time,
                self._measuring_job.measure_and_store,
            ),
        )
        self.scheduler = Scheduler(registry, jobs, self.direct_messages.replan_future_notifications)
        self._scheduler_task: asyncio.Task[None] | None = None

    @classmethod
    async def create(cls, store: Store, clock: Clock, publisher: Publisher, ask: FindMember = answer_unknown) -> Self:
        """Read all open tables from the store and start the scheduler, machines and cluster messages. `ask` looks up
        server members."""
        tables = cls(store, clock, publisher, ask)
        await tables.registry.read_open_tables()
        tables.registry.after_move, tables.registry.wake_scheduler_by = (
            tables.machines.start_automatic_moves,
            tables.scheduler.wake_up_by,
        )
        await tables.cluster_sync.start()
        tables._scheduler_task = asyncio.create_task(tables.scheduler.run(), name="scheduler")
        tables.machines.resume_after_restart()
        return tables

    async def close(self) -> None:
        """Finish the durable calls that are running. The store stays open."""
        if self._scheduler_task is not None:
            self._scheduler_task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._scheduler_task
        await self.cluster_sync.close()
        self._measuring_job.stop()
        await self.reviews.stop_all_reviews()
        await self.machines.close()
        await self.hints.close()
        await self.registry.unconfirmed_writes.close()
        await self.registry.finish_durable_calls()

    @property
    def is_scheduler_running(self) -> bool:
        """Whether the scheduler runs."""
        return self._scheduler_task is not None and not self._scheduler_task.done()

    @property
    def has_nothing_due(self) -> bool:
        """Whether the scheduler has nothing to run now."""
        return not self.is_scheduler_running or self.scheduler.has_nothing_due

    def tables_by_urgency(self, user_id: int) -> list[Table]:
        """The open tables where a user decides, the most urgent first. Tables of other processes are as they were last
        seen (`RemoteTables.read_tables_of`)."""
        registry = self.registry
        return urgency.rank_by_urgency(
            [*registry.open_tables_of(user_id), *registry.remote_tables.last_read_tables_of(user_id)], user_id
        )

    async def next_due_action(self) -> UpcomingAction | None:
        """The next action that the clock takes, at any table or for any user; None: there is none."""
        registry = self.registry
        actions = [
            action
            for action in (await self.direct_messages.next_notification(), await self.vacations.next_planned_vacation())
            if action is not None
        ]
        at = await registry.store.read(lambda t: t.next_action_time())
        due_tables = await registry.store.read(lambda t: t.games_with_due_action(at, 1)) if at is not None else []
        table = registry.tables.get(due_tables[0]) if due_tables else None
        if table is not None:
            actions = [*due_dates.upcoming_actions(table, registry.open_votes.get(table.id)), *actions]
        return min(actions, key=lambda action: action.at, default=None)
