"""Hooks for opening a table: command options, option screens, presets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rules.core import Choices, GameType


@dataclass(frozen=True, slots=True)
class OpeningOption:
    """An option of the command that opens a table.

    Described by `<family>.new.<name>`; values by `<family>.new_value.<name>.<value>`.
    """

    name: str
    values: Mapping[str, Mapping[str, str]]  # value -> rule options it sets; the first is the default
    asks: str = ""  # the value that opens the option screen
    modules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # value -> modules it adds


@dataclass(frozen=True, slots=True)
class OptionPage:
    """Rule options on one screen, titled `<family>.page.<name>`."""

    name: str
    keys: tuple[str, ...]
    together: bool = False  # one select for all: options not at their defaults


class Opening:
    opening_options: Sequence[OpeningOption] = ()  # command options instead of preset and modules
    option_pages: Sequence[OptionPage] = ()  # option screens; other options follow on screens of their own

    def presets(self, kind: GameType) -> Mapping[str, Choices]:
        """Presets for opening a table."""
        return kind.presets

    def options_without_effect(self, choices: Choices) -> Collection[str]:
        """Hidden rule options, without effect for these modules."""
        return ()
