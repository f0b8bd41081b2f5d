"""What is seen of a table, and what a move would do."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.carcassonne import preview
from rules.carcassonne.cells import Cell, Spot
from rules.carcassonne.tiles import BY_ID
from rules.carcassonne.view import CarcassonneView, Feature
from rules.core import Chance, Choices, GameOver, IllegalMove, NotYourDecision, Phrase, decode_move, play, start_game
from rules.core.registry import game_types

from .table import BLUE, RED, Table, place
from .test_examples import AROUND_M51


def view(t: Table) -> CarcassonneView:
    return t.game.view(t.s, None)


def feature(t: Table, spot: str) -> Feature:
    wanted = Spot.parse(spot)
    return next(f for f in view(t).features if (wanted.cell, wanted.place) in f.places)


def test_the_table_at_the_start() -> None:
    t = Table(seats=2)
    seen = view(t)
    assert [(str(laid.cell), laid.tile, int(laid.turn)) for laid in seen.laid] == [("M50", "base-D", 0)]
    assert seen.headline == Phrase("carc.headline.tile", {"n": 1, "total": 71})
    assert seen.tasks == {RED: Phrase("carc.task.lay")}
    assert seen.drawn is not None
    assert seen.drawn.seat == RED
    assert seen.active == RED
    assert seen.supply == ({"follower": 7}, {"follower": 7})
    assert [f.kind for f in seen.features] == ["road", "city", "field", "field"]
    assert not seen.over
    assert seen.winners == ()


def tiles(seen: CarcassonneView) -> Counter[str]:
    """All that have been drawn, lie in a bazaar or are left; abbeys apart, which are drawn by nobody."""
    found = Counter(laid.tile for laid in seen.laid if not BY_ID[laid.tile].supply) + Counter(seen.put_aside)
    found.update([seen.drawn.tile] if seen.drawn is not None and not BY_ID[seen.drawn.tile].supply else [])
    market = seen.extras["bridge"].bazaar if "bridge" in seen.extras else None
    found.update(lot.tile for lot in market.lots if not lot.laid) if market is not None else None
    for pile in (*seen.piles, seen.later):
        found.update(pile)
    return found


@pytest.mark.slow
def test_what_is_left_is_all_that_was_not_drawn() -> None:
    kind = game_types()["carcassonne"]
    choices = kind.normalize_choices(Choices((*kind.presets["bigbox"].modules, "river2")))
    game, luck = kind.make(choices), random.Random(3)
    s = start_game(game, 4, bytes(32)).state
    seen = game.view(s, None)
    every, several = tiles(seen), len(seen.piles)
    assert (several, sum(seen.later.values())) == (3, 12)  # the fork is drawn: the river, its lake, all others; dragons
    while not game.over(s):
        seat = next(iter(game.waiting(s)))
        s = play(game, s, seat, luck.choice(list(game.legal(s, seat)))).state
        seen = game.view(s, None)
        assert tiles(seen) == every
        assert len(seen.piles) <= several
        several = len(seen.piles)
    assert (seen.piles, seen.later) == ((), {})


def test_all_seats_see_the_same() -> None:
    t = Table(seats=3)
    assert len({repr(t.game.view(t.s, seat)) for seat in (None, 0, 1, 2)}) == 1


def test_features_say_what_they_are_worth() -> None:
    t = Table(seats=2)
    t.turn("base-F", "M49", 0, "city-N", RED)
    city = feature(t, "M50.city-N")
    assert city.places[0] == (Cell(0, 0), "city-N")
    assert [str(cell) for cell in city.tiles] == ["M50", "M49"]
    assert (city.complete, city.points, city.marks) == (False, 3, {"shield": 1})
    assert (city.strength, city.owners) == ((1, 0), (RED,))
    assert [str(cell) for cell in city.open_at] == ["M48"]
    t.hold("base-E", BLUE)
    t.play("place M48 180")
    city = feature(t, "M50.city-N")
    assert (city.complete, city.scored, city.points, city.open_at) == (True, False, 8, ())
    assert view(t).just_laid == Cell.parse("M48")
    assert view(t).tasks == {BLUE: Phrase("carc.task.figure")}
    t.play("pass figure")
    assert feature(t, "M50.city-N").scored
    assert view(t).scores == (8, 0)
    assert view(t).tally["cities"] == (8, 0)
    assert {str(cell) for cell in view(t).changed} == {"M48", "M49", "M50"}
    assert view(t).just_laid is None


def test_a_monastery_runs_to_the_empty_cells_around_it() -> None:
    t = Table(seats=2)
    t.turn("base-B", "M51", 0, "monastery", RED)
    monastery = feature(t, "M51.monastery")
    assert len(monastery.open_at) == 7
    assert monastery.points == 2
    assert [(p.kind, p.seat, str(p.cell), p.place) for p in view(t).pieces] == [("follower", RED, "M51", "monastery")]


@pytest.mark.parametrize(("farmers", "worth"), [("per_field", 6), ("per_city", 8)])
def test_a_field_knows_its_cities(farmers: str, worth: int) -> None:
    t = Table(seats=2, farmers=farmers)
    t.lay("base-F", "M49")
    for cell, turn in (("M48", 180), ("M47", 0), ("M46", 180)):
        t.lay("base-E", cell, turn)
    t.put(BLUE, "M47.field-ENE")
    field = feature(t, "M47.field-ENE")
    seen = view(t).features
    assert [seen[i].places[0][1] for i in field.cities] == ["city-N", "city-N"]
    assert all(seen[i].kind == "city" for i in field.cities)
    assert (field.points, field.owners, field.complete) == (worth, (BLUE,), False)


def test_the_table_at_the_end() -> None:
    t = Table(seats=2)
    t.last()
    t.turn("base-U", "N50", 90, "road-E", BLUE)
    seen = view(t)
    assert seen.over
    assert seen.winners == (BLUE,)
    assert seen.active is None
    assert seen.tasks == {}
    assert seen.headline.key == "carc.headline.over"
    assert seen.tally["roads"] == (0, 2)


def test_preview_of_a_lay() -> None:
    t = Table(seats=2)
    t.turn("base-F", "M49", 0, "city-N", RED)
    t.hold("base-E", BLUE)
    before = t.s.copy()
    shown = preview.preview_lay(t.game, t.s, BLUE, place("M48", 180))
    assert t.s == before
    assert shown.view.just_laid == Cell.parse("M48")
    assert shown.view.drawn is None
    assert shown.view.scores == (0, 0)
    assert [(info.spot.place, info.is_deployable) for info in shown.places] == [("city-S", False), ("field-NNW", True)]
    city, field = shown.places
    assert (city.feature, city.complete, city.points, city.owners, city.occupied_by) == ("city", True, 8, (0,), (0,))
    assert (city.shields, len(city.tiles), city.figures) == (1, 3, ())
    assert (field.feature, field.cities, field.points, field.figures) == ("field", 1, 3, ("follower",))
    assert [(f.kind, f.points, f.owners) for f in shown.completed] == [("city", 8, (0,))]
    assert shown.asks_figure


def test_preview_ends_before_the_next_tile() -> None:
    t = Table(seats=2)
    t.s.supply[RED] = 0
    t.hold("base-U", RED)
    shown = preview.preview_lay(t.game, t.s, RED, place("N50", 90))
    assert not shown.asks_figure
    assert shown.ends_turn
    assert [phrase.key for phrase in t.game.describe_effects(t.s, RED, place("N50", 90))] == ["carc.preview.no_supply"]
    assert shown.view.drawn is None
    assert shown.view.put_aside == ()
    assert shown.view == preview.view_after_lay(t.game, t.s, RED, place("N50", 90))
    assert not any(info.is_deployable for info in shown.places)


def test_preview_tells_nothing_of_the_pile() -> None:
    t = Table("river2", seats=2)
    other = t.s.copy()
    for move in t.legal:
        lay = decode_move(move, t.game.moves)
        t.game.shuffle_hidden(other, RED, Chance(bytes(range(32))))
        assert preview.preview_lay(t.game, t.s, RED, lay) == preview.preview_lay(t.game, other, RED, lay)
        assert t.game.describe_effects(t.s, RED, lay) == t.game.describe_effects(other, RED, lay)


def test_preview_refuses_an_illegal_lay() -> None:
    t = Table(seats=2)
    with pytest.raises(IllegalMove):
        preview.view_after_lay(t.game, t.s, RED, place("M50", 0))


def test_preview_sees_a_monastery_elsewhere_completed() -> None:
    t = Table(seats=2)
    t.turn("base-B", "M51", 0, "monastery", RED)
    for tile, cell, turn in AROUND_M51[:-1]:
        t.turn(tile, cell, turn)
    t.hold("base-E")
    shown = preview.preview_lay(t.game, t.s, t.s.active, place("N52", 180))
    (done,) = shown.completed
    assert (done.kind, str(done.places[0][0]), done.points, done.owners) == ("monastery", "M51", 9, (RED,))
    told = t.game.describe_effects(t.s, t.s.active, place("N52", 180))
    assert [phrase.params["n"] for phrase in told if phrase.params.get("feature") == "monastery"] == [9]


def test_places_of_the_tile_just_laid() -> None:
    t = Table(seats=2)
    t.hold("base-V", RED)
    t.play("place M51 90")
    infos = preview.preview_places(t.game, t.s, RED)
    assert [(info.spot.place, info.is_deployable) for info in infos] == [
        ("road-E", True),
        ("field-NNW", True),
        ("field-ESE", True),
    ]
    assert [str(cell) for cell in infos[0].open_at] == ["N51", "M52"]
    assert all(not info.is_deployable for info in preview.preview_places(t.game, t.s, BLUE))


def test_a_move_is_explained_beforehand() -> None:
    t = Table(seats=2)
    t.hold("base-E", RED)
    (told,) = t.game.describe_effects(t.s, RED, place("M49", 180))
    assert told.key == "carc.preview.completes"
    t.play("place M49 180")
    knight = t.game.describe_effects(t.s, RED, decode_move("deploy follower M49.city-S", t.game.moves))
    assert [phrase.key for phrase in knight] == ["carc.preview.scores", "carc.preview.ends_turn"]
    assert knight[0].params["seats"] == [RED]
    assert knight[0].params["points"] == 4
    farmer = t.game.describe_effects(t.s, RED, decode_move("deploy follower M49.field-NNW", t.game.moves))
    assert [phrase.key for phrase in farmer] == ["carc.preview.ends_turn"]


def test_places_name_the_same_owners_as_the_table_where_farmers_count_by_city() -> None:
    # A field whose one city goes to the farmers of another field scores nothing.
    t = Table(seats=3, farmers="per_city")
    t.lay("base-F", "M49")
    t.lay("base-E", "M48", 180)
    t.put(RED, "M49.field-ENE")
    t.put(BLUE, "M49.field-WSW")
    t.put(BLUE, "M48.field-NNW")
    t.hold("base-E", 2)
    t.play("place N49 0")
    info = next(i for i in preview.preview_places(t.game, t.s, 2) if i.feature == "field")
    assert info.occupied_by == (RED,)
    assert info.owners == feature(t, "N49.field-ENE").owners == ()


def test_no_preview_for_others_or_after_the_end() -> None:
    t = Table(seats=2)
    lay = decode_move(t.legal[0], t.game.moves)
    with pytest.raises(NotYourDecision):
        preview.preview_lay(t.game, t.s, BLUE, lay)
    t.last()
    t.turn("base-U", "N50", 90)
    with pytest.raises(GameOver):
        preview.preview_lay(t.game, t.s, BLUE, lay)
    assert not any(info.is_deployable for info in preview.preview_places(t.game, t.s, RED))


def test_what_nobody_knows_is_dealt_anew() -> None:
    # The secrecy of all other tests hangs on this: each pile is shuffled apart, what was drawn stays.
    t = Table("river2", seats=2)
    for _ in range(4):
        t.play(t.legal[0])
    other = t.s.copy()
    t.game.shuffle_hidden(other, RED, Chance(bytes(range(32))))
    drawn = t.s.drawn
    assert other.pile[:drawn] == t.s.pile[:drawn]
    begins = 0
    for length in t.s.piles:
        ends = begins + length
        assert sorted(other.pile[begins:ends]) == sorted(t.s.pile[begins:ends])
        begins = ends
    assert other.pile[drawn:10] != t.s.pile[drawn:10]  # the river
    assert other.pile[12:] != t.s.pile[12:]  # normal tiles
    assert other.key != t.s.key
