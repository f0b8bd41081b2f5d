"""Taking back, asking the table, ending, resigning."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.act import vote_proposals
from cogs.act.commands import Opt, Spec
from cogs.act.context import Act
from cogs.act.router import on
from cogs.games.app import App
from cogs.post import undone_moves
from cogs.screen import Button, Screen, ids
from cogs.table import pausing
from service.errors import ServiceError
from service.state.model import Entry, Table, Vote
from service.state.seat_control import owned

# --- taking back -------------------------------------------------------------------------------------------------


async def undo(act: Act, to: int | None = None, reason: str | None = None) -> None:
    """`/game undo`: one's own last act; further back by asking the table."""
    table = await act.table()
    act.seat(table)
    if to is not None:
        await vote_proposals.propose(act, table, "undo", to, reason)
        return
    await _take_back(act, table, None)


@on("x", "undo")
async def undo_pressed(act: Act) -> None:
    table = await act.table()
    act.seat(table)
    await _take_back(act, table, act.since)


async def _take_back(act: Act, table: Table, since: int | None) -> None:
    outcome = await act.app.tables.undo(table.id, act.user_id, since=since, act=act.key)
    act.at = outcome.table
    said = act.voice()("undo.done", move=await _undone(act, table, outcome.entries))
    await act.reply.show(await vote_proposals.with_present(act, outcome.table, said))


async def _undone(act: Act, table: Table, entries: Sequence[Entry]) -> str:
    """The moves that were taken back, as sentences; of other seats as far as everybody may read them."""
    firsts = [int(word) for entry in entries if entry.kind == "undo" for word in entry.move.split() if word.isdigit()]
    if not firsts:
        return ""
    history = await act.history(table)
    seat = act.seat(table).index
    taken = (entry for entry in history if firsts[0] <= entry.seq <= table.seq and entry.kind == "move")
    return "; ".join(undone_moves.said(table, entry, seat, act.voice(table)) for entry in taken)


# --- asking ------------------------------------------------------------------------------------------------------


@on("x", "ask", defer="private")
async def ask_pressed(act: Act) -> None:
    table = await act.table()
    act.seat(table)
    await vote_proposals.propose(act, table, "undo")


@on("x", "end", defer="private")
async def end_pressed(act: Act) -> None:
    """A red button asks once more."""
    table = await act.table()
    if vote_proposals.judges(act, table):
        await pausing.sure_to_judge(act, table)
        return
    act.seat(table)
    await _sure_to_end(act, table)


@on("x", "end-yes")
async def end_confirmed(act: Act) -> None:
    table = await act.table()
    act.seat(table)
    await vote_proposals.propose(act, table, "end")


async def end(act: Act, reason: str | None = None) -> None:
    """`/game end`. The others are asked; where nobody else has a say, the player is asked once more."""
    table = await act.table()
    if vote_proposals.judges(act, table):
        await pausing.sure_to_judge(act, table)
        return
    act.seat(table)
    alone = {act.seat(table).index} == {seat.index for seat in table.humans}
    if table.open and table.status != "lobby" and alone:
        await _sure_to_end(act, table)
    else:
        await vote_proposals.propose(act, table, "end", reason=reason)


async def _sure_to_end(act: Act, table: Table) -> None:
    if table.status == "lobby":
        raise ServiceError("paused_lobby")
    if not table.open:
        raise ServiceError("game_over")
    say = act.voice(table)
    alone = {seat.index for seat in table.humans} == {act.seat(table).index}
    row = [
        Button(ids.other(table.id, table.seq, "end-yes"), say("button.end_yes"), "red"),
        Button(ids.other(table.id, table.seq, "close"), say("button.back")),
    ]
    await act.reply.show(Screen(say("end.sure_alone" if alone else "end.sure"), rows=[row], tone="red"))


@on("v", "yes")
async def agreed(act: Act) -> None:
    await _pressed(act, True)


@on("v", "no")
async def declined(act: Act) -> None:
    await _pressed(act, False)


async def _pressed(act: Act, yes: bool) -> None:
    """The message of the vote shows the answer itself; elsewhere it is said."""
    assert act.id is not None
    answered, on = await _answer(act, act.id.number, yes), act.interaction.message
    if on is not None and on.id != answered.message_id:
        await act.reply.show(_thanks(act, yes))


def _thanks(act: Act, yes: bool) -> Screen:
    return Screen(act.voice()("vote.thanks_yes" if yes else "vote.thanks_no"))


async def vote(act: Act, answer: str) -> None:
    """`/game vote`."""
    table = await act.table()
    open_vote = act.app.tables.vote_open_at(table.id)
    if open_vote is None:
        raise ServiceError("no_vote")
    await _answer(act, open_vote.id, answer == "yes")
    await act.reply.show(_thanks(act, answer == "yes"))


async def _answer(act: Act, vote_id: int, yes: bool) -> Vote:
    known = await act.app.tables.get_vote(vote_id)
    if known is None:
        raise ServiceError("vote_no_say")
    act.at = act.app.tables.get(known.table_id)
    return await act.app.tables.answer(vote_id, act.user_id, yes, act=act.key)


# --- resigning ---------------------------------------------------------------------------------------------------


async def resign(act: Act) -> None:
    """`/game resign`: asks once more."""
    table = await act.table()
    seat = owned(table, act.user_id)
    if table.status == "lobby":
        raise ServiceError("paused_lobby")
    if not table.open:
        raise ServiceError("game_over")
    say = act.voice(table)
    key = "sure_two" if len(table.seats) == 2 else "sure" if any(s != seat for s in table.humans) else "sure_last"
    text = say(f"resign.{key}")
    row = [
        Button(ids.other(table.id, table.seq, "resign-yes"), say("button.resign_yes"), "red"),
        Button(ids.other(table.id, table.seq, "close"), say("button.back")),
    ]
    await act.reply.show(Screen(text, rows=[row], tone="red"))


@on("x", "resign")
async def resign_pressed(act: Act) -> None:
    await resign(act)


@on("x", "resign-yes")
async def resigned(act: Act) -> None:
    table = await act.table()
    owned(table, act.user_id)
    await act.app.tables.resign(table.id, act.user_id, act=act.key)
    await act.reply.show(Screen(act.voice()("resign.done")))


# --- commands ----------------------------------------------------------------------------------------------------


def specs(app: App) -> list[Spec]:
    say = app.voice(None, app.describing)
    why = Opt("reason", most=100)
    return [
        Spec("undo", say("cmd.game.undo"), undo, [Opt("to", type="integer", least=1), why]),
        Spec("vote", say("cmd.game.vote"), vote, [Opt("answer", required=True, choices=("yes", "no"))]),
        Spec("resign", say("cmd.game.resign"), resign),
        Spec("end", say("cmd.game.end"), end, [why]),
    ]
