"""Who decides for a seat and may see it, of tables as they are: no store, no clock."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.errors import ServiceError
from service.state import seat_control, seat_offer
from service.state.model import LogEntry, Person, SavedConditionalMove, SeatTerm, Table
from service.state.seat_control import find_visible_seat, is_own_entry, may_read_entry
from tests.cogs.harness import table_of

ANN, BEN, DORA, EVE = 100, 101, 200, 300


def table(*terms: SeatTerm, **seat: object) -> Table:
    """Ann and Ben play; of Ann's seat what is given."""
    whole = table_of("toy", None, 2)
    first = replace(whole.seats[0], **seat)
    return replace(whole, seats=(first, whole.seats[1]), terms=terms, guests=((ANN, "Ann"), (DORA, "Dora")))


def index(of: Table, user: int) -> int | None:
    seat = find_visible_seat(of, user)
    return None if seat is None else seat.index


@pytest.mark.parametrize(
    ("seat", "ann", "dora", "called"),
    [
        ({}, 0, None, ANN),
        ({"standin": DORA}, 0, 0, DORA),
        ({"machine": "greedy"}, 0, None, ANN),
        ({"machine": "greedy", "standin": DORA}, 0, 0, DORA),
        ({"resigned": True, "machine": "greedy"}, None, None, ANN),
        ({"user_id": EVE}, None, None, EVE),
    ],
)
def test_who_decides_and_whom_turns_call(
    seat: dict[str, object], ann: int | None, dora: int | None, called: int
) -> None:
    of = table(**seat)
    assert (index(of, ANN), index(of, DORA), index(of, BEN), index(of, 999)) == (ann, dora, 1, None)
    assert of.seats[0].notify_user_id == called
    assert seat_control.find_notified_seat(of, called) == of.seats[0]


@pytest.mark.parametrize(
    ("user", "terms", "key"),
    [
        (999, (), "not_seated"),
        (DORA, (SeatTerm(0, DORA, "friend", 5, 9),), "stood_in"),
        (EVE, (SeatTerm(0, EVE, "owner", 1, 9), SeatTerm(0, ANN, "owner", 10)), "handed_over"),
    ],
)
def test_who_decides_no_more_is_told_why(user: int, terms: tuple[SeatTerm, ...], key: str) -> None:
    with pytest.raises(ServiceError) as refused:
        seat_control.require_seat_of(table(*terms), user)
    assert refused.value.key == key


def test_who_comes_back_as_a_friend_reads_both_of_their_terms_and_nothing_between() -> None:
    of = table(SeatTerm(0, DORA, "friend", 5, 9), SeatTerm(0, DORA, "friend", 20), standin=DORA)
    assert [seq for seq in range(1, 25) if may_read_entry(of, DORA, seq)] == [*range(5, 10), *range(20, 25)]
    assert seat_control.find_deciding_since(of, DORA) == 20
    entry = LogEntry(7, 0, "move", "roll", (), False, (), 0, "a", 7, by=DORA)
    assert not is_own_entry(of, DORA, entry)  # of an earlier term: what they saw since then is not theirs to be told
    assert is_own_entry(of, DORA, replace(entry, seq=21))
    assert not is_own_entry(of, ANN, replace(entry, seq=21))


def test_an_owner_who_has_had_a_seat_from_the_start_reads_all_of_it_also_what_a_friend_did() -> None:
    of = table(SeatTerm(0, DORA, "friend", 5, 9))
    assert all(may_read_entry(of, ANN, seq) for seq in range(1, 25))
    handed = seat_control.with_new_owner(of, of.seats[0], EVE, "Eve", 12)
    assert not any(may_read_entry(handed, ANN, seq) for seq in range(1, 25))
    assert [seq for seq in range(1, 25) if may_read_entry(handed, EVE, seq)] == list(range(12, 25))


def test_handing_over_ends_everything_of_who_sat_there() -> None:
    of = table(SeatTerm(0, DORA, "friend", 5), standin=DORA, standin_until=99)
    of = replace(of, host=ANN, standing=((ANN, "decline", True), (DORA, "decline", True), (BEN, "decline", True)))
    new = seat_control.with_new_owner(of, of.seats[0], EVE, "Eve", 12)
    assert (new.seats[0].user_id, new.seats[0].standin, new.seats[0].standin_until) == (EVE, None, None)
    assert [(term.user_id, term.role, term.since, term.until) for term in new.terms] == [
        (DORA, "friend", 5, 11),
        (ANN, "owner", 1, 11),
        (EVE, "owner", 12, None),
    ]
    assert new.standing == ((BEN, "decline", True),)
    assert new.host == BEN
    assert [seat_control.owner_at(new, new.seats[0], seq) for seq in (1, 11, 12, 30)] == [ANN, ANN, EVE, EVE]


