"""«Prepare my next move»: private screens to build conditional moves, with a tap for each item.

Every tap is saved at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from cogs.act.conditional_moves import describe_conditional_move, describe_move_token
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games.move_texts import key_family
from cogs.games.seat_view import SeatView
from cogs.screen import MAX_OPTIONS, Button, Choice, File, Row, Screen, Select, close_button, ids, split_into_rows
from cogs.turn.seat_views import require_seat_view
from render import Mark
from rules.core import ConditionalChoice, ConditionalMove, Part, View
from rules.core.conditional_moves import move_line_of_token, parse_conditional_move
from service.errors import ServiceError
from service.state.model import SavedConditionalMove, Table

MAX_BUTTONS: Final = 18  # maximum buttons of a screen; more items become selects
WIDE, HIGH = 5, 4  # buttons of a row, rows without the last
SEPARATOR: Final = "="


class PlanTap(NamedTuple):
    """The meaning of a button: put `token` at position `after` of a part."""

    kind: str
    when: int
    number: int  # number of the conditional move
    part: int = 0
    after: int = 0
    token: str = ""  # empty: cut the part there

    def __str__(self) -> str:
        return SEPARATOR.join(map(str, self))


def parse_plan_tap(text: str) -> PlanTap:
    """The tap of a custom id. ServiceError `stale`."""
    parts = text.split(SEPARATOR)
    if len(parts) != len(PlanTap._fields) or not all(word.isascii() and word.isdecimal() for word in parts[1:5]):
        raise ServiceError("stale")
    when, number, part, after = map(int, parts[1:5])
    return PlanTap(parts[0], when, number, part, after, parts[5])


@on_component("x", "prepared")
@on_component("x", "prepare", defer="private")
async def on_prepare(ctx: InteractionContext) -> None:
    await ctx.reply.show(await _prepared_screen(ctx, await ctx.find_table()))


@on_component("x", "unprepare")
async def on_delete_prepared(ctx: InteractionContext) -> None:
    """Delete one; its creation time guards against a reused number."""
    table = await ctx.find_table()
    await require_seat_view(ctx, table)
    number, _, made_at = ctx.argument.partition(SEPARATOR)
    saved = ctx.app.tables.conditional_moves.list_moves_of_user(table, ctx.user_id)
    if any((str(saved_move.number), str(saved_move.made_at)) == (number, made_at) for saved_move in saved):
        await ctx.app.tables.conditional_moves.delete_move(table.id, ctx.user_id, int(number))
    await ctx.reply.show(await _prepared_screen(ctx, await ctx.app.tables.registry.load_table(table.id)))


@on_component("x", "plan")
async def on_plan(ctx: InteractionContext) -> None:
    table = await ctx.find_table()
    seat_view = await require_seat_view(ctx, table)
    tap = parse_plan_tap(ctx.argument)
    await ctx.reply.show(
        await _conditional_move_screen(ctx, seat_view, _require_conditional_move(ctx, table, tap), tap.number)
    )


@on_component("x", "put")
async def on_put(ctx: InteractionContext) -> None:
    table = await ctx.find_table()
    await require_seat_view(ctx, table)
    tap = parse_plan_tap(ctx.argument)
    tap = tap._replace(token=ctx.values[0]) if ctx.values else tap
    choice, moves = _require_conditional_move(ctx, table, tap), ctx.app.tables.conditional_moves
    draft = _apply_tap(_load_draft(ctx, table, choice, tap.number), choice, tap)
    if any(draft.parts) or not choice.parts:
        await moves.save_move(table.id, ctx.user_id, str(draft), tap.number)
    else:
        await moves.delete_move(table.id, ctx.user_id, tap.number)
    table = await ctx.app.tables.registry.load_table(table.id)
    is_complete = all(len(tokens) >= part.most for tokens, part in zip(draft.parts, choice.parts, strict=True))
    if is_complete or choice not in moves.possible_kinds(table, ctx.user_id):
        await ctx.reply.show(await _prepared_screen(ctx, table))
    else:
        await ctx.reply.show(
            await _conditional_move_screen(ctx, await require_seat_view(ctx, table), choice, tap.number)
        )


def _require_conditional_move(ctx: InteractionContext, table: Table, tap: PlanTap) -> ConditionalChoice:
    """The offered choice of a tap. ServiceError `prepare_gone`."""
    for choice in ctx.app.tables.conditional_moves.possible_kinds(table, ctx.user_id):
        if (choice.kind, choice.when) == (tap.kind, tap.when):
            return choice
    raise ServiceError("prepare_gone")


def _load_draft(ctx: InteractionContext, table: Table, choice: ConditionalChoice, number: int) -> ConditionalMove:
    """The conditional move as saved so far. ServiceError `prepare_gone` if its number belongs to another one."""
    own = ctx.app.tables.conditional_moves.list_moves_of_user(table, ctx.user_id)
    saved = next((move for move in own if move.number == number), None)
    if saved is None:
        return ConditionalMove(choice.kind, choice.when, tuple(() for _ in choice.parts))
    draft = parse_conditional_move(saved.text)
    if (draft.kind, draft.when, len(draft.parts)) != (choice.kind, choice.when, len(choice.parts)):
        raise ServiceError("prepare_gone")
    return draft


def _apply_tap(draft: ConditionalMove, choice: ConditionalChoice, tap: PlanTap) -> ConditionalMove:
    """The conditional move after the tap; idempotent."""
    if not choice.parts:
        return draft
    if tap.part >= len(draft.parts):
        raise ServiceError("stale")
    kept_tokens = draft.parts[tap.part][: tap.after]
    chosen = (*kept_tokens, tap.token) if tap.token else kept_tokens
    return draft._replace(parts=(*draft.parts[: tap.part], chosen, *draft.parts[tap.part + 1 :]))


# --- screens -------------------------------------------------------------------------------------------------------


async def _prepared_screen(ctx: InteractionContext, table: Table) -> Screen:
    """The user's conditional moves with delete buttons, and those they may add."""
    seat_view = await require_seat_view(ctx, table)
    ctx.known_table = table
    saved = ctx.app.tables.conditional_moves.list_moves_of_user(table, ctx.user_id)
    offered = ctx.app.tables.conditional_moves.possible_kinds(table, ctx.user_id)
    plans = [_plan_button(seat_view, choice, saved) for choice in offered]
    deletes = [_delete_button(seat_view, n, move) for n, move in enumerate(saved, 1)]
    descriptions = [_describe_prepared(seat_view, n, move) for n, move in enumerate(saved, 1)]
    lines = [
        seat_view.say("prepare.title", id=table.id),
        *descriptions,
        seat_view.say("prepare.which" if plans else "prepare.nothing"),
    ]
    return Screen(
        "\n".join(lines), rows=[*split_into_rows(plans), *split_into_rows(deletes), [close_button(seat_view.say)]]
    )


