"""Servers that the bot was removed from: nothing is lost for thirty days, and then everything."""

from __future__ import annotations

from pathlib import Path

from db.share import WHOLE, Share
from service.jobs.removed_servers import GAMES_PER_RUN, KEEP_SECONDS
from service.state.model import TableChannel
from tests import stores

from ..house import ANN, BEN, CID, DAN, House, opened
from ..play.test_lobby import refused
from ..play.test_play import finished

HERE, THERE = 7, 8
DAY = 86_400


async def due(house: House) -> None:
    await house.tables.scheduler.run_all_due()


async def settled(house: House) -> tuple[int, int, int]:
    """A game that is over, one that goes on, both on the server that is left; a game elsewhere."""
    over = await finished(house, await house.game(ANN, BEN, home=TableChannel(THERE, 80)))
    going = await house.game(ANN, CID, home=TableChannel(THERE, 81))
    other = await house.game(ANN, DAN, home=TableChannel(HERE, 70))
    return over.id, going.id, other.id


def rows(path: Path, table: str, *games: int) -> int:
    """How many rows of these games."""
    column = "id" if table == "games" else "game_id"
    marks = ", ".join(map(str, games))
    return int(stores.asked(path, f"SELECT count(*) FROM {table} WHERE {column} IN ({marks})")[0][0])


def tables_of_games(path: Path) -> list[str]:
    return [name for name, columns in stores.columns(path).items() if "game_id" in columns]


async def test_thirty_days_later_all_is_gone(house: House, path: Path) -> None:
    over, going, other = await settled(house)
    await house.tables.removed_servers.record_servers_at_login([HERE, THERE])
    await house.tables.removed_servers.record_removal(THERE)
    house.clock.advance(KEEP_SECONDS - 60)
    await due(house)
    assert rows(path, "games", over, going) == 2
    house.clock.advance(120)
    await due(house)
    assert rows(path, "games", over, going) == 0
    assert all(rows(path, name, over, going) == 0 for name in tables_of_games(path))
    assert rows(path, "games", other) == 1
    assert [table.id for table in house.tables.tables_by_urgency(ANN.user_id)] == [other]
    for number in (over, going):
        with refused("unknown_table"):
            await house.tables.registry.load_table(number)
    names = await house.store.read(lambda t: t.names_of([101, 102, 103, 104]))
    assert names == {101: "Ann", 104: "Dan"}, "of whom nothing is stored any more the name goes too"
    assert await house.store.read(lambda t: t.first_server_left_at()) is None


async def test_a_game_that_goes_on_can_be_begun_anew_there(house: House) -> None:
    """The channel is free again."""
    _, going, _ = await settled(house)
    await house.tables.removed_servers.record_servers_at_login([HERE])
    house.clock.advance(KEEP_SECONDS + 60)
    await due(house)
    await house.tables.removed_servers.record_invitation(THERE)
    assert (await house.game(ANN, CID, home=TableChannel(THERE, 81))).id != going


async def test_whoever_invites_it_back_in_time_has_lost_nothing(house: House, path: Path) -> None:
    over, going, _ = await settled(house)
    await house.tables.removed_servers.record_servers_at_login([HERE, THERE])
    await house.tables.removed_servers.record_removal(THERE)
    house.clock.advance(29 * DAY)
    await house.tables.removed_servers.record_invitation(THERE)
    house.clock.advance(29 * DAY)
    await due(house)
    assert rows(path, "games", over, going) == 2
    await finished(house, await house.tables.registry.load_table(going))


async def test_the_days_are_counted_from_the_first_that_is_known(house: House, path: Path) -> None:
    over, going, _ = await settled(house)
    for _ in range(4):  # it logs in every ten days
        await house.tables.removed_servers.record_servers_at_login([HERE])
        await due(house)
        house.clock.advance(10 * DAY + 60)
    await due(house)
    assert rows(path, "games", over, going) == 0


