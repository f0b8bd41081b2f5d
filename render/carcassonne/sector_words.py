"""The pictures of a big board in words: its sectors, and one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.core.look import Look
from render.core.words import cut, listed
from rules.carcassonne.cells import Cell, column
from rules.carcassonne.outcomes import Outcome
from rules.carcassonne.view import CarcassonneView

from .described import tile_words
from .facts import facts
from .sectors import Sector


def overview_alt(view: CarcassonneView, look: Look, sectors: Sequence[Sector], best: Mapping[Cell, Outcome]) -> str:
    """Each sector with how many cells it has and which of them continue what is the reader's; the tile."""
    say = look.say
    said = [say("pic.alt.areas", n=sum(len(sector.cells) for sector in sectors), m=len(sectors))]
    for sector in sectors:
        mine = [str(cell) for cell in sector.cells if cell in best and best[cell].mine]
        key = "pic.alt.area_yours" if mine else "pic.alt.area"
        said.append(say(key, letter=sector.letter, n=len(sector.cells), cells=listed(mine)))
    return cut([*said, *_tile(view, look)], say("pic.alt.more"))


def closeup_alt(view: CarcassonneView, look: Look, shown: Sector, best: Mapping[Cell, Outcome]) -> str:
    """The cells of a sector, each with what it means to the reader; the tile."""
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
    where = {"c1": column(a), "c2": column(c), "r1": b + 50, "r2": d + 50}
    said = [say("pic.alt.closeup", letter=shown.letter, n=len(shown.cells), list=listed(cells, "; "), **where)]
    return cut([*said, *_tile(view, look)], say("pic.alt.more"))


def _tile(view: CarcassonneView, look: Look) -> list[str]:
    if view.drawn is None:
        return []
    return [look.say("pic.alt.hand", tile=tile_words(look.say, facts(view.drawn.tile)))]
