"""Scoring of features: points, owners, and events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .cells import NAMES, STEPS_AROUND
from .state import CarcassonneState, Ctx, Figure, Guest
from .tiles import CITY, FIELD, KINDS, MONASTERY, ROAD, TURNED, mark_lane, marks_of

FULL_MONASTERY = 9  # tiles of a complete monastery: its own and those around it
POINT_CATEGORIES = {ROAD: "roads", CITY: "cities", MONASTERY: "monasteries", FIELD: "fields"}
SHIELD_BITS = mark_lane("shield")  # the bits of shields in the packed marks


def seat_strengths(s: CarcassonneState, root: int) -> list[int]:
    """Seat -> total weight of its followers in a feature."""
    strengths = [0] * s.seats
    if not s.board.held[root]:
        return strengths
    of = s.board.of
    weights = s.hooks.follower_weights
    for kind, seat, node in s.figures:
        if of[node] == root and kind in weights:
            weight = weights[kind]
            for ask in s.hooks.adjust_follower_weight:
                weight = ask(s, kind, root, weight)
            strengths[seat] += weight
    for guests in s.hooks.list_feature_guests:
        for guest in guests(s):
            if of[guest.node] == root:
                strengths[guest.seat] += guest.weight
    return strengths


def majority_seats(strength: Sequence[int]) -> list[int]:
    """The seats with the highest strength, if it is at least 1."""  # carcassonne.md 7.1
    best = max(strength)
    if best <= 0:
        return []
    if strength.count(best) == 1:  # the usual case
        return [strength.index(best)]
    return [seat for seat, weight in enumerate(strength) if weight == best]


def points_per_tile(s: CarcassonneState, root: int) -> int:
    """Points per tile, and per shield, of a road, city or monastery in its present state."""  # carcassonne.md 7.2
    board = s.board
    points = 2 if board.kinds[root] == CITY and not board.open[root] else 1
    for ask in s.hooks.adjust_points_per_tile:
        points = ask(s, root, points)
    return points


def counted_tiles(s: CarcassonneState, root: int) -> int:
    """The number of counted tiles: its own, each once; for a monastery itself and those around it."""
    if s.board.kinds[root] == MONASTERY:
        return FULL_MONASTERY - s.board.open[root]
    return s.board.count_tiles(root)


def counted_positions(s: CarcassonneState, root: int) -> list[int]:
    """The positions of the tiles that count: see `counted_tiles`."""
    board = s.board
    if board.kinds[root] != MONASTERY:
        return board.feature_positions(root)
    at = board.cells[root]
    return [at, *(at + ring for ring in STEPS_AROUND if at + ring in board.laid)]


def count_shields(s: CarcassonneState, root: int) -> int:
    return s.board.marks[root] & SHIELD_BITS


def shielded_places(s: CarcassonneState, root: int) -> list[str]:
    """The places with shields of a feature, once per shield."""
    if not count_shields(s, root):
        return []
    board = s.board
    places = []
    for node in sorted(board.feature_nodes(root)):
        number, first = board.laid[board.cells[node]]
        places += [spot_token(s, node)] * (TURNED[number].marks[node - first] & SHIELD_BITS)
    return places


def counted_marks(s: CarcassonneState, root: int) -> dict[str, int]:
    """Mark -> count, for marks that affect the points of a feature."""
    packed = s.board.marks[root]
    return {mark: n for mark, n in marks_of(packed).items() if mark in s.hooks.marks} if packed else {}


def feature_points(s: CarcassonneState, root: int) -> int:
    """The points of a road, city or monastery for each owner: now if complete, else at the end of the game."""
    return points_per_tile(s, root) * (counted_tiles(s, root) + count_shields(s, root))


def give_points(s: CarcassonneState, seats: Iterable[int], points: int, category: str) -> None:
    """Give points to each of these seats."""
    row = s.hooks.tally.index(category) * s.seats
    for seat in seats:
        s.scores[seat] += points
        s.tally[row + seat] += points


def figures_in(s: CarcassonneState, root: int) -> list[Figure]:
    of = s.board.of
    return [figure for figure in s.figures if of[figure.node] == root]


def guests_in(s: CarcassonneState, root: int) -> list[Guest]:
    of = s.board.of
    return [guest for guests in s.hooks.list_feature_guests for guest in guests(s) if of[guest.node] == root]


def leaving_figures(s: CarcassonneState, root: int) -> list[list[Any]]:
    """Figures returning from a feature as event parameters: kind, seat, place."""
    own = [[figure.kind, figure.seat, spot_token(s, figure.node)] for figure in figures_in(s, root)]
    return own + [[guest.kind, guest.seat, spot_token(s, s.board.first_node(root))] for guest in guests_in(s, root)]


def spot_token(s: CarcassonneState, node: int) -> str:
    """The token of a node, such as `N50.road-E`."""
    board = s.board
    return f"{NAMES[board.cells[node]]}.{board.place_of_node(node)}"


def figure_site_for_events(s: CarcassonneState, node: int) -> dict[str, Any]:
    """The site of a figure as event parameters: its place, and the size of its feature. Size of a road or city: tiles
    (`n`); of a field: bordered cities, complete or not (`cities`)."""
    root, kind = s.board.of[node], s.board.kinds[node]
    cell, place = NAMES[s.board.cells[node]], s.board.place_of_node(node)
    site = {"spot": f"{cell}.{place}", "cell": cell, "place": place, "feature": KINDS[kind]}
    if kind == FIELD:
        return {
            **site,
            "cities": len(s.board.bordered_cities(root)) + sum(ask(s, root) for ask in s.hooks.count_walled_cities),
        }
    return site if kind == MONASTERY else {**site, "n": s.board.count_tiles(root)}


def first_spots(s: CarcassonneState, roots: Iterable[int]) -> list[str]:
    """The first place of each of these features: it names the feature, even if two cities share a tile."""
    return [spot_token(s, s.board.first_node(root)) for root in roots]


def feature_name(s: CarcassonneState, root: int) -> str:
    """The public name of a feature."""
    name = KINDS[s.board.kinds[root]]
    for ask in s.hooks.special_feature_name:
        name = ask(s, root, name)
    return name


def scoring_rule_key(s: CarcassonneState, root: int) -> str:
    """The key, below carc.rule, of the sentence about the points of such a feature."""
    kind = s.board.kinds[root]
    key = KINDS[kind] if kind == FIELD or not s.board.open[root] else f"{KINDS[kind]}_final"
    for ask in s.hooks.special_rule_key:
        key = ask(s, root, key)
    return key


def feature_for_events(s: CarcassonneState, root: int) -> dict[str, Any]:
    """A feature as event parameters."""
    board = s.board
    first = board.first_node(root)
    return {
        "feature": feature_name(s, root),
        "category": POINT_CATEGORIES[board.kinds[root]],
        "rule": scoring_rule_key(s, root),
        "spot": spot_token(s, first),
        "cell": NAMES[board.cells[first]],
        "tiles": [NAMES[at] for at in counted_positions(s, root)],
        "shield_spots": shielded_places(s, root),
        "marks": counted_marks(s, root),
        "strength": seat_strengths(s, root),
        **feature_basics(s, root),
    }


def feature_basics(s: CarcassonneState, root: int) -> dict[str, Any]:
    """The minimal parameters of a feature, for contexts that discard events."""
    board = s.board
    return {
        "n": counted_tiles(s, root),
        "shields": count_shields(s, root),
        "complete": board.kinds[root] != FIELD and not board.open[root],
        "seats": majority_seats(seat_strengths(s, root)),
    }


def score_completed(ctx: Ctx) -> None:
    """Score every feature the tile of this part completed, and return the figures."""  # carcassonne.md 7.4
    s = ctx.s
    held = s.board.held
    completed = s.completed
    s.completed = ()
    occupied = [root for root in completed if held[root]]
    for root in occupied:
        s.mark_changed(s.board.feature_positions(root))
        score_feature(ctx, root, "carc.feature.scored")
    for notice in s.hooks.on_features_scored:
        notice(ctx, completed)
    if occupied:
        return_figures(s, set(occupied))
    for notice in s.hooks.on_figures_returned:
        notice(ctx, completed)


def score_feature(ctx: Ctx, root: int, key: str) -> None:
    """Give the points of a road, city or monastery, with an event that explains them."""
    s = ctx.s
    params = feature_for_events(s, root) if ctx.wants_events else feature_basics(s, root)
    points_each = points_per_tile(s, root)
    points = points_each * (params["n"] + params["shields"]) if params["seats"] else 0
    give_points(s, params["seats"], points, POINT_CATEGORIES[s.board.kinds[root]])
    returned = leaving_figures(s, root) if params["complete"] and ctx.wants_events else []
    variant = "_shields" if params["shields"] else ""
    key += variant if points else "_nothing"
    ctx.emit(key, **params, points=points, each=points_each, returned=returned)
    give_bonus_points(ctx, root)


def give_bonus_points(ctx: Ctx, root: int) -> None:
    """Give bonus points to players with figures in a feature while it is scored."""
    for add in ctx.s.hooks.give_feature_bonus:
        add(ctx, root, figures_in(ctx.s, root))


def return_figures(s: CarcassonneState, roots: set[int]) -> None:
    """Return the figures of these features to their supplies, except those that stand apart."""  # carcassonne.md 7.3
    of = s.board.of
    rows = s.hooks.supply_rows
    apart = s.hooks.figures_standing_apart
    staying = []
    for figure in s.figures:
        if of[figure.node] in roots and figure.kind not in apart:
            s.supply[figure.seat * len(rows) + rows[figure.kind]] += 1
        else:
            staying.append(figure)
    s.figures = staying
    for root in roots:
        s.board.held[root] = 0
    for notice in s.hooks.return_feature_guests:
        notice(s, roots)


def score_unfinished(ctx: Ctx) -> None:
    """Score the roads, cities and monasteries still incomplete at the end of the game."""  # carcassonne.md 10 no. 4
    s = ctx.s
    board = s.board
    held, open_ends, kinds = board.held, board.open, board.kinds
    unfinished = [root for root in board.roots() if held[root] and open_ends[root] and kinds[root] != FIELD]
    for root in sorted(unfinished, key=lambda root: (board.kinds[root], board.first_node(root))):
        score_feature(ctx, root, "carc.feature.final")
