"""Knowledge about single modules, as hooks of `Extra`.

Each module may have a file or package named after its key in `expansions/`, found by listing; a module without one uses
the defaults here. A new hook needs a method of `Extra`, and a line in `Extras`.
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

LOOK: Final = 0.5  # rough gain of optional moves that cannot be estimated, so that they are tried


class Prospects(Protocol):
    """The expected future, as the hooks see it (`Odds`)."""

    @property
    def extras(self) -> Extras: ...

    @property
    def counts(self) -> Counter[int]:
        """Tile -> number left."""

    @property
    def left(self) -> int:
        """The number of tiles left."""

    @property
    def turns(self) -> float:
        """The number of turns left per player."""

    def once(self, compute: Callable[[Prospects], T]) -> T:
        """A value common to all situations of this decision, computed once."""

    def fade(self, turns: float) -> float: ...


class Outlook(Protocol):
    """A situation, as the hooks see it (`Situation`)."""

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
    """A decision of a seat, as the hooks see it (`Search`)."""

    @property
    def s(self) -> CarcassonneState: ...

    @property
    def seat(self) -> int: ...

    def rough(self, s: CarcassonneState, moves: Iterable[Move]) -> float:
        """A rough value of the best of these moves."""


class Extra:
    """Hooks with defaults; one subclass per module."""

    variants: ClassVar[tuple[str, ...]] = ("",)  # of the sentence about its contribution

    def tell(self, scene: Scene) -> tuple[str, Values] | None:
        """The variant of the sentence to be told; None: nothing."""
        return tell_always(scene)

    # Figure -> value of one in the supply during the game; of a follower: relative to an ordinary one.
    figures: ClassVar[Mapping[str, float]] = {}

    # With many modules: value of one unit of `add`, by turns left (`crowded.KNOTS`); written by `make tune`.
    weighed: ClassVar[tuple[float, ...]] = ()

    def joins(self, r: Outlook, figure: str, root: int) -> float:
        """A rough value of adding a companion of this module beside a follower in a feature."""
        return LOOK

    def hole(self, s: CarcassonneState) -> float:
        """The probability that a cell is filled although no tile fits."""
        return 0.0

    def field(self, r: Outlook, field: int) -> tuple[float, float] | None:
        """The value of a field for each owner and the probability that its farmers return, if unusual."""
        return None

    def share(self, r: Outlook, root: int) -> float:
        """The probability, 0 to 1, that a monastery or the like is not lost to another player."""
        return 1.0

    def add(self, r: Outlook, values: list[float]) -> None:
        """Add the value of its pieces, beside features and followers, to `values` (by seat)."""

    def decides(self, search: Decision, legal: Sequence[Move]) -> Move | None:
        """The move to make, for questions the later position does not judge; else None."""
        return None


EXTRAS: Final[dict[str, Extra]] = {}  # key of a module -> its knowledge


class Extras:
    """All hooks, bound once to the modules that implement them: an unimplemented hook costs nothing."""

    __slots__ = ("add", "all_adds", "decides", "field", "hole", "joins", "kept", "share", "special")

    def __init__(self, hooks: Hooks) -> None:
        known = [EXTRAS[module.key] for module in hooks.modules if module.key in EXTRAS]

        def bound(default: Callable[..., Any]) -> tuple[Any, ...]:
            """The method of each extra that overrides this one of `Extra`."""
            name = default.__name__
            return tuple(getattr(extra, name) for extra in known if getattr(type(extra), name) is not default)

        self.hole: tuple[Callable[[CarcassonneState], float], ...] = bound(Extra.hole)
        self.field: tuple[Callable[[Outlook, int], tuple[float, float] | None], ...] = bound(Extra.field)
        self.share: tuple[Callable[[Outlook, int], float], ...] = bound(Extra.share)
        self.add: tuple[Callable[[Outlook, list[float]], None], ...] = bound(Extra.add)
        self.all_adds = tuple(extra.add if type(extra).add is not Extra.add else None for extra in known)
        self.decides: tuple[Callable[[Decision, Sequence[Move]], Move | None], ...] = bound(Extra.decides)
        worth = {figure: value for extra in known for figure, value in extra.figures.items()}
        companions = {kind.key for _, kind in hooks.companions}
        self.joins: Mapping[str, Callable[[Outlook, str, int], float]] = {
            figure: extra.joins for extra in known for figure in extra.figures if figure in companions
        }
        self.special: Mapping[str, float] = {key: value for key, value in worth.items() if key not in companions}
        self.kept = tuple((i, worth[kind.key]) for i, kind in enumerate(hooks.figures) if kind.key in worth)


@cache
def extras_in_play(hooks: Hooks) -> Extras:
    """The knowledge about the modules of a game."""
    return Extras(hooks)
