"""All that is stored of one person: told in one file, and forgotten."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from db.privacy import PERSONAL_COLUMNS
from db.rows import NotificationRow
from service.state import results
from service.state.model import Person, Table, TableChannel
from service.state.seat_control import deciding_user_ids
from tests import stores

from ..house import BEN, CID, DAN, House, opened
from ..play.test_play import finished

ZOE = Person(777_000_111_222_333_444, "Zebulon")
OTHER = Person(888_000_111_222_333_444, "Quasimodo")
DAY = 86_400


async def life(house: House) -> list[Table]:
    """Zebulon has done whatever leaves a trace, beside others: what is over, and what goes on."""
    tables, seats = house.tables, house.tables.seat_transfers
    await tables.preferences.set_settings(ZOE.user_id, {"quiet": "22-7", "timezone": "Asia/Tokyo", "ping": "digest"})
    await house.store.write(lambda t: t.put_next_vacation(ZOE.user_id, house.clock.now() + 9 * DAY))
    over = await whole(house, await house.game(ZOE, OTHER, BEN))
    beaten = await house.game(ZOE, BEN, home=TableChannel(7, 71))
    await tables.moves.resign(beaten.id, ZOE.user_id)
    handed = await house.game(ZOE, BEN, CID, home=TableChannel(7, 72))
    await seats.offer_seat(handed.id, ZOE, None, DAN, None, moderator=False)
    await seats.accept_offer(handed.id, DAN, 1, None)
    helped = await house.game(BEN, CID, OTHER, home=TableChannel(7, 73))
    await seats.offer_stand_in(helped.id, BEN.user_id, ZOE, None, None)
    await seats.accept_offer(helped.id, ZOE, 1, None)
    seat = helped.seat_of(BEN.user_id)
    assert seat is not None
    if seat.index in helped.seats_to_move:
        await tables.moves.play_moves(helped.id, ZOE.user_id, [house.legal(helped, seat.index)[0]], act="helped")
    judged = await house.game(BEN, CID, home=TableChannel(7, 74))
    await tables.pauses.pause_as_moderator(judged.id, ZOE, act="pause")
    closed = await house.lobby(BEN, home=TableChannel(7, 75))
    await tables.pauses.end_as_moderator(closed.id, ZOE)
    voting = await house.game(OTHER, ZOE, CID, home=TableChannel(7, 76))
    await tables.votes.propose_vote(voting.id, ZOE.user_id, "end", reason="I am Zebulon, and tired")
    lobby = await house.lobby(ZOE, OTHER, home=TableChannel(7, 77))
    sent = await house.lobby(BEN, ZOE, home=TableChannel(7, 78))
    await tables.lobby.kick(sent.id, BEN.user_id, 1)
    now = house.clock.now()
    await house.store.write(
        lambda t: (
            t.db.execute("INSERT INTO standing VALUES (?, ?, 'toy.deal', 1)", (voting.id, ZOE.user_id)),
            t.db.execute("INSERT INTO programmes VALUES (?, ?, 1, '{}', ?, NULL)", (voting.id, ZOE.user_id, now)),
            t.db.execute("INSERT INTO bygone VALUES (?, 9, ?, '', 1, 'x', ?)", (voting.id, ZOE.user_id, now)),
            t.db.execute(
                "INSERT INTO letters (user_id, number, how, game_id, made_at) VALUES (?, 9, 'dm', ?, ?)",
                (ZOE.user_id, voting.id, now),
            ),
            t.db.execute("INSERT INTO digests VALUES (?, '2026-01-01')", (ZOE.user_id,)),
            t.put_notifications([NotificationRow(ZOE.user_id, voting.id, 1, "turn", "dm", now, now + 9 * DAY)]),
        )
    )
    return [over, beaten, handed, helped, judged, closed, voting, lobby, sent]


def traces(path: Path, *words: str) -> list[str]:
    """Where any of these words stand: table, column, value."""
    found = []
    names = stores.columns(path)
    for table, rows in stores.all_rows(path).items():
        for row in rows:
            for name, value in zip(names[table], row, strict=True):
                text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
                if any(re.search(rf"(?<!\d){word}(?!\d)", text) for word in words):
                    found.append(f"{table}.{name}: {text[:80]}")
    return found


async def test_traces_stand_in_every_column_that_is_held(house: House, path: Path) -> None:
    """Else the tests below would prove little."""
    await life(house)
    there = {one.partition(":")[0] for one in traces(path, str(ZOE.user_id), ZOE.name)}
    wanted = {f"{held.table}.{held.column}" for held in PERSONAL_COLUMNS} - {"posts.apart", "votes.value", "votes.no"}
    assert wanted <= there
    assert there <= {f"{held.table}.{held.column}" for held in PERSONAL_COLUMNS} | {
        "people.name",
        "seats.name",
        "guests.name",
        "votes.reason",
    }


async def test_nothing_is_left_of_whom_is_forgotten(house: House, path: Path) -> None:
    tables = await life(house)
    await house.tables.user_data.delete_user_data(ZOE.user_id)
    assert traces(path, str(ZOE.user_id), ZOE.name) == []
    assert traces(path, str(OTHER.user_id), OTHER.name), "others stay"
    assert not any(ZOE.user_id in deciding_user_ids(table) for table in house.tables.registry.tables.values())
    assert all(ZOE.name not in repr(house.tables.registry.get(table.id)) for table in tables)
    assert house.tables.tables_by_urgency(ZOE.user_id) == []
    assert house.tables.preferences.effective_setting(ZOE.user_id, "ping") == "mention"


async def test_forgotten_twice_is_as_once(house: House, path: Path) -> None:
    await life(house)
    await house.tables.user_data.delete_user_data(ZOE.user_id)
    before = stores.all_rows(path)
    await house.tables.user_data.delete_user_data(ZOE.user_id)
    await house.tables.user_data.delete_user_data(999)
    assert stores.all_rows(path) == before


async def test_games_stay_replayable_and_those_that_go_on_go_on(house: House, path: Path) -> None:
    tables = await life(house)
    over, _, handed, helped = tables[:4]
    await house.tables.user_data.delete_user_data(ZOE.user_id)
    there = await house.tables.registry.load_table(over.id)
    assert [seat.name for seat in there.seats] == ["Player 1", OTHER.name, BEN.name]
    assert [seat.score for seat in there.seats] == [seat.score for seat in over.seats]
    walked = [passed.entry.seq async for passed in house.tables.history.replay_game(there)]
    assert walked[-1] == over.seq
    assert (await house.tables.history.build_record(over.id)).key is not None
    table = await finished(house, await house.tables.registry.load_table(handed.id))
    assert table.status == "over"
    helped = await house.tables.registry.load_table(helped.id)
    assert all(seat.standin is None for seat in helped.seats)
    assert (await finished(house, helped)).status == "over"


async def test_whoever_plays_resigns(house: House) -> None:
    three = await house.game(ZOE, BEN, CID)
    two = await house.game(ZOE, BEN, home=TableChannel(7, 71))
    assert [table.id for table in house.tables.user_data.tables_to_leave(ZOE.user_id)] == [three.id, two.id]
    await house.tables.user_data.delete_user_data(ZOE.user_id)
    (there,) = house.tables.tables_by_urgency(BEN.user_id)
    assert there.id == three.id
    gone = there.seats[0]
    assert (gone.user_id, gone.name, gone.resigned) == (None, "Player 1", True)
    assert gone.machine is not None
    assert there.host == BEN.user_id
    assert (await house.tables.registry.load_table(two.id)).winners == (1,)


async def test_ratings_of_the_others_stay_and_are_counted_anew_the_same(house: House) -> None:
    await finished(house, await house.game(ZOE, BEN))
    await finished(house, await house.game(ZOE, CID))
    before = await house.store.read(lambda t: t.ratings_on(7))
    await house.tables.user_data.delete_user_data(ZOE.user_id)
    after = await house.store.read(lambda t: t.ratings_on(7))
    assert after == [row for row in before if row[1] != ZOE.user_id]
    endings = await house.store.read(lambda t: t.endings(7, "toy"))
    rows = {one.game_id: await house.store.read(lambda t, one=one: t.results(one.game_id)) for one in endings}
    assert results.recompute_ratings(endings, rows) == rows
    await finished(house, await house.game(ZOE, BEN))
    again = {row[1]: row for row in await house.store.read(lambda t: t.ratings_on(7))}
    assert again[ZOE.user_id][3] > before[0][3] * 0.9, "they begin anew"


async def test_that_somebody_wants_no_rating_is_kept_and_nothing_else(house: House) -> None:
    await house.tables.preferences.set_settings(ZOE.user_id, {"rating": "off", "ping": "dm"})
    await house.tables.user_data.delete_user_data(ZOE.user_id)
    assert house.tables.preferences.effective_setting(ZOE.user_id, "rating") == "off"
    assert house.tables.preferences.effective_setting(ZOE.user_id, "ping") == "mention"
    rows = await house.store.read(lambda t: [row for row in t.settings() if row[0] == ZOE.user_id])
    assert rows == [(ZOE.user_id, "rating", "off")]


# --- told


def names_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


async def test_the_file_tells_all_that_is_held_and_nothing_of_others(house: House) -> None:
    await life(house)
    known = json.loads((await house.tables.user_data.export_as_json(ZOE.user_id)).data)
    assert known["you"] == ZOE.user_id
    tables = {held.table for held in PERSONAL_COLUMNS if held.identifies in ("own", "named")}
    assert tables <= known.keys(), "each table that names them"
    assert {row["name"]: row["value"] for row in known["settings"]}["timezone"] == "Asia/Tokyo"
    assert known["people"][0]["name"] == ZOE.name
    assert [row["reason"] for row in known["votes"] if row.get("proposed")] == ["I am Zebulon, and tired"]
    assert known["moves"]
    text = names_of(known)
    for other in (OTHER, BEN, CID, DAN):
        assert not re.search(rf"(?<!\d){other.user_id}(?!\d)", text), f"the number of {other.name}"


async def test_the_file_holds_no_secret_of_the_game(house: House) -> None:
    """No key of luck, no numbers drawn, no hands of others."""
    table = await house.game(ZOE, BEN, key=bytes(range(32)))
    await moves(house, table)
    text = (await house.tables.user_data.export_as_json(ZOE.user_id)).data.decode()
    assert bytes(range(32)).hex() not in text
    assert '"chance"' not in text
    assert '"events"' not in text
    known = json.loads(text)
    assert [line.partition(" ")[2].partition(" ")[2] for line in known["moves"][str(table.id)]] == [
        entry.move for entry in await house.tables.history.read_entries(table.id) if entry.seat == 0
    ]


async def test_somebody_unknown_gets_an_empty_file(house: House) -> None:
    known = json.loads((await house.tables.user_data.export_as_json(4242)).data)
    assert known.keys() == {"you", "at", "moves"}
    assert not known["moves"]


async def moves(house: House, table: Table) -> Table:
    """Everybody who is waited for moves, by hand."""
    for index in table.seats_to_move:
        user = table.seats[index].user_id or 0
        act = f"{table.id} {table.seq}"
        table = (await house.tables.moves.play_moves(table.id, user, [house.legal(table, index)[0]], act=act)).table
    return table


async def whole(house: House, table: Table) -> Table:
    table = await house.tables.registry.load_table(table.id)
    while table.is_open:
        table = await moves(house, table)
    return table


async def test_moves_that_were_anothers_are_not_told(house: House) -> None:
    table = await moves(house, await house.game(ZOE, BEN, CID))
    mine = (await house.tables.history.read_entries(table.id))[-1].seq
    await house.tables.seat_transfers.offer_seat(table.id, ZOE, None, DAN, None, moderator=False)
    await house.tables.seat_transfers.accept_offer(table.id, DAN, 1, None)
    await whole(house, table)
    for person, early in ((ZOE, True), (DAN, False)):
        known = json.loads((await house.tables.user_data.export_as_json(person.user_id)).data)
        told = known["moves"][str(table.id)]
        assert all((int(line.split()[0]) <= mine) == early for line in told)


async def test_a_file_that_would_be_too_large_leaves_out_moves_of_old_games(house: House) -> None:
    for n in range(3):
        await whole(house, await house.game(ZOE, BEN, home=TableChannel(7, 80 + n)))
    everything = await house.tables.user_data.export_as_json(ZOE.user_id)
    part = await house.tables.user_data.export_as_json(ZOE.user_id, most=len(everything.data) - 60)
    assert everything.left_out == 0
    assert part.left_out >= 1
    assert len(part.data) < len(everything.data)
    assert set(json.loads(part.data)["moves"]) < set(json.loads(everything.data)["moves"])


@pytest.mark.parametrize("crash", ["before", "after"])
async def test_a_crash_loses_nothing_and_leaves_nothing_half_done(house: House, path: Path, crash: str) -> None:
    await life(house)
    if crash == "before":
        with house.unwritable(), pytest.raises(Exception, match="full"):
            await house.tables.user_data.delete_user_data(ZOE.user_id)
        assert traces(path, str(ZOE.user_id))
    await house.tables.user_data.delete_user_data(ZOE.user_id)
    await house.close()
    async with opened(path, house.clock) as again:
        assert traces(path, str(ZOE.user_id), ZOE.name) == []
        assert not any(number in again.tables.registry.damaged_tables for number in range(1, 20))


async def test_a_moderator_who_never_sat_anywhere(house: House, path: Path) -> None:
    """Only the message about the lobby and the log have their name."""
    closed = await house.lobby(BEN)
    await house.tables.pauses.end_as_moderator(closed.id, ZOE)
    paused = await house.game(BEN, CID, home=TableChannel(7, 71))
    await house.tables.pauses.pause_as_moderator(paused.id, ZOE, act="pause")
    assert {one.partition(":")[0] for one in traces(path, ZOE.name)} == {"posts.reason", "log.events"}
    known = json.loads((await house.tables.user_data.export_as_json(ZOE.user_id)).data)
    assert [row["game_id"] for row in known["log"]] == [paused.id]
    await house.tables.user_data.delete_user_data(ZOE.user_id, ZOE.name)
    assert traces(path, str(ZOE.user_id), ZOE.name) == []
    assert (await finished(house, await house.tables.registry.load_table(paused.id))).status == "over"
