"""The hall where the tables stand: what is in memory, the locks, and the one way to write."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from db.errors import Conflict, StoreError, Unsure
from db.rows import ActRow, BriefEntry
from db.store import Store, Transaction
from rules.core import RulesError

from . import calls, codec, damage, falling, filling, gone
from .abroad import Abroad
from .carried import Carried
from .clock import Clock
from .company import with_company
from .doubts import Doubts
from .errors import Damaged, ServiceError
from .limits import BOUNDLESS
from .locks import Locks
from .logged import at
from .model import Outcome, Seat, Table, Vote
from .publish import Change, Publisher
from .recent import Logs, Positions
from .register import Register
from .seats import deciders
from .thinker import Minds
from .time import people
from .time.hours import SpansOf
from .writing import Work as Work
from .writing import act_row, brief, write

log = logging.getLogger(__name__)
T = TypeVar("T")

STATES_KEPT = 200  # positions of open tables in memory; the others wait in the database
FINISHED_KEPT = 20
ACTS_KEPT = 5000
ELSEWHERE = "elsewhere"  # a refusal: another process looks after the table


def overtaken(error: Exception) -> bool:
    """Whether a table stands otherwise in the database than in memory."""
    return isinstance(error, Conflict) and error.params["what"] in ("game", "log")


class Hall:
    """Light rows of all open tables, positions of some, one lock a table. Memory changes only after a commit."""

    def __init__(self, store: Store, clock: Clock, publisher: Publisher) -> None:
        self.store = store
        self.share = store.share  # the shards of whose servers this process looks after the tables
        self.clock = clock
        self.publisher = publisher
        self.tables: dict[int, Table] = {}  # all open ones
        self.apart = damage.Apart()  # open tables whose rows make no sense
        self.votes: dict[int, Vote] = {}  # all open ones, by table
        self.luck: list[int] = []
        self.shuffle: Callable[[list[Any]], None] = secrets.SystemRandom().shuffle
        self.token: Callable[[int], bytes] = secrets.token_bytes
        self.seen: dict[int, tuple[str, int]] = {}  # people at open tables: name, when last seen
        self.here: dict[int, int] = {}  # people -> when they last pressed or typed anything, since we run
        self.settings: dict[int, dict[str, str]] = {}  # of people who want something else than the default
        self.languages: dict[int, str] = {}  # of servers that have one
        self.spoken: Callable[[], Sequence[str]] = lambda: ("en",)  # the languages in which nothing is missing
        self.machine: Callable[[str, int], str] = lambda language, n: f"Machine {n}"  # what one is called there
        self.after: Callable[[Table], None] = lambda table: None  # told of every commit that moves a game
        self.alarm: Callable[[int], None] = lambda at: None  # told when something is to be done at an instant
        self.limits = BOUNDLESS  # the bot sets those of its people
        carried = Carried()
        self.finish_anyway, self.finish = carried.finish_anyway, carried.finish
        self.minds = Minds()  # who thinks ahead for machines; the bot sets its own
        self.abroad = Abroad(self)
        self.doubts = Doubts(self)
        self._register = Register()
        # Logs in short, of the tables whose position is here.
        self._brief_logs: OrderedDict[int, list[BriefEntry]] = OrderedDict()
        self.logs, self.positions = Logs(), Positions()  # caches; `History` reads them
        self.finished: OrderedDict[int, Table] = OrderedDict()
        self._acts: OrderedDict[str, ActRow] = OrderedDict()
        self._locks, self._people = Locks(), Locks()
        self.opening = asyncio.Lock()

    # Memory

    async def fill(self) -> None:
        """Read the light rows of all open tables. A table whose rows make no sense is set aside."""
        stored = await self.store.read(filling.read)
        for row in stored.games:
            try:
                table, vote = stored.table(row)
                damage.examine(table, vote)
            except Exception as error:  # whatever damage does to who reads it
                self.apart.add(row.id, row.channel_id, error, stored.people(row.id))
                continue
            self.put(table)
            if vote is not None:
                self.votes[row.id] = vote
        self.tables.update(await filling.planned(self.store, self.tables, self.votes))
        self.seen = stored.seen
        self.settings = {user_id: damage.readable(chosen) for user_id, chosen in stored.settings.items()}
        self.languages = stored.languages

    def set_aside(self, table: Table, error: Exception) -> Damaged:
        """Touch a table no more; the others play on. Its rows stay as they are."""
        self._let_go(table.id)
        return self.apart.add(table.id, table.home.channel_id, error, deciders(table))

    def _let_go(self, table_id: int) -> None:
        table = self.tables.pop(table_id, None)
        if table is not None:
            self._register.remove(table)
        self.votes.pop(table_id, None)
        self._brief_logs.pop(table_id, None)
        self._uncache(table_id)

    def _uncache(self, table_id: int) -> None:
        self.logs.drop(table_id)
        self.positions.drop(table_id)

    def put(self, table: Table) -> None:
        """Take a snapshot as the present one."""
        old = self.tables.pop(table.id, None)
        if old is not None:
            self._register.remove(old)
        if table.open and not self.share.holds(table.home.guild_id):
            self._brief_logs.pop(table.id, None)
            self.votes.pop(table.id, None)
            self._uncache(table.id)
        elif table.open:
            self.tables[table.id] = table
            self._register.add(table)
        else:
            self._brief_logs.pop(table.id, None)
            self.votes.pop(table.id, None)
            self._uncache(table.id)
            self.finished[table.id] = table
            self.finished.move_to_end(table.id)
            while len(self.finished) > FINISHED_KEPT:
                self.finished.popitem(last=False)

    def names_machines(self, language: str) -> Callable[[int], str]:
        """What the machines of a table are called, by number."""
        return partial(self.machine, language)

    def at(self, channel_id: int) -> Table | None:
        table_id = self._register.at(channel_id)
        return None if table_id is None else self.tables[table_id]

    def of_user(self, user_id: int) -> list[Table]:
        """The open tables of somebody, but for their lessons."""
        return [table for table in self._of(user_id) if table.lesson is None]

    def lessons_of(self, user_id: int) -> list[Table]:
        """Their open lessons."""
        return [table for table in self._of(user_id) if table.lesson is not None]

    def _of(self, user_id: int) -> list[Table]:
        return [self.tables[table_id] for table_id in self._register.of(user_id)]

    def open_table(self, table_id: int) -> Table:
        """The table; ServiceError if no open table has this number."""
        table = self.tables.get(table_id)
        self.apart.refuse(table_id)
        if table is None:
            raise ServiceError("game_over" if table_id in self.finished else "unknown_table", id=table_id)
        return table

    def brief_log(self, table_id: int) -> list[BriefEntry]:
        """The log in short of a table whose position is in memory."""
        return self._brief_logs[table_id]

    def remember(self, table: Table, brief_log: list[BriefEntry]) -> Table:
        """Keep a position; let the one go that was used longest ago."""
        self.put(table)
        self._brief_logs[table.id] = brief_log
        self._brief_logs.move_to_end(table.id)
        while len(self._brief_logs) > STATES_KEPT:
            old, _ = self._brief_logs.popitem(last=False)
            self.tables[old] = replace(self.tables[old], state=None)
        return table

    # Positions

    async def load(self, table_id: int) -> Table:
        """The table with its position, open or finished; also one that another process looks after, as it stands there.
        The caller need not hold the lock."""
        table = self._at_hand(table_id)
        if table is None:
            try:
                async with self.lock(table_id):
                    table = await self.loaded(table_id)
            except ServiceError as error:
                if error.key != ELSEWHERE:
                    raise
                light = await self.abroad.table(table_id)
                table = filling.with_state(light, await self.store.read(lambda t: t.state(table_id)))
        return table

    async def loaded(self, table_id: int) -> Table:
        """As `load`, for callers who hold the lock. ServiceError `elsewhere` where another process looks after it."""
        table = self._at_hand(table_id)
        if table is not None:
            return table
        light = self.tables.get(table_id)
        if light is None:
            return await self._load_finished(table_id)
        data, stored, brief_log, newest = await self.store.read(
            lambda t: (t.state(table_id), t.state_seq(table_id), t.brief_log(table_id), t.newest_post(table_id))
        )
        if light.seq and light.game is not None and data is not None:
            try:
                damage.examine_log(light, stored, brief_log, newest)
            except Exception as error:  # whatever damage does to who reads it
                raise self.set_aside(light, error) from error
        full = filling.with_state(light, data)
        if full.seq and full.game is not None and full.game.version != light.rules:
            full = replace(full, rules=full.game.version)
            state = codec.packed(full.state)
            work = Work(state=state, checkpoint=(full.seq, state))
            await self.store.write(partial(write, light, full, work, None))
            log.info("table %(table)d: brought to rules %(rules)d at %(entry)d", at(full, rules=full.rules))
        return self.remember(full, brief_log)

    def _at_hand(self, table_id: int) -> Table | None:
        table = self.tables.get(table_id) or self.finished.get(table_id)
        if table is None or (table.seq > 0 and table.state is None):
            return None
        if table_id in self._brief_logs:
            self._brief_logs.move_to_end(table_id)
        return table

    async def _load_finished(self, table_id: int) -> Table:
        light = await self.light(table_id)
        self._ours(light)
        if light.open:  # it has come to a server of ours, and we have not heard of it yet
            self.doubts.add(table_id)
            await self.doubts.settle(table_id)
            return await self.loaded(table_id)
        full = filling.with_state(light, await self.store.read(lambda t: t.state(table_id)))
        self.put(full)
        return full

    async def light(self, table_id: int) -> Table:
        """The table, perhaps without its position. ServiceError if there is none of this number."""
        table = self.tables.get(table_id) or self.finished.get(table_id)
        if table is not None:
            return table
        self.apart.refuse(table_id)
        row, seats, key = await self.store.read(lambda t: (t.game(table_id), t.seats(table_id), t.key(table_id)))
        if row is None:
            raise ServiceError("unknown_table", id=table_id)
        live = None if row.live is None else await self.store.read(lambda t: t.post(table_id, row.live or 0))
        company = await self.store.read(lambda t: t.company(table_id))
        try:
            table = with_company(codec.table(row, seats, (), live), *company)
        except Exception as error:  # whatever damage does to who reads it
            raise self.apart.add(row.id, 0, error) from error
        return replace(table, key_shown=key.hex() if key else None)

    # Acts

    @contextlib.asynccontextmanager
    async def lock(self, table_id: int) -> AsyncIterator[None]:
        """The lock of a table. Who has it knows the table as it stands: one that is in doubt is read anew first.
        StoreError, Damaged."""
        async with self._locks.of(table_id):
            await self.doubts.settle(table_id)
            yield

    @contextlib.asynccontextmanager
    async def person(self, user_id: int) -> AsyncIterator[None]:
        """The lock of what somebody wants and is to hear. It is taken before those of tables, which are taken by their
        numbers. What they want is known then as it stands, also where they said so to another process."""
        async with self._people.of(user_id):
            if self.share.divided:
                self.wants(user_id, damage.readable(await self.store.read(lambda t: t.settings_of(user_id))))
            yield

    async def done_before(self, act: str | None, *, ask: bool = False) -> ActRow | None:
        """What this interaction has done already; `ask`: look in the database too."""
        if act is None:
            return None
        found = self._acts.get(act)
        return found if found is not None or not ask else await self.store.read(lambda t: t.act(act))

    async def outcome(self, row: ActRow) -> Outcome:
        """What an earlier act came to."""
        entries = []
        if row.first is not None:
            rows = await self.store.read(lambda t: t.entries(row.game_id, row.first or 1, row.last))
            entries = [codec.entry(each) for each in rows]
        return Outcome(await self.loaded(row.game_id), tuple(entries))

    async def once(
        self,
        act: str | None,
        work: Callable[[], Coroutine[Any, Any, T]],
        again: Callable[[ActRow], Coroutine[Any, Any, T]],
    ) -> T:
        """Do `work`, or what `again` makes of it if this interaction has done it before.

        The database is asked only when the work is refused: a repeated act is refused, at the latest by its own row.
        Work at a table that turns out to stand otherwise than in memory is done again, now that it was read anew.
        """
        before = await self.done_before(act)
        if before is None:
            try:
                return await work()
            except (ServiceError, RulesError, Conflict) as error:
                before = await self.done_before(act, ask=True)
                if before is None and not overtaken(error):
                    raise
        return await work() if before is None else await again(before)

    # Writing

    def _ours(self, table: Table) -> None:
        """ServiceError where another process looks after that table: nobody else changes it."""
        if table.open and not self.share.holds(table.home.guild_id):
            raise ServiceError(ELSEWHERE, id=table.id)

    async def commit(self, old: Table, new: Table, work: Work) -> None:
        """Write the differences and the work in one transaction, then let memory follow. A new vote gets its number.
        ServiceError `elsewhere`."""
        self._ours(old)
        new = replace(new, look_at=falling.look_at(new, work.vote or self.votes.get(new.id)))
        self._call(new, work)
        act = act_row(new, work)
        try:
            vote_id = await self.store.write(partial(write, old, new, work, act))
        except StoreError as error:
            if not isinstance(error, Conflict) or error.params["what"] != "act":
                log.warning("table %(table)d: entry %(entry)d was not saved: %(why)s", at(new, why=error.key))
            if overtaken(error):
                await self.start_afresh(old.id)
            elif isinstance(error, Unsure):
                self.doubts.add(old.id)
            raise
        if work.state is not None:
            self.positions.keep(new.id, new.seq, work.state, work.forget_from)
        if work.vote is not None:
            work.vote = replace(work.vote, id=vote_id) if vote_id is not None else work.vote
            if work.vote.status == "open":
                self.votes[new.id] = work.vote
            else:
                self.votes.pop(new.id, None)
        if work.act is not None and act is not None:
            self._acts[work.act] = replace(act, vote_id=vote_id if act.vote_id is None else act.vote_id)
            while len(self._acts) > ACTS_KEPT:
                self._acts.popitem(last=False)
        if work.person is not None:
            self.seen[work.person[0]] = (work.person[1], self.clock.now())
        brief_log = self._brief_logs.get(new.id, [] if old.seq == 0 else None)
        if brief_log is not None and new.open and new.state is not None:
            brief_log.extend(brief(entry) for entry in work.entries)
            self.remember(new, brief_log)
        else:  # where the log in short was let go meanwhile, both are read again when they are wanted
            self.put(replace(new, state=None) if new.open else new)
        if new.look_at is not None and new.look_at != old.look_at:
            self.alarm(new.look_at)
        for call in work.calls:
            self.alarm(call.ready_at)

    async def commit_all(self, changed: Sequence[tuple[Table, Table]], also: Callable[[Transaction], None]) -> None:
        """Write several tables whose clocks alone have changed, and something else, in one transaction; then let memory
        follow. The caller holds all their locks."""
        pairs = [(old, replace(new, look_at=falling.look_at(new, self.votes.get(new.id)))) for old, new in changed]

        def together(t: Transaction) -> None:
            for old, new in pairs:
                write(old, new, Work(), None, t)
            also(t)

        for old, _ in pairs:
            self._ours(old)
        try:
            await self.store.write(together)
        except StoreError as error:
            if isinstance(error, Unsure) or overtaken(error):
                for old, _ in pairs:
                    self.doubts.add(old.id)
            raise
        for _, new in pairs:
            self.put(new)
            if new.look_at is not None:
                self.alarm(new.look_at)

    def _call(self, table: Table, work: Work) -> None:
        """Divide what is to be told: what the home says at once, and what people hear otherwise."""
        posts, notices = gone.reached(table, work.posts), gone.notices(table, work.notices)
        work.posts, found = calls.of_posts(table, posts, self.clock.now(), self.settings)
        work.notices, more = calls.of_notices(table, notices, self.settings)
        if work.vote is not None and not work.vote.id:
            more += calls.of_vote(table, work.vote, self.settings)
        work.calls = [*work.calls, *found, *more]

    def hours(self, seat: Seat) -> SpansOf:
        """What is closed for whoever decides for a seat: their quiet hours, rest and vacations."""
        return people.hours(self.settings.get(seat.called or 0, {}))

    def wants(self, user_id: int, settings: dict[str, str]) -> None:
        """Take these settings as those of somebody, which have been written."""
        if settings:
            self.settings[user_id] = settings
        else:
            self.settings.pop(user_id, None)

    async def start_afresh(self, table_id: int) -> Table | None:
        """Take a table, without its position, and its vote as they stand in the database; None: it is not there. The
        caller holds the lock. Damaged where its rows make no sense."""
        stored, key = await self.store.read(lambda t: (filling.one(t, table_id), t.key(table_id)))
        if stored is None:
            self._let_go(table_id)
            return None
        try:
            found, vote = stored.table(stored.games[0])
            if found.open:
                damage.examine(found, vote)
            elif key:
                found = replace(found, key_shown=key.hex())
        except Exception as error:  # whatever damage does to who reads it
            self._let_go(table_id)
            raise self.apart.add(table_id, stored.games[0].channel_id, error, stored.people(table_id)) from error
        self._brief_logs.pop(table_id, None)
        self._uncache(table_id)
        self.put(found)
        self.votes.pop(table_id, None)
        if vote is not None and table_id in self.tables:
            self.votes[table_id] = vote
        return found

    def vote_at(self, table_id: int) -> Vote | None:
        """The open vote of a table; where another process looks after it, as it was last seen."""
        return self.votes.get(table_id) if table_id in self.tables else self.abroad.vote(table_id)

    async def publish(self, change: Change) -> None:
        """Tell the publisher; what goes wrong there is no concern of the game."""
        if change.what not in ("lobby", "vote"):
            self.after(change.table)
        try:
            await self.publisher.changed(change)
        except Exception:
            log.exception("table %(table)d: change at %(entry)d was not published", at(change.table))

    async def send_letters(self, user_id: int) -> None:
        """Tell the publisher that somebody is owed letters."""
        try:
            await self.publisher.called(user_id)
        except Exception:
            log.exception("letters were not published")
