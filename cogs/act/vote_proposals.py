"""Asking the table: the answer to who asks, and who may decide without asking."""

from __future__ import annotations

from cogs.act import errors
from cogs.act.context import Act
from cogs.screen import Button, Row, Screen, ids
from service.state.model import Table, What
from service.state.seat_control import eyes

JUDGED: frozenset[What] = frozenset({"pause", "end"})  # what moderators may do at once


def judges(act: Act, table: Table) -> bool:
    """Whether whoever acts is a moderator here and does not play: who plays asks the others first."""
    return act.moderator and eyes(table, act.user_id) is None


async def propose(
    act: Act,
    table: Table,
    what: What,
    to: int | None = None,
    reason: str | None = None,
    value: str | None = None,
) -> None:
    """Ask the table, and say what came of it. At a frozen table whoever asks has woken it."""
    tables = act.app.tables
    if table.status == "frozen":
        act.at = table = await tables.rests.go_on(table.id, act.person, act=f"{act.key}-awake")
    vote = await tables.propose(table.id, act.user_id, what, to, reason, value=value, act=act.key)
    say = act.voice()
    if vote.status == "open":
        rows: list[Row] = []
        if act.moderator and what in JUDGED:
            rows = [[Button(ids.other(table.id, table.seq, "moderate", what), say("button.moderate"))]]
        await act.reply.show(Screen(say("vote.asked" if vote.by == act.user_id else "vote.joined"), rows=rows))
        return
    now = await tables.load(table.id)
    act.at = now
    await act.reply.show(await with_present(act, now, say(f"vote.{vote.status}")))


async def with_present(act: Act, table: Table, said: str) -> Screen:
    """What happened, and below it what may be done now."""
    now = await errors.present(act, table)
    return Screen(said) if now is None else Screen(f"{said}\n\n{now.text}", now.files, now.rows, now.below, now.tone)
