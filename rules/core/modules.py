"""Modules of a game: discovery, selection, and hooks.

The code never checks whether a particular module is active: it calls a hook, and every active module with an
implementation answers. The base game is a module too.
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
    """The attribute `name` of each module of a package, in order of the file names; modules without it are helpers."""
    for info in sorted(iter_modules(path), key=lambda info: info.name):
        attribute = getattr(import_module(f"{package}.{info.name}"), name, None)
        if attribute is not None:
            yield attribute


class Module:
    """Base class of all modules. Each game adds hooks: methods that return the answer of a passive module."""

    key: ClassVar[str]
    order: ClassVar[int]  # of publication; hooks are called in this order
    brings: ClassVar[tuple[type[Any], ...]] = ()  # modules this one adds to the game; each once
    replaces: ClassVar[tuple[str, ...]] = ()  # modules this one removes from the game
    options: ClassVar[tuple[Option, ...]] = ()
    tally: ClassVar[tuple[str, ...]] = ()  # categories of points
    turn: ClassVar[tuple[Ranked, ...]] = ()  # steps of each turn by rank
    plans: ClassVar[tuple[type[ConditionalKind[Any]], ...]] = ()  # kinds of conditional moves

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.chosen = chosen  # option -> effective value, for all options of the game


M = TypeVar("M", bound=Module)


def by_publication_order(modules: Iterable[type[M]]) -> dict[str, type[M]]:
    """Key -> module, in the order of publication."""
    return {module.key: module for module in sorted(modules, key=lambda module: module.order)}


class Modules(Generic[M]):
    """All modules of a game: those always in play, and the optional ones."""

    def __init__(self, always: Sequence[type[M]], optional: Mapping[str, type[M]]) -> None:
        self.always = always
        self.optional = optional
        self.keys = tuple(optional)
        self.all = (*always, *optional.values())
        self.options = tuple(option for module in self.all for option in module.options)

    def chosen_modules(self, choices: Choices) -> list[type[M]]:
        """The optional modules of these choices."""
        return [self.optional[key] for key in choices.modules]

    def modules_in_play(self, choices: Choices) -> list[type[M]]:
        """The active modules with these choices, in the order in which their hooks are called."""
        named = [*self.always, *self.chosen_modules(choices)]
        requested = dict.fromkeys([*named, *(part for module in named for part in module.brings)])
        replaced = {key for module in requested for key in module.replaces}
        return sorted((module for module in requested if module.key not in replaced), key=lambda module: module.order)


class Hooks(Generic[M]):
    """The hooks of a game, bound once to the modules that implement them: an unimplemented hook costs nothing. Each
    game adds a line per hook: `self.placed = self._bound(Expansion.placed)`."""

    def __init__(self, modules: Iterable[type[M]], chosen: Mapping[str, str]) -> None:
        self.chosen = chosen
        self.modules = tuple(module(chosen) for module in modules)
        self.tally = self._concatenate(lambda module: module.tally)
        self.turn = self._steps_by_rank(lambda module: module.turn)
        self.turn_steps = build_turn_steps(self.turn)
        self.plans = conditional_kinds_by_key(self._concatenate(lambda module: module.plans))

    def pipeline(self) -> list[tuple[int, str, str]]:
        """The steps of a turn in order: rank, kind, module."""
        return [(rank, step.kind, module) for rank, step, module in self.turn]

    def _modules_overriding(self, question: Callable[Concatenate[M, P], object]) -> list[M]:
        """The modules that override `question`, a method of their common base class."""
        name = question.__name__
        return [module for module in self.modules if getattr(type(module), name) is not question]

    def _bind_hook(self, question: Callable[Concatenate[M, P], R]) -> tuple[Callable[P, R], ...]:
        """The implementations of a hook, each bound to its module."""
        return tuple(getattr(module, question.__name__) for module in self._modules_overriding(question))

    def _concatenate(self, facts: Callable[[M], Iterable[T]]) -> tuple[T, ...]:
        """The concatenated facts of all modules."""
        return tuple(fact for module in self.modules for fact in facts(module))

    def _steps_by_rank(self, steps: Callable[[M], Iterable[Ranked]]) -> tuple[tuple[int, type[Step[Any]], str], ...]:
        """(rank, step, module key) of all modules; equal ranks in the order of the modules."""
        ranked = [(rank, step, module.key) for module in self.modules for rank, step in steps(module)]
        return tuple(sorted(ranked, key=lambda entry: entry[0]))


def build_turn_steps(ranked: Sequence[tuple[int, type[Step[Any]], str]]) -> tuple[Step[Any], ...]:
    """Step instances in the order the agenda needs: last first."""
    return tuple(step() for _, step, _ in reversed(ranked))


def move_groups(moves: Iterable[type[Move]]) -> tuple[str, ...]:
    """The distinct command groups of these moves, in order."""
    return tuple(dict.fromkeys(move.group for move in moves if move.group))
