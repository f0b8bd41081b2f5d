"""What all progress cards have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.catan.state import CatanState, Ctx
from rules.core import IllegalMove, Move, Phrase

from ..realm import Realm


class Progress:
    """One kind of progress card."""

    key: ClassVar[str]
    move: ClassVar[type[Move]]  # that plays it
    before: ClassVar[bool] = False  # played before the dice instead of after them
    tally: ClassVar[str] = ""  # the category of its points

    def legal(self, s: CatanState, r: Realm, seat: int, moves: list[Move]) -> None:
        """Append every way to play it, judged by what is public and by the own hand. None: it would have no effect."""
        raise NotImplementedError

    def check(self, s: CatanState, r: Realm, seat: int, move: Move) -> None:
        """IllegalMove with the reason."""
        found: list[Move] = []
        self.legal(s, r, seat, found)
        if not found:
            raise IllegalMove("catan.error.no_effect", progress=self.key, reason=self.key)
        if move not in found:
            raise IllegalMove("catan.error.card_where", progress=self.key, where=self.key)

    def told(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        """What playing it so would do, as far as everybody may know."""
        return ()

    # What it leaves on the table:

    def better(self, s: CatanState, r: Realm, seat: int) -> int:
        """Bits of the kinds of which the bank takes two from the seat for one card, thanks to this card."""
        return 0

    def points(self, r: Realm, seat: int) -> int:
        """The points that the seat has from it."""
        return 0

    def look(self, shown: dict[str, Any], r: Realm) -> None:
        """Add what it left there to the fields of the view."""

    def audit(self, r: Realm) -> None:
        """AssertionError unless what it left there is right."""

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        """The card takes effect. It has left the hand."""
        raise NotImplementedError
