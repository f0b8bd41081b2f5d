"""Moves of Citadels on buttons."""

from __future__ import annotations

from typing import Any

from cogs.screen import Button
from rules.core import Move, encode, field_names

from .extra import extras
from .parts import CitadelsRoom


def commit(room: CitadelsRoom, move: Move) -> Button:
    return room.commit([*room.before, encode(move)], label(room, move))


def label(room: CitadelsRoom, move: Move) -> str:
    """A move on a button: what is chosen, with its price where it has one."""
    kind, *tokens = encode(move).split(" ")
    fields = zip(field_names(type(move)), tokens, strict=True)
    said: dict[str, Any] = {field: room.label(field, token) for field, token in fields}
    own = next((n for extra in extras() if (n := extra.number(move)) is not None), None)
    said["n"] = sum(int(phrase.params.get("n", 0)) for phrase in room.effects(move)) if own is None else own
    for key in ("_".join([kind, *tokens]), kind):
        if room.voice.has(f"cit.button.{key}"):
            return room.say(f"cit.button.{key}", **said)
    return room.sentence(encode(move))
