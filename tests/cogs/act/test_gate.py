"""Who goes first where too many come at once, and who comes too late."""

from __future__ import annotations

import asyncio

import pytest

from cogs.act import gate as gate_module
from cogs.act.gate import Gate
from cogs.screen.retry import InteractionGone


async def test_whoever_came_first_goes_first_and_only_so_many_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "HANDLERS", 2)
    gate, inside, most, order = Gate(), 0, 0, list[int]()

    async def act(number: int) -> None:
        nonlocal inside, most
        async with gate.handling():
            order.append(number)
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(act(number) for number in range(20)))
    assert most == 2
    assert order == list(range(20))


async def test_what_cannot_wait_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window is the first answer itself."""
    monkeypatch.setattr(gate_module, "HANDLERS", 1)
    gate = Gate()
    async with gate.handling(), gate.handling(waits=False):
        pass


async def test_an_act_that_waits_for_somebody_is_in_nobodys_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "HANDLERS", 1)
    monkeypatch.setattr(gate_module, "SLOT_SECONDS", 0.01)
    gate = Gate()
    async with gate.handling(), asyncio.timeout(5), gate.handling():
        pass
    async with gate.handling():  # and the place is given back once
        assert gate._handler_slots.locked()


@pytest.mark.parametrize("kind", ["acknowledging", "completing"])
async def test_who_waited_too_long_is_sent_away(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "FIRST_ANSWERS", 1)
    monkeypatch.setattr(gate_module, "COMPLETIONS", 1)
    gate = Gate()
    enter = getattr(gate, kind)

    async def late() -> str:
        try:
            async with enter():
                return "in"
        except InteractionGone:
            return "gone"

    async with enter():
        waiting = asyncio.create_task(late())
        await asyncio.sleep(0)
        monkeypatch.setattr(gate_module, "QUEUE_SECONDS", -1.0)
    assert await waiting == "gone"
    monkeypatch.undo()
    assert await late() == "in"
