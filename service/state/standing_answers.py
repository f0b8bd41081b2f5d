"""Standing answers: what somebody has said once and for all, so that nobody has to wait until they say it again.

So is how far somebody goes in bids: nobody else learns of it before it bids, nor then how far it would have gone. And
so are programmes (`programmes.py`), which speak before answers that stand for all questions of their kind.

At a table it counts what was chosen there; where nothing was, the personal setting of that name; else what the game
gives unless somebody says otherwise. Whoever wants to be asked the next time says so beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from db.rows import BriefEntry
from rules.core import Move
from rules.core import registry as games

from . import conditional_moves
from .model import GOING, Seat, Table
from .seat_control import answering_user_id, find_visible_seat

ON, OFF = "on", "off"
UP_TO = ":to:"  # between the name of a ceiling and its number: so far somebody goes in bids that are still to come
NEXT = ":next"  # after the name of an answer: whoever chose that decides by hand the next time
Settings = Mapping[int, Mapping[str, str]]  # user -> name -> value, where it is not the default


def find_chosen_answer(table: Table, user_id: int, key: str) -> bool | None:
    """What somebody has chosen at this table; None: nothing."""
    return next((given for user, name, given in table.standing if (user, name) == (user_id, key)), None)


def default_answer(key: str) -> str:
    """How a standing answer is set for who has chosen nothing."""
    return ON if any(key in kind.given for kind in games.game_types().values()) else OFF


def list_bid_limits(table: Table, user_id: int) -> dict[str, int]:
    """How far somebody goes here, by what it is about."""
    split = (name.partition(UP_TO) for user, name, _ in table.standing if user == user_id)
    return {name: int(most) for name, to, most in split if to}


def drop_dead_bid_limits(table: Table) -> Table:
    """Without ceilings of bids that cannot come any more."""
    game = table.game
    if game is None or not any(UP_TO in name for _, name, _ in table.standing):
        return table

    def lasts(user: int, name: str) -> bool:
        seat = find_visible_seat(table, user)
        there = game.ceilings(table.state, seat.index) if seat is not None and table.state is not None else {}
        return UP_TO not in name or name.partition(UP_TO)[0] in there

    return replace(table, standing=tuple(row for row in table.standing if lasts(*row[:2])))


def wants_to_decide_by_hand(table: Table, user_id: int, key: str) -> bool:
    """Whether somebody wants to decide by hand the next time the answer would speak."""
    return bool(find_chosen_answer(table, user_id, key + NEXT))


def has_standing_answer(table: Table, settings: Settings, user_id: int, key: str) -> bool:
    """Whether that answer stands for somebody at this table."""
    if wants_to_decide_by_hand(table, user_id, key):
        return False
    here = find_chosen_answer(table, user_id, key)
    return here if here is not None else settings.get(user_id, {}).get(key, default_answer(key)) == ON


def drop_fulfilled_wishes(old: Table, new: Table) -> Table:
    """Without the wishes to decide by hand that came true: what they were about was asked, and is asked no more."""
    game = new.game
    wishes = [(user, name) for user, name, _ in new.standing if name.endswith(NEXT)]
    if not wishes or game is None or old.state is None:
        return new
    met = set()
    for user, name in wishes:
        seat, key = find_visible_seat(new, user), name.removesuffix(NEXT)
        asked = seat is not None and key in game.standing(old.state, seat.index)
        if seat is not None and asked and key not in game.standing(new.state, seat.index):
            met.add((user, name))
    return replace(new, standing=tuple(row for row in new.standing if row[:2] not in met))


def seats_with_answers(table: Table) -> list[tuple[Seat, int]]:
    """The seats where answers may stand, with whose they are."""
    return [(seat, user) for seat in table.seats if (user := answering_user_id(seat)) is not None]


def may_have_answers(table: Table, settings: Settings) -> bool:
    """Whether any answer stands for anybody here; asked of tables whose position is not in memory."""
    if table.status not in GOING or not table.available:
        return False
    if any(one.dropped is None for one in table.programmes):
        return True
    keys = {
        *games.game_types()[table.kind].personal,
        *(name for _, name, _ in table.standing if not name.endswith(NEXT)),
    }
    return any(has_standing_answer(table, settings, user, key) for _, user in seats_with_answers(table) for key in keys)


def find_limited_bid(table: Table, seat: Seat) -> Move | None:
    """What a ceiling of somebody makes of what they are asked now; None: they are asked something else."""
    user = answering_user_id(seat)
    if table.game is None or user is None:
        return None
    own = list_bid_limits(table, user).items()
    made = (table.game.up_to(table.state, seat.index, name, most) for name, most in own)
    return next((move for move in made if move is not None), None)


def list_standing_answers(table: Table, settings: Settings) -> Iterator[tuple[Seat, Move]]:
    """The people for whom an answer stands to what they are asked or invited to now, with their moves."""
    game, state = table.game, table.state
    if table.status not in GOING or game is None or state is None:
        return
    for seat, user in seats_with_answers(table):
        if (move := find_limited_bid(table, seat)) is not None:
            yield seat, move
            continue
        if (made := conditional_moves.first_conditional_answer(table, seat)) is not None:
            yield seat, made.move
            continue
        for key, move in game.standing(state, seat.index).items():
            if has_standing_answer(table, settings, user, key):
                yield seat, move
                break


def must_decide_by_hand(table: Table, brief_log: Sequence[BriefEntry], seat: int) -> bool:
    """Whether the seat decides by hand: something was taken back since it has been asked, or to ask it again.

    Else the answer would stand there again at once, and nobody could ever choose otherwise. An invitation has no
    stretch: there it is the newest entry that counts.
    """
    stretch = table.pending_turn_of(seat)
    first = stretch.seq if stretch is not None else len(brief_log)
    return any(entry.kind == "undo" for entry in brief_log[max(first - 1, 0) :])


def find_next_standing_answer(
    table: Table, settings: Settings, brief_log: Sequence[BriefEntry]
) -> tuple[Seat, Move] | None:
    """The next answer that is to be given, and for whom."""
    return next(
        (
            found
            for found in list_standing_answers(table, settings)
            if not must_decide_by_hand(table, brief_log, found[0].index)
        ),
        None,
    )