async def test_nothing_goes_before_it_is_known_where_we_are(path: Path) -> None:
    """We may have been invited back while we slept."""
    async with opened(path) as house:
        over, going, _ = await settled(house)
        await house.tables.removed_servers.record_servers_at_login([HERE])
        clock = house.clock
    clock.advance(KEEP_SECONDS + 60)
    async with opened(path, clock) as house:
        await due(house)
        assert rows(path, "games", over, going) == 2
        await house.tables.removed_servers.record_servers_at_login([HERE, THERE])
        await due(house)
        assert rows(path, "games", over, going) == 2
        clock.advance(KEEP_SECONDS + 60)
        await due(house)
        assert rows(path, "games", over, going) == 2


async def test_what_was_not_noted_in_time_is_seen_when_it_is_due(house: House, path: Path) -> None:
    """That we were invited back could not be written down."""
    over, _, _ = await settled(house)
    await house.tables.removed_servers.record_servers_at_login([HERE])
    assert house.tables.removed_servers.present_servers is not None
    house.tables.removed_servers.present_servers.add(THERE)
    house.clock.advance(KEEP_SECONDS + 60)
    await due(house)
    assert rows(path, "games", over) == 1
    assert await house.store.read(lambda t: t.first_server_left_at()) is None


async def test_many_games_go_a_few_at_a_time(house: House, path: Path) -> None:
    games = [(await house.lobby(ANN, home=TableChannel(THERE, 100 + n))).id for n in range(GAMES_PER_RUN + 5)]
    await house.tables.removed_servers.record_servers_at_login([HERE])
    house.clock.advance(KEEP_SECONDS + 60)
    await house.tables.removed_servers.delete_server_data(THERE)
    assert rows(path, "games", *games) == 5
    await house.tables.removed_servers.delete_server_data(THERE)
    assert rows(path, "games", *games) == 0


async def test_a_rematch_elsewhere_stays(house: House, path: Path) -> None:
    over, _, other = await settled(house)
    await house.store.write(lambda t: t.db.execute("UPDATE games SET rematch_of = ? WHERE id = ?", (over, other)))
    await house.tables.removed_servers.record_servers_at_login([HERE])
    house.clock.advance(KEEP_SECONDS + 60)
    await due(house)
    assert rows(path, "games", other) == 1


async def test_direct_messages_are_no_server(house: House, path: Path) -> None:
    table = await house.lobby(ANN, home=TableChannel(None, 90))
    await house.tables.removed_servers.record_servers_at_login([])
    house.clock.advance(KEEP_SECONDS + 60)
    await due(house)
    assert rows(path, "games", table.id) == 1


async def test_settings_of_people_stay(house: House) -> None:
    """They are theirs on every server, and in direct messages."""
    await settled(house)
    await house.tables.preferences.set_settings(BEN.user_id, {"ping": "dm"})
    await house.tables.removed_servers.record_servers_at_login([HERE])
    house.clock.advance(KEEP_SECONDS + 60)
    await due(house)
    assert house.tables.preferences.effective_setting(BEN.user_id, "ping") == "dm"


async def test_an_act_at_such_a_table_is_refused_in_words(house: House) -> None:
    _, going, _ = await settled(house)
    table = await house.tables.registry.load_table(going)
    lines = [house.legal(table, table.seats_to_move[0])[0]]
    await house.tables.removed_servers.record_servers_at_login([HERE])
    house.clock.advance(KEEP_SECONDS + 60)
    await due(house)
    with refused("unknown_table"):
        await house.tables.moves.play_moves(going, ANN.user_id, lines)


# Shards

BOTH, FIRST, SECOND = Share(2, 0, 1), Share(2, 0, 0), Share(2, 1, 1)
EVEN, ODD = 4 << 22, 5 << 22  # servers of these two


async def divided(house: House) -> tuple[int, int]:
    """A game that goes on in each of two shards."""
    even = await house.game(ANN, CID, home=TableChannel(EVEN, 80))
    odd = await house.game(ANN, DAN, home=TableChannel(ODD, 81))
    return even.id, odd.id


async def left_since(house: House) -> int | None:
    return await house.store.read(lambda t: t.first_server_left_at())


