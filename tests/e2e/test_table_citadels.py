"""What all games share, at a table of secrets and many seats: wrong games, lists, undo, votes, resigning, rematch."""

from __future__ import annotations

import re

from rules.core import encode_move
from tests.e2e.conftest import Stage
from tests.e2e.story import spoken

THREE = ("Ann", "Ben", "Cid")


def legal(stage: Stage) -> list[str]:
    """The lines that whoever is waited for may play."""
    table = stage.table()
    assert table.game is not None
    return [encode_move(move) for move in table.game.legal(table.state, table.seats_to_move[0])]


async def turn(stage: Stage) -> str:
    """Whoever has the first turn, once all have chosen."""
    while "gold" not in legal(stage):
        await stage.slash(stage.waited(), "/game move", line=legal(stage)[0])
    return stage.waited()


async def test_commands_of_the_wrong_game_name_the_right_one(stage: Stage) -> None:
    await stage.game(*THREE, kind="citadels")
    who = stage.waited()
    for path in ("/carcassonne place", "/carcassonne pass"):
        assert (await stage.slash(who, path)).text == "The table here plays Citadels. Use /citadels."
    assert await stage.box.complete(who, "table", "/carcassonne place", "cell") == []
    stranger = await stage.slash("Dan", "/carcassonne place", cell="N50")
    assert stranger.text == "The table here plays Citadels. Use /citadels."


async def test_commands_of_the_wrong_game_the_other_way(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    who = stage.waited()
    for path in ("/citadels gold", "/citadels pick", "/citadels power murder", "/citadels district smithy"):
        assert (await stage.slash(who, path)).text == "The table here plays Carcassonne. Use /carcassonne."
    assert await stage.box.complete(who, "table", "/citadels pick", "character") == []


async def test_a_second_table_of_another_game_is_refused_with_its_own_command(stage: Stage) -> None:
    await stage.game(*THREE, kind="citadels")
    taken = await stage.slash("Dan", "/carcassonne new")
    assert taken.text.startswith("This channel already has Citadels #1. Use a thread: /carcassonne new where:thread")


async def test_tables_of_two_games_in_one_list(stage: Stage) -> None:
    await stage.game(*THREE, kind="citadels")
    await stage.slash("Ann", "/carcassonne new", room="lounge")
    await stage.slash("Dan", "/citadels new", room="lounge", where="thread")
    who = stage.waited()
    mine = await stage.slash(who, "/game list", show="mine")
    assert "[Citadels #1](" in mine.text
    assert "**your turn**" in mine.text
    lobbies = await stage.slash("Dan", "/game list", show="open")
    assert "[Carcassonne #2](" in lobbies.text
    assert "[Citadels #3](" in lobbies.text
    assert "lobby, 1 of 7 seats taken" in lobbies.text
    found = await stage.box.complete(who, "lounge", "/game hand", "game")
    assert any(choice.label == "#1 Citadels · #table · your turn" for choice in found)


async def test_a_move_by_its_name_from_another_channel(stage: Stage) -> None:
    await stage.game(*THREE, kind="citadels")
    who = await turn(stage)
    done = await stage.slash(who, "/game move", room="lounge", line="Take gold", game=str(stage.table().id))
    assert done.text.startswith(f"**Done:** {who} took 2 gold.")


async def test_a_build_is_taken_back_without_a_ping(stage: Stage) -> None:
    await stage.game(*THREE, kind="citadels")
    who = await turn(stage)
    await stage.slash(who, "/game move", line="gold")
    builds = [line for line in legal(stage) if line.startswith("build ")]
    shown = stage.newest("My move")
    line = builds[0]
    named = line.removeprefix("build ").replace("_", " ").title()
    done = await stage.slash(who, "/citadels build", district=named)
    assert f"{who} built {named} for " in done.text
    assert f"{who} built {named} for " in spoken(shown.text)
    undone = await stage.press(who, "Undo", done)
    assert f"Taken back: Build {named}." in undone.text
    assert f"{who} took back: Build {named}." in shown.text
    assert stage.newest("My move").id == shown.id


async def test_what_is_not_possible_is_said_with_its_reason(stage: Stage) -> None:
    await stage.game(*THREE, kind="citadels")
    who = await turn(stage)
    for path in ("/citadels build", "/citadels end"):
        assert "Take gold or cards first." in (await stage.slash(who, path)).text
    await stage.slash(who, "/citadels gold")
    assert "Take gold" not in (await stage.slash(who, "/citadels gold")).text
    other = next(name for name in THREE if name != who)
    assert f"is asked of {who}" in (await stage.slash(other, "/citadels gold")).text
    assert "You are not at this table." in (await stage.slash("Dan", "/citadels gold")).text


async def test_ending_by_vote_shows_the_points_and_the_whole_record(stage: Stage) -> None:
    await stage.game(*THREE, kind="citadels")
    await turn(stage)
    await stage.slash("Ann", "/game end", reason="dinner")
    await stage.press("Ben", "Agree")
    await stage.press("Cid", "Agree")
    over = stage.newest("Rematch")
    assert "the game was ended without a winner" in over.text
    assert over.picture is not None
    assert "Ended without a winner" in over.picture.alt
    lines = (await stage.slash("Dan", "/game log", text=True)).text
    assert "pick " in lines
    assert "?" not in lines
    score = await stage.press("Dan", "Scores", over)
    assert score.last is not None
    assert score.last.picture is not None


async def test_a_rematch_keeps_the_options(stage: Stage) -> None:
    await stage.game(*THREE, kind="citadels", cast="random", target="7")
    await stage.slash("Ann", "/game end")
    await stage.press("Ben", "Agree")
    await stage.press("Cid", "Agree")
    await stage.press("Ben", "Rematch")
    lobby = stage.newest("Join")
    assert lobby.pings == {"Ann", "Cid"}
    assert "Characters: random, Districts of a complete city: 7 (short game)" in lobby.text
    assert str(stage.table().choices) == "base cast=random target=7"
    for name in ("Ann", "Cid"):
        await stage.press(name, "Join", lobby)
    await stage.press("Ben", "Start")
    assert stage.newest("My move").pings == set(THREE)


async def test_resigning_of_two_ends_the_game(stage: Stage) -> None:
    await stage.game("Ann", "Ben", kind="citadels")
    await stage.press("Ann", "Yes, I resign", await stage.slash("Ann", "/game resign"))
    assert "the game is over: Ben wins" in stage.newest("Rematch").text


async def test_a_machine_plays_on_for_who_resigned(stage: Stage) -> None:
    await stage.game(*THREE, kind="citadels")
    who = stage.waited()
    await stage.press(who, "Yes, I resign", await stage.slash(who, "/game resign"))
    shown = stage.newest("My move")
    assert f"{who} has resigned; a machine plays on." in shown.text
    assert stage.waited() != who
    assert "You have left this table." in (await stage.slash(who, "/citadels gold")).text


async def test_a_table_of_eight_machines_but_one(stage: Stage) -> None:
    """A whole round with seven machines: the message stays within its limits and asks the person alone."""
    await stage.slash("Ann", "/citadels new", cast="random", seats=8)
    for _ in range(7):
        await stage.press("Ann", "Add machine")
    await stage.press("Ann", "Start")
    for _ in range(12):
        assert stage.waited() == "Ann"
        await stage.slash("Ann", "/game move", line=legal(stage)[-1])
        shown = stage.box.messages("table")[-1]
        assert len(shown.content) <= 2000
        assert len(re.findall(r"^[RBYKWTVN] \*\*(?:Ann|Machine \d)\*\*", shown.content, re.M)) == 8
    assert stage.box.violations == []
