"""The Princess & the Dragon against the slow reference, move by move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from rules.carcassonne import KIND
from rules.carcassonne.cells import PLACE_NAMES, Cell, Spot
from rules.carcassonne.expansions.princess.moves import MoveDragon, MoveFairy, SendHome
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.moves import Deploy, Pass
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import TILES
from rules.core import Choices, Event, IllegalMove, Move, Transition, decode_move, encode_move, play, start_game

from .comparing import at, compare_listed, densest, numbers, some
from .reference_dragon import DragonReference
from .test_reference import compare_events, compare_extras, compare_features, compare_moves, going, men

CHECKS = 0.06
ALONE = "carc.figure.alone"
pytestmark = pytest.mark.random

COMBINATIONS = [
    ("princess",),
    ("river1", "princess"),
    ("princess", "river2"),
    ("princess", "inns"),
    ("princess", "trade"),
    ("princess", "cult"),
    ("princess", "king"),
    ("river1", "princess", "river2", "inns", "trade", "king", "cult"),
]


def begin(modules: tuple[str, ...], number: int) -> tuple[CarcassonneGame, Transition[Any], DragonReference]:
    luck = random.Random(f"{modules} {number}")
    modules = tuple(module for module in KIND.modules if module in modules)
    options = {
        "farmers": ("per_field", "per_city")[number % 2],
        "princess_action": ("must", "may")[number // 2 % 2],
        "dragon_move": ("before_scoring", "after_scoring")[(number + number // 2) % 2],
    }
    game = KIND.make(Choices(modules, tuple(sorted(options.items()))))
    assert isinstance(game, CarcassonneGame)
    seats = game.seats[number % len(game.seats)]
    t = start_game(game, seats, luck.randbytes(32))
    chosen = {"tiny_city": "standard", "pig_herd": "with_trade", **options}
    return game, t, DragonReference(modules, chosen, seats, t.chance[0], ids(t.state))


def ids(s: CarcassonneState) -> list[str]:
    return [TILES[tile].id for tile in s.pile]


def compare(game: CarcassonneGame, s: CarcassonneState, ref: DragonReference) -> None:
    """Everything that can be seen."""
    view = game.view(s, None)
    assert list(view.scores) == ref.scores
    assert {key: list(row) for key, row in view.tally.items()} == ref.tally
    assert list(view.put_aside) == ref.aside
    assert view.over == (ref.phase == "over")
    assert (view.drawn.tile if view.drawn else "") == ref.hand
    if not view.over:
        assert (view.active, list(view.tasks)) == (ref.active, [ref.decider])
    pieces = Counter((p.seat, at(p.cell), p.place, p.kind) for p in view.pieces if p.seat is not None)
    assert pieces == Counter((seat, a, ref.board[a].patches[i].name, kind) for seat, (a, i), kind in ref.figures)
    neutral = {p.kind: at(p.cell) for p in view.pieces if p.seat is None}
    assert neutral == {k: a for k, a in (("dragon", ref.dragon), ("fairy", ref.fairy)) if a is not None}
    for seat in range(s.seats):
        assert view.supply[seat] == {kind: ref.left(seat, kind) for kind in ref.kinds}
    shown = view.extras["princess"]
    assert [at(cell) for cell in shown.path] == ref.path
    assert shown.left == (7 - len(ref.path) if ref.phase == "dragon" else 0)
    assert [at(cell) for cell in shown.ways] == (ref.ways() if ref.phase == "dragon" else [])
    assert shown.away == (12 if ref.dragon is None else 0)
    compare_features(view, ref)
    phase = ref.phase
    if phase == "princess" or "score" in ref.todo:
        ref.phase = "figure"  # what the tile completed is scored after this decision
    compare_extras(view, ref)
    ref.phase = phase


def deploys(spot: Spot) -> list[Move]:
    return [Deploy(kind, spot) for kind in ("follower", "large", "builder", "pig", "dragon")]


def compare_checks(game: CarcassonneGame, s: CarcassonneState, ref: DragonReference) -> None:
    """What is not listed is refused: the dragon and the fairy to every cell in reach, every place of every tile."""
    reach = dict.fromkeys(Cell(x + dx, y + dy) for x, y in ref.board for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    wanted: list[Move] = [kind(cell) for cell in reach for kind in (MoveDragon, MoveFairy)]
    places = [Spot(Cell(*a), patch.name) for a, tile in ref.board.items() for patch in tile.patches]
    places += [Spot(Cell(*ref.last), place) for place in PLACE_NAMES]
    wanted += [move for spot in places for move in (*deploys(spot), SendHome(spot))]
    wanted += [Pass("figure"), Pass("princess"), Pass("abbey")]
    legal = {decode_move(text, game.moves) for text in ref.legal()}
    for move in wanted:
        try:
            game.check(s, ref.decider, move)
        except IllegalMove:
            assert move not in legal, move
        else:
            assert move in legal, move


def compare_story(events: Sequence[Event], ref: DragonReference) -> None:
    """Every point and every figure that went home is told."""
    fairy = Counter(
        (e.key.rpartition(".")[2], at(e.params["cell"]), e.params["points"], tuple(e.params["seats"]))
        for e in events
        if e.key in ("carc.fairy.turn", "carc.fairy.scored")
    )
    mine = [award for award in ref.awards if award.kind in ("turn", "scored")]
    assert fairy == Counter((award.kind, *award.tiles, award.points, award.seats) for award in mine)
    ref.awards = [award for award in ref.awards if award not in mine]
    compare_events([e for e in events if not e.key.startswith("carc.fairy")], ref)
    home = going([e for e in events if e.key.startswith(("carc.dragon", "carc.princess"))])
    assert home == men(ref, ref.eaten)
    alone = Counter((e.params["figure"], e.params["seat"], e.params["spot"]) for e in events if e.key == ALONE)
    assert alone == men(ref, ref.alone)


def choose(luck: random.Random, moves: Sequence[Move], ref: DragonReference) -> Move:
    """Often a dense board, often figures: the dragon finds more to eat."""
    if ref.phase in ("lay", "lake") and luck.random() < 0.6:
        return densest(luck, moves, ref.board)
    kinds = sorted({move.kind for move in moves})
    kind = luck.choice(kinds)
    return luck.choice([move for move in moves if move.kind == kind])


def whole_game(modules: tuple[str, ...], number: int) -> Counter[str]:
    game, t, ref = begin(modules, number)
    luck = random.Random(f"moves {modules} {number}")
    seen: Counter[str] = Counter()
    while True:
        compare(game, t.state, ref)
        if game.over(t.state):
            return seen
        seat = ref.decider
        moves = list(game.legal(t.state, seat))
        if ref.phase in ("lay", "lake"):
            compare_moves(moves, ref)
        else:
            compare_listed(game, t.state, seat, moves, ref.legal())
            if luck.random() < CHECKS:
                compare_checks(game, t.state, ref)
        move = choose(luck, moves, ref)
        seen[f"{ref.phase} {move.kind}"] += 1
        t = play(game, t.state, seat, move)
        ref.mixed = ids(t.state)
        ref.play(encode_move(move))
        compare_story(t.events, ref)
        seen.update(event.key for event in t.events)


@pytest.mark.slow
@pytest.mark.parametrize("modules", some(COMBINATIONS, (0, 2, 7)), ids="+".join)
def test_the_rules_agree_with_the_reference(modules: tuple[str, ...]) -> None:
    seen: Counter[str] = Counter()
    for number in numbers(COMBINATIONS.index(modules)):
        try:
            seen += whole_game(modules, number)
        except AssertionError as error:
            error.add_note(f"{modules}, game {number}")
            raise
    # The games had what they are meant to compare.
    assert {"dragon dragon", "figure fairy", "carc.fairy.turn", "carc.fairy.scored"} <= set(seen)
    assert seen["princess princess"] or "river2" in modules
    assert seen["carc.dragon.eats"] + seen["carc.dragon.goes_eats"] > 0