async def test_what_one_shard_tells_says_nothing_of_another(house: House, path: Path) -> None:
    games = await divided(house)
    servers = house.tables.removed_servers
    servers.own_shards = BOTH
    await servers.record_servers_at_login([EVEN], FIRST)
    assert await left_since(house) is None
    await servers.record_servers_at_login([ODD], SECOND)
    assert await left_since(house) is None
    assert servers.present_servers == {EVEN, ODD}
    await servers.record_servers_at_login([EVEN], FIRST)  # it has logged in anew
    assert servers.present_servers == {EVEN, ODD}
    house.clock.advance(KEEP_SECONDS + 60)
    await due(house)
    assert rows(path, "games", *games) == 2


async def test_a_server_that_its_shard_does_not_tell_of_was_left(house: House, path: Path) -> None:
    even, odd = await divided(house)
    servers = house.tables.removed_servers
    servers.own_shards = BOTH
    await servers.record_servers_at_login([EVEN], FIRST)
    await servers.record_servers_at_login([ODD], SECOND)
    await servers.record_servers_at_login([], SECOND)
    assert servers.present_servers == {EVEN}
    house.clock.advance(KEEP_SECONDS + 60)
    await due(house)
    assert (rows(path, "games", even), rows(path, "games", odd)) == (1, 0)


async def test_nothing_goes_before_every_shard_has_told(path: Path) -> None:
    """A shard that does not come up is no reason to believe anything of its servers, nor of those of the others."""
    async with opened(path) as house:
        games = await divided(house)
        await house.tables.removed_servers.record_servers_at_login([])
        clock = house.clock
    clock.advance(KEEP_SECONDS + 60)
    async with opened(path, clock) as house:
        servers = house.tables.removed_servers
        servers.own_shards = BOTH
        await servers.record_servers_at_login([], FIRST)
        assert servers.present_servers is None
        await due(house)
        assert rows(path, "games", *games) == 2
        await servers.record_servers_at_login([ODD], SECOND)
        await due(house)
        assert rows(path, "games", *games) == 1


async def test_servers_whose_shards_another_process_holds_are_let_alone(path: Path) -> None:
    """They were left before the bot was divided, or so it seems from here."""
    async with opened(path) as house:
        even, odd = await divided(house)
        await house.tables.removed_servers.record_servers_at_login([])
        clock = house.clock
    clock.advance(KEEP_SECONDS + 60)
    async with opened(path, clock) as house:
        servers = house.tables.removed_servers
        servers.own_shards = SECOND
        await servers.record_servers_at_login([], SECOND)
        await due(house)
        assert (rows(path, "games", even), rows(path, "games", odd)) == (1, 0)
        assert await house.store.read(servers.next_deletion_time) is None
        assert await left_since(house) is not None


async def test_whoever_comes_before_all_has_been_told_is_known(house: House) -> None:
    servers = house.tables.removed_servers
    servers.own_shards = BOTH
    await servers.record_servers_at_login([EVEN], FIRST)
    await servers.record_invitation(EVEN + 1)
    await servers.record_removal(EVEN)
    await servers.record_servers_at_login([ODD], SECOND)
    assert servers.present_servers == {EVEN + 1, ODD}


def test_whose_a_server_is() -> None:
    share = Share(16, 2, 4)
    assert [n for n in range(16) if share.holds((320 + n) << 22)] == [2, 3, 4]
    assert not share.holds(None)
    assert Share(16, 0, 0).holds(None)
    assert WHOLE.holds(None)
    assert WHOLE.holds(7)


async def test_its_language_goes_too(house: House) -> None:
    await settled(house)
    for server in (HERE, THERE):
        await house.tables.server_language.set_server_language(server, "en")
    await house.tables.removed_servers.record_servers_at_login([HERE])
    house.clock.advance(KEEP_SECONDS + 60)
    await due(house)
    assert await house.store.read(lambda t: t.server_languages()) == {HERE: "en"}
    assert house.tables.registry.server_languages == {HERE: "en"}
