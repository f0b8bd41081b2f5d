"""Hooks of expansions for screens, table message and story; without a module here, the generic screens apply."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Generic, TypeVar

from cogs.choose.picker import Question
from cogs.games.public_table import PublicTable
from cogs.games.weighing import Scales
from cogs.screen import Button, Screen, ids
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView
from rules.core import Move
from service.state.model import StoredEvent
from words import Voice

from ..places import CarcSeatView

S = TypeVar("S")  # type of the expansion's view, `view.extras[key]`
UNWEIGHED: Final = Scales("carc", {})


@dataclass(frozen=True, slots=True)
class Answer:
    """Button label of a move: last part of its key, and parameters besides the move's fields."""

    key: str
    params: Mapping[str, str | int] = field(default_factory=dict)


class CarcExpansionFace(Generic[S]):
    """Presentation of one expansion: text, buttons, screens, joined events."""

    key: ClassVar[str]
    omitted_keys: ClassVar[Sequence[str]] = ()  # keys omitted from the table message
    turn_start_keys: ClassVar[Collection[str]] = ()  # keys that begin the turn of their `seat`
    keys_naming_returned_figures: ClassVar[
        Mapping[str, str]
    ] = {}  # key of an event that returns figures -> key that names them
    own_line_keys: ClassVar[Collection[str]] = ()  # keys of others' events, on lines of their own within a turn
    finishing_moves: ClassVar[Collection[str]] = ()  # moves of others that belong to the current turn
    scales: ClassVar[Scales] = UNWEIGHED
    options_needing_it: ClassVar[Collection[str]] = ()  # rule options without effect unless it is in play
    options_it_overrides: ClassVar[Collection[str]] = ()  # rule options without effect if it is in play
    tile_laying_kinds: ClassVar[Collection[str]] = ()  # kinds that lay a tile but are no `Place`
    kinds_beside_cells: ClassVar[Mapping[str, str]] = {}  # kinds offered beside the cells -> key of their button
    kinds_instead_of_figure: ClassVar[Sequence[str]] = ()  # kinds in place of a figure, with screens of their own
    kinds_with_own_next_decision: ClassVar[
        Collection[str]
    ] = ()  # kinds followed by a decision of the same player; both are sent together
    kinds_before_any_decision: ClassVar[Sequence[str]] = ()  # of these, kinds possible before any decision

    def expansion_view(self, view: CarcassonneView) -> S | None:
        """Its part of the view; None if hidden."""
        part: S | None = view.extras.get(self.key)
        return part

    def shown_view(self, view: CarcassonneView) -> S:
        """Its part of the view, while its moves are possible."""
        part = self.expansion_view(view)
        assert part is not None, "its moves are possible only while it is shown"
        return part

    # --- screens

    async def own_screen(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        """Its own screen; None: the default."""
        return None

    async def figure_alternative_screen(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        """The screen of a kind in place of a figure."""
        return None

    def decision_text(self, seat_view: CarcSeatView, kind: str, moves: Sequence[Move]) -> list[str] | None:
        """The text above the answers of its kind of move; None for other kinds."""
        return None

    def answer_label(self, seat_view: CarcSeatView, move: Move) -> Answer | None:
        """The button label of a move, if kind and fields are not enough."""
        return None

    def answer_places(self, seat_view: CarcSeatView, move: Move) -> list[str] | None:
        """The places on the board of an answer; None: as its fields say."""
        return None

    def value_names(self, voice: Voice, name: str, token: str) -> Sequence[str]:
        """Names of a field's value."""
        return ()

    def value_in_sentence(self, voice: Voice, name: str, token: str) -> str:
        """A value in a sentence, if not by its name."""
        return ""

    # --- public information

    def quick_buttons(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice, seat: int, task: str
    ) -> Iterator[Button]:
        """Quick buttons for a seat to move; `task`: last word of its task."""
        yield from ()

    def waiting_seat_buttons(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice
    ) -> Iterator[Button]:
        """Buttons for seats not to move."""
        yield from ()

    def award_points(self, view: CarcassonneView, seat: int) -> Mapping[str, int]:
        """Awards a seat holds -> their points."""
        return {}

    def describe_possessions(self, view: CarcassonneView, seat: int, voice: Voice) -> list[str]:
        """Possessions of a seat besides figures and pieces, in words."""
        return []

    def pieces_left(self, view: CarcassonneView, seat: int) -> Mapping[str, int]:
        """Pieces (no figures) -> number a seat has left."""
        return {}

    def possession_changes(
        self, before: CarcassonneView, after: CarcassonneView, seat: int, voice: Voice
    ) -> Sequence[tuple[int, str]]:
        """Changed possessions besides figures and pieces: (difference, words)."""
        return ()

    def selectable_cells(self, view: CarcassonneView) -> Sequence[Cell]:
        """Cells to choose from, besides those for the tile in hand."""
        return ()

    def join_pair(self, before: StoredEvent, event: StoredEvent) -> StoredEvent | None:
        """One event for two, if they are told in one sentence."""
        return None


def quick_move_button(table: PublicTable[CarcassonneView], line: str, label: str) -> Iterator[Button]:
    """A quick button that plays `line`; nothing if its id is too long."""
    custom_id = ids.quick_custom_id(table.id, table.seq, line)
    if custom_id is not None:
        yield Button(custom_id, label, "green")
