"""The Artist puts gold on districts."""  # citadels.md 7.17

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Final

from rules.citadels.hooks import Character
from rules.citadels.moves import Power
from rules.citadels.state import CitadelsState, Ctx
from rules.core import Move


@dataclass(frozen=True, slots=True)
class Beautify(Power):
    """Put a gold on one or two districts: `power-beautify temple,keep`."""

    kind: ClassVar[str] = "power-beautify"
    districts: tuple[str, ...]


MOST_BEAUTIFIED: Final = 2


class Artist(Character):
    key = "artist"
    presets = ("dark_city",)
    moves = (Beautify,)

    def list_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        plain = sorted(built.key for built in s.cities[seat] if not built.gold)
        for count in range(1, min(MOST_BEAUTIFIED, s.gold[seat]) + 1):
            yield from map(Beautify, dict.fromkeys(combinations(plain, count)))

    def use_power(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, Beautify)
        s = ctx.s
        for key in move.districts:
            city = s.cities[seat]
            place = next(index for index, built in enumerate(city) if built.key == key and not built.gold)
            s.cities[seat] = (*city[:place], city[place]._replace(gold=1), *city[place + 1 :])
            s.gold[seat] -= 1
            s.changed = (*s.changed, (seat, place))
        ctx.emit("cit.power.beautify", seat=seat, districts=list(move.districts))


RULE = Artist
