"""What Discord makes of a text beyond letters: links, mentions, times, formatting."""

from __future__ import annotations

import re
import unicodedata

# Names that people gave themselves, each meant to be more than letters.
HOSTILE = (
    "[click](http://x.y)",
    "```",
    "`a``b`",
    "\u202eneb\u202c",
    "\u2066a\u2067b\u2068c\u2069",
    "a\u200bb\ufeffc\u2060",
    "two\nlines",
    "# Headline",
    "-# small",
    "> said",
    "- item",
    "1. item",
    "@everyone",
    "@here",
    "<@1>",
    "<@&1>",
    "<#1>",
    "</game:1>",
    "<t:1:R>",
    "<:smile:1>",
    "http://x.y/z",
    "discord.gg/abc",
    "*__~~||a||~~__*",
    "\\",
    "\\[x](http://x.y)",
    "Z" + "\u0301" * 32,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 4,
    "\ufdfd" * 32,
    "\u3164\u115f",
    "\U000e0041\U000e0042",
    "\u05d0\u05d1\u05d2 (x)",
    "{seat} {name} %s {0}",
    '"Ann"',
    "a" * 32,
)

_PARTS = {
    "link": r"\[[^\]\n]*\]\([^)\n]*\)",
    "address": r"https?://\S+",
    "invitation": r"\bdiscord\.gg/\w+",
    "mention": r"<@[!&]?\d+>|<#\d+>|</[^>\n]+:\d+>|@everyone|@here",
    "time": r"<t:-?\d+(?::\w)?>",
    "emoji": r"<a?:\w+:\d+>",
    "fence": r"```",
    "code": r"`",
    "strong": r"\*+|__|~~|\|\|",
    "opening": r"(?m)^\s*(?:#{1,3}|-#|>(?:>>)?|[-*+]|\d+\.)\s",
}
_APART = re.compile("\u2068([^\u2066-\u2069]*)\u2069")
_TURNING = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")


def active(text: str) -> dict[str, list[str]]:
    """What of a text is no letter, by its kind; what is escaped is a letter."""
    text = re.sub(r"\\[^0-9A-Za-z\s]", "\u25a1", text)
    return {kind: re.findall(pattern, text) for kind, pattern in _PARTS.items()}


def turned(text: str) -> bool:
    """Whether something in it turns the direction of reading; what is only set apart turns nothing."""
    return _TURNING.search(_APART.sub(r"\1", text)) is not None


def tower(text: str) -> int:
    """The most marks on one letter."""
    most = now = 0
    for letter in text:
        now = now + 1 if unicodedata.category(letter).startswith("M") else 0
        most = max(most, now)
    return most
