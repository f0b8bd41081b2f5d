"""Conformance suite: information no seat knows."""

from __future__ import annotations

from typing import Any

from .conformance_trial import Trial


def check_unknown_to_all(trial: Trial, s: Any) -> None:
    """Point 12: information no seat knows affects neither a view nor the legal moves."""
    game = trial.game
    twin = s.copy()
    game.shuffle_unknown(twin, trial.player_chance)
    trial.require(twin.key == s.key and twin.used == s.used, "12: the luck that is to come stays")
    for seat in (None, *range(trial.seats)):
        trial.require(game.view(twin, seat) == game.view(s, seat), f"12: what nobody knows is seen by seat {seat}")
    for seat in range(trial.seats):
        same = list(game.legal(twin, seat)) == list(game.legal(s, seat))
        trial.require(same, f"12: the moves of seat {seat} tell what nobody knows")
