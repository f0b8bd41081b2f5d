"""Typed whole lines that people type: which kind of move is meant, and which of its fields each word is for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from rules.core import IllegalMove, Move, RulesError, decode, encode, field_names, play
from service.errors import ServiceError

from .picker import Path, unique
from .position import Position
from .spelling import match, nearest
from .typed_fields import Typed, read_options
from .unlisted import fixed

TOLD: Final = frozenset({"kind_not_now", "kind_refused"})  # why no move of the kind is possible, however it is spelled
LONGEST: Final = 200  # characters of a line worth reading


def read_line(position: Position, text: str) -> Typed:
    """A typed line: one move, or several joined by `;` that are one act."""
    lines = [line.strip() for line in re.split(r"[;\n]", text[:LONGEST]) if line.strip()]
    if not lines:
        raise ServiceError("line_unknown", line=text[:LONGEST].strip(), example=position.example())
    before: list[str] = []
    for line in lines[:-1]:
        act = _read_one(position, line).act
        if act is None:
            raise ServiceError("line_unknown", line=line, example=position.example())
        before += act
        position = after(position, act[0])
    last = _read_one(position, lines[-1])
    return Typed(last.moves, Path(tuple(before), last.path.words), tuple(before))


def after(position: Position, line: str) -> Position:
    """The position after a move, for reading the next one of the same act. Refused where luck lies between them: what
    is legal afterwards would tell what was drawn before anybody has drawn it."""
    move = next((move for move in position.legal if encode(move) == line), None)
    move = move or _beside(position, line)
    if move is None:
        raise IllegalMove("move.illegal", move=line)
    step = play(position.game, position.state, position.seat, move)
    if step.barrier or not position.game.may_act(step.state, position.seat):
        raise ServiceError("one_at_a_time", move=line)
    return Position.of(position.game, step.state, position.seat, position.words)


def _beside(position: Position, line: str) -> Move | None:
    """The legal move of that line, of a kind that is listed in part."""
    move = decode(line, position.game.moves)
    cls = type(move)
    values = {name: [getattr(m, name) for m in position.legal if type(m) is cls] for name in field_names(cls)}
    settled = {name: fixed(cls, name, getattr(move, name), held) for name, held in values.items()}
    return move if move in position.narrowed(cls, settled) else None


def _read_one(position: Position, line: str) -> Typed:
    own = position.words.line_typed(line)
    if own is not None:
        return read_options(position, *own)
    kind = ""
    for kind, words in _kinds(position, line):
        names = field_names(position.game.moves[kind])
        if len(words) == len(names):
            return read_options(position, kind, dict(zip(names, words, strict=True)))
        found: dict[tuple[Move, ...], Typed] = {}
        reason: Exception | None = None
        for texts in _dealt(words, names):
            try:
                typed = read_options(position, kind, texts)
            except (ServiceError, RulesError) as error:
                reason = reason or error
            else:
                found.setdefault(typed.moves, typed)
        if len(found) == 1:
            return next(iter(found.values()))
        if len(found) > 1:
            a, b = (encode(moves[0]) for moves in list(found)[:2])
            raise ServiceError("token_ambiguous", text=line, a=a, b=b)
        if isinstance(reason, RulesError) or (isinstance(reason, ServiceError) and reason.key in TOLD):
            raise reason
    if not kind and (near := _near(position, line)):
        raise ServiceError("line_near", line=line, near=near)
    raise ServiceError("line_unknown", line=line, example=position.example())


def _near(position: Position, line: str) -> str:
    """The kind of move that the first words of a line probably mean; empty: none."""
    words = line.split()
    names = {kind: (kind.replace("-", " "), position.words.kind(kind)) for kind in position.game.moves}
    found = (nearest(" ".join(words[:n]), names, lambda kind: names[kind]) for n in range(min(4, len(words)), 0, -1))
    return next(filter(None, found), "")


def _kinds(position: Position, line: str) -> Iterator[tuple[str, list[str]]]:
    """The kinds a line may begin with, with the words that are left; legal kinds are understood first."""

    def named(kind: str) -> Sequence[str]:
        return (position.words.kind(kind),)

    words = line.split()
    legal = unique(move.kind for move in position.legal)
    for kinds in (legal, [kind for kind in position.game.moves if kind not in legal]):
        for n in range(min(4, len(words)), 0, -1):
            found = match("-".join(words[:n]), kinds, _no_names) or match(" ".join(words[:n]), kinds, named)
            if len(found) > 1:
                raise ServiceError("token_ambiguous", text=" ".join(words[:n]), a=found[0], b=found[1])
            if found:
                yield found[0], words[n:]


def _no_names(kind: str) -> Sequence[str]:
    return ()


def _dealt(words: list[str], names: Sequence[str]) -> Iterator[dict[str, str]]:
    """Ways to deal the words of a line to the fields, in order: fewer words leave fields open, more share one."""
    if len(words) < len(names):
        for chosen in combinations(names, len(words)):
            yield dict(zip(chosen, words, strict=True))
    elif len(names) == 1 or (names and len(words) <= 12):
        for cuts in combinations(range(1, len(words)), len(names) - 1):
            edges = (0, *cuts, len(words))
            yield {name: " ".join(words[a:b]) for name, a, b in zip(names, edges, edges[1:], strict=False)}
