"""Where open tables are found: by channel, and by who decides at them."""

from __future__ import annotations

from dataclasses import replace

from service.state.lesson_progress import Lesson
from service.state.model import Table, TableChannel
from service.store.registry_parts import TableIndex
from tests.cogs.harness import table_of


def table(number: int, channel: int, people: int = 2) -> Table:
    return replace(table_of("catan", None, people, number=number), home=TableChannel(1, channel))


def test_a_table_is_found_by_its_channel_and_its_people() -> None:
    register = TableIndex()
    first, second = table(7, 70), table(5, 50, 3)
    register.add(first)
    register.add(second)
    assert (register.find_by_channel(70), register.find_by_channel(50), register.find_by_channel(60)) == (7, 5, None)
    assert (register.list_by_user(100), register.list_by_user(102), register.list_by_user(9)) == ([5, 7], [5], [])
    register.remove(first)
    assert (register.find_by_channel(70), register.list_by_user(100)) == (None, [5])


def test_who_has_given_their_seat_away_is_not_found_there() -> None:
    register = TableIndex()
    before = table(7, 70)
    register.add(before)
    register.remove(before)
    register.add(replace(before, seats=(replace(before.seats[0], user_id=900), before.seats[1])))
    assert (register.list_by_user(100), register.list_by_user(900), register.list_by_user(101)) == ([], [7], [7])


def test_lessons_in_direct_messages_are_no_table_of_their_channel() -> None:
    register = TableIndex()
    register.add(replace(table(7, 70, 1), home=TableChannel(None, 70), lesson=Lesson()))
    assert (register.find_by_channel(70), register.list_by_user(100)) == (None, [7])
    register.add(replace(table(8, 80, 1), lesson=Lesson()))
    assert register.find_by_channel(80) == 8
