"""What moderators do at tables of others: pause, go on, end, close."""

from __future__ import annotations

from ..house import ANN, BEN, House, TableChannel
from ..pauses import MO, paused, story
from ..state.test_late import begun
from .test_lobby import refused


async def test_a_moderator_pauses_and_goes_on_by_name(house: House) -> None:
    table = await begun(house)
    rests = await house.tables.pauses.pause_as_moderator(table.id, MO, act="m")
    assert rests.status == "paused"
    assert (await house.tables.pauses.pause_as_moderator(table.id, MO, act="m")).seq == rests.seq
    with refused("pause_already"):
        await house.tables.pauses.pause_as_moderator(table.id, MO, act="n")
    assert (await house.tables.outbox.list_unsent_posts(table.id))[-1].reason == "moderator"
    assert (await house.tables.outbox.list_unsent_posts(table.id))[-1].pings == ()
    await house.tables.pauses.resume_game(table.id, MO, moderator=True, act="o")
    entries = [entry for entry in await house.tables.history.read_entries(table.id) if entry.kind == "table"]
    assert [(e.events[0].key, e.events[0].params, e.by) for e in entries] == [
        ("table.paused_moderator", {"name": "Mo"}, 900),
        ("table.resumed_moderator", {"name": "Mo"}, 900),
    ]
    assert len(await house.store.read(lambda t: t.posts_with_reason(table.id, "moderator"))) == 2


async def test_a_moderator_who_plays_goes_on_as_a_player(house: House) -> None:
    table = await paused(house, await begun(house))
    await house.tables.pauses.resume_game(table.id, BEN, moderator=True)
    assert (await story(house, table))[-1] == "table.resumed"


async def test_a_moderator_ends_the_game_of_others(house: House) -> None:
    table = await begun(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
    over = await house.tables.pauses.end_as_moderator(table.id, MO, act="e")
    assert (over.status, over.winners) == ("abandoned", ())
    assert (await story(house, table))[-2:] == ["table.ended_moderator", "luck.key"]
    assert (await house.tables.outbox.list_unsent_posts(table.id))[-1].pings == (101, 102, 103)
    closed = await house.tables.votes.find_vote(vote.id)
    assert closed is not None
    assert closed.status == "void"
    assert (await house.tables.pauses.end_as_moderator(table.id, MO, act="e")).status == "abandoned"
    with refused("game_over"):
        await house.tables.pauses.end_as_moderator(table.id, MO, act="f")


async def test_a_moderator_closes_a_lobby(house: House) -> None:
    table = await house.lobby(ANN, BEN, home=TableChannel(7, 9))
    closed = await house.tables.pauses.end_as_moderator(table.id, MO)
    assert (closed.status, house.tables.registry.table_in_channel(9)) == ("abandoned", None)
    (post,) = await house.tables.outbox.list_unsent_posts(table.id)
    assert post.reason == "closed Mo"
    assert table.id in await house.tables.outbox.list_tables_with_unsent_posts()


async def test_a_moderators_pause_closes_the_vote_for_one(house: House) -> None:
    table = await begun(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
    await house.tables.pauses.pause_as_moderator(table.id, MO)
    closed = await house.tables.votes.find_vote(vote.id)
    assert closed is not None
    assert closed.status == "void"
