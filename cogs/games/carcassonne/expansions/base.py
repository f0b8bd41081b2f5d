"""What the screens, the table message and the story may ask an expansion. Every hook has an answer that suits any: what
an expansion without a file here asks stands on the generic screens."""

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

S = TypeVar("S")  # what the expansion shows: the class of `view.extras[key]`
UNWEIGHED: Final = Scales("carc", {})


@dataclass(frozen=True, slots=True)
class Answer:
    """A move on a button: the last part of the key of its words, and what they name beside its fields."""

    key: str
    told: Mapping[str, str | int] = field(default_factory=dict)


class CarcExpansionFace(Generic[S]):
    """One expansion on screens, in the table message and in the story."""

    key: ClassVar[str]
    quiet: ClassVar[Sequence[str]] = ()  # keys of events that the table message does not tell
    opens: ClassVar[Collection[str]] = ()  # keys of events with which the turn of their `seat` begins
    homes: ClassVar[Mapping[str, str]] = {}  # keys of events that send figures home -> of the sentence that names them
    apart: ClassVar[Collection[str]] = ()  # keys of events of others that begin a line of their own within a turn
    finishing: ClassVar[Collection[str]] = ()  # moves of others that belong to the turn in which they are made
    scales: ClassVar[Scales] = UNWEIGHED
    needed_by: ClassVar[Collection[str]] = ()  # rule options that change nothing without it
    settles: ClassVar[Collection[str]] = ()  # rule options that change nothing with it
    lays: ClassVar[Collection[str]] = ()  # kinds that lay a tile and are no `Place`
    beside_cells: ClassVar[Mapping[str, str]] = {}  # kinds that stand beside the cells -> key of their button
    beside_figure: ClassVar[Sequence[str]] = ()  # kinds that may come in place of a figure, each on a screen of its own
    leads_on: ClassVar[Collection[str]] = ()  # kinds after which the same player decides at once: both in one act
    at_any_time: ClassVar[Sequence[str]] = ()  # those of them that may come before something else that is asked

    def seen(self, view: CarcassonneView) -> S | None:
        """What it shows; None while it shows nothing."""
        found: S | None = view.extras.get(self.key)
        return found

    # --- screens

    async def screen(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        """A screen of its own; None: the question is asked as others are."""
        return None

    async def further(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        """The screen of a kind of `beside_figure`."""
        return None

    def asks(self, seat_view: CarcSeatView, kind: str, moves: Sequence[Move]) -> list[str] | None:
        """What stands above the answers of that kind, each of which is a button; None: they are none of its own."""
        return None

    def answer(self, seat_view: CarcSeatView, move: Move) -> Answer | None:
        """A move on a button, where kind and fields do not say enough."""
        return None

    def marked(self, seat_view: CarcSeatView, move: Move) -> list[str] | None:
        """Where on the board an answer lies; None: at the place that it names."""
        return None

    def names(self, voice: Voice, name: str, token: str) -> Sequence[str]:
        """What a value of that field is called."""
        return ()

    def told(self, voice: Voice, name: str, token: str) -> str:
        """How a value stands in a sentence, where not by its name."""
        return ""

    # --- what everybody sees

    def quick(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice, seat: int, task: str
    ) -> Iterator[Button]:
        """Quick buttons for a seat that is asked for that (the last word of its task)."""
        yield from ()

    def beside(self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice) -> Iterator[Button]:
        """Buttons for those who are not asked."""
        yield from ()

    def awards(self, view: CarcassonneView, seat: int) -> Mapping[str, int]:
        """Awards that a seat holds now -> the points they give."""
        return {}

    def has(self, view: CarcassonneView, seat: int, voice: Voice) -> list[str]:
        """What a seat has beside figures and pieces, in words."""
        return []

    def pieces(self, view: CarcassonneView, seat: int) -> Mapping[str, int]:
        """Pieces that are no figures, and how many of each a seat has left."""
        return {}

    def changed(
        self, before: CarcassonneView, after: CarcassonneView, seat: int, voice: Voice
    ) -> Sequence[tuple[int, str]]:
        """What a seat has more or less of beside figures and pieces: by how much, and so much in words."""
        return ()

    def open(self, view: CarcassonneView) -> Sequence[Cell]:
        """Cells from which whoever is asked chooses, beside those for the tile in hand."""
        return ()

    def joined(self, before: StoredEvent, event: StoredEvent) -> StoredEvent | None:
        """Two events in one, if they are told so."""
        return None


def quick_move_button(table: PublicTable[CarcassonneView], line: str, label: str) -> Iterator[Button]:
    """A quick button that plays this move."""
    made = ids.quick_custom_id(table.id, table.seq, line)
    if made is not None:
        yield Button(made, label, "green")
