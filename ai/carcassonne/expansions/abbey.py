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

BARN_CITY: Final = 4
BARN_KEPT: Final = 4.0
MERGED: Final = 1  # points per city for farmers who join a barn
ABBEY_KEPT: Final = 3.0
ABBEY_LAST: Final = 0.5
HOLE: Final = 0.2  # probability that a hole is filled


class Estates(Extra):
    weighed = (0.98, 1.03, 0.97, 1.26, 1.08)

    figures: ClassVar[Mapping[str, float]] = {"mayor": 0.5, "wagon": 0.6}

    variants = ("", "barn")

    def tell(self, scene: Scene) -> tuple[str, Values] | None:
        """Names only the barn if no abbey is left."""
        return ("" if scene.of in estate_of(scene.pairs[0].before).abbeys else "barn"), {}

    def hole(self, s: CarcassonneState) -> float:
        return HOLE if estate_of(s).abbeys else 0.0

    def field(self, r: Outlook, field: int) -> tuple[float, float] | None:
        return (MERGED * farms.expected_cities_fed(r, field), 1.0) if field in barn_fields(r.s) else None

    def add(self, r: Outlook, found: list[float]) -> None:
        s = r.s
        here = estate_of(s)
        for seat in here.abbeys:
            found[seat] += ABBEY_LAST + (ABBEY_KEPT - ABBEY_LAST) * r.odds.fade(6)
        built = {barn.seat for barn in here.barns}
        for seat in range(s.seats):
            if seat not in built:
                found[seat] += BARN_KEPT * r.odds.fade(10)
        for barn in here.barns:
            field = s.board.of[barn.node]
            found[barn.seat] += BARN_CITY * farms.expected_cities_fed(r, field)


EXTRA: Final = Estates()
