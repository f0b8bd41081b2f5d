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
    def tile_counts(self) -> Counter[int]:
        """Tile -> number left."""

    @property
    def tiles_left(self) -> int:
        """The number of tiles left."""

    @property
    def turns_left(self) -> float:
        """The number of turns left per player."""

    def cached(self, compute: Callable[[Prospects], T]) -> T:
        """A value common to all situations of this decision, computed once."""

    def fade_near_end(self, turns: float) -> float: ...


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

    def completion_chance(self, root: int) -> float: ...

    def feature_worth(self, root: int) -> tuple[float, float]: ...


class Decision(Protocol):
    """A decision of a seat, as the hooks see it (`Search`)."""

    @property
    def s(self) -> CarcassonneState: ...

    @property
    def seat(self) -> int: ...

    def rough_value_of_best(self, s: CarcassonneState, moves: Iterable[Move]) -> float:
        """A rough value of the best of these moves."""


class Extra:
    """Hooks with defaults; one subclass per module."""

    variants: ClassVar[tuple[str, ...]] = ("",)  # of the sentence about its contribution

    def tell(self, scene: Scene) -> tuple[str, Values] | None:
        """The variant of the sentence to be told; None: nothing."""
        return tell_always(scene)

    # Figure -> value of one in the supply during the game; of a follower: relative to an ordinary one.
    figure_values: ClassVar[Mapping[str, float]] = {}

    # With many modules: value of one unit of `add`, by turns left (`crowded.KNOTS`); written by `make tune`.
    weighed: ClassVar[tuple[float, ...]] = ()

    def companion_value(self, r: Outlook, figure: str, root: int) -> float:
        """A rough value of adding a companion of this module beside a follower in a feature."""
        return LOOK

    def hole_fill_chance(self, s: CarcassonneState) -> float:
        """The probability that a cell is filled although no tile fits."""
        return 0.0

    def unusual_field_worth(self, r: Outlook, field: int) -> tuple[float, float] | None:
        """The value of a field for each owner and the probability that its farmers return, if unusual."""
        return None

    def chance_not_lost(self, r: Outlook, root: int) -> float:
        """The probability, 0 to 1, that a monastery or the like is not lost to another player."""
        return 1.0

    def add_piece_values(self, r: Outlook, values: list[float]) -> None:
        """Add the value of its pieces, beside features and followers, to `values` (by seat)."""

    def decide_at_once(self, search: Decision, legal: Sequence[Move]) -> Move | None:
        """The move to make, for questions the later position does not judge; else None."""
        return None


EXTRAS: Final[dict[str, Extra]] = {}  # key of a module -> its knowledge


class Extras:
    """All hooks, bound once to the modules that implement them: an unimplemented hook costs nothing."""

    __slots__ = (
        "add_piece_values",
        "chance_not_lost",
        "companion_values",
        "decide_at_once",
        "hole_fill_chance",
        "kept_figure_values",
        "piece_values_by_module",
        "special_figure_values",
        "unusual_field_worth",
    )

    def __init__(self, hooks: Hooks) -> None:
        known = [EXTRAS[module.key] for module in hooks.modules if module.key in EXTRAS]

        def bound(default: Callable[..., Any]) -> tuple[Any, ...]:
            """The method of each extra that overrides this one of `Extra`."""
            name = default.__name__
            return tuple(getattr(extra, name) for extra in known if getattr(type(extra), name) is not default)

        self.hole_fill_chance: tuple[Callable[[CarcassonneState], float], ...] = bound(Extra.hole_fill_chance)
        self.unusual_field_worth: tuple[Callable[[Outlook, int], tuple[float, float] | None], ...] = bound(
            Extra.unusual_field_worth
        )
        self.chance_not_lost: tuple[Callable[[Outlook, int], float], ...] = bound(Extra.chance_not_lost)
        self.add_piece_values: tuple[Callable[[Outlook, list[float]], None], ...] = bound(Extra.add_piece_values)
        self.piece_values_by_module = tuple(
            extra.add_piece_values if type(extra).add_piece_values is not Extra.add_piece_values else None
            for extra in known
        )
        self.decide_at_once: tuple[Callable[[Decision, Sequence[Move]], Move | None], ...] = bound(Extra.decide_at_once)
        worth = {figure: value for extra in known for figure, value in extra.figure_values.items()}
        companions = {kind.key for _, kind in hooks.companions}
        self.companion_values: Mapping[str, Callable[[Outlook, str, int], float]] = {
            figure: extra.companion_value for extra in known for figure in extra.figure_values if figure in companions
        }
        self.special_figure_values: Mapping[str, float] = {
            key: value for key, value in worth.items() if key not in companions
        }
        self.kept_figure_values = tuple(
            (i, worth[kind.key]) for i, kind in enumerate(hooks.figures) if kind.key in worth
        )


@cache
def extras_in_play(hooks: Hooks) -> Extras:
    """The knowledge about the modules of a game."""
    return Extras(hooks)
