"""Standing answers: what somebody has said once and for all, so that nobody has to wait until they say it again.

At a table it counts what was chosen there; where nothing was, the personal setting of that name; else what the game
gives unless somebody says otherwise. Whoever wants to be asked the next time says so beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from db.rows import BriefEntry
from rules.core import Move
from rules.core import registry as games

from .model import Seat, Table

ON, OFF = "on", "off"
NEXT = ":next"  # after the name of an answer: whoever chose that decides by hand the next time
Settings = Mapping[int, Mapping[str, str]]  # user -> name -> value, where it is not the default


def chosen(table: Table, user_id: int, key: str) -> bool | None:
    """What somebody has chosen at this table; None: nothing."""
    return next((given for user, name, given in table.standing if (user, name) == (user_id, key)), None)


def default(key: str) -> str:
    """How a standing answer is set for who has chosen nothing."""
    return ON if any(key in kind.given for kind in games.kinds().values()) else OFF


def by_hand(table: Table, user_id: int, key: str) -> bool:
    """Whether somebody wants to decide by hand the next time the answer would speak."""
    return bool(chosen(table, user_id, key + NEXT))


def given(table: Table, settings: Settings, user_id: int, key: str) -> bool:
    """Whether that answer stands for somebody at this table."""
    if by_hand(table, user_id, key):
        return False
    here = chosen(table, user_id, key)
    return here if here is not None else settings.get(user_id, {}).get(key, default(key)) == ON


def decided(old: Table, new: Table) -> Table:
    """Without the wishes to decide by hand that came true: what they were about was asked, and is asked no more."""
    game = new.game
    wishes = [(user, name) for user, name, _ in new.standing if name.endswith(NEXT)]
    if not wishes or game is None or old.state is None:
        return new
    met = set()
    for user, name in wishes:
        seat, key = new.seat_of(user), name.removesuffix(NEXT)
        asked = seat is not None and key in game.standing(old.state, seat.index)
        if seat is not None and asked and key not in game.standing(new.state, seat.index):
            met.add((user, name))
    return replace(new, standing=tuple(row for row in new.standing if row[:2] not in met))


def possible(table: Table, settings: Settings) -> bool:
    """Whether any answer stands for anybody here; asked of tables whose position is not in memory."""
    if table.status != "active" or not table.available:
        return False
    keys = {*games.kinds()[table.kind].personal, *(name for _, name, _ in table.standing if not name.endswith(NEXT))}
    people = [seat.user_id for seat in table.humans if seat.user_id is not None]
    return any(given(table, settings, user, key) for user in people for key in keys)


def answers(table: Table, settings: Settings) -> Iterator[tuple[Seat, Move]]:
    """The people for whom an answer stands to what they are asked or invited to now, with their moves."""
    game, state = table.game, table.state
    if table.status != "active" or game is None or state is None:
        return
    for seat in table.humans:
        if seat.user_id is None:
            continue
        for key, move in game.standing(state, seat.index).items():
            if given(table, settings, seat.user_id, key):
                yield seat, move
                break


def rests(table: Table, brief_log: Sequence[BriefEntry], seat: int) -> bool:
    """Whether the seat decides by hand: something was taken back since it has been asked, or to ask it again.

    Else the answer would stand there again at once, and nobody could ever choose otherwise. An invitation has no
    stretch: there it is the newest entry that counts.
    """
    stretch = table.stretch_of(seat)
    first = stretch.seq if stretch is not None else len(brief_log)
    return any(entry.kind == "undo" for entry in brief_log[max(first - 1, 0) :])


def due(table: Table, settings: Settings, brief_log: Sequence[BriefEntry]) -> tuple[Seat, Move] | None:
    """The next answer that is to be given, and for whom."""
    return next((found for found in answers(table, settings) if not rests(table, brief_log, found[0].index)), None)
