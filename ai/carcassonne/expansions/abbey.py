"""Abbey & Mayor: abbeys in hand, barns, mayors and wagons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from rules.carcassonne.expansions.abbey.barn import barn_fields
from rules.carcassonne.expansions.abbey.state import estate_of
from rules.carcassonne.state import CarcassonneState

from ...reasons import Scene, Values
from .. import farms
from ..extra import Extra

if TYPE_CHECKING:
    from ..extra import Outlook

BARN_CITY: Final = 4  # points per city for a barn
BARN_KEPT: Final = 4.0  # value of a barn in the supply
JOINED_BARN_CITY: Final = 1  # points per city for farmers who join a barn
ABBEY_KEPT: Final = 3.0  # value of an abbey in hand
ABBEY_AT_END: Final = 0.5  # what remains of it at the end
ABBEY_TURNS: Final = 6  # turns before the end at which it begins to lose value
BARN_TURNS: Final = 10
HOLE_FILLED: Final = 0.2  # probability that a hole is filled


class Estates(Extra):
    weighed = (0.98, 1.03, 0.97, 1.26, 1.08)

    figure_values: ClassVar[Mapping[str, float]] = {"mayor": 0.5, "wagon": 0.6}

    variants = ("", "barn")

    def tell(self, scene: Scene) -> tuple[str, Values] | None:
        """Names only the barn if no abbey is left."""
        return ("" if scene.seat in estate_of(scene.pairs[0].before).abbeys else "barn"), {}

    def hole_fill_chance(self, s: CarcassonneState) -> float:
        return HOLE_FILLED if estate_of(s).abbeys else 0.0

    def unusual_field_worth(self, r: Outlook, field: int) -> tuple[float, float] | None:
        return (JOINED_BARN_CITY * farms.expected_cities_fed(r, field), 1.0) if field in barn_fields(r.s) else None

    def add_piece_values(self, r: Outlook, values: list[float]) -> None:
        s = r.s
        estate = estate_of(s)
        for seat in estate.abbeys:
            values[seat] += ABBEY_AT_END + (ABBEY_KEPT - ABBEY_AT_END) * r.odds.fade_near_end(ABBEY_TURNS)
        barn_owners = {barn.seat for barn in estate.barns}
        for seat in range(s.seats):
            if seat not in barn_owners:
                values[seat] += BARN_KEPT * r.odds.fade_near_end(BARN_TURNS)
        for barn in estate.barns:
            field = s.board.of[barn.node]
            values[barn.seat] += BARN_CITY * farms.expected_cities_fed(r, field)


EXTRA: Final = Estates()
