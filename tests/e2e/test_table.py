"""The table message: who is pinged, what is edited, what is taken away; votes, undo, resigning, the end."""

from __future__ import annotations

from rules.core import encode_move
from tests.e2e.conftest import Stage
from tests.e2e.story import spoken


def legal(stage: Stage) -> list[str]:
    """The lines that whoever is waited for may play."""
    table = stage.table()
    assert table.game is not None
    return [encode_move(move) for move in table.game.legal(table.state, table.seats_to_move[0])]


async def lay(stage: Stage) -> str:
    """Lay the tile as the rules list it first, and put no figure; who did it."""
    who = stage.waited()
    await stage.slash(who, "/game move", line=legal(stage)[0])
    if stage.waited() == who and "pass figure" in legal(stage):
        await stage.slash(who, "/game move", line="pass figure")
    return who


def other(stage: Stage, who: str) -> str:
    return next(seat.name for seat in stage.table().seats if seat.name != who)


async def test_one_message_one_ping_per_turn(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    first = stage.newest("My move")
    who = stage.waited()
    await stage.slash(who, "/game move", line=legal(stage)[0])
    assert stage.newest("My move").id == first.id
    assert first.edits == 1
    assert f"{who} laid a " in spoken(first.text)
    assert "put a figure or pass" in first.text
    await stage.slash(who, "/game move", line="pass figure")
    second = stage.newest("My move")
    assert second.id != first.id
    assert first.deleted
    assert second.pings == {other(stage, who)}
    assert not second.silent
    assert "put no figure" not in second.text
    assert " laid a " in second.text
    assert second.picture is not None
    assert second.picture.filename == f"table-1-{stage.table().seq}.png"


async def test_no_message_older_than_an_hour_is_edited(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    first = stage.newest("My move")
    stage.box.advance(2 * 3600)
    await stage.slash(stage.waited(), "/game move", line=legal(stage)[0])
    second = stage.newest("My move")
    assert second.id != first.id
    assert second.silent
    assert not second.pings
    assert first.deleted
    assert stage.box.world.old_edits == []


async def test_undo_of_ones_own_lay_pings_nobody(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    shown = stage.newest("My move")
    who = stage.waited()
    line = legal(stage)[0]
    await stage.slash(who, "/game move", line=line)
    undone = await stage.slash(who, "/game undo")
    said = "Lay the tile at {}, turned {}°".format(*line.split()[1:])
    assert f"Taken back: {said}." in undone.text
    assert f"{who} took back: {said}." in shown.text
    assert " laid a " not in shown.text
    assert shown.edits == 2
    assert stage.newest("My move").id == shown.id


async def test_going_further_back_is_asked_of_the_table(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    who = await lay(stage)
    rival = other(stage, who)
    seq = stage.table().seq
    refused = await stage.slash(who, "/game undo")
    assert "Since then a tile or card was shown: you cannot take it back alone." in refused.text
    await stage.press(who, "Ask the table", refused)
    vote = stage.newest("Agree")
    assert vote.pings == {rival}
    assert stage.table().seq == seq
    assert "You have no vote here." in (await stage.press("Cid", "Agree", vote)).text
    assert "A vote is already open." in (await stage.slash(rival, "/game end")).text
    await stage.press(rival, "Decline", vote)
    assert "Declined." in vote.text
    assert not vote.buttons
    assert stage.table().seq == seq
    await stage.slash(who, "/game undo", to=2, reason="*wrong* cell")
    vote = stage.newest("Agree")
    assert r"Reason: \*wrong\* cell" in vote.content
    await stage.press(rival, "Agree", vote)
    assert "Agreed." in vote.text
    assert stage.waited() == who
    assert "The table took back: " in stage.newest("My move").text


async def test_a_move_closes_the_vote(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    who = await lay(stage)
    await stage.slash(who, "/game undo", to=2)
    vote = stage.newest("Agree")
    await lay(stage)
    assert "Lapsed:" in vote.text
    late = await stage.box.forge(other(stage, who), vote, "v:1:yes")
    assert "This vote is closed: too few had agreed in time." in late.text


async def test_end_by_agreement_and_rematch(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    await stage.slash("Ann", "/game end", reason="late")
    await stage.press("Ben", "Agree")
    over = stage.newest("Rematch")
    assert over.pings == {"Ann", "Ben"}
    assert "the game was ended without a winner" in over.text
    assert "Luck: the key is shown in the log" in over.text
    assert any(f"Points: {points}" in over.text for points in ("Ann 0 · Ben 0", "Ben 0 · Ann 0"))
    assert over.picture is not None
    assert over.picture.filename.startswith("ending-1-")
    assert over.picture.alt.startswith("The game is over: Ended without a winner.")
    assert [button.label for button in over.buttons] == ["Scores", "Replay", "Rematch", "Export", "Log", "Review"]
    scores = await stage.press("Ben", "Scores", over)
    board = await stage.press("Ben", "Board", scores)
    assert board.message.picture is not None
    again = await stage.press("Ben", "Rematch", over)
    assert "The rematch is open." in again.text
    lobby = stage.newest("Start")
    assert lobby.pings == {"Ann"}
    assert "**Ben** (" in lobby.text
    second = await stage.press("Ann", "Rematch", over)
    assert "The rematch is here" in second.text
    assert stage.newest("Start").id == lobby.id
    await stage.press("Ann", "Join", second)
    await stage.press("Ben", "Start", lobby)
    assert stage.newest("My move").pings == {"Ann", "Ben"}
    assert not over.deleted


async def test_resigning_of_two_ends_the_game(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    asked = await stage.slash("Ann", "/game resign")
    assert "The other side wins" in asked.text
    assert asked.message.button("Yes, I resign").style == "danger"
    await stage.press("Ann", "Yes, I resign", asked)
    over = stage.newest("Rematch")
    assert "the game is over: Ben wins" in over.text
    assert "Ann has resigned." in over.text
    told = over.content.splitlines()[0]
    assert all(f"<@{stage.box.person(name).id}>" in told for name in ("Ann", "Ben"))
    assert stage.running is not None
    stage.running.bot.publisher.schedule_message_update(1, 0)  # as for a picture that comes late
    await stage.settled()
    assert over.edits == 1
    assert over.content.splitlines()[0] == told


async def test_resigning_of_three_leaves_the_seat_to_a_machine(stage: Stage) -> None:
    await stage.game("Ann", "Ben", "Cid")
    asked = await stage.slash("Ann", "/game resign")
    assert "A machine plays on for you" in asked.text
    await stage.press("Ann", "Yes, I resign", asked)
    assert stage.waited() != "Ann"
    assert "You have left this table." in (await stage.slash("Ann", "/game move", line="pass figure")).text


async def test_the_last_person_who_resigns_is_told_that_the_game_ends(stage: Stage) -> None:
    await stage.game("Ann", "Ben", "Cid")
    for name in ("Ann", "Ben"):
        await stage.press(name, "Yes, I resign", await stage.slash(name, "/game resign"))
    asked = await stage.slash("Cid", "/game resign")
    assert "Only machines would be left, so the game ends without a winner" in asked.text
    await stage.press("Cid", "Yes, I resign", asked)
    assert "Cid has resigned." in stage.newest("Rematch").text


async def test_a_vanished_message_comes_again_silently(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    stage.box.delete_message(stage.newest("My move"))
    who = stage.waited()
    await stage.slash(who, "/game move", line=legal(stage)[0])
    again = stage.newest("My move")
    assert again.silent
    assert not again.pings
    called = f"<@{stage.box.person(who).id}>, "  # who is waited for is still said, here and after an edit
    assert again.content.startswith(called)
    await stage.slash(who, "/game undo")
    assert stage.newest("My move").id == again.id
    assert "took back" in again.content
    assert again.content.startswith(called)


async def test_a_lost_channel_leaves_the_game_playable(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    stage.box.deny("table", "send_messages")
    who = await lay(stage)
    table = stage.table()
    assert table.homeless
    assert table.seq > 2
    listed = await stage.slash(who, "/game list", room="lounge")
    assert "I may not write in the channel of Carcassonne #1 any more" in listed.text
    moved = await stage.slash("Ann", "/game options", room="lounge", name="home", value="here")
    assert "lives here now" in moved.text
    again = stage.newest("My move", where="lounge")
    assert again.pings == {"Ann", "Ben"} - {who}


async def test_what_was_owed_goes_out_after_a_restart(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    fault = stage.box.faults.drop("POST /channels/*/messages", times=2)
    who = await lay(stage)
    assert fault.struck
    await stage.restart()
    await stage.settled()
    assert stage.newest("My move").pings == {"Ann", "Ben"} - {who}


async def test_what_could_not_be_sent_is_sent_a_little_later(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    stage.box.faults.drop("POST /channels/*/messages", times=2)
    who = await lay(stage)
    await stage.later(31)
    assert stage.newest("My move").pings == {"Ann", "Ben"} - {who}


async def test_a_lost_answer_makes_no_second_message(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    first = stage.newest("My move")
    stage.box.faults.swallow("POST /channels/*/messages", times=2)
    who = await lay(stage)
    await stage.later(31)
    shown = [m for m in stage.box.messages("table") if m.has_button("My move")]
    assert len(shown) == 1
    assert shown[0].pings == {"Ann", "Ben"} - {who}
    assert first.deleted


async def test_my_games_and_open_lobbies(stage: Stage) -> None:
    assert "You sit at no table." in (await stage.slash("Ann", "/game list")).text
    await stage.game("Ann", "Ben")
    await stage.slash("Cid", "/carcassonne new", room="lounge")
    mine = await stage.slash(stage.waited(), "/game list", room="lounge")
    assert "your turn" in mine.text
    listed = await stage.slash("Dan", "/game list", show="open")
    assert "lobby, 1 of" in listed.text
    nothing = await stage.slash("Dan", "/game leave", room="lounge")
    assert "Only people at this table" in nothing.text


async def test_ending_asks_once_more_where_it_would_happen_at_once(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    await stage.press("Ann", "Add machine")
    await stage.press("Ann", "Start")
    asked = await stage.slash("Ann", "/game end")
    assert "Nobody else has a say, so it ends at once" in asked.text
    assert stage.table().is_open
    assert asked.message.labels == ["Yes, end it", "Back"]
    await stage.press("Ann", "Yes, end it", asked)
    assert "the game was ended without a winner" in stage.newest("Rematch").text


async def test_the_red_button_asks_once_more_before_it_asks_the_table(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    asked = await stage.press("Ann", "End the game…", await stage.press("Ann", "More"))
    assert "ask the others to end this game" in asked.text
    assert stage.box.newest("table", button="Agree") is None
    await stage.press("Ann", "Yes, end it", asked)
    vote = stage.newest("Agree")
    assert vote.pings == {"Ben"}
    assert "Closes <t:" in vote.text
    again = await stage.press("Ben", "End the game…", await stage.press("Ben", "More"))
    await stage.press("Ben", "Agree", vote)
    assert "This game is over." in (await stage.press("Ben", "Yes, end it", again)).text


async def test_the_host_may_keep_the_former_messages(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    assert "Only Ann can do that" in (await stage.slash("Ben", "/game options", name="tidy", value="off")).text
    told = await stage.slash("Ann", "/game options", name="tidy", value="off")
    assert "are kept, without their buttons" in told.text
    first = stage.newest("My move")
    await lay(stage)
    assert not first.deleted
    assert not first.buttons
    assert "Possible: on and off" in (await stage.slash("Ann", "/game options", name="tidy", value="perhaps")).text
    await stage.slash("Ann", "/game options", name="tidy", value="on")
    second = stage.newest("My move")
    await lay(stage)
    assert second.deleted


async def test_a_line_that_breaks_once_delays_nobody(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    first = stage.newest("My move")
    stage.box.faults.swallow("POST /channels/*/messages", times=1)
    who = await lay(stage)
    shown = [m for m in stage.box.messages("table") if m.has_button("My move")]
    assert len(shown) == 1
    assert shown[0].pings == {"Ann", "Ben"} - {who}
    assert first.deleted
