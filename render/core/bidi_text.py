"""Reorders bidirectional text into visual order.

Implements isolates and mirrored brackets together. `python-bidi` has two engines: one supports isolates but mirrors no
brackets, the other mirrors brackets but ignores isolates. This module therefore takes each isolate out, reorders it
alone and puts it back in place of a placeholder character.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from bidi import get_display
from bidi.algorithm import get_display as get_mirrored

LEFT: Final = "\u2066"
RIGHT: Final = "\u2067"
FIRST: Final = "\u2068"
END: Final = "\u2069"
MARK: Final = "\u200e"  # invisible, left to right
ISOLATES: Final = frozenset((LEFT, RIGHT, FIRST, END))
RIGHT_MARK: Final = "\u200f"  # invisible, right to left
UNSEEN: Final = ISOLATES | {MARK, RIGHT_MARK}
_BRACKETS: Final = re.compile(r"[()\[\]{}<>«»]")
_SIGNED_NUMBER: Final = re.compile(
    r"(?<![\w)\u2066\u2068])([+\u2212-]\d+(?:[.,]\d+)*(?:\s?%)?)"
)  # a sign stays on the left
_FIRST_PLACEHOLDER: Final = 0x2500  # first placeholder of an isolate: neutral characters that no sentence contains


def is_right_to_left(character: str) -> bool:
    return "\u0590" <= character <= "\u08ff" or character == RIGHT_MARK or "\ufb1d" <= character <= "\ufdff"


def keep_line_direction(line: str, text: str, base: str) -> str:
    """One line of a wrapped right-to-left text, for `visual_order`. A line without right-to-left letters gets a mark
    that keeps the direction of the text."""
    if base != "R" or any(map(is_right_to_left, line)) or not any(map(is_right_to_left, text)):
        return line
    return RIGHT_MARK + line


def reorder_text(text: str, base: str = "") -> str:
    """The text in visual order. `base`: L or R, the direction of the sentence; empty: of its first letter."""
    if not any(map(is_right_to_left, text)):
        return "".join(character for character in text if character not in UNSEEN)
    return _reorder_cached(text, base)


@lru_cache(maxsize=4096)
def _reorder_cached(text: str, base: str) -> str:
    text = _SIGNED_NUMBER.sub(rf"{LEFT}\1{END}", text)
    has_brackets = _BRACKETS.search(text) is not None
    visual_text = _mirror_brackets(text, base) if has_brackets else str(get_display(text, base_dir=base or None))
    return "".join(character for character in visual_text if character not in UNSEEN)


def _mirror_brackets(text: str, base: str) -> str:
    """The text in visual order, with brackets mirrored among right-to-left letters."""
    outer, inner = _replace_isolates(text)
    shown = str(get_mirrored(outer, base_dir=base or None)) if outer else ""
    return "".join(inner.get(character, character) for character in shown)


def _replace_isolates(text: str) -> tuple[str, dict[str, str]]:
    """The text with a placeholder for each isolate, and the visual text of each placeholder."""
    outer, depth, start, opener = "", 0, 0, ""
    inner: dict[str, str] = {}
    for index, character in enumerate(
        text + END * text.count(FIRST) + END * text.count(RIGHT) + END * text.count(LEFT)
    ):
        if character in (LEFT, RIGHT, FIRST):
            if not depth:
                start, opener = index + 1, character
            depth += 1
        elif character == END and depth:
            depth -= 1
            if not depth:
                placeholder = chr(_FIRST_PLACEHOLDER + len(inner))
                inner[placeholder] = _mirror_brackets(text[start:index], {LEFT: "L", RIGHT: "R", FIRST: ""}[opener])
                outer += placeholder
        elif not depth and character != END:  # drops a surplus end; the loop adds missing ends behind the text
            outer += character
    return outer, inner
