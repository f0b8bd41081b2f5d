"""`/game`: what else can be done at a table, the next game of the same people, and which commands there are."""

from __future__ import annotations

from cogs.act import conditional_moves
from cogs.act.commands import Opt, Spec
from cogs.act.context import Act
from cogs.act.router import on
from cogs.games.app import App
from cogs.lobby import opening, options, seats
from cogs.screen import Button, Link, Screen, ids, rows_of, time_text
from cogs.screen.links import link_to
from cogs.table import game_list, pausing, privacy, settings, standing_answers, time, vacation, votes
from service.state.model import Table
from service.state.seat_control import eyes
from service.time.pace import NEVER
from words import Voice

new_command = opening.new_command


# --- more --------------------------------------------------------------------------------------------------------


@on("t", "more", defer="private")
async def more_pressed(act: Act) -> None:
    """What else can be done at a table: entries for everybody, and more for who sits there."""
    table = await act.table()
    say = act.voice(table)
    seat = eyes(table, act.user_id)
    playing = table.open and seat is not None
    owner = seat is not None and seat.user_id == act.user_id
    buttons: list[Button | Link] = []
    if playing:
        buttons.append(Button(ids.other(table.id, table.seq, "undo"), say("button.undo")))
    buttons += [
        Button(ids.table(table.id, "score"), say("button.score")),
        Button(ids.table(table.id, "export"), say("button.export")),
        Button(ids.lobby(table.id, "options"), say("button.options")),
    ]
    if playing and standing_answers.offers_answers(table):
        buttons.append(Button(ids.other(table.id, table.seq, "standing"), say("button.standing")))
    if playing and table.status != "lobby":
        buttons.append(Button(ids.other(table.id, table.seq, "seat"), say("button.seat")))
    if playing:
        buttons += conditional_moves.way_in(table, say)
    buttons += [
        Button(ids.other(0, 0, "settings"), say("button.settings")),
        Button(ids.other(0, 0, "games"), say("button.games")),
    ]
    if not table.open:
        buttons.append(Button(ids.other(0, 0, "stats-new"), say("button.stats")))
        buttons.append(Button(ids.table(table.id, "rematch"), say("button.rematch"), "blue"))
    buttons += pausing.more_buttons(act, table)
    voted, answers = await pausing.open_vote(act, table)
    rows = [*([list(answers)] if answers else []), *rows_of(buttons)]
    if playing:
        rows.append(
            [
                Button(ids.other(table.id, table.seq, "end"), say("button.end"), "red"),
                *([Button(ids.other(table.id, table.seq, "resign"), say("button.resign"), "red")] if owner else []),
            ]
        )
    lines = [say("more.title", id=table.id), *_time(act, table, say), *([voted] if voted else [])]
    await act.reply.show(Screen("\n".join(lines), rows=rows))


def _time(act: Act, table: Table, say: Voice) -> list[str]:
    """How long a move may take here, and what is left to whom for the whole game."""
    if table.pace == str(NEVER):
        return []
    lines = [say("options.line", name=say("options.pace"), value=time_text.pace_named(table.pace, say))]
    left = act.app.tables.banks(table) if table.open else {}
    banks = [say("more.bank", name=say.seat(seat), left=time_text.left(seconds, say)) for seat, seconds in left.items()]
    return [*lines, say("more.banks", list=say.join(banks))] if banks else lines


# --- again -------------------------------------------------------------------------------------------------------


@on("t", "rematch", defer="private")
async def rematch_pressed(act: Act) -> None:
    await rematch(act)


async def rematch(act: Act) -> None:
    """`/game rematch`: the next game of the same people; a second press leads to the same lobby."""
    former = await act.table(finished=True)
    table, opened = await act.app.tables.rematch(former.id, act.person, act=act.key)
    say = act.voice(table)
    key = "rematch.opened" if opened else "rematch.there"
    row: list[Button | Link] = [Link(link_to(table), say("button.to_table"))]
    if table.seat_of(act.user_id) is None:
        row.insert(0, Button(ids.lobby(table.id, "join"), say("button.join"), "blue"))
    await act.reply.show(Screen(say(key, link=link_to(table)), rows=[row]))


def game_commands(app: App) -> list[Spec]:
    """The commands of `/game` about tables; those about the position are in `cogs.play`."""
    say = app.voice(None, app.describing)
    return [
        *seats.specs(app),
        *options.specs(app),
        *settings.specs(app),
        *privacy.specs(app),
        *votes.specs(app),
        *time.specs(app),
        *pausing.specs(app),
        *vacation.specs(app),
        Spec("list", say("cmd.game.list"), game_list.games, [Opt("show", choices=("mine", "open", "all"))]),
        Spec("rematch", say("cmd.game.rematch"), rematch),
    ]
