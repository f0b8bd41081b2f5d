"""One bot process with its people and tables over the simulated days."""

from __future__ import annotations

import inspect
import logging
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from db.errors import StoreError
from rules.core import RulesError, registry
from service.errors import ServiceError
from service.play.server_members import Membership
from service.state.model import Person as Player
from service.state.model import Table, TableChannel
from service.store import registry_parts
from service.tables import Tables

from . import acts, people
from .desk import RecordingOutbox
from .ledger import Ledger
from .people import DAY, HOUR, SERVER, Person
from .plan import Plan, draw_plans
from .visits import Visits
from .world import Agenda, IdleAwareLoop, InlineStore, SimulatedClock

BEGIN: Final = 1_772_409_600  # Monday, 2 March 2026: daylight saving begins in some zones, ends in others meanwhile
TABLES_EACH: Final = 3.5  # per person, on average
DOWN_FOR: Final = (0, 60, 600, 1500, 3 * HOUR, 9 * HOUR)  # seconds
RESTARTS_EVERY: Final = 3 * DAY
JUMPS_EVERY: Final = 9 * DAY
KEPT: Final = 60  # positions in memory; fewer than tables, so that positions are reloaded
SWEEP: Final = 6 * HOUR
ROUNDS: Final = 5000  # rounds at one instant, at most


class LoggedErrors(logging.Handler):
    """Reports errors logged by the service as faults."""

    def __init__(self, fault: Callable[[str, str], None]) -> None:
        super().__init__(logging.ERROR)
        self.fault = fault

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info is not None:
            text += "\n" + "".join(traceback.format_exception(*record.exc_info))
        self.fault("logged", text)


@dataclass
class GameRun:
    """A played game: begin and end in true seconds, decisions made by hand."""

    plan: Plan
    began: int
    ended: int | None = None
    moves: int = 0


