"""Sprites that are kept: in memory within one number of bytes, and on disk what takes long to paint.

Losing either loses only time.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import wraps
from hashlib import blake2b
from io import BytesIO
from operator import itemgetter
from pathlib import Path
from threading import Lock, local
from typing import Any, Final, ParamSpec, TypeVar

from cachetools import LRUCache
from PIL import Image

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

# What lies still below a table takes 5 MB and serves that table alone: among the sprites, which serve all, the grounds
# of twenty tables would push them out, and each picture would be painted anew from tile to token.
BUDGET: Final = 52_000_000  # bytes of all sprites of all games in a process
GROUNDS_BUDGET: Final = 16_000_000  # bytes of the grounds of tables
OVERHEAD: Final = 600  # what an entry takes beside its pixels: key, objects
NARROW: Final = frozenset({"1", "L", "P"})  # one byte a point; Pillow gives all other modes that we use four


def count_pixel_bytes(value: Any) -> int:
    """The bytes of all pixels in a value: images, or files of them, within tuples, mappings and dataclasses."""
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, Image.Image):
        return value.width * value.height * (1 if value.mode in NARROW else 4)
    if isinstance(value, tuple | list):
        return sum(map(count_pixel_bytes, value))
    if isinstance(value, Mapping):
        return sum(map(count_pixel_bytes, value.values()))
    if is_dataclass(value):
        return sum(count_pixel_bytes(getattr(value, field.name)) for field in fields(value))
    return 0


class SpriteMemory:
    """What was drawn, by what it was drawn from: as much as fits so many bytes. What nobody asked for longest goes
    first. Safe in any thread; two that ask for the same at once may both draw it."""

    def __init__(self, limit: int) -> None:
        self._kept = _sprites_within(limit)
        self._lock = Lock()

    @property
    def held(self) -> int:
        """The bytes of what is kept, never above the limit."""
        return int(self._kept.currsize)

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Hashable) -> tuple[Any, int] | None:
        """The value of a key and its bytes; it counts as asked for."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: Hashable, value: Any) -> None:
        """Remember a value. One that is larger than all there is room for is not kept."""
        size = count_pixel_bytes(value) + OVERHEAD
        with self._lock:
            if size <= self._kept.maxsize:
                self._kept[key] = value, size
            else:
                self._kept.pop(key, None)

    def forget(self) -> None:
        """Drop everything, as a restart does."""
        with self._lock:
            self._kept.clear()

    @contextmanager
    def limited(self, limit: int) -> Iterator[None]:
        """Another limit for a while."""
        before = int(self._kept.maxsize)
        self._resize(limit)
        try:
            yield
        finally:
            self._resize(before)

    def _resize(self, limit: int) -> None:
        with self._lock:
            former, self._kept = self._kept, _sprites_within(limit)
            while former:
                key, entry = former.popitem()  # those used longest ago come first
                if entry[1] <= limit:
                    self._kept[key] = entry


def _sprites_within(limit: int) -> LRUCache[Hashable, tuple[Any, int]]:
    return LRUCache(limit, getsizeof=itemgetter(1))


SPRITES: Final = SpriteMemory(BUDGET)
GROUNDS: Final = SpriteMemory(GROUNDS_BUDGET)
_HERE: Final = local()  # of this thread: where it keeps what it draws, if apart


def forget_drawings() -> None:
    """Drop all that was drawn, as a restart does."""
    SPRITES.forget()
    GROUNDS.forget()


@contextmanager
def separate_sprite_memory(limit: int) -> Iterator[None]:
    """What this thread draws meanwhile is kept apart, within so many bytes, and given up at the end: who draws a great
    deal once must not push out what all others need again and again. What they have drawn is found as ever."""
    _HERE.memory = SpriteMemory(limit)
    try:
        yield
    finally:
        del _HERE.memory


def cached_sprite(make: Callable[P, R]) -> Callable[P, R]:
    """Keep what the function draws, within the bytes that all sprites share. Its arguments must be hashable, and what
    it returns is shared: copy it before drawing on it."""
    return _cached_in(lambda: SPRITES, make)


def cached_ground(make: Callable[P, R]) -> Callable[P, R]:
    """As `cached_sprite`, for the ground of a whole table: kept apart, so that many tables evict no sprites."""
    return _cached_in(lambda: GROUNDS, make)


def _cached_in(memory: Callable[[], SpriteMemory], make: Callable[P, R]) -> Callable[P, R]:
    @wraps(make)
    def found(*args: P.args, **named: P.kwargs) -> R:
        key = (make, args, *named.items()) if named else (make, args)
        apart: SpriteMemory | None = getattr(_HERE, "memory", None)
        entry = memory().find(key)
        if entry is None and apart is not None:
            entry = apart.find(key)
        if entry is not None:
            kept: R = entry[0]  # it is what `make` returned for these arguments
            return kept
        made = make(*args, **named)
        (memory() if apart is None else apart).keep(key, made)
        return made

    return found


def cache_folder() -> Path:
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


def load_or_paint(family: str, key: str, size: tuple[int, int], make: Callable[[], Image.Image]) -> Image.Image:
    """The sprite of that key, from the disk or made now. A file that is damaged or cannot be written is no fault."""
    name = blake2b(key.encode(), digest_size=16).hexdigest()
    path = cache_folder() / family / f"{name}.png"
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
        log.debug("sprite not kept: %(kind)s", {"kind": type(error).__name__})
    return image
