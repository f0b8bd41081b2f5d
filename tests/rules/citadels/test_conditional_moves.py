"""What players of Citadels prepare: the character they take, the district they build."""

from __future__ import annotations

from typing import Any

from rules.citadels.draft import plan_draft, set_characters_aside
from rules.citadels.round import RoundEnd
from rules.core import Chance, Context
from rules.core.conditional_moves import parse_conditional_move
from tests.rules.saying import offered, says

from .table import Table

FOUR = {"assassin": 0, "thief": 1, "king": 2, "merchant": 3}


def drafting(seats: int = 4) -> Table:
    """A new round; the first player is asked to choose."""
    t = Table(seats)
    t.s.round, t.s.agenda = 3, []
    ctx = Context(t.s, Chance(bytes(32), 0, (0, 1, 1) if seats == 4 else ()))
    set_characters_aside(ctx)
    ctx.push(*plan_draft(t.s), RoundEnd())
    return t


def kept(t: Table, seat: int, text: str) -> tuple[str, ...]:
    return says(t.game, t.s, seat, text)


def test_the_first_wish_that_is_there_is_taken() -> None:
    t = drafting()
    there = list(t.s.draft)
    assert (t.asked, kept(t, 1, f"pick 3 {there[0]},{there[1]}")) == (0, ())
    t.do(f"pick {there[0]}")
    assert kept(t, 1, f"pick 3 {there[0]},{there[1]}") == (f"pick {there[1]}", "")
    assert kept(t, 2, f"pick 3 {there[1]}") == ()
    assert kept(t, 1, f"pick 3 {there[0]}") == ("dropped", "cit.programme_dropped.none_there")
    suits = t.game.default_move(t.s, 1)
    assert kept(t, 1, f"pick 3 {there[0]},any") == (str(suits), "")
    assert kept(t, 1, f"pick 4 {there[1]}") == ()  # another round
    assert kept(t, 1, f"pick 2 {there[1]}") == ("dropped", "programme.past")
    assert kept(t, 0, f"pick 3 {there[1]}") == ("dropped", "programme.past")  # has chosen


def test_wishes_are_for_this_round_or_the_next() -> None:
    t = drafting()
    assert "pick" not in offered(t.game, t.s, 0)  # is asked now
    when, (tokens,) = offered(t.game, t.s, 1)["pick"]
    assert when == 3
    assert set(tokens) == {*t.s.cast, "any"} - {*t.s.face_up}
    t.do(f"pick {t.s.draft[0]}")
    when, (tokens,) = offered(t.game, t.s, 0)["pick"]
    assert (when, set(tokens)) == (4, {*t.s.cast, "any"})
    t.s.ended = True
    assert "pick" not in offered(t.game, t.s, 0)  # there is no next round


def test_who_chooses_twice_goes_on_with_the_same_wishes() -> None:
    t = drafting(3)
    text = f"pick 3 {t.s.draft[0]},{t.s.draft[1]},any"
    move, left = kept(t, t.asked, text)
    assert (move, left) == (f"pick {t.s.draft[0]}", text)
    seat = t.asked
    t.do(move, f"pick {t.s.draft[1]}", f"pick {t.s.draft[2]}")
    assert t.asked == seat
    assert kept(t, seat, left)[1] == ""


def turn(t: Table, text: str, seat: int) -> list[str]:
    """What it does in the turn of a seat, until it is silent or done."""
    made: list[str] = []
    while text and t.game.waiting(t.s) and t.asked == seat:
        answer = kept(t, seat, text)
        if not answer or answer[0] == "dropped":
            return [*made, *answer]
        made.append(answer[0])
        t.do(answer[0])
        text = answer[1]
    return made


def test_gold_income_district_and_the_end() -> None:
    t = Table(4).gold(0, 0, 0, 1).city(3, "market").hand(3, "tavern", "harbor").call({"merchant": 3, "king": 2})
    t.do("gold", "end")
    assert kept(t, 3, "build 1 harbor") == ("gold", "build 1 harbor")
    assert turn(t, "build 1 harbor", 3) == ["gold", "income", "build harbor", "end"]
    assert "harbor" in t.keys(3)


def test_nothing_is_begun_that_cannot_be_paid_or_is_not_allowed() -> None:
    t = Table(4).gold(0, 0, 0, 0).city(3, "market").hand(3, "market", "harbor", "castle").call({"king": 3})
    assert kept(t, 3, "build 1 castle") == ("dropped", "cit.error.too_dear")
    assert kept(t, 3, "build 1 market") == ("dropped", "cit.error.twice")
    assert kept(t, 3, "build 1 tavern") == ("dropped", "cit.error.not_in_hand")
    navigator = Table(4, cast=("navigator",)).gold(9, 9, 9, 9).hand(3, "tavern").call({"navigator": 3})
    assert kept(navigator, 3, "build 1 tavern") == ("dropped", "cit.error.never_builds")


def test_whoever_was_robbed_decides_by_hand() -> None:
    t = Table(4).gold(0, 0, 0, 9).hand(3, "tavern").call(FOUR)
    t.do("gold", "end", "power-rob merchant", "gold", "end", "gold", "end")
    assert t.asked == 3
    assert kept(t, 3, "build 1 tavern") == ("dropped", "cit.programme_dropped.named")


def test_who_has_a_power_left_is_asked_instead_of_ending() -> None:
    t = Table(4).gold(9, 9, 9, 9).hand(1, "tavern").call(FOUR).do("gold", "end")
    assert turn(t, "build 1 tavern", 1) == ["gold", "build tavern", "dropped", ""]
    assert t.asked == 1
    assert "end" in t.legal


def test_it_waits_for_the_own_turn_and_goes_with_the_round() -> None:
    t = Table(4).gold(9, 9, 9, 9).hand(3, "tavern").hand(2, "tavern").call(FOUR)
    assert kept(t, 3, "build 1 tavern") == ()
    assert kept(t, 3, "build 2 tavern") == ()
    assert offered(t.game, t.s, 3)["build"] == (1, [("tavern",)])
    assert "build" not in offered(t.game, t.s, 1)  # no card in the hand
    t.do("gold", "end", "gold", "end")
    assert t.asked == 2
    assert offered(t.game, t.s, 2)["build"][0] == 2  # this turn has begun
    t.s.round = 2
    assert kept(t, 3, "build 1 tavern") == ("dropped", "programme.past")


def test_what_nobody_can_read_is_dropped_with_a_word() -> None:
    t = drafting()
    unreadable = ("dropped", "programme.unreadable")
    for text in (
        "",
        "pick",
        "pick 3",
        "pick x king",
        "pick 03 king",
        "fly 3 king",
        "pick 3 king bishop",
        "pick 3 king,",
    ):
        assert kept(t, 1, text) == unreadable, text
    assert kept(t, 1, "pick 3 -") == ()  # nothing is said yet


def test_texts_are_read_as_they_are_written() -> None:
    t: Any = drafting()
    one = next(one for one in t.game.preparable_conditional_moves(t.s, 1) if one.kind == "pick")
    assert one.allows(parse_conditional_move("pick 3 king,any"))
    for text in ("pick 4 king", "pick 3 king,king", "pick 3 king,nobody", "pick 3", "build 3 king"):
        assert not one.allows(parse_conditional_move(text)), text
