"""Pace and late policy: chosen when a table is opened and in its options, kept by a rematch, told where people look."""

from __future__ import annotations

import pytest

from cogs.screen.time_text import OFFERED_PACES
from service.state.model import LATE_POLICIES
from tests.e2e.conftest import Stage
from tests.e2e.test_lobby_citadels import choose, labels
from tests.e2e.test_table import lay


@pytest.mark.parametrize("kind", ["carcassonne", "catan", "citadels"])
async def test_a_day_per_move_unless_something_else_is_chosen(stage: Stage, kind: str) -> None:
    await stage.slash("Ann", f"/{kind} new")
    lobby = stage.newest("Join")
    assert "· 24 h per move · played here" in lobby.text
    assert "When somebody's time is up, the others may let a machine play the move." in lobby.text
    assert "The first decision of each player has half of the time, so that the game gets going." in lobby.text
    assert (stage.table().pace, stage.table().late) == ("24h", "ask")


async def test_the_pace_is_typed_and_completed(stage: Stage) -> None:
    found = await stage.box.complete("Ann", "table", "/carcassonne new", "pace", "")
    assert [choice.value for choice in found][:4] == ["24h", "12h", "48h", "72h"]
    assert found[0].label == "24h · 24 h per move"
    typed = await stage.box.complete("Ann", "table", "/carcassonne new", "pace", "5d+")
    shown = {choice.value: choice.label for choice in typed}
    assert shown["bank:5d+12h"] == "bank:5d+12h · 5 days for the whole game, 12 h more for each move"
    await stage.slash("Ann", "/carcassonne new", pace="3 days + 12h")
    assert stage.table().pace == "bank:3d+12h"
    assert "· 3 days for the whole game, 12 h more for each move · played here" in stage.newest("Join").text


async def test_no_time_limit(stage: Stage) -> None:
    await stage.slash("Ann", "/citadels new", pace="none")
    lobby = stage.newest("Join").text
    assert "· no time limit · played here" in lobby
    assert "When somebody's time is up" not in lobby
    assert "half of the time" not in lobby


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("soon", "The pace cannot be soon: that is no time. Possible: 24h, 12h, "),
        ("24", "The pace cannot be 24: say whether these are minutes, hours or days, such as 24h. Possible: "),
        ("5m", "The pace cannot be 5m: a move may take 10m at least and 30d at most. Possible: "),
        ("bank:90d+12h", "The pace cannot be bank:90d+12h: a bank holds 1h at least and 30d at most. Possible: bank:"),
        ("bank:3d", "a bank is written as its size, a plus and what each move adds, such as bank:3d+12h. Possible: "),
    ],
)
async def test_what_is_no_pace_is_refused_with_the_reason(stage: Stage, typed: str, why: str) -> None:
    refused = await stage.slash("Ann", "/carcassonne new", pace=typed, where="thread")
    assert why in refused.text
    assert stage.box.threads("table") == []
    assert not stage.tables.registry.tables
    await stage.slash("Ann", "/carcassonne new")
    assert why in (await stage.slash("Ann", "/game options", name="pace", value=typed)).text
    assert stage.table().pace == "24h"


@pytest.mark.parametrize("kind", ["carcassonne", "catan", "citadels"])
async def test_the_screen_of_options_has_both(stage: Stage, kind: str) -> None:
    await stage.slash("Ann", f"/{kind} new")
    screen = await stage.press("Ann", "Options")
    assert "Pace: 24 h per move" in screen.text
    assert "If late: the others decide" in screen.text
    assert f"Code for copying: `{kind} base pace=24h late=ask`" in screen.text
    assert len(labels(screen, "Pace")) == len(OFFERED_PACES)
    assert len(labels(screen, "If late")) == len(LATE_POLICIES)
    chosen = await choose(stage, screen, "Pace", "72h")
    assert "Pace: 72 h per move" in chosen.text
    await choose(stage, chosen, "If late", "fallback")
    assert (stage.table().pace, stage.table().late) == ("72h", "fallback")
    lobby = stage.newest("Join").text
    assert "72 h per move" in lobby
    assert "When somebody's time is up, the clock plays the safest move for them." in lobby


async def test_a_pace_of_ones_own_stands_in_the_list(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", pace="36h")
    screen = await stage.press("Ann", "Options")
    assert labels(screen, "Pace")[-1] == "Pace: 36 h per move"


async def test_options_by_name(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    assert {"pace", "late"} <= {c.value for c in await stage.box.complete("Ann", "table", "/game options", "name", "")}
    found = await stage.box.complete("Ann", "table", "/game options", "value", "48", name="pace")
    assert found[0].value == "48h"
    found = await stage.box.complete("Ann", "table", "/game options", "value", "", name="late")
    assert [choice.value for choice in found] == ["ask", "fallback", "machine"]
    said = await stage.slash("Ann", "/game options", name="Pace", value="48h")
    assert said.text == "Pace is now 48 h per move."
    said = await stage.slash("Ann", "/game options", name="late", value="machine")
    assert said.text == "When somebody's time is up, a machine plays for them until they are back."
    refused = await stage.slash("Ann", "/game options", name="late", value="cry")
    assert (
        "What is done if somebody is late cannot be cry: there is no such thing. Possible: ask, fallback"
        in refused.text
    )
    assert "Pace: 48 h per move" in (await stage.slash("Ann", "/game options", name="pace")).text
    await stage.press("Ben", "Join")
    assert "Only Ann can do that" in (await stage.slash("Ben", "/game options", name="pace", value="12h")).text


async def test_a_running_game_says_how_it_stands(stage: Stage) -> None:
    await stage.game("Ann", "Ben", pace="bank:3d+12h")
    table = stage.newest("My move")
    assert ", due <t:" in table.text
    shown = await stage.slash("Ben", "/game options")
    assert "Pace: 3 days for the whole game, 12 h more for each move" in shown.text
    assert "If late: the others decide" in shown.text
    more = await stage.press("Ann", "More", table)
    assert "Left for the whole game: Ann 3 days and Ben 3 days." in more.text.replace("*", "") or (
        "Left for the whole game: Ben 3 days and Ann 3 days." in more.text
    )


async def test_more_tells_what_is_left_now_and_the_table_who_has_little(stage: Stage) -> None:
    await stage.game("Ann", "Ben", pace="bank:1d+12h")
    who = stage.waited()
    stage.box.advance(17 * 3600)  # half of 36 hours are 18: the first move of a seat
    more = await stage.press(who, "More")
    assert f"{who} 19 h" in more.text or f"{who} 18 h" in more.text
    await lay(stage)
    await lay(stage)
    assert stage.waited() == who
    assert "Little left" not in stage.newest("My move").text
    stage.box.advance(30 * 3600)
    await lay(stage)
    await lay(stage)
    assert f"Little left for the whole game: {who} " in stage.newest("My move").text


async def test_a_rematch_keeps_them(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", seats=2, pace="12h")
    await stage.slash("Ann", "/game options", name="late", value="machine")
    await stage.press("Ben", "Join")
    await stage.press("Ann", "Start")
    await stage.slash("Ann", "/game end")
    await stage.press("Ben", "Agree")
    await stage.press("Ben", "Rematch")
    assert (stage.table().status, stage.table().pace, stage.table().late) == ("lobby", "12h", "machine")
    lobby = stage.newest("Join").text
    assert "12 h per move" in lobby
    assert "a machine plays for them until they are back" in lobby
