"""What the screens, the table message and the story may ask a character or a district. Every hook has an answer that
suits any: a card without a file in `characters/` or `districts/` gets the generic screens."""

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
    """One card."""

    def __init__(
        self,
        *,
        lines: Mapping[str, Weight] = MappingProxyType({}),
        families: Mapping[str, Weight] = MappingProxyType({}),
        losing: Mapping[str, str] = MappingProxyType({}),
        quick: Mapping[str, tuple[str, ...]] = NOTHING,
        if_deck: Sequence[str] = (),
    ) -> None:
        """What its events weigh (see `Scales`); its quick buttons: the word of a decision -> lines of moves, and which
        of them exist only while there is a deck."""
        self.scales = Scales("cit", lines, families, losing)
        self.quick = quick
        self.if_deck = if_deck

    async def menu(self, seat_view: CitadelsSeatView, question: Question) -> Screen | None:
        """A screen of its own for several kinds of moves in a turn."""
        return None

    def ask_key(self, seat_view: CitadelsSeatView, question: Question, key: str) -> str:
        """The last part of the key of what is asked, where `key` says too little; empty: it does not."""
        return ""

    def answers(self, seat_view: CitadelsSeatView, question: Question, asked: Question) -> list[Button] | None:
        """The buttons of a decision, letting it go by apart; None: as in other decisions. `asked`: the
        question of the one kind of answer that there is beside that, else the same."""
        return None

    def marks(self, seat_view: CitadelsSeatView, move: Move) -> list[Mark] | None:
        """Where on the table a choice lies; None: where its fields say."""
        return None

    def number(self, move: Move) -> int | None:
        """The number in the words of the button of a move; None: what it costs or brings."""
        return None

    def may_be_quick(self, view: CitadelsView, seat: int, line: str) -> bool:
        """Whether one of its quick buttons exists now, as everybody sees."""
        return bool(view.deck) or line not in self.if_deck

    def held(self, view: CitadelsView, seat: int, voice: Voice) -> list[str]:
        """What its player alone sees of it, in words."""
        return []

    def onward(
        self, table: PublicTable[CitadelsView], view: CitadelsView, voice: Voice, seat: int, word: str
    ) -> Iterator[Button]:
        """Buttons of the table message that lead on instead of playing."""
        yield from ()


@cache
def extra_faces() -> tuple[CitadelsCardFace, ...]:
    """Every card that has something to say here, found by listing."""
    found: list[CitadelsCardFace] = []
    for name in PACKAGES:
        package = import_module(f"{__package__}.{name}")
        found += [import_module(f"{package.__name__}.{info.name}").EXTRA for info in iter_modules(package.__path__)]
    return tuple(found)
