"""The moves of The Count of Carcassonne."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.carcassonne.cells import Spot
from rules.carcassonne.moves import Pass
from rules.core import Move


@dataclass(frozen=True, slots=True)
class EnterCity(Move):
    """Put a follower of the supply into a quarter: `count-enter follower castle`."""

    kind: ClassVar[str] = "count-enter"
    group: ClassVar[str | None] = "count"
    figure: str
    quarter: str


@dataclass(frozen=True, slots=True)
class MoveCount(Move):
    """Move the count to a quarter, or leave him: `count-move market`."""

    kind: ClassVar[str] = "count-move"
    group: ClassVar[str | None] = "count"
    quarter: str


@dataclass(frozen=True, slots=True)
class SendOut(Move):
    """Move a follower from a quarter to a feature about to be scored: `count-send large smithy L51.road-S`. The place
    is the one that names the feature."""

    kind: ClassVar[str] = "count-send"
    group: ClassVar[str | None] = "count"
    figure: str
    quarter: str
    spot: Spot


PASS_SEND: Final = Pass("send")
PASS_ENTER: Final = Pass("enter")
NEVER_MARCH: Final = "never_march"  # standing answer: never enter or leave the City