def _plan_button(seat_view: SeatView[View], choice: ConditionalChoice, saved: Sequence[SavedConditionalMove]) -> Button:
    tap, verb = PlanTap(choice.kind, choice.when, _choose_plan_number(choice, saved)), "plan" if choice.parts else "put"
    label = seat_view.say(f"{key_family(seat_view.table.kind)}.programme_button.{choice.kind}")
    return Button(ids.action_custom_id(seat_view.table_id, seat_view.table_seq, verb, str(tap)), label, "blue")


def _delete_button(seat_view: SeatView[View], number: int, saved: SavedConditionalMove) -> Button:
    argument = f"{saved.number}{SEPARATOR}{saved.made_at}"
    button_id = ids.action_custom_id(seat_view.table_id, seat_view.table_seq, "unprepare", argument)
    return Button(button_id, seat_view.say("prepare.delete", n=number), "red")


def _describe_prepared(seat_view: SeatView[View], number: int, saved: SavedConditionalMove) -> str:
    key = "prepare.line" if parse_conditional_move(saved.text).is_complete else "prepare.line_open"
    return seat_view.say(key, n=number, text=describe_conditional_move(seat_view.voice, seat_view.table, saved.text))


def _choose_plan_number(choice: ConditionalChoice, saved: Sequence[SavedConditionalMove]) -> int:
    """The existing number if only one is allowed, else the next."""
    used_numbers = [move.number for move in saved if move.text.split(" ")[:2] == [choice.kind, str(choice.when)]]
    if used_numbers and not choice.several:
        return used_numbers[0]
    return max((move.number for move in saved), default=0) + 1


