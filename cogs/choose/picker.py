"""Narrows legal moves to one, field by field: takes a path, returns a question.

A path is the progress so far: moves chosen before (sent together with this one), then the words of the current move
in the order of its text form (`cogs.choose.path_words`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from cogs.choose.path_words import (
    OPEN,
    bucket_of,
    count_card,
    digest_word,
    distinct_cards,
    escape_bucket,
    is_set,
    matching_values,
    part_size,
    path_word,
    set_pool,
    settled_cards,
)
from cogs.screen import MAX_BUTTONS, MAX_LISTED, MAX_OPTIONS, MAX_SELECTS
from rules.core import Move, encode_move, field_names, format_field

Shape = Literal["none", "kinds", "values", "buckets", "set", "counts", "move"]
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class NoSuchChoice(LookupError):
    """The path leads to no legal move, or no longer."""


@dataclass(frozen=True, slots=True)
class ChoicePath:
    """Progress of a choice."""

    lines: tuple[str, ...] = ()  # moves already chosen, not yet sent
    words: tuple[str, ...] = ()  # the kind, then one word per field; missing ones are open

    def __str__(self) -> str:
        return ";".join((*self.lines, " ".join(self.words)))

    @classmethod
    def parse(cls, text: str) -> ChoicePath:
        """Inverse of `str`."""
        *lines, rest = text.split(";")
        return cls(tuple(lines), tuple(rest.split(" ")) if rest else ())

    @property
    def is_any_kind(self) -> bool:
        """Whether the kind is to be chosen on a second screen."""
        return self.words == (OPEN,)

    @property
    def is_kind_group(self) -> bool:
        """Whether the kind is to be chosen within a group."""
        return len(self.words) == 1 and self.words[0].startswith("~")

    def shorten(self, limit: int) -> ChoicePath:
        """The same path in at most `limit` characters, longest tokens replaced by digests."""
        path = self
        while len(str(path)) > limit:
            words = [*path.words]
            longest = max(range(1, len(words)), key=lambda i: len(words[i]), default=0)
            if not longest or len(words[longest]) <= len(digest_word("")):
                break
            words[longest] = digest_word(words[longest])
            path = replace(path, words=tuple(words))
        return path


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question."""

    token: str  # kind, value, bucket, card or count
    path: ChoicePath
    line: str | None = None  # the move, if it is the only one left
    last: str | None = None  # last token of a part of a long list


@dataclass(frozen=True, slots=True)
class Group:
    """Choices of one select."""

    choices: tuple[Choice, ...]
    first: str = ""  # its first bucket; empty if the values have none
    last: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """The next question."""

    path: ChoicePath
    shape: Shape
    moves: tuple[Move, ...]  # all moves still possible
    field: str | None = None
    groups: tuple[Group, ...] = ()
    crumbs: tuple[tuple[str, str], ...] = ()  # settled fields with their tokens
    item: str | None = None  # for counts: the card
    least: int = 1  # for sets: minimum and maximum of cards
    most: int = 1
    first: bool = False  # nothing was chosen before, so there is no Back
    parent: ChoicePath | None = None  # target of Back, if not the question before

    @property
    def kind(self) -> str | None:
        return self.path.words[0] if self.path.words else None

    @property
    def line(self) -> str | None:
        """The move, if only one is left."""
        return encode_move(self.moves[0]) if self.shape == "move" else None

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(choice for group in self.groups for choice in group.choices)

    @property
    def fits_buttons(self) -> bool:
        """Whether the choices fit as buttons; else one select per group."""
        return self.shape not in ("set", "buckets") and len(self.groups) <= 1 and len(self.choices) <= MAX_BUTTONS


def next_question(legal: Iterable[Move], path: ChoicePath | None = None) -> Question:
    """The next question for these legal moves. Raises `NoSuchChoice`."""
    path = path or ChoicePath()
    moves = tuple(legal)
    if not moves:
        return Question(ChoicePath(path.lines), "none", ())
    if not path.words or path.is_kind_group or path.words[0] == OPEN:
        moves = remaining_moves(moves, path)
        kinds = unique_items(move.kind for move in moves)
        if not kinds:
            raise NoSuchChoice(str(path))
        path_by_kind = {kind: replace(path, words=(kind, *path.words[1:])) for kind in kinds}
        if len(kinds) > 1:
            choices = tuple(_build_choice(kind, path_by_kind[kind], moves_of_kind(moves, kind)) for kind in kinds)
            return Question(path, "kinds", moves, groups=_group_choices(choices))
        path = path_by_kind[kinds[0]]
    elif path.words[0].startswith("~"):
        raise NoSuchChoice(str(path))
    return _ask_field(moves_of_kind(moves, path.words[0]), path)


