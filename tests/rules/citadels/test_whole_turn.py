"""What players of Citadels prepare: the whole of their next turn."""

from __future__ import annotations

import pytest

from rules.core import Dropped
from tests.rules.saying import offered, says

from .table import Table
from .test_conditional_moves import FOUR, drafting, kept, turn


def merchant(*hand: str, gold: int = 0) -> Table:
    """The Merchant with a market is called."""
    return Table(4).gold(0, 0, 0, gold).city(3, "market").hand(3, *hand).call({"merchant": 3})


def test_gold_income_the_first_that_can_be_built_and_the_end() -> None:
    t = merchant("tavern", "harbor", "castle")  # 2 gold, 1 as a Merchant, 1 for the market
    assert turn(t, "turn 1 gold castle,harbor,tavern leave", 3) == ["gold", "income", "build castle", "end"]
    t = merchant("tavern", "harbor", "palace")
    assert turn(t, "turn 1 gold palace,tavern,harbor leave", 3) == ["gold", "income", "build tavern", "end"]


def test_the_dearest_that_can_be_built() -> None:
    assert "build harbor" in turn(merchant("tavern", "harbor", "palace"), "turn 1 gold dearest leave", 3)


def test_the_gold_is_saved_where_nothing_can_be_built() -> None:
    t = merchant("palace")
    assert turn(t, "turn 1 gold palace,temple leave", 3) == ["gold", "income", "end"]  # one of them is gone since
    assert t.s.gold[3] == 4


def test_of_cards_drawn_the_clock_s_choice_is_kept() -> None:
    t = merchant("tavern", gold=1).top("watchtower", "fortress")
    assert turn(t, "turn 1 cards tavern leave", 3) == ["cards", "keep fortress", "income", "build tavern", "end"]
    t = merchant("tavern", gold=1)
    t.s.deck = ()
    assert turn(t, "turn 1 cards tavern leave", 3)[0] == "gold"


def test_an_architect_builds_all_of_them() -> None:
    t = Table(4, cast=()).gold(9, 9, 9, 9).hand(3, "tavern", "temple", "market").call({"architect": 3})
    moves = turn(t, "turn 1 gold market,temple,dearest leave", 3)
    assert moves == ["gold", "build market", "build temple", moves[3], "end"]
    assert moves[3].startswith("build ")


def test_a_power_that_was_said_is_used() -> None:
    t = Table(4).gold(0, 0, 0, 0).call(FOUR)
    assert turn(t, "turn 1 gold dearest power-murder/king,leave", 0) == ["gold", "power-murder king", "end"]
    # The Thief may not rob whom the Assassin named: the next wish.
    assert turn(t, "turn 1 gold dearest power-rob/king,power-rob/merchant,ask", 1)[1] == "power-rob merchant"


def test_powers_are_left_out_or_their_owner_is_asked() -> None:
    t = Table(4).gold(0, 0, 0, 0).call(FOUR)
    assert turn(t, "turn 1 gold dearest ask", 0) == ["gold", "dropped", ""]
    assert (t.asked, "end" in t.legal) == (0, True)
    t = Table(4).gold(0, 0, 0, 0).call(FOUR)
    assert turn(t, "turn 1 gold dearest leave", 0) == ["gold", "end"]


def test_districts_are_as_powers() -> None:
    for said, made in (("leave", ["gold", "end"]), ("ask", ["gold", "dropped", ""])):
        t = Table(4).gold(0, 0, 0, 3).city(3, "smithy").call({"merchant": 3})
        assert [move for move in turn(t, f"turn 1 gold dearest {said}", 3) if move != "income"] == made


def test_a_power_at_the_end_of_the_turn() -> None:
    for said, made in (("leave", ["pass power"]), ("ask", [])):
        t = Table(4).gold(0, 0, 0, 3).city(0, "tavern").call({"warlord": 3})
        assert turn(t, f"turn 1 gold dearest {said}", 3) == ["gold", "end", *made]
        assert bool(t.game.waiting(t.s) and t.asked == 3 and "pass power" in t.legal) is (said == "ask")


