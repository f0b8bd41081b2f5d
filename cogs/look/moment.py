"""A moment of a game, as it looked then: the table after an entry of the log, drawn. Private, changes nothing."""

from __future__ import annotations

from typing import Any, Final

from cogs.act.handler import Act, on
from cogs.look import logged
from cogs.look.hand import seen
from cogs.look.logged import Told
from cogs.post.message import branch_line
from cogs.screen import Button, File, Row, Screen, ids, pages
from rules.core import View
from service.errors import ServiceError
from service.model import Table
from service.seats import eyes, reads
from words import Voice

MOST: Final = 10  # pictures of one message


@on("x", "moment")
async def press_moment(act: Act) -> None:
    """An entry that was chosen in the log, or its neighbour."""
    chosen = act.values[0] if act.values else act.id.argument if act.id else ""
    await act.reply.show(await moment(act, pages.number(chosen)))


@on("x", "position", defer="private")
async def press_position(act: Act) -> None:
    """The same from a public message."""
    await act.reply.show(await moment(act, pages.number(act.id.argument if act.id else "")))


async def moment(act: Act, seq: int) -> Screen:
    """The table after the nearest entry that tells something, what that entry tells, and the way to its neighbours."""
    table, _, seat = await seen(act)
    voice = act.voice(table)
    history = await act.history(table)
    told = logged.stories(table, history, seat, voice)
    if not told:
        return Screen(voice("look.log_empty"))
    at = max((n for n, one in enumerate(told) if one.seq <= seq), default=0)
    here = told[at]
    view, reader = await _then(act, table, here.seq)
    name = act.app.game_name(table.kind, act.language)
    lines = [
        voice("look.moment", n=here.seq, game=name, id=table.id, headline=voice.phrase(view.headline)),
        *branch_line(table, voice),
        voice("look.log_time", when=f"<t:{here.at}:f>"),
        here.text,
    ]
    return Screen("\n".join(lines), await _picture(act, table, view, here.seq, reader), _ways(table, told, at, voice))


async def _then(act: Act, table: Table, seq: int) -> tuple[View, int | None]:
    """What the reader saw after that entry, and as which seat: their own if they decided for it then already."""
    own = eyes(table, act.user_id)
    seat = own.index if own is not None and reads(table, act.user_id, seq) else None
    try:
        return await act.app.tables.view_after(table, seq, seat), seat
    except ServiceError as error:
        if error.key != "undo_barrier":
            raise
        raise ServiceError("moment_old") from error


async def _picture(act: Act, table: Table, view: View, seq: int, seat: int | None) -> list[File]:
    draw, look = act.app.renderer(table.kind).table, act.app.look(table, act.language)
    key: Any = (table.tag, table.id, seq, seat, act.language, "moment", table.open)
    drawn = await act.app.gallery.get(key, lambda: draw(view, look))
    return [File(f"moment-{table.id}-{seq}-{n}.png", p.png, p.alt) for n, p in enumerate((drawn or [])[:MOST])]


def _ways(table: Table, told: list[Told], at: int, voice: Voice) -> list[Row]:
    """To the entries before and after, back to the log, and to a table that begins here once the game is over."""

    def to(number: int) -> str:
        return ids.other(table.id, table.seq, "moment", str(told[number].seq))

    row: list[Button] = []
    if at:
        row.append(Button(to(at - 1), voice("button.earlier")))
    if at + 1 < len(told):
        row.append(Button(to(at + 1), voice("button.later"), "blue"))
    page = next(n for n, page in enumerate(logged.pages(told, newest=True)) if told[at] in page)
    row.append(Button(ids.other(table.id, table.seq, "log", f"0.{page}"), voice("button.log")))
    if not table.open:
        row.append(Button(ids.other(table.id, table.seq, "branch", str(told[at].seq)), voice("button.branch")))
    return [row]