def _ask_field(moves: tuple[Move, ...], path: ChoicePath) -> Question:
    """The question for the first field that the path leaves open. Raises `NoSuchChoice`."""
    names = field_names(type(moves[0])) if moves else ()
    if not moves or len(path.words) > len(names) + 1:
        raise NoSuchChoice(str(path))
    words = [*path.words, *[OPEN] * (len(names) + 1 - len(path.words))]
    cards_by_field: dict[str, list[str]] = {}
    for index, name in enumerate(names, 1):
        values = tuple(unique_items(getattr(move, name) for move in moves))
        cards_by_field[name] = distinct_cards(values)
        open_values = matching_values(values, words[index])
        moves = tuple(move for move in moves if getattr(move, name) in open_values)
        if not moves:
            raise NoSuchChoice(str(path))
    crumbs: list[tuple[str, str]] = []
    open_field: tuple[int, str] | None = None
    for index, name in enumerate(names, 1):
        tokens = unique_items(format_field(getattr(move, name)) for move in moves)
        if len(tokens) == 1:
            words[index] = path_word(tokens[0])
            crumbs.append((name, tokens[0]))
        elif open_field is None:
            open_field = index, name
    settled = replace(path, words=tuple(words))
    if open_field is None:
        return Question(_trim_open_words(settled), "move", moves, crumbs=tuple(crumbs))
    return _ask_value(moves, settled, *open_field, tuple(crumbs), cards_by_field[open_field[1]])


def remaining_moves(legal: Iterable[Move], path: ChoicePath) -> tuple[Move, ...]:
    """The moves that a path leaves open."""
    moves = moves_of_kind(legal, path.words[0]) if path.words else tuple(legal)
    if path.words[:1] == (OPEN,) and len(path.words) > 1:  # kinds without these fields are excluded
        kinds = unique_items(move.kind for move in moves)
        moves_by_kind = (remaining_moves(moves, replace(path, words=(kind, *path.words[1:]))) for kind in kinds)
        return tuple(move for moves in moves_by_kind for move in moves)
    if moves and len(path.words) > 1 + len(field_names(type(moves[0]))):
        return ()
    for name, word in zip(field_names(type(moves[0])) if moves else (), path.words[1:], strict=False):
        open_values = matching_values(tuple(unique_items(getattr(move, name) for move in moves)), word)
        moves = tuple(move for move in moves if getattr(move, name) in open_values)
    return moves


def _ask_value(
    moves: tuple[Move, ...],
    path: ChoicePath,
    index: int,
    name: str,
    crumbs: tuple[tuple[str, str], ...],
    cards: list[str],
) -> Question:
    """The question for the values of a field, at word `index` of the path."""
    values = unique_items(getattr(move, name) for move in moves)
    if is_set(values):
        return _ask_set(moves, path, index, name, crumbs, values, cards)
    by_value: dict[Any, list[Move]] = {}
    for move in moves:
        by_value.setdefault(getattr(move, name), []).append(move)

    def build_choice(value: Any) -> Choice:
        token = format_field(value)
        return _build_choice(token, replace_word(path, index, path_word(token)), by_value[value])

    shape: Shape = "values"
    if len(values) <= MAX_LISTED:
        buckets = {format_field(value): bucket_of(value) for value in values}
        groups = _group_choices(tuple(map(build_choice, values)), lambda choice: buckets[choice.token])
    else:
        shape = "buckets"
        groups = _group_choices(tuple(_split_choices(values, path, index)))
    return Question(_trim_open_words(path), shape, moves, name, groups, crumbs)


def _split_choices(values: list[Any], path: ChoicePath, index: int) -> Iterable[Choice]:
    """Splits a list too long for one screen: by buckets if that helps, else into equal parts."""
    buckets = unique_items(bucket_of(value) for value in values)
    word = path.words[index]
    if 1 < len(buckets) <= MAX_LISTED:
        for bucket in buckets:
            yield Choice(bucket, replace_word(path, index, "~" + escape_bucket(bucket)))
        return
    size = part_size(len(values))
    for part_number, start in enumerate(range(0, len(values), size)):
        part = values[start : start + size]
        part_path = replace_word(path, index, f"{word if word[0] == '~' else '~'}#{part_number}")
        yield Choice(format_field(part[0]), part_path, None, format_field(part[-1]))


