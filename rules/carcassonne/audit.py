"""Audit of a Carcassonne state: a slow recount from tiles and figures alone."""

from __future__ import annotations

from collections import Counter

from .cells import ASIDE, FACING, RING
from .scoring import guests_in
from .state import CarcassonneState
from .tiles import BY_ID, CITY, FIELD, MARKS, MONASTERY, ROAD, TILES, TURNED, Turned, marks_of

Node = tuple[int, int]  # position of a tile, segment on it


def audit_features(s: CarcassonneState) -> None:
    """AssertionError unless the derived data of the state matches a flood fill."""
    laid = {at: s.board.turned(at) for at in s.board.laid}
    _audit_seams(laid)
    found = flood_fill(laid)
    _audit_features(s, laid, found)
    _audit_frontier(s, laid)
    _audit_pieces(s)
    _audit_points(s)
    for check in s.hooks.audit:
        check(s)


def flood_fill(laid: dict[int, Turned]) -> dict[Node, frozenset[Node]]:
    """Node -> all nodes of its feature, found edge by edge."""
    found: dict[Node, frozenset[Node]] = {}
    for at, turned in laid.items():
        for segment in range(turned.size):
            if (at, segment) not in found:
                todo = [(at, segment)]
                seen = {(at, segment)}
                while todo:
                    for node in _adjoining_nodes(laid, *todo.pop()):
                        if node not in seen:
                            seen.add(node)
                            todo.append(node)
                feature = frozenset(seen)
                found.update(dict.fromkeys(seen, feature))
    return found


def _sides_touched(turned: Turned, segment: int) -> tuple[set[int], set[int]]:
    """The edges (of a road or city) or halves (of a field) a segment touches on the turned tile."""
    printed = turned.tile.segments[segment]
    edges = {(edge + turned.quarters) % 4 for edge in printed.edges}
    halves = {(half + 2 * turned.quarters) % 8 for half in printed.halves}
    return edges, halves


