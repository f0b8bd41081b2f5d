"""Drawing of the modules of Catan: a package for each, named after its key.

`SKETCHES`: key of a card -> its scene; `KINDS`: key of a card -> its deck; `NOTES`: the classes that gather the
module's part of an ending.
"""

from __future__ import annotations

from typing import Final

from render.catan.notes import Note
from render.catan.scene import Sketch
from render.core.listing import list_modules

_ROOMS: Final = tuple(room for _, room in list_modules(__name__, __path__))
SKETCHES: Final[dict[str, Sketch]] = {key: sketch for room in _ROOMS for key, sketch in room.SKETCHES.items()}
KINDS: Final[dict[str, str]] = {key: kind for room in _ROOMS for key, kind in room.KINDS.items()}
NOTES: Final[tuple[type[Note], ...]] = tuple(note for room in _ROOMS for note in room.NOTES)
