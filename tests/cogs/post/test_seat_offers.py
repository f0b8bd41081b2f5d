"""The public line that asks somebody to decide for a seat."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from cogs.post.decider_text import describe_decider, describe_stand_ins
from cogs.post.seat_offers import seat_offer_message, unfilled_offer_message
from service.state.model import SeatOffer, Table
from tests.cogs.harness import SENTENCES, table_of
from words import Voice

TABLE = replace(table_of("toy", None, 3), guests=((200, "Dora"), (900, "Mia")))
SAY = Voice("en", TABLE.names, SENTENCES, people={100: "Ann", 101: "Ben", 200: "Dora", 900: "Mia"})


def ask(**changed: object) -> SeatOffer:
    return replace(SeatOffer(1, 0, "standin", "own", 200, 100, None, "open", 0, 99), **changed)


def test_who_is_asked_is_called_and_nobody_else() -> None:
    public = seat_offer_message(TABLE, ask(until=5000), SAY, "Toy", called=True)
    assert public.pings == (200,)
    assert public.screen.text.startswith("<@200>, Ann asks you to stand in for them in Toy #12 until <t:5000:f>.")
    assert "Open until <t:99:f>." in public.screen.text


def test_who_wants_no_mention_is_named() -> None:
    public = seat_offer_message(TABLE, ask(), SAY, "Toy", called=False)
    assert public.pings == ()
    assert public.screen.text.startswith("For Dora: Ann asks you")
    assert "<@" not in public.screen.text


@pytest.mark.parametrize(("why", "user"), [*product(["own", "vote", "host", "moderator", "free"], [200, None])])
def test_every_way_to_offer_a_seat_has_its_sentence(why: str, user: int | None) -> None:
    public = seat_offer_message(
        TABLE, ask(what="replace", why=why, user_id=user, by=900), SAY, "Toy", called=user is not None
    )
    assert "Toy #12" in public.screen.text
    assert ("Whoever comes first takes it." in public.screen.text) == (user is None)
    assert len(public.screen.rows[0]) == (3 if user else 2)
    if why in ("host", "moderator", "free"):
        assert "Mia" in public.screen.text


@pytest.mark.parametrize(("status", "user"), [("declined", 200), ("over", 200), ("over", None)])
def test_who_asked_hears_that_nobody_comes(status: str, user: int | None) -> None:
    public = unfilled_offer_message(TABLE, ask(status=status, user_id=user), SAY, called=True)
    assert public.pings == (100,)
    assert "<@100>" in public.screen.text


def test_whom_a_turn_calls_and_for_whom_others_decide() -> None:
    def of(**seat: object) -> Table:
        return replace(TABLE, seats=(replace(TABLE.seats[0], **seat), *TABLE.seats[1:]))

    assert describe_decider(TABLE, 100, SAY) == "<@100>"
    assert describe_decider(of(standin=200), 200, SAY) == "<@200> (for Ann)"
    assert describe_decider(of(standin=200), 200, SAY, mentioned=False) == "Dora (for Ann)"
    assert describe_stand_ins(TABLE, SAY) == []
    assert describe_stand_ins(of(standin=200), SAY) == ["Dora stands in for Ann."]
    assert describe_stand_ins(of(standin=200, standin_until=50), SAY) == ["Dora stands in for Ann until <t:50:f>."]
    assert describe_stand_ins(of(machine="greedy"), SAY) == ["A machine plays for Ann, until they are back."]
    assert (
        "until <t:50:f>, or until they are back" in describe_stand_ins(of(machine="greedy", standin_until=50), SAY)[0]
    )
    assert describe_stand_ins(of(machine="greedy", resigned=True), SAY) == []
