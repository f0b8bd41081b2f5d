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
    view: CarcassonneView, look: Look, sectors: Sequence[Sector], best_outcomes: Mapping[Cell, Outcome]
) -> str:
    """The tile; for each sector, the number of its cells and those that continue a feature of the reader."""
    say = look.say
    sentences = [say("pic.alt.areas", n=sum(len(sector.cells) for sector in sectors), m=len(sectors))]
    for sector in sectors:
        own_cells = [
            str(cell) for cell in sector.cells if cell in best_outcomes and best_outcomes[cell].affects_own_feature
        ]
        key = "pic.alt.area_yours" if own_cells else "pic.alt.area"
        sentences.append(say(key, letter=sector.letter, n=len(sector.cells), cells=join_list(own_cells)))
    return cut_to_limit([*sentences, *_describe_tile_in_hand(view, look)], say("pic.alt.more"))


def describe_closeup(view: CarcassonneView, look: Look, sector: Sector, best_outcomes: Mapping[Cell, Outcome]) -> str:
    """The tile; each cell of the sector and its meaning for the reader."""
    say = look.say
    left, top, right, bottom = sector.box
    cells = []
    for cell in sector.cells:
        outcome = best_outcomes.get(cell)
        if outcome is None or not outcome.affects_own_feature:
            cells.append(str(cell))
        elif outcome.gain:
            cells.append(say("pic.alt.cell_finishes", cell=str(cell), points=outcome.gain))
        else:
            cells.append(say("pic.alt.cell_yours", cell=str(cell)))
    span = {"c1": column_letters(left), "c2": column_letters(right), "r1": top + 50, "r2": bottom + 50}
    sentences = [say("pic.alt.closeup", letter=sector.letter, n=len(sector.cells), list=join_list(cells, "; "), **span)]
    return cut_to_limit([*sentences, *_describe_tile_in_hand(view, look)], say("pic.alt.more"))


def _describe_tile_in_hand(view: CarcassonneView, look: Look) -> list[str]:
    if view.drawn is None:
        return []
    return [look.say("pic.alt.hand", tile=describe_land_tile(look.say, tile_facts(view.drawn.tile)))]
