"""The running games: what everybody outside the service calls."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from typing import Literal, Self

from db.store import Store, Transaction
from rules.core import Choices, Phrase

from .archive.endings import ResultsBackfill
from .archive.game_measures import MeasuringJob
from .archive.replay_posts import SharedReplays
from .archive.reviews import ReviewMaker
from .archive.stats_queries import StatsQueries
from .jobs.cluster_sync import ClusterSync
from .jobs.removed_servers import DepartedServers
from .jobs.scheduler import ScheduledJob, Scheduler
from .jobs.timekeeper import Timekeeper
from .machines.hints import HintService
from .machines.machines import MachineRunner
from .people.personal_data import UserData
from .people.preferences import PersonalChoices, StandingAnswer
from .people.vacation_cover import VacationMachines
from .people.vacations import Vacations
from .play.branches import Branching
from .play.channels import TableChannels
from .play.digests import Digests
from .play.direct_messages import DirectMessages
from .play.game_start import Starting
from .play.history import History
from .play.lessons import Lessons
from .play.lobby import Lobby
from .play.machine_seats import MachineSeats
from .play.moves import Playing
from .play.nudges import Presence
from .play.outbox import Outbox
from .play.pauses import PauseActs
from .play.prepared_moves import ConditionalMoveEditor
from .play.reminders import Reminders
from .play.server_members import FindMember, MembershipCache, answer_unknown
from .play.table_language import TableLanguage
from .seats.member_leaves import MemberLeaves
from .seats.seat_transfers import SeatTransfers
from .seats.votes import Votes
from .seats.voting.kind import VoteRequest
from .state import due_dates, turn_clocks, urgency
from .state.model import Outcome, Person, Post, Table, TableChannel, UpcomingAction, Vote, VoteKey, VoteStatus
from .state.player_counts import list_lobby_concerns
from .store.clock import Clock
from .store.publisher import Publisher
from .store.registry import TableRegistry
from .time.pace import parse_pace


class Tables:
    """The only writer of games; one lock per game. Values it returns are snapshots.

    What changes something is carried to its end even if the caller is cancelled, and is acknowledged after the commit.
    """

    def __init__(self, store: Store, clock: Clock, publisher: Publisher, ask: FindMember = answer_unknown) -> None:
        self.registry = TableRegistry(store, clock, publisher)
        self.history = History(self.registry)
        self._playing = Playing(self.registry, self.history)
        self._lobby = Lobby(self.registry)
        self.machine_seats = MachineSeats(self._lobby)
        self._starting = Starting(self._lobby, self._playing)
        self.branches = Branching(self._lobby, self.history)
        self.lessons = Lessons(self.registry, self._lobby, self._playing)
        self._votes = Votes(self.registry, self._playing)
        self.rests, self._posts = PauseActs(self._playing), Outbox(self.registry)
        self._machines = MachineRunner(self.registry, self._playing)
        self._personal = PersonalChoices(self.registry, self._machines.wake)
        self.speaking = TableLanguage(self.registry, self._lobby)
        self.programmes, self.coaching = (
            ConditionalMoveEditor(self.registry, self._machines.wake),
            HintService(self.registry, self._lobby),
        )
        self._presence = Presence(self.registry, self._playing)
        self.census = MembershipCache(clock, ask)
        self.homes = TableChannels(self.registry, self.census)
        self.seats = SeatTransfers(self.registry, self._playing, self._votes)
        self.leaving = MemberLeaves(self.registry, self._playing, self._votes, self.census, self.homes, self.seats)
        self.vacations = Vacations(self.registry, self._votes, VacationMachines(self.registry, self.seats))
        self._keeper = Timekeeper(self.registry, self._playing, self._votes, self.vacations, self.leaving, self.seats)
        self.letters, self.notices = DirectMessages(self.registry), Reminders(self.registry)
        self.listings, self.servers = Digests(self.registry), DepartedServers(self.registry)
        self.recalling, self.filmed, self.reviewing = (
            StatsQueries(self.registry),
            SharedReplays(self.registry),
            ReviewMaker(self.registry),
        )
        self.forgetting = UserData(self.registry, self._playing, self._lobby, self.seats)
        self.crossing = ClusterSync(self.registry, self._machines, self.vacations, self.forgetting)
        self._measuring, endings = MeasuringJob(self.registry), ResultsBackfill(self.registry)
        rounds = (
            ScheduledJob("table", Transaction.to_look_at, Transaction.next_look, self._keeper.look),
            ScheduledJob("vacation", Transaction.to_leave, Transaction.next_leaving, self.vacations.look),
            ScheduledJob("person", Transaction.to_call, Transaction.next_call, self.letters.gather),
            ScheduledJob("server", self.servers.due, self.servers.next, self.servers.look),
            ScheduledJob("ending", endings.due, endings.next, endings.look),
            ScheduledJob("measure", self._measuring.due, self._measuring.next, self._measuring.look),
        )
        self._scheduler = Scheduler(self.registry, rounds, self.letters.recount)
        self._time: asyncio.Task[None] | None = None

    @classmethod
    async def create(cls, store: Store, clock: Clock, publisher: Publisher, ask: FindMember = answer_unknown) -> Self:
        """All open tables of the store; machines that are to move go on. `ask`: who knows whether somebody is on a
        server."""
        tables = cls(store, clock, publisher, ask)
        await tables.registry.fill()
        tables.registry.after, tables.registry.alarm = tables._machines.wake, tables._scheduler.alarm
        await tables.crossing.start()
        tables._time = asyncio.create_task(tables._scheduler.run(), name="scheduler")
        tables._machines.wake_all()
        return tables

    async def close(self) -> None:
        """Finish what is under way. The store stays open."""
        if self._time is not None:
            self._time.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._time
        await self.crossing.close()
        self._measuring.stop()
        await self.reviewing.stop()
        await self._machines.close()
        await self.coaching.close()
        await self.registry.doubts.close()
        await self.registry.finish()

    @property
    def ticking(self) -> bool:
        """Whether somebody looks at what falls due."""
        return self._time is not None and not self._time.done()

    @property
    def nothing_due(self) -> bool:
        """Whether all that has fallen due was looked at."""
        return not self.ticking or self._scheduler.asleep

    @property
    def luck(self) -> list[int]:
        """Numbers that the next draws of any table take; a table that took one is marked `lucky`."""
        return self.registry.luck

    # Reading

    def at(self, channel_id: int) -> Table | None:
        """The open table of a home."""
        return self.registry.at(channel_id)

    def get(self, table_id: int) -> Table | None:
        """An open table, perhaps without its position."""
        return self.registry.tables.get(table_id)

    def of_user(self, user_id: int) -> list[Table]:
        """The open tables where somebody sits, what needs them first at the head. Those that other processes look after
        are as they were last seen (`look_elsewhere`)."""
        return urgency.rank_by_urgency(
            [*self.registry.of_user(user_id), *self.registry.abroad.of_user(user_id)], user_id
        )

    async def look_elsewhere(self, user_id: int) -> None:
        """See how the tables of somebody stand that other processes look after."""
        await self.registry.abroad.look(user_id)

    def lobbies(self, guild_id: int | None) -> list[Table]:
        """The lobbies of a server."""
        return [t for t in self.registry.tables.values() if t.status == "lobby" and t.home.guild_id == guild_id]

    async def load(self, table_id: int) -> Table:
        """A table with its position, open or finished. ServiceError `unknown_table`, `unavailable`."""
        return await self.registry.finish_anyway(self.registry.load(table_id))

    # Lobby

    async def open(
        self,
        kind: str,
        choices: Choices,
        max_seats: int | None,
        home: TableChannel,
        host: Person,
        *,
        thread: bool = False,
        language: str = "en",
        tidy: bool | None = None,
        pace: str = "none",
        act: str | None = None,
    ) -> Table:
        """A new lobby. ServiceError `home_taken`, `option_bad`; BadOption, BadTime."""

        async def work() -> Table:
            before = await self.registry.done_before(act)
            if before is not None:
                return await self.registry.light(before.game_id)
            draft = self._lobby.draft(
                kind,
                choices,
                max_seats,
                home,
                host,
                thread=thread,
                language=language,
                tidy=tidy,
                pace=parse_pace(pace),
            )
            return (await self._lobby.open(draft, host, act))[0]

        return await self.registry.finish_anyway(work())

    async def join(self, table_id: int, person: Person, colour: str | None = None) -> Table:
        """Take a seat."""
        return await self.registry.finish_anyway(self._lobby.join(table_id, person, colour))

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Give up a seat in the lobby."""
        return await self.registry.finish_anyway(self._lobby.leave(table_id, user_id))

    async def add_machine(self, table_id: int, by: int, level: str | None = None, *, moderator: bool = False) -> Table:
        """Put a machine on the next seat; without a level the usual one. ServiceError `table_full`, `option_bad`."""
        return await self.registry.finish_anyway(self.machine_seats.add(table_id, by, level, moderator=moderator))

    def warnings(self, table: Table) -> list[Phrase]:
        """What is worth a word in a lobby: choices that have no effect, numbers of players that they do not allow."""
        return list_lobby_concerns(table)

    async def kick(self, table_id: int, by: int, seat_index: int, *, moderator: bool = False) -> Table:
        """Remove somebody from the lobby."""
        return await self.registry.finish_anyway(self._lobby.kick(table_id, by, seat_index, moderator=moderator))

    async def set_order(
        self, table_id: int, by: int, colours: Sequence[str] | Literal["random"], *, moderator: bool = False
    ) -> Table:
        """Fix the order of seats, or leave it to chance."""
        return await self.registry.finish_anyway(self._lobby.set_order(table_id, by, colours, moderator=moderator))

    async def set_choices(self, table_id: int, by: int, choices: Choices, *, moderator: bool = False) -> Table:
        """Change what is to be played."""
        return await self.registry.finish_anyway(self._lobby.set_choices(table_id, by, choices, moderator=moderator))

    async def set_seats(self, table_id: int, by: int, n: int, *, moderator: bool = False) -> Table:
        """Change how many may play."""
        return await self.registry.finish_anyway(self._lobby.set_seats(table_id, by, n, moderator=moderator))

    async def start(self, table_id: int, by: int, *, moderator: bool = False, act: str | None = None) -> Table:
        """Begin the game."""
        return await self.registry.finish_anyway(self._starting.start(table_id, by, act, moderator=moderator))

    async def set_tidy(self, table_id: int, by: int, tidy: bool, *, moderator: bool = False) -> Table:
        """Delete former table messages, or keep them: for the host or a moderator, at any time."""
        return await self.registry.finish_anyway(self._lobby.set_tidy(table_id, by, tidy, moderator=moderator))

    async def set_pace(self, table_id: int, by: int, text: str, *, moderator: bool = False) -> Table:
        """Change in the lobby how long a decision may take. BadTime."""
        return await self.registry.finish_anyway(self._lobby.set_pace(table_id, by, text, moderator=moderator))

    async def set_late(self, table_id: int, by: int, policy: str, *, moderator: bool = False) -> Table:
        """Change in the lobby what is done for who is late: ask, fallback, machine. ServiceError `option_bad`."""
        return await self.registry.finish_anyway(self._lobby.set_late(table_id, by, policy, moderator=moderator))

    async def seen(self, person: Person) -> None:
        """Somebody has shown up under this name."""
        await self.registry.finish_anyway(self._lobby.seen(person))

    # Play

    async def play(
        self, table_id: int, user_id: int, lines: Sequence[str], *, since: int | None = None, act: str | None = None
    ) -> Outcome:
        """One act of one or several moves, all or none. ServiceError, Stale, Played; RulesError."""
        return await self.registry.finish_anyway(self._playing.play(table_id, user_id, lines, since, act))

    async def fresh(self, table_id: int, user_id: int, since: int, kind: str = "") -> Table:
        """The table with its position, for a press that leads on. Stale if the seat or an undo acted after `since`;
        where it leads to a `kind` of move that names what it answers, only after an undo."""
        return await self.registry.finish_anyway(self._playing.fresh(table_id, user_id, since, kind))

    async def undo(self, table_id: int, user_id: int, *, since: int | None = None, act: str | None = None) -> Outcome:
        """Take back one's own last act. ServiceError `undo_none`, `undo_barrier`; Stale where the seat has acted after
        `since`, or something was taken back."""
        return await self.registry.finish_anyway(self._playing.undo(table_id, user_id, since, act))

    async def resign(self, table_id: int, user_id: int, *, act: str | None = None) -> Outcome:
        """Give up."""
        return await self.registry.finish_anyway(self._playing.resign(table_id, user_id, act))

    # Time

    async def on_it(self, table_id: int, user_id: int) -> Table:
        """No reminder before it is due. ServiceError `nothing_asked`."""
        return await self.registry.finish_anyway(self._presence.on_it(table_id, user_id))

    async def remind(self, table_id: int, user_id: int, seat: int | None = None) -> Table:
        """Remind a seat, or all who are waited for, at once. ServiceError `remind_none`, `remind_soon`."""
        return await self.registry.finish_anyway(self._presence.remind(table_id, user_id, seat))

    async def let_move(self, table_id: int, user_id: int, seat: int) -> Table:
        """A machine is to move in an hour for somebody who is late. ServiceError `not_late`."""
        return await self.registry.finish_anyway(self._presence.let_move(table_id, user_id, seat))

    async def back(self, table_id: int, user_id: int) -> Table:
        """Take one's seat back from the machine that plays at it, or from who stands in."""
        return await self.seats.back(table_id, user_id)

    async def falls_due_next(self) -> UpcomingAction | None:
        """What will be done next without anybody's act, at any table or for any person; None: nothing."""
        others = [found for found in (await self.letters.next(), await self.vacations.next()) if found is not None]
        at = await self.registry.store.read(lambda t: t.next_look())
        found = await self.registry.store.read(lambda t: t.to_look_at(at, 1)) if at is not None else []
        table = self.registry.tables.get(found[0]) if found else None
        ahead = due_dates.upcoming_actions(table, self.registry.votes.get(table.id)) if table is not None else []
        return min([*ahead, *others], key=lambda coming: coming.at, default=None)

    def banks(self, table: Table) -> dict[int, int]:
        """Seconds that every person at the table has in their bank now, by seat; empty where there are no banks."""
        now = self.registry.clock.now()
        found = {
            seat.index: turn_clocks.seat_bank_now(table, seat, now, self.registry.hours(seat)) for seat in table.humans
        }
        return {seat: left for seat, left in found.items() if left is not None}

    async def propose(
        self,
        table_id: int,
        user_id: int,
        what: VoteKey,
        to: int | None = None,
        reason: str | None = None,
        *,
        value: str | None = None,
        act: str | None = None,
    ) -> Vote:
        """Ask the table. ServiceError as of `Votes.propose`; BadTime."""
        asked = VoteRequest(to, value)
        return await self.registry.finish_anyway(self._votes.propose(table_id, user_id, what, asked, reason, act))

    async def answer(self, vote_id: int, user_id: int, yes: bool, *, act: str | None = None) -> Vote:
        """Answer a vote. ServiceError `vote_closed`, `vote_no_say`."""
        return await self.registry.finish_anyway(self._votes.answer(vote_id, user_id, yes, act))

    def vote_open_at(self, table_id: int) -> Vote | None:
        """The open vote of a table."""
        return self.registry.vote_at(table_id)

    async def get_vote(self, vote_id: int) -> Vote | None:
        """A vote, open or closed."""
        return await self._votes.get(vote_id)

    async def rematch(self, table_id: int, person: Person, *, act: str | None = None) -> tuple[Table, bool]:
        """A lobby for the same again, and whether it was opened just now."""
        return await self.registry.finish_anyway(self._starting.rematch(table_id, person, act))

    async def quiet(self, table_id: int) -> None:
        """Return when the machines of the table, and the answers that stand for people, have nothing to do now."""
        await self._machines.quiet(table_id)

    # What people choose for themselves

    def setting(self, user_id: int, name: str) -> str:
        """The value of a personal setting (`service.state.personal_settings.list_settings`) that holds for somebody."""
        return self._personal.setting(user_id, name)

    async def set_setting(self, user_id: int, name: str, value: str) -> None:
        """Choose the value of a personal setting. ServiceError `option_bad`; BadTime."""
        await self.set_settings(user_id, {name: value})

    async def set_settings(self, user_id: int, chosen: Mapping[str, str]) -> None:
        """Choose the values of personal settings, all or none. Hours hold from now on, at all tables at once.
        ServiceError `option_bad`; BadTime."""
        await self.registry.finish_anyway(self._personal.set_settings(user_id, chosen))

    def answers(self, table: Table, user_id: int) -> list[StandingAnswer]:
        """The standing answers that somebody may give at a table whose position is loaded."""
        return self._personal.answers(table, user_id)

    async def set_answer(self, table_id: int, user_id: int, key: str, given: bool | None) -> Table:
        """Give or refuse a standing answer at a table; None: as in the settings. ServiceError `option_bad`."""
        return await self.registry.finish_anyway(self._personal.set_answer(table_id, user_id, key, given))

    def ceilings(self, table: Table, user_id: int) -> dict[str, tuple[range, int | None]]:
        """The bids that somebody may still make: up to which numbers, and how far they said they go."""
        return self._personal.ceilings(table, user_id)

    async def set_ceiling(self, table_id: int, user_id: int, name: str, most: int | None) -> Table:
        """How far somebody goes in such bids; None: they want to be asked. ServiceError `bids_over`."""
        return await self.registry.finish_anyway(self._personal.set_ceiling(table_id, user_id, name, most))

    async def ask_next(self, table_id: int, user_id: int, key: str, wanted: bool) -> Table:
        """Whether somebody wants to be asked the next time a standing answer would speak. ServiceError `not_coming`."""
        return await self.registry.finish_anyway(self._personal.ask_next(table_id, user_id, key, wanted))

    # Posts

    async def unsent(self, table_id: int) -> list[Post]:
        """The messages a table owes its home."""
        return await self._posts.unsent(table_id)

    async def new_post(self, table_id: int, reason: str) -> Post:
        """A further message, which pings nobody."""
        return await self.registry.finish_anyway(self._posts.new_post(table_id, reason))

    async def posted(
        self, table_id: int, numbers: Sequence[int], message_id: int, channel_id: int, *, seq: int | None = None
    ) -> None:
        """These posts were sent as one message, which shows the log up to `seq`."""
        await self.registry.finish_anyway(self._posts.posted(table_id, numbers, message_id, channel_id, seq))

    async def shown(self, table_id: int, seq: int) -> None:
        """The live message was edited and shows the log up to `seq`."""
        await self.registry.finish_anyway(self._posts.shown(table_id, seq))

    async def gone(self, table_id: int) -> None:
        """The live message has vanished."""
        await self.registry.finish_anyway(self._posts.gone(table_id))

    async def behind(self) -> list[int]:
        """Tables whose home does not show what has happened."""
        return await self._posts.behind()

    async def superseded(self) -> list[tuple[int, Post]]:
        """Tables that may still have an older message that can be pressed, and that message."""
        return await self._posts.superseded()

    async def votes_owed(self, table_id: int) -> list[Vote]:
        """The votes of a table that nobody has seen yet, or not as they were decided."""
        return await self._votes.owed(table_id)

    async def vote_posted(self, vote_id: int, message_id: int, channel_id: int, shown: VoteStatus = "open") -> None:
        """The message of a vote was sent or edited, and shows it so."""
        await self.registry.finish_anyway(self._votes.posted(vote_id, message_id, channel_id, shown))
