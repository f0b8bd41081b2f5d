"""The renderer of Carcassonne."""

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

from . import changes_since, descriptions, ending, numbered_places, sector_descriptions, text_board, tiles_left
from . import lay_preview as single
from .board import Drawing, build_strip_and_bands, compose_board, draw_board_pictures
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

TILES: Final = "tiles"  # the part for `part` that shows the remaining tiles
PALETTE: Final = Path(__file__).with_name("palette.txt")


def carcassonne_palette() -> palette.Palette:
    """The palette of all pictures of Carcassonne."""
    return palette.load_palette(PALETTE)


def _encode_board(drawing: Drawing, alt: str, washed: bool = False) -> Picture:
    colours = None if washed else carcassonne_palette()
    return Picture(palette.encode_png(drawing.image, colours), alt, drawing.image.size)


class CarcassonneRenderer:
    """Implements `Renderer`, and for `cogs/games/carcassonne` more pictures of tiles and big boards."""

    key = "carcassonne"

    def since(
        self, before: CarcassonneView, view: CarcassonneView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
    ) -> CarcassonneView:
        """The view with all changes since `before` marked."""
        return changes_since.mark_new_tiles(before, view)

    def news(
        self, before: CarcassonneView, view: CarcassonneView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
    ) -> News:
        """New pieces and their seats, scorings and removed figures since `before`."""
        return changes_since.collect_news(before, view, events)

    def table(
        self, view: CarcassonneView, look: Look, marks: Sequence[Mark] = (), story: str = "", news: News | None = None
    ) -> list[Picture]:
        """The public board; a very big one with marks is followed by numbered windows."""
        return self._boards(view, look, marks, descriptions.describe_carcassonne_table(view, look, marks, story), news)

    def camera(self) -> BoardCamera:
        """A camera on the plan of the final board."""
        return BoardCamera(carcassonne_palette())

    def choice(self, view: CarcassonneView, look: Look, marks: Sequence[Mark]) -> list[Picture]:
        """The board with the marked cells; of a very big one only their surroundings, if one window shows them."""
        pictures = self._boards(view, look, marks, descriptions.describe_picker(view, look, marks))
        return [replace(pictures[1], alt=pictures[0].alt)] if len(pictures) == 2 else pictures

    def sectors(
        self, view: CarcassonneView, look: Look, sectors: Sequence[Sector], best_outcomes: Mapping[Cell, Outcome]
    ) -> Picture:
        """A big board as a map with its sectors. `best_outcomes`: the best outcome of a placement on each cell."""
        drawing = draw_overview(view, look, sectors, best_outcomes)
        alt = sector_descriptions.describe_overview(view, look, sectors, best_outcomes)
        return _encode_board(drawing, alt, washed=True)

    def draw_sector(
        self,
        view: CarcassonneView,
        look: Look,
        sectors: Sequence[Sector],
        shown: Sector,
        best_outcomes: Mapping[Cell, Outcome],
    ) -> Picture:
        """One sector alone, with a plate on each of its cells."""
        drawing = draw_sector_closeup(view, look, sectors, shown, best_outcomes)
        alt = sector_descriptions.describe_closeup(view, look, shown, best_outcomes)
        return _encode_board(drawing, alt, washed=True)

    def _boards(
        self, view: CarcassonneView, look: Look, marks: Sequence[Mark], alt: str, news: News | None = None
    ) -> list[Picture]:
        first, *rest = draw_board_pictures(view, look, marks, news)
        pictures = [_encode_board(first, alt)]
        choices = [(mark, find_target(view, mark.place).cells) for mark in marks if mark.tone == "choice"]
        for number, drawing in enumerate(rest, 1):
            left, top, right, bottom = box = drawing.region or (0, 0, 0, 0)
            window_marks = [
                mark
                for mark, cells in choices
                if any(left <= cell.x <= right and top <= cell.y <= bottom for cell in cells)
            ]
            pictures.append(_encode_board(drawing, descriptions.describe_region(view, look, box, window_marks, number)))
        return pictures

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
        """A tile enlarged on its cell: the one laid there, else `tile` or the tile in hand, after `turn`. `ghosts`:
        bridges (`N50.EW`) to be built with it. Marks with numbers as tokens are drawn as numbered places; the token of
        an unavailable place is a dash."""
        tile_cell = cell if isinstance(cell, Cell) else Cell.parse(cell)
        laid = next((candidate for candidate in view.laid if candidate.cell == tile_cell), None)
        if laid is not None:
            tile, degrees = laid.tile, int(laid.turn)
        else:
            tile = tile or (view.drawn.tile if view.drawn else None)
            degrees = int(turn or 0)
        assert tile is not None, "a tile lies there, or one is drawn"
        if numbered_places.is_numbered(marks) and not ghosts:
            drawing = numbered_places.draw_numbered_places(view, look, tile_cell, tile, degrees, marks)
            marks = [numbered_places.name_holders_in_mark(view, look, tile_cell, mark) for mark in marks]
        else:
            drawing = single.draw_lay_preview(view, look, tile_cell, tile, degrees, marks, ghosts)
        alt = descriptions.describe_place_preview(view, look, tile_cell, tile, degrees, marks, ghosts)
        return _encode_board(drawing, alt, washed=True)

    def draw_turns(self, view: CarcassonneView, look: Look, cell: Cell | str, turns: Sequence[int]) -> Picture:
        """The tile in hand on that cell, once per turn."""
        tile_cell = cell if isinstance(cell, Cell) else Cell.parse(cell)
        assert view.drawn is not None, "a tile is drawn"
        degrees = [int(turn) for turn in turns]
        drawing = single.draw_legal_turns(view, look, tile_cell, view.drawn.tile, degrees)
        alt = descriptions.describe_turns(look, tile_cell, view.drawn.tile, degrees)
        return _encode_board(drawing, alt, washed=True)

    def hand(self, view: CarcassonneView, look: Look, marks: Sequence[Mark] = ()) -> None:
        """None: the game has no secrets."""

    def card(self, view: CarcassonneView | None, look: Look, key: str) -> Picture:
        """Raises KeyError: the game has no cards."""
        raise KeyError(key)

    def score(self, view: CarcassonneView, look: Look, title: str = "") -> Picture:
        """The board, whose strip shows the points."""
        return self.table(view, look, story=title)[0]

    def counted(self, view: CarcassonneView, look: Look, where: Iterable[str], title: str = "") -> Picture:
        """The board with the counted places outlined and everything else washed. `where`: cells (`N50`) and places
        (`N50.road-E`). A place stands for its whole feature on the given cells; a cell without a named feature is
        outlined as a whole."""
        names = list(where)
        cells = [Cell.parse(name) for name in names if "." not in name]
        counted_places = find_counted_places(view, cells, [name for name in names if "." in name])
        topping = build_strip_and_bands(view, look)
        layout = plan_board(
            {(tile.cell.x, tile.cell.y) for tile in view.laid}, hand=False, mirrored=look.mirrored, head=topping.head
        )
        drawing = compose_board(view, look, (), layout, topping, counted=counted_places)
        return _encode_board(
            drawing, descriptions.describe_counted(view, look, counted_places.all_cells, title), washed=True
        )

    def part(self, view: CarcassonneView, look: Look, region: str, marks: Sequence[Mark] = ()) -> Picture:
        """A region such as `K45-P50`, enlarged; `tiles` or `tiles-2`: a page of the remaining tiles. Raises ValueError
        for anything else."""
        stem, _, number = region.casefold().partition("-")
        if stem == TILES:
            page = int(number or 1) - 1
            image = tiles_left.draw_stock_page(view, look, page).image
            alt = tiles_left.describe_stock_page(view, look, page)
            return Picture(palette.encode_png(image, carcassonne_palette()), alt, image.size)
        first, dash, last = region.partition("-")
        corners = [Cell.parse(first), Cell.parse(last if dash else first)]
        box = bounding_box(corners)
        topping = build_strip_and_bands(view, look)
        head = replace(topping.head, band=0, columns=())
        layout = plan_board(
            {(tile.cell.x, tile.cell.y) for tile in view.laid}, hand=False, mirrored=look.mirrored, only=box, head=head
        )
        drawing = compose_board(view, look, marks, layout, topping)
        return _encode_board(drawing, descriptions.describe_region(view, look, box, marks=(), number=0))

    def recap_pages(self, turns: Sequence[RecapTurn]) -> list[int]:
        """Six turns to a picture."""
        return turns_per_page(turns)

    def recap(self, recap: Recap, look: Look) -> Picture:
        """A cut-out for each turn; on the last page the current standing."""
        image = draw_carcassonne_recap(recap, look)
        return Picture(palette.encode_png(image, palette=None), recap_strip.describe_strip(look, recap), image.size)

    def film(self, first: CarcassonneView, last: CarcassonneView, look: Look) -> CarcassonneFilm:
        """A film on the plan of the final board."""
        return CarcassonneFilm(first, last, look, carcassonne_palette())

    def filmed(self, view: CarcassonneView, look: Look, story: str) -> str:
        """`story` and a description of the final board."""
        return descriptions.describe_carcassonne_table(view, look, (), story)

    def chronicle(self) -> Chronicle[CarcassonneView]:
        """The chronicle of Carcassonne."""
        return ending.CarcassonneChronicle()

    def ending(self, what: Ending, look: Look) -> Picture:
        """Points, the course of the game, the final scoring and the decisive moments."""
        image, alt = ending.draw_carcassonne_ending(what, look)
        return Picture(palette.encode_png(image, carcassonne_palette()), alt, image.size)

    def text_board(
        self, view: CarcassonneView, look: Look, title: str = "", legal: Sequence[tuple[str, Sequence[int]]] = ()
    ) -> str:
        """The board as text; `legal`: (cell, turns) of each legal placement."""
        return text_board.board_as_text(view, look, title, legal)

    def sheet(self, look: Look, sets: Sequence[str], columns: int = 8) -> Picture:
        """All tiles of some sets with their names."""
        return _encode_board(draw_tile_sheet(look, sets, columns), ", ".join(sets))

    def warm(self) -> None:
        """Load fonts and palette."""
        palette.encode_png(Image.new("RGB", (8, 8)), carcassonne_palette())


RENDERER: Final = CarcassonneRenderer()
