"""A letter about several tables: what it says of each."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.post import discord_messages
from cogs.post.digests import digest_message, refresh_digests
from cogs.post.message_editor import EDITABLE_SECONDS
from service.play.digests import OutdatedDigest
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


@pytest.mark.parametrize(("age", "anew"), [(EDITABLE_SECONDS - 60, False), (EDITABLE_SECONDS + 60, True)])
async def test_one_sent_anew_counts_from_then_on(monkeypatch: pytest.MonkeyPatch, age: int, anew: bool) -> None:
    """It can be edited as long as any other new message."""
    clock, table = MovableClock(), table_of("carcassonne", None, 3)
    now = clock.now()
    outdated = OutdatedDigest(100, 1, 900, 5000, now - age, (), here=True)
    recorded: list[tuple[int, int, int]] = []

    async def listed(table: Table) -> list[OutdatedDigest]:
        return [outdated]

    async def record(digest: OutdatedDigest, message_id: int, channel_id: int, sent_at: int) -> None:
        recorded.append((message_id, channel_id, sent_at - now))

    async def sent(*_: object) -> tuple[int, int]:
        return 900, 5001

    async def done(*_: object) -> None:
        return None

    monkeypatch.setattr(discord_messages, "send_direct_message", sent)
    monkeypatch.setattr(discord_messages, "edit_message", done)
    monkeypatch.setattr(discord_messages, "delete_message", done)
    monkeypatch.setattr("cogs.post.digests.localize_for_reader", lambda tables, user_id, table: table)
    digests = SimpleNamespace(list_outdated_digests=listed, record_updated_digest=record)
    app: Any = SimpleNamespace(
        clock=clock, tables=SimpleNamespace(digests=digests), voice=lambda *_: Voice("en", (), SENTENCES)
    )
    await refresh_digests(app, table)
    assert recorded == [(5001, 900, 0) if anew else (5000, 900, -age)]
