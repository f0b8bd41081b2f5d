"""A moment of a game, as it looked then: the table after an entry of the log, drawn. Private, changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from cogs.act.context import Act
from cogs.act.router import on
from cogs.look import log_text
from cogs.look.hand import seen
from cogs.look.log_text import Teller, Told
from cogs.post.headline import branch_line
from cogs.screen import Button, File, Row, Screen, cache_key, cut, ids, pages
from rules.core import View
from service.errors import ServiceError
from service.state.model import Table
from service.state.seat_control import eyes, reads
from words import Voice

MOST: Final = 10  # pictures of one message


@on("x", "moment")
async def press_moment(act: Act) -> None:
    """An entry that was chosen in the log, or its neighbour; it is written which page of the log that was."""
    seq, _, whence = (act.id.argument if act.id else "").partition(".")
    await act.reply.show(await moment(act, pages.number(act.values[0] if act.values else seq), whence))


@on("x", "position", defer="private")
async def press_position(act: Act) -> None:
    """The same from a public message."""
    await act.reply.show(await moment(act, pages.number(act.id.argument if act.id else "")))


async def moment(act: Act, seq: int, whence: str = "") -> Screen:
    """The table after the nearest entry that tells something, what that entry tells, and the way to its neighbours."""
    table, _, seat = await seen(act)
    voice = act.voice(table)
    teller = Teller(table, await act.history(table), seat, voice)
    former = [*islice(teller.back(seq), 2)]
    if not former:
        former = [*islice(teller.after(0), 1)]
    if not former:
        return Screen(voice("look.log_empty"))
    here, earlier, later = former[0], former[1:], [*islice(teller.after(former[0].seq), 1)]
    view, reader = await _then(act, table, here.seq)
    name = act.app.name_of(table, act.language)
    lines = [
        voice("look.moment", n=here.seq, game=name, id=table.id, headline=voice.phrase(view.headline)),
        *branch_line(table, voice),
        voice("look.log_time", when=f"<t:{here.at}:f>"),
        cut(here.text.strip(), log_text.LONGEST),
    ]
    rows = _ways(table, earlier, here, later, voice, whence)
    return Screen("\n".join(lines), await _picture(act, table, view, here.seq, reader), rows)


async def _then(act: Act, table: Table, seq: int) -> tuple[View, int | None]:
    """What the reader saw after that entry, and as which seat: their own if they decided for it then already."""
    own = eyes(table, act.user_id)
    seat = own.index if own is not None and reads(table, act.user_id, seq) else None
    try:
        return await act.app.tables.history.view_after(table, seq, seat), seat
    except ServiceError as error:
        if error.key != "undo_barrier":
            raise
        raise ServiceError("moment_old") from error


async def _picture(act: Act, table: Table, view: View, seq: int, seat: int | None) -> list[File]:
    draw, look = act.app.renderer(table.kind).table, act.app.look(table, act.language)
    key = cache_key.key(table, seq, seat, act.language, "moment", table.open)
    drawn = await act.app.gallery.get(key, lambda: draw(view, look))
    return [File(f"moment-{table.id}-{seq}-{n}.png", p.png, p.alt) for n, p in enumerate((drawn or [])[:MOST])]


def _ways(
    table: Table, earlier: Sequence[Told], here: Told, later: Sequence[Told], voice: Voice, whence: str
) -> list[Row]:
    """To the entries before and after, back to the log, and to a table that begins here once the game is over."""

    def to(one: Told) -> str:
        return ids.other(table.id, table.seq, "moment", f"{one.seq}.{whence}")

    row = [Button(to(one), voice("button.earlier")) for one in earlier]
    row += [Button(to(one), voice("button.later"), "blue") for one in later]
    row.append(Button(ids.other(table.id, table.seq, "log", _page(whence)), voice("button.log")))
    if not table.open:
        row.append(Button(ids.other(table.id, table.seq, "branch", str(here.seq)), voice("button.branch")))
    return [row]


def _page(whence: str) -> str:
    """The page of the log, as its buttons name it; the newest where none is named."""
    return ".".join(map(str, log_text.whence(whence)))
