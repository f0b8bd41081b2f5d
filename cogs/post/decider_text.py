"""Mentions of the users who decide for seats, and lines about stand-ins."""

from __future__ import annotations

from service.state import seat_control
from service.state.membership import is_seat_empty
from service.state.model import Table
from words import Voice


def mention(user_id: int) -> str:
    return f"<@{user_id}>"


def describe_decider(table: Table, user_id: int, say: Voice, *, mentioned: bool = True, owner: bool = False) -> str:
    """The user whose turn it is, as a ping if `mentioned`; for a stand-in with the owner, as a ping if `owner`."""
    who = mention(user_id) if mentioned else say.person(user_id)
    seat = seat_control.find_notified_seat(table, user_id)
    if seat is None or seat.user_id in (None, user_id):
        return who
    return say("ping.for", who=who, name=mention(seat.user_id or 0) if owner else say.seat(seat.index))


def describe_stand_ins(table: Table, say: Voice) -> list[str]:
    """Lines about seats played by a machine or a stand-in, with the end of that, and about empty seats."""
    absent = [seat for seat in table.seats if seat.user_id is not None and not seat.resigned]
    machine_seats = [say.seat(seat.index) for seat in absent if seat.machine and seat.standin_until is None]
    lines = [say("wait.machine", name=say.join(machine_seats))] if machine_seats else []
    for seat in absent:
        params = {"name": say.seat(seat.index), "until": f"<t:{seat.standin_until}:f>"}
        until = "" if seat.standin_until is None else "_until"
        if seat.machine and until:
            lines.append(say("wait.machine_until", **params))
        elif seat.standin is not None and not seat.machine:
            lines.append(say(f"wait.standin{until}", user=seat.standin, **params))
    empty_seats = [say.seat(seat.index) for seat in table.seats if is_seat_empty(seat)]
    return [*lines, *([say("wait.left", names=say.join(empty_seats))] if empty_seats else [])]
