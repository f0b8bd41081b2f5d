"""Caches sprites: in memory within a limit of bytes, and on disk if they take long to paint.

Both caches may be lost at any time without harm.
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

# The ground of a table takes 5 MB and serves that table alone. Among the shared sprites, the grounds of twenty tables
# would evict them all, and each picture would be painted again from scratch.
BUDGET: Final = 56_000_000  # bytes for all sprites of a process
GROUNDS_BUDGET: Final = 28_000_000  # bytes for the grounds of tables
OVERHEAD: Final = 600  # bytes of an entry beside its pixels: key, objects
ONE_BYTE_MODES: Final = frozenset({"1", "L", "P"})  # modes with one byte per pixel; all other modes used here have four


def count_pixel_bytes(value: Any) -> int:
    """The bytes of all images and encoded files in a value, also within containers and dataclasses."""
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, Image.Image):
        return value.width * value.height * (1 if value.mode in ONE_BYTE_MODES else 4)
    if isinstance(value, tuple | list):
        return sum(map(count_pixel_bytes, value))
    if isinstance(value, Mapping):
        return sum(map(count_pixel_bytes, value.values()))
    if is_dataclass(value):
        return sum(count_pixel_bytes(getattr(value, field.name)) for field in fields(value))
    return 0


class SpriteMemory:
    """An LRU cache limited by bytes. Thread-safe; two threads that miss the same key at once may both draw it."""

    def __init__(self, limit: int) -> None:
        self._kept = _sprites_within(limit)
        self._lock = Lock()

    @property
    def bytes_in_use(self) -> int:
        """The bytes in use, never above the limit."""
        return int(self._kept.currsize)

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Hashable) -> tuple[Any, int] | None:
        """The value of a key and its bytes, now the most recently used; None if it is not cached."""
        with self._lock:
            return self._kept.get(key)

    def store(self, key: Hashable, value: Any) -> None:
        """Add a value. A value larger than the limit is not kept."""
        size = count_pixel_bytes(value) + OVERHEAD
        with self._lock:
            if size <= self._kept.maxsize:
                self._kept[key] = value, size
            else:
                self._kept.pop(key, None)

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._kept.clear()

    @contextmanager
    def with_limit(self, limit: int) -> Iterator[None]:
        """Context manager: another limit."""
        former_limit = int(self._kept.maxsize)
        self._resize(limit)
        try:
            yield
        finally:
            self._resize(former_limit)

    def _resize(self, limit: int) -> None:
        with self._lock:
            former_sprites, self._kept = self._kept, _sprites_within(limit)
            while former_sprites:
                key, entry = former_sprites.popitem()  # those used longest ago come first
                if entry[1] <= limit:
                    self._kept[key] = entry


def _sprites_within(limit: int) -> LRUCache[Hashable, tuple[Any, int]]:
    return LRUCache(limit, getsizeof=itemgetter(1))


SPRITES: Final = SpriteMemory(BUDGET)
GROUNDS: Final = SpriteMemory(GROUNDS_BUDGET)
_THREAD: Final = local()  # `memory`: this thread's separate cache, if it has one


def forget_drawings() -> None:
    """Drop all cached drawings, as a restart does."""
    SPRITES.clear()
    GROUNDS.clear()


@contextmanager
def separate_sprite_memory(limit: int) -> Iterator[None]:
    """Context manager: sprites drawn by this thread go to a separate cache of `limit` bytes, dropped at the end. A
    large one-off drawing thus evicts no sprites of the shared cache, which is still read."""
    _THREAD.memory = SpriteMemory(limit)
    try:
        yield
    finally:
        del _THREAD.memory


def cached_sprite(make: Callable[P, R]) -> Callable[P, R]:
    """Decorator: caches the function's results in the shared sprite memory. Arguments must be hashable. Results are
    shared: copy them before drawing on them."""
    return _cached_in(lambda: SPRITES, make)


def cached_ground(make: Callable[P, R]) -> Callable[P, R]:
    """As `cached_sprite`, for the ground of a whole table: kept apart, so that many tables evict no sprites."""
    return _cached_in(lambda: GROUNDS, make)


def _cached_in(memory: Callable[[], SpriteMemory], make: Callable[P, R]) -> Callable[P, R]:
    @wraps(make)
    def cached(*args: P.args, **named: P.kwargs) -> R:
        key = (make, args, *named.items()) if named else (make, args)
        thread_memory: SpriteMemory | None = getattr(_THREAD, "memory", None)
        entry = memory().find(key)
        if entry is None and thread_memory is not None:
            entry = thread_memory.find(key)
        if entry is not None:
            value: R = entry[0]  # the type is known: `make` returned it for these arguments
            return value
        value_made = make(*args, **named)
        (memory() if thread_memory is None else thread_memory).store(key, value_made)
        return value_made

    return cached


def cache_folder() -> Path:
    """LONGTABLE_CACHE, or the platform's folder for caches."""
    configured = os.environ.get("LONGTABLE_CACHE")
    if configured:
        return Path(configured)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return (Path(base) if base else Path.home() / "AppData" / "Local") / "longtable" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "longtable"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "longtable"


def load_or_paint(family: str, key: str, size: tuple[int, int], make: Callable[[], Image.Image]) -> Image.Image:
    """The sprite of `key` from the disk, or painted by `make` and saved. Disk errors are ignored."""
    digest = blake2b(key.encode(), digest_size=16).hexdigest()
    path = cache_folder() / family / f"{digest}.png"
    try:
        cached_image = Image.open(BytesIO(path.read_bytes()))
        cached_image.load()
        if cached_image.size == size and cached_image.mode in ("RGB", "RGBA"):
            return cached_image
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
