"""Hooks of Catan expansions for screens, table message and story; without a package here, the generic screens apply."""

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
    """Presentation of one expansion."""

    key: ClassVar[str]
    may_swap_numbers: ClassVar[bool] = False  # whether number tokens may be swapped
    option_pages: ClassVar[Sequence[OptionPage]] = ()  # screens of its rule options
    scales: ClassVar[Scales] = UNWEIGHED
    finishing_moves: ClassVar[Collection[str]] = ()  # moves that complete another seat's move
    newest_only_keys: ClassVar[Collection[str]] = ()  # keys of which only the last is told
    below_hand_keys: ClassVar[Sequence[str]] = ()  # private keys, the last of which stands below the hand

    menu_groups: ClassVar[Collection[str]] = ()  # groups of moves with a button of their own in the menu
    building_kinds: ClassVar[Sequence[str]] = ()  # kinds that build, besides the base game's
    kinds_before_trades: ClassVar[Sequence[str]] = ()  # other kinds that precede trades in the menu
    costs_key: ClassVar[str] = ""  # key of the building costs; empty: base game's
    card_giving_kinds: ClassVar[Mapping[str, str]] = {}  # kinds that give cards -> last part of their button's key
    single_place_refusals: ClassVar[Collection[str]] = ()  # refusals about a single place (`catan.error.<key>`)

    @property
    def join_rules(self) -> JoinRules:
        """How its events are joined."""
        return UNTOLD

    @property
    def kinds_placing_building(self) -> Collection[str]:
        """Kinds that choose a place for a building, whose surroundings are described."""
        return ()

    # --- screens

    def menu_buttons(self, seat_view: CatanSeatView) -> list[Button]:
        """Its buttons in the menu of a turn."""
        return []

    async def turn_screen(self, seat_view: CatanSeatView, question: Question) -> Screen | None:
        """Its own screen in a turn; None: the default."""
        return None

    async def decision_screen(
        self, seat_view: CatanSeatView, question: Question, text: str, pass_buttons: Sequence[Button]
    ) -> Screen | None:
        """Its own screen of a decision; None: the default. `text`: the question in words."""
        return None

    def back_path(self, seat_view: CatanSeatView, question: Question) -> ChoicePath | None:
        """Where Back leads from the first question of its kinds; None: the default."""
        return None

    def kinds_of_disabled_button(self, seat_view: CatanSeatView, name: str) -> Sequence[str]:
        """The kinds of moves behind one of its disabled buttons."""
        return ()

    def why_button_disabled(self, seat_view: CatanSeatView, name: str) -> str | None:
        """Why its button is disabled; None: the refusal of the rules is enough."""
        return None

    # --- public information

    def describe_cards(self, view: CatanView, seat: int, voice: Voice) -> list[str]:
        """Lines about the cards of a seat."""
        return []

    def count_possessions(self, view: CatanView, seat: int) -> Mapping[str, int]:
        """Public possessions besides the base game's: key in `catan.change` -> number."""
        return {}

    def describe_unique_pieces(self, view: CatanView, seat: int, voice: Voice) -> list[str]:
        """Unique pieces that a seat holds."""
        return []

    def describe_point_origins(self, view: CatanView, seat: int, voice: Voice) -> Mapping[str, str]:
        """Tally category -> origin of its points."""
        return {}

    def hand_lines(self, view: CatanView, voice: Voice) -> list[str]:
        """Lines about the hand, for its holder."""
        return []

    def quick_move_lines(self, view: CatanView, tasks: Collection[str]) -> Sequence[str]:
        """Moves on quick buttons; `tasks`: last words of the current tasks."""
        return ()
