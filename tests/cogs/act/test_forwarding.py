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
        under_way=SimpleNamespace(leaving=False),
        tables=SimpleNamespace(registry=SimpleNamespace(store=SimpleNamespace(write=write))),
        clock=SimpleNamespace(now=lambda: 0),
        beside=beside,
    )
    errands = InteractionForwarder(app, None, lambda data: None)
    monkeypatch.setattr(errands, "_theirs", theirs)
    assert await errands.sends(DATA)
    assert len(watched) == known
