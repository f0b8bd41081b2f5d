"""Sentences of alternative texts: lists, numbers, and cutting to a length."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from words import catalogue

from .look import Say

LIMIT: Final = 1024


def has_sentence(key: str) -> bool:
    """Whether the English catalogue has a key."""
    return catalogue().find("en", key) is not None


def word_of_key(say: Say, key: str) -> str:
    """The word of a key, or the last part of the key itself if it has none."""
    return say(key) if has_sentence(key) else key.rpartition(".")[2].replace("_", " ").replace("-", " ")


def join_list(items: Iterable[str], between: str = ", ") -> str:
    return between.join(items)


def join_names(say: Say, items: Iterable[str]) -> str:
    """«Ann», «Ann and Ben», «Ann, Ben and Cid»."""
    *first_items, last = items
    so_far = ""
    for item in first_items:
        so_far = say("list.comma", so_far=so_far, item=item) if so_far else item
    return say("list.last", so_far=so_far, item=last) if so_far else last


def format_number(n: int, *, sign: bool = False) -> str:
    """A number with a minus sign instead of a hyphen; `sign`: also with a plus sign."""
    return (f"{n:+}" if sign else str(n)).replace("-", "\N{MINUS SIGN}")


def cut_to_limit(sentences: Sequence[str], ellipsis_sentence: str, limit: int = LIMIT) -> str:
    """As many whole sentences as fit into `limit` characters, followed by `ellipsis_sentence` if some are left out."""
    text = " ".join(part for part in sentences if part)
    if len(text) <= limit:
        return text
    kept = ""
    for sentence in sentences:
        longer = f"{kept} {sentence}".strip()
        if len(longer) + 1 + len(ellipsis_sentence) > limit:
            break
        kept = longer
    return f"{kept} {ellipsis_sentence}".strip()


def describe_value(value: Any) -> str:
    """Any value of a view as text."""
    if is_dataclass(value) and not isinstance(value, type):
        return " ".join(describe_value(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{describe_value(key)} {describe_value(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return ", ".join(describe_value(item) for item in value)
    return "-" if value is None else str(value)
