"""Weights for games with many modules: what is looked for is found, and stands where the judge reads it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from ai.carcassonne import crowded
from ai.carcassonne.chances import MANY, is_crowded, learnt_weights, term_values
from ai.carcassonne.extra import EXTRAS
from ai.carcassonne.terms import TERMS, term_names
from rules.carcassonne.expansions import carcassonne_modules
from rules.carcassonne.game import CarcassonneGame
from rules.core import Choices
from tools.lab.tuning import carcassonne_crowded as tuned
from tools.lab.tuning.carcassonne import WatchedGame, fit_knot_weights


def test_what_decided_made_up_games_is_found() -> None:
    """The last module's pieces bring twice what it says, whatever the time; a point that stands is a point."""
    luck = Random(1)
    key = tuned.MODULES[-1]
    words = (*TERMS, *tuned.ALIKE, key, "unheard of")
    known = []
    for game in range(60):
        found, final = [], tuple(luck.randrange(100, 200) for _ in range(3))
        for turns in (60.0, 30.0, 10.0, 2.0):
            pieces = [luck.randrange(400) for _ in range(3)]
            rows = [[0.0] * (len(words) - 2) + [float(n), luck.random()] for n in pieces]
            found.append((turns, rows, tuple(last - 2 * n for last, n in zip(final, pieces, strict=True))))
        known += tuned.build_samples(game, WatchedGame(words, found, final, (1.0, 0.0, 0.0)))
    w = fit_knot_weights(known, tuned.SHAPE)
    assert w[tuned.SHAPE.names.index(key)][1:4] == pytest.approx(2.0, abs=0.25)
    assert w[tuned.SHAPE.names.index("complete")] == pytest.approx(1.0)


def test_games_have_many_modules_and_not_all_the_same() -> None:
    found = [tuned.draw_modules(seed) for seed in range(9)]
    assert all(len(each.modules) > MANY for each in found)
    assert len({each.modules for each in found}) > 1
    assert tuned.draw_modules(2) == tuned.draw_modules(2)


def test_the_weights_of_a_module_are_written_into_its_room(tmp_path: Path) -> None:
    room = tmp_path / "room.py"
    room.write_text("class Here(Extra):\n    weighed = (1.0, 1.0)\n\n    def add(self): ...\n")
    tuned.save_module_weights(room, np.array([0.5, -2.25]))
    assert room.read_text() == "class Here(Extra):\n    weighed = (0.50, 0.00)\n\n    def add(self): ...\n"
    room.write_text("class Here(Extra): ...\n")
    with pytest.raises(ValueError, match=r"room\.py"):
        tuned.save_module_weights(room, np.array([1.0]))


def test_a_judge_of_many_modules_has_a_weight_for_each_knot() -> None:
    hooks = CarcassonneGame(Choices(tuple(carcassonne_modules()))).hooks
    assert is_crowded(hooks)
    known = learnt_weights(hooks)
    assert {len(each) for each in known.weights.values()} == {len(crowded.KNOTS)}
    assert {*tuned.SHAPE.names} <= {*known.weights}
    assert all(EXTRAS[key].weighed for key in tuned.MODULES)
    assert len(term_values(hooks, 20.0)) == len(term_names(hooks))
    key = tuned.MODULES[0]
    assert term_values(hooks, crowded.KNOTS[1])[term_names(hooks).index(key)] == EXTRAS[key].weighed[1]


def test_with_few_modules_theirs_stand_as_they_are() -> None:
    hooks = CarcassonneGame(Choices(tuned.MODULES[:1])).hooks
    assert not is_crowded(hooks)
    assert term_values(hooks, 20.0)[term_names(hooks).index(tuned.MODULES[0])] == 1.0
