"""Games of every kind, at random points: the branch hides what was hidden, ends, and leaves the old game alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from db.store import Transaction
from rules.core import Chance, Choices, registry
from rules.core.record import check_record, format_record, parse_record, replay_record
from rules.core.saving import to_plain
from service.state.model import Table, TableChannel
from tools.sizes import MOVES_OF_BRANCHES, SEED

from ..house import ANN, BEN, House, opened

GAMES = (
    ("carcassonne", Choices(("river2", "inns"))),
    ("catan", Choices()),
    ("catan", Choices(("cities_knights",))),
    ("citadels", Choices()),
)


async def played(house: House, table: Table) -> Table:
    """The game to its end: a machine plays, and the clock answers for the person. A long one is given up."""
    most = MOVES_OF_BRANCHES if table.kind == "catan" else None
    await house.settled(table.id)
    table = await house.tables.registry.load_table(table.id)
    while table.is_open:
        if most is not None and table.seq >= most:
            return (await house.tables.moves.resign(table.id, table.host)).table
        assert table.game is not None
        seat = next(seat for seat in table.seats_to_move if table.seats[seat].is_human)
        move = table.game.default_move(table.state, seat)
        user = table.seats[seat].user_id
        assert user is not None
        await house.tables.moves.play_moves(table.id, user, [str(move)])
        await house.settled(table.id)
        table = await house.tables.registry.load_table(table.id)
    return table


async def rows(house: House, table_id: int) -> list[object]:
    """Whatever is stored of a game and its log."""

    def found(t: Transaction) -> list[object]:
        wanted = (("games", "id"), ("states", "game_id"), ("seats", "game_id"), ("log", "game_id"))
        return [t.db.execute(f"SELECT * FROM {name} WHERE {key} = ?", (table_id,)).fetchall() for name, key in wanted]

    return await house.store.read(found)


@pytest.mark.random
@pytest.mark.parametrize(("kind", "choices"), GAMES)
async def test_a_game_of_every_kind_goes_on_from_anywhere(path: Path, kind: str, choices: Choices) -> None:
    draw = Random(SEED)
    choices = registry.game_types()[kind].normalize_choices(choices)
    seats = min(registry.game_types()[kind].allowed_player_counts(choices))
    async with opened(path) as house:
        table = await house.tables.lobby.open_lobby(kind, choices, seats, TableChannel(7, 70), ANN)
        for _ in range(seats - 1):
            await house.tables.machine_seats.add_machine(table.id, ANN.user_id, "easy")
        old = await played(house, await house.tables.game_start.start_game(table.id, ANN.user_id))
        before = await rows(house, old.id)
        moves = [
            entry.seq for entry in await house.tables.history.read_effective_entries(old.id) if entry.kind == "move"
        ]
        at = draw.choice(moves[:-1])
        then = await house.tables.branches.read_branch_position(old, at)
        lobby, _ = await house.tables.branches.open_branch(
            old.id, at, TableChannel(7, 71), BEN, thread=False, tidy=True, act=None
        )
        for _ in range(seats - 1):
            await house.tables.machine_seats.add_machine(lobby.id, BEN.user_id, "easy")
        begun = await house.tables.game_start.start_game(lobby.id, BEN.user_id)
        game = begun.game
        assert game is not None
        for seat in (None, *range(seats)):
            assert game.view(begun.state, seat) == game.view(then, seat)
            twin = begun.state.copy()
            game.shuffle_hidden(twin, seat, Chance(b"another order"))
            assert game.view(twin, seat) == game.view(begun.state, seat)
        game.audit(begun.state)
        assert begun.state.key != then.key
        last = await played(house, begun)
        assert last.status == "over" or (kind == "catan" and MOVES_OF_BRANCHES is not None)
        assert await rows(house, old.id) == before
        record = await house.tables.history.build_record(last.id)
        check_record(parse_record(format_record(record)))
        assert [to_plain(t.state) for t in replay_record(record, from_key=True)][-1] == to_plain(last.state)
