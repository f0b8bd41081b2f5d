"""Conditional moves in words, for their owners only, with reasons for dropped ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cogs.act import errors
from cogs.games import face_for
from cogs.games.move_texts import describe_move as sentence_of
from cogs.games.move_texts import describe_value, join_counted, key_family
from cogs.screen import Button, Screen, ids
from rules.core import Phrase, RulesError
from rules.core.conditional_moves import move_line_of_token, parse_conditional_move
from service.errors import ServiceError
from service.state.model import SavedConditionalMove, Table
from service.state.undo_restore import is_restored_notice
from words import Voice

if TYPE_CHECKING:
    from cogs.act.context import InteractionContext


def conditional_move_buttons(table: Table, say: Voice) -> list[Button]:
    """The button to the form of conditional moves. Depends on the game only, so its presence reveals nothing."""
    if table.game is None or not table.game.plans:
        return []
    return [Button(ids.action_custom_id(table.id, table.seq, "prepare"), say("button.prepare"))]


def describe_move_token(say: Voice, table: Table, part: str, token: str) -> str:
    """A token of a conditional move, as it stands in a sentence."""
    key = f"{key_family(table.kind)}.programme_token.{token}"
    if say.has(key):
        return say(key)
    line = move_line_of_token(token)
    if line:
        return sentence_of(say, face_for(table.kind), table, line)
    return describe_value(say, face_for(table.kind), table, part, token)


def describe_conditional_move(say: Voice, table: Table, text: str) -> str:
    """A conditional move in words; its text if this version cannot parse it."""
    plans = table.game.plans if table.game is not None else {}
    try:
        move = parse_conditional_move(text)
    except ValueError:
        return text
    plan = plans.get(move.kind)
    if plan is None or len(plan.part_names) != len(move.parts):
        return text
    parts = {
        name: _describe_choices(say, table, name, tokens)
        for name, tokens in zip(plan.part_names, move.parts, strict=True)
    }
    return say(f"{key_family(table.kind)}.programme.{move.kind}", n=move.when, **parts)


def _describe_choices(say: Voice, table: Table, name: str, tokens: Sequence[str]) -> str:
    """The tokens in order of preference; cards of a trade are counted."""
    if not tokens:
        return say("prepare.open")
    if say.has(f"{key_family(table.kind)}.programme_part.{name}"):
        names = [describe_value(say, face_for(table.kind), table, name, token) for token in tokens]
        return join_counted(say, table.kind, name, names)
    sentences = [describe_move_token(say, table, name, token) for token in tokens]
    text = sentences[0]
    for sentence in sentences[1:]:
        text = say("prepare.then", so_far=text, item=sentence)
    return text


def describe_drop_reason(ctx: InteractionContext, table: Table, phrase: Phrase) -> str:
    return errors.describe_refusal(ctx, table, RulesError(phrase.key, **phrase.params))


def _describe_dropped(ctx: InteractionContext, table: Table, saved_move: SavedConditionalMove, say: Voice) -> str:
    assert saved_move.dropped is not None
    move_text = describe_conditional_move(say, table, saved_move.text)
    if is_restored_notice(saved_move):
        return say("prepare.again", id=table.id, text=move_text)
    reason = describe_drop_reason(ctx, table, saved_move.dropped)
    return say("prepare.dropped", id=table.id, text=move_text, reason=reason)


async def send_dropped_moves(ctx: InteractionContext) -> None:
    """Tell dropped conditional moves in a separate private message, once."""
    news = ctx.app.tables.conditional_moves.list_dropped_moves(ctx.user_id)
    lines: list[str] = []
    buttons: list[Button] = []
    for listed_table, saved_move in news:
        try:
            table = await ctx.app.tables.registry.load_table(listed_table.id)
        except ServiceError:  # unreadable by this version; its host has been informed
            continue
        say = ctx.voice(table)
        lines.append(_describe_dropped(ctx, table, saved_move, say))
        buttons = conditional_move_buttons(table, say)
    if lines:
        await ctx.reply.send_further(Screen("\n".join(lines), rows=[buttons]))
    await ctx.app.tables.conditional_moves.delete_told_moves(news)
