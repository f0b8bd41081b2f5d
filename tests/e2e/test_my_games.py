"""`/game list`: the tables of a person on all servers, what needs them first; and *Next game*, wherever they are."""

from __future__ import annotations

from dataclasses import replace

from playground.driver import Shown
from service.state.model import TableChannel
from tests.e2e.conftest import Stage
from tests.e2e.laid import on_screen
from tests.e2e.test_direct import wants
from tests.e2e.test_reminders import passed


async def table(stage: Stage, room: str, *people: str, pace: str = "24h") -> int:
    """A game in that channel, whose first player is the first of these people."""
    stage.tables.registry.shuffle = lambda seats: None
    first, *others = people
    await stage.slash(first, "/carcassonne new", seats=len(people), room=room, pace=pace)
    for name in others:
        await stage.press(name, "Join", stage.newest("Join", where=room))
    await stage.press(first, "Start", stage.newest("Start", where=room))
    found = stage.table(room)
    assert found.seats[found.seats_to_move[0]].name == first
    return found.id


def numbers(text: str) -> list[int]:
    """The tables of a list, in order."""
    return [int(line.partition("#")[2].partition("]")[0]) for line in text.splitlines() if line.startswith("[")]


async def rooms(stage: Stage, count: int) -> list[str]:
    names = ["table", "lounge", *(f"room{n}" for n in range(count - 2))]
    for name in names[2:]:
        stage.box.world.add_channel(name)
    return names


async def test_what_needs_them_first_stands_first(stage: Stage) -> None:
    await table(stage, "table", "Ben", "Ann")  # others are waited for
    slow = await table(stage, "lounge", "Ann", "Ben", pace="72h")
    listed = await stage.slash("Ann", "/game list")
    assert numbers(listed.text) == [slow, 1]
    assert "2 tables, of which 1 waits for you." in listed.text
    first, second = [line for line in listed.text.splitlines() if line.startswith("[")]
    assert "(#lounge) · **your turn**: lay the tile, asked <t:" in first
    assert ", due <t:" in first
    assert "(#table) · Ben, asked <t:" in second
    await stage.slash("Ben", "/game list")
    await passed(stage, 13)
    late = await stage.slash("Ben", "/game list")
    assert "was due <t:" in late.text


async def test_next_game_opens_the_picker_right_there(stage: Stage) -> None:
    one = await table(stage, "table", "Ann", "Ben", pace="72h")
    two = await table(stage, "lounge", "Ann", "Ben", pace="24h")
    listed = await stage.slash("Ann", "/game list", room="table")
    opened = await stage.press("Ann", "Next game", on_screen(listed))
    shown = on_screen(opened)
    assert f"Carcassonne #{two}" in shown.text.splitlines()[0]
    assert shown.message.only_for is not None
    other = on_screen(await stage.press("Ann", "Next game", shown))
    assert f"Carcassonne #{one}" in other.text.splitlines()[0]
    again = on_screen(await stage.press("Ann", "Next game", other))
    assert f"Carcassonne #{two}" in again.text.splitlines()[0]
    for _ in range(8):
        ways = [b for b in again.buttons if b.custom_id[:2] in ("c:", "p:") and b.label != "Back"]
        again = on_screen(await stage.press("Ann", min(ways, key=lambda b: b.custom_id).label, again))
        if "Done:" in again.text or stage.tables.registry.get(two).seats_to_move == (1,):
            break
    assert stage.table("lounge").seats_to_move == (1,)  # played from the other channel
    assert again.has_button("Next game")
    last = on_screen(await stage.press("Ann", "Next game", again))
    assert f"Carcassonne #{one}" in last.text.splitlines()[0]
    assert not last.has_button("Next game")


async def test_done_leads_on_only_where_another_table_waits(stage: Stage) -> None:
    await table(stage, "table", "Ann", "Ben")
    done = await _typed(stage, "Ann", "table")
    assert not done.has_button("Next game")
    await table(stage, "lounge", "Ben", "Ann")
    done = await _typed(stage, "Ben", "table")
    assert done.has_button("Next game")


async def _typed(stage: Stage, who: str, room: str) -> Shown:
    for _ in range(5):
        present = await stage.tables.registry.load_table(stage.table(room).id)
        seat = present.seat_of(stage.box.person(who).id)
        assert present.game is not None
        assert seat is not None
        line = str(next(iter(present.game.legal(present.state, seat.index))))
        answer = await stage.slash(who, "/game move", room=room, line=line)
        if seat.index not in stage.table(room).seats_to_move:
            return on_screen(answer)
    raise AssertionError("the turn does not end")


