"""Moves of kinds that are not fully listed: built from paths, judged by the rules.

Partly listed kinds: the listed sets show which cards exist, and a path counts them. Unlisted kinds (trade offers): the
game's face knows the items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, get_args

from cogs.screen import MAX_OPTIONS
from rules.core import Known, Move, field_names, field_readers, field_types, format_field
from rules.core.move import EMPTY

from .path_words import MARKS, OPEN, distinct_cards, is_count, is_tuple, matching_values, set_pool, settled_cards
from .picker import ChoicePath, Question, moves_of_kind, replace_word, unique_items

FieldItems = Callable[[str], Sequence[str]]  # field -> its possible items, in path order


def no_items(field: str) -> Sequence[str]:
    """For partly listed kinds, whose listed moves show the items."""
    return ()


def path_after_cards(question: Question, tokens: Sequence[str], legal: Iterable[Move] = ()) -> ChoicePath:
    """The path after cards of a set were chosen, for partly listed kinds.

    `legal`: all listed moves, if the question covers only some.
    """
    assert question.field is not None
    cls = type(question.moves[0])
    index = 1 + field_names(cls).index(question.field)
    sets = [getattr(move, question.field) for move in question.moves]
    settled = settled_cards(sets, question.path.words[index] if index < len(question.path.words) else OPEN)
    listed_sets = [getattr(move, question.field) for move in moves_of_kind(legal, cls.kind)]
    cards = distinct_cards(listed_sets) or distinct_cards(sets)
    return replace_word(question.path, index, counts_word(cards, [*tokens, *settled.elements()]))


def exceeds_one_list(cls: type[Move], moves: Iterable[Move]) -> bool:
    """Whether a set has more cards than one select, so that each card is counted by itself."""
    sets = [name for name in field_names(cls) if holds_several(cls, name)]
    return any(set_pool(getattr(move, name) for move in moves).total() > MAX_OPTIONS for name in sets)


def settled_fields(legal: Iterable[Move], cls: type[Move], words: Sequence[str]) -> Known:
    """The field values that a path settles, for a partly listed kind."""
    moves = moves_of_kind(legal, cls.kind)
    settled: dict[str, Any] = {}
    for name, word in zip(field_names(cls), words[1:], strict=False):
        values = tuple(unique_items(getattr(move, name) for move in moves))
        if word.startswith("+") and holds_several(cls, name):
            items = {format_field(item): item for value in values for item in value}
            counts = zip(sorted(items), word[1:].split("."), strict=False)
            settled[name] = {items[card]: (int(count), int(count)) for card, count in counts if is_count(count)}
        elif word.startswith("=") and len(open_values := matching_values(values, word)) == 1:
            settled[name] = known_value(cls, name, open_values.pop(), values)
        elif word[:1] not in MARKS:
            with suppress(TypeError, ValueError):
                settled[name] = known_value(cls, name, field_readers(cls)[name](word), values)
    return settled


def known_value(cls: type[Move], name: str, value: Any, values: Iterable[Any]) -> Any:
    """A field value as a constraint: of a set, the exact count of each card. `values`: those of listed moves."""
    if not holds_several(cls, name):
        return value
    counts = Counter(value)
    return {item: (counts[item], counts[item]) for item in set(counts).union(*values)}


def counts_word(cards: Sequence[str], tokens: Iterable[str]) -> str:
    """A set as a path word: the count of each card."""
    wanted = Counter(tokens)
    return "+" + ".".join(str(wanted[card]) for card in cards)


def move_from_path(cls: type[Move], legal: Iterable[Move], words: Sequence[str]) -> Move | None:
    """The move that a path spells, of a partly listed kind, still to be judged; None if something is open."""
    moves = moves_of_kind(legal, cls.kind)
    names = field_names(cls)
    if not moves or len(words) != len(names) + 1:
        return None
    chosen: dict[str, Any] = {}
    for name, word in zip(names, words[1:], strict=True):
        values = tuple(unique_items(getattr(move, name) for move in moves))
        if word.startswith("+") and all(map(is_tuple, values)):
            items = {format_field(item): item for value in values for item in value}
            counts = word[1:].split(".")
            if len(counts) != len(items) or not all(map(is_count, counts)):
                return None
            times = zip(sorted(items), map(int, counts), strict=True)
            chosen[name] = tuple(items[card] for card, count in times for _ in range(count))
        elif len(open_values := matching_values(values, word)) == 1:
            chosen[name] = open_values.pop()
        elif word[:1] in MARKS or field_types(cls)[name] is str:
            return None
        else:  # a number no listed move has, such as a higher bid
            try:
                chosen[name] = field_readers(cls)[name](word)
            except (TypeError, ValueError):
                return None
    return cls(**chosen)


def holds_several(cls: type[Move], name: str) -> bool:
    """Whether a field holds any number of items."""
    return bool(get_args(field_types(cls)[name]))


def compose_move(cls: type[Move], words: Sequence[str], items_of_field: FieldItems) -> Move | None:
    """The move that a path spells, of an unlisted kind; None if something is open."""
    names = field_names(cls)
    if len(words) != len(names) + 1:
        return None
    chosen: dict[str, Any] = {}
    for name, word in zip(names, words[1:], strict=True):
        tokens = tokens_from_counts(word, items_of_field(name)) if word.startswith("+") else word.split(",")
        if tokens is None or (word[:1] in MARKS and not word.startswith("+")):
            return None
        try:
            chosen[name] = field_readers(cls)[name](",".join(tokens) or EMPTY)
        except (TypeError, ValueError):
            return None
    return cls(**chosen)


def tokens_from_counts(word: str, items: Sequence[str]) -> list[str] | None:
    """The items of a counts word; None if it does not fit."""
    counts = word[1:].split(".")
    if len(counts) != len(items) or not all(map(is_count, counts)):
        return None
    return [token for token, count in zip(items, counts, strict=True) for _ in range(int(count))]


def shorten_to_counts(
    cls: type[Move], legal: Iterable[Move], line: str, items_of_field: FieldItems = no_items
) -> ChoicePath:
    """A move as a short path, its sets as counts."""
    moves = moves_of_kind(legal, cls.kind)
    kind, *words = line.split(" ")
    for index, name in enumerate(field_names(cls)):
        if holds_several(cls, name):
            items = distinct_cards(getattr(move, name) for move in moves) if moves else items_of_field(name)
            words[index] = counts_word(items, words[index].split(","))
    return ChoicePath((), (kind, *words))
