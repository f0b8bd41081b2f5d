"""Parses typed lines: finds the kind of move and distributes the words to its fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from rules.core import IllegalMove, Move, RulesError, decode_move, encode_move, field_names, play
from service.errors import ServiceError

from .picker import ChoicePath, unique_items
from .position import Position
from .spelling import match_values, nearest_match
from .typed_fields import TypedMoves, read_typed_fields
from .unlisted import known_value

FINAL_REASONS: Final = frozenset({"kind_not_now", "kind_refused"})  # hold for every spelling
MAX_LINE_LENGTH: Final = 200
MAX_KIND_WORDS: Final = 4  # words of the name of a kind of move
MAX_DIVIDED_WORDS: Final = 12  # words for which all divisions into fields are tried


def parse_typed_line(position: Position, text: str) -> TypedMoves:
    """Parse one move, or several joined by `;` that are sent together."""
    lines = [line.strip() for line in re.split(r"[;\n]", text[:MAX_LINE_LENGTH]) if line.strip()]
    if not lines:
        raise ServiceError("line_unknown", line=text[:MAX_LINE_LENGTH].strip(), example=position.example_line())
    chosen_lines: list[str] = []
    for line in lines[:-1]:
        sent_lines = _read_single_move(position, line).lines_to_send
        if sent_lines is None:
            raise ServiceError("line_unknown", line=line, example=position.example_line())
        chosen_lines += sent_lines
        position = position_after(position, sent_lines[0])
    last = _read_single_move(position, lines[-1])
    return TypedMoves(last.moves, ChoicePath(tuple(chosen_lines), last.path.words), tuple(chosen_lines))


def position_after(position: Position, line: str) -> Position:
    """The position after a move, for parsing the next one.

    Raises `ServiceError` `one_at_a_time` if chance lies between: the next legal moves would reveal the draw.
    """
    move = next((move for move in position.legal if encode_move(move) == line), None)
    move = move or _find_unlisted_move(position, line)
    if move is None:
        raise IllegalMove("move.illegal", move=line)
    step = play(position.game, position.state, position.seat, move)
    if step.barrier or not position.game.may_act(step.state, position.seat):
        raise ServiceError("one_at_a_time", move=line)
    return Position.from_state(position.game, step.state, position.seat, position.vocabulary)


def _find_unlisted_move(position: Position, line: str) -> Move | None:
    """The legal move of a line, of a partly listed kind."""
    move = decode_move(line, position.game.moves)
    cls = type(move)
    listed_moves = [listed for listed in position.legal if type(listed) is cls]
    settled = {}
    for name in field_names(cls):
        listed_values = [getattr(listed, name) for listed in listed_moves]
        settled[name] = known_value(cls, name, getattr(move, name), listed_values)
    return move if move in position.unlisted_moves_matching(cls, settled) else None


def _read_single_move(position: Position, line: str) -> TypedMoves:
    """The move of a line: tries the kinds it may begin with and all divisions of its words into fields."""
    own_notation = position.vocabulary.parse_own_notation(line)
    if own_notation is not None:
        return read_typed_fields(position, *own_notation)
    kind = ""
    for kind, words in _possible_kinds(position, line):
        names = field_names(position.game.moves[kind])
        if len(words) == len(names):
            return read_typed_fields(position, kind, dict(zip(names, words, strict=True)))
        readings: dict[tuple[Move, ...], TypedMoves] = {}
        first_error: ServiceError | RulesError | None = None
        for texts in _distribute_words(words, names):
            try:
                typed = read_typed_fields(position, kind, texts)
            except (ServiceError, RulesError) as error:
                first_error = first_error or error
            else:
                readings.setdefault(typed.moves, typed)
        if len(readings) == 1:
            return next(iter(readings.values()))
        if len(readings) > 1:
            a, b = (encode_move(moves[0]) for moves in list(readings)[:2])
            raise ServiceError("token_ambiguous", text=line, a=a, b=b)
        if isinstance(first_error, RulesError) or (first_error is not None and first_error.key in FINAL_REASONS):
            raise first_error
    if not kind and (nearest := _nearest_kind(position, line)):
        raise ServiceError("line_near", line=line, near=nearest)
    raise ServiceError("line_unknown", line=line, example=position.example_line())


def _nearest_kind(position: Position, line: str) -> str:
    """The kind of move that the first words probably mean; empty if none."""
    words = line.split()
    names = {kind: (kind.replace("-", " "), position.vocabulary.kind_name(kind)) for kind in position.game.moves}
    for n in range(min(MAX_KIND_WORDS, len(words)), 0, -1):
        if nearest := nearest_match(" ".join(words[:n]), names, lambda kind: names[kind]):
            return nearest
    return ""


def _possible_kinds(position: Position, line: str) -> Iterator[tuple[str, list[str]]]:
    """Kinds the line may begin with, and the remaining words; legal kinds first."""

    def kind_names(kind: str) -> Sequence[str]:
        return (position.vocabulary.kind_name(kind),)

    words = line.split()
    legal = unique_items(move.kind for move in position.legal)
    for kinds in (legal, [kind for kind in position.game.moves if kind not in legal]):
        for n in range(min(MAX_KIND_WORDS, len(words)), 0, -1):
            phrase = " ".join(words[:n])
            matches = match_values("-".join(words[:n]), kinds, lambda kind: ())
            matches = matches or match_values(phrase, kinds, kind_names)
            if len(matches) > 1:
                raise ServiceError("token_ambiguous", text=phrase, a=matches[0], b=matches[1])
            if matches:
                yield matches[0], words[n:]


def _distribute_words(words: list[str], names: Sequence[str]) -> Iterator[dict[str, str]]:
    """Ways to distribute words to fields in order: fields may stay open or take several words."""
    if len(words) < len(names):
        for chosen in combinations(names, len(words)):
            yield dict(zip(chosen, words, strict=True))
    elif len(names) == 1 or (names and len(words) <= MAX_DIVIDED_WORDS):
        for cuts in combinations(range(1, len(words)), len(names) - 1):
            edges = (0, *cuts, len(words))
            yield {name: " ".join(words[start:end]) for name, start, end in zip(names, edges, edges[1:], strict=False)}
