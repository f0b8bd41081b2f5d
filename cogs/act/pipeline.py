"""The pipeline of every interaction: acknowledge, run the handler, answer errors."""

from __future__ import annotations

import logging
import secrets
import traceback
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Protocol

import discord

from cogs.act import conditional_moves, errors, hooks, storage_errors
from cogs.act.context import InteractionApp, InteractionContext, form_fields, selected_people
from cogs.act.redelivery import keep_lost_answer
from cogs.act.router import ComponentRouter, Defer, Handler
from cogs.screen import Screen, ids, late_pictures
from cogs.screen.reply import Reply
from cogs.screen.retry import AnswerLost, InteractionGone
from rules.core import RulesError
from service.errors import AlreadyPlayed, ServiceError, Stale

log = logging.getLogger(__name__)


class Routed(InteractionApp, Protocol):
    """An app with a component router."""

    @property
    def component_router(self) -> ComponentRouter: ...


async def handle_component(app: Routed, interaction: discord.Interaction[Any]) -> None:
    """Handle a press of a button, a select or a submitted form."""
    data: Mapping[str, Any] = interaction.data or {}
    custom_id = ids.parse_custom_id(str(data.get("custom_id", "")))
    handler = app.component_router.find_handler(custom_id)
    defer: Defer = "update" if handler is None else handler.defer
    if defer == "form" and interaction.type is discord.InteractionType.modal_submit:
        defer = "update"  # Discord does not allow a form as the answer to a form
    reply = Reply(interaction)
    chosen = tuple(data.get("values", ()))
    chosen_users = selected_people(chosen, data.get("resolved", {}))
    ctx = InteractionContext(
        app, interaction, reply, custom_id, chosen, form_fields(data.get("components", ())), chosen_users
    )
    await run(ctx, refuse_unknown_id if handler is None else handler.run, defer)


async def refuse_unknown_id(ctx: InteractionContext) -> None:
    """For unknown custom ids, of an old version or forged."""
    raise ServiceError("stale")


async def run(ctx: InteractionContext, handler: Handler, defer: Defer) -> None:
    """Acknowledge, run `handler`, and answer whatever it raises."""
    with ctx.app.in_flight(ctx):
        private = defer == "private" or (defer == "below" and ctx.reply.is_permanent)
        if defer != "form" and not await _try_acknowledge(ctx, private=private):
            return
        async with ctx.app.gate.handling(waits=defer != "form"):
            await _execute_handler(ctx, handler)


async def _try_acknowledge(ctx: InteractionContext, *, private: bool) -> bool:
    try:
        async with ctx.app.gate.acknowledging():
            await ctx.reply.defer(private=private)
        if (replaced := ctx.reply.replaced_message_id) is not None:
            ctx.app.latest_answers.set_latest(replaced, ctx.interaction_key)
    except Exception as error:
        await reply_with_error(ctx, error)
        return False
    return True


async def _execute_handler(ctx: InteractionContext, handler: Handler) -> None:
    """Run the handler, answer its errors, and do what is due after every interaction."""
    late_pictures.collect_late_pictures()
    try:
        await ctx.app.tables.known_people.record_name_and_time(ctx.person)
        await hooks.mark_present(ctx)
        ctx.undelivered_text = ctx.app.lost_answers.take_text(ctx.user_id)
        if ctx.undelivered_text:
            ctx.reply.text_above = ctx.app.voice(None, ctx.language)("error.unsaid", text=ctx.undelivered_text)
        try:
            await handler(ctx)
        except ServiceError as error:
            if not await hooks.retry_after_cleanup(ctx, error):
                raise
            await handler(ctx)
        await ctx.reply.close()
        await _send_pending_notices(ctx)
        hooks.after_interaction(ctx)
    except Exception as error:
        await reply_with_error(ctx, error)
    pressed = ctx.interaction.message
    if pressed is None or not pressed.flags.ephemeral:  # the table's public message may be deleted
        ctx.repost_table_if_deleted()
    if ctx.reply.text_above:  # no answer was shown that could have contained it
        ctx.app.lost_answers.remember(ctx.user_id, ctx.interaction_key, ctx.undelivered_text)


async def _send_pending_notices(ctx: InteractionContext) -> None:
    """Tell once, below the answer: blocked direct messages, dropped conditional moves. Ignores delivery errors."""
    if not ctx.reply.is_answer_shown:
        return
    if await ctx.app.tables.direct_messages.should_tell_refusal_once(ctx.user_id):
        with suppress(discord.HTTPException, InteractionGone, AnswerLost):
            await ctx.reply.send_further(Screen(ctx.app.voice(None, ctx.language)("error.dm_closed")))
    if ctx.app.tables.conditional_moves.list_dropped_moves(ctx.user_id):
        with suppress(discord.HTTPException, InteractionGone, AnswerLost):
            await conditional_moves.send_dropped_moves(ctx)


async def reply_with_error(ctx: InteractionContext, error: BaseException) -> None:
    """Answer an error privately. Never raises."""
    if ctx.app.in_flight.is_shut_down:  # shutting down: the error is a consequence of that
        log.info("stopped before an act was answered (%(kind)s)", {"kind": type(error).__name__})
        return
    with suppress(Exception):
        hooks.after_interaction(ctx)
    try:
        if isinstance(error, (InteractionGone, AnswerLost)):
            await _record_unanswered(ctx, error)
            return
        ctx.outcome = "refused"
        if isinstance(error, (RulesError, ServiceError)):
            screen = await errors.refusal_screen(ctx, error)
        elif isinstance(error, discord.HTTPException) and error.code in errors.MISSING_RIGHT_CODES:
            screen = await errors.refusal_screen(ctx, errors.missing_right_error(ctx, "send_messages"))
        elif (storage_key := await storage_errors.explain_storage_error(ctx, error)) is not None:
            screen = errors.try_again_screen(ctx, storage_key)
        else:
            screen = report_failure(ctx, error)
        await ctx.reply.show(screen)
        if isinstance(error, (Stale, AlreadyPlayed)):
            ctx.repost_table_if_deleted()
    except (InteractionGone, AnswerLost) as delivery_error:
        await _record_unanswered(ctx, delivery_error)
    except discord.HTTPException as delivery_error:
        ctx.outcome = "lost"
        log.warning("a refusal could not be delivered (code %(code)d)", {"code": delivery_error.code})
    except Exception as unexpected:
        report_failure(ctx, unexpected)


async def _record_unanswered(ctx: InteractionContext, error: InteractionGone | AnswerLost) -> None:
    """Log an undelivered answer and keep it. The move is either saved or was never begun."""
    ctx.outcome = "lost"
    if isinstance(error, InteractionGone):
        log.info("an interaction is gone (code %(code)s)", {"code": error})
    else:
        log.warning("an answer did not arrive (%(why)s)", {"why": error})
    await keep_lost_answer(ctx, later=isinstance(error, AnswerLost))


def report_failure(ctx: InteractionContext, error: BaseException) -> Screen:
    """Log an unexpected error under a code, without user input or hidden cards; returns the message with the code."""
    code = secrets.token_hex(3)
    table = ctx.known_table
    ctx.outcome = "failed"
    log.error(
        "E60 %(number)s at table %(table)s, seq %(entry)s: %(kind)s at %(where)s",
        {
            "number": code,
            "table": table.id if table else None,
            "entry": table.seq if table else None,
            "kind": type(error).__name__,
            "where": describe_traceback(error),
        },
    )
    return errors.internal_error_screen(ctx, code)


def describe_traceback(error: BaseException) -> str:
    """File, line and function of each frame, without values."""
    return "; ".join(f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__))
