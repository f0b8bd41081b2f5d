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
from cogs.screen import SELECT, Button, Choice, File, Row, Screen, Select, ids, rows_of
from cogs.turn.seat_views import require_seat_view
from render import Mark
from rules.core import ConditionalChoice, ConditionalMove, Part, View
from rules.core.conditional_moves import move_line_of_token, parse_conditional_move
from service.errors import ServiceError
from service.state.model import SavedConditionalMove, Table

BUTTONS: Final = 18  # maximum buttons of a screen; more items become selects
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
    words = text.split(SEPARATOR)
    if len(words) != len(PlanTap._fields) or not all(word.isascii() and word.isdecimal() for word in words[1:5]):
        raise ServiceError("stale")
    when, number, part, after = map(int, words[1:5])
    return PlanTap(words[0], when, number, part, after, words[5])


@on_component("x", "prepare", defer="private")
async def on_prepare(ctx: InteractionContext) -> None:
    await ctx.reply.show(await _prepared_screen(ctx, await ctx.table()))


@on_component("x", "prepared")
async def on_prepared(ctx: InteractionContext) -> None:
    """The same in place of a screen opened from it."""
    await ctx.reply.show(await _prepared_screen(ctx, await ctx.table()))


@on_component("x", "unprepare")
async def on_delete_prepared(ctx: InteractionContext) -> None:
    """Delete one; its creation time guards against a reused number."""
    table = await ctx.table()
    await require_seat_view(ctx, table)
    number, _, made_at = (ctx.id.argument if ctx.id else "").partition(SEPARATOR)
    mine = ctx.app.tables.conditional_moves.mine(table, ctx.user_id)
    if any((str(one.number), str(one.made_at)) == (number, made_at) for one in mine):
        await ctx.app.tables.conditional_moves.delete(table.id, ctx.user_id, int(number))
    await ctx.reply.show(await _prepared_screen(ctx, await ctx.app.tables.registry.load(table.id)))


@on_component("x", "plan")
async def on_plan(ctx: InteractionContext) -> None:
    table = await ctx.table()
    seat_view = await require_seat_view(ctx, table)
    tap = parse_plan_tap(ctx.id.argument if ctx.id else "")
    await ctx.reply.show(
        await _conditional_move_screen(ctx, seat_view, _require_conditional_move(ctx, table, tap), tap.number)
    )


@on_component("x", "put")
async def on_put(ctx: InteractionContext) -> None:
    table = await ctx.table()
    await require_seat_view(ctx, table)
    tap = parse_plan_tap(ctx.id.argument if ctx.id else "")
    tap = tap._replace(token=ctx.values[0]) if ctx.values else tap
    programme, kept = _require_conditional_move(ctx, table, tap), ctx.app.tables.conditional_moves
    said = _apply_tap(_load_draft(ctx, table, programme, tap.number), programme, tap)
    if any(said.parts) or not programme.parts:
        await kept.put(table.id, ctx.user_id, str(said), tap.number)
    else:
        await kept.delete(table.id, ctx.user_id, tap.number)
    table = await ctx.app.tables.registry.load(table.id)
    full = all(len(tokens) >= part.most for tokens, part in zip(said.parts, programme.parts, strict=True))
    if full or programme not in kept.offered(table, ctx.user_id):
        await ctx.reply.show(await _prepared_screen(ctx, table))
    else:
        await ctx.reply.show(
            await _conditional_move_screen(ctx, await require_seat_view(ctx, table), programme, tap.number)
        )


def _require_conditional_move(ctx: InteractionContext, table: Table, tap: PlanTap) -> ConditionalChoice:
    """The offered choice of a tap. ServiceError `prepare_gone`."""
    for one in ctx.app.tables.conditional_moves.offered(table, ctx.user_id):
        if (one.kind, one.when) == (tap.kind, tap.when):
            return one
    raise ServiceError("prepare_gone")


def _load_draft(ctx: InteractionContext, table: Table, programme: ConditionalChoice, number: int) -> ConditionalMove:
    """The conditional move as saved so far. ServiceError `prepare_gone` if its number belongs to another one."""
    kept = next(
        (one for one in ctx.app.tables.conditional_moves.mine(table, ctx.user_id) if one.number == number), None
    )
    if kept is None:
        return ConditionalMove(programme.kind, programme.when, tuple(() for _ in programme.parts))
    said = parse_conditional_move(kept.text)
    if (said.kind, said.when, len(said.parts)) != (programme.kind, programme.when, len(programme.parts)):
        raise ServiceError("prepare_gone")
    return said


