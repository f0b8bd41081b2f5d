"""Lobbies: opening a table, seats, options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from db.errors import Conflict
from db.rows import ActRow, BranchRow
from db.store import Transaction
from rules.core import Choices

from ..errors import ServiceError
from ..state import table_limits
from ..state.model import COLOURS, LATE_POLICIES, LatePolicy, Person, Post, Seat, Table, TableChannel
from ..state.player_counts import free_colours, require_game_type, seat_count_error, seat_counts
from ..state.seat_control import renumber_seats
from ..store import codec
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.publisher import TableChange
from ..store.registry import TableRegistry
from ..time.pace import Pace
from ..time.pace import parse_pace as pace_of

KICKED_SECONDS = 600  # before a kicked user may come back


def require_in_lobby(table: Table) -> None:
    """ServiceError once the game has started."""
    if table.status != "lobby":
        raise ServiceError("already_started")


def require_lobby_host(table: Table, user_id: int, *, moderator: bool) -> None:
    """ServiceError unless the user is host of the lobby or a moderator."""
    require_in_lobby(table)
    require_table_host(table, user_id, moderator=moderator)


def require_table_host(table: Table, user_id: int, *, moderator: bool) -> None:
    """ServiceError unless the user is host of the table or a moderator."""
    if table.seat_of(user_id) is None and not moderator:
        raise ServiceError("lobby_not_seated")
    if table.host != user_id and not moderator:
        raise ServiceError("lobby_not_host", host=table.seat_name(table.host))


def require_not_branched(table: Table) -> None:
    """ServiceError for a branch: its options, seats and order are those of the former game."""
    if table.branch is not None:
        raise ServiceError("branch_fixed", of=table.branch.of)


class Lobby:
    """Changes tables that have not started."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    @durable
    async def open_lobby(
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
        """Open a lobby. ServiceError `home_taken`, `option_bad` and those of `table_limits`; BadOption, BadTime."""
        before = await self.registry.past_acts.find_past_act(act)
        if before is not None:
            return await self.registry.load_without_position(before.game_id)
        draft = self.draft_lobby(
            kind, choices, max_seats, home, host, thread=thread, language=language, tidy=tidy, pace=pace_of(pace)
        )
        return (await self.open_draft(draft, host, act))[0]

    async def open_draft(
        self,
        table: Table,
        host: Person,
        act: str | None,
        pings: Sequence[int] = (),
        position: BranchRow | None = None,
    ) -> tuple[Table, bool]:
        """Open a drafted table. Returns whether it is new. `position`: that of a branch. ServiceError `home_taken` and
        those of `table_limits`."""

        async def work() -> tuple[Table, bool]:
            self.registry.damaged_tables.raise_if_set_aside(channel_id=table.home.channel_id)
            table_limits.check_may_open(self.registry.open_tables_of(host.user_id), self.registry.limits, host.user_id)
            other = self.registry.table_in_channel(table.home.channel_id)
            if other is not None:
                raise ServiceError("home_taken", game=other.kind, id=other.id, command=table.kind)
            return await self.write_draft(table, host, act, pings, position), True

        async def again(row: ActRow) -> tuple[Table, bool]:
            return await self.registry.load_without_position(row.game_id), False

        async with self.registry.opening_lock:
            opened, new = await self.registry.past_acts.run_once(act, work, again)
        if new:
            await self.registry.publish(TableChange(opened, "lobby"))
        return opened, new

    async def write_draft(
        self, draft: Table, host: Person, act: str | None, pings: Sequence[int], position: BranchRow | None
    ) -> Table:
        """Write a drafted table."""
        registry = self.registry

        def write(t: Transaction) -> int:
            t.put_person(host.user_id, host.name, draft.created_at)
            table_id = t.add_game(codec.game_row(draft))
            t.put_seats(table_id, [codec.seat_row(seat, game_id=table_id) for seat in draft.seats])
            if position is not None:
                t.put_branch(table_id, position)
            if pings:
                t.add_posts([codec.post_row(Post(table_id, 1, 0, "rematch", tuple(pings)))])
                t.save_game(codec.game_row(replace(draft, id=table_id, posts=1)), 0)
            if act is not None:
                t.add_act(act, ActRow(table_id, None, None, None))
            return table_id

        try:
            table_id = await registry.store.write(write)
        except Conflict as error:
            if error.params["what"] != "home":
                raise
            raise ServiceError("home_taken", game=draft.kind, id=0, command=draft.kind) from error
        table = replace(draft, id=table_id, posts=1 if pings else 0)
        registry.replace_snapshot(table)
        registry.names_and_times[host.user_id] = (host.name, draft.created_at)
        return table

    def list_lobbies(self, guild_id: int | None) -> list[Table]:
        """The lobbies of a server."""
        tables = self.registry.tables.values()
        return [table for table in tables if table.status == "lobby" and table.home.guild_id == guild_id]

    def draft_lobby(
        self,
        kind: str,
        choices: Choices,
        max_seats: int | None,
        home: TableChannel,
        host: Person,
        *,
        thread: bool,
        language: str,
        tidy: bool | None,
        pace: Pace,
    ) -> Table:
        """Draft a lobby. BadOption, ServiceError for invalid choices."""
        choices = require_game_type(kind).normalize_choices(choices)
        counts = seat_counts(kind, choices)
        if max_seats is not None and max_seats not in counts:
            raise seat_count_error(kind, choices, max_seats)
        now = self.registry.clock.now()
        return Table(
            id=0,
            kind=kind,
            choices=choices,
            home=home,
            status="lobby",
            host=host.user_id,
            max_seats=max_seats or counts[-1],
            seats=(Seat(0, host.user_id, host.name, COLOURS[0]),),
            order=None,
            language=language,
            thread=thread,
            tidy=tidy,
            tag=self.registry.token(4).hex(),
            seq=0,
            created_at=now,
            updated_at=now,
            pace=str(pace),
        )

    async def change_table(
        self, table_id: int, writes: Callable[[Table], Table | tuple[Table, PendingWrites]]
    ) -> Table:
        """Change a table under its lock: `writes` returns the new table, perhaps with pending writes."""
        async with self.registry.lock_table(table_id):
            old = self.registry.tables.get(table_id) or await self.registry.load_without_position(table_id)
            result = writes(old)
            new, pending = result if isinstance(result, tuple) else (result, PendingWrites())
            if new == old:
                return old
            new = replace(new, updated_at=self.registry.clock.now())
            await self.registry.commit(old, new, pending)
        await self.registry.publish(TableChange(new, "lobby" if new.is_open else "closed"))
        return new

    @durable
    async def join(self, table_id: int, person: Person, colour: str | None = None) -> Table:
        """Take the next seat in the given colour, else that of the previous game, else the next free one."""
        former_colour = await self._former_colour(table_id, person) if colour is None else None

        def work(table: Table) -> tuple[Table, PendingWrites]:
            require_in_lobby(table)
            own_seat = table.seat_of(person.user_id)
            if own_seat is not None:
                raise ServiceError("already_seated", colour=own_seat.colour)
            until = dict(table.kicked).get(person.user_id, 0)
            if until > self.registry.clock.now():
                raise ServiceError("kicked", until=until)
            table_limits.check_may_sit(self.registry.open_tables_of(person.user_id), self.registry.limits)
            chosen = self.choose_colour(table, former_colour if former_colour in free_colours(table) else colour)
            seat = Seat(len(table.seats), person.user_id, person.name, chosen)
            order = None if table.order is None else (*table.order, chosen)
            new = replace(table, seats=(*table.seats, seat), order=order)
            return new, PendingWrites(person=(person.user_id, person.name))

        return await self.change_table(table_id, work)

    async def _former_colour(self, table_id: int, person: Person) -> str | None:
        """The user's colour in the previous or branched game."""
        table = self.registry.tables.get(table_id)
        if table is None:
            return None
        former_id = table.branch.of if table.branch is not None else table.rematch_of
        if former_id is None:
            return None
        rows = await self.registry.store.read(lambda t: t.seats(former_id))
        return next((row.colour for row in rows if row.user_id == person.user_id), None)

    def choose_colour(self, table: Table, wished: str | None) -> str:
        """The wished colour, else the first free one. ServiceError `table_full`, `option_bad`."""
        if len(table.seats) >= table.max_seats:
            raise ServiceError("table_full", n=table.max_seats, host=table.seat_name(table.host))
        free = free_colours(table)
        if wished is None:
            return free[0]
        if wished not in free:
            reason = "taken" if wished in COLOURS else "unknown"
            raise ServiceError("option_bad", name="colour", value=wished, reason=reason, known=free)
        return wished

    @durable
    async def leave(self, table_id: int, user_id: int) -> Table:
        """Leave a seat; a new host follows, and the lobby closes without persons."""

        def work(table: Table) -> Table:
            require_in_lobby(table)
            seat = table.seat_of(user_id)
            if seat is None:
                raise ServiceError("not_seated")
            return without_player(table, seat)

        return await self.change_table(table_id, work)

    @durable
    async def kick(self, table_id: int, by: int, seat_index: int, *, moderator: bool = False) -> Table:
        """Remove a player; users may not return for `KICKED_SECONDS` seconds."""

        def work(table: Table) -> Table:
            require_lobby_host(table, by, moderator=moderator)
            if not 0 <= seat_index < len(table.seats):
                known = list(range(len(table.seats)))
                raise ServiceError("option_bad", name="seat", value=seat_index, reason="unknown", known=known)
            seat = table.seats[seat_index]
            new = without_player(table, seat)
            if seat.user_id is None or seat.user_id == by:
                return new
            others = tuple((user, until) for user, until in table.kicked if user != seat.user_id)
            return replace(new, kicked=(*others, (seat.user_id, self.registry.clock.now() + KICKED_SECONDS)))

        return await self.change_table(table_id, work)

    @durable
    async def set_order(
        self, table_id: int, by: int, colours: Sequence[str] | Literal["random"], *, moderator: bool = False
    ) -> Table:
        """Fix the seat order by colours, or choose it at random."""

        def work(table: Table) -> Table:
            require_lobby_host(table, by, moderator=moderator)
            require_not_branched(table)
            if colours == "random":
                return replace(table, order=None)
            taken = [seat.colour for seat in table.seats]
            if sorted(colours) != sorted(taken):
                raise ServiceError("option_bad", name="order", value="".join(colours), reason="colours", known=taken)
            return replace(table, order=tuple(colours))

        return await self.change_table(table_id, work)

    @durable
    async def set_choices(self, table_id: int, by: int, choices: Choices, *, moderator: bool = False) -> Table:
        """Change options. BadOption for unknown or conflicting ones."""

        def work(table: Table) -> Table:
            require_lobby_host(table, by, moderator=moderator)
            require_not_branched(table)
            checked = require_game_type(table.kind).normalize_choices(choices)
            counts = seat_counts(table.kind, checked)
            if len(table.seats) > counts[-1]:
                raise seat_count_error(table.kind, checked, len(table.seats))
            return replace(table, choices=checked, max_seats=max(min(table.max_seats, counts[-1]), counts[0]))

        return await self.change_table(table_id, work)

    @durable
    async def set_seats(self, table_id: int, by: int, n: int, *, moderator: bool = False) -> Table:
        """Change the number of seats."""

        def work(table: Table) -> Table:
            require_lobby_host(table, by, moderator=moderator)
            require_not_branched(table)
            counts = seat_counts(table.kind, table.choices)
            possible = [count for count in counts if count >= len(table.seats)]
            if n not in counts:
                raise seat_count_error(table.kind, table.choices, n, possible)
            if n not in possible:
                raise ServiceError("option_bad", name="seats", value=n, reason="taken", known=possible)
            return replace(table, max_seats=n)

        return await self.change_table(table_id, work)

    @durable
    async def set_pace(self, table_id: int, by: int, text: str, *, moderator: bool = False) -> Table:
        """Change the time per decision. BadTime."""
        pace = pace_of(text)

        def work(table: Table) -> Table:
            require_lobby_host(table, by, moderator=moderator)
            return replace(table, pace=str(pace))

        return await self.change_table(table_id, work)

    @durable
    async def set_late(self, table_id: int, by: int, policy: str, *, moderator: bool = False) -> Table:
        """Change the late policy. ServiceError `option_bad`."""
        late = parse_late_policy(policy)

        def work(table: Table) -> Table:
            require_lobby_host(table, by, moderator=moderator)
            return replace(table, late=late)

        return await self.change_table(table_id, work)

    @durable
    async def set_tidy(self, table_id: int, by: int, tidy: bool, *, moderator: bool = False) -> Table:
        """Delete or keep former table posts; also in a running game."""
        async with self.registry.lock_table(table_id):
            old = self.registry.require_open_table(table_id)
            require_table_host(old, by, moderator=moderator)
            new = replace(old, tidy=tidy)
            if new != old:
                await self.registry.commit(old, new, PendingWrites())
        return new


def parse_late_policy(text: str) -> LatePolicy:
    """Parse a late policy. ServiceError `option_bad`."""
    found = next((policy for policy in LATE_POLICIES if policy == text.strip().casefold()), None)
    if found is None:
        raise ServiceError("option_bad", name="late", value=text, reason="unknown", known=list(LATE_POLICIES))
    return found


def without_player(table: Table, seat: Seat) -> Table:
    """The table without a player: with a new host, or closed without persons."""
    seats = renumber_seats(each for each in table.seats if each.index != seat.index)
    order = None if table.order is None else tuple(colour for colour in table.order if colour != seat.colour)
    new = replace(table, seats=seats, order=order)
    if not new.human_seats:
        return replace(new, status="abandoned")
    if table.host == seat.user_id:
        return replace(new, host=new.human_seats[0].user_id or 0)
    return new
