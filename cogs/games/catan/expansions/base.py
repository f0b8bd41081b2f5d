"""What the screens, the table message and the story may ask an expansion of Catan. Every hook has an answer that suits
any: what an expansion without a file here asks stands on the generic screens."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Final

from cogs.choose.picker import ChoicePath, Question
from cogs.games.opening import OptionPage
from cogs.games.weighing import Scales
from cogs.screen import Button, Screen
from rules.catan.view import CatanView
from words import Voice

from ..join_rules import JoinRules
from ..parts import CatanSeatView

UNWEIGHED: Final = Scales("catan", {})
UNTOLD: Final = JoinRules()


class CatanExpansionFace:
    """One expansion on screens, in the table message and in the story."""

    key: ClassVar[str]
    moves_numbers: ClassVar[bool] = False  # the numbers of hexes may change places
    pages: ClassVar[Sequence[OptionPage]] = ()  # screens of its rule options
    scales: ClassVar[Scales] = UNWEIGHED
    finishing: ClassVar[Collection[str]] = ()  # moves that only finish what another began
    newest_only: ClassVar[Collection[str]] = ()  # keys of events of which the last one says all
    told_below_hand: ClassVar[Sequence[str]] = ()  # keys of private events: the last one stands below the hand

    groups: ClassVar[Collection[str]] = ()  # groups of moves that have a button of its own in the menu
    builds: ClassVar[Sequence[str]] = ()  # kinds that build, beside those of the base game
    order: ClassVar[Sequence[str]] = ()  # other kinds that stand before the trades in the menu
    costs: ClassVar[str] = ""  # the key of what building costs, in place of that of the base game
    gives: ClassVar[Mapping[str, str]] = {}  # kinds that choose cards of a hand -> last part of the key of their button
    of_a_place: ClassVar[Collection[str]] = ()  # refusals that speak of one place (`catan.error.<key>`)

    @property
    def tales(self) -> JoinRules:
        """How its events are told."""
        return UNTOLD

    @property
    def settling(self) -> Collection[str]:
        """Kinds that choose where a building stands: what lies around the place is told."""
        return ()

    # --- screens

    def menu(self, seat_view: CatanSeatView) -> list[Button]:
        """Its buttons in the menu of a turn."""
        return []

    async def turn_screen(self, seat_view: CatanSeatView, question: Question) -> Screen | None:
        """A screen of its own in a turn."""
        return None

    async def decision(
        self, seat_view: CatanSeatView, asked: Question, text: str, spare: Sequence[Button]
    ) -> Screen | None:
        """A screen of its own for a decision. `text`: what is asked; `spare`: the buttons that let it go by."""
        return None

    def parent(self, seat_view: CatanSeatView, asked: Question) -> ChoicePath | None:
        """Where Back leads from the first question of a kind of its own; None: where it leads from others."""
        return None

    def behind(self, seat_view: CatanSeatView, name: str) -> Sequence[str]:
        """The kinds of moves that a grey button of its own would lead to."""
        return ()

    def why(self, seat_view: CatanSeatView, name: str) -> str | None:
        """Why a grey button of its own cannot be pressed, where refusals say too little; None: they say it."""
        return None

    # --- what is seen

    def cards(self, view: CatanView, seat: int, voice: Voice) -> list[str]:
        """What is told of the cards before a seat."""
        return []

    def counted(self, view: CatanView, seat: int) -> Mapping[str, int]:
        """How much of what a seat has, as everybody sees it, beside what it has in every game: its word in
        `catan.change` -> how many."""
        return {}

    def marks(self, view: CatanView, seat: int, voice: Voice) -> list[str]:
        """Pieces that a seat alone has."""
        return []

    def origins(self, view: CatanView, seat: int, voice: Voice) -> Mapping[str, str]:
        """What its points of a seat come from, by their kind in the tally."""
        return {}

    def held(self, view: CatanView, voice: Voice) -> list[str]:
        """What is told of a hand to who holds it."""
        return []

    def quick(self, view: CatanView, tasks: Collection[str]) -> Sequence[str]:
        """Moves that are quick buttons of the table message, given the last words of what is asked."""
        return ()
