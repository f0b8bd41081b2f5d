"""The acceptance script of Carcassonne: Ann and Ben play, the stranger Cid looks on, in #table."""

from __future__ import annotations

import re

from playground.driver import Answer, Shown
from tests.e2e.conftest import Stage
from tests.e2e.story import spoken

TABLE_BUTTONS = ["My move", "My hand", "Board", "Catch up", "More"]
FIRST_CELLS = {"M49", "L50", "N50", "M51"}


def table_message(stage: Stage) -> Shown:
    return stage.newest("My move")


def cells(answer: Answer) -> list[str]:
    """The buttons that bear the name of a cell."""
    return [b.label for b in answer.message.buttons if re.fullmatch(r"[A-Z]{1,2}-?\d+", b.label)]


async def turned(stage: Stage, who: str, answer: Answer) -> Answer:
    """The figure screen: the first turn is chosen where one is asked."""
    turn = next((b.label for b in answer.message.buttons if b.label.endswith("°")), None)
    return answer if turn is None else await stage.press(who, turn, answer)


async def test_acceptance_script_of_carcassonne(stage: Stage) -> None:
    box = stage.box

    # opening a table
    opened = await stage.slash("Ann", "/carcassonne new", preset="first", seats=2)
    number = stage.table().id
    lobby = stage.newest("Join")
    assert f"Carcassonne #{number} · lobby" in lobby.content
    assert "1 **Ann** (red) · host" in lobby.content
    assert "2 free" in lobby.content
    assert lobby.labels == ["Join", "Leave", "Options", "Add machine", "Start", "Learn this game"]
    assert opened.private
    assert "Your table is open. Invite people or add a machine." in opened.text

    # strangers do not start it, nor does one alone
    before = lobby.content
    assert "Only people at this table can do that." in (await stage.press("Cid", "Start", lobby)).text
    refused = await stage.press("Ann", "Start", lobby)
    assert "at least 2" in refused.text
    assert "1 are here" in refused.text
    assert lobby.content == before

    # joining, twice
    count = len(box.messages("table"))
    await stage.press("Ben", "Join", lobby)
    assert "2 **Ben** (blue)" in lobby.content
    assert len(box.messages("table")) == count
    assert "You already sit here as blue." in (await stage.press("Ben", "Join", lobby)).text

    # no seat for a third, no second table here
    assert "All 2 seats are taken." in (await stage.press("Cid", "Join", lobby)).text
    taken = await stage.slash("Ben", "/carcassonne new")
    assert f"This channel already has Carcassonne #{number}." in taken.text

    # the start
    await stage.press("Ben", "Start", lobby)
    assert "Started" in lobby.content
    assert not lobby.buttons
    shown = table_message(stage)
    assert shown.pings == {"Ann", "Ben"}
    assert shown.picture is not None
    assert shown.picture.alt.startswith("Carcassonne board")
    assert shown.labels == TABLE_BUTTONS
    p = stage.waited()
    q = "Ben" if p == "Ann" else "Ann"

    # whose turn it is not
    waits = await stage.press(q, "My move", shown)
    assert waits.private
    assert "It is not your turn" in waits.text
    assert p in waits.text
    stranger = await stage.press("Cid", "My move", shown)
    assert "You are not at this table." in stranger.text
    looked = await stage.press("Cid", "Board", shown)
    assert looked.private
    assert looked.message.picture is not None

    # one tap opens the picker
    box.reset_taps()
    first = await stage.press(p, "My move", shown)
    assert box.taps(p) == 1
    second = await stage.press(p, "My move", shown)
    assert first.private
    assert first.message.id != second.message.id
    assert cells(first)
    assert set(cells(first)) <= FIRST_CELLS

    # a cell, then the figures
    box.reset_taps()
    chosen = await stage.press(p, cells(first)[0], first)
    figures = await turned(stage, p, chosen)
    green = [b for b in figures.message.buttons if b.style == "success"]
    assert green[0].label == "Lay here, no figure"
    followers = [b.label for b in green if ": Follower on the " in b.label]
    assert followers

    # a move in two or three taps
    done = await stage.press(p, followers[0], figures)
    assert box.taps(p) in (2, 3)  # and the one that opened the picker
    assert "Done" in done.text
    assert not done.message.has_button("Undo")
    after = table_message(stage)
    assert after.id != shown.id
    assert shown.deleted
    assert after.pings == {q}
    laid = stage.table().state.board
    assert len(laid.laid) == 2
    assert f"{p} laid a " in spoken(after.content)
    assert "follower" in after.content

    # a picker that is out of date
    stale = await stage.press(p, cells(second)[0], second)
    assert "The table has moved on since this button was made." in stale.text
    assert "It is not your turn" in stale.text

    # cells that cannot be
    assert "M50 is already taken." in (await stage.slash(q, "/carcassonne place", cell="m50")).text
    assert "A1 touches no tile by an edge." in (await stage.slash(q, "/carcassonne place", cell="A1", turn="0")).text

    # a typed move
    seq = stage.table().seq
    moves = (await stage.slash(q, "/game moves")).text
    line = next(word for word in moves.replace("`", "\n").splitlines() if word.startswith("place "))
    played = await stage.slash(q, "/game move", line=line)
    assert "Done" in played.text
    assert played.message.has_button("Undo")
    live = table_message(stage)
    assert live.id == after.id
    assert live.edits == 1
    assert "put a figure or pass" in live.content
    assert stage.waited() == q

    # taking it back
    picker = await stage.press(q, "Undo", played)
    assert live.edits == 2
    assert table_message(stage).id == live.id
    assert stage.waited() == q
    assert picker.private
    assert cells(picker) or picker.message.selects

    # the turn ends, the next one is pinged
    await stage.slash(q, "/game move", line=line)
    await stage.slash(q, "/carcassonne pass")
    passed = table_message(stage)
    assert passed.id != live.id
    assert passed.pings == {p}

    # nothing is taken back after a tile was shown, unless the table agrees
    barred = await stage.slash(q, "/game undo")
    assert "a tile" in barred.text
    assert "was shown" in barred.text
    await stage.press(q, "Ask the table", barred)
    vote = stage.newest("Agree")
    assert vote.labels == ["Agree", "Decline"]
    assert vote.pings == {p}

    # the vote is declined
    held = stage.table().seq
    await stage.press(p, "Decline", vote)
    assert "eclined" in vote.content
    assert not vote.buttons
    assert stage.table().seq == held > seq

    # a restart
    await stage.restart()
    again = await stage.press(p, "My move", passed)
    assert again.ack_ms < 3000
    assert cells(again) or again.message.selects

    # hours later the message is too old to be edited
    box.advance(2 * 3600)
    fresh = await stage.press(p, "My move", passed)
    lay_line = (await stage.slash(p, "/game moves")).text
    line = next(word for word in lay_line.replace("`", "\n").splitlines() if word.startswith("place "))
    await stage.slash(p, "/game move", line=line)
    if stage.waited() == p:
        await stage.slash(p, "/carcassonne pass")
    newest = table_message(stage)
    assert newest.id != passed.id
    assert passed.deleted
    assert not box.world.old_edits
    assert fresh.private

    # the board in text
    board = (await stage.slash(q, "/game board", text=True)).text
    assert board.lstrip("`\n").startswith(f"Carcassonne #{number}. Tile")
    for part in ("Possible:", "Scores:", "Fields:"):
        assert part in board

    # the table ends the game
    await stage.slash("Ann", "/game end")
    await stage.press("Ben", "Agree", stage.newest("Agree"))
    over = stage.newest("Rematch")
    assert over.pings == {"Ann", "Ben"}
    assert "without a winner" in over.content
    assert "Points: " in over.content
    assert over.picture is not None
    assert over.picture.filename.startswith("ending-")
    assert "Ended without a winner" in over.picture.alt
    log = await stage.press("Cid", "Log", over)
    assert log.private
    assert "key" in log.text.lower()

    # a rematch
    await stage.press("Ben", "Rematch", over)
    new_lobby = stage.newest("Join")
    assert "**Ben** (" in new_lobby.content
    assert "host" in new_lobby.content
    assert new_lobby.pings == {"Ann"}
    linked = await stage.press("Ann", "Rematch", over)
    assert [m for m in box.messages("table") if m.has_button("Join")] == [new_lobby] or stage.newest(
        "Join"
    ).id == new_lobby.id
    assert any(b.style == "link" for b in linked.message.buttons) or "https://" in linked.text
