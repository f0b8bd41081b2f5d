"""The weights of Catan's judge: learnt from games, never against what their words say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ai.catan.expansions import LISTED
from tools.lab.tuning import catan as tuning
from tools.lab.tuning.catan import (
    PositionSet,
    fit_by_gradient,
    format_ranges,
    learn_weights,
    list_training_sets,
    predict_chances,
    quality_report_lines,
)

pytestmark = pytest.mark.slow


def made(games: int = 60, positions: int = 3) -> PositionSet:
    """Games of three seats: the first thing told decides, the second is noise, the third is said to help and harms."""
    luck = np.random.default_rng(1)
    told = luck.normal(size=(games * positions, 3, 3))
    best = told[:, :, 0] - told[:, :, 2]
    won = (best == best.max(axis=1, keepdims=True)).astype(float)
    return PositionSet(told, np.ones(won.shape, bool), won, np.repeat(np.arange(games), positions), ("a+", "b?", "c+"))


def test_what_decides_weighs_and_nothing_goes_against_its_word() -> None:
    b = made()
    w = fit_by_gradient(b.told, b.there, b.won, b.words, np.zeros(3))
    assert w[0] > 1.0
    assert abs(w[1]) < 0.3
    assert w[2] == 0.0
    assert learn_weights(b)[2] == 0.0


def test_the_chances_of_the_seats_that_are_there_add_up() -> None:
    b = made()
    there = b.there.copy()
    there[:, 2] = False
    p = predict_chances(b.told, there, np.array([1.0, 0.0, 0.0]))
    assert p.sum(axis=1) == pytest.approx(1.0)
    assert not p[:, 2].any()


def test_what_is_reported_tells_loss_and_tenths() -> None:
    b = made(4)
    lines = quality_report_lines(b, np.full(b.won.shape, 1 / 3))
    assert lines[0].startswith("4 games, 12 positions")
    assert lines[1] == f"log-loss {np.log(3):.4f}, of equal chances {np.log(3):.4f}"
    assert lines[-1].split() == ["30", "to", "40", "36", "33.3", "33.3"]


def test_numbers_in_a_row_are_told_as_one() -> None:
    assert format_ranges([1, 2, 3, 7, 9, 10]) == "1 to 3, 7 to 7, 9 to 10"


def test_each_module_is_learnt_for_itself() -> None:
    assert [kind.module for kind in list_training_sets()] == ["", *sorted(LISTED)]
    assert all(kind.presets for kind in list_training_sets())


def test_a_game_is_kept_and_not_played_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "KEPT", tmp_path)
    tuning.record_game("base", 4)
    (path,) = tmp_path.rglob("*.json.z")
    first = path.read_bytes()
    monkeypatch.setattr(tuning, "start_trial", None)
    tuning.record_game("base", 4)
    assert path.read_bytes() == first
    b = tuning.load_positions(("base",))
    assert b.there.sum(axis=1).tolist() == [3] * len(b.told)
    assert (b.won.sum(axis=1) == 1).all()
    assert tuning.recorded_seeds("base") == [4]
