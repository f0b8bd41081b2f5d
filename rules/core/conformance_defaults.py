"""Conformance suite: default moves."""

from __future__ import annotations

import json
from typing import Any, Final

from .conformance_trial import Trial
from .errors import RulesError
from .game import Step, least_changing_move, play
from .move import Move, decode_move, encode_move

MOST: Final = 8  # consecutive default moves that end a turn


def check_default_moves(run: Trial, s: Any, public: Any) -> None:
    """Point 11: every waiting seat has a default move: legal, deliberate, described in public words, and soon ending
    the turn. `public`: the position with all information hidden from everybody reshuffled."""
    game = run.game
    waiting = game.waiting(s)
    for seat in range(run.seats):
        move, told = game.fallback(s, seat), game.describe_default_move(s, seat)
        if seat not in waiting:
            run.require(move is None and told is None, f"11: seat {seat} owes nothing, and {move} answers")
            continue
        run.require(move is not None and told is not None, f"11: seat {seat} has a safe answer")
        assert move is not None
        assert told is not None
        run.require(decode_move(encode_move(move), game.moves) == move, f"11: {move} reads back")
        run.require(_is_legal_here(run, s, seat, move), f"11: {move} of seat {seat} is legal")
        run.require(game.describe_default_move(public, seat) == told, f"11: {told} tells what is hidden")
        json.dumps(told.params)
        run.require(_is_deliberate(s, seat), f"11: {s.agenda[-1].kind} says what the clock answers")
        _check_repeated(run, s, seat)


def check_default_secrecy(run: Trial, s: Any, other: Any, seat: int) -> None:
    """Point 11: the default move is the same in a position that looks the same to the seat."""
    game = run.game
    move = game.fallback(s, seat)
    run.require(game.fallback(other, seat) == move, f"11: {move} follows from what seat {seat} cannot know")


def _is_legal_here(run: Trial, s: Any, seat: int, move: Move) -> bool:
    try:
        run.game.check(s, seat, move)
    except RulesError:
        return False
    return True


def _is_deliberate(s: Any, seat: int) -> bool:
    """Whether the step chooses its default move, rather than taking the first legal one."""
    step = s.agenda[-1]
    own = type(step).fallback is not Step.fallback
    return own or least_changing_move([*step.legal(s, seat)], step.standing(s, seat)) is not None


def _check_repeated(run: Trial, s: Any, seat: int) -> None:
    """Repeated default moves end the turn: the seat is no longer waited for, or the headline names another turn."""
    game = run.game
    after = s
    for _ in range(MOST):
        move = game.fallback(after, seat) if seat in game.waiting(after) else None
        if move is None:
            return
        after = play(game, after, seat, move).state
    ended = seat not in game.waiting(after) or game.view(after, None).headline != game.view(s, None).headline
    run.require(ended, f"11: {MOST} answers by the clock do not end the turn of seat {seat}")
