"""Bridges, Castles & Bazaars against the slow reference, move by move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from rules.carcassonne import KIND
from rules.carcassonne.cells import Cell
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.moves import Place
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import TILES
from rules.core import Choices, Event, Move, Transition, encode_move, play, start_game

from .comparing import at, compare_bridge, compare_lays, densest, looks, numbers, some
from .reference import Award
from .reference_bridge import BridgeReference
from .test_reference import award as plain_award
from .test_reference import compare_features

pytestmark = pytest.mark.random

COMBINATIONS = [("bridge",), ("river1", "bridge"), ("river2", "bridge"), ("river1", "river2", "bridge")]


def begin(modules: tuple[str, ...], number: int) -> tuple[CarcassonneGame, Transition[Any], BridgeReference]:
    luck = random.Random(f"{modules} {number}")
    options = {
        "bazaar": ("auction", "no_bids")[number % 2],
        "farmers": ("per_field", "per_city")[number // 2 % 2],
        "tiny_city": ("standard", "halved")[number // 3 % 2],
    }
    game = KIND.make(Choices(modules, tuple(sorted(options.items()))))
    assert isinstance(game, CarcassonneGame)
    seats = game.seats[number % len(game.seats)]
    t = start_game(game, seats, luck.randbytes(32))
    order = [TILES[tile].id for tile in t.state.pile]
    chosen = {"pig_herd": "with_trade", **options}
    return game, t, BridgeReference(modules, chosen, seats, t.chance[0], order)


def compare(game: CarcassonneGame, s: CarcassonneState, ref: BridgeReference) -> None:
    """Everything that can be seen."""
    view = game.view(s, None)
    assert list(view.scores) == ref.scores
    assert {key: list(row) for key, row in view.tally.items()} == ref.tally
    assert list(view.put_aside) == ref.aside
    assert view.over == (ref.phase == "over")
    assert (view.drawn.tile if view.drawn else "") == ref.hand
    if not view.over:
        assert (view.active, list(view.tasks)) == (ref.active, [ref.decider])
    assert [at(laid.cell) for laid in view.laid] == list(ref.board)
    pieces = Counter((p.seat, at(p.cell), p.place) for p in view.pieces)
    assert pieces == Counter((seat, a, ref.board[a].patches[i].name) for seat, (a, i), _ in ref.figures)
    compare_bridge(view.extras["bridge"], ref)
    compare_features(view, ref)


def compare_moves(moves: Sequence[Move], ref: BridgeReference) -> None:
    texts = [encode_move(move) for move in moves]
    if ref.phase not in ("lay", "lake"):
        assert Counter(texts) == Counter(ref.moves())
        return
    plain, ways = compare_lays(moves, ref)
    assert len(looks(ref, ways)) == len(ways)
    assert len(texts) == len(plain) + len(ways) + ("bridge-decline" in texts)


def award(told: Event) -> Award:
    p = told.params
    if told.key.startswith("carc.castle"):
        return Award("castle", frozenset(map(at, p["tiles"])), 0, p["points"], tuple(p["seats"]))
    if p.get("category") == "auctions":
        return Award("auction", frozenset(), 0, p["points"], tuple(p["seats"]))
    if told.key.startswith("carc.field.scored"):
        cities = sorted(tuple(sorted(map(at, city))) for city in p["cities"])
        touched = tuple(map(frozenset, cities))
        return Award("field", frozenset(map(at, p["tiles"])), 0, p["points"], tuple(p["seats"]), touched)
    return plain_award(told)


def compare_events(events: Sequence[Event], ref: BridgeReference) -> None:
    scored = [event for event in events if "points" in event.params and event.key != "carc.game.over"]
    assert Counter(award(event) for event in scored) == Counter(
        one._replace(cities=tuple(sorted(one.cities, key=sorted))) for one in ref.awards
    )
    returned = Counter((seat, spot) for event in scored for _, seat, spot in event.params.get("returned", ()))
    assert returned == Counter((seat, f"{Cell(*a)}.{ref.board[a].patches[i].name}") for seat, (a, i), _ in ref.returned)
    for event in scored:
        for spot in (event.params.get("spot"), event.params.get("source_spot")):
            if spot is not None:
                assert spot in {ref.first(feature) for feature in ref.features()}


def choose(luck: random.Random, moves: Sequence[Move], ref: BridgeReference) -> Move:
    """Often a bridge or a castle, often a lay with many neighbours."""
    rare = [move for move in moves if encode_move(move).startswith(("bridge-p", "bridge-b", "castle-b"))]
    if rare and luck.random() < 0.3:
        return luck.choice(rare)
    lays = [move for move in moves if isinstance(move, Place)]
    if lays and luck.random() < 0.6:
        return densest(luck, lays, ref.board)
    return luck.choice(moves)


def whole_game(modules: tuple[str, ...], number: int) -> Counter[str]:
    """Play one; returns how often each kind of move was made."""
    game, t, ref = begin(modules, number)
    luck = random.Random(f"moves {modules} {number}")
    kinds: Counter[str] = Counter()
    while True:
        compare(game, t.state, ref)
        if game.over(t.state):
            return kinds
        seat = ref.decider
        moves = list(game.legal(t.state, seat))
        compare_moves(moves, ref)
        move = choose(luck, moves, ref)
        kinds[move.kind] += 1
        ref.play(encode_move(move))
        t = play(game, t.state, seat, move)
        compare_events(t.events, ref)


@pytest.mark.slow
@pytest.mark.parametrize("modules", some(COMBINATIONS, (0, 3)), ids="+".join)
def test_the_rules_agree_with_the_reference(modules: tuple[str, ...]) -> None:
    for number in numbers(COMBINATIONS.index(modules)):
        try:
            kinds = whole_game(modules, number)
        except AssertionError as error:
            error.add_note(f"{modules}, game {number}")
            raise
        assert kinds["bridge-place"] + kinds["bridge-build"]
