"""Films of whole games, as the README and the bench have them."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from cogs.games import face_for
from cogs.past import replay_frames
from render.core.film import FilmSettings, frame_durations
from tools.bench import films as bench_films
from tools.pictures import films

pytestmark = pytest.mark.slow


def test_a_game_played_by_machines_becomes_a_film() -> None:
    one = films.play_filmed_game("citadels", "first", 2, 5, "easy")
    assert not one.table.is_open
    parts = replay_frames.plan_frames(face_for("citadels"), one.entries, winners=one.winners)
    with Image.open(BytesIO(films.render_film(one, FilmSettings("webp", 120, 40)))) as film:
        count = getattr(film, "n_frames", 1)
        times = []
        for at in range(count):
            film.seek(at)
            film.load()
            times.append(film.info["duration"])
    assert sum(times) == sum(frame_durations(len(parts), replay_frames.count_ending_frames(parts)))
    assert 10 < count <= len(parts)  # those that are alike are one


def test_the_bench_tells_what_is_too_long_and_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = {"frames": 100, "seconds": 11.0, "bytes": 2_000_000, "memory": 40.0, "pause": 90.0}
    found: dict[str, Any] = {"laid": 0}
    found |= {f"{how} {name}": figures for how in ("webp", "gif") for name in ("cold", "warm")}
    monkeypatch.setattr(bench_films, "run_film_process", lambda kind: found)
    rows = list(bench_films.measure_replays())
    assert {row.what.rpartition(", ")[2] for row in rows if not row.met(36.0)} == {"sprites at hand"}
    assert all(row.met(72.0) for row in rows)
