"""A seat that somebody else takes over for good: handed over by its owner, or offered because they are late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.act import vote_proposals
from cogs.act.commands import Opt, Spec
from cogs.act.context import Act, Chosen
from cogs.act.player_option import complete_player
from cogs.act.router import on
from cogs.games.app import App
from cogs.post.seat_offers import MEANWHILE, meanwhile
from cogs.screen import Button, Link, People, Row, Screen, ids, pages
from cogs.seat.stand_ins import footer, person_of
from service.errors import ServiceError
from service.seats.voting.replace import MACHINE
from service.state.model import Table
from service.state.seat_control import eyes, owned
from service.state.seat_offer import overdue

if TYPE_CHECKING:
    import discord


async def replace(act: Act, by: discord.User | discord.Member | None = None, player: str | None = None) -> None:
    """`/game seat replace`: one's own seat, or that of somebody who is late."""
    table = await act.table()
    index = None if player is None else _seat(table, player)
    if by is None and index is None:
        await act.reply.show(own_screen(act, table))
        return
    await _let(act, table, index, None if by is None else Chosen.of(by))


def _seat(table: Table, text: str) -> int:
    words = text.strip().casefold()
    found = [s.index for s in table.seats if words in (str(s.index), s.name.casefold(), s.colour.casefold())]
    if len(found) != 1:
        names = [seat.name for seat in table.seats]
        raise ServiceError("option_bad", name="seat", value=text, reason="unknown", known=names)
    return found[0]


async def _let(act: Act, table: Table, index: int | None, newcomer: Chosen | None) -> None:
    """Let a seat be taken over, or ask the others whether it may be."""
    person = None if newcomer is None else person_of(newcomer)
    act.at, vote = await act.app.tables.seats.replace(
        table.id, act.person, index, person, act.key, moderator=act.moderator
    )
    say = act.voice(act.at)
    if vote is not None and vote.status == "open":
        text = say("vote.asked")
    elif person is None:
        text = say("seat.offered_anybody")
    else:
        text = say("seat.offered", user=person.user_id)
    await act.reply.show(Screen(text))


# --- by buttons --------------------------------------------------------------------------------------------------


@on("x", "hand-over")
async def hand_over_pressed(act: Act) -> None:
    await act.reply.show(own_screen(act, await act.table()))


def own_screen(act: Act, table: Table) -> Screen:
    """To whom one's own seat goes; it is asked once more by having to say to whom."""
    if table.status == "lobby":
        raise ServiceError("paused_lobby", host=table.seat_name(table.host))
    if not table.open:
        raise ServiceError("game_over")
    return _screen(act, table, owned(table, act.user_id).index, "seat.hand_to")


@on("x", "replace", defer="private")
async def replace_pressed(act: Act) -> None:
    """*Replace…* below a reminder."""
    table = await act.table()
    index = pages.number(act.id.argument if act.id else "")
    if not act.moderator:
        act.seat(table)
    if index >= len(table.seats) or not overdue(table, table.seats[index], act.app.clock.now()):
        raise ServiceError("replace_not_late", seat=min(index, len(table.seats) - 1))
    await act.reply.show(_screen(act, table, index, "seat.replace_by"))


def _screen(act: Act, table: Table, index: int, key: str) -> Screen:
    say = act.voice(table)
    beside: list[Button | Link] = [
        Button(ids.other(table.id, table.seq, "anybody", str(index)), say("button.anybody"), "red")
    ]
    if key == "seat.replace_by" and table.seats[index].human and eyes(table, act.user_id) is not None:
        beside.append(meanwhile(table, index, say))
    rows: list[Row] = [
        People(ids.other(table.id, table.seq, "heir", str(index)), say("seat.choose_heir")),
        beside,
        footer(say),
    ]
    return Screen(say(key, seat=index), rows=rows)


@on("x", "heir")
async def heir_chosen(act: Act) -> None:
    table, index = await act.table(), pages.number(act.id.argument if act.id else "")
    if not act.people or index >= len(table.seats):
        raise ServiceError("stale")
    await _let(act, table, index, act.people[0])


@on("x", "anybody")
async def anybody_pressed(act: Act) -> None:
    table, index = await act.table(), pages.number(act.id.argument if act.id else "")
    if index >= len(table.seats):
        raise ServiceError("stale")
    await _let(act, table, index, None)


@on("x", MEANWHILE, defer="private")
async def meanwhile_pressed(act: Act) -> None:
    """The table is asked to let a machine play for somebody until they are back."""
    table, index = await act.table(), pages.number(act.id.argument if act.id else "")
    act.seat(table)
    if index >= len(table.seats):
        raise ServiceError("stale")
    await vote_proposals.propose(act, table, "replace", value=f"{index} {MACHINE}")


def specs(app: App) -> list[Spec]:
    say = app.voice(None, app.describing)
    options = [Opt("by", "heir", type="user"), Opt("player", complete=complete_player)]
    return [Spec("replace", say("cmd.seat.replace"), replace, options, "seat")]
