"""`/game privacy`: export and deletion of the user's data, in private messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.act.commands import CommandOption, CommandSpec
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games.app import App
from cogs.screen import Button, File, Screen, ids
from service.state.model import Table

# Field names of the export that need an explanation.
EXPLAINED: Final = ("times", "you", "games", "lucky", "part", "place", "rank", "mu", "sigma", "waits", "got", "moves")
NAMED_TABLES: Final = 10  # maximum tables named before the deletion


async def run_privacy(ctx: InteractionContext, what: str) -> None:
    """`/game privacy`."""
    await ctx.reply.show(await data_export_screen(ctx) if what == "export" else forget_question_screen(ctx))


async def data_export_screen(ctx: InteractionContext) -> Screen:
    """All data of the user as a file."""
    say = ctx.voice()
    explanations = {name: say(f"privacy.file.{name}") for name in EXPLAINED}
    export = await ctx.app.tables.user_data.export_as_json(ctx.user_id, words=explanations)
    lines = [say("privacy.export")]
    if export.left_out:
        lines.append(say("privacy.left_out", n=export.left_out))
    forget = Button(ids.action_custom_id(0, 0, "privacy", "forget"), say("button.forget_me"), "red")
    return Screen("\n".join(lines), [File("my-data.json", export.data)], [[forget]])


def forget_question_screen(ctx: InteractionContext) -> Screen:
    """The consequences of the deletion, with its button."""
    say = ctx.voice()
    tables = ctx.app.tables.user_data.tables_to_leave(ctx.user_id)
    lines = [say("privacy.ask"), say("privacy.what_goes"), say("privacy.what_stays")]
    if tables:
        lines.append(say("privacy.leaves", list=say.join(_describe_affected_tables(ctx, tables))))
    if ctx.app.tables.preferences.effective_setting(ctx.user_id, "rating") == "off":
        lines.append(say("privacy.keeps_off"))
    buttons = [
        Button(ids.action_custom_id(0, 0, "privacy", "yes"), say("button.forget_me"), "red"),
        Button(ids.action_custom_id(0, 0, "privacy", "no"), say("button.keep_me")),
        Button(ids.action_custom_id(0, 0, "privacy", "export"), say("button.my_data")),
    ]
    return Screen("\n".join(lines), rows=[buttons])


def _describe_affected_tables(ctx: InteractionContext, tables: Sequence[Table]) -> list[str]:
    say = ctx.voice()
    labels = [f"{ctx.app.game_name(table.kind, ctx.language)} #{table.id}" for table in tables[:NAMED_TABLES]]
    return [*labels, say("privacy.more", n=len(tables) - NAMED_TABLES)] if len(tables) > NAMED_TABLES else labels


@on_component("x", "privacy")
async def on_privacy(ctx: InteractionContext) -> None:
    action = ctx.argument
    say = ctx.voice()
    if action == "yes":
        await ctx.app.tables.user_data.delete_user_data(ctx.user_id, ctx.person.name)
        await ctx.reply.show(Screen(say("privacy.forgotten")))
    elif action == "no":
        await ctx.reply.show(Screen(say("privacy.kept")))
    else:
        await ctx.reply.show(await data_export_screen(ctx) if action == "export" else forget_question_screen(ctx))


def privacy_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    what = CommandOption("what", "privacy", required=True, choices=("export", "forget"))
    return [CommandSpec("privacy", say("cmd.game.privacy"), run_privacy, [what])]
