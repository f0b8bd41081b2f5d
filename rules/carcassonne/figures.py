"""Deploying followers on the tile just laid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.core import IllegalMove, Move

from .board import SEAT_BITS, SEAT_MASK
from .cells import NAMES, position_of_cell
from .expansion import COMPANION, FOLLOWER, NOTHING, FigureKind
from .moves import Deploy, deploy_moves_at
from .scoring import figure_site_for_events
from .state import CarcassonneState, Ctx, Figure
from .tiles import FIELD, KINDS, Turned


def has_deployment(s: CarcassonneState, seat: int) -> bool:
    """Whether the seat can deploy a figure, or make another move with the tile just laid."""
    board = s.board
    hooks = s.hooks
    if not (hooks.tiles_closed_to_figures and s.just in closed_tiles(s)):
        turned, nodes = board.turned_tile_and_nodes(s.just)
        of, held = board.of, board.held
        first = seat * len(hooks.figures)
        for i, kind in hooks.followers:
            if s.supply[first + i]:
                barred = barred_features(s, kind.key)
                for node, feature in zip(nodes, turned.kinds, strict=True):
                    root = of[node]
                    if not held[root] and feature in kind.stands and root not in barred:
                        return True
        for i, kind in hooks.companions:
            if s.supply[first + i] and joinable_segments(s, seat, kind, nodes, turned):
                return True
    if hooks.can_deploy_anywhere and list_deployments_elsewhere(s, seat):
        return True
    return any(ask(s, seat) for ask in (*hooks.list_deployment_alternatives, *hooks.list_optional_moves))


def list_demanded_moves(s: CarcassonneState, seat: int) -> list[Move]:
    """The moves of which the seat must make one before it may put anything."""
    return [move for ask in s.hooks.required_moves for move in ask(s, seat)]


def list_deployments(s: CarcassonneState, seat: int, *, once: bool = False) -> list[Move]:
    """Every figure in the supply on every free feature of the tile just laid. `once`: elsewhere one place per
    feature."""  # carcassonne.md 8
    board = s.board
    hooks = s.hooks
    just = s.just
    moves: list[Move] = []
    if not (hooks.tiles_closed_to_figures and just in closed_tiles(s)):
        turned, nodes = board.turned_tile_and_nodes(just)
        of, held, supply = board.of, board.held, s.supply
        first = seat * len(hooks.figures)
        free = [
            (feature, root, place)
            for node, feature, place in zip(nodes, turned.kinds, turned.places, strict=True)
            if not held[root := of[node]]
        ]
        for i, kind in hooks.followers:
            if supply[first + i]:
                row = deploy_moves_at(kind.key, just)
                stands = kind.stands
                barred = barred_features(s, kind.key)
                moves += [row[place] for feature, root, place in free if feature in stands and root not in barred]
        for i, kind in hooks.companions:
            if supply[first + i]:
                row = deploy_moves_at(kind.key, just)
                moves += [row[turned.places[segment]] for segment in joinable_segments(s, seat, kind, nodes, turned)]
    if hooks.can_deploy_anywhere:
        moves += list_deployments_elsewhere(s, seat, once=once)
    for ask in hooks.list_deployment_alternatives:
        moves += ask(s, seat)
    return moves


def list_deployments_elsewhere(s: CarcassonneState, seat: int, *, once: bool = False) -> list[Deploy]:
    """Every follower in the supply on every free, incomplete feature of other tiles, if allowed now. `once`: each
    feature on its first tile only."""
    if not any(ask(s) for ask in s.hooks.can_deploy_anywhere):
        return []
    board, hooks = s.board, s.hooks
    of, held, open_ends = board.of, board.held, board.open
    closed = closed_tiles(s)
    free = []
    for at in board.laid:
        if at != s.just and at not in closed:
            turned, nodes = board.turned_tile_and_nodes(at)
            for node, feature, place in zip(nodes, turned.kinds, turned.places, strict=True):
                root = of[node]
                if not held[root] and (feature == FIELD or open_ends[root]):
                    free.append((at, place, feature, root))
    if once:
        first_of_feature: dict[int, tuple[int, str, int, int]] = {}
        for spot in free:
            first_of_feature.setdefault(spot[3], spot)
        free = list(first_of_feature.values())
    moves = []
    first_supply = seat * len(hooks.figures)
    for i, kind in hooks.followers:
        if s.supply[first_supply + i]:
            key, stands, barred = kind.key, kind.stands, barred_features(s, kind.key)
            moves += [
                deploy_moves_at(key, at)[place]
                for at, place, feature, root in free
                if feature in stands and root not in barred
            ]
    return moves


def closed_tiles(s: CarcassonneState) -> Mapping[int, str]:
    """Position of a tile closed to figures by a module -> key of the reason."""
    return _first_reasons([ask(s) for ask in s.hooks.tiles_closed_to_figures])


def _first_reasons(answers: Sequence[Mapping[int, str]]) -> Mapping[int, str]:
    """The answers of several modules in one; the first reason counts."""
    if not any(answers):
        return NOTHING
    return {key: reason for answer in reversed(answers) for key, reason in answer.items()}


def joinable_segments(
    s: CarcassonneState, seat: int, kind: FigureKind, nodes: Sequence[int], turned: Turned
) -> list[int]:
    """The segments of a tile where a builder or pig finds an own follower."""  # carcassonne.md 11.2, 11.3
    board = s.board
    of, held = board.of, board.held
    stands = kind.stands
    own_bits = SEAT_MASK << SEAT_BITS * seat
    barred = barred_features(s, kind.key)
    return [
        segment
        for segment, feature in enumerate(turned.kinds)
        if feature in stands
        and held[root := of[nodes[segment]]] & own_bits
        and (feature == FIELD or board.open[root])
        and root not in barred
    ]


def barred_features(s: CarcassonneState, figure: str) -> Mapping[int, str]:
    """Root of a feature closed to such figures by a module -> key of the reason."""
    return (
        _first_reasons([ask(s, figure) for ask in s.hooks.features_barred_to])
        if s.hooks.features_barred_to
        else NOTHING
    )


def check_deploy(s: CarcassonneState, seat: int, move: Deploy) -> None:
    """IllegalMove with the reason unless the figure may be put there."""
    board = s.board
    cell, place = move.spot
    kinds = s.hooks.figures  # in the order of a row of the supply
    row = next((i for i, kind in enumerate(kinds) if kind.key == move.figure), -1)
    if row < 0:
        raise IllegalMove("carc.error.unknown_figure", figure=move.figure)
    at = position_of_cell(cell)
    on_new_tile = at == s.just
    if not on_new_tile and (kinds[row].role != FOLLOWER or not any(ask(s) for ask in s.hooks.can_deploy_anywhere)):
        raise IllegalMove("carc.error.not_here", spot=str(move.spot), cell=NAMES[s.just])
    if at not in board.laid:
        raise IllegalMove("carc.error.no_tile", cell=str(cell))
    turned, nodes = board.turned_tile_and_nodes(at)
    segment = turned.segment_at(place)
    if segment < 0:
        raise IllegalMove("carc.error.no_place", cell=str(cell), place=place)
    reason = closed_tiles(s).get(at)
    if reason:
        raise IllegalMove(reason, cell=str(cell))
    if not s.supply[seat * len(kinds) + row]:
        raise IllegalMove("carc.error.no_figure", figure=move.figure)
    feature = turned.kinds[segment]
    if feature not in kinds[row].stands:
        raise IllegalMove("carc.error.figure_place", figure=move.figure, feature=KINDS[feature])
    root = board.of[nodes[segment]]
    reason = barred_features(s, move.figure).get(root)
    if reason:
        raise IllegalMove(reason, figure=move.figure, place=place, cell=str(cell), feature=KINDS[feature])
    if not on_new_tile and feature != FIELD and not board.open[root]:
        raise IllegalMove("carc.error.complete_elsewhere", place=place, cell=str(cell), feature=KINDS[feature])
    seats = board.occupying_seats(root)
    if kinds[row].role == COMPANION:
        if seat not in seats:
            raise IllegalMove("carc.error.figure_alone", figure=move.figure, place=place, feature=KINDS[feature])
        if feature != FIELD and not board.open[root]:
            raise IllegalMove("carc.error.figure_late", figure=move.figure, place=place, feature=KINDS[feature])
    elif seats:
        raise IllegalMove(
            "carc.error.occupied",
            place=place,
            cell=str(cell),
            feature=KINDS[feature],
            seat=seats[0],
            seats=seats,
        )


def deploy_figure(ctx: Ctx, seat: int, move: Deploy) -> None:
    """Carry out a legal deployment."""
    s = ctx.s
    cell, place = move.spot
    at = position_of_cell(cell)
    turned, nodes = s.board.turned_tile_and_nodes(at)
    segment = turned.places.index(place)
    put_figure(s, move.figure, seat, nodes[segment])
    ctx.emit("carc.figure.deployed", seat=seat, figure=move.figure, **figure_site_for_events(s, nodes[segment]))


def put_figure(s: CarcassonneState, figure: str, seat: int, node: int) -> None:
    """Move a figure from the supply to a node."""
    s.supply[seat * len(s.hooks.figures) + s.hooks.supply_rows[figure]] -= 1
    s.figures.append(Figure(figure, seat, node))
    if figure in s.hooks.follower_weights:
        s.board.held[s.board.of[node]] += 1 << SEAT_BITS * seat


def send_figures_home(ctx: Ctx, leaving: Iterable[Figure]) -> list[Figure]:
    """Return figures to their supplies before their features are scored. Builders and pigs left alone go with them,
    with an event. Returns all removed figures."""  # carcassonne.md 11.2, 11.3
    s = ctx.s
    removed = list(leaving)
    for figure in removed:
        _lift_figure(s, figure)
    if s.hooks.companions:
        companions = {kind.key for _, kind in s.hooks.companions}
        of, held = s.board.of, s.board.held
        for figure in [figure for figure in s.figures if figure.kind in companions]:
            if not held[of[figure.node]] >> SEAT_BITS * figure.seat & SEAT_MASK:
                _lift_figure(s, figure)
                removed.append(figure)
                site = figure_site_for_events(s, figure.node)
                ctx.emit("carc.figure.alone", seat=figure.seat, figure=figure.kind, **site)
    return removed


def _lift_figure(s: CarcassonneState, figure: Figure) -> None:
    """Return one figure to its supply."""
    s.figures.remove(figure)
    s.supply[figure.seat * len(s.hooks.figures) + s.hooks.supply_rows[figure.kind]] += 1
    if figure.kind in s.hooks.follower_weights:
        s.board.held[s.board.of[figure.node]] -= 1 << SEAT_BITS * figure.seat
