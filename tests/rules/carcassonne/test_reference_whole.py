"""Every box at once, and large mixtures, against the slow reference, move by move."""

from __future__ import annotations

import os
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
from rules.core import Choices, Event, Move, Transition, encode, play, start

from .printed import lying
from .reference import ROUND
from .reference_whole import Whole
from .test_reference import at

GAMES = int(os.environ.get("REFERENCE_GAMES", "1"))
SEED = int(os.environ.get("REFERENCE_SEED", "1"))
ALL = KIND.modules
OWN_OPTIONS = [option for option in KIND.options if option.key != "edition"]


def mixture(number: int) -> tuple[str, ...]:
    """Everything, or most of it."""
    luck = random.Random(f"mixture {number}")
    return ALL if number % 2 else tuple(key for key in ALL if luck.random() < 0.7)


def begin(modules: tuple[str, ...], number: int) -> tuple[CarcassonneGame, Transition[Any], Whole]:
    """The same game twice: of the rules, and of the reference."""
    luck = random.Random(f"{modules} {number}")
    options = {option.key: luck.choice(option.values) for option in OWN_OPTIONS}
    game = KIND.make(KIND.checked(Choices(modules, tuple(sorted(options.items())))))
    assert isinstance(game, CarcassonneGame)
    seats = luck.choice(game.seats)
    t = start(game, seats, luck.randbytes(32))
    return game, t, Whole(modules, options, seats, t.chance[0], ids(t.state))


def ids(s: CarcassonneState) -> list[str]:
    return [TILES[tile].id for tile in s.pile]


# What is seen.


def compare(game: CarcassonneGame, s: CarcassonneState, ref: Whole) -> None:
    """Everything that can be seen."""
    view = game.view(s, None)
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
    if "abbey" in ref.on:
        assert shown["abbey"].abbeys == tuple(int(seat in ref.abbeys) for seat in range(ref.seats))
        assert [(barn.seat, at(barn.cell), barn.corner) for barn in shown["abbey"].barns] == ref.barns
    if "count" in ref.on:
        city = shown["count"]
        assert city.count == ref.count
        inside = Counter((kind, seat, quarter.name) for quarter in city.quarters for kind, seat in quarter.followers)
        assert inside == Counter(ref.inside)
        assert Counter((kind, seat) for kind, seat, *_ in city.sent) == Counter((m.kind, m.seat) for m in ref.guests)
    if "bridge" in ref.on:
        compare_bridge(shown["bridge"], ref)


def compare_bridge(shown: Any, ref: Whole) -> None:
    assert {at(b.cell): (b.axis, b.seat) for b in shown.bridges} == ref.bridged
    assert (list(shown.bridges_left), list(shown.castles_left)) == (ref.bridges, ref.castles_left)
    assert [(c.seat, frozenset(map(at, c.cells)), c.points) for c in shown.castles] == [
        (c.seat, c.tiles, c.points) for c in ref.castles
    ]
    lots = shown.bazaar.lots if shown.bazaar else ()
    assert [(lot.tile, lot.seat, lot.laid) for lot in lots] == [(lot.tile, lot.seat, lot.laid) for lot in ref.lots]


def open_duels(ref: Whole) -> set[Any]:
    """Duels between buildings that are both still open, guests of the City counted."""
    held = {
        f.nodes[0][0]: {m.seat for m in (*ref.figures, *ref.guests) if m.node in f.nodes}
        for f in ref.features() if f.kind == "monastery" and not f.complete and ref.occupied(f)
    }  # fmt: skip
    return {
        ((x, y), (x + dx, y + dy)) for x, y in held for dx, dy in ROUND
        if ref.board[x, y].building == "shrine" and (x + dx, y + dy) in held
        and ref.board[x + dx, y + dy].building != "shrine"
        and any(one != other for one in held[x, y] for other in held[x + dx, y + dy])
    }  # fmt: skip


def compare_features(view: Any, ref: Whole) -> None:
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


# What is legal.


