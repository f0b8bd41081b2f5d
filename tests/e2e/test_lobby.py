"""The lobby, through the driver."""

from __future__ import annotations

import asyncio

import pytest

from service.store import table_numbers
from tests.e2e.conftest import Stage


async def test_from_command_to_the_first_table_message(stage: Stage) -> None:
    box = stage.box
    opened = await stage.slash("Ann", "/carcassonne new", preset="first", seats=2)
    assert opened.private
    assert "Your table is open. Invite people or add a machine." in opened.text
    lobby = stage.newest("Join")
    assert f"Carcassonne #{stage.table().id} · lobby" in lobby.text
    assert "1 **Ann** (red) · host" in lobby.text
    assert "2 free" in lobby.text
    labels = [button.label for button in lobby.buttons]
    assert labels == ["Join", "Leave", "Options", "Add machine", "Start", "Learn this game"]
    assert not lobby.pings

    assert "Only people at this table can do that." in (await stage.press("Cid", "Start")).text
    refused = await stage.press("Ann", "Start")
    assert "at least 2" in refused.text
    assert "1 are here" in refused.text
    assert lobby.edits == 0

    await stage.press("Ben", "Join")
    assert "2 **Ben** (blue)" in lobby.text
    assert stage.newest("Join").id == lobby.id
    assert "You already sit here as blue." in (await stage.press("Ben", "Join")).text
    assert "All 2 seats are taken." in (await stage.press("Cid", "Join")).text
    taken = await stage.slash("Ben", "/carcassonne new")
    assert "This channel already has Carcassonne" in taken.text

    await stage.press("Ben", "Start")
    assert "Started" in lobby.text
    assert not lobby.buttons
    shown = stage.newest("My move")
    assert shown.pings == {"Ann", "Ben"}
    assert shown.picture is not None
    assert shown.picture.alt.startswith("Carcassonne board")
    assert [button.label for button in shown.buttons] == ["My move", "My hand", "Board", "Catch up", "More"]
    assert f"Waiting for** {stage.waited()}: lay the tile" in shown.text
    assert "sealed" not in shown.text  # 64 digits that say nothing: they are explained in the log
    assert "everybody can check that nothing was changed" in (await stage.slash("Ann", "/game log")).text
    assert "already" not in (await stage.press("Ann", "More")).text
    assert box.violations == []


