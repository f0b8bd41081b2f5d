"""Converts message sentences to plain text for archive pages, safe against formatting in names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from datetime import UTC, datetime
from typing import Final

from cogs.screen import naming
from service.state.model import Table
from words import Voice

# Unescaped Markdown.
_FORMAT: Final = re.compile(r"(?<!\\)(\*\*|`)")
_LINE_MARKUP: Final = re.compile(r"^(-# |#{1,3} )", re.MULTILINE)
_TIMESTAMP: Final = re.compile(r"<t:(-?\d+)(:\w)?>")
_FIRST_PLACEHOLDER: Final = 0xE000  # first private use character; cleaned names contain none


class PlainText:
    """Plain text of sentences of `voice`. Names are inserted last, so that they are never read as formatting."""

    def __init__(self, table: Table, voice: Voice) -> None:
        self._names_by_placeholder: dict[int, str] = {}
        self.voice = copy(voice)
        self.voice.names = tuple(self._add_placeholder(name) for name in voice.names)
        self.voice.people = {user: self._add_placeholder(name) for user, name in voice.people.items()}

    def _add_placeholder(self, name: str) -> str:
        placeholder = _FIRST_PLACEHOLDER + len(self._names_by_placeholder)
        self._names_by_placeholder[placeholder] = naming.isolate_name(naming.plain_name(name))
        return chr(placeholder)

    def to_plain(self, sentence: str) -> str:
        sentence = _TIMESTAMP.sub(_format_utc, _LINE_MARKUP.sub("", _FORMAT.sub("", sentence)))
        return naming.unescape_markdown(sentence).translate(self._names_by_placeholder).strip()

    def voice_with_owners(self, people: Mapping[int, int | None]) -> Voice:
        """The voice with former owners' names: `people` maps seat -> user."""
        names = list(self.voice.names)
        for seat, user in people.items():
            if user is not None:
                names[seat] = self.voice.person(user)
        return self.voice.with_seat_names(names)


def _format_utc(match: re.Match[str]) -> str:
    return datetime.fromtimestamp(int(match[1]), UTC).strftime("%Y-%m-%d %H:%M UTC")