def _adjoining_nodes(laid: dict[int, Turned], at: int, segment: int) -> list[Node]:
    turned = laid[at]
    kind = turned.kinds[segment]
    edges, halves = _sides_touched(turned, segment)
    found = []
    for edge in edges | {half // 2 for half in halves}:
        there = at + ASIDE[edge]
        other = laid.get(there)
        if other is None:
            continue
        wanted = {FACING[half] for half in halves if half // 2 == edge}
        for i in range(other.size):
            their_edges, their_halves = _sides_touched(other, i)
            if other.kinds[i] == kind and (their_halves & wanted or (edge + 2) % 4 in their_edges):
                found.append((there, i))
    return found


def _audit_seams(laid: dict[int, Turned]) -> None:
    for at, turned in laid.items():
        for edge in range(4):
            other = laid.get(at + ASIDE[edge])
            if other is not None:
                mine, theirs = turned.edges[edge], other.edges[(edge + 2) % 4]
                assert mine == theirs or "A" in (mine, theirs), "edges that do not match"


def _audit_features(s: CarcassonneState, laid: dict[int, Turned], found: dict[Node, frozenset[Node]]) -> None:
    board = s.board
    node_of = {(at, segment): node for at in laid for segment, node in enumerate(board.nodes(at))}
    roots: dict[int, frozenset[Node]] = {}
    for node, feature in found.items():
        root = board.of[node_of[node]]
        assert roots.setdefault(root, feature) == feature, "a root with two features"
    assert len(set(roots.values())) == len(roots), "a feature with two roots"
    for root, feature in roots.items():
        assert board.of[root] == root
        assert {node_of[node] for node in feature} == set(board.members(root)), "a broken ring"
        tiles = {at for at, _ in feature}
        assert set(board.tiles_of(root)) == tiles, "the wrong tiles"
        marks: Counter[str] = Counter()
        for at, segment in feature:
            marks.update(marks_of(laid[at].marks[segment]))
        assert {mark: marks[mark] for mark in MARKS if marks[mark]} == marks_of(board.marks[root]), "the wrong marks"
        _audit_open_ends(s, laid, root, feature)
        inside = [figure for figure in s.figures if board.of[figure.node] == root]
        held = sum(1 << 8 * figure.seat for figure in inside if figure.kind in s.hooks.weights)
        held += sum(1 << 8 * guest.seat for guest in guests_in(s, root))
        assert board.held[root] == held, "the wrong followers"
        companions = {kind.key for _, kind in s.hooks.companions}
        beside = {figure.seat for figure in inside if figure.kind in s.hooks.weights}
        assert all(f.seat in beside for f in inside if f.kind in companions), "a builder or pig left alone"
        if board.kinds[root] == FIELD:
            touched = {
                board.of[node_of[at, city]] for at, field in feature for city in laid[at].tile.segments[field].cities
            }
            assert set(board.cities_of(root)) == touched, "the wrong cities"


def _audit_open_ends(s: CarcassonneState, laid: dict[int, Turned], root: int, feature: frozenset[Node]) -> None:
    board = s.board
    kind = board.kinds[root]
    if kind == MONASTERY:
        ((at, _),) = feature
        assert board.open[root] == sum(at + ring not in laid for ring in RING), "the wrong empty cells"
    elif kind in (ROAD, CITY):
        ends = sum(
            at + ASIDE[edge] not in laid for at, segment in feature for edge in _sides_touched(laid[at], segment)[0]
        )
        assert board.open[root] == ends, "the wrong open ends"


def _audit_frontier(s: CarcassonneState, laid: dict[int, Turned]) -> None:
    empty = {at + aside for at in laid for aside in ASIDE} - set(laid)
    assert set(s.board.frontier) == empty, "the wrong frontier"
    for at, need in s.board.frontier.items():
        for edge in range(4):
            other = laid.get(at + ASIDE[edge])
            theirs = 0 if other is None else "AFRCW".index(other.edges[(edge + 2) % 4].replace("X", "A"))
            assert need >> 3 * edge & 7 == theirs, "a frontier that asks the wrong thing"


def _audit_pieces(s: CarcassonneState) -> None:
    kinds = s.hooks.figures
    standing = Counter((figure.seat, figure.kind) for figure in s.figures)
    standing.update((piece.seat, piece.kind) for ask in s.hooks.pieces for piece in ask(s) if piece.seat is not None)
    for seat in range(s.seats):
        for i, kind in enumerate(kinds):
            out = standing[seat, kind.key]
            left = s.supply[seat * len(kinds) + i]
            assert left >= 0, "a figure that was not there"
            assert left + out == kind.count, "a figure lost or won"
    assert len({figure.node for figure in s.figures}) == len(s.figures), "two figures on one place"
    drawn = Counter(s.pile[: s.drawn])
    used = Counter(number >> 2 for number, _ in s.board.laid.values()) + Counter(s.aside)
    used.update(tile for ask in s.hooks.kept for tile in ask(s))
    if s.hand >= 0:
        used[s.hand] += 1
    opening = used - drawn
    assert not drawn - used, "a tile lost"
    printed = {tile: TURNED[4 * tile].tile for tile in opening}
    blocks = sum(n for tile, n in opening.items() if printed[tile].block is not None)
    supplied = sum(n for tile, n in opening.items() if printed[tile].supply)
    assert blocks in (0, sum(tile.block is not None for tile in TILES)), "a block in pieces"
    assert supplied <= s.seats, "more tiles than the players had in their supplies"
    assert 1 - (blocks > 0) <= opening.total() - blocks - supplied <= 1, "a tile from nowhere"
    assert all(n <= TURNED[4 * tile].tile.count for tile, n in used.items()), "more tiles than the box holds"
    assert sum(s.piles) == len(s.pile)
    assert len(BY_ID) == len(TURNED) // 4


def _audit_points(s: CarcassonneState) -> None:
    for seat in range(s.seats):
        assert s.scores[seat] == sum(s.tally[seat :: s.seats]), "points that nobody counted"
    board = s.board
    for root in board.roots():
        if board.kinds[root] != FIELD and not board.open[root] and board.held[root] and root not in s.completed:
            left = [figure for figure in s.figures if board.of[figure.node] == root]
            stays = all(any(ask(s, figure) for ask in s.hooks.spares) for figure in left)
            assert left, "a scored feature that counts as held"
            assert stays, "followers left on a scored feature"
