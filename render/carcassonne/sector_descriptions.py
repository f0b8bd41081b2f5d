"""Alternative texts of the overview and close-ups of a big board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.core.look import Look
from render.core.sentences import cut_to_limit, join_list
from rules.carcassonne.cells import Cell, column_letters
from rules.carcassonne.outcomes import Outcome
from rules.carcassonne.view import CarcassonneView

from .facts import tile_facts
from .sectors import Sector
from .tile_description import describe_land_tile


def describe_overview(
    view: CarcassonneView, look: Look, sectors: Sequence[Sector], best: Mapping[Cell, Outcome]
) -> str:
    """The tile; for each sector, the number of its cells and those that continue a feature of the reader."""
    say = look.say
    said = [say("pic.alt.areas", n=sum(len(sector.cells) for sector in sectors), m=len(sectors))]
    for sector in sectors:
        mine = [str(cell) for cell in sector.cells if cell in best and best[cell].mine]
        key = "pic.alt.area_yours" if mine else "pic.alt.area"
        said.append(say(key, letter=sector.letter, n=len(sector.cells), cells=join_list(mine)))
    return cut_to_limit([*said, *_describe_tile_in_hand(view, look)], say("pic.alt.more"))


def describe_closeup(view: CarcassonneView, look: Look, shown: Sector, best: Mapping[Cell, Outcome]) -> str:
    """The tile; each cell of the sector and its meaning for the reader."""
    say = look.say
    a, b, c, d = shown.box
    cells = []
    for cell in shown.cells:
        outcome = best.get(cell)
        if outcome is None or not outcome.mine:
            cells.append(str(cell))
        elif outcome.gain:
            cells.append(say("pic.alt.cell_finishes", cell=str(cell), points=outcome.gain))
        else:
            cells.append(say("pic.alt.cell_yours", cell=str(cell)))
    where = {"c1": column_letters(a), "c2": column_letters(c), "r1": b + 50, "r2": d + 50}
    said = [say("pic.alt.closeup", letter=shown.letter, n=len(shown.cells), list=join_list(cells, "; "), **where)]
    return cut_to_limit([*said, *_describe_tile_in_hand(view, look)], say("pic.alt.more"))


def _describe_tile_in_hand(view: CarcassonneView, look: Look) -> list[str]:
    if view.drawn is None:
        return []
    return [look.say("pic.alt.hand", tile=describe_land_tile(look.say, tile_facts(view.drawn.tile)))]
