"""What the player knows of one module, asked of whichever modules are played.

Each module may have a file or folder of its key in `expansions/`, found by listing; one without is played by the
answers here. To add a question: a method of `Extra`, and a line in `Extras`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, TypeVar

from rules.carcassonne.expansion import Hooks
from rules.carcassonne.state import CarcassonneState
from rules.core import Move

from ..reasons import Scene, Values, tell_always

if TYPE_CHECKING:
    from .open_ends import Reach

T = TypeVar("T")

LOOK: Final = 0.5  # what is put or done besides is worth a look


class Prospects(Protocol):
    """What is still to come, as the answers see it: the odds of a decision."""

    @property
    def extras(self) -> Extras: ...

    @property
    def counts(self) -> Counter[int]:
        """How many of each tile are left."""

    @property
    def left(self) -> int:
        """Tiles."""

    @property
    def turns(self) -> float:
        """Of each player."""

    def once(self, ask: Callable[[Prospects], T]) -> T:
        """An answer that is the same in all situations of this decision."""

    def fade(self, turns: float) -> float: ...


class Outlook(Protocol):
    """A situation as the answers see it."""

    @property
    def s(self) -> CarcassonneState: ...

    @property
    def odds(self) -> Prospects: ...

    @property
    def memo(self) -> dict[Any, Any]: ...

    @property
    def reach(self) -> Reach: ...

    @property
    def strengths(self) -> dict[int, list[int]]: ...

    def chance(self, root: int) -> float: ...

    def worth(self, root: int) -> tuple[float, float]: ...


class Decision(Protocol):
    """A decision of a seat as the answers see it."""

    @property
    def s(self) -> CarcassonneState: ...

    @property
    def seat(self) -> int: ...

    def rough(self, s: CarcassonneState, moves: Iterable[Move]) -> float:
        """About what the best of these moves leads to."""


class Extra:
    """The questions. Override what matters, nothing else."""

    variants: ClassVar[tuple[str, ...]] = ("",)  # of the sentence that says what it adds

    def tell(self, scene: Scene) -> tuple[str, Values] | None:
        """Which of them is said; None: nothing."""
        return tell_always(scene)

    # Figures -> what one in the supply is worth while there are turns left; of a follower: beside that of any other.
    figures: ClassVar[Mapping[str, float]] = {}

    # With many modules, what one of what `add` adds is worth, by turns left (`crowded.KNOTS`): `make tune` writes it.
    weighed: ClassVar[tuple[float, ...]] = ()

    def joins(self, r: Outlook, figure: str, root: int) -> float:
        """About what a companion of this module brings beside a follower in a feature."""
        return LOOK

    def hole(self, s: CarcassonneState) -> float:
        """How likely a cell is filled where no tile fits."""
        return 0.0

    def field(self, r: Outlook, field: int) -> tuple[float, float] | None:
        """What a field gives each owner, and how likely its farmers come back, if that is not as usual."""
        return None

    def share(self, r: Outlook, root: int) -> float:
        """How likely a monastery or the like is not lost to somebody, 0 to 1."""
        return 1.0

    def add(self, r: Outlook, found: list[float]) -> None:
        """Add what its pieces are worth to each seat, beside features and followers."""

    def decides(self, search: Decision, legal: Sequence[Move]) -> Move | None:
        """One of these moves, where they are answers to a question that is not judged by the table afterwards."""
        return None


EXTRAS: Final[dict[str, Extra]] = {}  # key of a module -> what the player knows of it


class Extras:
    """Every question, bound once to those who answer it: an unanswered one costs nothing."""

    __slots__ = ("add", "all_adds", "decides", "field", "hole", "joins", "kept", "share", "special")

    def __init__(self, hooks: Hooks) -> None:
        known = [EXTRAS[module.key] for module in hooks.modules if module.key in EXTRAS]

        def bound(name: str) -> tuple[Any, ...]:
            silent = getattr(Extra, name)
            return tuple(getattr(extra, name) for extra in known if getattr(type(extra), name) is not silent)

        self.hole: tuple[Callable[[CarcassonneState], float], ...] = bound("hole")
        self.field: tuple[Callable[[Outlook, int], tuple[float, float] | None], ...] = bound("field")
        self.share: tuple[Callable[[Outlook, int], float], ...] = bound("share")
        self.add: tuple[Callable[[Outlook, list[float]], None], ...] = bound("add")
        self.all_adds = tuple(extra.add if type(extra).add is not Extra.add else None for extra in known)
        self.decides: tuple[Callable[[Decision, Sequence[Move]], Move | None], ...] = bound("decides")
        worth = {figure: value for extra in known for figure, value in extra.figures.items()}
        companions = {kind.key for _, kind in hooks.companions}
        self.joins: Mapping[str, Callable[[Outlook, str, int], float]] = {
            figure: extra.joins for extra in known for figure in extra.figures if figure in companions
        }
        self.special: Mapping[str, float] = {key: value for key, value in worth.items() if key not in companions}
        self.kept = tuple((i, worth[kind.key]) for i, kind in enumerate(hooks.figures) if kind.key in worth)


@cache
def extras_in_play(hooks: Hooks) -> Extras:
    """What is known of the modules of a game."""
    return Extras(hooks)
