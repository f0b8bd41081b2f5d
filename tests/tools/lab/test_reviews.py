"""Reviews and hints of games of machines, printed beside their positions for whoever judges them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ai.carcassonne.critic import CRITIC
from tests.ai.quick import Quick
from tools.lab import hints, position_text, reviews
from tools.pictures.films import FilmedGame, play_filmed_game

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def one() -> FilmedGame:
    return play_filmed_game("carcassonne", "first", 2, 3)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, one: FilmedGame) -> None:
    monkeypatch.setattr("ai.review.own_expert", lambda module: Quick())
    monkeypatch.setattr("ai.strong.own_expert", lambda module: Quick())
    monkeypatch.setattr(type(CRITIC), "survey_position_count", lambda self, game: 1)
    monkeypatch.setattr(type(CRITIC), "weighing_simulations", lambda self, game: 6)
    for tool in (hints, reviews):
        monkeypatch.setattr(tool, "play_filmed_game", lambda *given: one)


def test_a_review_is_printed_with_each_decision_and_its_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "review.png"
    monkeypatch.setattr(sys, "argv", ["reviews", "carcassonne", "--read", "--picture", str(picture)])
    reviews.main()
    told = capsys.readouterr().out
    assert "**Review** · carcassonne" in told
    assert "Chances of winning over the game" in told
    decisions = [line for line in told.splitlines() if line.startswith("entry ") and " | " in line]
    swings = [line for line in told.splitlines() if line.startswith("entry ") and line.endswith(":")]
    assert len(decisions) >= len(swings)
    assert told.count("Scores: ") == len(swings)  # the board beside each that is told
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_hints_are_printed_with_what_led_to_them(capsys: pytest.CaptureFixture[str], one: FilmedGame) -> None:
    hints.main(["carcassonne", "--hints", "3", "--effort", "0.5"])
    told = capsys.readouterr().out
    assert told.count("\nHint: ") == told.count("Scores: ") == 3
    assert "% behind: " in told


def test_a_position_is_that_before_its_entry(one: FilmedGame) -> None:
    last = one.entries[-1]
    assert one.table.game is not None
    before = position_text.state_before(one, last.seq)
    assert not one.table.game.over(before)
    assert one.table.game.over(position_text.state_before(one, last.seq + 1))
    say = reviews.voice_of(one)
    lines = position_text.describe_entry(one, say, last.seq, last.seat or 0)
    assert lines[0].strip().startswith(f"{last.seq - position_text.BEFORE}: ")
