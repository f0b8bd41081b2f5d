"""Base class of the progress cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.catan.state import CatanState, Ctx
from rules.core import IllegalMove, Move, Phrase

from ..realm import Realm


class Progress:
    """One kind of progress card."""

    key: ClassVar[str]
    move: ClassVar[type[Move]]  # the move that plays it
    is_played_before_dice: ClassVar[bool] = False  # played before the dice instead of after them
    tally: ClassVar[str] = ""  # the category of its points

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        """Append every way to play it, judged by public information and the own hand. Nothing is appended if it would
        have no effect."""
        raise NotImplementedError

    def check(self, s: CatanState, realm: Realm, seat: int, move: Move) -> None:
        """IllegalMove with the reason."""
        legal_moves: list[Move] = []
        self.add_legal_moves(s, realm, seat, legal_moves)
        if not legal_moves:
            raise IllegalMove("catan.error.no_effect", progress=self.key, reason=self.key)
        if move not in legal_moves:
            raise IllegalMove("catan.error.card_where", progress=self.key, where=self.key)

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        """The publicly known effect of playing it, in words."""
        return ()

    # Hooks of the card on the table:

    def kinds_traded_2_to_1(self, s: CatanState, realm: Realm, seat: int) -> int:
        """The kinds the bank trades 2:1 with the seat thanks to this card, as bits."""
        return 0

    def points(self, realm: Realm, seat: int) -> int:
        """The points of the seat from this card."""
        return 0

    def add_to_view(self, shown: dict[str, Any], realm: Realm) -> None:
        """Add the state of the card to the fields of the view."""

    def audit(self, realm: Realm) -> None:
        """AssertionError unless the state of the card is consistent."""

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        """Apply the card, which has already left the hand."""
        raise NotImplementedError
