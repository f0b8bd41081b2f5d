"""Sprites on disk: kept, read again, never a danger."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from render.core import cache


def test_kept_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTABLE_CACHE", str(tmp_path))
    made = []

    def make() -> Image.Image:
        made.append(1)
        return Image.new("RGB", (4, 4), (1, 2, 3))

    for _ in range(3):
        assert cache.load_or_paint("x", "key", (4, 4), make).getpixel((0, 0)) == (1, 2, 3)
    assert len(made) == 1
    cache.load_or_paint("x", "other key", (4, 4), make)
    assert len(made) == 2
    assert len(list(tmp_path.rglob("*.png"))) == 2
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n broken"])
def test_damaged_files_are_made_anew(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGTABLE_CACHE", str(tmp_path))
    good = Image.new("RGB", (4, 4), (9, 9, 9))
    cache.load_or_paint("x", "key", (4, 4), lambda: good)
    (path,) = tmp_path.rglob("*.png")
    path.write_bytes(content)
    assert cache.load_or_paint("x", "key", (4, 4), lambda: good).getpixel((0, 0)) == (9, 9, 9)
    with Image.open(path) as again:
        assert again.size == (4, 4)


def test_a_folder_that_cannot_be_made_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("LONGTABLE_CACHE", str(tmp_path / "file" / "below"))
    assert cache.load_or_paint("x", "key", (2, 2), lambda: Image.new("RGB", (2, 2))).size == (2, 2)


def test_the_platform_decides_without_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LONGTABLE_CACHE", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/some/where")
    assert cache.cache_folder() == Path("/some/where/longtable")
