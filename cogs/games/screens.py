"""Hooks for private screens that choose a move: order, words, images, and the game's own screens."""

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
    tips: Sequence[str] = ()  # keys of tips for the first pickers of newcomers
    confirms = True  # whether the last screen asks for confirmation
    composed_buttons: Mapping[str, str] = {}  # unlisted kind -> key of its green button
    composed_otherwise: Mapping[str, tuple[str, str]] = {}  # unlisted kind -> kind of equal fields, key
    no_longer_asked: Mapping[str, str] = {}  # answering kind -> key of the notice when the question is settled

    async def screen(self, seat_view: SeatView[V], question: Question) -> Screen | None:
        """The game's own screen for a question; None: the generic screen."""
        return None

    async def picture(self, seat_view: SeatView[V], question: Question) -> tuple[File, ...]:
        """The image of a generic screen."""
        return ()

    def tip(self, view: V, seat: int, shown: int) -> str:
        """The key of a tip after `shown` pickers of this game; empty if none fits."""
        return self.tips[min(shown, len(self.tips) - 1)] if self.tips else ""

    def order(self, kinds: Sequence[str]) -> Sequence[str]:
        """The kinds in menu order."""
        return kinds

    def kinds(self, moves: Sequence[Move]) -> list[str]:
        """The kinds of these moves in menu order."""
        return list(self.order(list(dict.fromkeys(move.kind for move in moves))))

    def why_not(self, seat_view: SeatView[V], kind: str) -> str:
        """Why a seat to move cannot make a move of that kind; empty if unknown."""
        return ""

    async def reasons(self, seat_view: SeatView[V]) -> Screen | None:
        """A screen of reasons for disabled buttons of the first screen; None if there are none."""
        return None

    def on_picture(self, field: str) -> bool:
        """Whether the field's values are places, so that images can mark them."""
        return False

    def names(self, voice: Voice, field: str, token: str) -> Sequence[str]:
        """Names of a value that the catalogue lacks."""
        return ()

    def told(self, voice: Voice, field: str, token: str, table: PublicTable[V]) -> str:
        """A value in the sentence of a move: its name, else empty."""
        return next(iter(self.names(voice, field, token)), "")

    def refused(self, voice: Voice, field: str, token: str, table: PublicTable[V]) -> str:
        """A value in a refusal, as it can be found on the board and typed; empty: as in the story."""
        return ""

    def terms(self, table: PublicTable[V], move: str, tokens: Sequence[str]) -> Mapping[str, str]:
        """Fields with values for the sentence `..._terms`: what only the table determines, such as an exchange.

        Empty if the move's own fields are enough.
        """
        return {}

    def token_typed(self, table: PublicTable[V], field: str, text: str) -> str:
        """The token of a spelling that only the board resolves, legal or not; empty if none."""
        return ""

    def line_typed(self, seat_view: SeatView[V], text: str) -> tuple[str, Mapping[str, str]] | None:
        """Kind and field texts of a move in the game's own notation, such as a swap with an arrow; else None."""
        return None

    def lines(self, seat_view: SeatView[V]) -> Sequence[str]:
        """Likely moves in that notation, for completion."""
        return ()

    def prefer(self, view: V, field: str, tokens: Sequence[str]) -> Sequence[str]:
        """The preferred ones of several values that a typed text may mean."""
        return tokens

    # Moves of unlisted kinds (offers), composed on a screen or in a form.

    def things(self, view: V, field: str) -> Sequence[str]:
        """Possible items of a field of an unlisted kind; empty: all that have words."""
        return ()

    def pool(self, view: V, kind: str, field: str) -> Sequence[str]:
        """The items offered in the select of such a field, each as often as it may be chosen."""
        return [thing for thing in self.things(view, field) for _ in range(3)]

    def composing_text(self, seat_view: SeatView[V], kind: str) -> str:
        """The text above the selects of such a move."""
        return ""

    def likely(self, seat_view: SeatView[V], kind: str) -> tuple[str, Sequence[tuple[Move, str]]]:
        """The label of the select of likely moves, and these with their labels."""
        return "", ()

    def form_values(self, view: V, kind: str) -> Mapping[str, str]:
        """Initial values of the form of such a kind."""
        return {}

    def form_texts(self, view: V, kind: str, voice: Voice) -> Mapping[str, str]:
        """Title (`title`) and labels of the form of such a kind."""
        return {}

    def why_no_form(self, view: V, kind: str) -> str:
        """The key of why the form is of no use; empty if it may be filled in."""
        return ""