def _ask_set(
    moves: tuple[Move, ...],
    path: ChoicePath,
    index: int,
    name: str,
    crumbs: tuple[tuple[str, str], ...],
    values: list[Any],
    cards: list[str],
) -> Question:
    """The question for a set of cards: all at once, or the count of one card if a select cannot hold them."""
    settled = settled_cards(values, path.words[index])
    available = set_pool(values) - settled
    if available.total() <= MAX_OPTIONS:
        sizes = [len(value) - settled.total() for value in values]
        card_choices = tuple(Choice(item, path) for item, copies in available.items() for _ in range(copies))
        groups = (Group(card_choices),)
        return Question(_trim_open_words(path), "set", moves, name, groups, crumbs, least=min(sizes), most=max(sizes))
    counts = {item: unique_items(count_card(value, item) for value in values) for item in cards}
    item = next(item for item in cards if len(counts[item]) > 1)
    count_words = path.words[index][1:].split(".") if path.words[index].startswith("+") else []
    count_words += ["x"] * (len(cards) - len(count_words))
    choices = []
    for copies in sorted(counts[item]):
        count_words[cards.index(item)] = str(copies)
        choices.append(Choice(str(copies), replace_word(path, index, "+" + ".".join(count_words).rstrip(".x"))))
    return Question(_trim_open_words(path), "counts", moves, name, _group_choices(tuple(choices)), crumbs, item)


def path_after_set(question: Question, tokens: Sequence[str]) -> ChoicePath:
    """The path after cards of a set were chosen. Raises `NoSuchChoice` if no legal move has this set."""
    assert question.shape == "set"
    assert question.field is not None
    index = 1 + field_names(type(question.moves[0])).index(question.field)
    word = question.path.words[index] if index < len(question.path.words) else OPEN
    wanted = Counter(tokens) + settled_cards([getattr(move, question.field) for move in question.moves], word)
    for move in question.moves:
        value = getattr(move, question.field)
        if Counter(map(format_field, value)) == wanted:
            return replace_word(question.path, index, path_word(format_field(value)))
    raise NoSuchChoice(",".join(tokens))


def pack_into_selects(items: Sequence[T], bucket: Callable[[T], str]) -> list[tuple[tuple[T, ...], str, str]]:
    """Splits at most 125 items into up to five selects of 25, along buckets if possible; with first and last bucket."""
    if len(items) <= MAX_BUTTONS:
        return [(tuple(items), "", "")] if items else []
    items_by_bucket: dict[str, list[T]] = {}
    for item in items:
        items_by_bucket.setdefault(bucket(item), []).append(item)
    if len(items_by_bucket) == 1:
        return [(tuple(items[i : i + MAX_OPTIONS]), "", "") for i in range(0, len(items), MAX_OPTIONS)]
    if len(items_by_bucket) <= MAX_SELECTS and all(len(some) <= MAX_OPTIONS for some in items_by_bucket.values()):
        return [(tuple(bucket_items), name, name) for name, bucket_items in items_by_bucket.items()]
    merged: list[tuple[list[T], str, str]] = []
    for name, bucket_items in items_by_bucket.items():
        if merged and len(merged[-1][0]) + len(bucket_items) <= MAX_OPTIONS:
            merged[-1] = ([*merged[-1][0], *bucket_items], merged[-1][1], name)
        else:
            merged.append((bucket_items, name, name))
    if len(merged) <= MAX_SELECTS and all(len(bucket_items) <= MAX_OPTIONS for bucket_items, _, _ in merged):
        return [(tuple(bucket_items), first, last) for bucket_items, first, last in merged]
    flat = [(item, name) for name, bucket_items in items_by_bucket.items() for item in bucket_items]
    parts = [flat[i : i + MAX_OPTIONS] for i in range(0, len(flat), MAX_OPTIONS)]
    return [(tuple(item for item, _ in part), part[0][1], part[-1][1]) for part in parts]


def _group_choices(
    choices: tuple[Choice, ...], bucket: Callable[[Choice], str] = lambda choice: ""
) -> tuple[Group, ...]:
    """The choices in as many selects as they need, along their buckets."""
    return tuple(Group(run, first, last) for run, first, last in pack_into_selects(choices, bucket))


def moves_of_kind(moves: Iterable[Move], kind: str) -> tuple[Move, ...]:
    """The moves of a kind, of a group (`~power`) or of all kinds (`*`)."""
    if kind == OPEN:
        return tuple(moves)
    if kind.startswith("~"):
        return tuple(move for move in moves if move.group == kind[1:])
    return tuple(move for move in moves if move.kind == kind)


def _build_choice(token: str, path: ChoicePath, moves: Sequence[Move]) -> Choice:
    return Choice(token, path, encode_move(moves[0]) if len(moves) == 1 else None)


def replace_word(path: ChoicePath, index: int, word: str) -> ChoicePath:
    """The path with one word replaced."""
    words = [*path.words, *[OPEN] * (index + 1 - len(path.words))]
    words[index] = word
    return _trim_open_words(replace(path, words=tuple(words)))


def _trim_open_words(path: ChoicePath) -> ChoicePath:
    words = [*path.words]
    while len(words) > 1 and words[-1] == OPEN:
        words.pop()
    return replace(path, words=tuple(words))


def unique_items(items: Iterable[K]) -> list[K]:
    return list(dict.fromkeys(items))
