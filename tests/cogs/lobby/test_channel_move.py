"""A table whose channel is lost: which one somebody moves."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.lobby.channel_move import movable_tables
from service.state.model import UnreachableReason
from tests.cogs.harness import table_of

HOST, PLAYER = 100, 101


def movable_table_ids(user: int, *homeless: UnreachableReason) -> list[int]:
    """The numbers of the tables that a user may move, of those of one host that are lost in these ways."""
    tables = [
        replace(table_of("carcassonne", None, 3), id=n, host=HOST, homeless=why) for n, why in enumerate(homeless)
    ]
    listed = SimpleNamespace(tables_by_urgency=lambda user_id: tables)
    ctx: Any = SimpleNamespace(user_id=user, app=SimpleNamespace(tables=listed))
    return [table.id for table in movable_tables(ctx)]


@pytest.mark.parametrize(
    ("user", "homeless", "found"),
    [
        (HOST, ("channel", "", "server"), [0, 2]),
        (PLAYER, ("channel", "", "server"), [2]),  # where a server is lost, everybody may
        (PLAYER, ("channel", ""), [0]),  # they are told who may
        (HOST, ("",), []),
    ],
)
def test_a_table_that_one_may_move_goes_first(
    user: int, homeless: tuple[UnreachableReason, ...], found: list[int]
) -> None:
    assert movable_table_ids(user, *homeless) == found