async def _conditional_move_screen(
    ctx: InteractionContext, seat_view: SeatView[View], choice: ConditionalChoice, number: int
) -> Screen:
    """The items to choose; chosen ones are green, with their position."""
    draft = _load_draft(ctx, seat_view.table, choice, number)
    rows: list[Row] = []
    overflows = sum(-(-len(part.tokens) // WIDE) for part in choice.parts) > HIGH
    as_selects = overflows or sum(len(part.tokens) for part in choice.parts) > MAX_BUTTONS
    for index, part in enumerate(choice.parts):
        tap = PlanTap(choice.kind, choice.when, number, index, 0 if part.most == 1 else len(draft.parts[index]))
        rows += (
            _item_select_rows(seat_view, part, draft.parts[index], tap)
            if as_selects
            else _item_button_rows(seat_view, part, draft.parts[index], tap)
        )
    lines = [seat_view.say(f"{key_family(seat_view.table.kind)}.programme_ask.{choice.kind}", n=choice.when)]
    if any(draft.parts):
        lines.append(
            seat_view.say("prepare.now", text=describe_conditional_move(seat_view.voice, seat_view.table, str(draft)))
        )
    remove_buttons = [
        _remove_last_button(seat_view, PlanTap(draft.kind, draft.when, number, index), part, draft.parts[index])
        for index, part in enumerate(choice.parts)
        if (part.again or as_selects) and draft.parts[index]  # elsewhere the green buttons remove
    ]
    back = Button(
        ids.action_custom_id(seat_view.table_id, seat_view.table_seq, "prepared"), seat_view.say("button.back")
    )
    return Screen(
        "\n".join(lines),
        await _draw_nameable_places(seat_view, choice),
        [*rows, [*remove_buttons, back, close_button(seat_view.say)]],
    )


def _remove_last_button(seat_view: SeatView[View], tap: PlanTap, part: Part, chosen: Sequence[str]) -> Button:
    """A button that removes the last item."""
    name = _item_label(seat_view, part, chosen[-1])
    return _put_button(seat_view, tap._replace(after=len(chosen) - 1), seat_view.say("prepare.without", name=name))


async def _draw_nameable_places(seat_view: SeatView[View], choice: ConditionalChoice) -> Sequence[File]:
    """The board, with marks on the items that are places."""
    tokens = [token for part in choice.parts if seat_view.face.is_place_field(part.name) for token in part.tokens]
    marks = tuple(Mark(token, token) for token in tokens)
    if not marks:
        return await seat_view.draw_table_picture()
    return await seat_view.draw_picture(
        f"prepare {choice.kind}", lambda renderer, view, look: renderer.choice(view, look, marks)
    )


def _item_button_rows(seat_view: SeatView[View], part: Part, chosen: Sequence[str], tap: PlanTap) -> list[Row]:
    buttons = []
    for token in part.tokens:
        if token in chosen and not part.again:
            position = chosen.index(token)
            label = seat_view.say("prepare.chosen", n=position + 1, name=_item_label(seat_view, part, token))
            buttons.append(_put_button(seat_view, tap._replace(after=position), label, "green"))
        elif tap.after < part.most:
            label = _item_label(seat_view, part, token)
            buttons.append(_put_button(seat_view, tap._replace(token=token), label, "blue"))
    return split_into_rows(buttons)


def _item_select_rows(seat_view: SeatView[View], part: Part, chosen: Sequence[str], tap: PlanTap) -> list[Row]:
    rows: list[Row] = []
    free_tokens = [token for token in part.tokens if token not in chosen]
    for first in range(0, len(free_tokens), MAX_OPTIONS):
        shown = free_tokens[first : first + MAX_OPTIONS]
        choices = [
            Choice(token, describe_move_token(seat_view.voice, seat_view.table, part.name, token)) for token in shown
        ]
        range_ends = {"first": _item_name(seat_view, part, shown[0]), "last": _item_name(seat_view, part, shown[-1])}
        placeholder = seat_view.say(
            "pick.choose_from_to", what=seat_view.vocabulary.field_name(part.name), **range_ends
        )
        first_tap = str(tap._replace(token=shown[0]))  # distinct custom ids; the chosen value replaces this token
        select_id = ids.action_custom_id(seat_view.table_id, seat_view.table_seq, "put", first_tap)
        rows.append(Select(select_id, choices, placeholder))
    return rows


def _item_label(seat_view: SeatView[View], part: Part, token: str) -> str:
    """The label of an item, with its part if a screen lists the item twice."""
    key, name = f"{key_family(seat_view.table.kind)}.programme_part.{part.name}", _item_name(seat_view, part, token)
    return seat_view.say(key, value=name) if seat_view.voice.has(key) else name


def _item_name(seat_view: SeatView[View], part: Part, token: str) -> str:
    name_key = f"{key_family(seat_view.table.kind)}.programme_token.{token}"
    if seat_view.voice.has(name_key) or move_line_of_token(token):
        return describe_move_token(seat_view.voice, seat_view.table, part.name, token)
    return seat_view.value_label(part.name, token)


def _put_button(
    seat_view: SeatView[View], tap: PlanTap, label: str, tone: Literal["green", "blue", "grey"] = "grey"
) -> Button:
    return Button(ids.action_custom_id(seat_view.table_id, seat_view.table_seq, "put", str(tap)), label, tone)
