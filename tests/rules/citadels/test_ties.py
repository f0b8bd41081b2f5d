"""By what a tie of points was broken."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rules.citadels.scoring import describe_tie_break


def view(*rows: tuple[int, int, int]) -> Any:
    """Of each seat its points, those of its districts, its gold."""
    return SimpleNamespace(
        sheet=[SimpleNamespace(total=total, districts=districts) for total, districts, _ in rows],
        players=[SimpleNamespace(gold=gold) for _, _, gold in rows],
    )


@pytest.mark.parametrize(
    ("rows", "winners", "said"),
    [
        (((27, 22, 0), (27, 20, 9), (21, 21, 0)), (0,), ("cit.tie.districts", 22, 20)),
        (((27, 20, 3), (27, 22, 1), (27, 22, 4)), (2,), ("cit.tie.gold", 4, 1)),
        (((27, 22, 3), (27, 22, 3), (27, 20, 3)), (0, 1), ("cit.tie.districts", 22, 20)),
        (((27, 22, 3), (27, 22, 3), (20, 20, 3)), (0, 1), None),  # they share it
        (((27, 22, 3), (26, 22, 9)), (0,), None),
        (((27, 22, 3), (27, 24, 9)), (0,), None),  # who resigned
        (((27, 22, 3), (27, 24, 9)), (), None),
    ],
)
def test_it_is_told_as_the_rules_break_it(rows: Any, winners: tuple[int, ...], said: Any) -> None:
    found = describe_tie_break(view(*rows), winners)
    assert (None if found is None else (found.key, found.params["most"], found.params["next"])) == said
