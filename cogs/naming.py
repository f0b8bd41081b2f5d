"""What options, values, colours and levels are called; what has no word is called by its key."""

from __future__ import annotations

from rules.core import Choices, Kind
from words import Voice


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
