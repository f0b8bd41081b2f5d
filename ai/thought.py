"""What whoever thinks ahead is asked and answers, as lines of text: it may be another process that does.

Both sides speak in frames: a length of four bytes, the highest first, and so many bytes of JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from rules.core import Chance, Choices, Game, encode, registry
from rules.core.saving import from_text

from .player import Imagine, offered, players
from .search import Weighed
from .strong import StrongPlayer

HEAD: Final = 4  # bytes that say how long a frame is
MOST: Final = 64 * 1024 * 1024  # bytes of a frame


@dataclass(frozen=True, slots=True)
class Question:
    """A position from which a seat is to move. Two that are alike have the same answer, whoever thinks about them.

    `state`: as it is saved, with the present version of the rules; `luck`: the key of the player's own luck, as hex;
    `effort`: the share of the usual number of simulations.
    """

    kind: str
    choices: Choices
    state: str
    seat: int
    luck: str
    effort: float = 1.0

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "choices": self.choices.to_json(),
            "state": self.state,
            "seat": self.seat,
            "luck": self.luck,
            "effort": self.effort,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Question:
        return cls(**{**data, "choices": Choices.from_json(data["choices"])})


@dataclass(frozen=True, slots=True)
class Tried:
    """A move that was thought of. `chance`: of winning, 0 to 1, with its standard error; `behind`: by how much it is
    worse than the best, in what both met, with the standard error of that; all 0 where nothing was `tried`."""

    move: str
    tried: int  # simulations
    chance: float = 0.0
    error: float = 0.0
    behind: float = 0.0
    behind_error: float = 0.0

    def to_json(self) -> list[Any]:
        return [self.move, self.tried, self.chance, self.error, self.behind, self.behind_error]


@dataclass(frozen=True, slots=True)
class Thought:
    """The moves that were weighed, the best first; at least one."""

    weighed: tuple[Tried, ...]

    @property
    def move(self) -> str:
        """The best one, as a line."""
        return self.weighed[0].move

    def to_json(self) -> list[list[Any]]:
        return [each.to_json() for each in self.weighed]

    @classmethod
    def from_json(cls, data: list[list[Any]]) -> Thought:
        """ValueError or TypeError where it is none."""
        if not data:
            raise ValueError("nothing was weighed")
        return cls(tuple(Tried(*each) for each in data))


def think(question: Question) -> Thought:
    """The answer. Raises whatever a position does that cannot be read, and whatever thinking about it does."""
    game: Game[Any] = registry.game(question.kind, question.choices)
    s = game.restored(from_text(game.state, question.state))
    luck = Chance(bytes.fromhex(question.luck))
    legal = offered(game, s, question.seat, luck)
    player = StrongPlayer(players()["normal"], question.effort)
    imagine = Imagine(game, s, question.seat, luck)
    found = player.weighed(game.view(s, question.seat), legal, imagine, luck, steady=True)
    return Thought(tuple(_tried(one, found[0]) for one in found))


def _tried(one: Weighed, best: Weighed) -> Tried:
    tried = len(one.chances)
    if not tried:
        return Tried(encode(one.move), 0)
    spread = sum((chance - one.chance) ** 2 for chance in one.chances)
    error = sqrt(spread / (tried - 1) / tried) if tried > 1 else 1.0
    behind = best.ahead(one) if one is not best else (0.0, 0.0)
    return Tried(encode(one.move), tried, one.chance, error, *behind)


def framed(value: Any) -> bytes:
    """A value of JSON as a frame."""
    data = json.dumps(value, separators=(",", ":")).encode()
    return len(data).to_bytes(HEAD, "big") + data
