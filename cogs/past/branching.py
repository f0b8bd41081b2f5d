"""`/game past branch`: a table that begins in the middle of a game that is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import discord

from cogs.act import hooks
from cogs.act.commands import MOST, Filled, Opt, Spec
from cogs.act.context import Act
from cogs.act.router import on
from cogs.act.table_numbers import numbered
from cogs.choose.spelling import ranked
from cogs.games import face
from cogs.games.app import App
from cogs.lobby import opening
from cogs.look.game_lookup import complete_past
from cogs.post import story_lines, undone_moves
from cogs.screen import Button, Screen, cut, event_text, ids, pages
from cogs.screen.turns import Turn
from service.errors import ServiceError
from service.state.model import Entry, Table
from service.state.readable_log import without_undone

SHOWN: Final = 100  # letters of a line that completes


async def former(act: Act, game: str | None = None) -> Table:
    """The game that is over: of the button, else the one named, else the last of this channel. Others than those of
    this channel are known to who sat there alone."""
    tables = act.app.tables
    channel = act.home.channel_id
    if act.id is not None and act.id.number:
        found = await tables.load(act.id.number)
    elif game:
        number = numbered(game)
        if not number or len(number) > 18:
            raise ServiceError("past_unknown")
        found = await _named(act, int(number))
    else:
        last = await tables.history.last_finished(channel)
        if last is None:
            raise ServiceError("past_none")
        found = last
    act.at = found
    if found.open or found.seq == 0:
        raise ServiceError("not_over")
    return found


async def _named(act: Act, number: int) -> Table:
    try:
        found = await act.app.tables.load(number)
    except ServiceError as error:
        if error.key == "unknown_table":
            raise ServiceError("past_unknown") from error
        raise
    if found.home.channel_id != act.home.channel_id and found.seat_of(act.user_id) is None:
        raise ServiceError("past_unknown")
    return found


# --- opening -----------------------------------------------------------------------------------------------------


async def run_branch(act: Act, at: str, game: str | None = None, where: str | None = None) -> None:
    old = await former(act, game)
    number = numbered(at)
    if not number or len(number) > 9:
        raise ServiceError("branch_at", text=at, most=old.seq)
    await _open(act, old, int(number), where)


@on("x", "branch", defer="private")
async def press_branch(act: Act) -> None:
    """From a moment of the log: what it means, before a table is opened."""
    old = await former(act)
    at = pages.number(act.id.argument if act.id else "")
    await act.app.tables.branches.position(old, at)
    say = act.voice(old)
    row = [
        Button(ids.other(old.id, old.seq, "branch-here", str(at)), say("button.branch_here"), "green"),
        Button(ids.other(old.id, old.seq, "branch-thread", str(at)), say("button.branch_thread")),
    ]
    if not isinstance(act.interaction.channel, discord.TextChannel):
        del row[1:]
    await act.reply.show(Screen(say("branch.asked", of=old.id, at=at), rows=[row]))


@on("x", "branch-here")
async def press_here(act: Act) -> None:
    await _open(act, await former(act), pages.number(act.id.argument if act.id else ""), "here")


@on("x", "branch-thread")
async def press_thread(act: Act) -> None:
    await _open(act, await former(act), pages.number(act.id.argument if act.id else ""), "thread")


async def _open(act: Act, old: Table, at: int, where: str | None) -> None:
    tables = act.app.tables
    if act.interaction.guild_id is None:
        raise ServiceError("branch_direct")
    await tables.branches.position(old, at)  # before a thread is made for it
    with _taken(old):
        place = await opening.place(act, old.kind, where)
        table, _ = await tables.branches.open(
            old.id, at, place.home, act.person, thread=place.later, tidy=place.tidy, act=act.key
        )
    act.at = table
    await place.named(act, table)
    act.app.prepare(old.kind)
    say = act.voice(table)
    row = [Button(ids.lobby(table.id, "machine"), say("button.machine"))]
    said = [say("branch.opened", of=old.id, at=at), *place.told(say)]
    await act.reply.show(Screen("\n".join(said), rows=[row]))


@contextmanager
def _taken(old: Table) -> Iterator[None]:
    """A place that is taken, before or meanwhile, refused in the words of branches."""
    try:
        yield
    except ServiceError as error:
        if error.key not in hooks.TAKEN:
            raise
        raise ServiceError("branch_taken", game=error.params["game"], id=error.params["id"], of=old.id) from error


# --- completion --------------------------------------------------------------------------------------------------


def _most(table: Table, history: Sequence[Entry]) -> int:
    """The last entry after which something is left to be played."""
    moves = [entry.seq for entry in without_undone(history) if entry.kind == "move"]
    over = table.game is not None and table.state is not None and table.game.over(table.state)
    return moves[-1] - 1 if over and moves else table.seq


async def complete_at(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    """The ends of turns, the last first: the number of the entry, and what happened in that turn."""
    table = await former(act, filled.get("game"))
    say = act.app.voice(table, act.language, plain=True)
    history = await act.history(table)
    moves = undone_moves.named(table, history, None, say)
    turns, most = story_lines.turns_since(face(table.kind), history, 0), _most(table, history)
    found = [turn for turn in reversed(turns) if 1 <= turn.until <= most]

    def told(turn: Turn) -> str:
        said = [event_text.sentence(event, say, moves) for event in turn.events if event.seats is None]
        first, last = turn.since + 1, turn.until  # what begins is what the story begins with
        number = say("branch.entries", first=first, last=last) if first < last else str(last)
        return cut(say("look.moment_choice", n=number, story=" ".join(filter(None, said))), SHOWN)

    wanted = typed.strip()
    ends = list(dict.fromkeys(str(turn.until) for turn in found))
    last = {str(turn.until): turn for turn in reversed(found)}
    numbers = [number for number in ends if number.startswith(wanted)]
    if not numbers:  # words: every turn is told
        words = {number: told(last[number]) for number in ends}
        numbers = ranked(ends, wanted, lambda number: (words[number],))
    return [(told(last[number]), number) for number in numbers[: MOST + 1]]


def specs(app: App) -> list[Spec]:
    say = app.voice(None, app.describing)
    return [
        Spec(
            "branch",
            say("cmd.past.branch"),
            run_branch,
            [
                Opt("at", "branch_at", required=True, complete=complete_at),
                Opt("game", "past_game", complete=complete_past),
                Opt("where", choices=("here", "thread")),
            ],
            group="past",
        )
    ]
