"""The message of a vote: how it says that it is over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.post.votes import vote_message
from service.model import Vote
from tests.cogs.harness import SENTENCES, table_of
from words import Voice

TABLE = table_of("toy", None, 3)
SAY = Voice("en", TABLE.names, SENTENCES)
VOTE = Vote(1, TABLE.id, "pause", None, 100, None, (100, 101, 102), (100, 101), (), "declined", 0, 99)


@pytest.mark.parametrize(("no", "said"), [((), "**Lapsed:** nobody declined"), ((102,), "**Declined.**")])
def test_one_that_nobody_declined_has_lapsed(no: tuple[int, ...], said: str) -> None:
    text = vote_message(replace(VOTE, no=no), TABLE, SAY, "Toy", "", ()).screen.text
    assert said in text
    assert ("Declined" in text) == bool(no)


def test_a_machine_in_place_of_who_is_late_has_its_own_sentence() -> None:
    vote = replace(VOTE, what="replace", value="2 machine", status="open")
    text = vote_message(vote, TABLE, SAY, "Toy", "", (102,)).screen.text
    assert "Ann asks to let a machine play for Cid until they are back." in text.replace("**", "")
