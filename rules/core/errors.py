"""What the rules raise at a caller: a key for the catalogues and its parameters, never a sentence."""

from __future__ import annotations

from typing import Any


class RulesError(Exception):
    """A refusal: `key` names a sentence of the catalogues, `params` fill it in."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key, params)
        self.key = key
        self.params: dict[str, Any] = params


class UnknownMove(RulesError):
    """The text is no move of this game."""


class NotYourDecision(RulesError):
    """The seat has nothing to decide now."""


class IllegalMove(RulesError):
    """A well-formed move that this position forbids."""


class GameOver(RulesError):
    """Nothing can be played any more."""


class BadOption(RulesError):
    """Options that do not exist or do not go together."""


class BadRecord(RulesError):
    """A record that cannot be read or does not play."""


class BadSave(RulesError):
    """Saved data that does not fit the classes of this version."""
