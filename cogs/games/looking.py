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

    minute: Sequence[str] = ()  # keys of the screens of «Rules in a minute»
    seats_apart = False  # whether each seat is a part of the board
    own_board = False  # whether a seat's text board ends with private information
    open_moves = False  # whether legal moves follow from public information
    sheet = False  # whether points are not scored one by one, but shown on a sheet
    sheet_rule = ""  # key of the sentence below that sheet
    board_buttons: Sequence[str] = ()  # parts of the board with a button: `<family>.part.<part>`

    def tie(self, view: V, winners: Sequence[int]) -> Phrase | None:
        """The tie-break among seats with equal points; None if not needed."""
        return None

    def origins(self, view: V, seat: int, voice: Voice) -> Mapping[str, str]:
        """Tally category -> origin of the seat's points, for points not scored one by one."""
        return {}

    def hand(self, view: V, seat: int, voice: Voice) -> str:
        """The hand of a seat in words."""
        return ""

    def changed(self, before: V, after: V, seat: int, voice: Voice) -> Sequence[tuple[int, str]]:
        """Private changes of a seat except points: (difference, words such as «2 ore» or a `WholeChange`)."""
        return ()

    def changed_openly(self, before: V, after: V, seat: int, voice: Voice) -> Sequence[tuple[int, str]]:
        """Public changes of a seat, from public views: numbers of cards, never which."""
        return ()

    def suffered(self, before: V, after: V, seat: int, voice: Voice) -> Sequence[str]:
        """New obstacles of a seat in words («robber on your Forest 8»), from public views."""
        return ()

    def parts(self, view: V) -> Sequence[str]:
        """Parts of the board that can be shown alone."""
        return ()

    def part_in_words(self, view: V, part: str, voice: Voice) -> str:
        """A part of the board as text; empty: the renderer draws it."""
        return ""

    def board_notes(self, view: V, voice: Voice) -> Sequence[str]:
        """Public information above the image of *Board* that no image shows."""
        return ()

    def pictures_of(self, view: V, part: str) -> int:
        """Number of images of a part; the n-th of several is `<part>-n`."""
        return 1

    def legal_lines(self, moves: Sequence[Move]) -> Sequence[LegalLine]:
        """The legal moves in the short form of the text board."""
        return ()

    def topics(self, voice: Voice) -> Mapping[str, Topic]:
        """Help topics besides the rules in a minute, such as cards, by key."""
        return {}

    def foremost_topics(self, choices: Choices) -> Collection[str]:
        """The topics to offer first at a table."""
        return choices.modules

    def minutes(self, choices: Choices | None) -> Sequence[str]:
        """The screens of «Rules in a minute» for a table; None: for the game in general."""
        return self.minute
