"""Big boards for whoever lays a tile: sectors, the map, one sector alone."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from render import load_renderer
from render.carcassonne.board_placement import PictureField, place_board
from render.carcassonne.layout import MOST, PLATE, WIDTH, bounding_box
from render.carcassonne.overview import HIGH, LETTER, draw_overview
from render.carcassonne.sector_closeup import draw_sector_closeup
from render.carcassonne.sectors import RIM, TOGETHER, fits_one_picture, sector_tile_side, split_into_sectors
from rules.carcassonne.cells import Cell
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.outcomes import Outcome, best_outcome_per_cell, list_outcomes
from rules.carcassonne.view import CarcassonneView
from rules.core import Choices, play, registry, start_game
from tests.render.looks import look

KIND = registry.game_types()["carcassonne"]
EVERYTHING = KIND.normalize_choices(Choices(tuple(KIND.modules)))


def boards(seed: int, seats: int, step: int) -> Iterator[tuple[CarcassonneView, tuple[Outcome, ...]]]:
    """Positions of a random game with everything on, each time that so many more tiles lie, to its end."""
    luck = random.Random(seed)
    game = CarcassonneGame(EVERYTHING)
    s: Any = start_game(game, seats, bytes([seed]) * 32).state
    due = step
    while not game.over(s):
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        if s.hand >= 0 and len(s.board.laid) >= due and (found := list_outcomes(s, seat, legal)):
            due = len(s.board.laid) + step
            yield game.view(s, seat), found
        kinds = sorted({move.kind for move in legal})
        kind = "deploy" if "deploy" in kinds else luck.choice(kinds)
        s = play(game, s, seat, luck.choice([move for move in legal if move.kind == kind])).state


@cache
def late() -> tuple[CarcassonneView, tuple[Outcome, ...]]:
    """A board of more than a hundred tiles on which something of whoever lays can be continued."""
    return next((v, f) for v, f in boards(3, 6, 10) if len(v.laid) > 110 and any(o.affects_own_feature for o in f))


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (4, 6)])
def test_every_board_of_whole_games_is_shown_large_enough(seed: int, seats: int) -> None:
    seen = 0
    for view, found in boards(seed, seats, 12):
        cells = frozenset(outcome.move.cell for outcome in found)
        seen = max(seen, len(view.laid))
        if fits_one_picture(view, cells):
            assert len(cells) <= TOGETHER
            continue
        begun = time.process_time()
        parts = split_into_sectors(cells)
        assert time.process_time() - begun < 1
        assert 1 <= len(parts) <= 6
        assert [part.letter for part in parts] == [*"ABCDEF"[: len(parts)]]
        assert sorted(cell for part in parts for cell in part.cells) == sorted(cells)
        for part in parts:
            a, b, c, d = part.box
            assert len(part.cells) <= TOGETHER
            assert sector_tile_side(c - a + 1, d - b + 1) >= PLATE + 4
            assert {cell for cell in cells if cell.lies_within(part.name)} == set(part.cells)
    assert seen > 180


def test_a_sprawling_board_has_few_sectors_and_takes_little_time() -> None:
    luck = random.Random(5)
    cells = frozenset(Cell(luck.randrange(-11, 12), luck.randrange(-10, 11)) for _ in range(80))
    begun = time.process_time()
    parts = split_into_sectors(cells)
    assert time.process_time() - begun < 1
    assert len(parts) <= 6
    line = frozenset(Cell(x, 0) for x in range(-60, 60, 2))
    assert len(split_into_sectors(line)) <= 12
    assert split_into_sectors(frozenset()) == ()


def test_small_boards_stay_one_picture() -> None:
    view, found = next(boards(1, 2, 10))
    assert fits_one_picture(view, {outcome.move.cell for outcome in found})
    assert not fits_one_picture(view, [Cell(x, 0) for x in range(TOGETHER + 1)])


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_plates_of_a_sector_are_large_and_clear_of_each_other_and_of_the_tile(theme: str) -> None:
    view, found = late()
    parts = split_into_sectors(frozenset(outcome.move.cell for outcome in found))
    for part in parts:
        drawing = draw_sector_closeup(view, look(6, theme), parts, part, best_outcome_per_cell(found))
        assert drawing.image.width == WIDTH
        assert drawing.image.height <= MOST
        boxes = dict(drawing.boxes)
        plates = [boxes[str(cell)] for cell in part.cells]
        for i, one in enumerate(plates):
            assert one[3] - one[1] >= PLATE
            assert one[0] >= 0
            assert one[2] <= WIDTH
            for other in plates[:i]:
                assert min(one[2], other[2]) <= max(one[0], other[0]) or min(one[3], other[3]) <= max(one[1], other[1])
    yours = {o.move.cell for o in found if o.affects_own_feature}
    shown = next(part for part in parts if yours & set(part.cells))
    alt = load_renderer("carcassonne").draw_sector(view, look(6), parts, shown, best_outcome_per_cell(found)).alt
    assert alt.startswith(f"Area {shown.letter} of the board, columns ")
    assert f"{min(yours & set(shown.cells))}, " in alt


@pytest.mark.slow
@pytest.mark.parametrize("rtl", [True, False])
def test_letters_of_the_map_cover_no_cell_and_no_other_letter(rtl: bool) -> None:
    view, found = late()
    parts = split_into_sectors(frozenset(outcome.move.cell for outcome in found))
    drawing = draw_overview(view, look(6, rtl=rtl), parts, best_outcome_per_cell(found))
    assert drawing.image.height <= HIGH
    boxes = dict(drawing.boxes)
    assert list(boxes) == [part.letter for part in parts]
    layout = drawing.layout
    assert layout.hand is not None
    middles = [((a + c) / 2, (b + d) / 2) for a, b, c, d in boxes.values()]
    for i, (x, y) in enumerate(middles):
        for u, v in middles[:i]:
            assert (x - u) ** 2 + (y - v) ** 2 >= LETTER**2
        for part in parts:
            for cell in part.cells:
                left, top = layout.corner(cell)
                far = max(left - x, 0, x - left - layout.side), max(top - y, 0, y - top - layout.side)
                assert far[0] ** 2 + far[1] ** 2 >= (LETTER / 2) ** 2
    alt = load_renderer("carcassonne").sectors(view, look(6, rtl=rtl), parts, best_outcome_per_cell(found)).alt
    assert f"{len({o.move.cell for o in found})} possible cells in {len(parts)} areas. Area A: " in alt
    assert "continue yours" in alt
    assert "Tile to lay: " in alt


@pytest.mark.parametrize("mirrored", [True, False])
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (8, 2), (2, 8), (7, 7), (12, 3)])
def test_the_tile_beside_a_sector_covers_nothing(columns: int, rows: int, mirrored: bool) -> None:
    taken = {(x, y) for x in range(columns) for y in range(rows)}
    box = bounding_box(taken)
    shown = (box[0] - RIM, box[1] - RIM, box[2] + 1 + RIM, box[3] + 1 + RIM)
    found = place_board(PictureField(1108, 1080, shown, 262, 170, mirrored, 50), taken)
    assert found.tile is not None
    left, top, right, bottom = found.tile
    assert 0 <= left < right <= 1108
    assert 0 <= top < bottom <= found.size[1] <= 1080
    for x, y in taken:
        at = found.at[0] + x * found.side, found.at[1] + y * found.side
        assert found.board[0] <= at[0] <= found.board[2] - found.side
        assert found.board[1] <= at[1] <= found.board[3] - found.side
        assert at[0] >= right or at[0] + found.side <= left or at[1] >= bottom or at[1] + found.side <= top
