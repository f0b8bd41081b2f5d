"""Pictures and text boards of a position, as the bot shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from render import Look, SeatLook, load_renderer
from rules.core import Game
from words import Voice

LETTERS = "RBYKWTVN"
Theme = Literal["dark", "light"]


def look_for_players(names: Sequence[str], theme: Theme = "dark") -> Look:
    """A look for these players, in English."""
    seats = tuple(SeatLook(name, letter) for name, letter in zip(names, LETTERS, strict=False))
    return Look(seats=seats, say=Voice("en", names), theme=theme)


def table_picture(game: Game[Any], state: Any, names: Sequence[str]) -> bytes:
    """The public picture as PNG."""
    pictures = load_renderer(game.key).table(game.view(state, None), look_for_players(names))
    return pictures[0].png


def text_board(game: Game[Any], state: Any, seat: int | None, names: Sequence[str]) -> str:
    """The position in words, as a seat may see it."""
    return load_renderer(game.key).text_board(
        game.view(state, seat), look_for_players(names), title=game.key.capitalize()
    )
