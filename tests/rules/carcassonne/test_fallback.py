"""What the clock plays for who does not come: nothing of theirs is used, and nobody gets more than the rules force."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carcassonne import KIND
from rules.carcassonne.cells import ORIGIN, position_of_cell
from rules.carcassonne.default_lay import occupied_features_touched
from rules.carcassonne.expansions.bridge.bridges import bridges_of
from rules.carcassonne.expansions.bridge.castles import castles_of
from rules.carcassonne.moves import Place
from rules.carcassonne.outcomes import list_outcomes
from rules.carcassonne.tiles import BY_ID
from rules.core import Choices, play, start_game
from tools.sizes import GAMES_BY_CLOCK

from ..byclock import answer, directly, positions
from .bridging import market, reveal
from .counting import close_road, count_goes, open_road, settle_in
from .lairs import den, meadow, summon, wake
from .table import BLUE, RED, YELLOW, Table
from .test_bridges import only_roads
from .test_castles import castle, two_at_once
from .test_princess import LARGE, city_with_knights

ALL = Choices(KIND.modules)


def said(t: Table) -> tuple[str, str]:
    return answer(t.game, t.s)


def test_the_tile_goes_where_nobody_has_anything() -> None:
    t = Table(seats=2)
    t.hold("base-E")
    assert said(t) == ("place M49 180", "lay the tile at M49, turned 180°")  # it completes the city, which is nobody's
    t.put(BLUE, "M50.city-N")
    assert said(t) == ("place M51 90", "lay the tile at M51, turned 90°")


def test_of_places_that_touch_something_the_one_that_gives_least() -> None:
    t = Table(seats=2)
    t.lay("base-B", "M51")
    t.put(RED, "M51.monastery")
    t.put(BLUE, "M50.city-N")
    t.hold("base-E")  # at M49 it would complete the city; everywhere else it lies beside the monastery
    assert {line.split()[1] for line in t.legal} == {"M49", "L51", "N51", "M52"}
    assert said(t)[0] == "place L51 0"
    t.put(RED, "M50.road-E")
    assert said(t)[0] == "place L51 0"


def test_fields_count_where_they_would_be_joined() -> None:
    t = Table(seats=2)
    t.hold("base-A")  # a monastery with a road: beside the start tile its field joins the two along the road
    number = BY_ID["base-A"].number
    lays = [move for move in t.game.legal(t.s, RED) if isinstance(move, Place)]

    def touching() -> set[str]:
        found = (
            m for m in lays if occupied_features_touched(t.s.board, position_of_cell(m.cell), 4 * number + m.turn // 90)
        )
        return {str(m.cell) for m in found}

    north, south = sorted((p for p in t.s.board.turned_tile_at(ORIGIN).places if p.startswith("field")), key=len)[:2]
    t.put(BLUE, f"M50.{north}")
    assert touching() == set()  # one field may be continued anywhere
    t.put(RED, f"M50.{south}")
    assert touching() == {"L50", "N50"}
    assert said(t)[0].split()[1] == "M51"


def test_no_figure_is_put() -> None:
    t = Table(seats=2)
    t.hold("base-E")
    t.play("place M49 180")
    assert said(t) == ("pass figure", "put no figure")


def test_a_tile_that_needs_a_bridge_is_put_aside() -> None:
    t = Table("bridge", seats=2)
    only_roads(t)
    reveal(t, "base-B", "base-U")
    t.turn("base-W", "N50", 270, seat=RED)
    assert said(t) == ("bridge-decline", "put the tile aside and draw another")
    t.play("bridge-decline")
    assert said(t)[0].startswith("place ")


def test_the_princess_sends_home_a_knight_of_whoever_leads_and_not_ones_own() -> None:
    t = Table("princess", seats=3)
    city_with_knights(t, (RED, "M49"), (BLUE, "M48"), (YELLOW, "M49"))
    t.s.scores[:] = [30, 5, 8]
    t.hold(LARGE, RED)
    t.play("place M47 0")
    words = "let the princess send home the follower of Cid from M49: city (north)"
    assert said(t) == ("princess M49.city-N", words)
    alone = Table("princess", seats=2)
    city_with_knights(alone, (RED, "M49"))
    alone.hold(LARGE, RED)
    alone.play("place M47 0")
    assert said(alone)[0] == "princess M49.city-N"
    may = Table("princess", seats=2, princess_action="may")
    city_with_knights(may, (BLUE, "M49"))
    may.hold(LARGE, RED)
    may.play("place M47 0")
    assert said(may) == ("pass princess", "let the princess send nobody home")


def dragon(*figures: tuple[int, str]) -> Table:
    """Red moves the dragon at T60, north to T59 or west to S60."""
    t = Table("princess", seats=4)
    meadow(t, "T60", "T59", "S59", "S60", "R60", "R59", "R58", "Q59")
    for seat, spot in figures:
        t.put(seat, spot)
    summon(t, "T60")
    wake(t, RED)
    assert den(t).moving
    return t


@pytest.mark.parametrize(
    ("figures", "cell"),
    [
        ((), "T59"),
        (((BLUE, "T59.monastery"),), "S60"),
        (((RED, "T59.monastery"), (BLUE, "S60.monastery"), (BLUE, "S60.field-NNW")), "S60"),
        (((BLUE, "T59.monastery"), (RED, "S60.monastery")), "T59"),
    ],
)
def test_the_dragon_spares_ones_own_and_then_as_many_as_it_can(figures: Any, cell: str) -> None:
    assert said(dragon(*figures)) == (f"dragon {cell}", f"move the dragon to {cell}")


def test_the_count_stays_and_nobody_goes_in_or_out() -> None:
    t = Table("count", seats=2)
    open_road(t, 20, BLUE)
    settle_in(t, RED, "smithy")
    count_goes(t, "castle")
    close_road(t, 20, RED)
    assert said(t) == ("pass send", "move nobody out of Carcassonne")
    t.play("pass send")
    assert said(t) == ("pass enter", "put nobody into Carcassonne")
    t.play("count-enter follower market")
    assert said(t) == ("count-move castle", "leave the count where he is")


def test_in_a_bazaar_nothing_is_paid() -> None:
    t = market("base-U", "base-V", "base-W")
    assert said(t) == ("bazaar-open 1 0", "put the first tile up for auction and bid nothing")
    t.play("bazaar-open 1 0")
    assert said(t) == ("bazaar-pass 1", "do not bid")
    t.play("bazaar-bid 1 3")
    assert said(t)[0] == "bazaar-pass 1"
    t.play("bazaar-pass 1")
    assert said(t) == ("bazaar-sell 1", "sell the tile to the highest bidder")
    t.play("bazaar-sell 1")
    assert said(t)[0] == "bazaar-open 2 0"
    free = market("base-U", "base-V", "base-W", bazaar="no_bids")
    while free.s.agenda[-1].kind != "carc.bazaar.take":
        free.play(said(free)[0])
    assert said(free) == ("bazaar-take 1", "take the first tile")


def test_a_castle_scores_what_gives_most() -> None:
    t = Table("bridge", seats=2)
    castle(t)
    two_at_once(t)
    words = "let the castle at M50 score the city at N49, 4 points"
    assert said(t) == ("castle-pick M50 N49.city-S", words)


def test_no_castle_is_built() -> None:
    t = Table("bridge", seats=2)
    t.put(RED, "M50.city-N")
    t.turn("base-E", "M49", 180, seat=RED)
    assert said(t) == ("castle-keep M50", "score the small city as a city")


def supplies(s: Any) -> list[Any]:
    """What the seats have in hand and score, as far as it is spent."""
    found = [s.supply, s.scores]
    if "bridge.bridges" in s.ext:
        found += [bridges_of(s).left, castles_of(s).left]
    if "abbey" in s.ext:
        found.append(s.ext["abbey"].abbeys)
    return found


@pytest.mark.random
def test_nothing_of_anybodys_is_used_and_no_points_change_hands() -> None:
    met = set()
    for game, s, seat in positions(KIND, 4 * GAMES_BY_CLOCK, [ALL, *KIND.presets.values()]):
        kind = s.agenda[-1].kind
        met.add(kind)
        after, events = directly(game, s, seat)
        assert not any(event.reveals or event.seats is not None for event in events)
        if kind == "carc.bazaar.deal":
            assert after.scores[seat] >= s.scores[seat]
        elif kind not in ("carc.lord", "carc.dragon.move") and game.default_move(s, seat).kind != "princess":
            assert supplies(after) == supplies(s), kind
    assert {"carc.lay", "carc.figure", "carc.dragon.move", "carc.bazaar.open", "carc.bazaar.bids"} <= met


@pytest.mark.random
def test_a_tile_never_gives_more_than_it_must() -> None:
    looked = 0
    for game, s, seat in positions(KIND, 2 * GAMES_BY_CLOCK, [Choices(), ALL]):
        if s.agenda[-1].kind != "carc.lay" or len(s.board.laid) % 7:
            continue
        move = game.default_move(s, seat)
        found = [one for one in list_outcomes(s, seat, game.legal(s, seat)) if type(one.move) is Place]
        given = {one.move: sum(t.points for t in one.completed if t.owners) for one in found}
        if move in given:
            looked += 1
            assert given[move] == min(given.values())
    assert looked > 10


@pytest.mark.parametrize("preset", list(KIND.presets))
def test_a_game_of_the_clock_alone_ends(preset: str) -> None:
    game = KIND.make(KIND.presets[preset])
    for seats in (2, game.seats[-1]):
        t, moves = start_game(game, seats, bytes(32)), 0
        while not game.over(t.state):
            seat = min(game.waiting(t.state))
            move = game.default_move(t.state, seat)
            assert move is not None
            t, moves = play(game, t.state, seat, move), moves + 1
        assert moves < 1_500
        assert t.state.figures == []
