"""Programmes of seats, followed through a game in tests."""

from __future__ import annotations

from typing import Any

from rules.core import AnswerWithMove, Dropped, Game, encode_move


def says(game: Game[Any], s: Any, seat: int, text: str) -> tuple[str, ...]:
    """The move it makes, and what is left of it; nothing: it is silent; the key of the reason if it is dropped."""
    answer = game.answer_conditional(s, seat, text)
    if isinstance(answer, AnswerWithMove):
        return encode_move(answer.move), answer.then or ""
    if isinstance(answer, Dropped):
        return ("dropped", answer.reason.key if answer.reason is not None else "")
    return ()


def offered(game: Game[Any], s: Any, seat: int) -> dict[str, tuple[int, list[tuple[str, ...]]]]:
    """What may be prepared: kind -> when, and the tokens of its parts."""
    return {
        one.kind: (one.when, [part.tokens for part in one.parts]) for one in game.preparable_conditional_moves(s, seat)
    }
