"""Where a table begins that begins in the middle of another game, and how that is stored."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass


@dataclass(frozen=True, slots=True)
class BranchSeat:
    """A seat of the former game: whoever takes it plays on from there."""

    colour: str  # a letter of `model.COLOURS`
    points: int
    waits: bool  # it is to decide first
    machine: str = ""  # the name of the machine that sat there from the start; empty for a person's


@dataclass(frozen=True, slots=True)
class Branch:
    """In the middle of which game a table begins, which is over; its places in the order of the seats."""

    of: int
    at: int  # after which entry of its log
    places: tuple[BranchSeat, ...]

    @property
    def machines(self) -> dict[str, str]:
        """Colours and names of the machines of that game."""
        return {place.colour: place.machine for place in self.places if place.machine}


def encode_branch(branch: Branch | None) -> str | None:
    """As it is stored."""
    return None if branch is None else json.dumps([branch.of, branch.at, [astuple(place) for place in branch.places]])


def decode_branch(text: str | None) -> Branch | None:
    """What `out` wrote."""
    if text is None:
        return None
    of, at, places = json.loads(text)
    return Branch(of, at, tuple(BranchSeat(*place) for place in places))
