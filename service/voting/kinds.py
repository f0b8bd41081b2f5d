"""The kinds of votes there are. A further one is a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from service.model import What
from service.playing import Playing

from .end import End
from .kind import Kind
from .language import Language
from .pause import Pause
from .time import Late, Pace
from .undo import Undo

ALL: Final[tuple[type[Kind], ...]] = (Undo, End, Pause, Pace, Late, Language)


def kinds(playing: Playing) -> Mapping[What, Kind]:
    """Every kind by what it is called."""
    return {kind.what: kind(playing) for kind in ALL}
