"""Standing answers: what somebody has said once and for all, so that nobody has to wait until they say it again.

At a table it counts what was chosen there; where nothing was, the personal setting of that name; else nothing is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from db.rows import BriefEntry
from rules.core import Move
from rules.core import registry as games

from .model import Seat, Table

ON = "on"
Settings = Mapping[int, Mapping[str, str]]  # user -> name -> value, where it is not the default


def chosen(table: Table, user_id: int, key: str) -> bool | None:
    """What somebody has chosen at this table; None: nothing."""
    return next((given for user, name, given in table.standing if (user, name) == (user_id, key)), None)


def given(table: Table, settings: Settings, user_id: int, key: str) -> bool:
    """Whether that answer stands for somebody at this table."""
    here = chosen(table, user_id, key)
    return here if here is not None else settings.get(user_id, {}).get(key) == ON


def possible(table: Table, settings: Settings) -> bool:
    """Whether any answer stands for anybody here; asked of tables whose position is not in memory."""
    if table.status != "active" or not table.available:
        return False
    keys = {*games.kinds()[table.kind].personal, *(name for _, name, _ in table.standing)}
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
