"""The bench of thinking: positions of every game, and the process that thinks about them."""

from __future__ import annotations

import pytest

from rules.core import registry
from service.machines.search_process import WorkerProcess
from tests.ai.quick import Quick
from tests.service.machines.test_search_process import command
from tools.bench import thinking
from tools.bench.thinking import CASES, Case, measure_thinking, thinking_questions

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key} {case.preset}")
def test_positions_where_somebody_thinks(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "own_expert", lambda module: Quick())
    found = list(thinking_questions(case, 0.5, (2, 5)))
    assert len({question.state for question in found}) == 2
    assert all(question.effort == 0.5 for question in found)
    monkeypatch.setattr(thinking, "own_expert", lambda module: None)
    assert not list(thinking_questions(case, 0.5, (2, 5)))


def test_every_game_is_measured() -> None:
    assert {case.key for case in CASES} == set(registry.game_types())


def test_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "own_expert", lambda module: Quick())
    monkeypatch.setattr(thinking, "WorkerProcess", lambda **given: WorkerProcess(command("quick"), **given))
    took, memory = measure_thinking(CASES[:1], 0.1)
    assert took.unit == "s"
    assert took.figure > 0
    assert memory.must == 150
