"""What absent readers are told, measured."""

from __future__ import annotations

import pytest

from cogs.screen import event_text
from tools.soak import stories

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("kind", "seed"), [("citadels", 4), ("catan", 2)])
def test_no_message_is_empty_and_no_seat_untold(
    kind: str, seed: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stories, "MOVES", 120)
    assert stories.main(["--games", "1", "--seed", str(seed), "--game", kind, "--print", "1"]) == 0
    told = capsys.readouterr().out
    assert "cut 0 (0.0%), seats untold 0, empty 0" in told
    assert "**Waiting for**" in told


def test_a_message_that_tells_nothing_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stories, "MOVES", 60)
    monkeypatch.setattr(event_text, "describe_event", lambda *_: "")
    monkeypatch.setattr("words.Voice.sentence_after_name", lambda *_: "")
    assert stories.main(["--games", "1", "--seed", "4", "--game", "citadels"]) == 1
    assert "empty 0" not in capsys.readouterr().out
