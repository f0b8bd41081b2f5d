"""What is chosen before a game: options of the command that opens a table, screens of rule options, presets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rules.core import Choices, GameType


@dataclass(frozen=True, slots=True)
class OpeningOption:
    """An option of the command that opens a table. It is described by `<family>.new.<name>`, its values are shown by
    `<family>.new_value.<name>.<value>`."""

    name: str
    values: Mapping[str, Mapping[str, str]]  # value -> the rule options it sets; the first is the default
    asks: str = ""  # the value after which the host is asked for the rest: the screen of options opens
    modules: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # value -> the expansions it brings


@dataclass(frozen=True, slots=True)
class OptionPage:
    """Rule options that stand together on a screen, called `<family>.page.<name>`."""

    name: str
    keys: tuple[str, ...]
    together: bool = False  # chosen in one list: the options that are not at their defaults


class Opening:
    """How a table is opened."""

    opening_options: Sequence[OpeningOption] = ()  # of the command, in place of preset and expansions
    pages: Sequence[OptionPage] = ()  # screens of rule options; what stands on none follows on screens of its own

    def presets(self, kind: GameType) -> Mapping[str, Choices]:
        """What can be chosen when a table is opened."""
        return kind.presets

    def idle_options(self, choices: Choices) -> Collection[str]:
        """Rule options that change nothing with these boxes, and so are not shown."""
        return ()
