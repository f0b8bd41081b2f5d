"""What commands, options and choices are called where Discord speaks a language of ours too.

That is, their descriptions and the names of choices. Names of commands and options stay English: sentences, help and
players name them to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where

from cogs.screen import cut
from rules.core import registry
from words import catalogue
from words.catalogue import FALLBACK

Command = dict[str, Any]  # as Discord is told of it
SHOWN: Final = frozenset(
    {Where.command_description, Where.group_description, Where.parameter_description, Where.choice_name}
)
LONGEST: Final = 100
# Per language: what the descriptions were made of, and the descriptions.
_MADE: Final[dict[str, tuple[object, list[Command]]]] = {}


def locales(language: str) -> list[discord.Locale]:
    """Discord's locales of a language; none for one that Discord has not."""
    return [locale for locale in discord.Locale if locale.value.partition("-")[0] == language]


def described_once(language: str, describe: Callable[[], list[Command]]) -> list[Command]:
    """What `describe` makes, made anew only where the sentences of the language, the English ones that stand in for
    missing ones, or the games are others: a process that starts the bot often, as the tests do, makes it once."""
    sentences = catalogue()
    made_of = (sentences.contents(language), sentences.contents(FALLBACK), tuple(registry.kinds().values()))
    found = _MADE.get(language)
    if found is None or found[0] != made_of:
        found = _MADE[language] = made_of, describe()
    return found[1]


class Descriptions(app_commands.Translator):
    """`told`: the commands as they are in a language, by their names in the same order."""

    def __init__(self, told: Callable[[str], list[Command]]) -> None:
        english = list(_texts(told("en")))
        self.known: dict[str, dict[str, str]] = {}  # locale -> English -> what is said there
        for language in catalogue().whole:
            if language == "en" or not locales(language):
                continue
            said = dict(zip(english, _texts(told(language)), strict=True))
            self.known |= {locale.value: said for locale in locales(language)}

    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, context: Any) -> str | None:
        if context.location not in SHOWN:
            return None
        found = self.known.get(locale.value, {}).get(string.message)
        return None if found is None else cut(found, LONGEST)


def _texts(commands: list[Command]) -> Iterator[str]:
    """All that is described, always in the same order."""
    for command in commands:
        yield command["description"]
        yield from (choice["name"] for choice in command.get("choices", ()))
        yield from _texts(command.get("options", []))
