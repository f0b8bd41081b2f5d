"""Whether promises of machines come true: what came is set beside what was promised, decision by decision."""

from __future__ import annotations

import pytest

from tools.lab.check_predictions import Prediction, collect_predictions, main, prediction_table, settle_predictions
from tools.lab.contests import MATCHES, Match


def test_a_promise_is_held_against_what_the_first_idea_promises_next_and_the_last_against_the_end() -> None:
    made = [
        Prediction("bank", other=True, chance=0.5, idea=0.4),
        Prediction("end", other=False, chance=0.25, idea=0.25),
    ]
    assert [one.change for one in settle_predictions(made, 1.0)] == [-0.25, 0.75]
    table = list(prediction_table([list(settle_predictions(made, 1.0)), list(settle_predictions(made, 0.0))]))
    assert table[0] == "2 games, 4 decisions; promised beyond the first ideas: 0.100 a game"
    assert [line.split() for line in table[2:]] == [
        ["bank", "other", "1.0", "-0.2500", "(0.0000)", "-0.250"],
        ["all", "other", "1.0", "-0.2500", "(0.0000)", "-0.250"],
        ["end", "same", "1.0", "0.2500", "(0.3536)", "0.250"],
        ["all", "same", "1.0", "0.2500", "(0.3536)", "0.250"],
    ]


def test_a_game_is_watched_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MATCHES, "short", Match("citadels", "", 2, "strong", "normal", 1, 50, effort=0.004))
    found = collect_predictions("short", 1, 2)
    assert len(found) > 10
    assert {one.promise.other for one in found} == {True, False}
    assert all(0 <= chance <= 1 for one in found for chance in (one.promise.chance, one.promise.idea))
    assert all(one.promise.chance == one.promise.idea for one in found if not one.promise.other)
    end = found[-1].promise.chance + found[-1].change
    assert end == pytest.approx(round(end))
    assert sum(one.change + one.promise.chance - one.promise.idea for one in found) == pytest.approx(
        end - found[0].promise.idea
    )


def test_a_row_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["chess"])
    assert "there is no row chess" in capsys.readouterr().err
