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
from .typed_fields import TypedMoves, read_options
from .unlisted import known_value

TOLD: Final = frozenset({"kind_not_now", "kind_refused"})  # reasons that hold for every spelling
LONGEST: Final = 200  # maximum characters of a line


def read_line(position: Position, text: str) -> TypedMoves:
    """Parse one move, or several joined by `;` that are sent together."""
    lines = [line.strip() for line in re.split(r"[;\n]", text[:LONGEST]) if line.strip()]
    if not lines:
        raise ServiceError("line_unknown", line=text[:LONGEST].strip(), example=position.example())
    before: list[str] = []
    for line in lines[:-1]:
        act = _read_single_move(position, line).act
        if act is None:
            raise ServiceError("line_unknown", line=line, example=position.example())
        before += act
        position = position_after(position, act[0])
    last = _read_single_move(position, lines[-1])
    return TypedMoves(last.moves, ChoicePath(tuple(before), last.path.words), tuple(before))


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
    return Position.of(position.game, step.state, position.seat, position.words)


def _find_unlisted_move(position: Position, line: str) -> Move | None:
    """The legal move of a line, of a partly listed kind."""
    move = decode_move(line, position.game.moves)
    cls = type(move)
    values = {name: [getattr(m, name) for m in position.legal if type(m) is cls] for name in field_names(cls)}
    settled = {name: known_value(cls, name, getattr(move, name), held) for name, held in values.items()}
    return move if move in position.narrowed(cls, settled) else None


def _read_single_move(position: Position, line: str) -> TypedMoves:
    own = position.words.line_typed(line)
    if own is not None:
        return read_options(position, *own)
    kind = ""
    for kind, words in _possible_kinds(position, line):
        names = field_names(position.game.moves[kind])
        if len(words) == len(names):
            return read_options(position, kind, dict(zip(names, words, strict=True)))
        found: dict[tuple[Move, ...], TypedMoves] = {}
        reason: Exception | None = None
        for texts in _distribute_words(words, names):
            try:
                typed = read_options(position, kind, texts)
            except (ServiceError, RulesError) as error:
                reason = reason or error
            else:
                found.setdefault(typed.moves, typed)
        if len(found) == 1:
            return next(iter(found.values()))
        if len(found) > 1:
            a, b = (encode_move(moves[0]) for moves in list(found)[:2])
            raise ServiceError("token_ambiguous", text=line, a=a, b=b)
        if isinstance(reason, RulesError) or (isinstance(reason, ServiceError) and reason.key in TOLD):
            raise reason
    if not kind and (near := _nearest_kind(position, line)):
        raise ServiceError("line_near", line=line, near=near)
    raise ServiceError("line_unknown", line=line, example=position.example())


def _nearest_kind(position: Position, line: str) -> str:
    """The kind of move that the first words probably mean; empty if none."""
    words = line.split()
    names = {kind: (kind.replace("-", " "), position.words.kind(kind)) for kind in position.game.moves}
    found = (
        nearest_match(" ".join(words[:n]), names, lambda kind: names[kind]) for n in range(min(4, len(words)), 0, -1)
    )
    return next(filter(None, found), "")


def _possible_kinds(position: Position, line: str) -> Iterator[tuple[str, list[str]]]:
    """Kinds the line may begin with, and the remaining words; legal kinds first."""

    def named(kind: str) -> Sequence[str]:
        return (position.words.kind(kind),)

    words = line.split()
    legal = unique_items(move.kind for move in position.legal)
    for kinds in (legal, [kind for kind in position.game.moves if kind not in legal]):
        for n in range(min(4, len(words)), 0, -1):
            found = match_values("-".join(words[:n]), kinds, _no_names) or match_values(
                " ".join(words[:n]), kinds, named
            )
            if len(found) > 1:
                raise ServiceError("token_ambiguous", text=" ".join(words[:n]), a=found[0], b=found[1])
            if found:
                yield found[0], words[n:]


def _no_names(kind: str) -> Sequence[str]:
    return ()


def _distribute_words(words: list[str], names: Sequence[str]) -> Iterator[dict[str, str]]:
    """Ways to distribute words to fields in order: fields may stay open or take several words."""
    if len(words) < len(names):
        for chosen in combinations(names, len(words)):
            yield dict(zip(chosen, words, strict=True))
    elif len(names) == 1 or (names and len(words) <= 12):
        for cuts in combinations(range(1, len(words)), len(names) - 1):
            edges = (0, *cuts, len(words))
            yield {name: " ".join(words[a:b]) for name, a, b in zip(names, edges, edges[1:], strict=False)}
