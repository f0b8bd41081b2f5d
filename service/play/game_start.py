"""Starts games and opens rematches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from db.rows import ActRow
from rules.core import BadOption, Game, Phrase, RulesError, branch_game, key_commitment, start_game
from rules.core import registry as games
from rules.core.chance import KEY_BYTES

from ..errors import ServiceError
from ..state.machine_levels import rematch_level
from ..state.model import Outcome, Person, Seat, StoredEvent, Table
from ..state.player_counts import require_game_type, seat_count_error
from ..state.seat_control import renumber_seats
from ..store import codec
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..time.pace import parse_pace
from .lobby import Lobby, require_in_lobby
from .machine_seats import build_machine_seat
from .moves import Playing, Result

HOST_AWAY_SECONDS = 24 * 3600  # of absence, after which any player may start in place of the host


class GameStart:
    """Starts games and opens rematches."""

    def __init__(self, lobby: Lobby, playing: Playing) -> None:
        self.registry = lobby.registry
        self.lobby = lobby
        self.playing = playing

    @durable
    async def start_game(self, table_id: int, by: int, *, moderator: bool = False, act: str | None = None) -> Table:
        """Start the game: seat order, key and commitment, first position."""

        async def work() -> Result:
            table = await self.registry.load_under_lock(table_id)
            self._require_may_start(table, by, moderator=moderator)
            former = await self._rotated_former_seats(table)
            return await self._start_with_seats(replace(table, seats=self._order_seats(table, former)), table, act)

        async def again(row: ActRow) -> Result:
            return Outcome(await self.registry.load_under_lock(row.game_id), ()), []

        return (await self.playing.run_interaction(table_id, act, work)).table

    def _require_may_start(self, table: Table, by: int, *, moderator: bool) -> None:
        require_in_lobby(table)
        if table.seat_of(by) is None and not moderator:
            raise ServiceError("lobby_not_seated")
        is_full = len(table.seats) >= table.max_seats
        if not moderator and by != table.host and not is_full and not self._is_host_away(table):
            raise ServiceError("lobby_not_host", host=table.seat_name(table.host))
        counts, players = game_of_lobby(table).seats, len(table.seats)
        if table.branch is not None and players < len(table.branch.places):
            raise ServiceError("branch_places", n=len(table.branch.places), k=players)
        is_refused = require_game_type(table.kind).refuse_player_count(table.choices, players) is not None
        if players < counts.start and not is_refused:
            raise ServiceError("too_few", game=table.kind, n=counts.start, k=players)
        if players not in counts or is_refused:
            raise seat_count_error(table.kind, table.choices, players)

    def _is_host_away(self, table: Table) -> bool:
        _, seen_at = self.registry.names_and_times.get(table.host, ("", table.created_at))
        return self.registry.clock.now() - seen_at >= HOST_AWAY_SECONDS

    async def _rotated_former_seats(self, table: Table) -> list[Seat]:
        """Seats of the previous game rotated by one, for a rematch; else empty."""
        if table.rematch_of is None:
            return []
        rows = await self.registry.store.read(lambda t: t.seats(table.rematch_of or 0))
        seats = [codec.seat_from_row(row) for row in rows]
        return seats[1:] + seats[:1]

    def _order_seats(self, table: Table, former: Sequence[Seat]) -> tuple[Seat, ...]:
        """Seat order: fixed, rotated from the previous game, or random."""
        seats = list(table.seats)
        if table.branch is not None:
            colours = [place.colour for place in table.branch.places]
            seats.sort(key=lambda seat: colours.index(seat.colour))
        elif table.order is not None:
            seats.sort(key=lambda seat: (table.order or ()).index(seat.colour))
        else:
            self.registry.shuffle(seats)
            former_places = {player_identity(seat): place for place, seat in enumerate(former)}
            if former_places:
                seats.sort(key=lambda seat: former_places.get(player_identity(seat), len(former_places)))
        return renumber_seats(seats)

    async def _start_with_seats(self, table: Table, old: Table, act: str | None) -> Result:
        game = game_of_lobby(table)
        registry = self.registry
        key = registry.token(KEY_BYTES)
        position = None if table.branch is None else await self._read_branch_position(table, game)
        try:
            if position is not None:
                start = branch_game(game, position, key, registry.chosen_luck)
            else:
                start = start_game(game, len(table.seats), key, registry.chosen_luck)
        except BadOption as error:
            raise ServiceError(
                "seats_refused", n=len(table.seats), reason=Phrase(error.key, error.params), known=list(game.seats)
            ) from error
        except ValueError as error:
            if not registry.chosen_luck:
                raise
            raise ServiceError("luck_bad", value=registry.chosen_luck[0]) from error
        used = min(len(registry.chosen_luck), len(start.chance))
        commitment = key_commitment(key, table.id)
        table = replace(table, status="active", state=start.state, rules=game.version, commitment=commitment)
        table = replace(table, kicked=(), lucky=table.lucky or used > 0, order=None)
        writer = self.playing.new_log_writer(old, act)
        events = [StoredEvent("luck.commitment", {"commitment": commitment}), *codec.to_stored_events(start.events)]
        if table.branch is not None:
            events.append(StoredEvent("table.branched", {"of": table.branch.of, "at": table.branch.at}))
        writer.write("start", "start", None, events, start.chance, barrier=True)
        used_luck = registry.chosen_luck[:used]
        del registry.chosen_luck[:used]
        try:
            writes = PendingWrites(key=key, checkpoint=(1, codec.pack_state(start.state)))
            return await self.playing.commit_position(table, old, start.state, writer, writes)
        except BaseException:
            registry.chosen_luck[:0] = used_luck
            raise

    async def _read_branch_position(self, table: Table, game: Game[Any]) -> Any:
        """The position that a branch continues."""
        row = await self.registry.store.read(lambda t: t.branch(table.id))
        if row is None:
            raise ServiceError("unavailable", game=table.kind, id=table.id)
        try:
            return codec.unpack_state(game, row.state, row.rules)
        except RulesError as error:
            raise ServiceError("unavailable", game=table.kind, id=table.id) from error

    @durable
    async def open_rematch(self, table_id: int, person: Person, *, act: str | None = None) -> tuple[Table, bool]:
        """Open a lobby with the same settings and mention the players; later calls return the same lobby, and False."""
        registry = self.registry
        old = await registry.load_without_position(table_id)
        if old.is_open or old.seq == 0:
            raise ServiceError("not_over")
        async with registry.lock_table(table_id):
            for next_id in await registry.store.read(lambda t: t.rematches(table_id)):
                table = await registry.load_without_position(next_id)
                if table.is_open or table.seq > 0:
                    return table, False
            if old.seat_of(person.user_id) is None:  # a rematch mentions all former players
                raise ServiceError("rematch_not_seated")
            draft = self.lobby.draft_lobby(
                old.kind,
                replace(old.choices, pools=()),
                old.max_seats,
                old.home,
                person,
                thread=False,
                language=old.language,
                tidy=old.tidy,
                pace=parse_pace(old.pace),
            )
            draft = replace(
                draft, late=old.late, hints=old.hints, rematch_of=old.id, seats=self._first_rematch_seats(old, person)
            )
            others = [
                seat.user_id
                for seat in old.seats
                if seat.user_id is not None and seat.user_id != person.user_id and seat.left_at is None
            ]
            return await self.lobby.open_draft(draft, person, act, others)

    def _first_rematch_seats(self, old: Table, person: Person) -> tuple[Seat, ...]:
        """First seats of a rematch: the caller in their colour, and the machines."""
        former_seat = old.seat_of(person.user_id)
        assert former_seat is not None, "only those who sat there ask for a rematch"
        machines = [seat for seat in old.seats if seat.machine is not None and seat.user_id is None]
        machines = machines[: old.max_seats - 1]
        seats = [Seat(0, person.user_id, person.name, former_seat.colour)]
        former_names = {machine.colour: machine.name for machine in machines}
        name_of = self.registry.machine_namer(old.language)
        for machine in machines:
            level = rematch_level(machine, self.registry.thinking.effort)
            seats.append(build_machine_seat(seats, level, machine.colour, name_of, former_names))
        return tuple(seats)


def game_of_lobby(table: Table) -> Game[Any]:
    """The game that a lobby will play. ServiceError `unavailable`."""
    if not table.is_available:
        raise ServiceError("unavailable", game=table.kind, id=table.id)
    return games.make_game(table.kind, table.choices)


def player_identity(seat: Seat) -> tuple[int | None, str]:
    """Identifies a player across two games: user, or colour of a machine."""
    return (seat.user_id, "") if seat.user_id is not None else (None, seat.colour)
