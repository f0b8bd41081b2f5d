"""The private screens on which somebody chooses a move: their order, words, pictures, and screens of a game's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Generic

from cogs.screen import File, Screen
from rules.core import Move
from words import Voice

from .public_table import PublicTable, V

if TYPE_CHECKING:
    from cogs.choose.picker import Question
    from cogs.games.seat_view import SeatView


class Screens(Generic[V]):
    """How moves are chosen."""

    tips: Sequence[str] = ()  # keys of tips, for the first pickers of somebody new to the game
    confirms = True  # the last screen shows the move and asks once more
    composed_buttons: Mapping[str, str] = {}  # kinds of which nothing is listed -> key of their green button
    composed_otherwise: Mapping[str, tuple[str, str]] = {}  # such a kind -> one with the same fields, key of its button
    no_longer_asked: Mapping[str, str] = {}  # kinds that answer something -> key of what is said to who is not asked

    async def screen(self, seat_view: SeatView[V], question: Question) -> Screen | None:
        """A screen of the game's own for this question; None: the generic one."""
        return None

    async def picture(self, seat_view: SeatView[V], question: Question) -> tuple[File, ...]:
        """The picture of a generic screen."""
        return ()

    def tip(self, view: V, seat: int, shown: int) -> str:
        """The key of the tip for somebody who has seen so many pickers of this game; empty: none fits."""
        return self.tips[min(shown, len(self.tips) - 1)] if self.tips else ""

    def order(self, kinds: Sequence[str]) -> Sequence[str]:
        """The order of the menu."""
        return kinds

    def kinds(self, moves: Sequence[Move]) -> list[str]:
        """The kinds of these moves in the order of the menu."""
        return list(self.order(list(dict.fromkeys(move.kind for move in moves))))

    def why_not(self, seat_view: SeatView[V], kind: str) -> str:
        """Why a seat that is asked something can make no move of that kind, as a sentence; empty: nothing is known but
        that something else is asked."""
        return ""

    async def reasons(self, seat_view: SeatView[V]) -> Screen | None:
        """Why what is grey on the first screen cannot be done now; None: nothing stands there in grey."""
        return None

    # Values of fields.

    def on_picture(self, field: str) -> bool:
        """Whether the values of a field are places, at which the picture of a choice can point."""
        return False

    def names(self, voice: Voice, field: str, token: str) -> Sequence[str]:
        """What a value is called, where the catalogues alone do not know."""
        return ()

    def told(self, voice: Voice, field: str, token: str, table: PublicTable[V]) -> str:
        """How a value stands in the sentence of a move at this table: its name, else its token."""
        return next(iter(self.names(voice, field, token)), "")

    def refused(self, voice: Voice, field: str, token: str, table: PublicTable[V]) -> str:
        """How a value stands in a refusal, to be found on the board and typed again; empty: as in the story."""
        return ""

    def terms(self, table: PublicTable[V], move: str, tokens: Sequence[str]) -> Mapping[str, str]:
        """What a move of that kind would come to that only the table says (what is exchanged), as fields with their
        values, for the sentence `..._terms`; empty: its own fields say all."""
        return {}

    def token_typed(self, table: PublicTable[V], field: str, text: str) -> str:
        """The token that a typed spelling stands for on this board, whether it can be chosen or not; empty: none."""
        return ""

    def line_typed(self, seat_view: SeatView[V], text: str) -> tuple[str, Mapping[str, str]] | None:
        """A move in a spelling of the game's own, such as a swap with an arrow: its kind, and what stands in which
        field. None: it is no such spelling."""
        return None

    def lines(self, seat_view: SeatView[V]) -> Sequence[str]:
        """Moves in such a spelling that are likely to be wanted, for completion."""
        return ()

    def prefer(self, view: V, field: str, tokens: Sequence[str]) -> Sequence[str]:
        """Of several values that something typed may mean, those that are meant if nothing else is said."""
        return tokens

    # Moves of kinds of which nothing is listed (offers), put together on one screen or in a form.

    def things(self, view: V, field: str) -> Sequence[str]:
        """What a field may hold in a kind of move of which nothing is listed; empty: all there is a word for."""
        return ()

    def pool(self, view: V, kind: str, field: str) -> Sequence[str]:
        """The single things, each as often as it may be chosen, from which such a field is filled in a list."""
        return [thing for thing in self.things(view, field) for _ in range(3)]

    def composing_text(self, seat_view: SeatView[V], kind: str) -> str:
        """What stands above the lists in which such a move is put together."""
        return ""

    def likely(self, seat_view: SeatView[V], kind: str) -> tuple[str, Sequence[tuple[Move, str]]]:
        """Moves of such a kind that are likely to be wanted, each with what it is called in a list; before them what
        the list is called."""
        return "", ()

    def form_values(self, view: V, kind: str) -> Mapping[str, str]:
        """What stands in the fields of a form for such a kind at first."""
        return {}

    def form_texts(self, view: V, kind: str, voice: Voice) -> Mapping[str, str]:
        """What stands above a form for such a kind (`title`) and its fields, where words alone say too little."""
        return {}

    def why_no_form(self, view: V, kind: str) -> str:
        """The key of why a form for such a kind is of no use to who looks; empty: it may be filled in."""
        return ""
