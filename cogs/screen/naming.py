"""Names of options, values, colours and levels (default: the key); escaping of players' names."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import discord

from rules.core import Choices, GameType
from service.state.person_names import LONGEST, clean_name
from words import Voice

# Markdown anywhere; at the beginning of a line; URLs.
_FORMAT: Final = re.compile(r"([\\`*_~|<\[\]])")
_LINE_START: Final = re.compile(r"^(\s*)([#>+-]|\d+(?=[.)]))", re.MULTILINE)
_LINK: Final = re.compile(r"(?<=:)/(?=/)|(?<=\w\.\w\w)/|(?<=\w\.\w\w\w)/|(?<=\w\.\w\w\w\w)/")
_ESCAPED: Final = re.compile(r"\\([^\w\s]|_)")
MAX_INPUT_LENGTH: Final = 4000  # maximum characters of user input
MENTION_BREAKER: Final = "\u200b"  # zero-width space that breaks mentions


def plain_name(name: str, longest: int = LONGEST) -> str:
    """A player's name for labels, images and descriptions: cleaned, without Markdown escapes."""
    return clean_name(name, longest)


def escape_markdown(name: str) -> str:
    """A name or user input for a message: one line without formatting, links or mentions."""
    text = clean_name(name, MAX_INPUT_LENGTH) if name.strip() else ""
    text = _LINE_START.sub(_escape_line_start, _FORMAT.sub(r"\\\1", text))
    text = _LINK.sub(r"\/", text)
    return discord.utils.escape_mentions(text).replace("@everyone", f"@{MENTION_BREAKER}everyone")


def _escape_line_start(match: re.Match[str]) -> str:
    number = match[2].isdigit()
    return f"{match[1]}{match[2]}{MENTION_BREAKER}" if number else f"{match[1]}\\{match[2]}"


def name_in_code_block(name: str) -> str:
    """A player's name inside a code block."""
    return plain_name(name).replace("`", "'")


def isolate_name(name: str) -> str:
    """A name in a bidi isolate if it contains right-to-left letters, so that it does not reorder its surroundings."""
    return f"\u2068{name}\u2069" if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name) else name


def unescape_markdown(text: str) -> str:
    """Undo `escape_markdown`, for places without Markdown: labels, options, descriptions, titles."""
    return _ESCAPED.sub(r"\1", text).replace(MENTION_BREAKER, "")


def language_name(code: str, say: Voice) -> str:
    return word_or_default(say, f"language.{code}", code)


def word_or_default(say: Voice, key: str, otherwise: str) -> str:
    return say(key) if say.has(key) else otherwise


def describe_changed_options(kind: GameType, choices: Choices, say: Voice) -> str:
    """The modules and the options that differ from their defaults, in words."""
    parts = [word_or_default(say, f"{kind.family}.module.base", say("lobby.base"))]
    parts += [module_name(kind, module, say) for module in choices.modules]
    parts += [
        say("options.line", name=option_name(kind, key, say), value=value_name(kind, key, value, say))
        for key, value in choices.options
    ]
    return ", ".join(parts)


def modules_heading(kind: GameType, say: Voice) -> str:
    """The game's word for its modules."""
    return word_or_default(say, f"{kind.family}.modules", say("options.modules"))


def module_name(kind: GameType, module: str, say: Voice) -> str:
    return word_or_default(say, f"{kind.family}.module.{module}", module)


def option_name(kind: GameType, option: str, say: Voice) -> str:
    return word_or_default(say, f"{kind.family}.option.{option}", option.replace("_", " "))


def value_name(kind: GameType, option: str, value: str, say: Voice) -> str:
    return word_or_default(say, f"{kind.family}.value.{option}.{value}", value.replace("_", " "))


def preset_name(kind: GameType, preset: str, say: Voice) -> str:
    return word_or_default(say, f"{kind.family}.preset.{preset}", preset)


def colour_name(letter: str, say: Voice) -> str:
    return word_or_default(say, f"colour.{letter}", letter)


def level_name(level: str, say: Voice) -> str:
    return word_or_default(say, f"choice.level.{level}", level)