async def test_a_start_is_seen_before_anything_else_happens(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    await stage.press("Ben", "Join")
    lobby = stage.newest("Join")
    publisher = stage.running.bot.publisher if stage.running is not None else None
    assert publisher is not None
    publisher.settle_seconds, publisher.message_editor.gap_seconds = 600, 0  # machines take their time
    await stage.box.press("Ann", lobby, "Start")
    async with asyncio.timeout(20):
        while "dealing…" not in lobby.text:
            await asyncio.sleep(0.01)
    assert not lobby.buttons
    assert stage.table().seq == 1
    assert not [shown for shown in stage.box.messages("table") if "My move" in shown.labels]
    publisher.schedule_message_update(stage.table().id, 0)
    await stage.settled()
    assert "jump to the table" in lobby.text
    assert stage.newest("My move").pings == {"Ann", "Ben"}


async def test_machine_leave_kick_and_order(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    lobby = stage.newest("Join")
    await stage.press("Ann", "Add machine")
    assert "Machine 1" in lobby.text
    await stage.press("Ben", "Join")
    await stage.press("Cid", "Join")
    assert "Only **Ann**" not in (await stage.press("Ben", "Add machine")).text
    assert "can do that. The host passes on" in (await stage.press("Ben", "Add machine")).text
    removed = await stage.slash("Ann", "/game seat kick", player="Cid")
    assert "Cid has been removed" in removed.text
    assert "You were removed from this lobby" in (await stage.press("Cid", "Join")).text
    await stage.slash("Ann", "/game seat order", players="Y R B")
    assert "Seats in the order" in lobby.text
    await stage.press("Ann", "Leave")
    assert "**Ben** (yellow) · host" in lobby.text
    await stage.press("Ben", "Leave")
    assert "closed" in lobby.text
    assert not lobby.buttons
    assert stage.tables.registry.table_in_channel(stage.box.channel("table").id) is None


async def test_options_screen_changes_the_lobby(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    await stage.press("Ben", "Join")
    lobby = stage.newest("Join")
    screen = await stage.press("Ann", "Options")
    changed = await stage.box.select("Ann", screen, "river", which="Preset")
    await stage.settled()
    assert "River II" in lobby.text
    assert "base+river2" in changed.text
    rules = await stage.press("Ann", "Rule options…", changed)
    await stage.box.select("Ann", rules, "per_city", which="Farmers")
    await stage.settled()
    assert dict(stage.table().choices.options)["farmers"] == "per_city"
    read_only = await stage.press("Ben", "Options")
    assert "Only Ann can change the options" in read_only.text
    assert "Only people at this table" in (await stage.press("Cid", "Options")).text
    assert not lobby.deleted
    assert stage.box.messages("table")[-1].id == lobby.id


async def test_old_lobby_is_reposted_silently(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    lobby = stage.newest("Join")
    stage.box.advance(2 * 3600)
    await stage.press("Ben", "Join")
    again = stage.newest("Join")
    assert again.id != lobby.id
    assert again.silent
    assert lobby.deleted
    assert not stage.box.world.old_edits


async def test_missing_rights_are_named(stage: Stage) -> None:
    stage.box.deny("table", "attach_files")
    refused = await stage.slash("Ann", "/carcassonne new")
    assert "I may not attach files" in refused.text
    assert "Attach Files" in refused.text
    assert stage.tables.registry.table_in_channel(stage.box.channel("table").id) is None


async def test_a_game_in_its_own_thread(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", seats=2, where="thread")
    lobby = stage.newest("Join")
    await stage.press("Ben", "Join")
    await stage.press("Ann", "Start")
    thread = stage.box.threads("table")[0]
    assert thread.name == "Carcassonne #1 · Ann"
    assert "Started" in lobby.text
    assert not lobby.buttons
    shown = stage.box.newest(thread, button="My move")
    assert shown is not None
    assert shown.pings == {"Ann", "Ben"}
    assert stage.tables.registry.table_in_channel(thread.id) is not None
    assert stage.tables.registry.table_in_channel(stage.box.channel("table").id) is None


async def test_a_second_table_goes_to_a_thread(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    await stage.slash("Cid", "/carcassonne new", where="thread")
    thread = stage.box.threads("table")[0]
    assert stage.box.newest(thread, button="Join") is not None
    assert thread.name == f"Carcassonne #{stage.tables.registry.table_in_channel(thread.id).id} · Cid"


async def test_threads_of_the_same_host_are_told_apart(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await stage.slash("Ann", "/carcassonne new")
    for _ in range(2):
        await stage.slash("Ann", "/carcassonne new", where="thread")
    monkeypatch.setattr(
        table_numbers, "next_table_number", lambda registry: asyncio.sleep(0, 99)
    )  # somebody else was quicker
    await stage.slash("Ann", "/carcassonne new", where="thread")
    names = [thread.name for thread in stage.box.threads("table")]
    assert names == [f"Carcassonne #{n} · Ann" for n in (2, 3, 4)]


async def test_refusals_name_what_is_wrong_and_not_the_question_of_the_command(stage: Stage) -> None:
    """They once took the description of the option for its name: "Player: name, colour or seat number cannot be …"."""
    await stage.slash("Ann", "/carcassonne new", seats=3)
    kick = await stage.slash("Ann", "/game seat kick", player="Zoe")
    assert kick.text == "The player cannot be Zoe: nobody at this table is called that. Possible: Ann"
    order = await stage.slash("Ann", "/game seat order", players="R R")
    assert order.text.startswith("The order of the seats cannot be R R: each player must be named once.")
    colour = await stage.slash("Ben", "/game join", colour="pink")
    assert colour.text.startswith("The colour cannot be pink: there is no such thing. Possible: blue")
    option = await stage.slash("Ann", "/game options", name="weather", value="rain")
    assert option.text.startswith("The option cannot be weather: there is no such thing. Possible: Preset")
    seats = await stage.slash("Ann", "/carcassonne new", room="lounge", preset="2007", seats=6)
    assert seats.text == "The number of seats cannot be 6: so many cannot play. Possible: 2, 3, 4 and 5"


async def test_the_number_of_players_reads_well(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", seats=2)
    assert "Base game · 2 players · 24 h per move · played here" in stage.newest("Join").text
    await stage.slash("Ann", "/carcassonne new", room="lounge", where="thread")
    assert (
        "Base game · 2 to 6 players · 24 h per move · played in a new thread"
        in stage.newest("Join", where="lounge").text
    )


async def test_what_is_chosen_in_a_select_names_its_option(stage: Stage) -> None:
    """Discord shows no caption beside a select in which something is chosen."""
    await stage.slash("Ann", "/carcassonne new")
    screen = await stage.press("Ann", "Options")
    shown = {choice.label for select in screen.message.selects for choice in select.choices}
    assert "Most players: 6 players" in shown
    assert sum(label.startswith("Preset: ") for label in shown) == len(screen.message.selects[0].choices)
    rules = await stage.press("Ann", "Rule options…", screen)
    for select in rules.message.selects:
        assert all(choice.label.startswith(f"{select.placeholder}: ") for choice in select.choices)


async def test_of_a_list_only_what_is_wrong_is_named(stage: Stage) -> None:
    wrong = await stage.slash("Ann", "/carcassonne new", expansions="inns,tradrs,nonsense")
    assert "Expansions cannot be tradrs and nonsense: there is no such thing (did you mean Traders" in wrong.text
    alone = await stage.slash("Ann", "/carcassonne new", expansions="inns, nonsense")
    assert "Expansions cannot be nonsense: there is no such thing. Possible: " in alone.text
