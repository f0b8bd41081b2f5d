"""Building the view from a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from rules.core import Phrase

from .cells import CELLS, STEPS_AROUND, STEPS_OVER_EDGES, TURNS, Cell
from .farming import (
    POINTS_PER_FIELD_CITY,
    POINTS_PER_SUPPLIED_CITY,
    cities_beyond,
    city_sum,
    field_share,
    fields_by_supplied_city,
    list_farmed_fields,
    neutral_animal_bonus,
    points_per_supplied_seat,
)
from .moves import Place
from .scoring import counted_marks, feature_name, feature_points, majority_seats, seat_strengths
from .state import CarcassonneState
from .tiles import FIELD, KINDS, MONASTERY, TILES, TURNED
from .turn import DeployFigure, LayTile
from .view import CarcassonneView, Drawn, Feature, Laid, Piece

if TYPE_CHECKING:
    from .game import CarcassonneGame


def build_carcassonne_view(game: CarcassonneGame, s: CarcassonneState) -> CarcassonneView:
    """The table."""
    board = s.board
    over = not s.agenda
    tasks = {seat: s.agenda[-1].task(s, seat) for seat in sorted(game.waiting(s))}
    tiles_added_later = [tile for ask in s.hooks.list_tiles_added_later for tile in ask(s)]
    # Counts only tiles of the piles: an abbey comes from none.
    tile_number = game.opening + s.drawn - sum(len(ask(s)) for ask in s.hooks.list_kept_tiles)
    tile_total = game.opening + len(s.pile) + len(tiles_added_later)
    return CarcassonneView(
        choices=game.choices,
        seats=s.seats,
        laid=tuple(
            Laid(CELLS[at], TURNED[number].tile.id, TURNS[TURNED[number].quarters])
            for at, (number, _) in board.laid.items()
        ),
        pieces=pieces_on_board(s),
        features=list_features(s),
        scores=tuple(s.scores),
        tally={key: tuple(s.tally[i * s.seats : (i + 1) * s.seats]) for i, key in enumerate(s.hooks.tally)},
        supply=tuple(s.supply_of_seat(seat) for seat in range(s.seats)),
        active=None if over else s.active,
        drawn=Drawn(TILES[s.hand].id, s.active) if s.hand >= 0 else None,
        just_laid=CELLS[s.just] if s.agenda and isinstance(s.agenda[-1], DeployFigure) else None,
        changed=tuple(CELLS[at] for at in s.changed),
        tile_number=tile_number,
        tile_total=tile_total,
        opening=game.opening,
        put_aside=tuple(TILES[tile].id for tile in s.aside),
        headline=Phrase(
            "carc.headline.over" if over else "carc.headline.tile",
            {"n": max(1, tile_number - game.opening), "total": tile_total - game.opening},
        ),
        tasks=tasks,
        invited={},
        over=over,
        winners=game.winners(s) if over else (),
        lays=cells_open_for_lay(s),
        extras={key: shown for key, ask in s.hooks.build_module_view if (shown := ask(s)) is not None},
        piles=tuple(list_piles_left(s)),
        later=count_tiles(tuple(tiles_added_later)),
    )


def cells_open_for_lay(s: CarcassonneState) -> tuple[Cell, ...]:
    """The cells where the waiting seat may lay the tile in hand; public, like the tile."""
    step = s.agenda[-1] if s.agenda else None
    if not isinstance(step, LayTile) or s.hand < 0:
        return ()
    cells = {move.cell for move in step.legal(s, s.active) if isinstance(move, Place)}
    return tuple(sorted(cells, key=lambda cell: (cell.y, cell.x)))


def list_piles_left(s: CarcassonneState) -> Iterator[Mapping[str, int]]:
    """The content of each pile that is not used up, derived from boxes and public draws."""
    for undrawn in s.undrawn_parts():
        tiles = s.pile[undrawn]
        if tiles:
            yield count_tiles(tiles)


@lru_cache(maxsize=256)  # requested repeatedly between two draws
def count_tiles(tiles: tuple[int, ...]) -> Mapping[str, int]:
    """Tile -> count, in the order of the table."""
    return {TILES[tile].id: n for tile, n in sorted(Counter(tiles).items())}


def pieces_on_board(s: CarcassonneState) -> tuple[Piece, ...]:
    """The figures on features in order of placement, then other pieces of modules."""
    pieces = [Piece(kind, seat, cell_of_node(s, node), s.board.place_of_node(node)) for kind, seat, node in s.figures]
    for ask in s.hooks.list_module_pieces:
        pieces.extend(ask(s))
    return tuple(pieces)


def cell_of_node(s: CarcassonneState, node: int) -> Cell:
    return CELLS[s.board.cells[node]]


def list_features(s: CarcassonneState, only: Container[int] | None = None) -> tuple[Feature, ...]:
    """Roads, cities, monasteries, fields, each by first segment; limited to the roots `only` if given."""
    board = s.board
    members: dict[int, list[int]] = {}
    for node, root in enumerate(board.of):
        members.setdefault(root, []).append(node)
    roots = sorted(members, key=lambda root: (board.kinds[root], members[root][0]))
    numbers = {root: i for i, root in enumerate(roots)}
    shares = farm_shares(s)
    wanted = roots if only is None else [root for root in roots if root in only]
    return tuple(_build_feature(s, root, members[root], numbers, shares) for root in wanted)


def _build_feature(
    s: CarcassonneState, root: int, nodes: list[int], numbers: dict[int, int], shares: dict[int, tuple[int, list[int]]]
) -> Feature:
    """One feature of the view. `numbers`: index of each feature in it; `shares`: see `farm_shares`."""
    board = s.board
    kind = board.kinds[root]
    strength = seat_strengths(s, root)
    if kind != FIELD:
        points, owners = feature_points(s, root), majority_seats(strength)
    else:
        points, owners = shares[root] if root in shares else (field_value(s, root), [])
    complete = kind != FIELD and not board.open[root]
    return Feature(
        kind=KINDS[kind],
        places=tuple((cell_of_node(s, node), board.place_of_node(node)) for node in nodes),
        tiles=tuple(CELLS[at] for at in board.feature_positions(root)),
        complete=complete,
        open_at=open_cells(s, root, nodes),
        marks=counted_marks(s, root),
        strength=tuple(strength),
        owners=tuple(owners),
        points=points,
        cities=tuple(sorted(numbers[city] for city in board.bordered_cities(root))) if kind == FIELD else (),
        scored=complete and root not in s.completed,
        beyond=cities_beyond(s, root) if kind == FIELD else 0,
        called=feature_name(s, root),
    )


def open_cells(s: CarcassonneState, root: int, nodes: list[int]) -> tuple[Cell, ...]:
    """The empty cells a feature extends to, or around a monastery, in the order of its segments."""
    board = s.board
    if board.kinds[root] == MONASTERY:
        at = board.cells[root]
        return tuple(CELLS[at + ring] for ring in STEPS_AROUND if at + ring not in board.laid)
    empty: dict[int, None] = {}
    for node in nodes:
        at = board.cells[node]
        segment = board.nodes_at(at).index(node)
        for edge, segments in enumerate(board.turned_tile_at(at).seam_out):
            there = at + STEPS_OVER_EDGES[edge]
            if there not in board.laid and segment in segments:
                empty[there] = None
    return tuple(CELLS[there] for there in empty)


def field_value(s: CarcassonneState, field: int) -> int:
    """The maximal points of a field for its farmers, without their own animals."""
    return city_sum(s, field, city_points_for_field(s) + neutral_animal_bonus(s, field))


def city_points_for_field(s: CarcassonneState) -> int:
    """The points of a complete city for farmers, without extras."""
    return POINTS_PER_SUPPLIED_CITY if s.hooks.chosen["farmers"] == "per_city" else POINTS_PER_FIELD_CITY


def farm_shares(s: CarcassonneState) -> dict[int, tuple[int, list[int]]]:
    """Farmed field -> (points each, scoring seats)."""
    board = s.board
    if s.hooks.chosen["farmers"] != "per_city":
        shares = {}
        for root in list_farmed_fields(s):
            owners = majority_seats(seat_strengths(s, root))
            shares[root] = (
                max((field_share(s, root, POINTS_PER_FIELD_CITY, seat) for seat in owners), default=0),
                owners,
            )
        return shares
    winners: dict[int, set[int]] = {root: set() for root in list_farmed_fields(s)}
    for city, fields in fields_by_supplied_city(s).items():
        seats = points_per_supplied_seat(s, city, fields)
        for root in fields:
            winners[root].update(seat for seat in board.occupying_seats(root) if seat in seats)
    return {root: (field_value(s, root), sorted(winners[root])) for root in winners}
