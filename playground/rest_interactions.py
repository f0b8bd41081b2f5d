"""Routes of interactions: the first response within three seconds, then the token's routes for fifteen minutes."""

from __future__ import annotations

import time

from playground import errors, limits
from playground.messages import fill_deferred, fill_message, new_message, publish_message, remove_message
from playground.model import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    EPHEMERAL,
    LOADING,
    MODAL_SUBMIT,
    Interaction,
    Json,
    Message,
)
from playground.rest import Call, route
from playground.rest_messages import check_and_apply_edit, json_for_bot, record_old_edit

FIRST_ANSWER = 3.0
TOKEN_LIFE = 900.0

PONG, SAY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
ALLOWED: dict[int, tuple[int, ...]] = {
    COMMAND: (SAY, DEFER, MODAL),
    COMPONENT: (SAY, DEFER, DEFER_UPDATE, UPDATE, MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL_SUBMIT: (SAY, DEFER),
}
HOOK = "/webhooks/{webhook_id}/{webhook_token}"


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", token=False)
def answer_interaction(call: Call) -> Json | None:
    world = call.world
    act = world.interactions.get(call.id("interaction_id"))
    if act is None or act.token != call.params["interaction_token"]:
        raise errors.unknown_interaction()
    if act.answer is not None:
        raise errors.already_answered()
    if act.expired or world.now() - act.at > FIRST_ANSWER:
        raise errors.unknown_interaction()
    if act.channel_id not in world.channels:
        raise errors.unknown_channel()
    body = call.json
    kind = int(body.get("type") or 0)
    data: Json = body.get("data") or {}
    allowed = ALLOWED[act.kind]
    if act.kind == MODAL_SUBMIT and act.opener_kind == COMPONENT:
        allowed = (*allowed, DEFER_UPDATE, UPDATE)
    if kind not in allowed:
        words = f"Value must be one of {set(allowed)}."
        call.judge([errors.Problem("type", "BASE_TYPE_CHOICES", words)])
    call.judge(
        _prefix_problems(limits.check_interaction_response(kind, data, call.uploads, _source_message(call, act)))
    )
    message = _carry_out(call, act, kind, data)
    act.answer = kind
    act.answered_after = time.monotonic() - act.started
    world.tell("answer", act.channel_id, act)
    if call.query.get("with_response", "").lower() not in ("1", "true"):
        return None
    return _callback_json(call, act, message)


def _prefix_problems(problems: list[errors.Problem]) -> list[errors.Problem]:
    return [errors.Problem(f"data.{p.where}" if p.where else "data", p.code, p.words) for p in problems]


def _source_message(call: Call, act: Interaction) -> Message | None:
    return call.world.find_message(act.message_id) if act.message_id is not None else None


def _carry_out(call: Call, act: Interaction, kind: int, data: Json) -> Message | None:
    world = call.world
    if kind in (SAY, DEFER):
        message = _new_response(call, act, bool(int(data.get("flags") or 0) & EPHEMERAL))
        if kind == DEFER:
            message.flags |= LOADING
            act.unfilled = True
        else:
            if limits.is_empty_message(data, call.uploads):
                raise errors.empty_message()
            fill_message(world, message, data, call.uploads, parse=("users",))
        act.original_id = message.id
        act.made.append(message.id)
        return publish_message(world, message)
    if kind in (DEFER_UPDATE, UPDATE):
        source = _source_message(call, act)
        act.original_id = act.message_id
        if kind == UPDATE:
            if source is None:
                raise errors.unknown_message()
            record_old_edit(call, source, counted=False)
            check_and_apply_edit(call, source, data)
        return source
    if kind == CHOICES:
        act.choices = list(data.get("choices") or [])
    elif kind == MODAL:
        act.modal = data
    return None


def _new_response(call: Call, act: Interaction, ephemeral: bool) -> Message:
    world = call.world
    message = new_message(world, world.channels[act.channel_id], world.bot.id)
    message.interaction = act.id
    message.interaction_user = act.user_id
    message.interaction_kind = act.kind
    message.kind = 20 if act.kind == COMMAND else 0
    message.command = "/" + act.label() if act.kind == COMMAND else None
    if ephemeral:
        message.only_for = act.user_id
    return message


def _callback_json(call: Call, act: Interaction, message: Message | None) -> Json:
    out: Json = {"interaction": {"id": str(act.id), "type": act.kind}}
    resource: Json = {"type": act.answer}
    if message is not None:
        out["interaction"]["response_message_id"] = str(message.id)
        out["interaction"]["response_message_loading"] = message.loading
        out["interaction"]["response_message_ephemeral"] = message.only_for is not None
        if act.answer in (SAY, UPDATE, DEFER):
            resource["message"] = json_for_bot(call, message)
    if act.answer in (SAY, DEFER, DEFER_UPDATE, UPDATE):
        out["resource"] = resource
    return out


# The token after the first response


def interaction_of(call: Call) -> Interaction:
    act = call.world.tokens.get(call.params["webhook_token"])
    if act is None or call.id("webhook_id") != call.world.bot.id:
        raise errors.unknown_webhook()
    if act.expired or call.world.now() - act.at > TOKEN_LIFE:
        raise errors.dead_token()
    if act.answer is None:
        raise errors.unknown_webhook()
    return act


def _count_token_use(call: Call, act: Interaction) -> None:
    act.used += 1
    call.world.tell("answer", act.channel_id, act)


def _response_of(call: Call, act: Interaction, number: int | None) -> Message:
    message = call.world.find_message(number) if number is not None else None
    if message is None or (number not in act.made and number != act.original_id):
        raise errors.unknown_message()
    return message


@route("POST", HOOK, token=False)
def follow_up(call: Call) -> Json:
    act = interaction_of(call)
    body = call.json
    call.judge(limits.check_new_message(body, call.uploads, webhook=True))
    if limits.is_empty_message(body, call.uploads):
        raise errors.empty_message()
    if act.channel_id not in call.world.channels:
        raise errors.unknown_channel()
    if act.unfilled:
        # The first follow-up fills the "thinking" message, regardless of its own ephemeral flag.
        message = _response_of(call, act, act.original_id)
        act.unfilled = False
        fill_deferred(call.world, message, body, call.uploads)
    else:
        message = _new_response(call, act, bool(int(body.get("flags") or 0) & EPHEMERAL))
        message.kind, message.command = 0, None
        fill_message(call.world, message, body, call.uploads, parse=("users",))
        act.made.append(message.id)
        publish_message(call.world, message)
    _count_token_use(call, act)
    return json_for_bot(call, message)


def _edit_response(call: Call, act: Interaction, number: int | None) -> Json:
    message = _response_of(call, act, number)
    channel = call.world.channels.get(message.channel_id)
    if channel is not None and channel.thread and channel.archived:
        raise errors.thread_archived()
    record_old_edit(call, message, counted=False)
    if message.loading:
        call.judge(limits.check_new_message(call.json, call.uploads, webhook=True, editing=True))
        if limits.is_empty_message(call.json, call.uploads):
            raise errors.empty_message()
        act.unfilled = False
        fill_deferred(call.world, message, call.json, call.uploads)
        out = json_for_bot(call, message)
    else:
        out = check_and_apply_edit(call, message)
    _count_token_use(call, act)
    return out


@route("GET", HOOK + "/messages/@original", token=False)
def get_original(call: Call) -> Json:
    act = interaction_of(call)
    return json_for_bot(call, _response_of(call, act, act.original_id))


@route("PATCH", HOOK + "/messages/@original", token=False)
def edit_original(call: Call) -> Json:
    act = interaction_of(call)
    return _edit_response(call, act, act.original_id)


@route("DELETE", HOOK + "/messages/@original", token=False)
def delete_original(call: Call) -> None:
    act = interaction_of(call)
    remove_message(call.world, _response_of(call, act, act.original_id))
    act.unfilled = False
    _count_token_use(call, act)


@route("GET", HOOK + "/messages/{message_id}", token=False)
def get_follow_up(call: Call) -> Json:
    return json_for_bot(call, _response_of(call, interaction_of(call), call.id("message_id")))


@route("PATCH", HOOK + "/messages/{message_id}", token=False)
def edit_follow_up(call: Call) -> Json:
    return _edit_response(call, interaction_of(call), call.id("message_id"))


@route("DELETE", HOOK + "/messages/{message_id}", token=False)
def delete_follow_up(call: Call) -> None:
    act = interaction_of(call)
    remove_message(call.world, _response_of(call, act, call.id("message_id")))
    _count_token_use(call, act)