def compare_moves(moves: Sequence[Move], ref: Whole) -> None:
    assert ref.ask is not None
    texts = [encode(move) for move in moves]
    assert len(set(texts)) == len(texts)
    if ref.ask.moves is not None:
        assert set(texts) == ref.ask.moves
        return
    plain = {(at(m.cell), int(m.turn)) for m in moves if type(m) is Place}
    wanted = ref.lays()
    assert plain <= wanted
    assert looks(ref, plain) == looks(ref, wanted)
    ways = {
        (at(m.cell), int(m.turn), at(m.bridge.cell), m.bridge.axis)
        for m in moves if isinstance(m, Place) and type(m) is not Place
    }  # fmt: skip
    needed = ref.bridge_lays()
    assert ways <= needed
    assert looks(ref, ways) == looks(ref, needed)
    assert ("bridge-decline" in texts) == (not wanted)


def looks(ref: Whole, ways: set[Any]) -> set[Any]:
    return {(cell, lying(ref.hand, turn).look, *rest) for cell, turn, *rest in ways}


# What is told.


def compare_events(events: Sequence[Event], ref: Whole) -> None:
    """Every point is told with its tiles and cities, and everybody who went home."""
    scored = [event for event in events if event.params.get("points") and "seats" in event.params]
    scored = [event for event in scored if event.params["seats"] and event.key != "carc.game.over"]
    assert Counter(map(told, scored)) == Counter(
        (award.kind, award.tiles, award.points, award.seats, frozenset(award.cities))
        for award in ref.awards if award.points and award.seats
    )  # fmt: skip
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


# Playing.


def choose(luck: random.Random, moves: Sequence[Move], ref: Whole) -> Move:
    """Dense boards with holes, every kind of move, seldom a pass; what is rare is done when it can be done."""
    assert ref.ask is not None
    rare = [move for move in moves if encode(move).startswith(("bridge-p", "bridge-b", "castle-b"))]
    if rare and luck.random() < 0.3:
        return luck.choice(rare)
    lays = [move for move in moves if isinstance(move, Place)]
    if lays and luck.random() < 0.7:
        def near(move: Place) -> float:
            x, y = at(move.cell)
            return sum((x + dx, y + dy) in ref.board for dx, dy in ROUND) + luck.random()
        return max(lays, key=near)
    if ref.ask.phase == "abbey" and len(ref.board) % 3:  # some are kept for the last round
        return moves[-1]
    kinds = sorted({move.kind for move in moves} - ({"pass"} if luck.random() < 0.6 else set())) or ["pass"]
    if ref.ask.phase == "figure" and "deploy" in kinds:
        monks = [move for move in moves if encode(move).endswith(".monastery")]
        if monks and luck.random() < 0.5:  # or there are few duels
            return luck.choice(monks)
        if "fairy" in kinds and luck.random() < 0.6:
            kinds.remove("fairy")
        if "barn" in kinds and luck.random() < 0.3:
            kinds = ["barn"]
        rare = [move for move in moves if encode(move).split()[1] in ("wagon", "mayor", "pig", "builder")]
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
        compare(game, t.state, ref)
        if len(ref.board) != boards or ref.ask is None or luck.random() < 0.1:
            boards = len(ref.board)
            compare_features(game.view(t.state, None), ref)
        if ref.ask is None:
            return seen
        seat = ref.ask.seat
        moves = list(game.legal(t.state, seat))
        compare_moves(moves, ref)
        move = choose(luck, moves, ref)
        seen[f"{ref.ask.phase} {move.kind}"] += 1
        t = play(game, t.state, seat, move)
        ref.mixed = ids(t.state)
        ref.play(encode(move))
        compare_events(t.events, ref)
        seen.update(event.key for event in t.events)


@pytest.mark.parametrize("number", range(SEED, SEED + 2 * GAMES))
def test_everything_together_agrees_with_the_reference(number: int) -> None:
    modules = mixture(number)
    try:
        seen = whole_game(modules, number)
    except AssertionError as error:
        error.add_note(f"{modules}, game {number}")
        raise
    if modules == ALL:
        assert {"lake place", "abbey abbey", "dragon dragon", "wagon wagon", "carc.fairy.scored"} <= set(seen)
