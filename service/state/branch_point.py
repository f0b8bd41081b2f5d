"""Origin of a branched table, and its stored form."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass


@dataclass(frozen=True, slots=True)
class BranchSeat:
    """A seat of the former game, for the player who continues it."""

    colour: str  # a letter of `model.COLOURS`
    points: int
    waits: bool  # is to move first
    machine: str = ""  # name of the machine that held it; empty for a person's seat


@dataclass(frozen=True, slots=True)
class Branch:
    """The finished game and entry that a table continues, with its seats in order."""

    of: int
    at: int  # log entry
    places: tuple[BranchSeat, ...]

    @property
    def machines(self) -> dict[str, str]:
        """Machine names of that game by colour."""
        return {place.colour: place.machine for place in self.places if place.machine}


def encode_branch(branch: Branch | None) -> str | None:
    """Encode for the database."""
    return None if branch is None else json.dumps([branch.of, branch.at, [astuple(place) for place in branch.places]])


def decode_branch(text: str | None) -> Branch | None:
    """Decode the result of `encode_branch`."""
    if text is None:
        return None
    of, at, places = json.loads(text)
    return Branch(of, at, tuple(BranchSeat(*place) for place in places))
