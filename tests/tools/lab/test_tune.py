"""Which games there are weights for, and that each is asked in its own way."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tools.lab import tune

pytestmark = pytest.mark.slow


def test_the_module_of_the_game_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int, int, int]] = []

    def found(name: str) -> SimpleNamespace:
        return SimpleNamespace(main=lambda games, seed, jobs: asked.append((name, games, seed, jobs)))

    monkeypatch.setattr(tune, "import_module", found)
    assert tune.main(["citadels", "--games", "7", "--seed", "3"]) == 0
    assert asked == [("tools.lab.tuning.citadels", 7, 3, 1)]
    with pytest.raises(SystemExit):
        tune.main(["chess"])
