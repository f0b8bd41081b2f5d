"""Sprites on disk: what takes long to paint is read back after a restart. Losing the folder loses only time."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Callable
from hashlib import blake2b
from io import BytesIO
from pathlib import Path

from PIL import Image

log = logging.getLogger(__name__)


def folder() -> Path:
    """LONGTABLE_CACHE, else the place the platform keeps for caches."""
    named = os.environ.get("LONGTABLE_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return (Path(base) if base else Path.home() / "AppData" / "Local") / "longtable" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "longtable"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "longtable"


def kept(family: str, key: str, size: tuple[int, int], make: Callable[[], Image.Image]) -> Image.Image:
    """The sprite of that key, from the disk or made now. A file that is damaged or cannot be written is no fault."""
    name = blake2b(key.encode(), digest_size=16).hexdigest()
    path = folder() / family / f"{name}.png"
    try:
        found = Image.open(BytesIO(path.read_bytes()))
        found.load()
        if found.size == size and found.mode in ("RGB", "RGBA"):
            return found
    except (OSError, SyntaxError, ValueError):
        pass
    image = make()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as out:
            image.save(out, "PNG", compress_level=1)
        os.replace(out.name, path)
    except OSError as error:
        log.debug("sprite not kept: %s", error)
    return image
