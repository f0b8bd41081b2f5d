"""Completion of `/game help topic:`: what stands there at first, and that every topic is found by typing."""

from __future__ import annotations

import pytest

from cogs.games import face_for
from rules.core.registry import game_types
from tests.e2e.conftest import Stage
from words import Voice, catalogue

GENERAL = 16  # first steps, what the bot explains, the rules of the three games
SHOWN = 25


async def offered(stage: Stage, typed: str = "") -> list[str]:
    found = await stage.box.complete("Ann", "table", "/game help", "topic", typed)
    assert len(found) <= SHOWN
    return [str(choice.value) for choice in found]


async def test_the_first_topics_are_those_of_the_bot_then_what_is_played_here(stage: Stage) -> None:
    assert (await offered(stage))[:2] == ["play", "learn"]
    await stage.slash("Ann", "/catan new", mode="base")
    found = await offered(stage)
    assert found[GENERAL - 3] == "rules catan"
    assert {"catan knight", "catan roads", "catan plenty", "catan monopoly", "catan point"} <= set(found)
    await stage.slash("Ann", "/game options", name="expansions", value="cities_knights")
    assert stage.table().choices.modules == ("cities_knights",)
    found = await offered(stage)
    assert found[GENERAL] == "catan commodities"
    assert "catan knight" not in found
    last = (await stage.box.complete("Ann", "table", "/game help", "topic"))[-1]
    assert last.label.endswith("… type more")


async def test_every_topic_is_found_by_its_name_in_every_language(stage: Stage) -> None:
    looked = 0
    for language in catalogue().offered_languages:
        await stage.slash("Ann", "/game settings", name="language", value=language)
        voice = Voice(language)
        for kind in game_types():
            for key, topic in face_for(kind).help_topics(voice).items():
                wanted = f"{kind} {key}"
                whole = await offered(stage, topic.name)
                assert wanted in whole[: SHOWN - 1], (wanted, whole)
                part = topic.name[: max(3, len(topic.name) // 2)]
                game = await offered(stage, f"{part}") if len(topic.name) > 3 else whole
                assert wanted in game[: SHOWN - 1], (wanted, part, game)
                looked += 1
    assert looked > 90


@pytest.mark.parametrize("typed", ["reso", "resource m", "RESOURCE MONOPOLY", "monop", "onopoly"])
async def test_a_topic_by_a_part_of_its_name(stage: Stage, typed: str) -> None:
    assert "catan resource-monopoly" in await offered(stage, typed)
