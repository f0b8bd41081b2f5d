"""Hooks of characters and districts for screens, table message and story.

Cards without a module in `characters/` or `districts/` get the generic screens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from cogs.choose.picker import Question
from cogs.games.public_table import PublicTable
from cogs.games.weighing import Scales
from cogs.screen import Button, Screen
from cogs.screen.event_text import Weight
from render import Mark
from rules.citadels.view import CitadelsView
from rules.core import Move
from words import Voice

from .parts import CitadelsSeatView

PACKAGES: Final = ("characters", "districts")
NOTHING: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})


class CitadelsCardFace:
    """Presentation of one card."""

    def __init__(
        self,
        *,
        weight_by_key: Mapping[str, Weight] = MappingProxyType({}),
        weight_by_family: Mapping[str, Weight] = MappingProxyType({}),
        losing_parameters: Mapping[str, str] = MappingProxyType({}),
        quick_lines_by_task: Mapping[str, tuple[str, ...]] = NOTHING,
        lines_needing_deck: Sequence[str] = (),
    ) -> None:
        """`weight_by_key`, `weight_by_family`, `losing_parameters`: see `Scales`.

        `quick_lines_by_task`: word of a task -> moves with quick buttons; `lines_needing_deck`: those that need a deck.
        """
        self.scales = Scales("cit", weight_by_key, weight_by_family, losing_parameters)
        self.quick_lines_by_task = quick_lines_by_task
        self.lines_needing_deck = lines_needing_deck

    async def menu_screen(self, seat_view: CitadelsSeatView, question: Question) -> Screen | None:
        """Its own screen for several kinds of moves in a turn; None: the default."""
        return None

    def question_key(self, seat_view: CitadelsSeatView, question: Question, key: str) -> str:
        """A more specific last part of the question's key than `key`; empty: none."""
        return ""

    def answer_buttons(self, seat_view: CitadelsSeatView, question: Question, asked: Question) -> list[Button] | None:
        """The buttons of a decision, without passes; None: the default.

        `asked`: the question of the only other kind of answer, else the same as `question`.
        """
        return None

    def choice_marks(self, seat_view: CitadelsSeatView, move: Move) -> list[Mark] | None:
        """Places on the table of a choice; None: as its fields say."""
        return None

    def button_number(self, move: Move) -> int | None:
        """The number on the button of a move; None: its cost or gain."""
        return None

    def may_show_quick_button(self, view: CitadelsView, seat: int, line: str) -> bool:
        """Whether one of its quick buttons is shown; uses public information only."""
        return bool(view.deck) or line not in self.lines_needing_deck

    def hand_lines(self, view: CitadelsView, seat: int, voice: Voice) -> list[str]:
        """Lines that only its owner may see."""
        return []

    def next_screen_buttons(
        self, table: PublicTable[CitadelsView], view: CitadelsView, voice: Voice, seat: int, word: str
    ) -> Iterator[Button]:
        """Buttons of the table message that lead on instead of playing."""
        yield from ()


@cache
def extra_faces() -> tuple[CitadelsCardFace, ...]:
    """Cards with a module here, found by listing."""
    faces: list[CitadelsCardFace] = []
    for name in PACKAGES:
        package = import_module(f"{__package__}.{name}")
        faces += [import_module(f"{package.__name__}.{info.name}").EXTRA for info in iter_modules(package.__path__)]
    return tuple(faces)
