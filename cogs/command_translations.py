"""Translations of commands, options and choices.

Only descriptions and names of choices are translated. Names of commands and options stay English, because sentences,
help and players refer to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where

from cogs.screen import truncate_text
from rules.core import registry
from words import catalogue
from words.catalogue import FALLBACK

Command = dict[str, Any]  # as in Discord's API
TRANSLATED: Final = frozenset(
    {Where.command_description, Where.group_description, Where.parameter_description, Where.choice_name}
)
TEXT_LENGTH: Final = 100
# language -> (sentences and games they were made of, descriptions)
_DESCRIPTIONS: Final[dict[str, tuple[object, list[Command]]]] = {}


def discord_locales(language: str) -> list[discord.Locale]:
    """Discord's locales of a language; empty if Discord does not support it."""
    return [locale for locale in discord.Locale if locale.value.partition("-")[0] == language]


def describe_commands_once(language: str, describe: Callable[[], list[Command]]) -> list[Command]:
    """The result of `describe`, cached until the sentences (of the language or English) or the games change. Tests
    start the bot often in one process."""
    sentences = catalogue()
    sources = (
        sentences.all_sentences(language),
        sentences.all_sentences(FALLBACK),
        tuple(registry.game_types().values()),
    )
    cached = _DESCRIPTIONS.get(language)
    if cached is None or cached[0] != sources:
        cached = _DESCRIPTIONS[language] = sources, describe()
    return cached[1]


class CommandTranslator(app_commands.Translator):
    """`describe`: the commands as they are in a language, by their names in the same order."""

    def __init__(self, describe: Callable[[str], list[Command]]) -> None:
        english = list(_described_texts(describe("en")))
        self.translations: dict[str, dict[str, str]] = {}  # locale -> English text -> translation
        for language in catalogue().offered_languages:
            if language == "en" or not discord_locales(language):
                continue
            translations = dict(zip(english, _described_texts(describe(language)), strict=True))
            self.translations |= {locale.value: translations for locale in discord_locales(language)}

    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, context: Any) -> str | None:
        if context.location not in TRANSLATED:
            return None
        translation = self.translations.get(locale.value, {}).get(string.message)
        return None if translation is None else truncate_text(translation, TEXT_LENGTH)


def _described_texts(commands: list[Command]) -> Iterator[str]:
    """All translatable texts of commands, in a fixed order."""
    for command in commands:
        yield command["description"]
        yield from (choice["name"] for choice in command.get("choices", ()))
        yield from _described_texts(command.get("options", []))
