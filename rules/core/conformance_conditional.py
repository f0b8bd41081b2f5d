"""Conformance suite: conditional moves."""

from __future__ import annotations

import json
from typing import Any, Final

from .chance import Chance
from .conditional_moves import AnswerWithMove, ConditionalChoice, ConditionalMove, Dropped, parse_conditional_move
from .conformance_trial import Trial
from .game import play
from .move import decode_move, encode_move

MOST_MOVES_OF_ONE: Final = 12  # consecutive moves of one conditional move, at most
MOST_STORED: Final = 8  # conditional moves a seat keeps in a random game
NONSENSE: Final = (
    *("", " ", "x", "x 0"),
    *("{kind}", "{kind} x", "{kind} 00 -", "{kind} 1 ?", "{kind} 1 ? ? ?", "{kind} -3 ,"),
)


def check_conditional_moves(trial: Trial, s: Any) -> None:
    """Point 12: offered conditional moves are valid; stored ones answer with a legal move or are dropped."""
    game = trial.game
    for seat in range(trial.seats):
        stored = trial.conditional_moves.setdefault(seat, [])
        for choice in game.preparable_conditional_moves(s, seat):
            prepared = random_conditional_move(choice, trial.player_chance)
            trial.require(choice.allows(prepared), f"12: {prepared} may be said by seat {seat}")
            trial.require(parse_conditional_move(str(prepared)) == prepared, f"12: {prepared} reads back")
            answer = game.answer_conditional(s, seat, str(prepared))
            trial.require(answer is None, f"12: {prepared} of seat {seat} is for what is still to come")
            if str(prepared) not in stored:
                stored.append(str(prepared))
        for text in stored[:]:
            if isinstance(_follow_to_end(trial, s, seat, text), Dropped):
                stored.remove(text)
        del stored[:-MOST_STORED]
        for kind in game.plans:
            game.answer_conditional(s, seat, NONSENSE[len(trial.lines) % len(NONSENSE)].format(kind=kind))


def check_conditional_secrecy(trial: Trial, s: Any, other: Any, seat: int) -> None:
    """Point 12: conditional moves behave the same in a position that looks the same to the seat."""
    game = trial.game
    trial.require(
        list(game.preparable_conditional_moves(other, seat)) == list(game.preparable_conditional_moves(s, seat)),
        f"12: what seat {seat} may prepare tells what it cannot know",
    )
    for text in trial.conditional_moves.get(seat, ()):
        same = game.answer_conditional(other, seat, text) == game.answer_conditional(s, seat, text)
        trial.require(same, f"12: {text} of seat {seat} tells what it cannot know")


def random_conditional_move(choice: ConditionalChoice, luck: Chance) -> ConditionalMove:
    """A random conditional move of that choice."""
    parts = []
    for part in choice.parts:
        pool = list(part.tokens) * (2 if part.again else 1)
        luck.shuffle(pool)
        n = 1 + luck.below(min(part.most, len(pool)))
        parts.append(tuple(pool[:n]))
    return ConditionalMove(choice.kind, choice.when, tuple(parts))


def _follow_to_end(trial: Trial, s: Any, seat: int, text: str) -> Any:
    """The answer of a conditional move at this position, after all its moves were played on copies as a check."""
    game = trial.game
    answer = game.answer_conditional(s, seat, text)
    trial.require(answer == game.answer_conditional(s, seat, text), f"12: {text} answers the same twice")
    if isinstance(answer, Dropped) and answer.reason is not None:
        json.dumps(answer.reason.params)
    after, next_answer = s, answer
    for _ in range(MOST_MOVES_OF_ONE):
        if not isinstance(next_answer, AnswerWithMove):
            return answer
        trial.require(game.may_act(after, seat), f"12: {text} answers only what seat {seat} is asked")
        move, rest = next_answer
        trial.require(decode_move(encode_move(move), game.moves) == move, f"12: {move} reads back")
        after = play(game, after, seat, move).state
        next_answer = game.answer_conditional(after, seat, rest) if rest is not None and not game.over(after) else None
    trial.require(holds=False, point=f"12: {text} of seat {seat} comes to no end")
    return answer
