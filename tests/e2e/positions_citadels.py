"""Positions of Citadels that tests of screens want."""

from __future__ import annotations

from typing import Any

from rules.citadels.turn import Main
from rules.core import Game, decode_move, play
from tests.e2e.conftest import Stage
from tests.e2e.positions import Wanted
from tests.e2e.screens import taps

FOUR = ("Ann", "Ben", "Cid", "Dan")
FIVE = (*FOUR, "Fay")
WITHOUT = "End turn without power"


def at(step: type[Any], **fields: Any) -> Wanted:
    """A decision of that kind."""

    def wanted(game: Game[Any], s: Any) -> bool:
        top = s.agenda[-1]
        return isinstance(top, step) and all(getattr(top, name) == value for name, value in fields.items())

    return wanted


def turn_of(character: str, *kinds: str, acted: bool = True) -> Wanted:
    """The turn of a character in which all these kinds of moves are possible."""

    def wanted(game: Game[Any], s: Any) -> bool:
        top = s.agenda[-1]
        if not isinstance(top, Main) or (character and s.turn.character != character) or s.turn.acted != acted:
            return False
        return set(kinds) <= {move.kind for move in game.legal(s, top.seat)}

    return wanted


def with_targets(character: str, kind: str, least: int, most: int) -> Wanted:
    """The turn of a character whose power at the end has so many targets."""
    at_turn = turn_of(character, "end")

    def wanted(game: Game[Any], s: Any) -> bool:
        if not at_turn(game, s):
            return False
        after = play(game, s, s.agenda[-1].seat, decode_move("end", game.moves)).state
        top = after.agenda[-1] if after.agenda else None
        if top is None or getattr(top, "seat", None) != s.agenda[-1].seat:
            return False
        found = [move for move in game.legal(after, top.seat) if move.kind == kind]
        return least <= len(found) <= most

    return wanted


async def to_turn(stage: Stage) -> str:
    """Four have chosen; whose turn it is."""
    await stage.game(*FOUR, kind="citadels")
    for _ in range(4):
        await taps(stage, stage.waited(), "")
    return stage.waited()
