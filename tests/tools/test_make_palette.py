"""The palettes in the tree are those the program would write."""

from __future__ import annotations

import pytest

from render.core.palette import load
from tools.make_palette import drawn, learnt


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.slow] if kind == "carcassonne" else []) for kind in drawn()]
)
def test_a_palette_is_learnt_from_what_is_drawn_now(
    kind: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it fails, a painter has changed: run `python -m tools.make_palette`."""
    monkeypatch.setenv("LONGTABLE_CACHE", str(tmp_path_factory.mktemp("sprites")))
    path, colours = learnt(kind)
    assert load(path).colours == tuple(colours)
