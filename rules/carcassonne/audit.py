"""Audit of a Carcassonne state: a slow recount from tiles and figures alone."""

from __future__ import annotations

from collections import Counter

from .board import SEAT_BITS
from .cells import FACING, STEPS_AROUND, STEPS_OVER_EDGES
from .scoring import guests_in
from .state import CarcassonneState
from .tiles import (
    BY_ID,
    CITY,
    FIELD,
    MARKS,
    MONASTERY,
    NEED_BITS,
    NEED_MASK,
    NEEDS,
    ROAD,
    TILES,
    Turned,
    marks_of,
)

Node = tuple[int, int]  # position of a tile, segment on it


def audit_features(s: CarcassonneState) -> None:
    """AssertionError unless the derived data of the state matches a flood fill."""
    laid = {at: s.board.turned_tile_at(at) for at in s.board.laid}
    _audit_seams(laid)
    feature_of = flood_fill(laid)
    _audit_features(s, laid, feature_of)
    _audit_frontier(s, laid)
    _audit_pieces(s)
    _audit_points(s)
    for check in s.hooks.audit:
        check(s)


def flood_fill(laid: dict[int, Turned]) -> dict[Node, frozenset[Node]]:
    """Node -> all nodes of its feature, found edge by edge."""
    feature_of: dict[Node, frozenset[Node]] = {}
    for at, turned in laid.items():
        for segment in range(turned.size):
            if (at, segment) not in feature_of:
                unvisited = [(at, segment)]
                reached = {(at, segment)}
                while unvisited:
                    for node in _adjoining_nodes(laid, *unvisited.pop()):
                        if node not in reached:
                            reached.add(node)
                            unvisited.append(node)
                feature = frozenset(reached)
                feature_of.update(dict.fromkeys(reached, feature))
    return feature_of


def _sides_touched(turned: Turned, segment: int) -> tuple[set[int], set[int]]:
    """The edges (of a road or city) or halves (of a field) a segment touches on the turned tile."""
    printed = turned.tile.segments[segment]
    edges = {(edge + turned.quarters) % 4 for edge in printed.edges}
    halves = {(half + 2 * turned.quarters) % 8 for half in printed.halves}
    return edges, halves


