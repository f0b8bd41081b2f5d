"""Interactions that are left for another process."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.act.forwarding import InteractionForwarder
from db.errors import Unsure

DATA = {"type": 3, "data": {"custom_id": "x"}, "member": {"user": {"id": "101"}}}


@pytest.mark.parametrize("known", [True, False])
async def test_what_may_have_been_left_for_another_is_not_done_here(
    monkeypatch: pytest.MonkeyPatch, *, known: bool
) -> None:
    """It would be done twice. Where it was left for sure, somebody looks whether it is taken."""
    watched: list[str] = []

    async def write(work: object) -> int:
        if not known:
            raise Unsure("store.unsure", file="x")
        return 1

    def beside(work: Any, name: str) -> None:
        work.close()
        watched.append(name)

    async def theirs(data: object) -> int:
        return 7

    app: Any = SimpleNamespace(
        in_flight=SimpleNamespace(is_shutting_down=False),
        tables=SimpleNamespace(registry=SimpleNamespace(store=SimpleNamespace(write=write))),
        clock=SimpleNamespace(now=lambda: 0),
        run_in_background=beside,
    )
    errands = InteractionForwarder(app, None, lambda data: None)
    monkeypatch.setattr(errands, "_find_table_elsewhere", theirs)
    assert await errands.forward_if_elsewhere(DATA)
    assert len(watched) == known
