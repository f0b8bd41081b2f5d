"""The campaign finds what it is made to find: something hidden in a text, in the size of a request, in its instant."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.questions import Question, Thought
from cogs.post import discord_messages
from cogs.post.message_layout import PublicMessage
from cogs.post.publisher import Publisher
from rules.core import Choices
from rules.core.saving import to_plain
from service.machines.hints import Hint, HintService
from service.state.model import Table
from service.store.publisher import TableChange
from tools.soak.secrecy import campaign
from tools.soak.secrecy.compare import SecrecyPlan, compare_games

pytestmark = pytest.mark.slow

GAME = SecrecyPlan("citadels", Choices(), 4, seed=3, acts=4, begun=14)


def hidden(table: Table) -> int:
    """A number that differs where what is hidden does."""
    return sum(json.dumps(to_plain(table.state)).encode()) * 7 % 13 if table.state is not None else 0


async def test_a_game_in_which_nothing_leaks(tmp_path: Path) -> None:
    found = await compare_games(tmp_path, GAME)
    assert found.acts == 4
    assert found.differing
    assert found.hints


def in_the_instant(patch: pytest.MonkeyPatch) -> None:
    async def changed(self: Publisher, change: TableChange) -> None:
        self.schedule_message_update(change.table.id, self.settle_seconds + hidden(change.table) / 10)

    patch.setattr(Publisher, "publish_change", changed)


def sending(patch: pytest.MonkeyPatch, leaks: Callable[[Table, PublicMessage, str], tuple[PublicMessage, str]]) -> None:
    kept = discord_messages.send_to_table

    async def send(app: Any, table: Table, public: PublicMessage, nonce: str) -> int:
        return await kept(app, table, *leaks(table, public, nonce))

    patch.setattr(discord_messages, "send_to_table", send)


def in_the_size(patch: pytest.MonkeyPatch) -> None:
    """Where nobody but who counts bytes would see it."""
    sending(patch, lambda table, public, nonce: (public, nonce + "x" * (hidden(table) % 7)))


def in_the_number(patch: pytest.MonkeyPatch) -> None:
    """More requests for some hands, which change nothing."""

    async def changed(self: Publisher, change: TableChange) -> None:
        live = change.table.live
        for _ in range(hidden(change.table) % 7 if live is not None else 0):
            await discord_messages.message_exists(self.app, change.table, live)
        self.schedule_message_update(change.table.id, self.settle_seconds)

    patch.setattr(Publisher, "publish_change", changed)


@pytest.mark.parametrize(
    ("leak", "where"),
    [(in_the_instant, "public requests"), (in_the_size, "public requests"), (in_the_number, "public requests")],
)
async def test_a_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None], where: str
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=where):
        await compare_games(tmp_path, GAME)


def hint_in_public(patch: pytest.MonkeyPatch) -> None:
    """Who asks for a hint has the message of the table sent anew."""
    kept = HintService.give_hint

    async def hint(self: HintService, table_id: int, user_id: int) -> Hint:
        found = await kept(self, table_id, user_id)
        await self.registry.publish(TableChange(await self.registry.load_under_lock(table_id)))
        return found

    patch.setattr(HintService, "give_hint", hint)


def hint_at_the_ending(patch: pytest.MonkeyPatch) -> None:
    """That somebody has asked is told before the game is over."""
    sending(patch, lambda table, public, nonce: (public, nonce + "x" * table.hinted))


def hint_of_the_hidden(patch: pytest.MonkeyPatch) -> None:
    """What is advised follows from what the seat cannot know."""
    kept, states = HintService._search_or_glance, list[str]()

    async def think(self: HintService, question: Question) -> Thought:
        found = await kept(self, question)
        if question.state not in states:
            states.append(question.state)
        at = states.index(question.state) % len(found.weighed)
        return replace(found, weighed=found.weighed[at:] + found.weighed[:at])

    patch.setattr(HintService, "_search_or_glance", think)


@pytest.mark.parametrize(
    ("leak", "where"),
    [
        (hint_in_public, "hint"),
        (hint_at_the_ending, "public requests"),
        (hint_of_the_hidden, "what a hint says"),
    ],
)
async def test_a_hint_that_tells_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None], where: str
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=where):
        await compare_games(tmp_path, GAME)


def test_plans_are_drawn_from_all_there_is() -> None:
    plans = [campaign.draw_plan(seed) for seed in range(200)]
    assert plans == [campaign.draw_plan(seed) for seed in range(200)]
    assert {plan.kind for plan in plans} == {"catan", "citadels"}
    assert {plan.seats for plan in plans if plan.kind == "citadels"} >= set(range(2, 9))
    assert {plan.seats for plan in plans if plan.kind == "catan"} >= set(range(3, 7))
    assert len({plan.choices for plan in plans}) > 40


def test_what_fails_is_named_and_told_with_its_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Pool:
        """Runs nothing: the second game fails."""

        def __init__(self, *_: object, **__: object) -> None: ...

        def __enter__(self) -> Pool:
            return self

        def __exit__(self, *_: object) -> None: ...

        def imap(self, _: object, seeds: range) -> list[tuple[int, campaign.ComparisonCounts | str]]:
            return [(seed, "it differs" if seed == 8 else campaign.ComparisonCounts(12, 5)) for seed in seeds]

    monkeypatch.setattr(campaign.multiprocessing, "get_context", lambda _: type("Context", (), {"Pool": Pool}))
    assert campaign.main(["--games", "3", "--seed", "7"]) == 1
    told = capsys.readouterr().out
    assert "seed 8: SecrecyPlan(" in told
    assert "it differs" in told
    assert "failed: [8]" in told
    assert campaign.main(["--games", "1", "--seed", "7"]) == 0
