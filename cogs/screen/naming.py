"""What options, values, colours and levels are called; what has no word is called by its key."""

from __future__ import annotations

import re
from typing import Final

import discord

from rules.core import Choices, Kind
from words import Voice

TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")  # marks that turn the rest of a line around


def bare(name: str) -> str:
    """The name of a person without marks that would change the words around it."""
    return TURNING.sub("", name)


def escaped(name: str) -> str:
    """The name of a person as it stands in a message: as letters, never as formatting or as a mention."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(bare(name)).replace("<", "\\<"))


def language(code: str, say: Voice) -> str:
    return word(say, f"language.{code}", code)


def word(say: Voice, key: str, otherwise: str) -> str:
    """The words of a key, something else where there are none."""
    return say(key) if say.has(key) else otherwise


def described(kind: Kind, choices: Choices, say: Voice) -> str:
    """The boxes and the options that differ from their defaults, in words."""
    parts = [word(say, f"{kind.family}.module.base", say("lobby.base"))]
    parts += [module_name(kind, module, say) for module in choices.modules]
    parts += [
        say("options.line", name=option_name(kind, key, say), value=value_name(kind, key, value, say))
        for key, value in choices.options
    ]
    return ", ".join(parts)


def modules_name(kind: Kind, say: Voice) -> str:
    """What the boxes of a game are called."""
    return word(say, f"{kind.family}.modules", say("options.modules"))


def module_name(kind: Kind, module: str, say: Voice) -> str:
    return word(say, f"{kind.family}.module.{module}", module)


def option_name(kind: Kind, option: str, say: Voice) -> str:
    return word(say, f"{kind.family}.option.{option}", option.replace("_", " "))


def value_name(kind: Kind, option: str, value: str, say: Voice) -> str:
    return word(say, f"{kind.family}.value.{option}.{value}", value.replace("_", " "))


def preset_name(kind: Kind, preset: str, say: Voice) -> str:
    return word(say, f"{kind.family}.preset.{preset}", preset)


def colour(letter: str, say: Voice) -> str:
    return word(say, f"colour.{letter}", letter)


def level_name(level: str, say: Voice) -> str:
    return word(say, f"choice.level.{level}", level)
