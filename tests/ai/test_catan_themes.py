"""What is said of positions of Catan: of a pair of them that differ in one thing."""

from __future__ import annotations

from typing import Any

from ai.catan.expansions.cities_knights.reasons import A_PART, _progress_cards_held, tell_knights
from ai.catan.themes import nearness_to_price, tell_hand, tell_kept, tell_plainly, tell_unbuilt
from ai.reasons import Pair, Scene
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table

READY = "1 brick, 1 lumber, 1 grain"


def scene(before: Any, better: Any, worse: Any, of: int = 0) -> Scene:
    return Scene([Pair(before.s, better.s, worse.s, 0, ((), ()))], of, 0)


def base(hand: str) -> Table:
    return Table().settlement(0, 17).road(0, "17-23").settlement(1, 10).hand(0, hand)


def test_who_spends_nothing_keeps_the_cards_and_who_gets_some_holds_more() -> None:
    assert tell_hand(scene(base("2 ore"), base("2 ore"), base("1 ore"))) == ("kept", {})
    assert tell_hand(scene(base("1 ore"), base("2 ore"), base("1 ore"))) == ("", {})


def test_that_somebody_is_robbed_of_one_card_is_no_reason_and_of_several_it_is() -> None:
    def theirs(hand: str) -> Table:
        return base("1 ore").hand(1, hand)

    assert tell_hand(scene(theirs("3 ore"), theirs("2 ore"), theirs("3 ore"), of=1)) is None
    assert tell_hand(scene(theirs("3 ore"), theirs("1 ore"), theirs("3 ore"), of=1)) == ("", {})


def test_a_road_that_can_be_paid_sooner_is_told_unless_the_other_move_builds_one() -> None:
    tell = tell_plainly(tell_unbuilt(road=nearness_to_price(1, 1)))
    assert tell(scene(base(READY), base(READY), base("1 grain"))) == ("", {})
    assert tell(scene(base(READY), base(READY), base("1 grain").road(0, "23-29"))) is None


def board(*cards: str) -> Knights:
    return Knights().settlement(0, 17).city(1, 10).progress(0, *cards)


def test_progress_cards_that_are_not_played_are_kept() -> None:
    progress = tell_kept(_progress_cards_held, A_PART)
    two, one = ("inventor", "crane"), ("crane",)
    assert progress(scene(board(*two), board(*two), board(*one))) == ("kept", {})
    assert progress(scene(board(*one), board(*two), board(*one))) == ("", {})
    assert progress(scene(board(*one), board(*one), board(*one))) is None


def test_knights_are_called_active_only_where_they_are_so_at_once() -> None:
    def guarded(active: bool) -> Knights:
        return Knights().settlement(0, 17).city(1, 10).road(0, "17-23").knight(0, 23, active=active)

    asleep, awake = guarded(False), guarded(True)
    assert tell_knights(scene(asleep, awake, asleep)) == ("active", {})
    later = Scene(
        [Pair(asleep.s, asleep.s, asleep.s, 0, ((), ())), Pair(asleep.s, awake.s, asleep.s, 1, ((), ()))], 0, 0
    )
    assert tell_knights(later) != ("active", {})
