"""Domestic trade: catan.md 2.6 and 8.4."""

from __future__ import annotations

import pytest

from rules.catan.cards import pack_cards
from rules.catan.robber import MoveRobber
from rules.catan.state import CatanState
from rules.core import Chance, IllegalMove, decode_move, play
from rules.core.saving import from_plain, to_plain

from .table import Table, parse


def offered(line: str = "trade-offer brick ore 1,2") -> Table:
    return Table().hand(0, "2 brick, 1 wool").hand(1, "1 ore").hand(2, "1 grain").do(line)


def test_an_offer_is_open_and_blocks_nobody() -> None:
    t = offered()
    view = t.view()
    assert view.offer is not None
    assert (view.offer.number, view.offer.give, view.offer.want, view.offer.whom) == (1, ("brick",), ("ore",), (1, 2))
    assert set(view.tasks) == {0}
    assert set(view.invited) == {1, 2}
    assert view.tasks[0].key == "catan.task.trade"
    assert view.invited[1].key == "catan.task.answer"
    assert list(t.game.waiting(t.s)) == [0]
    assert "end" in t.legal()
    assert t.refused("trade-decline 1", seat=3) == "game.not_yours"


def test_accepting_and_carrying_out() -> None:
    t = offered().do("trade-accept 1", seat=1)
    assert t.legal("trade-confirm") == ["trade-confirm 1 1"]
    t.do("trade-confirm 1 1")
    assert (t.held(0), t.held(1)) == ("1 brick, 1 wool, 1 ore", "1 brick")
    assert t.s.offer is None
    assert t.view().invited == {}
    assert t.refused("trade-accept 1", seat=1) == "game.not_yours"


def test_who_has_not_the_cards_cannot_accept_and_nobody_learns_why() -> None:
    t = offered()
    assert t.refused("trade-accept 1", seat=2) == "cannot_pay"
    assert t.legal(seat=2) == ["trade-decline 1"]
    assert t.legal(seat=1) == ["trade-accept 1", "trade-decline 1"]
    assert t.view().invited.keys() == {1, 2}


def test_an_answer_may_be_changed_until_the_offer_closes() -> None:
    t = offered().do("trade-accept 1", seat=1)
    assert t.refused("trade-accept 1", seat=1) == "answered"
    t.do("trade-decline 1", seat=1)
    assert t.legal("trade-confirm") == []
    assert t.refused("trade-confirm 1 1") == "not_accepted"
    t.do("trade-counter 1 ore wool", seat=1)
    offer = t.view().offer
    assert offer is not None
    assert [(a.seat, a.kind, a.give, a.want) for a in offer.answers] == [(1, "counter", ("ore",), ("wool",))]
    assert t.do("trade-confirm 1 1").held(0) == "2 brick, 1 ore"


def test_nobody_answers_his_own_offer() -> None:
    t = offered()
    for line in ("trade-accept 1", "trade-decline 1", "trade-counter 1 wool ore"):
        assert t.refused(line, seat=0) == "own_offer"
    assert t.refused("trade-accept 2", seat=0) == "offer_closed"
    assert t.do("trade-cancel 1").refused("trade-accept 1", seat=0) == "not_now"


def test_a_counter_offer_one_cannot_pay_is_not_carried_out() -> None:
    t = offered().do("trade-counter 1 ore wool,wool", seat=1)
    assert t.legal("trade-confirm") == []
    assert t.refused("trade-confirm 1 1") == "cannot_pay"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("trade-offer ore brick 1", "cannot_pay"),
        ("trade-offer brick,brick,brick ore 1", "cannot_pay"),
        ("trade-offer - ore 1", "gift"),
        ("trade-offer brick - 1", "gift"),
        ("trade-offer brick,wool wool 1", "both_sides"),
        ("trade-offer brick ore -", "whom"),
        ("trade-offer brick ore 0", "whom"),
        ("trade-offer brick ore 4", "whom"),
        ("trade-offer brick ore 2,1", "whom"),
        ("trade-offer brick ore 1,1", "whom"),
        ("trade-offer brick cloth 1", "move.token"),
        ("trade-offer gold ore 1", "move.token"),
        ("trade-cancel 1", "offer_closed"),
        ("trade-confirm 1 1", "offer_closed"),
        ("trade-accept 1", "not_now"),
    ],
)
def test_offers_that_are_refused(line: str, reason: str) -> None:
    t = Table().hand(0, "2 brick, 1 wool")
    assert t.refused(line) == reason


