"""`/game past branch`: a table that branches off a finished game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import discord

from cogs.act import hooks
from cogs.act.commands import MAX_CHOICES, CommandOption, CommandSpec, FilledOptions
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.act.table_numbers import extract_table_number
from cogs.choose.spelling import rank_matches
from cogs.games import face_for
from cogs.games.app import App
from cogs.lobby import opening
from cogs.look.game_lookup import complete_finished_game
from cogs.post import story_lines, undone_moves
from cogs.screen import Button, Screen, event_text, ids, truncate_text
from cogs.screen.turns import Turn
from service.errors import ServiceError
from service.state.model import LogEntry, Table
from service.state.readable_log import without_undone

LABEL_LENGTH: Final = 100  # characters of a completion
MAX_TABLE_DIGITS: Final = 18
MAX_ENTRY_DIGITS: Final = 9


async def resolve_finished_game(ctx: InteractionContext, game: str | None = None) -> Table:
    """The finished game of the button, the named one, or the last of this channel. Games of other channels are visible
    to their players only. ServiceError `past_unknown`."""
    tables = ctx.app.tables
    channel = ctx.current_channel.channel_id
    if ctx.id is not None and ctx.id.number:
        table = await tables.registry.load_table(ctx.id.number)
    elif game:
        number = extract_table_number(game)
        if not number or len(number) > MAX_TABLE_DIGITS:
            raise ServiceError("past_unknown")
        table = await _load_finished_game(ctx, int(number))
    else:
        last_finished = await tables.history.load_last_finished(channel)
        if last_finished is None:
            raise ServiceError("past_none")
        table = last_finished
    ctx.known_table = table
    if table.is_open or table.seq == 0:
        raise ServiceError("not_over")
    return table


async def _load_finished_game(ctx: InteractionContext, number: int) -> Table:
    try:
        table = await ctx.app.tables.registry.load_table(number)
    except ServiceError as error:
        if error.key == "unknown_table":
            raise ServiceError("past_unknown") from error
        raise
    if table.home.channel_id != ctx.current_channel.channel_id and table.seat_of(ctx.user_id) is None:
        raise ServiceError("past_unknown")
    return table


# --- opening -----------------------------------------------------------------------------------------------------


async def run_branch(ctx: InteractionContext, at: str, game: str | None = None, where: str | None = None) -> None:
    finished = await resolve_finished_game(ctx, game)
    number = extract_table_number(at)
    if not number or len(number) > MAX_ENTRY_DIGITS:
        raise ServiceError("branch_at", text=at, most=finished.seq)
    await _open_branch(ctx, finished, int(number), where)


@on_component("x", "branch", defer="private")
async def on_branch(ctx: InteractionContext) -> None:
    """From a log entry: explains branches before a table is opened."""
    finished = await resolve_finished_game(ctx)
    at = ctx.argument_number
    await ctx.app.tables.branches.read_branch_position(finished, at)
    say = ctx.voice(finished)
    here, thread = (
        ids.action_custom_id(finished.id, finished.seq, verb, str(at)) for verb in ("branch-here", "branch-thread")
    )
    buttons = [Button(here, say("button.branch_here"), "green")]
    if isinstance(ctx.interaction.channel, discord.TextChannel):
        buttons.append(Button(thread, say("button.branch_thread")))
    await ctx.reply.show(Screen(say("branch.asked", of=finished.id, at=at), rows=[buttons]))


@on_component("x", "branch-here")
@on_component("x", "branch-thread")
async def on_branch_confirmed(ctx: InteractionContext) -> None:
    where = "thread" if ctx.verb == "branch-thread" else "here"
    await _open_branch(ctx, await resolve_finished_game(ctx), ctx.argument_number, where)


async def _open_branch(ctx: InteractionContext, finished: Table, at: int, where: str | None) -> None:
    tables = ctx.app.tables
    if ctx.interaction.guild_id is None:
        raise ServiceError("branch_direct")
    await tables.branches.read_branch_position(finished, at)  # before a thread is created
    with _explain_taken_channel(finished):
        place = await opening.prepare_channel(ctx, finished.kind, where)
        table, _ = await tables.branches.open_branch(
            finished.id,
            at,
            place.home,
            ctx.person,
            thread=place.opens_thread_later,
            tidy=place.tidies_messages,
            act=ctx.interaction_key,
        )
    ctx.known_table = table
    await place.rename_thread(ctx, table)
    ctx.app.warm_up_renderer(finished.kind)
    say = ctx.voice(table)
    buttons = [Button(ids.lobby_custom_id(table.id, "machine"), say("button.machine"))]
    lines = [say("branch.opened", of=finished.id, at=at), *place.describe_notes(say)]
    await ctx.reply.show(Screen("\n".join(lines), rows=[buttons]))


@contextmanager
def _explain_taken_channel(finished: Table) -> Iterator[None]:
    """Turns errors about a taken channel into `branch_taken`."""
    try:
        yield
    except ServiceError as error:
        if error.key not in hooks.CHANNEL_TAKEN_KEYS:
            raise
        raise ServiceError("branch_taken", game=error.params["game"], id=error.params["id"], of=finished.id) from error


# --- completion --------------------------------------------------------------------------------------------------


def _last_branchable_entry(table: Table, history: Sequence[LogEntry]) -> int:
    """The last entry after which the game goes on."""
    moves = [entry.seq for entry in without_undone(history) if entry.kind == "move"]
    over = table.game is not None and table.state is not None and table.game.over(table.state)
    return moves[-1] - 1 if over and moves else table.seq


async def complete_branch_entry(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    """The ends of turns, newest first: entry number and story of the turn."""
    table = await resolve_finished_game(ctx, filled.get("game"))
    say = ctx.app.voice(table, ctx.language, plain=True)
    history = await ctx.load_readable_log(table)
    moves = undone_moves.describe_undone_entries(table, history, None, say)
    turns = story_lines.turns_since(face_for(table.kind), history, 0)
    last_entry = _last_branchable_entry(table, history)
    branchable = [turn for turn in reversed(turns) if 1 <= turn.last_entry <= last_entry]

    def describe_turn(turn: Turn) -> str:
        sentences = [event_text.describe_event(event, say, moves) for event in turn.events if event.seats is None]
        first, last = turn.entry_before + 1, turn.last_entry  # the story starts with the first entry
        number = say("branch.entries", first=first, last=last) if first < last else str(last)
        return truncate_text(say("look.moment_choice", n=number, story=" ".join(filter(None, sentences))), LABEL_LENGTH)

    typed_text = typed.strip()
    turn_ends = list(dict.fromkeys(str(turn.last_entry) for turn in branchable))
    turn_by_end = {str(turn.last_entry): turn for turn in reversed(branchable)}
    numbers = [number for number in turn_ends if number.startswith(typed_text)]
    if not numbers:  # a text: search the stories
        stories = {number: describe_turn(turn_by_end[number]) for number in turn_ends}
        numbers = rank_matches(turn_ends, typed_text, lambda number: (stories[number],))
    return [(describe_turn(turn_by_end[number]), number) for number in numbers[: MAX_CHOICES + 1]]


def branch_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    return [
        CommandSpec(
            "branch",
            say("cmd.past.branch"),
            run_branch,
            [
                CommandOption("at", "branch_at", required=True, complete=complete_branch_entry),
                CommandOption("game", "past_game", complete=complete_finished_game),
                CommandOption("where", choices=("here", "thread")),
            ],
            group="past",
        )
    ]
