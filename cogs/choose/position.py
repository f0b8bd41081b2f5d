"""The legal moves of a seat with a vocabulary, as context for parsing typed moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.core import Game, Known, Move, encode_move


class MoveVocabulary(Protocol):
    """Words in the reader's language."""

    def names(self, field: str, token: str) -> Sequence[str]:
        """Names of a value besides its token; of a player: name with colour, name, colour, colour letter."""

    def told(self, field: str, token: str) -> str:
        """A value as it stands in a sentence."""

    def token_typed(self, field: str, text: str) -> str:
        """The token of a spelling that only the board resolves, legal or not; empty if none."""

    def values(self, field: str) -> Sequence[str]:
        """All tokens of a field that have names."""

    def counted(self, field: str) -> Sequence[str]:
        """Items a field may hold more than once, shown as «2 wool»; empty if it does not count."""

    def field(self, field: str) -> str:
        """The name of a field, such as «cell»."""

    def kind(self, kind: str) -> str:
        """The name of a kind of move."""

    def why_not(self, kind: str) -> str:
        """The game's reason why a kind of move is impossible now; empty if another decision is due."""

    def line_typed(self, text: str) -> tuple[str, Mapping[str, str]] | None:
        """Kind and field texts of a move in the game's own notation; None if it is not one."""

    def lines(self) -> Sequence[str]:
        """Likely moves in the game's own notation."""

    def task(self) -> str:
        """The current task."""

    def prefer(self, field: str, tokens: Sequence[str]) -> Sequence[str]:
        """The preferred ones of several values that a typed text may mean."""


@dataclass(frozen=True, slots=True)
class Position:
    """The legal moves of a seat and its vocabulary."""

    game: Game[Any]
    state: Any
    seat: int
    legal: tuple[Move, ...]
    words: MoveVocabulary

    @classmethod
    def of(cls, game: Game[Any], state: Any, seat: int, words: MoveVocabulary) -> Position:
        return cls(game, state, seat, tuple(game.legal(state, seat)), words)

    def all_listed(self, cls: type[Move]) -> bool:
        """Whether `legal` contains all legal moves of a kind."""
        return cls.listed and cls.kind not in self.game.partly(self.state, self.seat)

    def narrowed(self, cls: type[Move], known: Known) -> tuple[Move, ...]:
        """Moves of a partly listed kind with the known field values; empty for other kinds."""
        if not cls.listed or self.all_listed(cls):
            return ()
        return tuple(self.game.narrowed(self.state, self.seat, cls.kind, known))

    def names(self, field: str, token: str) -> Sequence[str]:
        """Names of a value besides its token; for a field of several items, of each item."""
        return self.words.names(field, token) or self.words.names(singular_field(field), token)

    def called(self, field: str, token: str) -> str:
        """The first name of a value, else its token."""
        return next(iter(self.names(field, token)), token)

    def seats(self) -> range:
        return range(len(self.game.scores(self.state)))

    def example(self) -> str:
        return encode_move(self.legal[0]) if self.legal else next(iter(self.game.moves))


def singular_field(field: str) -> str:
    """The name of one item of a field: `card` for `cards`."""
    return field.removesuffix("s")