def test_what_has_to_be_chosen_is_asked_unless_it_was_said() -> None:
    t = Table(4, cast=("navigator",)).gold(0, 0, 0, 0).call({"navigator": 3})
    text = "turn 1 gold dearest leave"
    assert turn(t, text, 3) == ["gold"]
    assert t.asked == 3
    t.do("power-navigate gold")
    assert kept(t, 3, text) == ("end", text.replace("turn", "turn_on", 1))  # and then it goes on
    t = Table(4, cast=("navigator",)).gold(0, 0, 0, 0).call({"navigator": 3})
    assert turn(t, "turn 1 gold dearest power-navigate/cards,leave", 3) == ["gold", "power-navigate cards", "end"]


def test_a_witch_goes_on_with_it_as_another() -> None:
    t = Table(4, cast=("witch",)).gold(0, 0, 0, 0).hand(0, "temple").call({"witch": 0, "merchant": 3})
    text = "turn 1 gold temple power-bewitch/merchant,leave"
    assert turn(t, text, 0) == ["gold", "power-bewitch merchant"]
    going = text.replace("turn", "turn_on", 1)
    assert kept(t, 0, going) == ()
    assert kept(t, 3, "turn 1 gold dearest leave") == ("dropped", "cit.programme_dropped.named")
    t.do("gold")
    assert turn(t, going, 0) == ["build temple", "end", "dropped", ""]  # the next round has begun


def test_whoever_was_robbed_decides_by_hand() -> None:
    t = Table(4).gold(0, 0, 0, 9).hand(3, "tavern").call(FOUR)
    t.do("gold", "end", "power-rob merchant", "gold", "end", "gold", "end")
    assert kept(t, 3, "turn 1 gold tavern leave") == ("dropped", "cit.programme_dropped.named")


def test_who_is_called_twice_goes_on_with_it() -> None:
    t = Table(3).gold(0, 0, 0).hand(0, "tavern").call({"king": 0, "merchant": 0, "bishop": 1})
    moves = turn(t, "turn 1 gold tavern leave", 0)
    assert moves == ["gold", "build tavern", "end"]
    t.do("gold", "end")
    assert t.asked == 0
    assert kept(t, 0, "turn_on 1 gold tavern leave")[0] == "gold"


def test_it_is_over_with_the_turn_and_told_only_where_there_was_none() -> None:
    t = Table(4).gold(0, 0, 0, 0).call(FOUR)
    assert kept(t, 3, "turn 1 gold dearest leave") == ()
    assert kept(t, 3, "turn 2 gold dearest leave") == ()
    t.do("gold", "end")
    over = t.game.answer_conditional(t.s, 0, "turn_on 1 gold dearest leave")
    assert over == Dropped()
    assert kept(t, 0, "turn 1 gold dearest leave") == ("dropped", "programme.past")
    t.s.round = 2
    assert kept(t, 3, "turn 1 gold dearest leave") == ("dropped", "programme.past")


def test_powers_are_offered_to_who_holds_them_alone() -> None:
    t = drafting()
    assert offered(t.game, t.s, 1)["turn"] == (3, [("gold", "cards"), ("dearest",), ("ask", "leave")])
    t = Table(4).hand(1, "tavern").call({"king": 0, "thief": 1})
    assert t.asked == 1
    assert offered(t.game, t.s, 1)["turn"][0] == 2  # this turn has begun
    t = Table(4).hand(1, "tavern").call({"assassin": 0, "thief": 1, "king": 2, "merchant": 3})
    when, (action, districts, powers) = offered(t.game, t.s, 1)["turn"]
    assert (when, action, districts, powers[-2:]) == (1, ("gold", "cards"), ("tavern", "dearest"), ("ask", "leave"))
    assert set(powers[:-2]) == {f"power-rob/{c}" for c in t.s.cast if c not in ("assassin", "thief")}
    assert offered(t.game, t.s, 2)["turn"][1][2] == ("ask", "leave")
    t.s.ended = True
    assert "turn" not in offered(t.game, t.s, 0)


@pytest.mark.parametrize("text", ["turn 1 silver dearest leave", "turn 1 gold dearest", "turn 1 gold dearest leave x"])
def test_what_nobody_can_read_is_dropped(text: str) -> None:
    t = Table(4).call(FOUR)
    assert says(t.game, t.s, 3, text) == ("dropped", "programme.unreadable")
