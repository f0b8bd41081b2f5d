"""Texts in the order in which they are drawn, where some of their letters run from the right.

The bidirectional algorithm of Unicode, with isolates and brackets that look the other way: `python-bidi` has two
engines, one that knows isolates and turns no bracket, and one that turns brackets and knows no isolates. So isolates
are taken out here, each is put in order by itself, and comes back in place of a sign that stood for it.
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
MARK: Final = "\u200e"  # a letter that nobody sees and that runs from the left
ISOLATES: Final = frozenset((LEFT, RIGHT, FIRST, END))
RIGHT_MARK: Final = "\u200f"  # and one from the right
UNSEEN: Final = ISOLATES | {MARK, RIGHT_MARK}
_BRACKETS: Final = re.compile(r"[()\[\]{}<>«»]")
_SIGNED: Final = re.compile(r"(?<![\w)\u2066\u2068])([+\u2212-]\d+(?:[.,]\d+)*(?:\s?%)?)")  # the sign stays on its left
_STANDS: Final = 0x2500  # the first of the signs that stand for isolates: neutral ones, which no text of ours holds


def is_right_to_left(character: str) -> bool:
    return "\u0590" <= character <= "\u08ff" or character == RIGHT_MARK or "\ufb1d" <= character <= "\ufdff"


def keep_line_direction(line: str, text: str, base: str) -> str:
    """A line of a text that is broken into several, for `visual`: if the text runs from the right, so does a line of it
    without a letter that does."""
    if base != "R" or any(map(is_right_to_left, line)) or not any(map(is_right_to_left, text)):
        return line
    return RIGHT_MARK + line


def reorder_text(text: str, base: str = "") -> str:
    """The text as it is drawn. `base`: L or R, the direction of a sentence in which names of the other stand; empty:
    that of its first letter."""
    if not any(map(is_right_to_left, text)):
        return "".join(c for c in text if c not in UNSEEN)
    return _reorder_cached(text, base)


@lru_cache(maxsize=4096)
def _reorder_cached(text: str, base: str) -> str:
    text = _SIGNED.sub(rf"{LEFT}\1{END}", text)
    turned = _BRACKETS.search(text) is not None
    shown = _mirror_brackets(text, base) if turned else str(get_display(text, base_dir=base or None))
    return "".join(c for c in shown if c not in UNSEEN)


def _mirror_brackets(text: str, base: str) -> str:
    """With brackets turned where they stand among letters from the right."""
    outer, inner = _replace_isolates(text)
    shown = str(get_mirrored(outer, base_dir=base or None)) if outer else ""
    return "".join(inner.get(c, c) for c in shown)


def _replace_isolates(text: str) -> tuple[str, dict[str, str]]:
    """The text with a sign in place of each isolate, and what is drawn there."""
    outer, depth, begun, opened = "", 0, 0, ""
    inner: dict[str, str] = {}
    for at, c in enumerate(text + END * text.count(FIRST) + END * text.count(RIGHT) + END * text.count(LEFT)):
        if c in (LEFT, RIGHT, FIRST):
            if not depth:
                begun, opened = at + 1, c
            depth += 1
        elif c == END and depth:
            depth -= 1
            if not depth:
                sign = chr(_STANDS + len(inner))
                inner[sign] = _mirror_brackets(text[begun:at], {LEFT: "L", RIGHT: "R", FIRST: ""}[opened])
                outer += sign
        elif not depth and c != END:  # an end too many is left out, and one that lacks stands behind the text
            outer += c
    return outer, inner
