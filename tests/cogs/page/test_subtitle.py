"""The first words of a page: who won, with how many points, and why where others have as many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from cogs.games import Face, face_for
from cogs.page.content import PageContent
from rules.core import Choices, Phrase
from service.state.model import Seat, Table, TableChannel
from words import Voice

NAMES = ("Ann", "Ben", "Cid")


@dataclass
class View:
    scores: tuple[int, ...] = (27, 27, 20)
    headline: Phrase = field(default_factory=lambda: Phrase("cit.headline.over", {"n": 3}))


class Tied(Face[Any]):
    """A game in which somebody was ahead by districts."""

    def explain_tie_break(self, view: Any, winners: Sequence[int]) -> Phrase | None:
        return Phrase("cit.tie.districts", {"most": 22, "next": 20}) if len(winners) == 1 else None


def subtitle(own: Face[Any], status: Any, *winners: int) -> str:
    seats = tuple(Seat(n, 11 + n, name, "RBY"[n], place=1 if n in winners else 2) for n, name in enumerate(NAMES))
    table = Table(
        1, "citadels", Choices(), TableChannel(1, 2), status, 11, 3, seats, None, "en", False, None, "0" * 8, 9, 0, 0
    )
    said = PageContent(table, own, Voice("en", NAMES)).build_data("", View(), "en")
    return str(said["subtitle"])


@pytest.mark.parametrize(
    ("tied", "status", "winners", "said"),
    [
        (False, "over", (1,), "Ben wins with 27 points · over after 3 rounds."),
        (False, "over", (0, 1), "Ann and Ben share the victory with 27 points · over after 3 rounds."),
        (
            True,
            "over",
            (1,),
            "Ben wins with 27 points · over after 3 rounds. Equal points: more in districts decide, 22 to 20.",
        ),
        (True, "over", (0, 1), "Ann and Ben share the victory with 27 points · over after 3 rounds."),
        (True, "abandoned", (), "Ended without a winner · over after 3 rounds."),
    ],
)
def test_it_says_who_won_and_why(tied: bool, status: str, winners: tuple[int, ...], said: str) -> None:
    own = Tied() if tied else face_for("toy")
    assert subtitle(own, status, *winners) == said