def _apply_tap(said: ConditionalMove, programme: ConditionalChoice, tap: PlanTap) -> ConditionalMove:
    """The conditional move after the tap; idempotent."""
    if not programme.parts:
        return said
    if tap.part >= len(said.parts):
        raise ServiceError("stale")
    before = said.parts[tap.part][: tap.after]
    chosen = (*before, tap.token) if tap.token else before
    return said._replace(parts=(*said.parts[: tap.part], chosen, *said.parts[tap.part + 1 :]))


# --- screens -------------------------------------------------------------------------------------------------------


async def _prepared_screen(ctx: InteractionContext, table: Table) -> Screen:
    """The user's conditional moves with delete buttons, and those they may add."""
    seat_view = await require_seat_view(ctx, table)
    ctx.at = table
    mine = ctx.app.tables.conditional_moves.mine(table, ctx.user_id)
    plans = [_plan_button(seat_view, one, mine) for one in ctx.app.tables.conditional_moves.offered(table, ctx.user_id)]
    deletes = [_delete_button(seat_view, n, one) for n, one in enumerate(mine, 1)]
    told = [_describe_prepared(seat_view, n, one) for n, one in enumerate(mine, 1)]
    lines = [
        seat_view.say("prepare.title", id=table.id),
        *told,
        seat_view.say("prepare.which" if plans else "prepare.nothing"),
    ]
    return Screen("\n".join(lines), rows=[*rows_of(plans), *rows_of(deletes), [_close_button(seat_view)]])


def _plan_button(seat_view: SeatView[View], one: ConditionalChoice, mine: Sequence[SavedConditionalMove]) -> Button:
    tap, verb = PlanTap(one.kind, one.when, _choose_plan_number(one, mine)), "plan" if one.parts else "put"
    label = seat_view.say(f"{key_family(seat_view.table.kind)}.programme_button.{one.kind}")
    return Button(ids.action_custom_id(seat_view.number, seat_view.since, verb, str(tap)), label, "blue")


def _delete_button(seat_view: SeatView[View], n: int, one: SavedConditionalMove) -> Button:
    made = ids.action_custom_id(seat_view.number, seat_view.since, "unprepare", f"{one.number}{SEPARATOR}{one.made_at}")
    return Button(made, seat_view.say("prepare.delete", n=n), "red")


def _describe_prepared(seat_view: SeatView[View], n: int, one: SavedConditionalMove) -> str:
    key = "prepare.line" if parse_conditional_move(one.text).whole else "prepare.line_open"
    return seat_view.say(key, n=n, text=describe_conditional_move(seat_view.voice, seat_view.table, one.text))


def _choose_plan_number(programme: ConditionalChoice, mine: Sequence[SavedConditionalMove]) -> int:
    """The existing number if only one is allowed, else the next."""
    same = [one.number for one in mine if one.text.split(" ")[:2] == [programme.kind, str(programme.when)]]
    return same[0] if same and not programme.several else max((one.number for one in mine), default=0) + 1


