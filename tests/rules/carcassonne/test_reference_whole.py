"""Every box at once, and large mixtures, against the slow reference, move by move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rules.carcassonne import KIND
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.moves import Place
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import TILES
from rules.core import Choices, Event, Move, Transition, encode_move, play, start_game
from tools.sizes import REFERENCE_GAMES, SEED

from .comparing import (
    at,
    compare_bridge,
    compare_estate,
    compare_features,
    compare_lays,
    compare_listed,
    compare_table,
    densest,
    told,
)
from .reference_values import ROUND
from .reference_whole import Whole

pytestmark = pytest.mark.random

# What the reference knows by now. A box that is not among these wants rules there of its own (`reference_whole.py`).
KNOWN = frozenset({"river1", "river2", "inns", "trade", "princess", "abbey", "bridge", "count", "king", "cult"})
ALL = tuple(key for key in KIND.modules if key in KNOWN)
OWN_OPTIONS = [option for option in KIND.options if option.key != "edition"]


def mixture(number: int) -> tuple[str, ...]:
    """Everything, or most of it."""
    luck = random.Random(f"mixture {number}")
    return ALL if number % 2 else tuple(key for key in ALL if luck.random() < 0.7)


def begin(modules: tuple[str, ...], number: int) -> tuple[CarcassonneGame, Transition[Any], Whole]:
    """The same game twice: of the rules, and of the reference."""
    luck = random.Random(f"{modules} {number}")
    options = {option.key: luck.choice(option.values) for option in OWN_OPTIONS}
    game = KIND.make(KIND.normalize_choices(Choices(modules, tuple(sorted(options.items())))))
    assert isinstance(game, CarcassonneGame)
    seats = luck.choice(game.seats)
    t = start_game(game, seats, luck.randbytes(32))
    return game, t, Whole(modules, options, seats, t.chance[0], ids(t.state))


def ids(s: CarcassonneState) -> list[str]:
    return [TILES[tile].id for tile in s.pile]


# What is seen.


def compare(view: Any, s: CarcassonneState, ref: Whole) -> None:
    """Everything that can be seen, but for the features."""
    compare_table(view, s, ref)
    compare_extras(view, ref)


def compare_extras(view: Any, ref: Whole) -> None:
    """What the modules show."""
    shown = view.extras
    if "princess" in ref.on:
        neutral = {p.kind: at(p.cell) for p in view.pieces if p.kind in ("dragon", "fairy")}
        assert neutral == {k: a for k, a in (("dragon", ref.dragon), ("fairy", ref.fairy)) if a is not None}
        assert [at(cell) for cell in shown["princess"].path] == ref.path
    if "trade" in ref.on:
        assert [dict(row) for row in shown["trade"].goods] == ref.goods
    if "king" in ref.on:
        for award, kind in ((shown["king"].king, "city"), (shown["king"].robber, "road")):
            assert (award.seat, award.size) == ref.awarded[kind] if award else ref.awarded[kind] == (-1, 0)
    if "cult" in ref.on:
        assert {(at(duel.shrine), at(duel.monastery)) for duel in shown["cult"].duels} == open_duels(ref)
    compare_estate(shown, ref)
    if "bridge" in ref.on:
        compare_bridge(shown["bridge"], ref)


def open_duels(ref: Whole) -> set[Any]:
    """Duels between buildings that are both still open, guests of the City counted."""
    held = {
        f.nodes[0][0]: {m.seat for m in (*ref.figures, *ref.guests) if m.node in f.nodes}
        for f in ref.features()
        if f.kind == "monastery" and not f.complete and ref.occupied(f)
    }
    return {
        ((x, y), (x + dx, y + dy))
        for x, y in held
        for dx, dy in ROUND
        if ref.board[x, y].building == "shrine"
        and (x + dx, y + dy) in held
        and ref.board[x + dx, y + dy].building != "shrine"
        and any(one != other for one in held[x, y] for other in held[x + dx, y + dy])
    }


# What is legal.


def compare_moves(game: CarcassonneGame, s: CarcassonneState, moves: Sequence[Move], ref: Whole) -> None:
    assert ref.ask is not None
    if ref.ask.moves is not None:
        compare_listed(game, s, ref.ask.seat, moves, ref.ask.moves)
        return
    assert len(set(moves)) == len(moves)
    compare_lays(moves, ref)


# What is told.


def compare_events(events: Sequence[Event], ref: Whole) -> None:
    """Every point is told with its tiles and cities, and everybody who went home."""
    scored = [event for event in events if event.params.get("points") and "seats" in event.params]
    scored = [event for event in scored if event.params["seats"] and event.key != "carc.game.over"]
    assert Counter(map(told, scored)) == Counter(
        (award.kind, award.tiles, award.points, award.seats, frozenset(award.cities))
        for award in ref.awards
        if award.points and award.seats
    )
    home = Counter((kind, seat) for event in events for kind, seat, _ in event.params.get("returned", ()))
    assert home == Counter((man.kind, man.seat) for man in (*ref.returned, *ref.lost, *ref.eaten, *unpaid(events)))
    alone = Counter((e.params["figure"], e.params["seat"]) for e in events if e.key == "carc.figure.alone")
    assert alone == Counter((man.kind, man.seat) for man in ref.alone)


def unpaid(events: Sequence[Event]) -> Iterator[Any]:
    """The lords who go home when the game is over."""
    for event in events:
        if event.key == "carc.castle.final":
            for kind, seat, _ in event.params["returned"]:
                yield type("Lord", (), {"kind": kind, "seat": seat})


# Playing.


def choose(luck: random.Random, moves: Sequence[Move], ref: Whole) -> Move:
    """Dense boards with holes, every kind of move, seldom a pass; what is rare is done when it can be done."""
    assert ref.ask is not None
    rare = [move for move in moves if encode_move(move).startswith(("bridge-p", "bridge-b", "castle-b"))]
    if rare and luck.random() < 0.3:
        return luck.choice(rare)
    lays = [move for move in moves if isinstance(move, Place)]
    if lays and luck.random() < 0.7:
        return densest(luck, lays, ref.board)
    if ref.ask.phase == "abbey" and len(ref.board) % 3:  # some are kept for the last round
        return moves[-1]
    kinds = sorted({move.kind for move in moves} - ({"pass"} if luck.random() < 0.6 else set())) or ["pass"]
    if ref.ask.phase == "figure" and "deploy" in kinds:
        monks = [move for move in moves if encode_move(move).endswith(".monastery")]
        if monks and luck.random() < 0.5:  # or there are few duels
            return luck.choice(monks)
        if "fairy" in kinds and luck.random() < 0.6:
            kinds.remove("fairy")
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
    boards = 0
    while True:
        view = game.view(t.state, None)
        compare(view, t.state, ref)
        if len(ref.board) != boards or ref.ask is None or luck.random() < 0.1:
            boards = len(ref.board)
            compare_features(view, ref)
        if ref.ask is None:
            return seen
        seat = ref.ask.seat
        moves = list(game.legal(t.state, seat))
        compare_moves(game, t.state, moves, ref)
        move = choose(luck, moves, ref)
        seen[f"{ref.ask.phase} {move.kind}"] += 1
        t = play(game, t.state, seat, move)
        ref.mixed = ids(t.state)
        ref.play(encode_move(move))
        compare_events(t.events, ref)
        seen.update(event.key for event in t.events)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SEED, SEED + 2 * REFERENCE_GAMES))
def test_everything_together_agrees_with_the_reference(number: int) -> None:
    modules = mixture(number)
    try:
        seen = whole_game(modules, number)
    except AssertionError as error:
        error.add_note(f"{modules}, game {number}")
        raise
    if modules == ALL:
        assert {"lake place", "abbey abbey", "dragon dragon", "wagon wagon", "carc.fairy.scored"} <= set(seen)