@dataclass
class Shard:
    """`answers`: whether people use standing answers and conditional moves."""

    seed: str
    games: int
    days: int
    file: Path
    answers: bool
    only: str | None = None  # the only game type to play
    agenda: Agenda = field(default_factory=Agenda)
    played: dict[int, GameRun] = field(default_factory=dict)
    deserted: dict[int, int] = field(default_factory=dict)  # table -> when its people stop coming
    spoilt: set[int] = field(default_factory=set)  # tables whose length does not count
    refusals: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.luck = Random(self.seed)
        self.loop = IdleAwareLoop()
        self.watch = SimulatedClock(BEGIN)
        self.end = BEGIN + self.days * DAY
        self.plans = draw_plans(self.games, self.luck, self.only)
        seats = sum(plan.people for plan in self.plans)
        least = max(plan.people for plan in self.plans)
        crowd = people.create_population(seats, TABLES_EACH, self.luck, BEGIN, self.days, least)
        self.people = {person.user: person for person in crowd}
        wants = {person.user: dict(person.wants) for person in crowd}
        self.ledger = Ledger(self.watch, BEGIN - 3 * DAY, self.days + 90, wants, lambda user: self.people[user].refuses)
        self.ledger.wish = frozenset(one.user for one in crowd if one.wants["vacation_auto"] == "on")
        self.visits = Visits(self)
        self.desk = RecordingOutbox(self.agenda, self.watch, self.visits.told, lambda user: self.people[user].refuses)
        self.process: Tables | None = None
        self.store: InlineStore | None = None
        self.up_since = BEGIN
        self._acts = self._rounds = self._round_at = 0
        self._jumped = False

    @property
    def tables(self) -> Tables:
        assert self.process is not None
        return self.process

    def act(self) -> str:
        """A new interaction id."""
        self._acts += 1
        return f"act-{self._acts}"

    def level(self, table: Table) -> str:
        """The machine level at which people play: "easy" where the game ends anyway, else "normal"."""
        return self.level_of(table.id)

    def level_of(self, table_id: int) -> str:
        return "easy" if self.played[table_id].plan.quick else "normal"

    def run(self) -> None:
        kept, registry_parts.STATES_KEPT = registry_parts.STATES_KEPT, KEPT
        shouts = LoggedErrors(lambda kind, text: self.ledger.fault(kind, text))
        service = logging.getLogger("service")
        service.addHandler(shouts)
        service.propagate = False
        try:
            self.loop.run(self._run)
        finally:
            service.removeHandler(shouts)
            service.propagate = True
            registry_parts.STATES_KEPT = kept

    async def _run(self) -> None:
        await self._open()
        self._plan()
        while True:
            coming = [at for at in (self.agenda.next(), self.watch.next()) if at is not None]
            if not coming or min(coming) >= self.end:
                break
            self.watch.go(min(coming))
            await self.loop.idle()
            if not self._goes_on():
                break
            while self._goes_on() and (what := self.agenda.pop(self.watch.true)) is not None:
                await self._do(what)
                await self.loop.idle()
                await self.follow()
            await self.follow()
        if self.process is not None:  # it may be down when the time is over
            await self._close()

    def _goes_on(self) -> bool:
        """Whether time passes; a standstill is reported as a fault and ends the run."""
        self._rounds = self._rounds + 1 if self.watch.true == self._round_at else 0
        self._round_at = self.watch.true
        if self._rounds == ROUNDS:
            self.ledger.fault("hangs", f"time does not pass after {self.watch.true}")
        return self._rounds < ROUNDS

    async def _do(self, what: Callable[[], Any]) -> None:
        try:
            found = what()
            if inspect.isawaitable(found):
                await found
        except (ServiceError, RulesError, StoreError) as error:
            self.refusals[getattr(error, "key", str(error))] += 1
        except Exception:
            self.ledger.fault("error", traceback.format_exc())

    async def follow(self) -> None:
        if self.process is None:
            return
        touched, self.desk.touched = self.desk.touched, set()
        for table_id in sorted(touched):
            played = self.played.get(table_id)
            if played is None or played.ended is not None:
                continue
            await self.ledger.follow(self.process, table_id)
            book = self.ledger.books[table_id]
            if book.over:
                played.ended = self.watch.true
                self.done["over"] += 1

    # The process

    async def _open(self) -> None:
        store = self.store = await InlineStore.open(self.file, self.watch)
        store.hurry()
        self.process = await Tables.create(store, self.watch, self.desk, self._whereabouts)
        keys = Random(f"{self.seed} {self.watch.true}")
        self.process.registry.token = keys.randbytes
        self.process.registry.shuffle = keys.shuffle
        self.desk.tables = self.process
        self.up_since = self.watch.now()
        await self.desk.publish_unsent_after_restart()

    async def _whereabouts(self, guild: int, user: int) -> Membership:
        """A member's state, as Discord would return it."""
        self.done["looked up"] += 1
        return "gone" if self.people[user].has_left(self.watch.true) else "here"

    async def _close(self) -> None:
        assert self.store is not None
        await self.tables.close()
        self.desk.forget()
        self.process = None
        await self.store.close()

    async def _restart(self) -> None:
        """Ends the process and starts it again, at once or some hours later."""
        if self.process is None:
            return
        self.done["restarts"] += 1
        before = self.watch.now()
        await self.follow()
        await self._close()

        async def begin() -> None:
            await self._open()
            self.ledger.disturb(before, jump=self._jumped)

        self._jumped = False
        away = self.luck.choice(DOWN_FOR)
        if away:
            self.agenda.at(self.watch.true + away, begin)
        else:
            await begin()

    def _jump(self, error: int) -> None:
        """Sets the error of the bot's clock."""
        before = self.watch.now()
        self.watch.error = error
        self.done["jumps"] += 1
        if self.process is None:  # not running
            self._jumped = True
            return
        self.ledger.disturb(before, jump=True)
        self.up_since = self.watch.now()

    def _sweep(self) -> None:
        if self.process is not None:
            self.ledger.sweep(self.process, self.up_since, lambda number, at: self.deserted.get(number, at + 1) <= at)
        self.agenda.at(self.watch.true + SWEEP, self._sweep)

    # Schedule

    def _plan(self) -> None:
        for at in self._moments(RESTARTS_EVERY):
            self.agenda.at(at, self._restart)
        for at in self._moments(JUMPS_EVERY):
            error = self.luck.choice((1, -1)) * int(self.luck.choice((25 * 60, 3 * HOUR, 11 * HOUR, 30 * HOUR)))
            self.agenda.at(at, partial(self._jump, error))
            self.agenda.at(at + self.luck.uniform(1, 10) * HOUR, lambda: self._jump(0))
        for person in self.people.values():
            self.agenda.at(BEGIN, partial(self._arrives, person))
            for begin, end in person.absences:
                if (begin, end) not in person.gone and end - begin > DAY and self.luck.random() < people.ANNOUNCED:
                    self.agenda.at(begin, partial(self._leaves, person, begin, end))
                    if self.luck.random() < 0.5:
                        self.agenda.at(end, partial(self._returns, person))
        for number, plan in enumerate(self.plans):
            at = BEGIN + HOUR + self.luck.random() * self.days * DAY / 6
            self.agenda.at(at, partial(self._begin, plan, number))
        self.agenda.at(BEGIN + SWEEP, self._sweep)

    def _moments(self, every: float) -> list[float]:
        found, at = [], BEGIN + self.luck.expovariate(1 / every)
        while at < self.end:
            found.append(at)
            at += HOUR * 12 + self.luck.expovariate(1 / every)
        return found

    async def _arrives(self, person: Person) -> None:
        """A person's first use of the bot."""
        if self.process is None:
            self.agenda.at(self.watch.true + HOUR, lambda: self._arrives(person))
            return
        found = {name for kind in registry.game_types().values() for name in kind.answers_for_all_tables}
        own = dict.fromkeys(sorted(found), "on" if self.answers else "off")
        if self.answers and person.luck.random() < 0.5:
            own["decline_trades"] = "off"  # some people like to trade
        await self.tables.preferences.set_settings(person.user, {**person.wants, **own})
        self.visits.comes_unasked(person)

    async def _leaves(self, person: Person, begin: int, end: int) -> None:
        if self.process is not None and person.luck.random() < acts.ASKS_SOMEBODY:
            await acts.ask_for_standin(self, person, end)
        elif self.process is not None:
            await acts.start_vacation(self, person, begin, end)

    async def _returns(self, person: Person) -> None:
        if self.process is not None:
            await acts.end_vacation_early(self, person)

    async def _begin(self, plan: Plan, number: int) -> None:
        """Opens and starts a game."""
        if self.process is None:
            self.agenda.at(self.watch.true + HOUR, lambda: self._begin(plan, number))
            return
        crowd = [Player(p.user, p.name) for p in self.luck.sample(list(self.people.values()), plan.people)]
        home = TableChannel(SERVER, 10_000 + number)
        table = await self.tables.lobby.open_lobby(plan.kind, plan.choices, plan.seats, home, crowd[0], pace=plan.pace)
        await self.tables.lobby.set_late(table.id, crowd[0].user_id, plan.late)
        for player in crowd[1:]:
            await self.tables.lobby.join(table.id, player)
        for _ in range(plan.seats - plan.people):
            await self.tables.machine_seats.add_machine(table.id, crowd[0].user_id, "normal")
        table = await self.tables.game_start.start_game(table.id, crowd[0].user_id, act=self.act())
        key = await self.tables.registry.store.read(lambda t: t.key(table.id))
        assert key is not None
        self.ledger.open(table, key)
        self.played[table.id] = GameRun(plan, self.watch.true)
        if plan.deserted is not None:
            self.deserted[table.id] = self.watch.true + plan.deserted
            self.spoilt.add(table.id)
        if not self.answers:
            for player in crowd:
                for answer in self.tables.preferences.possible_standing_answers(table, player.user_id):
                    await self.tables.preferences.set_standing_answer(table.id, player.user_id, answer.key, False)
        elif table.game is not None and plan.quick:
            for player in crowd[::2]:
                for answer in self.tables.preferences.possible_standing_answers(table, player.user_id):
                    await self.tables.preferences.set_standing_answer(table.id, player.user_id, answer.key, True)
