"""Modules of a game: how they are found, which of them play, and who answers which question.

Nobody asks which module is on: the code asks a question, and whoever plays and has an answer gives it. What is always
in play is a module like the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

from .conditional_moves import ConditionalKind, conditional_kinds_by_key
from .game import Step
from .move import Move
from .options import Choices, Option

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

Ranked = tuple[int, type[Step[Any]]]


def collect_from_package(package: str, path: Iterable[str], name: str) -> Iterator[Any]:
    """What each module of a folder calls by that name, in the order of the files; those without it are helpers."""
    for info in sorted(iter_modules(path), key=lambda info: info.name):
        thing = getattr(import_module(f"{package}.{info.name}"), name, None)
        if thing is not None:
            yield thing


class Module:
    """What modules of all games have. Each game adds its questions: methods with the answer of who says nothing."""

    key: ClassVar[str]
    order: ClassVar[int]  # of publication; modules are asked in this order
    brings: ClassVar[tuple[type[Any], ...]] = ()  # modules that play where this one does; each once
    replaces: ClassVar[tuple[str, ...]] = ()  # modules that do not play where this one does
    options: ClassVar[tuple[Option, ...]] = ()
    tally: ClassVar[tuple[str, ...]] = ()  # categories of points
    turn: ClassVar[tuple[Ranked, ...]] = ()  # steps of each turn by rank
    plans: ClassVar[tuple[type[ConditionalKind[Any]], ...]] = ()  # what may be prepared

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.chosen = chosen  # every option with the value that holds


M = TypeVar("M", bound=Module)


def by_publication_order(modules: Iterable[type[M]]) -> dict[str, type[M]]:
    """Key -> module, in the order of publication."""
    return {module.key: module for module in sorted(modules, key=lambda module: module.order)}


class Modules(Generic[M]):
    """All modules of a game: those that always play, and those that can be chosen."""

    def __init__(self, always: Sequence[type[M]], optional: Mapping[str, type[M]]) -> None:
        self.always = always
        self.optional = optional
        self.keys = tuple(optional)
        self.all = (*always, *optional.values())
        self.options = tuple(option for module in self.all for option in module.options)

    def chosen(self, choices: Choices) -> list[type[M]]:
        """The optional modules of these choices."""
        return [self.optional[key] for key in choices.modules]

    def playing(self, choices: Choices) -> list[type[M]]:
        """The modules that play with these choices, in the order in which they are asked."""
        named = [*self.always, *self.chosen(choices)]
        asked = dict.fromkeys([*named, *(part for module in named for part in module.brings)])
        left_out = {key for module in asked for key in module.replaces}
        return sorted((m for m in asked if m.key not in left_out), key=lambda module: module.order)


class Hooks(Generic[M]):
    """The questions of a game, bound once to the modules that answer them: an unanswered one costs nothing.

    Each game adds a line for each question: `self.placed = self._bound(Expansion.placed)`.
    """

    def __init__(self, modules: Iterable[type[M]], chosen: Mapping[str, str]) -> None:
        self.chosen = chosen
        self.modules = tuple(module(chosen) for module in modules)
        self.tally = self._joined(lambda m: m.tally)
        self.turn = self._ranked(lambda m: m.turn)
        self.turn_steps = build_turn_steps(self.turn)
        self.plans = conditional_kinds_by_key(self._joined(lambda m: m.plans))

    def pipeline(self) -> list[tuple[int, str, str]]:
        """The steps of a turn in their order: rank, kind, the module each comes from."""
        return [(rank, step.kind, module) for rank, step, module in self.turn]

    def _answering(self, question: Callable[Concatenate[M, P], object]) -> list[M]:
        """The modules that answer a question, which is given as the method of the class that all of them share."""
        name = question.__name__
        return [m for m in self.modules if getattr(type(m), name) is not question]

    def _bound(self, question: Callable[Concatenate[M, P], R]) -> tuple[Callable[P, R], ...]:
        """The methods that answer a question, each bound to its module."""
        return tuple(getattr(m, question.__name__) for m in self._answering(question))

    def _joined(self, facts: Callable[[M], Iterable[T]]) -> tuple[T, ...]:
        """What all modules bring of one sort."""
        return tuple(fact for m in self.modules for fact in facts(m))

    def _ranked(self, steps: Callable[[M], Iterable[Ranked]]) -> tuple[tuple[int, type[Step[Any]], str], ...]:
        """(rank, step, key of its module) of all modules; equal ranks in the order of the modules."""
        ranked = [(rank, step, m.key) for m in self.modules for rank, step in steps(m)]
        return tuple(sorted(ranked, key=lambda entry: entry[0]))


def build_turn_steps(ranked: Sequence[tuple[int, type[Step[Any]], str]]) -> tuple[Step[Any], ...]:
    """The steps themselves, as the agenda takes them."""
    return tuple(step() for _, step, _ in reversed(ranked))


def move_groups(moves: Iterable[type[Move]]) -> tuple[str, ...]:
    """The groups of kinds of moves, in their order."""
    return tuple(dict.fromkeys(move.group for move in moves if move.group))
