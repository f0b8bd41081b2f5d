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
from cogs.act.context import Act, Program, form_fields, selected_people
from cogs.act.redelivery import lost
from cogs.act.router import Defer, Handler, Presses
from cogs.screen import Screen, ids, late_pictures
from cogs.screen.reply import Reply
from cogs.screen.retry import Gone, Lost
from rules.core import RulesError
from service.errors import Played, ServiceError, Stale

log = logging.getLogger(__name__)


class Routed(Program, Protocol):
    """A program that knows which handler answers an id."""

    @property
    def presses(self) -> Presses: ...


async def pressed(app: Routed, interaction: discord.Interaction[Any]) -> None:
    """A button, a select, or the window of a form."""
    data: Mapping[str, Any] = interaction.data or {}
    custom_id = ids.read(str(data.get("custom_id", "")))
    found = app.presses.find(custom_id)
    defer: Defer = "update" if found is None else found.defer
    if defer == "form" and interaction.type is discord.InteractionType.modal_submit:
        defer = "update"  # the window itself comes back: it cannot be answered by another one
    reply = Reply(interaction)
    chosen = tuple(data.get("values", ()))
    people = selected_people(chosen, data.get("resolved", {}))
    act = Act(app, interaction, reply, custom_id, chosen, form_fields(data.get("components", ())), people)
    await run(act, unknown if found is None else found.run, defer)


async def unknown(act: Act) -> None:
    """An id of no family: of a version long gone, or forged."""
    raise ServiceError("stale")


async def run(act: Act, handler: Handler, defer: Defer) -> None:
    """Defer at once, call, and say in words whatever is raised."""
    with act.app.under_way(act):
        private = defer == "private" or (defer == "below" and act.reply.stays)
        if defer != "form" and not await _acknowledged(act, private=private):
            return
        async with act.app.gate.work(waits=defer != "form"):
            await _carried_out(act, handler)


async def _acknowledged(act: Act, *, private: bool) -> bool:
    try:
        async with act.app.gate.first():
            await act.reply.defer(private=private)
        if (replaced := act.reply.replaces) is not None:
            act.app.answering.take(replaced, act.key)
    except Exception as error:
        await refuse(act, error)
        return False
    return True


async def _carried_out(act: Act, handler: Handler) -> None:
    late_pictures.begin()
    try:
        await act.app.tables.seen(act.person)
        await hooks.came(act)
        act.unsaid = act.app.unsaid.take(act.user_id)
        if act.unsaid:
            act.reply.before = act.app.voice(None, act.language)("error.unsaid", text=act.unsaid)
        try:
            await handler(act)
        except ServiceError as error:
            if not await hooks.room_made(act, error):
                raise
            await handler(act)
        await act.reply.close()
        await _news(act)
        hooks.afterwards(act)
    except Exception as error:
        await refuse(act, error)
    pressed = act.interaction.message
    if pressed is None or not pressed.flags.ephemeral:  # typed, or an old button: the newest message may be gone
        act.look_after()
    if act.reply.before:  # there was nothing to say it above
        act.app.unsaid.keep(act.user_id, act.key, act.unsaid)


async def _news(act: Act) -> None:
    """Below the answer, once: that direct messages do not reach whoever acts, and what they had prepared in vain. What
    fails here hurts no answer."""
    if act.reply.spoken and await act.app.tables.letters.said(act.user_id):
        with suppress(discord.HTTPException, Gone, Lost):
            await act.reply.more(Screen(act.app.voice(None, act.language)("error.dm_closed")))
    if act.reply.spoken and act.app.tables.programmes.news(act.user_id):
        with suppress(discord.HTTPException, Gone, Lost):
            await conditional_moves.tell(act)


async def refuse(act: Act, error: BaseException) -> None:
    """Answer an error privately. Whatever happens here, nothing is raised."""
    if act.app.under_way.left:  # what it met is that we have stopped
        log.info("stopped before an act was answered (%(kind)s)", {"kind": type(error).__name__})
        return
    with suppress(Exception):
        hooks.afterwards(act)
    try:
        if isinstance(error, (Gone, Lost)):
            await _unanswered(act, error)
            return
        act.outcome = "refused"
        if isinstance(error, (RulesError, ServiceError)):
            screen = await errors.explain(act, error)
        elif isinstance(error, discord.HTTPException) and error.code in errors.NO_RIGHT:
            screen = await errors.explain(act, errors.no_right(act, "send_messages"))
        elif (said := await storage_errors.said(act, error)) is not None:
            screen = errors.again(act, said)
        else:
            screen = report(act, error)
        await act.reply.show(screen)
        if isinstance(error, (Stale, Played)):
            act.look_after()
    except (Gone, Lost) as failed:
        await _unanswered(act, failed)
    except discord.HTTPException as failed:
        act.outcome = "lost"
        log.warning("a refusal could not be delivered (code %(code)d)", {"code": failed.code})
    except Exception as second:
        report(act, second)


async def _unanswered(act: Act, error: Gone | Lost) -> None:
    """Whoever acted was not answered. What they did is done, or was never begun: no error of ours."""
    act.outcome = "lost"
    if isinstance(error, Gone):
        log.info("an interaction is gone (code %(code)s)", {"code": error})
    else:
        log.warning("an answer did not arrive (%(why)s)", {"why": error})
    await lost(act, later=isinstance(error, Lost))


def report(act: Act, error: BaseException) -> Screen:
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
            "where": whence(error),
        },
    )
    return errors.internal(act, code)


def whence(error: BaseException) -> str:
    """Through which lines of which files it came."""
    return "; ".join(f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__))
