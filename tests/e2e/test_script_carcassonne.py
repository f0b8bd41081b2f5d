"""The acceptance script of Carcassonne, step by step: Ann and Ben play, Cid looks on. P is waited for, Q is not."""

from __future__ import annotations

import re

from playground.driver import Answer
from tests.e2e.conftest import Stage

FIRST_CELLS = {"M49", "L50", "N50", "M51"}
TURNS = {"0°", "90°", "180°", "270°"}


def cells_of(picker: Answer) -> list[str]:
    return [label for label in picker.message.labels if re.fullmatch(r"[A-Z]+-?\d+", label)]


async def test_the_script(stage: Stage) -> None:
    box = stage.box
    # 1 to 6: lobby
    opened = await stage.slash("Ann", "/carcassonne new", preset="first", seats=2)
    assert "Your table is open. Invite people or add a machine." in opened.text
    lobby = stage.newest("Join")
    assert [b.label for b in lobby.buttons] == ["Join", "Leave", "Options", "Add machine", "Start"]
    assert "Only people at this table can do that." in (await stage.press("Cid", "Start")).text
    refused = await stage.press("Ann", "Start")
    assert "at least 2" in refused.text
    assert "1 are here" in refused.text
    await stage.press("Ben", "Join")
    assert "2 **Ben** (blue)" in lobby.text
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
    assert [b.label for b in shown.buttons] == ["My move", "My hand", "Board", "Log", "More"]
    p = stage.waited()
    q = "Ben" if p == "Ann" else "Ann"

    # 7 to 11: P lays by button
    not_yet = await stage.press(q, "My move")
    assert "It is not your turn: lay the tile is asked of " + p in not_yet.text
    assert "You are not at this table." in (await stage.press("Cid", "My move")).text
    assert (await stage.press("Cid", "Board")).message.picture is not None
    first = await stage.press(p, "My move")
    second = await stage.press(p, "My move")
    cells = cells_of(first)
    assert cells
    assert set(cells) <= FIRST_CELLS
    box.reset_taps()
    figure = await stage.press(p, cells[0], first)
    if turns := [label for label in figure.message.labels if label in TURNS]:
        figure = await stage.press(p, turns[0], figure)
    green = [b.label for b in figure.message.buttons if b.style == "success"]
    assert "Lay here, no figure" in green
    follower = next(label for label in green if label.startswith("Follower: "))
    done = await stage.press(p, follower, figure)
    assert box.taps(p) in (2, 3)  # and one for «My move»
    assert "Done:" in done.text
    assert "Undo" not in done.message.labels
    former, shown = shown, stage.newest("My move")
    assert shown.pings == {q}
    assert former.deleted
    assert f"{p} laid a tile at {cells[0]}" in shown.text
    assert f"{p} put a follower on {cells[0]}" in shown.text
    stale = await stage.press(p, cells[-1], second)
    assert "The table has moved on since this button was made." in stale.text
    assert "It is not your turn" in stale.text

    # 12 to 15: Q plays by typing
    taken = await stage.slash(q, "/carcassonne place", cell="m50")
    assert "M50 is already taken." in taken.text
    alone = await stage.slash(q, "/carcassonne place", cell="A1", turn="0")
    assert "A1 touches no tile by an edge." in alone.text
    moves = await stage.slash(q, "/game moves")
    line = next(text for text in moves.text.replace("`", " ").splitlines() if "place " in text)
    line = " ".join(line[line.index("place ") :].split()[:3])
    laid = await stage.slash(q, "/game move", line=line)
    assert "Done:" in laid.text
    assert "Undo" in laid.message.labels
    assert stage.newest("My move").id == shown.id
    assert f"{q}: put a figure or pass" in shown.text
    cell = line.split()[1]
    undone = await stage.press(q, "Undo", laid)
    assert stage.newest("My move").id == shown.id
    assert f"{q} took back: {line}" in shown.text
    assert cell in undone.message.labels
    await stage.slash(q, "/game move", line=line)
    await stage.slash(q, "/carcassonne pass")
    shown = stage.newest("My move")
    assert shown.pings == {p}

    # 16 and 17: going back is asked of the table
    barrier = await stage.slash(q, "/game undo")
    assert "Since then a tile" in barrier.text
    assert "was shown" in barrier.text
    await stage.press(q, "Ask the table", barrier)
    vote = stage.newest("Agree")
    assert vote.pings == {p}
    assert vote.labels == ["Agree", "Decline"]
    seq = stage.table().seq
    await stage.press(p, "Decline", vote)
    assert "Declined." in vote.text
    assert not vote.buttons
    assert stage.table().seq == seq

    # 18 and 19: a restart, two hours
    await stage.restart()
    shown = stage.newest("My move")
    picker = await stage.press(p, "My move", shown)
    assert picker.ack_ms < 3000
    assert picker.message.picture is not None
    box.advance(2 * 3600)
    picker = await stage.press(p, "My move", shown)
    figure = await stage.press(p, cells_of(picker)[0], picker)
    if turns := [label for label in figure.message.labels if label in TURNS]:
        figure = await stage.press(p, turns[0], figure)
    await stage.press(p, "Lay here, no figure", figure)
    assert shown.deleted
    shown = stage.newest("My move")
    assert shown.pings == {q}
    assert box.world.old_edits == []

    # 21 to 23: the board as text, the end, the next game
    text = await stage.slash(q, "/game board", text=True)
    assert f"Carcassonne #{stage.table().id}. Tile" in text.text
    for word in ("Possible:", "Scores:", "Fields:"):
        assert word in text.text
    await stage.slash("Ann", "/game end")
    await stage.press("Ben", "Agree")
    over = stage.newest("Rematch")
    assert over.pings == {"Ann", "Ben"}
    assert "ended without a winner" in over.text
    assert "total" in over.text
    assert "key" in (await stage.press("Cid", "Log", over)).text
    await stage.press("Ben", "Rematch", over)
    lobby = stage.newest("Start")
    assert lobby.pings == {"Ann"}
    assert "**Ben** (" in lobby.text
    assert "host" in lobby.text
    again = await stage.press("Ann", "Rematch", over)
    assert str(lobby.id) in again.text
    assert stage.newest("Start").id == lobby.id
