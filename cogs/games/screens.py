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
    tip_keys: Sequence[str] = ()  # keys of tips for the first pickers of newcomers
    asks_confirmation = True  # whether the last screen asks for confirmation
    composed_button_keys: Mapping[str, str] = {}  # unlisted kind -> key of its green button
    composed_alternatives: Mapping[str, tuple[str, str]] = {}  # unlisted kind -> kind of equal fields, key
    settled_question_keys: Mapping[str, str] = {}  # answering kind -> key of the notice when the question is settled

    async def own_screen(self, seat_view: SeatView[V], question: Question) -> Screen | None:
        """The game's own screen for a question; None: the generic screen."""
        return None

    async def screen_picture(self, seat_view: SeatView[V], question: Question) -> tuple[File, ...]:
        """The image of a generic screen."""
        return ()

    def tip_key(self, view: V, seat: int, shown: int) -> str:
        """The key of a tip after `shown` pickers of this game; empty if none fits."""
        return self.tip_keys[min(shown, len(self.tip_keys) - 1)] if self.tip_keys else ""

    def sort_kinds(self, kinds: Sequence[str]) -> Sequence[str]:
        """The kinds in menu order."""
        return kinds

    def kinds_in_menu_order(self, moves: Sequence[Move]) -> list[str]:
        """The kinds of these moves in menu order."""
        return list(self.sort_kinds(list(dict.fromkeys(move.kind for move in moves))))

    def why_kind_impossible(self, seat_view: SeatView[V], kind: str) -> str:
        """Why a seat to move cannot make a move of that kind; empty if unknown."""
        return ""

    async def disabled_reasons_screen(self, seat_view: SeatView[V]) -> Screen | None:
        """A screen of reasons for disabled buttons of the first screen; None if there are none."""
        return None

    def is_place_field(self, field: str) -> bool:
        """Whether the field's values are places, so that images can mark them."""
        return False

    def value_names(self, voice: Voice, field: str, token: str) -> Sequence[str]:
        """Names of a value that the catalogue lacks."""
        return ()

    def value_in_sentence(self, voice: Voice, field: str, token: str, table: PublicTable[V]) -> str:
        """A value in the sentence of a move: its name, else empty."""
        return next(iter(self.value_names(voice, field, token)), "")

    def value_in_refusal(self, voice: Voice, field: str, token: str, table: PublicTable[V]) -> str:
        """A value in a refusal, as it can be found on the board and typed; empty: as in the story."""
        return ""

    def terms_of_move(self, table: PublicTable[V], move: str, tokens: Sequence[str]) -> Mapping[str, str]:
        """Fields with values for the sentence `..._terms`: what only the table determines, such as an exchange.

        Empty if the move's own fields are enough.
        """
        return {}

    def token_from_spelling(self, table: PublicTable[V], field: str, text: str) -> str:
        """The token of a spelling that only the board resolves, legal or not; empty if none."""
        return ""

    def parse_own_notation(self, seat_view: SeatView[V], text: str) -> tuple[str, Mapping[str, str]] | None:
        """Kind and field texts of a move in the game's own notation, such as a swap with an arrow; else None."""
        return None

    def likely_moves_in_notation(self, seat_view: SeatView[V]) -> Sequence[str]:
        """Likely moves in that notation, for completion."""
        return ()

    def prefer_tokens(self, view: V, field: str, tokens: Sequence[str]) -> Sequence[str]:
        """The preferred ones of several values that a typed text may mean."""
        return tokens

    # Moves of unlisted kinds (offers), composed on a screen or in a form.

    def field_items(self, view: V, field: str) -> Sequence[str]:
        """Possible items of a field of an unlisted kind; empty: all that have words."""
        return ()

    def choosable_items(self, view: V, kind: str, field: str) -> Sequence[str]:
        """The items offered in the select of such a field, each as often as it may be chosen."""
        return [thing for thing in self.field_items(view, field) for _ in range(3)]

    def composing_text(self, seat_view: SeatView[V], kind: str) -> str:
        """The text above the selects of such a move."""
        return ""

    def likely_moves(self, seat_view: SeatView[V], kind: str) -> tuple[str, Sequence[tuple[Move, str]]]:
        """The label of the select of likely moves, and these with their labels."""
        return "", ()

    def form_values(self, view: V, kind: str) -> Mapping[str, str]:
        """Initial values of the form of such a kind."""
        return {}

    def form_texts(self, view: V, kind: str, voice: Voice) -> Mapping[str, str]:
        """Title (`title`) and labels of the form of such a kind."""
        return {}

    def no_form_reason_key(self, view: V, kind: str) -> str:
        """The key of why the form is of no use; empty if it may be filled in."""
        return ""
