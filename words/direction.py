"""Right-to-left languages in Discord's left-to-right messages.

Each line of a right-to-left text is wrapped in a Unicode isolate, and each inserted value (name, cell, move) in one
with the direction of its first letter. Isolates are invisible characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal

Direction = Literal["ltr", "rtl"]

FROM_THE_RIGHT: Final = frozenset({"he"})
LEFT_TO_RIGHT: Final = "\u2066"
RIGHT_TO_LEFT: Final = "\u2067"
FIRST_STRONG: Final = "\u2068"
END: Final = "\u2069"
LEFT_MARK: Final = "\u200e"  # an invisible left-to-right character

_UNSEEN: Final = dict.fromkeys(map(ord, (LEFT_TO_RIGHT, RIGHT_TO_LEFT, FIRST_STRONG, END, LEFT_MARK)))
_CODE: Final = re.compile(r"((?<!\\)`[^`\n]+(?<!\\)`)")
_FENCE: Final = "```"
# Markdown at the beginning of a line: quotes, small print, headings, lists.
_OPENING: Final = re.compile(r"(?:>>> |> |-# |#{1,3} |\s*[-*] |\s*\d+\. )*")
# Values that are read from left to right: Latin letters, a number with a sign, ranges.
_APART: Final = re.compile(r"[A-Za-z\u00c0-\u024f]|[+\u2212-]\d|\d\S*[-\u2013:/]\S*\d")
_FROM_THE_RIGHT: Final = re.compile(r"[\u0590-\u08ff]")
# Commands, numbers with a sign, times. The slash of an address or a mention is not a command.
_COMMAND: Final = re.compile(r"(?<![\w/:<\u200e])/(?=[a-z])")
_SIGNED: Final = re.compile(r"(?<![\w)\u2066\u2068])([+\u2212-]\d+(?:[.,]\d+)*(?:\s?%)?)")
_TIME: Final = re.compile(r"(?<!\u2068)(<t:\d+(?::[a-zA-Z])?>)")
# Text that Discord must receive unchanged: addresses, mentions, times, commands.
_WHOLE: Final = re.compile(r"https?://|</?[@#:\w]")


def text_direction(language: str) -> Direction:
    """The direction of a language."""
    return "rtl" if language in FROM_THE_RIGHT else "ltr"


def isolate_text(text: str, language: str) -> str:
    """A message text with each line in an isolate if the language is right-to-left. Code blocks, and Markdown at the
    beginning of a line, stay outside."""
    if language not in FROM_THE_RIGHT:
        return text
    lines, is_in_code = [], False
    for line in text.split("\n"):
        toggles_code = line.count(_FENCE) % 2 == 1
        if is_in_code or _FENCE in line or not line.strip():
            lines.append(line)
            is_in_code ^= toggles_code
            continue
        opening = _OPENING.match(line)
        start = opening.end() if opening is not None else 0
        lines.append(f"{line[:start]}{RIGHT_TO_LEFT}{_isolate_pieces(line[start:])}{END}")
    return "\n".join(lines)


def isolate_columns(line: str, words: Iterable[str]) -> str:
    """A line of a text table in left-to-right columns, with right-to-left words isolated."""
    for word in sorted({word for word in words if _FROM_THE_RIGHT.search(word)}, key=len, reverse=True):
        line = line.replace(word, f"{FIRST_STRONG}{word}{END}")
    return f"{LEFT_TO_RIGHT}{line}{END}" if FIRST_STRONG in line else line


def isolate_single_line(text: str, language: str) -> str:
    """One line without Markdown, such as a button's label."""
    return f"{RIGHT_TO_LEFT}{_isolate_pieces(text)}{END}" if text and language in FROM_THE_RIGHT else text


def isolate_value(value: str, language: str) -> str:
    """A value for a right-to-left sentence, isolated if it is left-to-right."""
    if language not in FROM_THE_RIGHT or "\n" in value or _WHOLE.search(value) or not _APART.search(value):
        return value
    if _SIGNED.fullmatch(value):
        return value  # the line isolates it, with a percent sign after it
    if value.startswith((RIGHT_TO_LEFT, FIRST_STRONG)):
        return value
    # The first letter of a composed text may be within an isolate, where it does not count.
    composed = FIRST_STRONG in value and _FROM_THE_RIGHT.search(value)
    return f"{RIGHT_TO_LEFT if composed else FIRST_STRONG}{value}{END}"


def _isolate_pieces(line: str) -> str:
    """A right-to-left line with its commands, times and code isolated, and signs on the left of their numbers."""
    parts = _CODE.split(line)
    if len(parts) > 1:  # odd parts are code, which people copy: no invisible characters
        return "".join(_isolate_code(part) if i % 2 else _isolate_prose(part) for i, part in enumerate(parts))
    return _isolate_prose(line)


def _isolate_code(part: str) -> str:
    return f"{FIRST_STRONG}{part.translate(_UNSEEN)}{END}"


def _isolate_prose(line: str) -> str:
    line = _COMMAND.sub(f"{LEFT_MARK}/", line)
    line = _SIGNED.sub(rf"{LEFT_TO_RIGHT}\1{END}", line)
    return _TIME.sub(rf"{FIRST_STRONG}\1{END}", line)
