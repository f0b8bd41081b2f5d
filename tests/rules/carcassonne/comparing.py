"""How what the rules show, ask and tell is held against the slow references of several boxes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import pytest

from rules.carcassonne.cells import Cell
from rules.carcassonne.moves import Place
from rules.carcassonne.state import CarcassonneState
from rules.core import Event, Game, Move, decode_move, encode_move
from tools.sizes import REFERENCE_GAMES, SEED

from .printed import lying
from .reference_bridge import BridgeReference
from .reference_estate import Estate
from .reference_spans import Spans
from .reference_values import ROUND, At


def numbers(combination: int) -> range:
    """The games that are compared of a combination; what is chosen by number differs from one to the next."""
    return range(SEED + combination, SEED + combination + REFERENCE_GAMES)


def some(combinations: Sequence[tuple[str, ...]], few: Sequence[int]) -> list[Any]:
    """All of them as parameters; only these few in `make test`."""
    return [pytest.param(one, marks=[] if n in few else [pytest.mark.soak]) for n, one in enumerate(combinations)]


def at(cell: Cell | str) -> tuple[int, int]:
    x, y = Cell.parse(cell) if isinstance(cell, str) else cell
    return x, y


def compare_table(view: Any, s: CarcassonneState, ref: Estate) -> None:
    """Points, tiles and figures."""
    assert list(view.scores) == ref.scores
    assert {key: list(row) for key, row in view.tally.items()} == ref.tally
    assert list(view.put_aside) == ref.aside
    assert view.over == (ref.ask is None)
    assert (view.drawn.tile if view.drawn else "") == ref.hand
    if ref.ask is not None:
        assert (view.active, list(view.tasks)) == (ref.active, [ref.ask.seat])
    assert {at(laid.cell) for laid in view.laid} == set(ref.board)
    for seat in range(s.seats):
        assert view.supply[seat] == {kind: ref.left(seat, kind) for kind in ref.kinds}
    standing = Counter((f.seat, at(p.cell), p.place, f.kind) for f, p in zip(s.figures, view.pieces, strict=False))
    assert standing == Counter((seat, a, ref.board[a].patches[i].name, kind) for seat, (a, i), kind in ref.figures)


def compare_features(view: Any, ref: Estate) -> None:
    theirs = {
        frozenset((a, ref.board[a].patches[i].name) for a, i in feature.nodes): feature for feature in ref.features()
    }
    mine = {frozenset((at(cell), place) for cell, place in feature.places): feature for feature in view.features}
    assert mine.keys() == theirs.keys()
    for places, feature in mine.items():
        other = theirs[places]
        assert (feature.kind, feature.complete) == (other.kind, other.complete)
        assert list(feature.strength) == ref.strength(other)
        assert {at(cell) for cell in feature.open_at} == other.open_at
        if feature.kind == "field":
            block = [city for city in other.farmed if not city.nodes]
            assert len(feature.cities) == len(other.farmed) - len(block)
            assert bool(feature.marks.get("wall")) == bool(block)
        else:
            assert feature.owners == ref.owners(other)
            assert feature.points == ref.worth(other)
            assert feature.marks.get("shield", 0) == other.shields
            assert feature.called == ref.called(other)


def compare_estate(shown: Any, ref: Estate) -> None:
    """Abbeys, barns and the City. `shown`: the extras of a view."""
    if "abbey" in ref.modules:
        assert shown["abbey"].abbeys == tuple(int(seat in ref.abbeys) for seat in range(ref.seats))
        assert [(barn.seat, at(barn.cell), barn.corner) for barn in shown["abbey"].barns] == ref.barns
    if "count" in ref.modules:
        city = shown["count"]
        assert city.count == ref.count
        inside = Counter((kind, seat, quarter.name) for quarter in city.quarters for kind, seat in quarter.followers)
        assert inside == Counter(ref.inside)
        assert Counter((kind, seat) for kind, seat, *_ in city.sent) == Counter((m.kind, m.seat) for m in ref.guests)


def compare_bridge(shown: Any, ref: BridgeReference) -> None:
    assert {at(b.cell): (b.axis, b.seat) for b in shown.bridges} == ref.bridged
    assert (list(shown.bridges_left), list(shown.castles_left)) == (ref.bridges, ref.castles_left)
    assert [(c.seat, frozenset(map(at, c.cells)), c.points) for c in shown.castles] == [
        (c.seat, c.tiles, c.points) for c in ref.castles
    ]
    lots = shown.bazaar.lots if shown.bazaar else ()
    assert [(lot.tile, lot.seat, lot.laid) for lot in lots] == [(lot.tile, lot.seat, lot.laid) for lot in ref.lots]


def compare_listed(game: Game[Any], s: Any, seat: int, moves: Sequence[Move], wanted: Collection[str]) -> None:
    """What is listed is what the reference allows; where a kind is listed in part, the rest of it is allowed too."""
    texts = {encode_move(move) for move in moves}
    assert len(texts) == len(moves)
    assert texts <= set(wanted)
    for text in set(wanted) - texts:
        move = decode_move(text, game.moves)
        assert move.kind in game.partly_listed_kinds(s, seat), text
        game.check(s, seat, move)


def compare_lays(moves: Sequence[Move], ref: Spans) -> tuple[set[Any], set[Any]]:
    """Lays without a bridge and with one, which are returned, and that the tile may be put aside if it must."""
    plain = {(at(m.cell), int(m.turn)) for m in moves if type(m) is Place}
    wanted = ref.lays()
    assert plain <= wanted
    assert looks(ref, plain) == looks(ref, wanted)
    ways = {
        (at(m.cell), int(m.turn), at(m.bridge.cell), m.bridge.axis)
        for m in moves
        if isinstance(m, Place) and type(m) is not Place
    }
    needed = ref.bridge_lays()
    assert ways <= needed
    assert looks(ref, ways) == looks(ref, needed)
    assert ("bridge-decline" in map(encode_move, moves)) == (not wanted)
    return plain, ways


def looks(ref: Spans, ways: set[Any]) -> set[Any]:
    return {(cell, lying(ref.hand, turn).look, *rest) for cell, turn, *rest in ways}


def told(event: Event) -> tuple[Any, ...]:
    p = event.params
    points, seats, nothing = p["points"], tuple(p["seats"]), frozenset[Any]()
    if event.key.startswith("carc.castle"):
        return "castle", frozenset(map(at, p["tiles"])), points, seats, nothing
    if p["category"] == "auctions":
        return "auction", nothing, points, seats, nothing
    if p["category"] == "fairy":
        return event.key.rpartition(".")[2], frozenset({at(p["cell"])}), points, seats, nothing
    if p["category"] in ("goods", "king", "robber"):
        return p.get("good", p["category"]), nothing, points, seats, nothing
    kind = p["feature"]
    if event.key.startswith("carc.barn"):
        kind = "owner" if event.key == "carc.barn.scored" else "barn"
    elif event.key == "carc.city.supplied":
        kind = "supplied"
    cities = frozenset(frozenset(map(at, city)) for city in p.get("cities", ()))
    return kind, frozenset(map(at, p["tiles"])), points, seats, cities


def densest(luck: random.Random, lays: Sequence[Move], board: Collection[At]) -> Move:
    """A lay with many neighbours."""

    def near(move: Move) -> float:
        x, y = at(move.cell)
        return sum((x + dx, y + dy) in board for dx, dy in ROUND) + luck.random()

    return max(lays, key=near)
