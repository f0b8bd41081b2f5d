"""Views of Carcassonne made by hand."""

from __future__ import annotations

from rules.carcassonne.cells import TURNS, Cell
from rules.carcassonne.view import CarcassonneView, Drawn, Feature, Laid, Piece
from rules.core import Choices, Phrase


def tile(cell: str, name: str, turn: int) -> Laid:
    return Laid(Cell.parse(cell), name, TURNS[turn // 90])


def scene(
    laid: tuple[Laid, ...] | None = None, seats: int = 3, drawn: str | None = "base-V", scores: tuple[int, ...] = ()
) -> CarcassonneView:
    """A small table: a road with a knight's city, a cloister, a farmer."""
    tiles = laid or (
        tile("M50", "base-D", 0),
        tile("N50", "base-U", 90),
        tile("O50", "base-V", 180),
        tile("L50", "base-L", 0),
        tile("M49", "base-N", 90),
        tile("M51", "base-B", 0),
        tile("O51", "base-X", 0),
        tile("L51", "base-A", 0),
    )
    pieces = (
        ()
        if laid
        else (
            Piece("follower", 0, Cell.parse("M49"), "city-E"),
            Piece("follower", 1, Cell.parse("M51"), "monastery"),
            Piece("follower", 2, Cell.parse("N50"), "road-E"),
            Piece("follower", 0, Cell.parse("O50"), "field-NNW"),
        )
    )
    features = (
        ()
        if laid
        else (
            Feature(
                "road",
                ((Cell(0, 0), "road-E"), (Cell(1, 0), "road-E")),
                (Cell(0, 0), Cell(1, 0)),
                False,
                (Cell(2, 2),),
                {},
                (0, 0, 1),
                (2,),
                2,
            ),
            Feature(
                "city",
                ((Cell(0, -1), "city-E"), (Cell(0, 0), "city-N")),
                (Cell(0, -1), Cell(0, 0)),
                False,
                (Cell(1, -1),),
                {"shield": 1},
                (1, 0, 0),
                (0,),
                3,
            ),
            Feature(
                "monastery", ((Cell(0, 1), "monastery"),), (Cell(0, 1),), False, (Cell(0, 2),), {}, (0, 1, 0), (1,), 8
            ),
            Feature("field", ((Cell(0, 0), "field-ENE"),), (Cell(0, 0),), False, (), {}, (0, 0, 0), (), 0, cities=(1,)),
        )
    )
    return CarcassonneView(
        choices=Choices(),
        seats=seats,
        laid=tiles,
        pieces=pieces,
        features=features,
        scores=scores or tuple(range(7, 7 + seats)),
        tally={},
        supply=tuple({"follower": 5} for _ in range(seats)),
        active=1,
        drawn=Drawn(drawn, 1) if drawn else None,
        just_laid=None,
        changed=(Cell.parse("M49"),),
        tile_number=len(tiles) + 1,
        tile_total=72,
        opening=1,
        put_aside=(),
        headline=Phrase("x"),
        tasks={1: Phrase("x")},
        invited={},
        over=False,
        winners=(),
    )


def strip_of_land(columns: int, rows: int) -> tuple[Laid, ...]:
    """A board of that extent: one full row and one full column."""
    cells = {(x, 0) for x in range(columns)} | {(0, y) for y in range(rows)}
    return tuple(Laid(Cell(x - 4, y - 2), "base-B", TURNS[0]) for x, y in sorted(cells))
