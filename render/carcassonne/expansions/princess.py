"""The Princess & the Dragon: the way the dragon came."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from render.carcassonne.extra import Extra
from render.carcassonne.news import Event, Gone, Moved, Told, Way
from render.core.look import Look
from render.core.words import listed
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

STEPS: Final = ("carc.dragon.moved", "carc.dragon.eats", "carc.dragon.goes", "carc.dragon.goes_eats")
MOVES: Final = {
    "carc.fairy.came": "fairy",
    "carc.fairy.moved": "fairy",
    "carc.dragon.comes": "dragon",
    "carc.dragon.called": "dragon",
    **dict.fromkeys(STEPS, "dragon"),
}
TAKES: Final = (*STEPS, "carc.princess.sent")


class Lair(Extra):
    rank = 40

    def read(self, seen: Any, events: Sequence[Event]) -> Iterable[Told]:
        ways: list[list[Cell]] = []
        for key, params in events:
            if key in MOVES:
                yield Moved(MOVES[key], params["seat"])
            if key in TAKES:
                for kind, seat, spot in params.get("returned", ()):
                    yield Gone(kind, seat, Cell.parse(spot.partition(".")[0]))
            if key in STEPS:
                if params["step"] == 1 or not ways:
                    ways.append([Cell.parse(params["old"])])
                ways[-1].append(Cell.parse(params["cell"]))
        if len(seen.path) > 1:  # whole, also where the first steps are no news
            ways[-1:] = [list(seen.path)]
        yield from (Way(tuple(way)) for way in ways)

    def told(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        say = look.say
        if seen.left and seen.mover is not None:
            ways = listed(map(str, seen.ways))
            yield say("pic.lair.moving", name=look.seats[seen.mover].name, n=seen.left, list=ways)
        if len(seen.path) > 1:
            yield say("pic.lair.path", list=listed(map(str, seen.path)))
        if seen.dragon is not None:
            yield say("pic.lair.dragon", cell=str(seen.dragon))
        if seen.fairy is not None:
            yield say("pic.lair.fairy", cell=str(seen.fairy))
        if seen.away:
            yield say("pic.lair.away", n=seen.away)

    def lines(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        yield " ".join(self.told(seen, view, look))
        if seen.volcanoes:
            yield look.say("pic.lair.volcanoes", list=listed(map(str, seen.volcanoes)))


EXTRA: Final = Lair()
