"""The state of a Carcassonne game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeVar

from rules.core import Context, Step
from rules.core.saving import Slice

from .board import Board
from .expansion import Hooks

S = TypeVar("S", bound=Slice)

# Instead of a tile in the hand:
NO_TILE: Final = -1
LAID: Final = -2  # no tile, and none is drawn: the tile of this part is already on the board


class Figure(NamedTuple):
    """A figure on the board."""

    kind: str
    seat: int
    node: int


class Guest(NamedTuple):
    """A follower in a feature as a whole, without a place of its own."""

    kind: str
    seat: int
    node: int  # any node of the feature
    weight: int  # in its majority


class CarcassonneState:
    """Plain data; copied at the start of each move."""

    transient: ClassVar[frozenset[str]] = frozenset({"hooks"})

    key: bytes
    used: int
    agenda: list[Step[Any]]
    hooks: Hooks  # of the modules in play; the same for all states of a game
    seats: int
    active: int  # the seat whose turn it is
    board: Board
    pile: tuple[int, ...]  # all tiles to draw, in drawing order
    piles: tuple[int, ...]  # sizes of its separately shuffled parts, drawn one after the other
    drawn: int  # how many of them have been drawn
    hand: int  # the tile to be laid now, NO_TILE or LAID
    just: int  # position of the tile just laid in this part, -1: none
    completed: tuple[int, ...]  # features completed and not yet scored
    aside: tuple[int, ...]  # tiles that fitted nowhere
    changed: tuple[int, ...]  # positions changed by the last turn part
    figures: list[Figure]  # on the board, in the order they came
    supply: list[int]  # seat -> number left of each kind of figure
    scores: list[int]
    tally: list[int]  # category -> points of each seat
    ext: dict[str, Slice]  # slices of the modules; copies share them, see `writable_module_state`

    __slots__ = (
        "active",
        "agenda",
        "aside",
        "board",
        "changed",
        "completed",
        "drawn",
        "ext",
        "figures",
        "hand",
        "hooks",
        "just",
        "key",
        "pile",
        "piles",
        "scores",
        "seats",
        "supply",
        "tally",
        "used",
    )

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new.key = self.key
        new.used = self.used
        new.agenda = self.agenda[:]
        new.hooks = self.hooks
        new.seats = self.seats
        new.active = self.active
        new.board = self.board.copy()
        new.pile = self.pile
        new.piles = self.piles
        new.drawn = self.drawn
        new.hand = self.hand
        new.just = self.just
        new.completed = self.completed
        new.aside = self.aside
        new.changed = self.changed
        new.figures = self.figures[:]
        new.supply = self.supply[:]
        new.scores = self.scores[:]
        new.tally = self.tally[:]
        new.ext = self.ext.copy() if self.ext else {}
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CarcassonneState):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__ if name != "hooks")

    def module_state(self, cls: type[S]) -> S:
        """The slice of a module, for reading."""
        state = self.ext[cls.kind]
        assert isinstance(state, cls)
        return state

    def writable_module_state(self, cls: type[S]) -> S:
        """The slice of a module, unshared for modification."""
        state = self.ext[cls.kind] = self.ext[cls.kind].copy()
        assert isinstance(state, cls)
        return state

    def undrawn_parts(self) -> Iterator[slice]:
        """For each separately shuffled part of the pile: where its tiles not drawn yet lie; empty if all are drawn."""
        begins = 0
        for length in self.piles:
            ends = begins + length
            yield slice(min(max(begins, self.drawn), ends), ends)
            begins = ends

    def mark_changed(self, positions: Iterable[int]) -> None:
        """Add positions to those changed by this part of the turn, each once."""
        self.changed = tuple(dict.fromkeys((*self.changed, *positions)))

    def supply_of_seat(self, seat: int) -> dict[str, int]:
        """The figures in a seat's supply."""
        kinds = self.hooks.figures
        return {kind.key: self.supply[seat * len(kinds) + i] for i, kind in enumerate(kinds)}


Ctx = Context[CarcassonneState]
