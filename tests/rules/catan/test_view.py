"""What the view shows."""

from __future__ import annotations

import pytest

from rules.catan.game import KIND
from rules.catan.turn import roll_dice
from rules.catan.view import SUMS
from rules.core import Chance, Choices, Context, decode_move, play, start_game
from rules.core.saving import from_plain, to_plain
from words import Voice

from .table import Table


def test_the_board_as_it_lies() -> None:
    t = Table().settlement(0, 23).city(1, 0).road(0, "23-29")
    view = t.view()
    assert (view.board, len(view.hexes), len(view.harbours)) == ("small", 19, 9)
    assert (view.hexes[9].terrain, view.hexes[9].robber, view.hexes[0].token) == ("desert", True, 10)
    assert (view.harbours[0].corners, view.harbours[0].card, view.harbours[0].rate) == ((0, 3), "any", 3)
    assert (view.harbours[1].card, view.harbours[1].rate) == ("grain", 2)
    assert [(b.corner, b.seat, b.city) for b in view.buildings] == [(0, 1, True), (23, 0, False)]
    assert view.roads == ((t.path(23, 29), 0),)
    assert view.bank == (19, 19, 19, 19, 19)
    assert view.players[0].settlements_left == 4
    assert view.players[1].cities_left == 3
    assert view.players[1].hand_limit == 7
    assert (view.goal, view.phase, view.active) == (10, "main", 0)


def test_a_position_saved_before_that_was_remembered_is_read() -> None:
    t = Table()
    data = to_plain(t.s)
    del data["rolled"]
    assert t.game.restore_unsaved_fields(from_plain(t.game.state, t.game.upgrade_saved_state(data, 1))) == t.s


def test_what_was_rolled_is_counted_for_everybody() -> None:
    game = KIND.make(Choices())
    t = start_game(game, 3, bytes(range(32)))
    rolled: list[int] = []
    for _ in range(60):
        seat = sorted(game.waiting(t.state))[0]
        t = play(game, t.state, seat, next(iter(game.legal(t.state, seat))))
        rolled += [event.params["n"] for event in t.events if event.key == "catan.dice.rolled"]
    assert len(rolled) > 5
    for seat in (None, 0, 1, 2):
        assert game.view(t.state, seat).sums == tuple(rolled.count(n) for n in SUMS)


def test_a_game_saved_before_rolls_were_counted_does_not_count_them() -> None:
    """Half a count would be wrong for the rest of the game."""
    t = Table()
    data = to_plain(t.s)
    del data["sums"]
    old = t.game.restore_unsaved_fields(from_plain(t.game.state, t.game.upgrade_saved_state(data, 3)))
    assert old.sums == ()
    old.dice = ()
    roll_dice(Context(old, Chance(bytes(32))), (2, 3))
    assert t.game.view(old, None).sums == ()


def test_a_hand_is_shown_to_its_owner() -> None:
    t = Table().hand(1, "2 ore, 1 wool")
    assert t.view(1).hand == ("wool", "ore", "ore")
    assert t.view(0).hand == t.view().hand == ()
    assert t.view().players[1].cards == 3


def test_points_by_category_add_up() -> None:
    t = Table().settlement(0, 23).city(0, 0).road(0, "47-43-39-44-48-51")
    view = t.view()
    assert {key: row[0] for key, row in view.tally.items()} == {
        "settlements": 1,
        "cities": 2,
        "longest_road": 2,
        "army": 0,
        "point_cards": 0,
    }
    assert view.scores == (5, 0, 0, 0)
    assert view.players[0].longest_road
    assert view.longest == 0
    assert view.players[0].road_length == 5


@pytest.mark.parametrize("seats", [3, 6])
def test_the_view_of_the_setup(seats: int) -> None:
    game = KIND.make(Choices())
    s = start_game(game, seats, bytes(32)).state
    view = game.view(s, None)
    assert view.phase == "setup"
    assert view.headline.key == "catan.headline.setup"
    assert list(view.tasks) == [view.active]
    assert view.board == ("small" if seats == 3 else "large")


def test_what_a_move_would_do() -> None:
    t = Table().settlement(0, 23, 0).road(0, "23-29").hand(0, "3 brick, 1 lumber")
    voice = Voice("en")

    def told(line: str) -> str:
        return " ".join(map(voice.phrase, t.game.describe_effects(t.s, 0, decode_move(line, t.game.moves))))

    assert told("bank brick ore") == "You give 3 brick and get 1 ore."
    assert told(f"build-road e{t.path(29, 35)}") == (
        "This costs 1 brick and 1 lumber. Your longest road is then 2 roads."
    )
    assert told("build-city v23") == "This costs 2 grain and 3 ore."
    assert told("end") == ""


def test_what_the_last_move_changed() -> None:
    t = Table().settlement(0, 23).hand(0, "1 brick, 1 lumber").do("build-road e35")
    assert t.view().changed == ("e35",)
    assert t.do("end").view().changed == ()
