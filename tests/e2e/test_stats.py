"""`/game past stats`: of oneself, of somebody, of the server; by game, seats and expansions."""

from __future__ import annotations

import pytest

from playground.driver import Answer
from tests.e2e.conftest import Stage
from tests.e2e.laid import on_screen


def me(stage: Stage, name: str) -> int:
    return stage.box.person(name).id


async def won(stage: Stage, winner: str, loser: str, kind: str = "carcassonne", **options: object) -> None:
    """A game of two that is soon over."""
    table = await stage.game(winner, loser, kind=kind, **options)
    await stage.tables.moves.resign(table.id, me(stage, loser))


async def stats(stage: Stage, name: str = "Ann", **options: object) -> Answer:
    return await stage.slash(name, "/game past stats", **options)


async def test_who_has_finished_nothing_is_told_so(stage: Stage) -> None:
    assert (await stats(stage)).text.startswith("You have finished no game here yet.")
    assert (await stats(stage, server=True)).text.startswith("No game has been finished on this server yet.")
    assert (await stats(stage, kind="catan")).text.startswith("You have finished no game here yet.")


async def test_ones_own_games(stage: Stage) -> None:
    for _ in range(2):
        await won(stage, "Ann", "Ben")
    await won(stage, "Ben", "Ann")
    shown = await stats(stage)
    assert "**Ann**: all games, on this server" in shown.text
    assert "2 games played to the end, 2 won." in shown.text
    assert "Places: 2 times number 1." in shown.text
    assert "Stayed to the end in 2 of 3 games" in shown.text
    assert "Carcassonne: number 1 of the 2 players rated here, rating " in shown.text
    (picture,) = on_screen(shown).pictures
    assert "Stayed to the end in 2 of 3 games" in picture.alt
    assert "2 players rated here, rating " in picture.alt
    assert "which is a first guess yet." in picture.alt


async def test_narrowed_down_by_lists(stage: Stage) -> None:
    await won(stage, "Ann", "Ben")
    await won(stage, "Ann", "Ben", kind="citadels")
    shown = await stats(stage)
    assert "2 games played to the end" in shown.text
    shown = await stage.box.select("Ann", on_screen(shown), "Citadels", which=0)
    assert "**Ann**: Citadels, on this server" in shown.text
    assert "1 game played to the end, 1 won." in shown.text
    assert "Carcassonne:" not in shown.text
    shown = await stage.box.select("Ann", on_screen(shown), "all games", which=0)
    assert "2 games played to the end" in shown.text
    assert "No finished game is like that." in (await stats(stage, seats=5)).text


async def test_by_expansion(stage: Stage) -> None:
    await won(stage, "Ann", "Ben", expansions="inns")
    await won(stage, "Ann", "Ben")
    shown = await stats(stage, expansion="inns")
    assert "with Inns" in shown.text
    assert "1 game played to the end, 1 won." in shown.text
    refused = await stats(stage, expansion="moonbase")
    assert '"moonbase" is no expansion.' in refused.text


async def test_somebody_else_and_the_server(stage: Stage) -> None:
    await won(stage, "Ann", "Ben")
    shown = await stats(stage, "Dan", who=stage.box.person("Ben"))
    assert "**Ben**: all games, on this server" in shown.text
    assert "Carcassonne: number 2 of the 2 players rated here" in shown.text
    ids = [one.custom_id for one in (*on_screen(shown).buttons, *on_screen(shown).selects)]
    assert not any(str(me(stage, "Ben")) in one for one in ids), "no user stands in an id"
    shown = await stage.press("Dan", "This server", shown)
    assert "**Ann**: 1 game, 1 won" in shown.text
    picture = on_screen(shown).picture
    assert picture is not None
    assert "Ann: 1 game, 1 won." in picture.alt
    shown = await stage.press("Dan", "My statistics", shown)
    assert shown.text.startswith("You have finished no game here yet.")
    placed = await stats(stage, "Dan", server=True, kind="carcassonne")
    assert "1. **Ann**: 1 game, 1 won" in placed.text
    assert "2. **Ben**: 0 games, 0 won" not in placed.text, "who has played nothing to the end is not shown as a loser"


async def test_it_says_which_games_count_for_nobody(stage: Stage) -> None:
    rule = "where machines or friends made every move for somebody, it does not count for them"
    assert rule in (await stats(stage)).text
    assert rule in (await stats(stage, server=True)).text
    await won(stage, "Ann", "Ben")
    assert rule in (await stats(stage, server=True)).text


async def test_lists_of_somebody_else_stay_theirs(stage: Stage) -> None:
    await won(stage, "Ann", "Ben")
    await won(stage, "Ann", "Ben", kind="citadels")
    shown = await stats(stage, "Dan", who=stage.box.person("Ann"))
    shown = await stage.box.select("Dan", on_screen(shown), "Citadels", which=0)
    assert "**Ann**: Citadels, on this server" in shown.text


async def test_who_wants_no_place_has_none(stage: Stage) -> None:
    await won(stage, "Ann", "Ben")
    await stage.slash("Ann", "/game settings", name="Place among friends", value="off")
    shown = await stats(stage)
    assert "rated here" not in shown.text
    assert "You have turned your place among friends off." in shown.text
    assert "Ben" in (await stats(stage, "Ben", kind="carcassonne")).text
    server = await stats(stage, "Ben", server=True, kind="carcassonne")
    assert "– **Ann**" in server.text


async def test_in_direct_messages_one_sees_ones_own(stage: Stage) -> None:
    await won(stage, "Ann", "Ben")
    shown = await stats(stage, room=stage.box.dm("Ann"))
    assert "**Ann**: all games, on all servers" in shown.text
    refused = await stats(stage, room=stage.box.dm("Ann"), server=True)
    assert refused.text.startswith("On a server you can look at others who play there")


@pytest.mark.parametrize("text", ["who", "9-9.", "..x.y", "kind=", "1-0.catan.99.nothing", "kind=me.nothing.-3."])
async def test_ids_that_nobody_wrote(stage: Stage, text: str) -> None:
    """An answer in words, whatever is pressed."""
    await won(stage, "Ann", "Ben")
    shown = await stats(stage)
    answer = await stage.box.forge("Ann", on_screen(shown), f"x:0:0:stats:{text}")
    assert answer.text
    assert "went wrong" not in answer.text
