"""Abbey & Mayor and the Count of Carcassonne against the slow reference, move by move."""

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
from rules.carcassonne.tiles import TILES
from rules.core import Choices, Event, Move, Transition, encode_move, play, start_game

from .comparing import at, compare_estate, compare_features, compare_table, densest, numbers, some, told
from .printed import lying
from .reference_estate import Estate

FULL = 1  # the number of a game in which everything happens
pytestmark = pytest.mark.random

COMBINATIONS = [
    ("abbey",),
    ("count",),
    ("abbey", "count"),
    ("abbey", "count", "river1"),
    ("abbey", "count", "river2"),
    ("abbey", "count", "inns"),
    ("abbey", "count", "trade"),
    ("abbey", "count", "king"),
    ("abbey", "count", "cult"),
    ("abbey", "count", "river1", "river2", "inns", "trade", "king", "cult"),
]
OPTIONS: dict[str, tuple[str, ...]] = {
    "farmers": ("per_field", "per_city"),
    "wagon_move": ("connected", "nearby"),
    "count_market": ("end_only", "also_barn"),
    "count_final": ("market_only", "any_quarter"),
    "count_final_order": ("one_pass", "round_robin"),
    "count_special_strength": ("two", "usual"),
    "pig_herd": ("with_trade", "always"),
}


def begin(modules: tuple[str, ...], number: int) -> tuple[CarcassonneGame, Transition[Any], Estate]:
    """The same game twice: of the rules, and of the reference."""
    luck = random.Random(f"{modules} {number}")
    options = {key: luck.choice(values) for key, values in OPTIONS.items()}
    game = KIND.make(Choices(modules, tuple(sorted(options.items()))))
    assert isinstance(game, CarcassonneGame)
    seats = game.seats[number % len(game.seats)]
    t = start_game(game, seats, luck.randbytes(32))
    order = [TILES[tile].id for tile in t.state.pile]
    return game, t, Estate(modules, {"tiny_city": "standard", **options}, seats, t.chance[0], order)


def compare(game: CarcassonneGame, s: Any, ref: Estate) -> None:
    """Everything that can be seen."""
    view = game.view(s, None)
    compare_table(view, s, ref)
    compare_features(view, ref)
    compare_estate(view.extras, ref)


def compare_moves(moves: Sequence[Move], ref: Estate) -> None:
    assert ref.ask is not None
    texts = [encode_move(move) for move in moves]
    assert len(set(texts)) == len(texts)
    if ref.ask.moves is not None:
        assert set(texts) == ref.ask.moves
        return
    lays = {(at(move.cell), int(move.turn)) for move in moves if isinstance(move, Place)}
    looks = {(cell, lying(ref.hand, turn).look) for cell, turn in lays}
    assert looks == {(cell, lying(ref.hand, turn).look) for cell, turn in ref.lays()}


def compare_events(events: Sequence[Event], ref: Estate) -> None:
    """Every point is told with its tiles and cities, and everybody who went home."""
    scored = [event for event in events if event.params.get("points") and event.key != "carc.game.over"]
    assert Counter(told(event) for event in scored) == Counter(
        (award.kind, award.tiles, award.points, award.seats, frozenset(award.cities))
        for award in ref.awards
        if award.points and award.seats
    )
    for event in scored:
        if event.key.startswith(("carc.barn", "carc.field")):
            assert event.params["points"] == event.params["each"] * event.params["n"]
            assert event.params["n"] == len(event.params["cities"])
    home = Counter((kind, seat) for event in events for kind, seat, _ in event.params.get("returned", ()))
    assert home == Counter((man.kind, man.seat) for man in (*ref.returned, *ref.lost))


def choose(luck: random.Random, moves: Sequence[Move], ref: Estate) -> Move:
    """Dense boards with holes, every kind of move, seldom a pass; fields and corners often."""
    assert ref.ask is not None
    if ref.ask.moves is None and luck.random() < 0.7:
        return densest(luck, moves, ref.board)
    kinds = sorted({move.kind for move in moves} - ({"pass"} if luck.random() < 0.6 else set()))
    if ref.ask.phase == "figure" and "deploy" in kinds:  # a barn or a wagon is rare otherwise
        if "barn" in kinds and luck.random() < 0.3:
            kinds = ["barn"]
        rare = [move for move in moves if encode_move(move).split()[1] in ("wagon", "mayor", "pig", "builder")]
        if rare and luck.random() < 0.3:
            return luck.choice(rare)
    kind = luck.choice(kinds)
    return luck.choice([move for move in moves if move.kind == kind])


def whole_game(modules: tuple[str, ...], number: int) -> Counter[str]:
    game, t, ref = begin(modules, number)
    luck = random.Random(f"moves {modules} {number}")
    seen: Counter[str] = Counter()
    while True:
        compare(game, t.state, ref)
        if ref.ask is None:
            return seen
        seat = ref.ask.seat
        moves = list(game.legal(t.state, seat))
        compare_moves(moves, ref)
        move = choose(luck, moves, ref)
        text = encode_move(move)
        ref.play(text)
        t = play(game, t.state, seat, move)
        compare_events(t.events, ref)
        seen[text if move.kind == "pass" else move.kind] += 1
        seen.update(event.key for event in t.events)


@pytest.mark.slow
@pytest.mark.parametrize("modules", some(COMBINATIONS, (0, 1, 9)), ids="+".join)
def test_the_rules_agree_with_the_reference(modules: tuple[str, ...]) -> None:
    ordered = tuple(key for key in KIND.modules if key in modules)
    for number in numbers(COMBINATIONS.index(modules)):
        try:
            whole_game(ordered, number)
        except AssertionError as error:
            error.add_note(f"{ordered}, game {number}")
            raise


def test_a_game_in_which_everything_happens() -> None:
    seen = whole_game(tuple(key for key in KIND.modules if key in ("abbey", "count", "trade")), FULL)
    assert set(seen) >= {
        "abbey",
        "barn",
        "wagon",
        "count-enter",
        "count-move",
        "count-send",
        "carc.barn.farmers",
        "carc.barn.scored",
        "carc.barn.merged_each",
        "carc.wagon.moved",
        "carc.feature.scored",
    }


def test_cells_of_the_reference() -> None:
    assert (Cell(1, -1).x, Cell(1, -1).y) == at("N49")
