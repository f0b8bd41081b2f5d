"""A table and its view with the longest names and the largest numbers that there can be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cogs.post.story_lines import StoryLine
from rules.core import Choices, Phrase
from service.state.model import COLOURS, PendingTurn, Seat, Table, TableChannel
from words import Voice, catalogue

LANGUAGES = catalogue().offered_languages
LONG = "W" * 32  # the longest display name
BIG = 10**18


@dataclass
class View:
    scores: tuple[int, ...]
    tasks: dict[int, Phrase]
    headline: Phrase = field(default_factory=lambda: Phrase("carc.headline.tile", {"n": 9999, "total": 9999}))
    invited: dict[int, Phrase] = field(default_factory=dict)
    tally: dict[str, tuple[int, ...]] = field(default_factory=dict)
    over: bool = False


def table(count: int = 6, **changes: Any) -> Table:
    told: dict[str, Any] = {
        "id": BIG,
        "kind": "carcassonne",
        "choices": Choices(),
        "home": TableChannel(1, 2),
        "status": "active",
        "host": BIG,
        "max_seats": 6,
        "order": None,
        "language": "en",
        "thread": False,
        "tidy": None,
        "tag": "0" * 8,
        "seq": 9999,
        "created_at": 1,
        "updated_at": BIG,
        "commitment": "f" * 64,
        "seats": tuple(Seat(n, BIG + n, f"{n}{LONG}"[:32], COLOURS[n]) for n in range(count)),
        "stretches": tuple(PendingTurn(n, BIG, 1, True) for n in range(count)),
    }
    return Table(**{**told, **changes})


def voice(shown: Table, language: str = "en") -> Voice:
    return Voice(language, [name.replace("_", r"\_") for name in shown.names])


def told_lines(*lines: str, **more: Any) -> list[StoryLine]:
    return [StoryLine(line, line, line, **more) for line in lines]
