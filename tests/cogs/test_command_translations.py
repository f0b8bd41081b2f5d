"""Commands in the languages that Discord speaks too."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.client import Longtable
from cogs.command_translations import CommandTranslator, discord_locales
from cogs.settings import Settings
from service.store.clock import SystemClock
from tools.checks.pseudo_language import pseudo_language, pseudo_translate
from words import Catalogue

MOST = 8000  # characters of a command, in its longest language


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Longtable]:
    made = Longtable(Settings(database=tmp_path / "x.sqlite3"), SystemClock())
    yield made
    await made.close()


def test_locales_of_discord() -> None:
    assert discord_locales("de") == [discord.Locale.german]
    assert discord_locales("ro") == [discord.Locale.romanian]
    assert discord_locales("he") == []
    assert set(discord_locales("en")) == {discord.Locale.american_english, discord.Locale.british_english}


def size(command: dict[str, Any], locale: str) -> int:
    """As Discord counts: names, descriptions and values of choices, the longest of the languages."""
    described = command.get("description_localizations", {}).get(locale, "")
    own = len(command["name"]) + max(len(described), len(command.get("description", "")))
    chosen = (
        max(len(c["name"]), len(c.get("name_localizations", {}).get(locale, ""))) + len(str(c["value"]))
        for c in command.get("choices", ())
    )
    return own + sum(chosen) + sum(size(option, locale) for option in command.get("options", []))


def descriptions(command: dict[str, Any]) -> list[tuple[str, str]]:
    found = [(command["description"], command.get("description_localizations", {}).get("de", ""))]
    found += [(c["name"], c.get("name_localizations", {}).get("de", "")) for c in command.get("choices", ())]
    return [*found, *(one for option in command.get("options", []) for one in descriptions(option))]


async def translated(bot: Longtable) -> list[dict[str, Any]]:
    bot.build_command_tree()
    told = CommandTranslator(bot._describe_commands)
    return [await command.get_translated_payload(bot.tree, told) for command in bot.tree.get_commands()]


async def test_without_another_language_nothing_is_added(bot: Longtable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.command_translations.catalogue", lambda: Catalogue({"en": {}}))
    assert CommandTranslator(bot._describe_commands).translations == {}
    assert all(german == "" for command in await translated(bot) for _, german in descriptions(command))


async def test_every_description_is_translated_and_no_name_is(bot: Longtable) -> None:
    with pseudo_language("de", longer=True):
        commands = await translated(bot)
    assert commands
    for command in commands:
        assert "name_localizations" not in command or not command["name_localizations"]
        assert size(command, "de") <= MOST, command["name"]
        for english, german in descriptions(command):
            assert german, english
            assert len(german) <= 100
    game = next(command for command in commands if command["name"] == "game")
    log = next(option for option in game["options"] if option["name"] == "log")
    assert log["description_localizations"]["de"] == pseudo_translate(log["description"], "de", longer=True)
    assert bot.command_language == "en"


@pytest.mark.parametrize("where", list(app_commands.TranslationContextLocation))
async def test_what_is_not_known_stays_english(bot: Longtable, where: Any) -> None:
    told = CommandTranslator(bot._describe_commands)
    context = app_commands.TranslationContext(where, None)
    assert await told.translate(app_commands.locale_str("x"), discord.Locale.german, context) is None


async def test_descriptions_are_made_anew_only_for_other_sentences(bot: Longtable) -> None:
    english, german = bot._describe_commands("en"), bot._describe_commands("de")
    assert bot._describe_commands("en") is english
    with pseudo_language("de"):  # inside the same catalogue
        assert bot._describe_commands("de") != german
        assert bot._describe_commands("en") is english
    assert bot._describe_commands("de") == german
