"""Weights found from games: positions of every stage, and a fit that finds what made them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ai.citadels import chances
from tools.lab.tuning import citadels

SEEDS = (2, 7)  # with everything, and for two


def test_a_game_leaves_positions_of_every_stage() -> None:
    stages = set()
    for seed in SEEDS:
        found = citadels.sample_citadels_game(seed)
        stages.update(sample.ended for sample in found)
        assert all(len(sample.rows) == sample.seats for sample in found)
        assert all(sum(sample.won) == pytest.approx(1) for sample in found)
        assert len({tuple(sample.won) for sample in found}) == 1
    assert stages == {True, False}


def test_the_fit_finds_what_made_the_games() -> None:
    luck = np.random.default_rng(1)
    rows = luck.normal(size=(4000, 3, 2))
    made = [citadels.Sample(n, 3, rows[n].tolist(), float(luck.random()), False, [0, 0, 0]) for n in range(4000)]
    wanted = np.array([1.0, -0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0])
    x, _, there = citadels.build_arrays(made)
    y = np.array([luck.multinomial(1, p) for p in citadels.predict_winners(x, there, wanted)], dtype=float)
    w = citadels.fit_by_newton(x, y, there)
    p = citadels.predict_winners(x, there, w)
    assert np.abs(p - citadels.predict_winners(x, there, wanted)).mean() < 0.02
    assert citadels.mean_log_loss(p, y) < np.log(3) - 0.1
    assert all(abs(said - came) < 8 for n, said, came in citadels.tally_by_tenth(p, y, there) if n > 300)


def test_what_is_written_is_what_the_judge_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "weights.py"
    monkeypatch.setattr(citadels, "FILE", path)
    citadels.main(10, 1, 1)
    told = capsys.readouterr().out
    assert told.startswith("10 games from seed 1")
    names = "import weights; print(*weights.WEIGHTS, sep='\\n')"
    read = subprocess.run([sys.executable, "-c", names], cwd=tmp_path, capture_output=True, text=True, check=True)
    s = next(iter(_states()))
    assert read.stdout.split() == list(chances.seat_features(s)[0])
    assert "# What it told:" in path.read_text(encoding="utf-8")


def _states() -> list[citadels.CitadelsState]:
    from tests.rules.citadels.table import Table

    return [Table(4).s]
