"""King & Robber Baron: the holders of the two awards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from render.carcassonne import colours as c
from render.carcassonne.extras import Extra
from render.carcassonne.icon_drawing import draw_rimmed_disc, paint_icon
from render.carcassonne.land_objects import INK
from render.carcassonne.pen import Pen
from render.core.chip_strip import NOW, ChipItem
from render.core.look import Look, rgb
from render.core.recap import RecapTurn, TurnPhrase
from rules.carcassonne.view import CarcassonneView

AWARD_WEIGHT: Final = 4  # weight of an award
CROWN: Final = ((0.22, 0.68), (0.14, 0.3), (0.34, 0.46), (0.5, 0.2), (0.66, 0.46), (0.86, 0.3), (0.78, 0.68))


def _draw_king_icon(pen: Pen) -> None:
    draw_rimmed_disc(pen, rgb("#8E2A3A"), rgb("#FBF2DC"))
    pen.shape(CROWN, c.COIN, INK, 0.05)
    pen.box(0.22, 0.66, 0.56, 0.1, c.COIN, INK, 0.045)
    pen.oval(0.5, 0.56, 0.05, 0.06, rgb("#B4161C"))


def _draw_robber_icon(pen: Pen) -> None:
    draw_rimmed_disc(pen, rgb("#3E4A54"), rgb("#F3CFA6"))
    pen.shape([(0.14, 0.36), (0.86, 0.36), (0.8, 0.6), (0.6, 0.62), (0.5, 0.52), (0.4, 0.62), (0.2, 0.6)], INK, None)
    for x in (0.33, 0.67):
        pen.oval(x, 0.47, 0.09, 0.065, (255, 255, 255))
        pen.oval(x, 0.47, 0.04, 0.045, INK)
    pen.shape([(0.1, 0.36), (0.3, 0.12), (0.7, 0.12), (0.9, 0.36)], rgb("#5B3A22"), INK, 0.04)


class Awards(Extra):
    rank = 30
    brief_key_prefixes = tuple(f"carc.{name}.{how}" for name in ("king", "robber") for how in ("taken", "kept"))
    icons: ClassVar = {
        "king": lambda letter, high: paint_icon(high, _draw_king_icon),
        "robber": lambda letter, high: paint_icon(high, _draw_robber_icon),
    }

    sources: ClassVar = {"king": "king", "robber": "robber"}

    def chip_items(self, seen: Any, view: CarcassonneView, seat: int) -> Sequence[ChipItem]:
        held = (("king", seen.king), ("robber", seen.robber))
        return [ChipItem(name, award.size, NOW) for name, award in held if award and award.seat == seat]

    def list_caption_phrases(self, turn: RecapTurn, look: Look, reader: int | None, seen: Any) -> Iterable[TurnPhrase]:
        for key, params in turn.events:
            if key in self.brief_key_prefixes:
                sentence = look.say(f"pic.king.{params['award']}_{key.rpartition('.')[2]}", n=params["n"])
                yield TurnPhrase(sentence, AWARD_WEIGHT)

    def describe_seat_items(self, seen: Any, view: CarcassonneView, look: Look, seat: int) -> Iterable[str]:
        held = (("king", seen.king), ("robber", seen.robber))
        return [
            look.say(f"pic.king.{name}", n=award.size, points=award.points)
            for name, award in held
            if award and award.seat == seat
        ]


EXTRA: Final = Awards()
