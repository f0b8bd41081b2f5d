"""The comparison with another engine: its process, and what is said where there is none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.bench import peers
from tools.bench.peers import PeerEngine, compare_speed

pytestmark = pytest.mark.slow

HONEST = """
import sys
for line in sys.stdin:
    seed, games = map(int, line.split())
    print(100 * games, 0.5 * seed, flush=True)
"""


def test_the_other_engine_plays_in_a_process_of_its_own() -> None:
    with PeerEngine([sys.executable, "-c", HONEST]) as peer:
        assert peer.rate(1, 3) == 600
        assert peer.rate(2, 3) == 300
        ours, theirs, loop = compare_speed(peer, rounds=2, games=1)
    assert ours > 1000
    assert theirs == 200
    assert loop > 1
    assert peer.process.returncode is not None


def test_an_engine_that_breaks_says_why() -> None:
    broken = [sys.executable, "-c", "raise SystemExit('no board')"]
    with PeerEngine(broken) as peer, pytest.raises(RuntimeError, match="no board"):
        peer.rate(1, 1)


def test_where_it_cannot_be_installed_nothing_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peers, "make_venv", lambda folder: 1)
    assert peers.install_catanatron(tmp_path / "none") is None
    python = tmp_path / "some" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    assert peers.install_catanatron(tmp_path / "some") is None
    monkeypatch.setattr(peers, "install_catanatron", lambda: None)
    assert peers.main() == 0
    assert "cannot be installed" in capsys.readouterr().out
