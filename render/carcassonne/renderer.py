"""The renderer of Carcassonne: what front ends call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from PIL import Image

from render.core import palette, recap_strip
from render.core.ending import Chronicle, Ending
from render.core.look import Look, Mark, Picture
from render.core.recap import Recap, RecapTurn, turns_per_page
from rules.carcassonne.cells import Cell
from rules.carcassonne.outcomes import Outcome
from rules.carcassonne.view import CarcassonneView

from . import changes_since, descriptions, ending, numbered_places, sector_descriptions, tiles_left
from . import lay_preview as single
from .board import Drawing, build_topping, compose_board, draw_board_pictures
from .camera import BoardCamera
from .counted_places import find_counted_places
from .film import CarcassonneFilm
from .layout import bounding_box, plan_board
from .news import News
from .overview import draw_overview
from .recap_picture import draw_carcassonne_recap
from .sector_closeup import draw_sector_closeup
from .sectors import Sector
from .targets import find_target
from .tile_sheet import draw_tile_sheet

TILES: Final = "tiles"  # a part of the board: what is left of them
PALETTE: Final = Path(__file__).with_name("palette.txt")


def carcassonne_palette() -> palette.Palette:
    """The palette of all boards of Carcassonne."""
    return palette.load_palette(PALETTE)


def _encode_board(drawing: Drawing, alt: str, washed: bool = False) -> Picture:
    return Picture(
        palette.encode_png(drawing.image, None if washed else carcassonne_palette()), alt, drawing.image.size
    )


class CarcassonneRenderer:
    """Pure functions of view, look and marks; safe in any thread. Beyond what every game has: `preview`, `turns` and
    `sheet`, of tiles, `sectors` and `sector`, of big boards; only the face of Carcassonne asks for them."""

    key = "carcassonne"

    def since(
        self, before: CarcassonneView, view: CarcassonneView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
    ) -> CarcassonneView:
        """The view with all that is new since `before` among what changed."""
        return changes_since.mark_new_tiles(before, view)

    def news(
        self, before: CarcassonneView, view: CarcassonneView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
    ) -> News:
        """Who laid, built and moved what since `before`, what scored, who is gone."""
        return changes_since.collect_news(before, view, events)

    def table(
        self,
        view: CarcassonneView,
        look: Look,
        marks: Sequence[Mark] = (),
        story: str = "",
        news: News | None = None,
    ) -> list[Picture]:
        """The board for everybody; of a very big one with spots to choose from, numbered windows follow."""
        return self._boards(view, look, marks, descriptions.describe_carcassonne_table(view, look, marks, story), news)

    def camera(self) -> BoardCamera:
        """The board as large as it will be at the end."""
        return BoardCamera(carcassonne_palette())

    def choice(self, view: CarcassonneView, look: Look, marks: Sequence[Mark]) -> list[Picture]:
        """The board for who must choose one of the marked cells; of a very big one what lies around them, if that is
        one window."""
        found = self._boards(view, look, marks, descriptions.describe_picker(view, look, marks))
        return [replace(found[1], alt=found[0].alt)] if len(found) == 2 else found

    def sectors(
        self, view: CarcassonneView, look: Look, sectors: Sequence[Sector], best: Mapping[Cell, Outcome]
    ) -> Picture:
        """A big board for who must lay a tile, as a map with its sectors. `best`: what a lay does on a cell at best."""
        drawing = draw_overview(view, look, sectors, best)
        return _encode_board(drawing, sector_descriptions.describe_overview(view, look, sectors, best), washed=True)

    def sector(
        self,
        view: CarcassonneView,
        look: Look,
        sectors: Sequence[Sector],
        shown: Sector,
        best: Mapping[Cell, Outcome],
    ) -> Picture:
        """One of them alone, with a plate on each of its cells."""
        drawing = draw_sector_closeup(view, look, sectors, shown, best)
        return _encode_board(drawing, sector_descriptions.describe_closeup(view, look, shown, best), washed=True)

    def _boards(
        self, view: CarcassonneView, look: Look, marks: Sequence[Mark], alt: str, news: News | None = None
    ) -> list[Picture]:
        first, *rest = draw_board_pictures(view, look, marks, news)
        found = [_encode_board(first, alt)]
        choices = [(m, find_target(view, m.place).cells) for m in marks if m.tone == "choice"]
        for number, drawing in enumerate(rest, 1):
            box = drawing.region or (0, 0, 0, 0)
            inside = [
                m for m, cells in choices if any(box[0] <= c.x <= box[2] and box[1] <= c.y <= box[3] for c in cells)
            ]
            found.append(_encode_board(drawing, descriptions.describe_region(view, look, box, inside, number)))
        return found

    def preview(
        self,
        view: CarcassonneView,
        look: Look,
        marks: Sequence[Mark],
        *,
        cell: Cell | str,
        turn: int | None = None,
        tile: str | None = None,
        ghosts: Sequence[str] = (),
    ) -> Picture:
        """One tile large on its spot: the one that lies there, else the drawn one (or `tile`), turned so. `ghosts`:
        bridges (`N50.EW`) that would be built with it. Marks whose tokens are numbers are shown as such; the token of a
        place where nothing can be put is a dash."""
        at = cell if isinstance(cell, Cell) else Cell.parse(cell)
        laid = next((t for t in view.laid if t.cell == at), None)
        if laid is not None:
            tile, degrees = laid.tile, int(laid.turn)
        else:
            tile = tile or (view.drawn.tile if view.drawn else None)
            degrees = int(turn or 0)
        assert tile is not None, "a tile lies there, or one is drawn"
        if numbered_places.is_numbered(marks) and not ghosts:
            drawing = numbered_places.draw_numbered_places(view, look, at, tile, degrees, marks)
            marks = [numbered_places.name_holders_in_mark(view, look, at, mark) for mark in marks]
        else:
            drawing = single.draw_lay_preview(view, look, at, tile, degrees, marks, ghosts)
        return _encode_board(
            drawing, descriptions.describe_place_preview(view, look, at, tile, degrees, marks, ghosts), washed=True
        )

    def turns(self, view: CarcassonneView, look: Look, cell: Cell | str, turns: Sequence[int]) -> Picture:
        """The drawn tile on that cell, once per turn."""
        at = cell if isinstance(cell, Cell) else Cell.parse(cell)
        assert view.drawn is not None, "a tile is drawn"
        degrees = [int(t) for t in turns]
        drawing = single.draw_legal_turns(view, look, at, view.drawn.tile, degrees)
        return _encode_board(drawing, descriptions.describe_turns(look, at, view.drawn.tile, degrees), washed=True)

    def hand(self, view: CarcassonneView, look: Look, marks: Sequence[Mark] = ()) -> None:
        """Nothing: everybody sees everything."""

    def card(self, view: CarcassonneView | None, look: Look, key: str) -> Picture:
        """There are no cards."""
        raise KeyError(key)

    def score(self, view: CarcassonneView, look: Look, title: str = "") -> Picture:
        """Points come one by one: the strip over the board has them."""
        return self.table(view, look, story=title)[0]

    def counted(self, view: CarcassonneView, look: Look, where: Iterable[str], title: str = "") -> Picture:
        """The board with what was counted bright and outlined, everything else washed. `where`: cells (`N50`) and
        places (`N50.road-E`). A place names a whole feature, on the given cells; the cells on which none of them lies
        are outlined as they are."""
        named = list(where)
        what = find_counted_places(view, [Cell.parse(n) for n in named if "." not in n], [n for n in named if "." in n])
        top = build_topping(view, look)
        layout = plan_board({(t.cell.x, t.cell.y) for t in view.laid}, False, look.mirrored, head=top.head)
        drawing = compose_board(view, look, (), layout, top, counted=what)
        return _encode_board(drawing, descriptions.describe_counted(view, look, what.all, title), washed=True)

    def part(self, view: CarcassonneView, look: Look, region: str, marks: Sequence[Mark] = ()) -> Picture:
        """A region such as `K45-P50`, as large as it gets; `tiles`: those that are left, `tiles-2`: their second page.
        ValueError if it names neither."""
        stem, _, number = region.casefold().partition("-")
        if stem == TILES:
            page = int(number or 1) - 1
            image = tiles_left.draw_stock_page(view, look, page).image
            return Picture(
                palette.encode_png(image, carcassonne_palette()),
                tiles_left.describe_stock_page(view, look, page),
                image.size,
            )
        first, dash, last = region.partition("-")
        corners = [Cell.parse(first), Cell.parse(last if dash else first)]
        box = bounding_box(corners)
        top = build_topping(view, look)
        head = replace(top.head, band=0, columns=())
        layout = plan_board({(t.cell.x, t.cell.y) for t in view.laid}, False, look.mirrored, box, head)
        return _encode_board(
            compose_board(view, look, marks, layout, top), descriptions.describe_region(view, look, box, (), 0)
        )

    def recap_pages(self, turns: Sequence[RecapTurn]) -> list[int]:
        """Six to a picture."""
        return turns_per_page(turns)

    def recap(self, recap: Recap, look: Look) -> Picture:
        """A frame for each turn, cut out around what changed; on the last page, how things stand."""
        image = draw_carcassonne_recap(recap, look)
        return Picture(palette.encode_png(image, None), recap_strip.describe_strip(look, recap), image.size)

    def film(self, first: CarcassonneView, last: CarcassonneView, look: Look) -> CarcassonneFilm:
        """The board where it lies at the end, on which all of the game is shown."""
        return CarcassonneFilm(first, last, look, carcassonne_palette())

    def filmed(self, view: CarcassonneView, look: Look, story: str) -> str:
        """A film in words: what it is, and the board with which it ends."""
        return descriptions.describe_carcassonne_table(view, look, (), story)

    def chronicle(self) -> Chronicle[CarcassonneView]:
        """Sees a game for its ending."""
        return ending.Story()

    def ending(self, what: Ending, look: Look) -> Picture:
        """Points, the course of the game and the last scoring, what decided it."""
        image, alt = ending.draw_carcassonne_ending(what, look)
        return Picture(palette.encode_png(image, carcassonne_palette()), alt, image.size)

    def text_board(
        self, view: CarcassonneView, look: Look, title: str = "", legal: Sequence[tuple[str, Sequence[int]]] = ()
    ) -> str:
        """The board in words; `legal`: the cells one may lay on with their turns."""
        return descriptions.board_as_text(view, look, title, legal)

    def sheet(self, look: Look, sets: Sequence[str], columns: int = 8) -> Picture:
        """All tiles of some sets with their names."""
        return _encode_board(draw_tile_sheet(look, sets, columns), normalise_sets(sets))

    def warm(self) -> None:
        """Load fonts and palette, so that the first picture is quick."""
        palette.encode_png(Image.new("RGB", (8, 8)), carcassonne_palette())


def normalise_sets(sets: Sequence[str]) -> str:
    return ", ".join(sets)


RENDERER: Final = CarcassonneRenderer()