def test_a_friend_takes_the_seat_over_themselves_and_keeps_their_answers() -> None:
    of = table(SeatTerm(0, DORA, "friend", 5), standin=DORA)
    of = replace(of, standing=((DORA, "decline", True),))
    new = seat_control.with_new_owner(of, of.seats[0], DORA, "Dora", 12)
    assert new.standing == ((DORA, "decline", True),)
    assert index(new, DORA) == 0
    assert may_read_entry(new, DORA, 7)
    assert not may_read_entry(new, DORA, 4)


def test_a_name_is_one_name_everywhere() -> None:
    new = seat_control.with_new_name(table(), Person(DORA, "Dora B."))
    assert new.seat_name(DORA) == "Dora B."
    assert seat_control.with_new_name(new, Person(ANN, "Anna")).seats[0].name == "Anna"


def test_who_speaks_for_a_seat_in_a_vote() -> None:
    of = table(standin=DORA)
    assert [seat_control.find_represented_voter(of, (ANN, BEN), user) for user in (ANN, DORA, BEN, EVE)] == [
        ANN,
        ANN,
        BEN,
        None,
    ]


@pytest.mark.parametrize(("who", "key"), [("seat", "seat_sits"), ("take", "take_sits")])
def test_nobody_decides_for_two_seats(who: str, key: str) -> None:
    of = table()
    with pytest.raises(ServiceError) as refused:
        seat_offer.require_may_take_seat(of, of.seats[0], BEN, who)
    assert refused.value.key == key
    seat_offer.require_may_take_seat(
        table(standin=DORA), table(standin=DORA).seats[0], DORA
    )  # the friend of this very seat may


@pytest.mark.parametrize("who", ["seat", "take"])
def test_who_was_replaced_may_come_again_and_who_resigned_may_not(who: str) -> None:
    of = table(SeatTerm(1, DORA, "owner", 1, 9), SeatTerm(1, BEN, "owner", 10))
    seat_offer.require_may_take_seat(
        of, of.seats[0], DORA, who
    )  # they know what was held then at the seat of Ben, and no more
    gone = table(resigned=True, machine="greedy")
    for seat in gone.seats:
        with pytest.raises(ServiceError) as refused:
            seat_offer.require_may_take_seat(gone, seat, ANN, who)
        assert refused.value.key == f"{who}_resigned"


def test_one_question_at_a_seat_and_numbers_are_never_used_again() -> None:
    of = seat_offer.with_seat_offer(table(), 0, "standin", "own", Person(DORA, "Dora"), ANN, None, 10)
    of = seat_offer.with_seat_offer(of, 0, "replace", "own", None, ANN, None, 20)
    of = seat_offer.with_seat_offer(of, 1, "replace", "own", None, BEN, None, 30)
    assert [(ask.number, ask.seat, ask.status) for ask in of.asks] == [(1, 0, "void"), (2, 0, "open"), (3, 1, "open")]
    assert seat_offer.drop_settled_offers(of, ()) is of
    assert [ask.status for ask in seat_offer.drop_settled_offers(replace(of, status="over"), ()).asks] == ["void"] * 3
    for number in (0, 1, 4, -1):
        with pytest.raises(ServiceError, match="ask_closed"):
            seat_offer.require_open_offer(of, number, DORA)


def test_what_somebody_has_prepared_goes_with_them_and_rests_while_a_friend_decides() -> None:
    of = replace(
        table(standin=DORA), programmes=(SavedConditionalMove(ANN, 1, "x", 0), SavedConditionalMove(DORA, 2, "y", 0))
    )
    assert [seat_control.answering_user_id(of.seats[0]), seat_control.answering_user_id(of.seats[1])] == [DORA, BEN]
    back = seat_control.with_owner_back(of, of.seats[0], 9)
    assert [one.user_id for one in back.programmes] == [ANN]
    assert seat_control.answering_user_id(back.seats[0]) == ANN
    assert seat_control.with_new_owner(back, back.seats[0], EVE, "Eve", 12).programmes == ()
