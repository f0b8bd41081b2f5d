"""What a seat may do, with the words for it: what typed moves are read against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules.core import Game, Known, Move, encode_move


class MoveVocabulary(Protocol):
    """The words of the reader's language."""

    def names(self, field: str, token: str) -> Sequence[str]:
        """What a value is called beside its token; a player by name with colour, name, colour, letter of the colour."""

    def told(self, field: str, token: str) -> str:
        """How a value stands in a sentence."""

    def token_typed(self, field: str, text: str) -> str:
        """The token of a spelling that only the board explains, legal or not; empty: none."""

    def values(self, field: str) -> Sequence[str]:
        """Every token of a field that there is a word for."""

    def counted(self, field: str) -> Sequence[str]:
        """The things of which a field may hold several of a kind, told as «2 wool»; empty: they are not counted."""

    def field(self, field: str) -> str:
        """What a field is called: «cell»."""

    def kind(self, kind: str) -> str:
        """What a kind of move is called."""

    def why_not(self, kind: str) -> str:
        """Why no move of a kind can be made now, in the words of the game; empty: something else is asked."""

    def line_typed(self, text: str) -> tuple[str, Mapping[str, str]] | None:
        """A move in a spelling of the game's own: its kind and its fields as texts; None: it is none."""

    def lines(self) -> Sequence[str]:
        """Moves in such a spelling that are likely to be wanted."""

    def task(self) -> str:
        """What is asked now."""

    def prefer(self, field: str, tokens: Sequence[str]) -> Sequence[str]:
        """Of several values that something typed may mean, those that are meant if nothing else is said."""


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat may do, for reading."""

    game: Game[Any]
    state: Any
    seat: int
    legal: tuple[Move, ...]
    words: MoveVocabulary

    @classmethod
    def of(cls, game: Game[Any], state: Any, seat: int, words: MoveVocabulary) -> Position:
        return cls(game, state, seat, tuple(game.legal(state, seat)), words)

    def all_listed(self, cls: type[Move]) -> bool:
        """Whether no moves of that kind are legal but the listed ones."""
        return cls.listed and cls.kind not in self.game.partly(self.state, self.seat)

    def narrowed(self, cls: type[Move], known: Known) -> tuple[Move, ...]:
        """Moves of a kind that is listed in part, with what is known of them; none of other kinds."""
        if not cls.listed or self.all_listed(cls):
            return ()
        return tuple(self.game.narrowed(self.state, self.seat, cls.kind, known))

    def names(self, field: str, token: str) -> Sequence[str]:
        """What a value of a field is called beside its token; of a field with several things, each of them."""
        return self.words.names(field, token) or self.words.names(singular_field(field), token)

    def called(self, field: str, token: str) -> str:
        """The name of a value, its token where it has none."""
        return next(iter(self.names(field, token)), token)

    def seats(self) -> range:
        return range(len(self.game.scores(self.state)))

    def example(self) -> str:
        return encode_move(self.legal[0]) if self.legal else next(iter(self.game.moves))


def singular_field(field: str) -> str:
    """The name of one of those that a field holds: `card` of `cards`."""
    return field.removesuffix("s")
