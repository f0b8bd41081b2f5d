"""The legal moves of a seat with a vocabulary, as context for parsing typed moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.core import Game, Known, Move, encode_move


class MoveVocabulary(Protocol):
    """Words in the reader's language."""

    def value_names(self, field: str, token: str) -> Sequence[str]:
        """Names of a value besides its token; of a player: name with colour, name, colour, colour letter."""

    def value_in_sentence(self, field: str, token: str) -> str:
        """A value as it stands in a sentence."""

    def token_from_spelling(self, field: str, text: str) -> str:
        """The token of a spelling that only the board resolves, legal or not; empty if none."""

    def field_tokens(self, field: str) -> Sequence[str]:
        """All tokens of a field that have names."""

    def countable_items(self, field: str) -> Sequence[str]:
        """Items a field may hold more than once, shown as «2 wool»; empty if it does not count."""

    def field_name(self, field: str) -> str:
        """The name of a field, such as «cell»."""

    def kind_name(self, kind: str) -> str:
        """The name of a kind of move."""

    def why_kind_impossible(self, kind: str) -> str:
        """The game's reason why a kind of move is impossible now; empty if another decision is due."""

    def parse_own_notation(self, text: str) -> tuple[str, Mapping[str, str]] | None:
        """Kind and field texts of a move in the game's own notation; None if it is not one."""

    def likely_moves_in_notation(self) -> Sequence[str]:
        """Likely moves in the game's own notation."""

    def current_task(self) -> str:
        """The current task."""

    def prefer_tokens(self, field: str, tokens: Sequence[str]) -> Sequence[str]:
        """The preferred ones of several values that a typed text may mean."""


@dataclass(frozen=True, slots=True)
class Position:
    """The legal moves of a seat and its vocabulary."""

    game: Game[Any]
    state: Any
    seat: int
    legal: tuple[Move, ...]
    vocabulary: MoveVocabulary

    @classmethod
    def from_state(cls, game: Game[Any], state: Any, seat: int, words: MoveVocabulary) -> Position:
        return cls(game, state, seat, tuple(game.legal(state, seat)), words)

    def is_fully_listed(self, cls: type[Move]) -> bool:
        """Whether `legal` contains all legal moves of a kind."""
        return cls.listed and cls.kind not in self.game.partly_listed_kinds(self.state, self.seat)

    def unlisted_moves_matching(self, cls: type[Move], known: Known) -> tuple[Move, ...]:
        """Moves of a partly listed kind with the known field values; empty for other kinds."""
        if not cls.listed or self.is_fully_listed(cls):
            return ()
        return tuple(self.game.list_matching_moves(self.state, self.seat, cls.kind, known))

    def value_names(self, field: str, token: str) -> Sequence[str]:
        """Names of a value besides its token; for a field of several items, of each item."""
        return self.vocabulary.value_names(field, token) or self.vocabulary.value_names(singular_field(field), token)

    def first_name_or_token(self, field: str, token: str) -> str:
        """The first name of a value, else its token."""
        return next(iter(self.value_names(field, token)), token)

    def seat_numbers(self) -> range:
        return range(len(self.game.scores(self.state)))

    def example_line(self) -> str:
        return encode_move(self.legal[0]) if self.legal else next(iter(self.game.moves))


def singular_field(field: str) -> str:
    """The name of one item of a field: `card` for `cards`."""
    return field.removesuffix("s")
