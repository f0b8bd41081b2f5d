"""Whose process Catanatron's players run in."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.lab.arena import __main__ as arena
from tools.lab.arena import match


def test_each_process_of_ours_has_one_of_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that was split off talked to that of its parent, at the same time as another one."""
    monkeypatch.setattr(
        arena, "Peer", lambda python, player: SimpleNamespace(process=SimpleNamespace(terminate=lambda: 0))
    )
    met: list[object] = []
    monkeypatch.setattr(arena, "play_against_peer", lambda game, seed, one, peer: met.append(peer))
    for number in (1, 1, 2):
        monkeypatch.setattr(os, "getpid", partial(int, number))
        arena._play_arena_game(Path("python"), "value-normal", 0.1, 1)
    arena.shared_peer.cache_clear()
    first, again, other = met
    assert first is again is not other


def test_their_sets_have_one_order_in_every_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same game came out otherwise each time: their players go by the order of sets."""
    script = tmp_path / "peer.py"
    script.write_text(
        "import json, sys\nfor _ in sys.stdin:\n    print(json.dumps({'sum': hash('ORE')}), flush=True)\n"
    )
    monkeypatch.setattr(match, "SCRIPT", script)
    told = []
    for _ in range(2):
        with match.Peer(Path(sys.executable), "value") as one:
            told.append(one.ask(do="decide"))
    assert told[0] == told[1]