async def test_in_direct_messages_too(stage: Stage) -> None:
    number = await table(stage, "table", "Ann", "Ben")
    await wants(stage, "Ann", ping="dm")
    listed = await stage.box.slash("Ann", stage.box.dm("Ann"), "/game list")
    assert "(Longtable playground #table) · **your turn**" in listed.text
    shown = on_screen(await stage.box.press("Ann", on_screen(listed), "Next game"))
    assert f"Carcassonne #{number}" in shown.text.splitlines()[0]
    assert shown.message.channel_id == stage.box.dm("Ann").id
    assert shown.id > on_screen(listed).id  # below all else: what was pressed may stand far above
    assert on_screen(listed).has_button("Next game")
    assert shown.has_button("Catch up")


async def test_a_table_is_chosen_from_the_list(stage: Stage) -> None:
    await table(stage, "table", "Ann", "Ben", pace="72h")
    two = await table(stage, "lounge", "Ann", "Ben", pace="48h")
    listed = on_screen(await stage.slash("Ann", "/game list"))
    opened = await stage.box.select("Ann", listed, f"Carcassonne #{two} · #lounge")
    assert f"Carcassonne #{two}" in on_screen(opened).text.splitlines()[0]


async def test_where_nothing_waits(stage: Stage) -> None:
    await table(stage, "table", "Ann", "Ben")
    listed = on_screen(await stage.slash("Ann", "/game list"))
    await _typed(stage, "Ann", "table")
    refused = await stage.press("Ann", "Next game", listed)
    assert "No table waits for you now." in refused.text
    theirs = on_screen(await stage.slash("Ann", "/game list"))
    assert not theirs.has_button("Next game")
    await stage.slash("Ann", "/game resign")


async def test_many_tables_come_in_pages(stage: Stage) -> None:
    names = await rooms(stage, 11)
    made = [await table(stage, name, "Ann", "Ben", pace=f"{24 + n}h") for n, name in enumerate(names)]
    first = on_screen(await stage.slash("Ann", "/game list"))
    assert numbers(first.text) == made[:8]
    second = on_screen(await stage.press("Ann", "Next", first))
    assert numbers(second.text) == made[8:]
    assert second.has_button("Previous")
    assert not second.has_button("Next")
    assert numbers(on_screen(await stage.press("Ann", "Previous", second)).text) == made[:8]


async def test_servers_that_the_bot_has_left_are_marked_and_still_playable(stage: Stage) -> None:
    number = await table(stage, "table", "Ann", "Ben")
    gone = TableChannel(4_000_000_000_000_000_001, stage.table().home.channel_id)
    await stage.tables.channels.move_table(number, gone)
    listed = on_screen(await stage.slash("Ann", "/game list", room="lounge"))
    assert "I am no longer on the server of Carcassonne #1." in listed.text
    assert f"/{gone.guild_id}/" in listed.text
    opened = on_screen(await stage.press("Ann", "Next game", listed))
    assert f"Carcassonne #{number}" in opened.text.splitlines()[0]


async def test_lobbies_and_paused_tables_come_after_the_others(stage: Stage) -> None:
    names = await rooms(stage, 3)
    await stage.slash("Ann", "/catan new", room=names[2])
    one = await table(stage, "table", "Ben", "Ann")
    lobby = stage.table(names[2]).id
    listed = await stage.slash("Ann", "/game list")
    assert numbers(listed.text) == [one, lobby]
    assert "· lobby, 1 of" in listed.text


async def test_a_game_that_cannot_be_read_hides_no_other(stage: Stage) -> None:
    one = await table(stage, "table", "Ann", "Ben")
    two = await table(stage, "lounge", "Ann", "Ben")
    registry = stage.tables.registry
    assert stage.running is not None
    await stage.running.store.write(lambda t: t.save_state(one, stage.tables.registry.get(one).seq, b"rubbish"))
    registry.tables[one] = replace(registry.tables[one], state=None)
    registry._brief_logs.pop(one)
    listed = await stage.slash("Ann", "/game list")
    assert numbers(listed.text) == [one, two]
    assert "this version of the bot cannot open it; the game is safe" in listed.text
    assert "**your turn**" in listed.text


async def test_who_is_not_asked_here_is_led_to_where_they_are(stage: Stage) -> None:
    await table(stage, "table", "Ben", "Ann")
    two = await table(stage, "lounge", "Ann", "Ben")
    shown = on_screen(await stage.press("Ann", "My move", stage.newest("My move", where="table")))
    assert "It is not your turn" in shown.text
    opened = on_screen(await stage.press("Ann", "Next game", shown))
    assert f"Carcassonne #{two}" in opened.text.splitlines()[0]
    chosen = await stage.box.select("Ann", on_screen(await stage.slash("Ann", "/game list")), str(two))
    assert f"Carcassonne #{two}" in on_screen(chosen).text.splitlines()[0]
