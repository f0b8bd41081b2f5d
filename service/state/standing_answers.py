"""Standing answers, bid limits and their precedence.

Bid limits and conditional moves are secret; conditional moves (`conditional_moves.py`) precede standing answers. At a
table the choice made there applies, else the personal setting of that name, else the game's default. Users may ask to
decide the next question themselves.
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
UP_TO = ":to:"  # separates name and number of a bid limit
NEXT = ":next"  # follows the name of an answer: the user decides the next question
Settings = Mapping[int, Mapping[str, str]]  # user -> name -> value, other than defaults


def find_chosen_answer(table: Table, user_id: int, key: str) -> bool | None:
    """The choice at this table; None: none."""
    return next((given for user, name, given in table.standing if (user, name) == (user_id, key)), None)


def default_answer(key: str) -> str:
    """Default of a standing answer."""
    return ON if any(key in kind.answers_given_by_default for kind in games.game_types().values()) else OFF


def list_bid_limits(table: Table, user_id: int) -> dict[str, int]:
    """Bid limits of a user by name."""
    names = (name for user, name, _ in table.standing if user == user_id and UP_TO in name)
    return {bid: int(most) for bid, _, most in (name.partition(UP_TO) for name in names)}


def drop_dead_bid_limits(table: Table) -> Table:
    """Drop limits of bids that cannot come any more."""
    game = table.game
    if game is None or not any(UP_TO in name for _, name, _ in table.standing):
        return table

    def is_possible(user: int, name: str) -> bool:
        seat = find_visible_seat(table, user)
        if seat is None or table.state is None:
            return False
        return name.partition(UP_TO)[0] in game.possible_bid_limits(table.state, seat.index)

    rows = (row for row in table.standing if UP_TO not in row[1] or is_possible(row[0], row[1]))
    return replace(table, standing=tuple(rows))


def wants_to_decide_by_hand(table: Table, user_id: int, key: str) -> bool:
    """Whether the user wants to decide the next such question."""
    return bool(find_chosen_answer(table, user_id, key + NEXT))


def has_standing_answer(table: Table, settings: Settings, user_id: int, key: str) -> bool:
    """Whether the answer applies for a user at this table."""
    if wants_to_decide_by_hand(table, user_id, key):
        return False
    chosen = find_chosen_answer(table, user_id, key)
    return chosen if chosen is not None else settings.get(user_id, {}).get(key, default_answer(key)) == ON


def drop_fulfilled_wishes(old: Table, new: Table) -> Table:
    """Drop wishes to decide by hand once their question was answered."""
    game = new.game
    wishes = [(user, name) for user, name, _ in new.standing if name.endswith(NEXT)]
    if not wishes or game is None or old.state is None:
        return new
    fulfilled = set()
    for user, name in wishes:
        seat, key = find_visible_seat(new, user), name.removesuffix(NEXT)
        was_asked = seat is not None and key in game.standing_answer_moves(old.state, seat.index)
        if seat is not None and was_asked and key not in game.standing_answer_moves(new.state, seat.index):
            fulfilled.add((user, name))
    return replace(new, standing=tuple(row for row in new.standing if row[:2] not in fulfilled))


def seats_with_answers(table: Table) -> list[tuple[Seat, int]]:
    """Seats with possible standing answers, and the users whose answers apply."""
    return [(seat, user) for seat in table.seats if (user := answering_user_id(seat)) is not None]


def may_have_answers(table: Table, settings: Settings) -> bool:
    """Whether any answer may apply; for tables whose position is not in memory."""
    if table.status not in GOING or not table.is_available:
        return False
    if any(one.dropped is None for one in table.programmes):
        return True
    keys = {
        *games.game_types()[table.kind].answers_for_all_tables,
        *(name for _, name, _ in table.standing if not name.endswith(NEXT)),
    }
    return any(has_standing_answer(table, settings, user, key) for _, user in seats_with_answers(table) for key in keys)


def find_limited_bid(table: Table, seat: Seat) -> Move | None:
    """The bid within a limit for the current question; None: no such question."""
    user = answering_user_id(seat)
    if table.game is None or user is None:
        return None
    for name, most in list_bid_limits(table, user).items():
        move = table.game.move_for_bid_limit(table.state, seat.index, name, most)
        if move is not None:
            return move
    return None


def list_standing_answers(table: Table, settings: Settings) -> Iterator[tuple[Seat, Move]]:
    """Seats with an applicable answer, and their moves."""
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
        for key, move in game.standing_answer_moves(state, seat.index).items():
            if has_standing_answer(table, settings, user, key):
                yield seat, move
                break


def must_decide_by_hand(table: Table, brief_log: Sequence[BriefEntry], seat: int) -> bool:
    """Whether the seat decides by hand because of an undo since its question came up.

    Else the answer would be given again at once, and could never be changed. For invitations, which are no turns, the
    newest entry counts.
    """
    turn = table.pending_turn_of(seat)
    first = turn.seq if turn is not None else len(brief_log)
    return any(entry.kind == "undo" for entry in brief_log[max(first - 1, 0) :])


def find_next_standing_answer(
    table: Table, settings: Settings, brief_log: Sequence[BriefEntry]
) -> tuple[Seat, Move] | None:
    """The next answer to give, and its seat."""
    for seat, move in list_standing_answers(table, settings):
        if not must_decide_by_hand(table, brief_log, seat.index):
            return seat, move
    return None
