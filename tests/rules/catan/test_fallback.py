"""What the clock plays for who does not come, in Catan without expansions and whatever is played with."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.catan.cards import kind_counts
from rules.catan.default_moves import corner_pips, hex_pips
from rules.catan.development import ROADS
from rules.catan.development import developments_of as development
from rules.catan.game import KIND
from rules.catan.moves import Robber
from rules.catan.places import OUT, Hex, Victim
from rules.catan.robber import default_robber_move, robber_moves, robber_victims
from rules.core import play, start_game
from tools.sizes import GAMES_BY_CLOCK

from ..byclock import VOICE, answer, directly, positions
from .table import Table
from .test_development import dev
from .test_turn import opened


def said(t: Table, seat: int | None = None) -> tuple[str, str]:
    return answer(t.game, t.s, seat)


def test_a_turn_is_rolled_and_ended() -> None:
    t = Table().hand(0, "2 brick, 2 lumber, 2 wool, 2 grain, 3 ore").before_roll()
    assert said(t) == ("roll", "roll the dice")
    t.roll(1, 1)
    assert said(t) == ("end", "end the turn")


def test_no_offer_is_carried_out() -> None:
    t = Table().hand(0, "2 brick").hand(1, "1 ore").do("trade-offer brick ore 1").do("trade-accept 1", seat=1)
    assert said(t, 0)[0] == "end"
    assert t.game.default_move(t.s, 1) is None  # who is only invited owes nothing


def test_nothing_is_built_between_the_turns() -> None:
    t = Table(special_build="on").hand(1, "5 brick, 5 lumber").do("end")
    assert said(t) == ("pass build", "build nothing")


def test_the_corner_with_most_pips_and_a_road_towards_the_next() -> None:
    t = opened()
    line, words = said(t)
    _, corner, path = line.split()
    v = int(corner[1:])
    assert corner_pips(t.s, v) == max(corner_pips(t.s, w) for w in range(54))
    ahead = {
        e: max(
            corner_pips(t.s, u)
            for u in t.s.layout.neighbour_corners[w]
            if u != v and u not in t.s.layout.neighbour_corners[v]
        )
        for e, w in t.s.layout.paths_and_neighbours[v]
    }
    assert ahead[int(path[1:])] == max(ahead.values())
    assert words == f"place at {corner}, with a road at {path}"


def test_pips() -> None:
    t = Table()
    found = {t.s.tokens[h]: hex_pips(t.s, h) for h in range(19)}
    assert (found[6], found[8], found[2], found[12], found[0]) == (5, 5, 1, 1, 0)


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        ("8 wool", "wool,wool,wool,wool"),
        ("5 wool, 2 ore, 1 brick", "wool,wool,wool,wool"),
        ("3 wool, 3 ore, 3 brick", "brick,brick,wool,ore"),
        ("1 brick, 1 lumber, 2 wool, 2 grain, 2 ore", "brick,wool,grain,ore"),
    ],
)
def test_discarding_from_the_largest_pile(hand: str, given: str) -> None:
    t = Table().hand(1, hand).before_roll().roll(3, 4)
    assert said(t, 1) == (f"discard {given}", "discard 4 cards")


def seven(t: Table) -> Table:
    return t.before_roll().roll(3, 4)


def test_the_robber_goes_where_nobody_is() -> None:
    t = seven(Table().settlement(1, 0, 2).hand(1, "1 ore").settlement(0, 40))
    hex_ = int(said(t)[0].split()[1][1:])
    assert all(t.s.held[v] == OUT for v in t.s.layout.corners_of[hex_])
    assert said(t)[1] == f"move the robber to h{hex_} and rob nobody"


def everywhere(t: Table, *seats: int) -> Table:
    """Each hex has a settlement of these seats in turn, at its north or at that of a hex below."""
    placed = 0
    for corners in reversed(t.s.layout.corners_of):
        if all(t.s.held[v] == OUT for v in corners):
            t.settlement(seats[placed % len(seats)], corners[0])
            placed += 1
    return t


def test_the_robber_robs_who_leads_where_somebody_must_be_robbed() -> None:
    t = everywhere(Table(), 1, 2, 3).hand(1, "1 ore").hand(2, "1 ore").hand(3, "1 ore")
    seven(t)
    moves = robber_moves(t.s, 0)
    assert all(move.victim != OUT for move in moves)
    move = t.game.default_move(t.s, 0)
    assert len(robber_victims(t.s, 0, move.hex)) == min(len(robber_victims(t.s, 0, other.hex)) for other in moves)
    rivals = [other for other in moves if other.hex == move.hex]
    assert t.s.points[move.victim] == max(t.s.points[other.victim] for other in rivals)
    name = VOICE.seat(move.victim)
    assert said(t)[1] == f"move the robber to {move.hex} and take a card from {name}"


def test_of_several_who_can_be_robbed_it_is_the_one_with_most_points() -> None:
    t = Table()
    for h, corners in enumerate(t.s.layout.corners_of):
        if all(t.s.held[v] == OUT for v in corners):
            t.settlement(1 + h % 3, corners[0])
    moves = [Robber(Hex(4), Victim(seat)) for seat in (1, 2, 3)]
    t.hand(1, "1 ore").hand(2, "1 ore").hand(3, "1 ore").s.points[:] = [0, 3, 7, 5]
    assert default_robber_move(t.s, 0, moves).victim == 2


def test_the_robber_spares_ones_own_hexes_first() -> None:
    t = everywhere(Table(), 0, 1, 2).hand(1, "1 ore").hand(2, "1 ore")
    seven(t)
    own = {h for v, seat in enumerate(t.s.held) if seat == 0 for h in t.s.layout.hexes_at[v]}
    strange = [move for move in robber_moves(t.s, 0) if move.hex not in own]
    assert strange
    assert all(move.victim != OUT for move in strange)
    assert t.game.default_move(t.s, 0).hex not in {h for h in own if hex_pips(t.s, h)}


def test_free_roads_are_placed_where_the_longest_road_grows() -> None:
    t = dev(Table().settlement(0, 17).road(0, "17-23-29"), 0, ROADS)
    t.do("dev-roads")
    before = t.s.lengths[0]
    for n in (1, 2):
        line, words = said(t)
        assert line.startswith("answer-road")
        assert words == f"place the free road at {line.split()[1]}"
        t.do(line)
        assert t.s.lengths[0] == before + n


FORCED = {"catan.ck.harbour.give"}  # gives at once
PLACED = {"catan.place", "catan.free_roads", "catan.ck.gain", "catan.ck.relocate", "catan.ck.desert"}
TAKEN = {"catan.robber", "catan.ck.bishop", "catan.ck.harbour.give", "catan.ck.take", "catan.ck.spy"}


def pieces(s: Any, seat: int) -> list[int]:
    knights = s.ext["cities_knights"].knights[seat].bit_count() if "cities_knights" in s.ext else 0
    return [s.roads_left[seat], s.settlements_left[seat], s.cities_left[seat], knights]


def held(packed: int) -> Counter[int]:
    return Counter(dict(enumerate(kind_counts(packed))))


def played(s: Any, seat: int) -> Counter[int]:
    """The development or progress cards that a seat has still got."""
    if "cities_knights" in s.ext:
        return Counter(s.ext["cities_knights"].held[seat])
    return held(development(s).hands[seat])


@pytest.mark.random
def test_nothing_is_spent_shown_or_taken_beyond_what_the_rules_force() -> None:
    met = set()
    for game, s, seat in positions(KIND, 6 * GAMES_BY_CLOCK):
        kind = s.agenda[-1].kind
        met.add(kind)
        after, events = directly(game, s, seat)
        assert kind in FORCED or not held(s.hands[seat]) - held(after.hands[seat]), kind
        assert kind in PLACED or pieces(after, seat) == pieces(s, seat), kind
        assert not played(s, seat) - played(after, seat), kind
        for other in range(s.seats):
            if other != seat and kind not in TAKEN:
                assert after.hands[other] == s.hands[other], kind
        assert kind in TAKEN or not any(event.reveals for event in events), kind
        if kind == "catan.robber":
            free = [move for move in robber_moves(s, seat) if move.victim == OUT]
            own = {h for v, at in enumerate(s.held) if at == seat and s.buildings[v] for h in s.layout.hexes_at[v]}
            if any(move.hex not in own for move in free):
                assert game.default_move(s, seat).victim == OUT
    assert {"catan.place", "catan.roll", "catan.main", "catan.discards", "catan.robber"} <= met


@pytest.mark.parametrize("preset", list(KIND.presets))
def test_the_clock_alone_plays_on_and_nobody_builds(preset: str) -> None:
    game = KIND.make(KIND.presets[preset])
    t = start_game(game, 4, bytes(32))
    for _ in range(600):
        t = play(game, t.state, (seat := min(game.waiting(t.state))), game.default_move(t.state, seat))
    assert t.state.turn > 100
    assert max(t.state.points) <= 4
