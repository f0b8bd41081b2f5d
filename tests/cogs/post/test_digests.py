"""A letter about several tables: what it says of each."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.post.digests import digest_message
from service.state.model import Table, TurnTimer
from service.store.clock import MovableClock
from tests.cogs.harness import SENTENCES, table_of
from words import Voice

HOUR = 3600


def summed(late: str, due: int, acts: int | None) -> str:
    """The digest of who is waited for at one table, whose time is up so many seconds from now."""
    clock = MovableClock()
    now = clock.now()
    table = table_of("carcassonne", None, 3, waiting=(0,))
    timer = TurnTimer(24 * HOUR, 0, now, now + due, act_at=None if acts is None else now + acts)
    stretches = tuple(replace(stretch, timer=timer) for stretch in table.stretches)
    table = replace(table, late=late, stretches=stretches)

    def voice(table: Table | None, language: str = "en") -> Voice:
        return Voice("en", table.names if table is not None else (), SENTENCES)

    app: Any = SimpleNamespace(clock=clock, voice=voice, game_name=lambda kind, language: "Carcassonne")
    return digest_message(app, 100, "digest", {table.id: table}, {}).screen.text


@pytest.mark.parametrize(
    ("late", "due", "acts", "said"),
    [
        ("ask", -HOUR, None, "The others may let a machine play this."),
        ("ask", -HOUR, HOUR, "Otherwise a machine plays this for you <t:"),
        ("ask", HOUR, None, ""),
        ("fallback", -HOUR, None, ""),
    ],
)
def test_a_digest_says_what_the_others_may_do(late: str, due: int, acts: int | None, said: str) -> None:
    text = summed(late, due, acts)
    assert "#12" in text
    assert said in text
    assert ("machine" in text) == bool(said)