async def _conditional_move_screen(
    ctx: InteractionContext, seat_view: SeatView[View], programme: ConditionalChoice, number: int
) -> Screen:
    """The items to choose; chosen ones are green, with their position."""
    said = _load_draft(ctx, seat_view.table, programme, number)
    rows: list[Row] = []
    full = sum(-(-len(part.tokens) // WIDE) for part in programme.parts) > HIGH
    listed = full or sum(len(part.tokens) for part in programme.parts) > BUTTONS
    for n, part in enumerate(programme.parts):
        tap = PlanTap(programme.kind, programme.when, number, n, 0 if part.most == 1 else len(said.parts[n]))
        rows += (
            _thing_select_rows(seat_view, part, said.parts[n], tap)
            if listed
            else _thing_rows(seat_view, part, said.parts[n], tap)
        )
    lines = [seat_view.say(f"{key_family(seat_view.table.kind)}.programme_ask.{programme.kind}", n=programme.when)]
    if any(said.parts):
        lines.append(
            seat_view.say("prepare.now", text=describe_conditional_move(seat_view.voice, seat_view.table, str(said)))
        )
    fewer = [
        _remove_last_button(seat_view, PlanTap(said.kind, said.when, number, n), part, said.parts[n])
        for n, part in enumerate(programme.parts)
        if (part.again or listed) and said.parts[n]  # elsewhere the green buttons remove
    ]
    back = Button(ids.action_custom_id(seat_view.number, seat_view.since, "prepared"), seat_view.say("button.back"))
    return Screen(
        "\n".join(lines),
        await _draw_nameable_places(seat_view, programme),
        [*rows, [*fewer, back, _close_button(seat_view)]],
    )


def _remove_last_button(seat_view: SeatView[View], tap: PlanTap, part: Part, chosen: Sequence[str]) -> Button:
    """A button that removes the last item."""
    name = _thing_label(seat_view, part, chosen[-1])
    return _put_button(seat_view, tap._replace(after=len(chosen) - 1), seat_view.say("prepare.without", name=name))


async def _draw_nameable_places(seat_view: SeatView[View], programme: ConditionalChoice) -> Sequence[File]:
    """The board, with marks on the items that are places."""
    tokens = [token for part in programme.parts if seat_view.face.on_picture(part.name) for token in part.tokens]
    marks = tuple(Mark(token, token) for token in tokens)
    if not marks:
        return await seat_view.table_picture()
    return await seat_view.picture(
        f"prepare {programme.kind}", lambda renderer, view, look: renderer.choice(view, look, marks)
    )


def _thing_rows(seat_view: SeatView[View], part: Part, chosen: Sequence[str], tap: PlanTap) -> list[Row]:
    buttons = []
    for token in part.tokens:
        if token in chosen and not part.again:
            label = seat_view.say(
                "prepare.chosen", n=chosen.index(token) + 1, name=_thing_label(seat_view, part, token)
            )
            buttons.append(_put_button(seat_view, tap._replace(after=chosen.index(token)), label, "green"))
        elif tap.after < part.most:
            buttons.append(
                _put_button(seat_view, tap._replace(token=token), _thing_label(seat_view, part, token), "blue")
            )
    return rows_of(buttons)


def _thing_select_rows(seat_view: SeatView[View], part: Part, chosen: Sequence[str], tap: PlanTap) -> list[Row]:
    rows: list[Row] = []
    left = [token for token in part.tokens if token not in chosen]
    for first in range(0, len(left), SELECT):
        some = left[first : first + SELECT]
        choices = [
            Choice(token, describe_move_token(seat_view.voice, seat_view.table, part.name, token)) for token in some
        ]
        ends = {"first": _thing_name(seat_view, part, some[0]), "last": _thing_name(seat_view, part, some[-1])}
        shown = seat_view.say("pick.choose_from_to", what=seat_view.words.field(part.name), **ends)
        its = str(tap._replace(token=some[0]))  # distinct custom ids; the chosen value replaces this token
        rows.append(Select(ids.action_custom_id(seat_view.number, seat_view.since, "put", its), choices, shown))
    return rows


def _thing_label(seat_view: SeatView[View], part: Part, token: str) -> str:
    """The label of an item, with its part if a screen lists the item twice."""
    key, name = f"{key_family(seat_view.table.kind)}.programme_part.{part.name}", _thing_name(seat_view, part, token)
    return seat_view.say(key, value=name) if seat_view.voice.has(key) else name


def _thing_name(seat_view: SeatView[View], part: Part, token: str) -> str:
    called = f"{key_family(seat_view.table.kind)}.programme_token.{token}"
    if seat_view.voice.has(called) or move_line_of_token(token):
        return describe_move_token(seat_view.voice, seat_view.table, part.name, token)
    return seat_view.label(part.name, token)


def _put_button(
    seat_view: SeatView[View], tap: PlanTap, label: str, tone: Literal["green", "blue", "grey"] = "grey"
) -> Button:
    return Button(ids.action_custom_id(seat_view.number, seat_view.since, "put", str(tap)), label, tone)


def _close_button(seat_view: SeatView[View]) -> Button:
    return Button(ids.action_custom_id(0, 0, "close"), seat_view.say("button.close"))
