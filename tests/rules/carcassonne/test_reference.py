"""The rules against the slow reference, move by move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from rules.carcassonne import KIND, preview
from rules.carcassonne.cells import PLACE_NAMES, TURNS, Cell, Spot
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.moves import Deploy, Pass, Place
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import TILES
from rules.core import Choices, Event, IllegalMove, Move, Transition, encode_move, play, start_game
from tools.sizes import CHECKED, REFERENCE_GAMES

from .comparing import at, numbers, some
from .printed import lying
from .reference import Award, Feature, Man, Reference
from .reference_boxes import Boxes
from .test_conformance import COMBINATIONS, EDITIONS

pytestmark = pytest.mark.random

PREVIEWS = 0.3  # of all lays, how many are looked at beforehand


def begin(modules: tuple[str, ...], edition: str, number: int) -> tuple[CarcassonneGame, Transition[Any], Boxes]:
    """The same game twice: of the rules, and of the reference."""
    luck = random.Random(f"{modules} {edition} {number}")
    options = {"edition": edition}
    if "river2" in modules and number % 2:
        options["pig_herd"] = "always"
    if number % 4 == 3:
        options["farmers"] = luck.choice(("per_field", "per_city"))
        options["tiny_city"] = luck.choice(("standard", "halved"))
    game = KIND.make(Choices(modules, tuple(sorted(options.items()))))
    assert isinstance(game, CarcassonneGame)
    seats = game.seats[number % len(game.seats)]
    t = start_game(game, seats, luck.randbytes(32))
    chosen = {"farmers": "per_field", "tiny_city": "standard", "pig_herd": "with_trade"}
    if edition == "2007":
        chosen |= {"farmers": "per_city", "tiny_city": "halved"}
    order = [TILES[tile].id for tile in t.state.pile]
    return game, t, Boxes(modules, {**chosen, **options}, seats, t.chance[0], order)


def compare(game: CarcassonneGame, s: CarcassonneState, ref: Boxes) -> None:
    """Everything that can be seen."""
    view = game.view(s, None)
    assert list(view.scores) == ref.scores
    assert {key: list(row) for key, row in view.tally.items()} == ref.tally
    assert list(view.put_aside) == ref.aside
    assert view.over == (ref.phase == "over")
    assert (view.drawn.tile if view.drawn else "") == ref.hand
    if not view.over:
        assert view.active == ref.active
        assert list(view.tasks) == [ref.active]
    assert [at(laid.cell) for laid in view.laid] == list(ref.board)
    pieces = Counter((piece.seat, at(piece.cell), piece.place, piece.kind) for piece in view.pieces)
    assert pieces == Counter((seat, a, ref.board[a].patches[i].name, kind) for seat, (a, i), kind in ref.figures)
    for seat in range(s.seats):
        assert view.supply[seat] == {kind: ref.left(seat, kind) for kind in ref.kinds}
    compare_features(view, ref)
    compare_extras(view, ref)


def compare_extras(view: Any, ref: Boxes) -> None:
    """What the modules show."""
    extras = view.extras
    if "trade" in extras:
        assert [dict(row) for row in extras["trade"].goods] == ref.goods
        assert extras["trade"].second == ref.second or view.over
    if "king" in extras:
        for award, kind in ((extras["king"].king, "city"), (extras["king"].robber, "road")):
            assert (award.seat, award.size) == ref.awarded[kind] if award else ref.awarded[kind] == (-1, 0)
            assert award is None or award.points == settled(ref, kind)
    if "cult" in extras:
        assert {(at(duel.shrine), at(duel.monastery)) for duel in extras["cult"].duels} == ref.duels()


def settled(ref: Boxes, kind: str) -> int:
    """Complete roads or cities, but for those that are scored after this decision."""
    fresh = {ref.last} if ref.phase == "figure" else set()
    return sum(f.kind == kind and f.complete and not f.tiles & fresh for f in ref.features())


def compare_features(view: Any, ref: Reference) -> None:
    theirs = {
        frozenset((a, ref.board[a].patches[i].name) for a, i in feature.nodes): feature for feature in ref.features()
    }
    mine = {frozenset((at(cell), place) for cell, place in feature.places): feature for feature in view.features}
    assert mine.keys() == theirs.keys()
    for places, feature in mine.items():
        other = theirs[places]
        assert (feature.kind, feature.complete) == (other.kind, other.complete)
        assert {at(cell) for cell in feature.tiles} == other.tiles
        assert len(feature.tiles) == len(other.tiles)
        assert {at(cell) for cell in feature.open_at} == other.open_at
        assert list(feature.strength) == ref.strength(other)
        assert feature.owners == ref.owners(other)
        if feature.kind == "field":
            touched = [view.features[i] for i in feature.cities]
            assert sorted(len(city.places) for city in touched) == sorted(len(city.nodes) for city in other.farmed)
            assert {at(c.places[0][0]) for c in touched} <= {a for city in other.farmed for a in city.tiles}
        else:
            assert feature.points == ref.worth(other)
            assert feature.marks.get("shield", 0) == other.shields
            assert feature.called == ref.called(other)


def compare_moves(moves: Sequence[Move], ref: Boxes) -> None:
    texts = [encode_move(move) for move in moves]
    if ref.phase == "figure":
        deploys = [f"deploy {kind} {Cell(*ref.last)}.{name}" for kind, name in ref.deployments()]
        assert texts == [*deploys, "pass figure"]
        return
    lays = {(at(move.cell), int(move.turn)) for move in moves if isinstance(move, Place)}
    assert len(lays) == len(moves)
    wanted = ref.lays()
    assert lays <= wanted
    looks = [(cell, lying(ref.hand, turn).look) for cell, turn in lays]
    assert len(set(looks)) == len(looks)  # each way once
    assert set(looks) == {(cell, lying(ref.hand, turn).look) for cell, turn in wanted}


def compare_checks(game: CarcassonneGame, s: CarcassonneState, moves: Sequence[Move], ref: Boxes) -> None:
    """What is not listed is refused: every cell in reach with every turn, every place of the tiles near by."""
    reach = [Cell(x + dx, y + dy) for x, y in ref.board for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    near = [cell for cell in dict.fromkeys(reach) if max(abs(cell.x - ref.last[0]), abs(cell.y - ref.last[1])) < 2]
    wanted: list[Move] = [Place(cell, turn) for cell in dict.fromkeys(reach) for turn in TURNS]
    wanted += [Deploy("follower", Spot(cell, place)) for cell in near for place in PLACE_NAMES]
    others = ("large", "builder", "pig", "wagon")
    wanted += [Deploy(kind, Spot(Cell(*ref.last), place)) for kind in others for place in PLACE_NAMES]
    wanted += [Pass("figure"), Pass("abbey")]
    legal = set(moves)
    for move in wanted:
        try:
            game.check(s, ref.active, move)
        except IllegalMove:
            assert move not in legal, move
        else:
            assert move in legal, move


def compare_preview(game: CarcassonneGame, s: CarcassonneState, ref: Boxes, move: Move) -> None:
    """What is said before a lay is what the reference finds after it."""
    assert isinstance(move, Place)
    shown = preview.preview_lay(game, s, ref.active, move)
    after = Boxes.__new__(Boxes)
    after.__dict__ |= {**ref.__dict__, "board": {**ref.board, at(move.cell): lying(ref.hand, int(move.turn))}}
    after.last = at(move.cell)
    lake = ref.phase == "lake"
    places = [] if lake else after.deployments()
    assert sorted((kind, info.spot.place) for info in shown.places for kind in info.figures) == sorted(places)
    assert shown.asks_figure == bool(places)
    builder = ref.man(ref.active, "builder")
    works = builder is not None and not ref.second and after.last in after.feature_of(builder.node).tiles
    works = works and ref.drawn < len(ref.order)
    assert shown.ends_turn == (not places and not lake and not works)
    assert (shown.view.drawn, list(shown.view.scores), list(shown.view.put_aside)) == (None, ref.scores, ref.aside)
    compare_features(shown.view, after)
    before = {frozenset(feature.nodes) for feature in ref.features() if feature.complete}
    done = {frozenset(f.nodes): f for f in after.features() if f.complete and frozenset(f.nodes) not in before}
    assert Counter(f.tiles for f in done.values()) == Counter(
        frozenset(at(cell) for cell in feature.tiles) for feature in shown.completed
    )
    assert len(shown.places) == len(after.board[after.last].patches)
    for i, info in enumerate(shown.places):
        feature = next(f for f in after.features() if (after.last, i) in f.nodes)
        assert {at(cell) for cell in info.tiles} == feature.tiles
        assert {at(cell) for cell in info.open_at} == feature.open_at
        assert (info.complete, info.shields, list(info.strength), info.owners) == (
            feature.complete,
            feature.shields,
            after.strength(feature),
            after.owners(feature),
        )
        assert info.cities == sum(city.complete for city in feature.farmed)
        if feature.kind != "field":
            assert info.points == after.worth(feature)


def award(told: Event) -> Award:
    """The points of an event, put together from its parts."""
    p = told.params
    if told.key in ("carc.goods.final", "carc.king.final", "carc.robber.final"):
        name = p["good"] if "good" in p else p["category"]
        return Award(name, frozenset(), 0, p["points"], tuple(p["seats"]))
    assert len(p["tiles"]) == len(set(p["tiles"]))
    tiles = frozenset(map(at, p["tiles"]))
    if told.key == "carc.city.supplied":
        return Award("supplied", tiles, p["shields"], p["points"], tuple(p["seats"]))
    if told.key.startswith("carc.field.scored"):
        assert p["points"] == p["each"] * p["n"] == p["each"] * len(p["cities"])
        cities = sorted(tuple(sorted(map(at, city))) for city in p["cities"])
        return Award("field", tiles, 0, p["points"], tuple(p["seats"]), tuple(map(frozenset, cities)))
    assert p["points"] == p["each"] * (p["n"] + p["shields"])
    return Award(p["feature"], tiles, p["shields"], p["points"], tuple(p["seats"]))


def compare_events(events: Sequence[Event], ref: Boxes) -> None:
    """Every point is told, with the tiles, shields and cities it comes from."""
    scored = [event for event in events if "points" in event.params and event.key != "carc.game.over"]
    wanted = Counter(one._replace(cities=tuple(sorted(one.cities, key=sorted))) for one in ref.awards)
    assert Counter(award(event) for event in scored) == wanted
    for event in scored:
        if "spot" in event.params:
            compare_parts(event, ref)
    assert going(scored) == men(ref, ref.returned)
    assert going([event for event in events if event.key == "carc.duel.lost"]) == men(ref, ref.lost)


def going(events: Sequence[Event]) -> Counter[tuple[str, int, str]]:
    return Counter(tuple(man) for event in events for man in event.params.get("returned", ()))


def men(ref: Boxes, back: Sequence[Man]) -> Counter[tuple[str, int, str]]:
    return Counter((kind, seat, f"{Cell(*a)}.{ref.board[a].patches[i].name}") for seat, (a, i), kind in back)


def compare_parts(event: Event, ref: Reference) -> None:
    """The places that an event names are those of its features, and of no others on the same tiles."""
    told = event.params
    for spot in (told["spot"], *told.get("city_spots", ()), *told.get("field_spots", ())):
        assert spot == spots(ref, named(ref, spot))[0]
    whole = named(ref, told["spot"])
    assert told["tiles"] == list(dict.fromkeys(told["tiles"]))
    assert told["marks"].get("shield", 0) == told["shields"] == len(told["shield_spots"])
    assert Counter(told["shield_spots"]) == Counter(
        {f"{Cell(*a)}.{p.name}": p.shields for a, i in whole.nodes if (p := ref.board[a].patches[i]).shields}
    )
    for many, first in (("cities", "city_spots"), ("fields", "field_spots")):
        for cells, spot in zip(told.get(many, ()), told.get(first, ()), strict=True):
            assert set(map(at, cells)) == named(ref, spot).tiles


def named(ref: Reference, spot: str) -> Feature:
    """The feature that has this place."""
    cell, _, place = spot.partition(".")
    node = (at(cell), [patch.name for patch in ref.board[at(cell)].patches].index(place))
    return next(feature for feature in ref.features() if node in feature.nodes)


def spots(ref: Reference, feature: Feature) -> list[str]:
    """All places of a feature, in the order the tiles were laid."""
    order = list(ref.board)
    nodes = sorted(feature.nodes, key=lambda node: (order.index(node[0]), node[1]))
    return [f"{Cell(*a)}.{ref.board[a].patches[i].name}" for a, i in nodes]


def choose(luck: random.Random, moves: Sequence[Move], ref: Reference) -> Move:
    """Often a lay with many neighbours: such boards have loops, holes and tiles that fit nowhere."""
    if ref.phase != "figure" and luck.random() < 0.6:

        def near(move: Move) -> float:
            x, y = at(move.cell)
            around = sum((x + dx, y + dy) in ref.board for dx in (-1, 0, 1) for dy in (-1, 0, 1))
            return around + luck.random()

        return max(moves, key=near)
    return luck.choice(moves)


def whole_game(modules: tuple[str, ...], edition: str, number: int) -> list[str]:
    game, t, ref = begin(modules, edition, number)
    order, begins = list(ref.order), 0
    for pile in ref.piles():
        ends = begins + sum(pile.values())
        assert Counter(order[begins:ends]) == Counter(pile)
        begins = ends
    assert begins == len(order)
    luck = random.Random(f"moves {modules} {edition} {number}")
    played: list[str] = []
    while True:
        compare(game, t.state, ref)
        if game.over(t.state):
            break
        moves = list(game.legal(t.state, ref.active))
        compare_moves(moves, ref)
        if luck.random() < CHECKED:
            compare_checks(game, t.state, moves, ref)
        move = choose(luck, moves, ref)
        if ref.phase == "lake" or (ref.phase == "lay" and luck.random() < PREVIEWS):
            compare_preview(game, t.state, ref, move)
        played.append(encode_move(move))
        seat = ref.active
        ref.play(played[-1])
        t = play(game, t.state, seat, move)
        compare_events(t.events, ref)
    best = max(ref.scores)
    assert game.winners(t.state) == tuple(seat for seat in range(ref.seats) if ref.scores[seat] == best)
    return played


OWN = ("inns", "trade", "king", "cult")
MIXED: list[tuple[str, ...]] = [
    *((key,) for key in OWN),
    *combinations(OWN, 2),
    ("river2", "trade"),
    ("river1", "river2", *OWN),
]


def agree(modules: tuple[str, ...], edition: str, games: Sequence[int]) -> None:
    for number in games:
        try:
            whole_game(modules, edition, number)
        except AssertionError as error:
            error.add_note(f"{modules}, edition {edition}, game {number}")
            raise


@pytest.mark.slow
@pytest.mark.parametrize("modules", some(MIXED, (0, 1, 2, 3, 10, 11)), ids="+".join)
def test_more_boxes_agree_with_the_reference(modules: tuple[str, ...]) -> None:
    games = numbers(MIXED.index(modules))[: max(1, REFERENCE_GAMES // 2)]
    agree(tuple(key for key in KIND.modules if key in modules), EDITIONS[len(modules) % 2], games)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("modules", COMBINATIONS, ids=lambda modules: "+".join(("base", *modules)))
def test_the_rules_agree_with_the_reference(modules: tuple[str, ...], edition: str) -> None:
    agree(modules, edition, numbers(2 * COMBINATIONS.index(modules) + EDITIONS.index(edition)))
