"""The one path of every interaction: acknowledge, run its handler, and say in words whatever is refused or fails."""

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
from service.errors import Played, ServiceError, Stale

log = logging.getLogger(__name__)


class Routed(InteractionApp, Protocol):
    """A program that knows which handler answers an id."""

    @property
    def presses(self) -> ComponentRouter: ...


async def handle_component(app: Routed, interaction: discord.Interaction[Any]) -> None:
    """A button, a select, or the window of a form."""
    data: Mapping[str, Any] = interaction.data or {}
    custom_id = ids.parse_custom_id(str(data.get("custom_id", "")))
    found = app.presses.find(custom_id)
    defer: Defer = "update" if found is None else found.defer
    if defer == "form" and interaction.type is discord.InteractionType.modal_submit:
        defer = "update"  # the window itself comes back: it cannot be answered by another one
    reply = Reply(interaction)
    chosen = tuple(data.get("values", ()))
    people = selected_people(chosen, data.get("resolved", {}))
    act = InteractionContext(
        app, interaction, reply, custom_id, chosen, form_fields(data.get("components", ())), people
    )
    await run(act, refuse_unknown_id if found is None else found.run, defer)


async def refuse_unknown_id(act: InteractionContext) -> None:
    """An id of no family: of a version long gone, or forged."""
    raise ServiceError("stale")


async def run(act: InteractionContext, handler: Handler, defer: Defer) -> None:
    """Defer at once, call, and say in words whatever is raised."""
    with act.app.under_way(act):
        private = defer == "private" or (defer == "below" and act.reply.stays)
        if defer != "form" and not await _try_acknowledge(act, private=private):
            return
        async with act.app.gate.work(waits=defer != "form"):
            await _execute_handler(act, handler)


async def _try_acknowledge(act: InteractionContext, *, private: bool) -> bool:
    try:
        async with act.app.gate.first():
            await act.reply.defer(private=private)
        if (replaced := act.reply.replaces) is not None:
            act.app.answering.take(replaced, act.key)
    except Exception as error:
        await reply_with_error(act, error)
        return False
    return True


async def _execute_handler(act: InteractionContext, handler: Handler) -> None:
    late_pictures.collect_late_pictures()
    try:
        await act.app.tables.seen(act.person)
        await hooks.mark_present(act)
        act.unsaid = act.app.unsaid.take(act.user_id)
        if act.unsaid:
            act.reply.before = act.app.voice(None, act.language)("error.unsaid", text=act.unsaid)
        try:
            await handler(act)
        except ServiceError as error:
            if not await hooks.retry_after_cleanup(act, error):
                raise
            await handler(act)
        await act.reply.close()
        await _send_pending_notices(act)
        hooks.after_interaction(act)
    except Exception as error:
        await reply_with_error(act, error)
    pressed = act.interaction.message
    if pressed is None or not pressed.flags.ephemeral:  # typed, or an old button: the newest message may be gone
        act.look_after()
    if act.reply.before:  # there was nothing to say it above
        act.app.unsaid.keep(act.user_id, act.key, act.unsaid)


async def _send_pending_notices(act: InteractionContext) -> None:
    """Below the answer, once: that direct messages do not reach whoever acts, and what they had prepared in vain. What
    fails here hurts no answer."""
    if act.reply.spoken and await act.app.tables.letters.said(act.user_id):
        with suppress(discord.HTTPException, InteractionGone, AnswerLost):
            await act.reply.more(Screen(act.app.voice(None, act.language)("error.dm_closed")))
    if act.reply.spoken and act.app.tables.programmes.news(act.user_id):
        with suppress(discord.HTTPException, InteractionGone, AnswerLost):
            await conditional_moves.tell_dropped_moves(act)


async def reply_with_error(act: InteractionContext, error: BaseException) -> None:
    """Answer an error privately. Whatever happens here, nothing is raised."""
    if act.app.under_way.left:  # what it met is that we have stopped
        log.info("stopped before an act was answered (%(kind)s)", {"kind": type(error).__name__})
        return
    with suppress(Exception):
        hooks.after_interaction(act)
    try:
        if isinstance(error, (InteractionGone, AnswerLost)):
            await _record_unanswered(act, error)
            return
        act.outcome = "refused"
        if isinstance(error, (RulesError, ServiceError)):
            screen = await errors.refusal_screen(act, error)
        elif isinstance(error, discord.HTTPException) and error.code in errors.NO_RIGHT:
            screen = await errors.refusal_screen(act, errors.missing_right_error(act, "send_messages"))
        elif (said := await storage_errors.explain_storage_error(act, error)) is not None:
            screen = errors.try_again_screen(act, said)
        else:
            screen = report_failure(act, error)
        await act.reply.show(screen)
        if isinstance(error, (Stale, Played)):
            act.look_after()
    except (InteractionGone, AnswerLost) as failed:
        await _record_unanswered(act, failed)
    except discord.HTTPException as failed:
        act.outcome = "lost"
        log.warning("a refusal could not be delivered (code %(code)d)", {"code": failed.code})
    except Exception as second:
        report_failure(act, second)


async def _record_unanswered(act: InteractionContext, error: InteractionGone | AnswerLost) -> None:
    """Whoever acted was not answered. What they did is done, or was never begun: no error of ours."""
    act.outcome = "lost"
    if isinstance(error, InteractionGone):
        log.info("an interaction is gone (code %(code)s)", {"code": error})
    else:
        log.warning("an answer did not arrive (%(why)s)", {"why": error})
    await keep_lost_answer(act, later=isinstance(error, AnswerLost))


def report_failure(act: InteractionContext, error: BaseException) -> Screen:
    """Something went wrong on our side: logged with game and sequence, never with what users wrote or hold."""
    code = secrets.token_hex(3)
    table = act.at
    act.outcome = "failed"
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
    return errors.internal_error_screen(act, code)


def describe_traceback(error: BaseException) -> str:
    """Through which lines of which files it came."""
    return "; ".join(f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__))
