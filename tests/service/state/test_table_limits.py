"""How many tables one person may open and sit at."""

from __future__ import annotations

from pathlib import Path

from rules.core import Choices
from service.state.model import Table, TableChannel
from service.state.table_limits import Limits

from ..house import ANN, BEN, CID, House, opened
from ..play.test_lobby import refused


async def lobby(house: House, channel: int) -> Table:
    return await house.tables.lobby.open_lobby("toy", Choices(), 3, TableChannel(7, channel), ANN)


async def test_lobbies_that_nobody_starts_are_bounded(tmp_path: Path) -> None:
    async with opened(tmp_path / "longtable.db") as house:
        house.tables.registry.limits = Limits(lobbies=2, tables=50)
        first = await lobby(house, 70)
        await lobby(house, 71)
        with refused("lobbies_many") as found:
            await lobby(house, 72)
        assert found.value.params == {"n": 2}
        assert house.tables.registry.table_in_channel(72) is None
        await house.tables.lobby.join(first.id, BEN)
        await house.tables.game_start.start_game(first.id, ANN.user_id)
        assert (await lobby(house, 72)).status == "lobby"  # the one that has begun counts no more


async def test_nobody_opens_joins_or_takes_over_more_tables_than_anybody_may_have(tmp_path: Path) -> None:
    async with opened(tmp_path / "longtable.db") as house:
        house.tables.registry.limits = Limits(lobbies=50, tables=2)
        for channel in (70, 71):
            await lobby(house, channel)
        with refused("tables_many"):
            await lobby(house, 72)
        other = await house.tables.lobby.open_lobby("toy", Choices(), 3, TableChannel(7, 73), BEN)
        with refused("tables_many") as found:
            await house.tables.lobby.join(other.id, ANN)
        assert found.value.params == {"n": 2}
        assert (await house.tables.registry.load_table(other.id)).seat_of(ANN.user_id) is None
        await house.tables.lobby.join(other.id, CID)  # of others nothing is said
        await house.tables.lobby.leave(house.tables.registry.table_in_channel(70).id, ANN.user_id)
        assert (await house.tables.lobby.join(other.id, ANN)).seat_of(ANN.user_id) is not None
