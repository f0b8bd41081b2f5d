"""The lobby of Carcassonne: presets, expansions in any combination, options that apply, warnings, help for each."""

from __future__ import annotations

import pytest

from playground.driver import Answer
from rules.core.registry import game_types
from tests.e2e.conftest import Stage
from words import Voice

KIND = game_types()["carcassonne"]
BOXES = "Expansions"


def labels(answer: Answer, which: str) -> list[str]:
    assert answer.message is not None
    return [choice.label for choice in answer.message.select(which).choices]


@pytest.mark.parametrize(
    ("preset", "code", "shown"),
    [
        ("first", "base", "Base game · 2 to 6 players"),
        ("river", "base+river2", "Base game, The River II"),
        ("classic", "base+inns+trade", "Base game, Inns & Cathedrals, Traders & Builders"),
        ("bigbox", "base+inns+trade+king+count+princess+abbey+cult+bridge", "Count of Carcassonne, Princess & Dragon"),
        ("2007", "base+river1 edition=2007", "2 to 5 players"),
    ],
)
async def test_presets(stage: Stage, preset: str, code: str, shown: str) -> None:
    await stage.slash("Ann", "/carcassonne new", preset=preset)
    assert str(stage.table().choices) == code
    assert shown in stage.newest("Join").text


async def test_expansions_are_added_to_the_preset_with_a_warning(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", preset="bigbox", expansions="river2")
    assert stage.table().choices == KIND.with_module(KIND.presets["bigbox"], "river2")
    lobby = stage.newest("Join").text
    assert "The River II: river tiles may find no place" in lobby
    await stage.slash("Ann", "/game options", name="expansions", value="inns, traders")
    lobby = stage.newest("Join").text
    assert "may find no place" not in lobby
    assert "Inns & Cathedrals, Traders & Builders" in lobby


async def test_every_box_is_in_the_list_and_every_pair_can_be_chosen(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    options = await stage.press("Ann", "Options")
    say = Voice("en")
    assert set(labels(options, BOXES)) == {say(f"carc.module.{module}") for module in KIND.modules}
    for pair in (("inns", "count"), ("cult", "abbey"), ("river1", "river2"), tuple(KIND.modules)):
        options = await stage.box.select("Ann", options, *pair, which=BOXES)
        await stage.settled()
        assert set(stage.table().choices.modules) == set(pair)


async def test_only_options_of_these_boxes_are_shown(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", expansions="count")
    shown = await stage.press("Ann", "Rule options…", await stage.press("Ann", "Options"))
    seen = shown.text
    for _ in range(2):
        assert shown.message is not None
        if shown.message.has_button("More options…"):
            shown = await stage.press("Ann", "More options…", shown)
            seen += shown.text
    assert "Market of Carcassonne" in seen
    assert "Dragon and Carcassonne" not in seen
    assert "Where wagons drive" not in seen
    refused = await stage.slash("Ann", "/game options", name="dragon_move", value="after_scoring")
    assert "**" not in refused.text
    assert "Possible:" in refused.text


async def test_the_rules_in_a_minute_are_those_of_the_boxes_on_the_table(stage: Stage) -> None:
    await stage.game("Ann", "Ben", expansions="princess")
    answer = await stage.press(stage.waited(), "My move")
    seen = ""
    answer = await stage.press(stage.waited(), "Rules in a minute", answer)
    while answer.last is not None:
        seen += answer.text
        if not answer.last.has_button("Next"):
            break
        answer = await stage.press(stage.waited(), "Next", answer)
    assert "**The dragon.**" in seen
    assert "**The barn.**" not in seen
    assert "9 of 9" in seen


@pytest.mark.parametrize("module", KIND.modules)
async def test_every_box_is_a_topic_of_help(stage: Stage, module: str) -> None:
    name = stage.running.bot.voice(None, "en")(f"carc.module.{module}")
    told = await stage.slash("Ann", "/game help", topic=f"carcassonne {module}")
    assert "**" in told.text
    found = await stage.box.complete("Ann", "table", "/game help", "topic", name)
    assert f"carcassonne {module}" in [choice.value for choice in found]
