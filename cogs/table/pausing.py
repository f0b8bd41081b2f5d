"""Pausing, going on, waking a table; the open vote in short; and what moderators may do at once.

What moderators do is told in public with their name. They move for nobody and see no hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.act import vote_proposals
from cogs.act.commands import Opt, Spec
from cogs.act.context import Act
from cogs.act.router import on
from cogs.games.app import App
from cogs.post import rest_line, undone_moves
from cogs.post import vote_message as public
from cogs.screen import Button, Row, Screen, ids
from service.errors import ServiceError
from service.state.model import Table
from service.state.seat_control import eyes, say_of


async def pause(act: Act, state: str) -> None:
    """`/game time pause`."""
    table = await act.table()
    await (_pause if state == "on" else _go_on)(act, table)


@on("x", "pause", defer="private")
async def pause_pressed(act: Act) -> None:
    await _pause(act, await act.table())


async def _pause(act: Act, table: Table) -> None:
    """Players ask the table, moderators of others stop its clocks."""
    if vote_proposals.judges(act, table):
        await act.app.tables.rests.pause(table.id, act.person, act=act.key)
        await act.reply.show(Screen(act.voice()("rest.done_paused")))
    else:
        act.seat(table)
        await vote_proposals.propose(act, table, "pause")


@on("x", "go-on", defer="private")
async def go_on_pressed(act: Act) -> None:
    await _go_on(act, await act.table())


async def _go_on(act: Act, table: Table) -> None:
    judge = vote_proposals.judges(act, table)
    stood = table.paused_at is not None or table.status == "frozen"
    table = await act.app.tables.rests.go_on(table.id, act.person, moderator=judge, act=act.key)
    await _shown(act, table, "rest.going" if stood else "rest.going_plain")


@on("x", "still", defer="private")
async def still_on_pressed(act: Act) -> None:
    table = await act.app.tables.rests.still_on((await act.table()).id, act.person, act=act.key)
    await _shown(act, table, "rest.going_plain")


async def _shown(act: Act, table: Table, key: str) -> None:
    """That it goes on, and below it what they may do now."""
    act.at, said = table, act.voice(table)(key)
    seat = eyes(table, act.user_id)
    plays = seat is not None and seat.human
    await act.reply.show(await vote_proposals.with_present(act, table, said) if plays else Screen(said))


@on("x", "wake", defer="private")
async def wake_pressed(act: Act) -> None:
    """From the list of one's games: another may have woken the table meanwhile."""
    table = await act.table()
    act.seat(table)
    if table.status == "frozen":
        table = await act.app.tables.rests.go_on(table.id, act.person, act=act.key)
    act.at = table
    await act.reply.show(await vote_proposals.with_present(act, table, act.voice(table)("rest.awake")))


def wake_buttons(act: Act, tables: Sequence[Table]) -> list[Button]:
    """A button for each of somebody's tables that is frozen."""
    say = act.voice()
    return [
        Button(ids.other(table.id, table.seq, "wake"), say("button.wake", id=table.id), "green")
        for table in tables
        if table.status == "frozen"
    ]


async def open_vote(act: Act, table: Table) -> tuple[str, list[Button]]:
    """The open vote of a table in short, with its buttons for who has not answered yet; nothing where there is none."""
    vote, say = act.app.tables.vote_open_at(table.id), act.voice(table)
    if vote is None:
        return "", []
    entries = await act.app.tables.history.entries(table.id, vote.to - 1) if vote.to else []
    move = undone_moves.said(table, entries[0], None, say) if entries else ""
    line = say("more.vote", asked=public.asks(vote, table, say, move, ""), rule=public.rule(vote, say))
    voter = say_of(table, vote.voters, act.user_id)
    silent = voter is not None and voter not in (*vote.yes, *vote.no)
    return line, list(public.buttons(vote, say)) if silent else []


def more_buttons(act: Act, table: Table) -> list[Button]:
    """Pause, or go on: for who plays, and for moderators, who may end the game too."""
    seat = eyes(table, act.user_id)
    judge = vote_proposals.judges(act, table)
    if not table.open or table.status == "lobby" or not (judge or seat is not None):
        return []
    say = act.voice(table)
    stands = table.paused_at is not None or table.status == "frozen"
    found = [rest_line.go_on(table, say) if stands else rest_line.pause(table, say)]
    return [*found, Button(ids.other(table.id, table.seq, "end"), say("button.end"), "red")] if judge else found


# --- moderators --------------------------------------------------------------------------------------------------


@on("x", "moderate", defer="private")
async def moderate_pressed(act: Act) -> None:
    """A moderator who plays here has asked the table, and does it at once."""
    table = await act.table()
    if not act.moderator:
        raise ServiceError("not_mod")
    if act.id is not None and act.id.argument == "end":
        await sure_to_judge(act, table)
        return
    await act.app.tables.rests.pause(table.id, act.person, act=act.key)
    await act.reply.show(Screen(act.voice()("rest.done_paused")))


async def sure_to_judge(act: Act, table: Table) -> None:
    """A moderator is asked once more before they end the game of others, or close their lobby."""
    if not table.open:
        raise ServiceError("game_over")
    say, lobby = act.voice(table), table.status == "lobby"
    seated = "sure_end" if vote_proposals.judges(act, table) else "sure_end_seated"
    yes = say("button.close_moderator" if lobby else "button.end_moderator")
    row: Row = [
        Button(ids.other(table.id, table.seq, "end-mod"), yes, "red"),
        Button(ids.other(table.id, table.seq, "close"), say("button.back")),
    ]
    await act.reply.show(Screen(say("rest.sure_close" if lobby else f"rest.{seated}"), rows=[row], tone="red"))


@on("x", "end-mod")
async def end_confirmed(act: Act) -> None:
    table = await act.table()
    if not act.moderator:
        raise ServiceError("not_mod")
    lobby = table.status == "lobby"
    await act.app.tables.rests.end(table.id, act.person, act=act.key)
    await act.reply.show(Screen(act.voice()("rest.done_closed" if lobby else "rest.done_ended")))


def specs(app: App) -> list[Spec]:
    say = app.voice(None, app.describing)
    state = Opt("state", required=True, choices=("on", "off"))
    return [Spec("pause", say("cmd.time.pause"), pause, [state], "time")]