def test_more_cards_than_there_are() -> None:
    t = Table().hand(0, "1 brick")
    assert t.refused("trade-offer brick " + ",".join(["ore"] * 20) + " 1") == "too_many"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("trade-counter 1 ore,ore wool", "cannot_pay"),
        ("trade-counter 1 ore ore", "both_sides"),
        ("trade-counter 1 - ore", "gift"),
        ("trade-counter 2 ore wool", "offer_closed"),
        ("trade-accept 2", "offer_closed"),
        ("end", "not_your_turn"),
        ("bank ore wool", "not_your_turn"),
    ],
)
def test_answers_that_are_refused(line: str, reason: str) -> None:
    assert offered().refused(line, seat=1) == reason


def test_a_new_offer_replaces_the_old_one() -> None:
    t = offered().do("trade-accept 1", seat=1).do("trade-offer wool grain 2")
    assert t.refused("trade-confirm 1 1") == "offer_closed"
    assert t.view().invited.keys() == {2}
    assert t.s.offer is not None
    assert t.s.offer.number == 2
    assert t.do("trade-accept 2", seat=2).do("trade-confirm 2 2").held(0) == "2 brick, 1 grain"


def test_withdrawing_and_ending_the_turn_close_it() -> None:
    assert offered().do("trade-cancel 1").s.offer is None
    assert offered().do("end").s.offer is None


@pytest.mark.parametrize("hand", ["1 brick, 1 lumber", "9 brick, 9 lumber"])
def test_spending_cards_of_a_kind_that_is_offered_closes_it_whatever_is_left(hand: str) -> None:
    """Whether there is still enough would tell what the hand holds."""
    t = Table().settlement(0, 23).hand(0, hand).do("trade-offer brick ore 1")
    t.do(f"build-road e{t.path(23, 29)}")
    assert t.s.offer is None
    assert t.told("trade.closed")


def test_spending_other_cards_leaves_it_open() -> None:
    t = Table().hand(0, "1 brick, 1 wool, 1 grain, 1 ore").do("trade-offer brick lumber 1", "dev-buy")
    assert t.s.offer is not None
    t = Table().hand(0, "1 brick, 4 wool").do("trade-offer brick lumber 1", "bank wool ore")
    assert t.s.offer is not None


def test_while_something_else_is_decided_nobody_answers() -> None:
    t = offered()
    t.s.agenda.append(MoveRobber(0))
    assert t.view().invited == {}
    assert t.view().offer is not None
    assert t.refused("trade-accept 1", seat=1) == "game.not_yours"


def test_opponents_do_not_trade_with_one_another() -> None:
    t = offered()
    with pytest.raises(IllegalMove):
        play(t.game, t.s, 1, decode_move("trade-offer ore grain 2", t.game.moves))


def test_trades_that_are_not_listed_are_legal() -> None:
    t = offered()
    luck = Chance(bytes(32))
    kinds = set()
    for _ in range(60):
        for seat in (0, 1):
            for move in t.game.sample_unlisted_moves(t.s, seat, luck):
                kinds.add((seat, move.kind))
                play(t.game, t.s, seat, move)
    assert kinds == {(0, "trade-offer"), (0, "trade-first"), (1, "trade-counter")}
    assert list(t.game.sample_unlisted_moves(t.s, 3, luck)) == []


def test_cards_in_words() -> None:
    assert parse("2 ore, 1 wool") == pack_cards(["ore", "wool", "ore"])


# --- the first who accepts


def to_the_first(whom: str = "1,2") -> Table:
    laid = Table().hand(0, "2 brick, 1 wool").hand(1, "1 ore").hand(2, "1 ore, 1 grain")
    return laid.do(f"trade-first brick ore {whom}")


def test_the_first_who_accepts_trades_at_once() -> None:
    t = to_the_first()
    offer = t.view().offer
    assert offer is not None
    assert offer.first
    assert t.view().tasks[0].key == "catan.task.main"  # there is nothing to choose
    t.do("trade-accept 1", seat=2)
    assert (t.held(0), t.held(2)) == ("1 brick, 1 wool, 1 ore", "1 brick, 1 grain")
    assert [event.key for event in t.events] == ["catan.trade.done"]
    assert t.s.offer is None
    assert t.refused("trade-accept 1", seat=1) == "game.not_yours"


