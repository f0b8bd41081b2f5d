"""Stretches, pings, the posts a table owes, what is behind."""

from __future__ import annotations

from pathlib import Path

from service.state.machine_levels import default_level
from service.state.model import Post, Table, TableChannel

from ..house import ANN, BEN, CID, DAN, House, opened


def newest(posts: list[Post]) -> tuple[int, str, tuple[int, ...]]:
    return posts[-1].number, posts[-1].reason, posts[-1].pings


async def sent(house: House, table: Table, message: int = 500) -> None:
    """Everything owed is sent as one message."""
    posts = await house.tables.outbox.list_unsent_posts(table.id)
    await house.tables.outbox.record_sent_posts(table.id, [post.number for post in posts], message, 70)


async def test_the_start_pings_everybody_once(house: House) -> None:
    table = await house.game(ANN, BEN, CID)
    assert newest(await house.tables.outbox.list_unsent_posts(table.id)) == (1, "start", (101, 102, 103))
    assert [(s.seat, s.seq, s.pinged) for s in table.stretches] == [(0, 1, True), (1, 1, True), (2, 1, True)]


async def test_a_stretch_pings_whoever_begins_it(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    assert newest(await house.tables.outbox.list_unsent_posts(table.id)) == (2, "turn", (101,))
    assert [(s.seat, s.seq, s.pinged) for s in table.stretches] == [(0, 3, True)]
    since = table.stretches[0].since
    house.clock.advance(1000)
    table = (await house.tables.moves.play_moves(table.id, 101, ["roll"])).table
    assert table.stretches[0].since == since  # asked again by their own act
    assert newest(await house.tables.outbox.list_unsent_posts(table.id))[0] == 2
    table = (await house.tables.moves.play_moves(table.id, 101, ["end"])).table
    assert newest(await house.tables.outbox.list_unsent_posts(table.id)) == (3, "turn", (102,))
    assert table.posts == 3


async def test_answers_of_several_do_not_ping_the_others_again(house: House) -> None:
    table = await house.game(ANN, BEN, CID)
    table = (await house.tables.moves.play_moves(table.id, 102, [house.legal(table, 1)[0]])).table
    assert (table.seats_to_move, table.posts) == ((0, 2), 1)


async def test_machines_are_never_pinged(house: House) -> None:
    table = await house.lobby(ANN)
    table = await house.tables.machine_seats.add_machine(table.id, 101)
    table = await house.tables.game_start.start_game(table.id, 101)
    for _ in range(40):
        await house.settled(table.id)
        present = house.tables.registry.get(table.id)
        if present is None:
            break
        (seat,) = (seat for seat in present.seats if seat.is_human)
        await house.tables.moves.play_moves(
            table.id, 101, [house.legal(await house.tables.registry.load_table(table.id), seat.index)[0]]
        )
    pings = [post.pings for post in await house.tables.outbox.list_unsent_posts(table.id)]
    assert (101,) in pings
    assert set(pings) <= {(101,), ()}


async def test_after_an_undo_nobody_is_pinged_twice_within_ten_minutes(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    table = (await house.tables.moves.play_moves(table.id, 101, ["roll"])).table
    table = (await house.tables.moves.play_moves(table.id, 101, ["end"])).table  # pings Ben
    await sent(house, table)
    house.clock.advance(300)
    table = (await house.tables.moves.undo_last_move(table.id, 101)).table
    assert table.seats_to_move == (0,)
    assert await house.tables.outbox.list_unsent_posts(table.id) == []
    table = (await house.tables.moves.play_moves(table.id, 101, ["end"])).table
    assert table.seats_to_move == (0, 1)
    assert await house.tables.outbox.list_unsent_posts(table.id) == []  # Ben was pinged five minutes ago
    house.clock.advance(400)
    await house.tables.moves.undo_last_move(table.id, 101)
    table = (await house.tables.moves.play_moves(table.id, 101, ["end"])).table
    assert newest(await house.tables.outbox.list_unsent_posts(table.id))[1:] == ("turn", (102,))


async def test_a_ping_that_was_not_sent_is_no_ping(house: House) -> None:
    """Undone before the message went out: nobody is pinged for nothing, and the ping comes when it is due."""
    table = await house.aside(await house.game(ANN, BEN))
    await house.tables.moves.play_moves(table.id, 101, ["roll"])
    await sent(house, table)
    await house.tables.moves.play_moves(table.id, 101, ["end"])
    assert newest(await house.tables.outbox.list_unsent_posts(table.id))[1:] == ("turn", (102,))
    await house.tables.moves.undo_last_move(table.id, 101)
    assert newest(await house.tables.outbox.list_unsent_posts(table.id))[1:] == ("turn", ())
    await sent(house, table)
    await house.tables.moves.play_moves(table.id, 101, ["end"])
    assert newest(await house.tables.outbox.list_unsent_posts(table.id))[1:] == ("turn", (102,))


async def test_who_has_acted_before_the_message_went_out_is_not_pinged(house: House) -> None:
    table = await house.game(ANN, BEN)
    await sent(house, table)
    table = (await house.tables.moves.play_moves(table.id, 102, [house.legal(table, 1)[0]])).table
    for line in (house.legal(table, 0)[0], "roll", "end"):
        table = (await house.tables.moves.play_moves(table.id, 101, [line])).table
    table = (await house.tables.moves.play_moves(table.id, 102, [house.legal(table, 1)[0]])).table
    assert table.seats_to_move == (0,)
    assert [post.pings for post in await house.tables.outbox.list_unsent_posts(table.id)] == [()]


async def test_the_end_pings_everybody_once(house: House) -> None:
    table = await house.game(ANN, BEN)
    while table.is_open:
        table = await house.aside(table)
    posts = await house.tables.outbox.list_unsent_posts(table.id)
    assert newest(posts)[1:] == ("over", (101, 102))
    assert [post.reason for post in posts].count("over") == 1
    assert posts[-1].seq == table.seq
    assert table.id in await house.tables.outbox.list_tables_with_unsent_posts()
    await sent(house, table)
    assert await house.tables.outbox.list_tables_with_unsent_posts() == []


async def test_posts_are_numbered_without_gaps_and_sent_once(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    extra = await house.tables.outbox.add_post(table.id, "silent")
    assert (extra.number, extra.reason, extra.pings, extra.seq) == (3, "silent", (), table.seq)
    assert [post.number for post in await house.tables.outbox.list_unsent_posts(table.id)] == [1, 2, 3]
    await house.tables.outbox.record_sent_posts(table.id, [1, 2, 3], 500, 70)
    assert await house.tables.outbox.list_unsent_posts(table.id) == []
    present = await house.tables.registry.load_table(table.id)
    assert present.live is not None
    assert (present.live.number, present.live.message_id, present.live.channel_id) == (3, 500, 70)
    await house.tables.outbox.record_sent_posts(table.id, [99], 501, 70)  # of no post: nothing happens
    assert await house.tables.registry.load_table(table.id) == present


async def test_a_late_report_does_not_replace_a_newer_message(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    await house.tables.outbox.record_sent_posts(table.id, [2], 502, 70)
    await house.tables.outbox.record_sent_posts(table.id, [1], 501, 70)
    present = house.tables.registry.get(table.id)
    assert present is not None
    assert present.live is not None
    assert present.live.message_id == 502


async def test_what_is_behind(house: House) -> None:
    table = await house.lobby(ANN, BEN)
    assert await house.tables.outbox.list_tables_with_unsent_posts() == [table.id]  # nobody sees the lobby yet
    await house.tables.outbox.add_post(table.id, "lobby")
    house.clock.advance(5)
    await sent(house, table)
    assert await house.tables.outbox.list_tables_with_unsent_posts() == []
    house.clock.advance(5)
    await house.tables.lobby.join(table.id, CID)
    assert await house.tables.outbox.list_tables_with_unsent_posts() == [table.id]
    house.clock.advance(5)
    await house.tables.outbox.record_shown_entries(table.id, 0)
    assert await house.tables.outbox.list_tables_with_unsent_posts() == []
    table = await house.aside(await house.tables.game_start.start_game(table.id, 101))
    assert await house.tables.outbox.list_tables_with_unsent_posts() == [table.id]
    await sent(house, table)
    assert await house.tables.outbox.list_tables_with_unsent_posts() == []
    user = table.seats[table.seats_to_move[0]].user_id
    assert user is not None
    table = (await house.tables.moves.play_moves(table.id, user, ["roll"])).table  # nobody to be pinged: an edit
    assert await house.tables.outbox.list_unsent_posts(table.id) == []
    assert await house.tables.outbox.list_tables_with_unsent_posts() == [table.id]
    await house.tables.outbox.record_shown_entries(table.id, table.seq)
    assert await house.tables.outbox.list_tables_with_unsent_posts() == []
    await house.tables.outbox.record_deleted_message(table.id)
    assert await house.tables.outbox.list_tables_with_unsent_posts() == [table.id]
    await house.tables.channels.mark_unreachable(table.id, "send")
    assert await house.tables.outbox.list_tables_with_unsent_posts() == []
    present = house.tables.registry.get(table.id)
    assert present is not None
    assert (present.live, present.homeless) == (None, "send")


async def test_posts_and_stretches_survive_a_restart(path: Path) -> None:
    async with opened(path) as house:
        table = await house.aside(await house.game(ANN, BEN))
        await house.tables.outbox.record_sent_posts(table.id, [1], 500, 70, seq=2)
        present = house.tables.registry.get(table.id)
        owed = await house.tables.outbox.list_unsent_posts(table.id)
    async with opened(path, house.clock) as house:
        assert house.tables.registry.get(table.id) == present
        assert await house.tables.outbox.list_unsent_posts(table.id) == owed
        assert await house.tables.outbox.list_tables_with_unsent_posts() == [table.id]
        await house.tables.outbox.record_sent_posts(table.id, [2], 501, 70)
        assert await house.tables.outbox.list_tables_with_unsent_posts() == []


async def test_of_user_names_first_the_tables_that_wait(house: House) -> None:
    first = await house.aside(await house.game(ANN, BEN))
    second = await house.game(BEN, ANN, home=type(first.home)(7, 71))
    assert [t.id for t in house.tables.tables_by_urgency(102)] == [second.id, first.id]
    assert [t.id for t in house.tables.tables_by_urgency(101)] == [first.id, second.id]
    assert house.tables.tables_by_urgency(999) == []


async def test_a_rematch_is_one_lobby(house: House) -> None:
    table = await house.game(ANN, BEN, CID)
    vote = await house.tables.votes.propose_vote(table.id, 101, "end")
    await house.tables.votes.answer_vote(vote.id, 102, True)
    await house.tables.votes.answer_vote(vote.id, 103, True)
    lobby, new = await house.tables.game_start.open_rematch(table.id, BEN, act="m")
    assert (new, lobby.host, lobby.names, lobby.rematch_of, lobby.choices) == (
        True,
        102,
        ["Ben"],
        table.id,
        table.choices,
    )
    assert lobby.seats[0].colour == "B"
    assert newest(await house.tables.outbox.list_unsent_posts(lobby.id)) == (1, "rematch", (101, 103))
    for person in (ANN, BEN):
        again, new = await house.tables.game_start.open_rematch(table.id, person)
        assert (again, new) == (lobby, False)
    assert await house.tables.game_start.open_rematch(table.id, BEN, act="m") == (lobby, False)
    await house.tables.lobby.join(lobby.id, CID)
    table = await house.tables.lobby.join(lobby.id, ANN)
    assert [(seat.name, seat.colour) for seat in table.seats] == [("Ben", "B"), ("Cid", "Y"), ("Ann", "R")]
    table = await house.tables.game_start.start_game(lobby.id, 102)
    assert table.names == ["Ben", "Cid", "Ann"]  # shifted by one
    again, new = await house.tables.game_start.open_rematch(table.rematch_of or 0, ANN)
    assert (again.id, new) == (table.id, False)


async def test_a_rematch_is_for_those_who_played(house: House) -> None:
    from .test_lobby import refused

    table = await house.game(ANN, BEN)
    await house.tables.moves.resign(table.id, 101)
    with refused("rematch_not_seated"):
        await house.tables.game_start.open_rematch(table.id, CID)
    assert house.tables.registry.table_in_channel(table.home.channel_id) is None  # no lobby, and nobody was called
    lobby, new = await house.tables.game_start.open_rematch(table.id, ANN)  # who resigned sat there too
    assert (new, lobby.host) == (True, 101)
    assert await house.tables.game_start.open_rematch(table.id, CID) == (lobby, False)  # who comes later is led there


async def test_a_rematch_seats_the_machines_again(house: House) -> None:
    table = await house.lobby(ANN)
    await house.tables.machine_seats.add_machine(table.id, 101)
    await house.tables.game_start.start_game(table.id, 101)
    await house.tables.machines.wait_until_idle(table.id)
    await house.tables.votes.propose_vote(table.id, 101, "end")
    lobby, _ = await house.tables.game_start.open_rematch(table.id, ANN)
    assert [(seat.is_human, seat.machine) for seat in lobby.seats] == [(True, None), (False, default_level())]
    assert (await house.tables.game_start.start_game(lobby.id, 101)).status == "active"


async def test_no_rematch_of_a_running_game_or_in_a_taken_home(house: House) -> None:
    from .test_lobby import refused

    table = await house.game(ANN, BEN)
    with refused("not_over"):
        await house.tables.game_start.open_rematch(table.id, ANN)
    await house.tables.moves.resign(table.id, 101)
    await house.lobby(CID)
    with refused("home_taken"):
        await house.tables.game_start.open_rematch(table.id, ANN)


async def test_machines_keep_their_names_in_a_rematch(house: House) -> None:
    """Though they sit in another order there."""
    house.tables.registry.shuffle = lambda seats: seats.reverse()
    table = await house.lobby(ANN)
    for _ in range(2):
        await house.tables.machine_seats.add_machine(table.id, 101)
    table = await house.tables.game_start.start_game(table.id, 101)
    assert [seat.name for seat in table.seats] == ["Machine 2", "Machine 1", "Ann"]
    await house.tables.machines.wait_until_idle(table.id)
    await house.tables.votes.propose_vote(table.id, 101, "end")
    lobby, _ = await house.tables.game_start.open_rematch(table.id, ANN)
    assert {seat.colour: seat.name for seat in lobby.seats} == {seat.colour: seat.name for seat in table.seats}


async def test_messages_that_were_superseded_when_play_ended(house: House) -> None:
    """Who sends a message takes the buttons of the one before it away; killed between the two, it never comes to it."""
    table = await house.aside(await house.game(ANN, BEN))
    await sent(house, table)
    first = table.posts
    assert await house.tables.outbox.list_superseded_messages() == []
    house.clock.advance(60)
    for line in ("roll", "end"):
        table = (await house.tables.moves.play_moves(table.id, 101, [line])).table
    await house.tables.outbox.record_sent_posts(table.id, [table.posts], 777, 99)
    assert [(id_, post.number) for id_, post in await house.tables.outbox.list_superseded_messages()] == [
        (table.id, first)
    ]
    other = await house.game(CID, DAN, home=TableChannel(7, 1234))
    house.clock.advance(60)
    await house.tables.outbox.record_sent_posts(other.id, [other.posts], 778, 1234)  # long after: that one was seen to
    assert await house.tables.outbox.list_superseded_messages() == []
