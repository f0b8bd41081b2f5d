"""Hooks for looking without playing: hand, parts of the board, board as text, help, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.core import Choices, Move, Phrase
from words import Voice

from .public_table import V

LegalLine = str | tuple[str, tuple[int, ...]]  # a line, or a cell with the possible rotations of a tile there


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of `/game help`."""

    name: str
    text: str
    card: str = ""  # shown large by the renderer; empty: no image


class WholeChange(str):
    """A change in words for something a seat has or lacks: «crown lost»."""

    __slots__ = ()


def count_differences(
    before: Sequence[str], after: Sequence[str], describe: Callable[[str, int], str]
) -> list[tuple[int, str]]:
    """Items with changed counts, as (difference, text): `describe` gets the item and the absolute difference."""
    counts_before, counts_after = Counter(before), Counter(after)
    differences = {item: counts_after[item] - counts_before[item] for item in {**counts_before, **counts_after}}
    return [(n, describe(item, abs(n))) for item, n in differences.items() if n]


class Looking(Generic[V]):
    """Hooks for looking."""

    short_rules_keys: Sequence[str] = ()  # keys of the screens of «Rules in a minute»
    has_board_part_per_seat = False  # whether each seat is a part of the board
    text_board_has_private_part = False  # whether a seat's text board ends with private information
    legal_moves_are_public = False  # whether legal moves follow from public information
    has_score_sheet = False  # whether points are not scored one by one, but shown on a sheet
    score_sheet_rule_key = ""  # key of the sentence below that sheet
    board_parts_with_button: Sequence[str] = ()  # parts of the board with a button: `<family>.part.<part>`

    def explain_tie_break(self, view: V, winners: Sequence[int]) -> Phrase | None:
        """The tie-break among seats with equal points; None if not needed."""
        return None

    def describe_point_origins(self, view: V, seat: int, voice: Voice) -> Mapping[str, str]:
        """Tally category -> origin of the seat's points, for points not scored one by one."""
        return {}

    def describe_hand(self, view: V, seat: int, voice: Voice) -> str:
        """The hand of a seat in words."""
        return ""

    def private_changes(self, before: V, after: V, seat: int, voice: Voice) -> Sequence[tuple[int, str]]:
        """Private changes of a seat except points: (difference, words such as «2 ore» or a `WholeChange`)."""
        return ()

    def public_changes(self, before: V, after: V, seat: int, voice: Voice) -> Sequence[tuple[int, str]]:
        """Public changes of a seat, from public views: numbers of cards, never which."""
        return ()

    def new_obstacles(self, before: V, after: V, seat: int, voice: Voice) -> Sequence[str]:
        """New obstacles of a seat in words («robber on your Forest 8»), from public views."""
        return ()

    def board_parts(self, view: V) -> Sequence[str]:
        """Parts of the board that can be shown alone."""
        return ()

    def describe_board_part(self, view: V, part: str, voice: Voice) -> str:
        """A part of the board as text; empty: the renderer draws it."""
        return ""

    def board_notes(self, view: V, voice: Voice) -> Sequence[str]:
        """Public information above the image of *Board* that no image shows."""
        return ()

    def count_part_pictures(self, view: V, part: str) -> int:
        """Number of images of a part; the n-th of several is `<part>-n`."""
        return 1

    def legal_lines(self, moves: Sequence[Move]) -> Sequence[LegalLine]:
        """The legal moves in the short form of the text board."""
        return ()

    def help_topics(self, voice: Voice) -> Mapping[str, Topic]:
        """Help topics besides the rules in a minute, such as cards, by key."""
        return {}

    def first_help_topics(self, choices: Choices) -> Collection[str]:
        """The topics to offer first at a table."""
        return choices.modules

    def short_rules_for_choices(self, choices: Choices | None) -> Sequence[str]:
        """The screens of «Rules in a minute» for a table; None: for the game in general."""
        return self.short_rules_keys
