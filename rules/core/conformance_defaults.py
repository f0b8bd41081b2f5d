"""Conformance suite: default moves."""

from __future__ import annotations

import json
from typing import Any, Final

from .conformance_trial import Trial, refusal_reason
from .game import Step, least_changing_move, play
from .move import decode_move, encode_move

MOST_DEFAULT_MOVES: Final = 8  # consecutive default moves that end a turn


def check_default_moves(trial: Trial, s: Any, public: Any) -> None:
    """Point 11: every waiting seat has a default move: legal, deliberate, described in public words, and soon ending
    the turn. `public`: the position with all information hidden from everybody reshuffled."""
    game = trial.game
    waiting = game.waiting(s)
    for seat in range(trial.seats):
        move, description = game.default_move(s, seat), game.describe_default_move(s, seat)
        if seat not in waiting:
            trial.require(move is None and description is None, f"11: seat {seat} owes nothing, and {move} answers")
            continue
        trial.require(move is not None and description is not None, f"11: seat {seat} has a safe answer")
        assert move is not None
        assert description is not None
        trial.require(decode_move(encode_move(move), game.moves) == move, f"11: {move} reads back")
        trial.require(refusal_reason(game, s, seat, move) is None, f"11: {move} of seat {seat} is legal")
        same = game.describe_default_move(public, seat) == description
        trial.require(same, f"11: {description} tells what is hidden")
        json.dumps(description.params)
        trial.require(_is_deliberate(s, seat), f"11: {s.agenda[-1].kind} says what the clock answers")
        _check_repeated(trial, s, seat)


def check_default_secrecy(trial: Trial, s: Any, other: Any, seat: int) -> None:
    """Point 11: the default move is the same in a position that looks the same to the seat."""
    game = trial.game
    move = game.default_move(s, seat)
    trial.require(game.default_move(other, seat) == move, f"11: {move} follows from what seat {seat} cannot know")


def _is_deliberate(s: Any, seat: int) -> bool:
    """Whether the step chooses its default move, rather than taking the first legal one."""
    step = s.agenda[-1]
    overrides = type(step).default_move is not Step.default_move
    return overrides or least_changing_move([*step.legal(s, seat)], step.standing_answer_moves(s, seat)) is not None


def _check_repeated(trial: Trial, s: Any, seat: int) -> None:
    """Repeated default moves end the turn: the seat is no longer waited for, or the headline names another turn."""
    game = trial.game
    after = s
    for _ in range(MOST_DEFAULT_MOVES):
        move = game.default_move(after, seat) if seat in game.waiting(after) else None
        if move is None:
            return
        after = play(game, after, seat, move).state
    ended = seat not in game.waiting(after) or game.view(after, None).headline != game.view(s, None).headline
    trial.require(ended, f"11: {MOST_DEFAULT_MOVES} answers by the clock do not end the turn of seat {seat}")
