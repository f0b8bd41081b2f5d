"""Positions of Carcassonne that tests of screens want."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.core import Choices, Game
from rules.core.registry import game_types
from tests.e2e.conftest import Stage
from tests.e2e.positions import Wanted

KIND = game_types()["carcassonne"]
BIG = KIND.presets["bigbox"]
THREE = ("Ann", "Ben", "Cid")


def boxes(*modules: str, **options: str) -> Choices:
    return KIND.normalize_choices(Choices(modules, tuple(sorted(options.items()))))


def asked(step: str, also: Callable[[Game[Any], Any, set[str]], bool] | None = None) -> Wanted:
    """A decision of that kind; `also`: of game, state and the kinds of moves that are possible."""

    def wanted(game: Game[Any], s: Any) -> bool:
        if s.agenda[-1].kind != step:
            return False
        seat = next(iter(game.waiting(s)))
        return also is None or also(game, s, {move.kind for move in game.legal(s, seat)})

    return wanted


def possible(*wanted: str) -> Callable[[Game[Any], Any, set[str]], bool]:
    return lambda game, s, found: set(wanted) <= found


def with_figure(figure: str) -> Callable[[Game[Any], Any, set[str]], bool]:
    """That figure can be put on the tile just laid."""

    def also(game: Game[Any], s: Any, found: set[str]) -> bool:
        return any(getattr(move, "figure", "") == figure for move in game.legal(s, s.active))

    return also


async def moved(stage: Stage, since: int) -> list[str]:
    entries = await stage.tables.history.read_entries(stage.table().id, after=since)
    return [entry.move for entry in entries if entry.kind == "move"]
