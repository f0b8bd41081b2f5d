"""`/game settings`: where and when somebody wants to hear, by typing, by lists and in the window of hours."""

from __future__ import annotations

import pytest

from playground.driver import Answer
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.laid import on_screen

PING, REMINDERS = "When it is my turn", "Reminders"


async def settings(stage: Stage, **options: str) -> Answer:
    return await stage.slash("Ann", "/game settings", **options)


async def hours(stage: Stage, shown: Answer, **values: str) -> Answer:
    """Fill in the window of hours."""
    opened = await stage.box.press("Ann", on_screen(shown), "My hours…")
    return await stage.box.submit("Ann", opened, values)


def me(stage: Stage) -> int:
    return stage.box.person("Ann").id


async def test_where_to_hear_is_chosen_from_a_list(stage: Stage) -> None:
    shown = await settings(stage)
    assert f"**{PING}**: a mention in the channel." in shown.text
    shown = await stage.box.select("Ann", on_screen(shown), f"{PING}: once a day in a direct message", which=0)
    assert f"**{PING}**: once a day in a direct message." in shown.text
    shown = await stage.box.select("Ann", on_screen(shown), f"{REMINDERS}: only when my time is up", which=1)
    assert f"**{REMINDERS}**: only when my time is up." in shown.text
    assert stage.tables.preferences.effective_setting(me(stage), "ping") == "digest"
    await stage.restart()
    assert f"**{PING}**: once a day in a direct message." in (await settings(stage)).text


async def test_hours_share_a_window(stage: Stage) -> None:
    shown = await hours(stage, await settings(stage), quiet="22-7", rest="fri 16 - sat 20", timezone="bucharest")
    assert "**Quiet hours**: 22:00-07:00." in shown.text
    assert "**Weekly rest**: Fri 16:00-Sat 20:00." in shown.text
    assert "**My time zone**: Europe/Bucharest (UTC+" in shown.text
    assert "**Hour of the digest**: 08:00." in shown.text
    opened = await stage.box.press("Ann", on_screen(shown), "My hours…")
    given = {field.custom_id: field.value for field in opened.modal.fields}
    assert given == {
        "timezone": "Europe/Bucharest",
        "quiet": "22:00-07:00",
        "rest": "Fri 16:00-Sat 20:00",
        "digest": "08:00",
    }
    shown = await stage.box.submit("Ann", opened, {"quiet": "", "rest": "", "timezone": "", "digest": ""})
    assert "**Quiet hours**: off." in shown.text
    assert "**My time zone**: UTC (UTC+0)." in shown.text


async def test_hours_without_a_zone_say_whose_they_are(stage: Stage) -> None:
    shown = await settings(stage)
    assert "count in UTC" not in shown.text
    assert "count in UTC until you choose a time zone" in (await hours(stage, shown, quiet="22-7")).text


async def test_a_refused_window_says_why_and_opens_as_it_was_typed(stage: Stage) -> None:
    said = await hours(stage, await settings(stage), quiet="20-8", rest="sunday")
    assert said.text.startswith("Quiet hours cannot be 20-8: they may last 10 hours a day at most. Possible: ")
    assert stage.tables.preferences.effective_setting(me(stage), "rest") == "off"
    opened = await stage.box.press("Ann", on_screen(said), "Correct it…")
    assert [field.value for field in opened.modal.fields][1:3] == ["20-8", "sunday"]
    shown = await stage.box.submit("Ann", opened, {"quiet": "22-8"})
    assert "**Quiet hours**: 22:00-08:00." in shown.text
    assert "**Weekly rest**: Sun 00:00-Mon 00:00." in shown.text


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("quiet", "7-7", "Quiet hours cannot be 7-7: they would end when they begin."),
        ("quiet", "nights", "Quiet hours cannot be nights: write when they begin and end."),
        ("rest", "fri - sun", "The weekly rest cannot be fri - sun: it may last 30 hours a week at most."),
        ("timezone", "Atlantis", "The time zone cannot be Atlantis: I know no such place."),
        ("digest", "noonish", "The hour of the digest cannot be noonish: that is no time of the day."),
    ],
)
async def test_what_cannot_be_has_its_sentence(stage: Stage, name: str, value: str, said: str) -> None:
    assert (await settings(stage, name=name, value=value)).text.startswith(said)


async def test_zones_and_hours_complete_as_one_types(stage: Stage) -> None:
    found = await stage.box.complete("Ann", ROOM, "/game settings", "value", "buchar", name="timezone")
    assert [choice.value for choice in found] == ["Europe/Bucharest"]
    assert found[0].label.startswith("Europe/Bucharest (UTC+")
    found = await stage.box.complete("Ann", ROOM, "/game settings", "value", "", name="My time zone")
    assert len(found) == 25
    found = await stage.box.complete("Ann", ROOM, "/game settings", "value", "10pm to 6", name="quiet")
    assert [choice.value for choice in found] == ["22:00-06:00"]
    said = await settings(stage, name="timezone", value="Europe/Bucharest")
    assert said.text.startswith("My time zone: now Europe/Bucharest (UTC+")
