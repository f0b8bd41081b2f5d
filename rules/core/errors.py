"""Errors of the rules: a key of the catalogues and its parameters, never a sentence."""

from __future__ import annotations

from typing import Any


class RulesError(Exception):
    """A refusal: `key` names a sentence of the catalogues, `params` are its parameters."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key, params)
        self.key = key
        self.params: dict[str, Any] = params


class UnknownMove(RulesError):
    """The text is no move of this game."""


class NotYourDecision(RulesError):
    """The seat is not asked for a move now."""


class IllegalMove(RulesError):
    """A well-formed move that is illegal in this position."""


class GameOver(RulesError):
    """The game is over; no move is legal."""


class BadOption(RulesError):
    """Options that do not exist or contradict each other."""


class BadRecord(RulesError):
    """A record that cannot be read or replayed."""


class BadSave(RulesError):
    """Saved data that does not fit the classes of this version."""
