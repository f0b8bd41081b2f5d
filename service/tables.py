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
        self.conditional_moves = ConditionalMoveEditor(registry, self.machines.wake)
        self.preferences = PersonalChoices(registry, self.machines.wake)
        self.known_people = KnownPeople(registry)
        self.server_language = ServerLanguage(registry)
        self.vacations = Vacations(registry, self.votes, VacationMachines(registry, self.seat_transfers))
        self.user_data = UserData(registry, self.moves, self.lobby, self.seat_transfers)
        # Archive
        self.stats, self.replays, self.reviews = StatsQueries(registry), SharedReplays(registry), ReviewMaker(registry)
        self._measuring, results = MeasuringJob(registry), ResultsBackfill(registry)
        # Jobs
        self.removed_servers = RemovedServers(registry)
        self.cluster_sync = ClusterSync(registry, self.machines, self.vacations, self.user_data)
        self.timekeeper = Timekeeper(
            registry, self.moves, self.votes, self.vacations, self.member_leaves, self.seat_transfers
        )
        jobs = (
            ScheduledJob("table", Transaction.to_look_at, Transaction.next_look, self.timekeeper.look),
            ScheduledJob("vacation", Transaction.to_leave, Transaction.next_leaving, self.vacations.look),
            ScheduledJob("person", Transaction.to_call, Transaction.next_call, self.direct_messages.gather),
            ScheduledJob("server", self.removed_servers.due, self.removed_servers.next, self.removed_servers.look),
            ScheduledJob("ending", results.due, results.next, results.look),
            ScheduledJob("measure", self._measuring.due, self._measuring.next, self._measuring.look),
        )
        self.scheduler = Scheduler(registry, jobs, self.direct_messages.recount)
        self._scheduler_task: asyncio.Task[None] | None = None

    @classmethod
    async def create(cls, store: Store, clock: Clock, publisher: Publisher, ask: FindMember = answer_unknown) -> Self:
        """Read all open tables from the store and start the scheduler, machines and cluster messages. `ask` looks up
        server members."""
        tables = cls(store, clock, publisher, ask)
        await tables.registry.fill()
        tables.registry.after, tables.registry.alarm = tables.machines.wake, tables.scheduler.alarm
        await tables.cluster_sync.start()
        tables._scheduler_task = asyncio.create_task(tables.scheduler.run(), name="scheduler")
        tables.machines.wake_all()
        return tables

    async def close(self) -> None:
        """Finish the durable calls that are running. The store stays open."""
        if self._scheduler_task is not None:
            self._scheduler_task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._scheduler_task
        await self.cluster_sync.close()
        self._measuring.stop()
        await self.reviews.stop()
        await self.machines.close()
        await self.hints.close()
        await self.registry.doubts.close()
        await self.registry.finish()

    @property
    def ticking(self) -> bool:
        """Whether the scheduler runs."""
        return self._scheduler_task is not None and not self._scheduler_task.done()

    @property
    def nothing_due(self) -> bool:
        """Whether the scheduler has nothing to run now."""
        return not self.ticking or self.scheduler.asleep

    def of_user(self, user_id: int) -> list[Table]:
        """The open tables where a user decides, the most urgent first. Tables of other processes are as they were last
        seen (`RemoteTables.look`)."""
        registry = self.registry
        return urgency.rank_by_urgency([*registry.of_user(user_id), *registry.abroad.of_user(user_id)], user_id)

    async def falls_due_next(self) -> UpcomingAction | None:
        """The next action that the clock takes, at any table or for any user; None: there is none."""
        registry = self.registry
        actions = [
            action for action in (await self.direct_messages.next(), await self.vacations.next()) if action is not None
        ]
        at = await registry.store.read(lambda t: t.next_look())
        due_tables = await registry.store.read(lambda t: t.to_look_at(at, 1)) if at is not None else []
        table = registry.tables.get(due_tables[0]) if due_tables else None
        if table is not None:
            actions = [*due_dates.upcoming_actions(table, registry.votes.get(table.id)), *actions]
        return min(actions, key=lambda action: action.at, default=None)
