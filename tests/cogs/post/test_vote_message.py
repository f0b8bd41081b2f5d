"""The message of a vote: how it says that it is over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.post.vote_message import vote_message
from service.seats.voting.counting import vote_outcome
from service.state.model import Vote, VoteKey
from tests.cogs.harness import SENTENCES, table_of
from words import Voice

TABLE = table_of("toy", None, 3)
SAY = Voice("en", TABLE.names, SENTENCES)
VOTE = Vote(1, TABLE.id, "pause", None, 100, None, (100, 101, 102), (100, 101), (), "declined", 0, 99)


@pytest.mark.parametrize(
    ("what", "no", "said"),
    [
        ("pause", (), "**Lapsed:**"),
        ("pause", (102,), "**Lapsed:**"),
        ("pause", (101, 102), "**Declined.**"),
        ("pause", (100,), "**Declined.**"),  # who asked does not want it any more
        ("undo", (), "**Lapsed:**"),
        ("undo", (102,), "**Declined.**"),
    ],
)
def test_one_that_those_who_declined_did_not_decide_has_lapsed(what: VoteKey, no: tuple[int, ...], said: str) -> None:
    text = vote_message(replace(VOTE, what=what, no=no, to=2), TABLE, SAY, "Toy", "", ()).screen.text
    assert said in text
    assert ("Lapsed" in text) != ("Declined." in text)
    result = vote_outcome(replace(VOTE, what=what, no=no))
    assert result == ("declined" if "Declined" in said else "lapsed")  # as a late press is told
    assert SAY.has(f"error.result.{result}")


def test_a_vote_to_take_back_says_that_a_move_ends_it() -> None:
    assert (
        "or with the next move"
        in vote_message(replace(VOTE, what="undo", to=2, status="open"), TABLE, SAY, "Toy", "", ()).screen.text
    )


def test_a_machine_in_place_of_who_is_late_has_its_own_sentence() -> None:
    vote = replace(VOTE, what="replace", value="2 machine", status="open")
    text = vote_message(vote, TABLE, SAY, "Toy", "", (102,)).screen.text
    assert "Ann asks to let a machine play for Cid until they are back." in text.replace("**", "")
