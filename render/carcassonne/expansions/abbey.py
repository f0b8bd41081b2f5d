"""Abbey & Mayor: the abbeys that are left. Barns are drawn as figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from PIL import Image

from render.carcassonne import colours as c
from render.carcassonne import land_objects
from render.carcassonne.extras import Extra
from render.carcassonne.icon_drawing import paint_icon
from render.carcassonne.pen import Pen
from render.carcassonne.points_sentences import points_sentence
from render.core.chip_strip import ChipItem
from render.core.look import SEAT_COLOURS, Look
from render.core.recap import RecapTurn, TurnPhrase
from render.core.sentences import join_list
from rules.carcassonne.view import CarcassonneView

ABBEY_LAID_KEY: Final = "carc.abbey.laid"
FARMERS_WEIGHT, ABBEY_WEIGHT = 6, 3  # weights of their points and of an abbey


def _abbey_icon(letter: str, high: int) -> Image.Image:
    colour = SEAT_COLOURS[letter]

    def paint(pen: Pen) -> None:
        pen.draw.rounded_rectangle((0, 0, pen.side - 1, pen.side - 1), pen.side * 0.16, fill=colour.outline)
        edge = pen.side * 0.05
        pen.draw.rounded_rectangle((edge, edge, pen.side - edge, pen.side - edge), pen.side * 0.13, fill=colour.fill)
        pen.box(0.13, 0.13, 0.74, 0.74, c.GRASS, None)
        land_objects.draw_cloister(pen, 0.5, 0.56, 1.3)

    return paint_icon(high, paint)


class Estates(Extra):
    rank = 50
    figure_move_keys = frozenset({"carc.wagon.moved"})
    brief_key_prefixes = (ABBEY_LAID_KEY, "carc.abbey.passed", "carc.barn.farmers", "carc.barn.merged")
    icons: ClassVar = {"abbey": _abbey_icon}
    sources: ClassVar = {"barns": "barn"}

    def chip_items(self, seen: Any, view: CarcassonneView, seat: int) -> Sequence[ChipItem]:
        return [ChipItem("abbey")] * bool(seen.abbeys[seat])

    def list_caption_phrases(self, turn: RecapTurn, look: Look, reader: int | None, seen: Any) -> Iterable[TurnPhrase]:
        """An abbey laid without a figure; farmers returned by a barn."""
        cells_with_figures = {params.get("cell") for key, params in turn.events if key == "carc.figure.deployed"}
        for key, params in turn.events:
            if key == ABBEY_LAID_KEY and params["cell"] not in cells_with_figures:
                yield TurnPhrase(look.say("pic.abbey.laid"), ABBEY_WEIGHT, key)
            if key.startswith(self.brief_key_prefixes[2:]):
                numbers = {name: params[name] for name in ("n", "points")}
                yield TurnPhrase(
                    points_sentence("pic.abbey.farmers", params["seats"], look, turn.seat, reader, **numbers),
                    FARMERS_WEIGHT,
                )

    def list_alt_sentences(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        if seen.holes:
            yield look.say("pic.abbey.holes", list=join_list(map(str, seen.holes)))
        if seen.wagon is not None:
            places = join_list(f"{cell}.{place}" for cell, place in seen.wagon.reach)
            yield look.say("pic.abbey.wagon", name=look.seats[seen.wagon.seat].name, list=places)

    def describe_seat_items(self, seen: Any, view: CarcassonneView, look: Look, seat: int) -> Iterable[str]:
        return [look.say("pic.abbey.left")] * bool(seen.abbeys[seat])


EXTRA: Final = Estates()
