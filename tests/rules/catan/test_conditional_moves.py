"""What players of Catan prepare: trades, discards, what they build."""

from __future__ import annotations

from rules.catan.robber import Discards, MoveRobber
from tests.rules.saying import offered, says

from .table import Table


def kept(t: Table, seat: int, text: str) -> tuple[str, ...]:
    return says(t.game, t.s, seat, text)


def rounds(t: Table, seat: int, text: str) -> list[str]:
    """What it does, until it is silent or done."""
    made: list[str] = []
    while text and (answer := kept(t, seat, text)) and answer[0] != "dropped":
        made.append(answer[0])
        t.do(answer[0], seat=seat, forced=(0, 0) if answer[0] == "roll" else ())
        text = answer[1]
    return made


# --- trades


def test_an_offer_as_good_or_better_is_accepted() -> None:
    t = Table().hand(0, "2 brick, 1 wool").hand(1, "2 ore, 1 grain")
    fits = "accept 2 ore,ore brick"
    assert kept(t, 1, fits) == ()  # nothing is offered
    assert kept(t.do("trade-offer brick ore 1,2"), 1, fits) == ("trade-accept 1", "")
    assert kept(t, 2, fits) == ()  # has no ore, and says nothing
    assert kept(t, 3, fits) == ()  # was not asked
    assert kept(t.do("trade-offer brick,wool ore 1"), 1, fits) == ("trade-accept 2", "")
    assert kept(t.do("trade-first brick ore,ore 1"), 1, fits) == ("trade-accept 3", "")
    for worse in ("trade-offer wool ore 1", "trade-offer brick grain 1", "trade-offer brick ore,grain 1"):
        assert kept(t.do(worse), 1, fits) == (), worse
    t.do("trade-offer brick ore 1").do("trade-decline 7", seat=1)
    assert kept(t, 1, fits) == ()  # they have answered themselves


def test_it_is_for_the_time_until_ones_own_turn() -> None:
    t = Table(active=0)
    assert [offered(t.game, t.s, seat)["accept"][0] for seat in range(4)] == [5, 2, 3, 4]
    assert kept(t, 1, "accept 1 ore brick") == ("dropped", "catan.programme_dropped.own_turn")
    assert kept(t, 1, "accept 2 ore -") == ()
    t.s.turn = 0
    assert set(offered(t.game, t.s, 1)) == {"discard"}  # the island is being settled


# --- discards


def test_the_kinds_named_first_go_first() -> None:
    t = Table(active=1).hand(0, "3 wool, 4 grain, 2 ore")
    t.s.agenda += [MoveRobber(1), Discards(((0, 4),))]
    assert kept(t, 0, "discard 0 wool,grain") == ("discard wool,wool,wool,grain", "discard 0 wool,grain")
    assert kept(t, 0, "discard 0 brick,ore,wool,grain")[0] == "discard wool,wool,ore,ore"
    # What is not named goes last, evenly.
    assert kept(t, 0, "discard 0 ore")[0] == "discard wool,grain,ore,ore"
    assert kept(t, 1, "discard 0 ore") == ()
    t.do("discard wool,wool,wool,grain", seat=0)
    assert kept(t, 0, "discard 0 ore") == ()


def test_only_cards_of_this_game_are_named() -> None:
    t = Table()
    assert kept(t, 0, "discard 0 cloth") == ("dropped", "programme.unreadable")
    assert offered(t.game, t.s, 0)["discard"] == (0, [("brick", "lumber", "wool", "grain", "ore")])
    knights = Table(4, "cities_knights")
    assert "cloth" in offered(knights.game, knights.s, 0)["discard"][1][0]


# --- building


def settled(cards: str = "") -> Table:
    return Table(active=3).settlement(0, 17).road(0, "17-23").hand(0, cards).before_roll()


def test_roll_build_end() -> None:
    t = settled("1 brick, 1 lumber")
    (path,) = (
        [f"e{t.path(20, 31)}"] if (20, 31) in t.s.layout.path_between else [offered(t.game, t.s, 0)["road"][1][0][0]]
    )
    when, (places,) = offered(t.game, t.s, 0)["road"]
    assert when == 2
    assert path in places
    text = f"road 2 {path}"
    assert kept(t, 0, text) == ()  # another one's turn
    t.s.turn, t.s.active = 2, 0
    assert rounds(t, 0, text) == ["roll", f"build-road {path}", "end"]
    assert t.s.active == 1


def test_who_cannot_pay_decides_by_hand_after_the_dice() -> None:
    t = settled("1 brick")
    t.s.turn, t.s.active = 2, 0
    text = f"road 2 {offered(settled().game, settled().s, 0)['road'][1][0][0]}"
    assert rounds(t, 0, text) == ["roll"]
    assert kept(t, 0, text) == ("dropped", "catan.error.cannot_pay")
    assert t.asked == 0


def test_a_place_that_is_taken_drops_it_at_once() -> None:
    t = settled("3 ore, 2 grain")
    path = offered(t.game, t.s, 0)["road"][1][0][0]
    assert kept(t, 0, f"road 2 {path}") == ()
    t.road(1, int(path[1:]))
    assert kept(t, 0, f"road 2 {path}") == ("dropped", "catan.error.path_taken")
    assert kept(t, 0, "settlement 2 v23") == ("dropped", "catan.error.too_near")
    assert kept(t, 0, "city 2 v17") == ()
    assert kept(t, 0, "city 2 v30") == ("dropped", "catan.error.no_settlement")
    assert kept(t, 0, "city 2 20") == ("dropped", "programme.unreadable")
    t.s.turn, t.s.active = 2, 0
    assert rounds(t, 0, "city 2 v17") == ["roll", "build-city v17", "end"]


def test_a_turn_that_has_gone_by_takes_it_along() -> None:
    t = settled("1 wool, 1 grain, 1 ore")
    t.s.turn = 3
    assert kept(t, 0, "card 2") == ("dropped", "programme.past")
    assert kept(t, 0, "end 2") == ("dropped", "")
    t.s.turn, t.s.active = 2, 0
    assert rounds(t, 0, "card 2") == ["roll", "dev-buy", "end"]


def test_a_seven_is_answered_by_hand_in_between() -> None:
    t = settled("1 wool, 1 grain, 1 ore")
    t.s.turn, t.s.active = 2, 0
    t.roll(3, 4)
    assert kept(t, 0, "card 2") == ()  # where the robber goes was not said
    t.do(t.legal("robber")[0])
    assert kept(t, 0, "card 2") == ("dev-buy", "end 2")


def test_cards_of_the_deck_are_none_with_cities_and_knights() -> None:
    t = Table(4, "cities_knights")
    assert "card" not in offered(t.game, t.s, 1)
    assert kept(t, 1, "card 2") == ("dropped", "programme.unreadable")