def _adjoining_nodes(laid: dict[int, Turned], at: int, segment: int) -> list[Node]:
    """The segments of neighbouring tiles that continue a segment over its edges or halves."""
    turned = laid[at]
    kind = turned.kinds[segment]
    edges, halves = _sides_touched(turned, segment)
    adjoining = []
    for edge in edges | {half // 2 for half in halves}:
        there = at + STEPS_OVER_EDGES[edge]
        other = laid.get(there)
        if other is None:
            continue
        wanted = {FACING[half] for half in halves if half // 2 == edge}
        for i in range(other.size):
            their_edges, their_halves = _sides_touched(other, i)
            if other.kinds[i] == kind and (their_halves & wanted or (edge + 2) % 4 in their_edges):
                adjoining.append((there, i))
    return adjoining


def _audit_seams(laid: dict[int, Turned]) -> None:
    """AssertionError unless neighbouring tiles show the same at their common edge."""
    for at, turned in laid.items():
        for edge in range(4):
            other = laid.get(at + STEPS_OVER_EDGES[edge])
            if other is not None:
                own_edge, other_edge = turned.edges[edge], other.edges[(edge + 2) % 4]
                assert own_edge == other_edge or "A" in (own_edge, other_edge), "edges that do not match"


def _audit_features(s: CarcassonneState, laid: dict[int, Turned], feature_of: dict[Node, frozenset[Node]]) -> None:
    """AssertionError unless the features of the board are those of the flood fill (`found`)."""
    board = s.board
    node_of = {(at, segment): node for at in laid for segment, node in enumerate(board.nodes_at(at))}
    roots: dict[int, frozenset[Node]] = {}
    for node, feature in feature_of.items():
        root = board.of[node_of[node]]
        assert roots.setdefault(root, feature) == feature, "a root with two features"
    assert len(set(roots.values())) == len(roots), "a feature with two roots"
    for root, feature in roots.items():
        assert board.of[root] == root
        assert {node_of[node] for node in feature} == set(board.feature_nodes(root)), "a broken ring"
        tiles = {at for at, _ in feature}
        assert set(board.feature_positions(root)) == tiles, "the wrong tiles"
        marks: Counter[str] = Counter()
        for at, segment in feature:
            marks.update(marks_of(laid[at].marks[segment]))
        assert {mark: marks[mark] for mark in MARKS if marks[mark]} == marks_of(board.marks[root]), "the wrong marks"
        _audit_open_ends(s, laid, root, feature)
        inside = [figure for figure in s.figures if board.of[figure.node] == root]
        held = sum(1 << SEAT_BITS * figure.seat for figure in inside if figure.kind in s.hooks.follower_weights)
        held += sum(1 << SEAT_BITS * guest.seat for guest in guests_in(s, root))
        assert board.held[root] == held, "the wrong followers"
        companions = {kind.key for _, kind in s.hooks.companions}
        seats_with_followers = {figure.seat for figure in inside if figure.kind in s.hooks.follower_weights}
        left_alone = [f for f in inside if f.kind in companions and f.seat not in seats_with_followers]
        assert not left_alone, "a builder or pig left alone"
        if board.kinds[root] == FIELD:
            touched = {
                board.of[node_of[at, city]] for at, field in feature for city in laid[at].tile.segments[field].cities
            }
            assert set(board.bordered_cities(root)) == touched, "the wrong cities"


def _audit_open_ends(s: CarcassonneState, laid: dict[int, Turned], root: int, feature: frozenset[Node]) -> None:
    board = s.board
    kind = board.kinds[root]
    if kind == MONASTERY:
        ((at, _),) = feature
        assert board.open[root] == sum(at + ring not in laid for ring in STEPS_AROUND), "the wrong empty cells"
    elif kind in (ROAD, CITY):
        ends = sum(
            at + STEPS_OVER_EDGES[edge] not in laid
            for at, segment in feature
            for edge in _sides_touched(laid[at], segment)[0]
        )
        assert board.open[root] == ends, "the wrong open ends"


def _audit_frontier(s: CarcassonneState, laid: dict[int, Turned]) -> None:
    empty = {at + aside for at in laid for aside in STEPS_OVER_EDGES} - set(laid)
    assert set(s.board.frontier) == empty, "the wrong frontier"
    for at, need in s.board.frontier.items():
        for edge in range(4):
            other = laid.get(at + STEPS_OVER_EDGES[edge])
            shown = 0 if other is None else NEEDS[other.edges[(edge + 2) % 4]]
            assert need >> NEED_BITS * edge & NEED_MASK == shown, "a frontier that asks the wrong thing"


def _audit_pieces(s: CarcassonneState) -> None:
    """AssertionError unless every figure and every tile is in exactly one place."""
    kinds = s.hooks.figures
    standing = Counter((figure.seat, figure.kind) for figure in s.figures)
    standing.update(
        (piece.seat, piece.kind) for ask in s.hooks.list_module_pieces for piece in ask(s) if piece.seat is not None
    )
    for seat in range(s.seats):
        for i, kind in enumerate(kinds):
            on_board = standing[seat, kind.key]
            left = s.supply[seat * len(kinds) + i]
            assert left >= 0, "a figure that was not there"
            assert left + on_board == kind.count, "a figure lost or won"
    assert len({figure.node for figure in s.figures}) == len(s.figures), "two figures on one place"
    drawn = Counter(s.pile[: s.drawn])
    used = Counter(number >> 2 for number, _ in s.board.laid.values()) + Counter(s.aside)
    used.update(tile for ask in s.hooks.list_kept_tiles for tile in ask(s))
    if s.hand >= 0:
        used[s.hand] += 1
    not_drawn = used - drawn  # from the beginning on the board, or from the supplies of players
    assert not drawn - used, "a tile lost"
    blocks = sum(n for tile, n in not_drawn.items() if TILES[tile].block is not None)
    supplied = sum(n for tile, n in not_drawn.items() if TILES[tile].supply)
    start_tiles = not_drawn.total() - blocks - supplied
    assert blocks in (0, sum(tile.block is not None for tile in TILES)), "a block in pieces"
    assert supplied <= s.seats, "more tiles than the players had in their supplies"
    assert start_tiles == 1 or (blocks and not start_tiles), "a tile from nowhere"
    assert all(n <= TILES[tile].count for tile, n in used.items()), "more tiles than the box holds"
    assert sum(s.piles) == len(s.pile)
    assert len(BY_ID) == len(TILES)


def _audit_points(s: CarcassonneState) -> None:
    """AssertionError unless the categories sum to the scores and no follower stays on a scored feature."""
    for seat in range(s.seats):
        assert s.scores[seat] == sum(s.tally[seat :: s.seats]), "points that nobody counted"
    board = s.board
    for root in board.roots():
        if board.kinds[root] != FIELD and not board.open[root] and board.held[root] and root not in s.completed:
            figures_left = [figure for figure in s.figures if board.of[figure.node] == root]
            all_stay = all(any(ask(s, figure) for ask in s.hooks.protects_figure) for figure in figures_left)
            assert figures_left, "a scored feature that counts as held"
            assert all_stay, "followers left on a scored feature"