def test_what_goes_to_the_first_is_refused_as_other_offers_are() -> None:
    t = Table().hand(0, "1 brick")
    for line, reason in (("ore brick 1", "cannot_pay"), ("brick ore 0", "whom"), ("brick brick 1", "both_sides")):
        assert t.refused(f"trade-first {line}") == reason
    t = to_the_first("1")
    assert t.refused("trade-accept 1", seat=2) == "game.not_yours"
    assert t.refused("trade-accept 2", seat=1) == "offer_closed"
    assert t.hand(1, "").refused("trade-accept 1", seat=1) == "empty_hand"


def test_a_counter_to_such_an_offer_is_chosen_by_its_maker() -> None:
    t = to_the_first().do("trade-counter 1 ore wool", seat=1)
    assert t.view().tasks[0].key == "catan.task.trade"
    assert t.legal("trade-confirm") == ["trade-confirm 1 1"]
    assert t.do("trade-confirm 1 1").held(0) == "2 brick, 1 ore"
    t = to_the_first().do("trade-counter 1 ore wool", seat=1).do("trade-accept 1", seat=2)
    assert t.s.offer is None  # the other one was faster


def test_whoever_offered_hears_of_the_first_word_and_of_the_last() -> None:
    t = offered()
    assert t.game.questions_with_answer_state(t.s) == {}
    t.do("trade-decline 1", seat=2)
    assert t.game.questions_with_answer_state(t.s) == {}  # the other one may still take it
    t.do("trade-accept 1", seat=1)
    assert t.game.questions_with_answer_state(t.s) == {0: (1, 2)}
    t = offered().do("trade-counter 1 ore wool", seat=1)
    assert t.game.questions_with_answer_state(t.s) == {0: (1, 1)}
    t.do("trade-decline 1", seat=1)
    assert t.game.questions_with_answer_state(t.s) == {0: (1, 1)}
    t.do("trade-decline 1", seat=2)
    assert t.game.questions_with_answer_state(t.s) == {0: (1, 2)}
    t = to_the_first().do("trade-accept 1", seat=1)
    assert t.game.questions_with_answer_state(t.s) == {0: (1, 2)}
    assert t.view().heard == 1


@pytest.mark.parametrize(
    "line", ["trade-cancel 1", "trade-confirm 1 1", "trade-offer wool ore 2", "trade-first wool ore 2", "end"]
)
def test_who_goes_on_with_the_offer_has_heard(line: str) -> None:
    assert offered().do("trade-accept 1", seat=1).do(line).s.heard == 0


def test_what_is_spent_is_no_answer() -> None:
    t = Table().settlement(0, 23).hand(0, "1 brick, 1 lumber").hand(1, "1 ore").do("trade-offer brick ore 1")
    t.do("trade-accept 1", seat=1).do(f"build-road e{t.path(23, 29)}")
    assert t.s.heard == 0


# --- what was offered in vain


def test_what_was_offered_in_vain_is_kept_until_the_next_turn_of_its_maker() -> None:
    t = to_the_first("1,2,3").do("trade-decline 1", seat=3).do("end")
    (wish,) = t.view().wishes
    assert (wish.seat, wish.give, wish.want, wish.whom) == (0, ("brick",), ("ore",), (1, 2))
    for _ in range(3):
        assert t.s.wishes
        t.roll(1, 1).do("end")
    assert t.s.active == 0
    assert t.s.wishes == ()


def test_a_wish_is_forgotten_when_its_maker_trades() -> None:
    t = offered().do("end").roll(1, 1)
    t.hand(1, "1 ore").do("trade-first ore brick 0").do("trade-accept 2", seat=0)
    assert t.s.wishes == ()


def test_nothing_is_kept_of_an_offer_that_was_withdrawn_or_that_all_declined() -> None:
    assert offered().do("trade-cancel 1", "end").s.wishes == ()
    assert offered().do("trade-decline 1", seat=1).do("trade-decline 1", seat=2).do("end", seat=0).s.wishes == ()


def test_an_open_offer_of_version_2_waits_for_its_maker() -> None:
    t = offered().do("trade-accept 1", seat=1)
    data = to_plain(t.s)
    del data["heard"], data["wishes"]
    data["offer"] = data["offer"][:-1]
    state = t.game.restore_unsaved_fields(from_plain(CatanState, t.game.upgrade_saved_state(data, 2)))
    assert state.offer == t.s.offer
    assert not state.offer.first
    assert (state.heard, state.wishes) == (0, ())
